"""Locks on files and folders, so that two runs do not write to one output.

They vanish with the process that holds them. Where the system or the file system has none, everybody gets one.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file or folder. ``BlockingIOError`` where another process, or this one, holds it."""
    if fcntl is None:
        yield
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise BlockingIOError(f"{path}: another run is writing there") from error
        yield
    finally:
        os.close(handle)


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """Hold the lock of a file that is made for this; wait while another process holds it."""
    if fcntl is None:
        yield
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def is_locked(path: Path) -> bool:
    """Whether somebody holds the lock of a file."""
    try:
        with locked(path):
            return False
    except BlockingIOError:
        return True
