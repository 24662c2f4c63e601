"""Which number the system knows an open file by."""

import os

import pyarrow as pa

from fastmj.formats.descriptors import descriptor


def test_the_one_that_is_written_to(tmp_path):
    path = tmp_path / "a"
    path.touch()
    assert descriptor(path) is None
    with path.open("rb"), path.open("ab") as file:
        assert descriptor(path) == file.fileno()
        with path.open("ab"):
            assert descriptor(path) is None
    assert descriptor(tmp_path / "no") is None


def test_that_of_a_file_which_arrow_opened(tmp_path):
    with pa.OSFile(str(tmp_path / "a"), "wb") as file:
        file.write(b"12345")
        assert os.lseek(descriptor(tmp_path / "a"), 0, os.SEEK_CUR) == 5 == file.tell()
