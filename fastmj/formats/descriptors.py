"""The number that the system knows an open file by, where the library that opened it does not tell (pyarrow up to 23)."""

import os
from pathlib import Path

_OPEN_FILES = "/dev/fd"  # of this process; on Linux and macOS
_WRITABLE = os.O_WRONLY | os.O_RDWR


def descriptor(path: Path) -> int | None:
    """The descriptor that this process writes to a file with; None where there is none, or not just one, or no way to tell."""
    try:
        import fcntl

        wanted, names = os.stat(path), os.listdir(_OPEN_FILES)
    except (ImportError, OSError):
        return None
    found = []
    for handle in map(int, names):
        try:
            if os.path.samestat(os.fstat(handle), wanted) and fcntl.fcntl(handle, fcntl.F_GETFL) & _WRITABLE:
                found.append(handle)
        except OSError:  # closed meanwhile, as that of the listing is
            continue
    return found[0] if len(found) == 1 else None
