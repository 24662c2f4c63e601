"""What is the same here and there."""

from pathlib import Path

import pyarrow.parquet as pq

from tests.filesystems import files, table

ROWS, FILES = 400, 3
NAMES = ("p0.parquet", "seat=E/p1.parquet", "seat=S/p2.parquet")


def same(there, folder="out"):
    """Whether the folders there and here hold the same files, with rows and schemas."""
    names = files(there, folder)
    assert names == sorted(path.as_posix() for path in Path(folder).rglob("*") if path.is_file())
    for name in names:
        assert table(there, name).equals(pq.read_table(name, partitioning=None), check_metadata=True)
    return len(names)
