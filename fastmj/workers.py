"""Batches through a pool of threads: read in one thread, worked on in any number, and back in order."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from fastmj.arguments import Misuse, at_least_one
from fastmj.formats import Part

BATCH_ROWS = 1 << 16
THREAD_NAMES = "fastmj"
_MOST_THREADS = 8  # one thread writes, at some 2 million rows a second: more than a few cannot keep it busier

Progress = Callable[[int, int | None], None]
"""Called with the rows written so far, and the rows of all inputs, or None where only reading them would tell."""


class Counted(Protocol):
    """What was found in a batch."""

    @property
    def rows(self) -> int:
        """How many rows it had."""


Rows = TypeVar("Rows", bound=Counted)


def checked_threads(threads: int | None) -> int:
    """The number of threads, by default one a core, at most eight. ``ValueError`` or ``TypeError`` for what is no number."""
    if threads is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(cores, _MOST_THREADS)
    return at_least_one("threads", threads, "thread")


@contextmanager
def workers(threads: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads. After an interrupt nobody waits for what they are at: it may be compiling, for seconds."""
    pool = ThreadPoolExecutor(threads, THREAD_NAMES)
    try:
        yield pool
    except BaseException as error:
        pool.shutdown(wait=isinstance(error, Exception), cancel_futures=True)
        raise
    pool.shutdown()


def in_order(
    pool: ThreadPoolExecutor, run: Callable[..., tuple[Any, Rows]], parts: Iterator[Part], most: int, first_row: int = 0
) -> Generator[tuple[Any, Rows], None, None]:
    """What `run` makes of each part, in order, with at most `most` parts under way.

    `first_row` is where the first part stands in the whole input, for messages. Where a part cannot be read, those
    before it come first.
    """
    under_way: deque[tuple[Part, Future[tuple[Any, Rows]]]] = deque()
    rows, more, unread = first_row, True, None
    try:
        while more or under_way:
            try:
                part = next(parts, None) if more else None
            except (ValueError, OSError) as error:
                part, unread = None, error
            more = part is not None
            if part is not None:
                under_way.append((part, pool.submit(run, part)))
            if under_way and (len(under_way) == most or not more):
                part, future = under_way.popleft()
                try:
                    encoded, found = future.result()
                except ValueError:
                    run(part, rows)  # fails again, and now knows which row of the file it is
                    raise
                yield encoded, found
                rows += found.rows
        if unread is not None:
            raise unread
    finally:
        for _, future in under_way:
            future.cancel()


@contextmanager
def naming_input(path: Path) -> Iterator[None]:
    """Errors about what an input holds name it."""
    try:
        yield
    except ValueError as error:
        if isinstance(error, Misuse) or str(path) in str(error):
            raise
        raise ValueError(f"{path}: {error}") from error
