"""Runs that are stopped, and what is the same here and there."""

from pathlib import Path

import pyarrow.parquet as pq

from tests.filesystems import (
    files,
    table,
)

ROWS, FILES = 400, 3


NAMES = ("p0.parquet", "seat=E/p1.parquet", "seat=S/p2.parquet")


class Stop(BaseException):
    """What ends a run, as an interrupt does."""


def stopping(after):
    """A progress function that ends the run when so many rows are done."""

    def progress(done, in_all):
        if done >= after:
            raise Stop

    return progress


def same(there, folder="out"):
    """Whether the folders there and here hold the same files, with rows and schemas."""
    names = files(there, folder)
    assert names == sorted(path.as_posix() for path in Path(folder).rglob("*") if path.is_file())
    for name in names:
        assert table(there, name).equals(pq.read_table(name, partitioning=None), check_metadata=True)
    return len(names)
