"""Files that are whole or not there."""

import errno
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fastmj.formats.locks import is_locked, locked
from fastmj.formats.whole import OutputExists, make_folder, refuse_existing, sweep, whole_file, write_file, write_text


def fail(path, error, **options):
    """Write half of a file."""
    with whole_file(path, **options) as temporary:
        temporary.write_text("half")
        raise error


BATCH = pa.record_batch({"id": [1, 2]})


def test_a_file_appears_when_its_block_ends(tmp_path):
    path = tmp_path / "a.parquet"
    with whole_file(path) as temporary:
        assert temporary.parent == tmp_path
        assert temporary.name.startswith(".a.parquet.")
        assert temporary.suffix == ".tmp"
        temporary.write_text("data")
        assert not path.exists()
    assert path.read_text() == "data"
    assert os.listdir(tmp_path) == ["a.parquet"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_nothing_is_left_of_a_block_that_failed(tmp_path, error):
    with pytest.raises(error):
        fail(tmp_path / "a.parquet", error("x"))
    assert os.listdir(tmp_path) == []


def test_a_failed_block_leaves_the_file_that_was_there(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_text("before")
    with pytest.raises(ValueError, match="x"):
        fail(path, ValueError("x"), overwrite=True)
    assert path.read_text() == "before"
    with whole_file(path, overwrite=True) as temporary:
        temporary.write_text("after")
    assert path.read_text() == "after"


def test_an_existing_file_is_refused(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_text("before")
    with pytest.raises(OutputExists, match=r"a\.parquet exists: name another output") as caught, whole_file(path):
        pytest.fail("the block must not begin")
    assert isinstance(caught.value, FileExistsError)
    assert isinstance(caught.value, ValueError)
    assert path.read_text() == "before"


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path):
    path = tmp_path / "a.parquet"

    def collide():
        with whole_file(path) as temporary:
            temporary.write_text("mine")
            path.write_text("another's")

    with pytest.raises(OutputExists):
        collide()
    assert path.read_text() == "another's"
    assert os.listdir(tmp_path) == ["a.parquet"]


def test_no_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no folder"), whole_file(tmp_path / "no" / "a.parquet"):
        pytest.fail("the block must not begin")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(28, "No space left on device"), r"^/.*/a\.parquet could not be written: No space left on device$"),
        (OSError("[Errno 28] Error writing bytes"), r"^/.*/a\.parquet could not be written: .*Error writing bytes$"),
        (PermissionError(13, "Permission denied", "other.log"), r"Permission denied: 'other\.log'$"),
    ],
)
def test_errors_of_the_disk_name_the_file(tmp_path, error, message):
    with pytest.raises(OSError, match=message) as caught:
        fail(tmp_path / "a.parquet", error)
    assert caught.value.errno == error.errno
    assert os.listdir(tmp_path) == []


def test_refuse_existing_says_how_many(tmp_path):
    paths = [tmp_path / name for name in "abc"]
    refuse_existing(paths)
    for path in paths[1:]:
        path.touch()
    with pytest.raises(OutputExists, match=r"b exists \(and 1 more of the outputs\)"):
        refuse_existing(paths)


def test_write_file(tmp_path):
    rows = []
    path = tmp_path / "a.parquet"
    assert write_file(path, BATCH.schema, iter([BATCH, BATCH]), progress=rows.append) == 4
    assert rows == [2, 4]
    assert pq.read_table(path)["id"].to_pylist() == [1, 2, 1, 2]
    with pytest.raises(OutputExists):
        write_file(path, BATCH.schema, [])


def test_write_file_leaves_nothing_when_the_batches_fail(tmp_path):
    def batches():
        yield BATCH
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        write_file(tmp_path / "a.jsonl", BATCH.schema, batches())
    assert os.listdir(tmp_path) == []


def test_permissions_are_those_of_any_new_file(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "a.parquet", BATCH.schema, [BATCH])
    finally:
        os.umask(before)
    assert (tmp_path / "a.parquet").stat().st_mode & 0o777 == 0o640


def test_a_file_that_was_begun_is_written_on(tmp_path):
    path, begun = tmp_path / "a.csv", tmp_path / ".a.csv.0123abcd.tmp"
    begun.write_text("half ")
    with whole_file(path, begun=begun) as temporary:
        assert temporary == begun
        with temporary.open("a") as file:
            file.write("whole")
    assert path.read_text() == "half whole"
    assert os.listdir(tmp_path) == ["a.csv"]


@pytest.mark.parametrize("kept", [True, False])
def test_what_is_to_be_kept_of_a_block_that_failed(tmp_path, kept):
    with pytest.raises(KeyboardInterrupt):
        fail(tmp_path / "a.parquet", KeyboardInterrupt(), keep=lambda: kept)
    assert len(os.listdir(tmp_path)) == kept


def test_a_file_is_locked_while_it_is_written(tmp_path):
    path = tmp_path / "a.csv"
    with whole_file(path) as temporary:
        temporary.write_text("x")
        assert is_locked(temporary)
        with pytest.raises(OSError, match=r"a\.csv could not be written: .*: another run is writing there"):
            fail(path, ValueError("the block must not begin"), begun=temporary, keep=lambda: True)
    assert not is_locked(path)


def test_locks_vanish(tmp_path):
    with locked(tmp_path), pytest.raises(BlockingIOError, match="another run is writing there"), locked(tmp_path):
        pytest.fail("the block must not begin")
    with locked(tmp_path):
        assert is_locked(tmp_path)
    assert not is_locked(tmp_path)


@pytest.mark.parametrize(
    ("name", "alone", "whole_folder"),
    [
        (".a.csv.0123abcd.tmp", True, True),
        (".a.csv.refused.tmp", True, True),
        (".b.csv.0123abcd.tmp", False, True),
        (".kept.csv.0123abcd.tmp", False, False),
        (".a.csv.tmp", False, False),
        ("a.csv.0123abcd.tmp", False, False),
        ("a.csv", False, False),
        (".a.csv.0123abcx.tmp", False, False),
    ],
)
def test_sweep(tmp_path, name, alone, whole_folder):
    kept = tmp_path / ".kept.csv.0123abcd.tmp"
    for everything, gone in ((False, alone), (True, whole_folder)):
        (tmp_path / name).touch()
        sweep([tmp_path / "a.csv", tmp_path / "kept.csv", tmp_path / "no" / "a.csv"], [kept], everything)
        assert (tmp_path / name).exists() != gone


def test_write_text(tmp_path):
    for text in ("a", "b 九"):
        write_text(tmp_path / "a.json", text)
        assert (tmp_path / "a.json").read_text(encoding="utf-8") == text
    assert os.listdir(tmp_path) == ["a.json"]


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_folder_that_cannot_be_written_to(tmp_path, monkeypatch, number):
    """The output that was asked for is named, and what then cannot be removed hides nothing."""

    def refuse(self, *_, **__):
        raise OSError(number, os.strerror(number), str(self))

    monkeypatch.setattr(Path, "touch", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OSError, match=rf"^/.*/a\.parquet could not be written: {os.strerror(number)}$") as caught:
        write_file(tmp_path / "a.parquet", BATCH.schema, [BATCH])
    assert caught.value.errno == number


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"the folder /.*/file/new could not be made: (Not a directory|File exists)$"):
        make_folder(tmp_path / "file" / "new")


def test_names_of_folders_and_pipes(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    os.mkfifo(tmp_path / "pipe.csv")
    for name, what in (("folder.csv", "a folder"), ("pipe.csv", "a pipe or device")):
        with pytest.raises(ValueError, match=rf"{name} is {what}: name a file to write$"):
            write_file(tmp_path / name, BATCH.schema, [BATCH], overwrite=True)
    assert sorted(os.listdir(tmp_path)) == ["folder.csv", "pipe.csv"]
