"""Filesystems and temporary folders that take no more, object stores, and Ray, which has none of them."""

import pyarrow.fs as pafs
import pytest

from fastmj import storage
from fastmj.arguments import Misuse
from fastmj.file import score_file
from fastmj.formats import whole
from tests.elsewhere.alike import FILES, NAMES, same
from tests.filesystems import (
    Full,
    copied,
    files,
    json_of,
    memory,
    mock,
)


def test_an_output_that_cannot_be_put(here):
    """Nothing of it is left, what was done before stays, and the run goes on where there is room again."""
    there = memory(here)
    copied(here, there)
    full = pafs.PyFileSystem(Full(there))
    with pytest.raises(storage.StorageError, match=r"out/seat=E/p1.parquet: .*No room there"):
        score_file("in", "out", filesystem=full)
    assert files(there) == ["out/p0.parquet"]
    assert list(json_of(there)["done"]) == ["p0.parquet"]
    assert score_file("in", "out", filesystem=there).skipped_parts == 1
    score_file("in", "out")
    assert same(there) == FILES


def test_no_room_for_temporary_files(here, monkeypatch):
    there = mock(here)

    def no_room(*given, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage.Remote, "put", lambda *given: None)
    monkeypatch.setattr("fastmj.part_file.open_writer", no_room)
    with pytest.raises(OSError, match=r"a.parquet could not be written: no room in .*temporary.*rows_per_file.*TMPDIR"):
        score_file((here / "in/p0.parquet").as_uri(), "a.parquet", filesystem=there)
    assert whole.tempfile.gettempdir() == str(here / "temporary")


def test_objects_are_put_at_once(here, monkeypatch):
    """Object stores, in which files appear whole, see no other name than the last, and no folders."""
    there, seen = mock(here), []
    put_one = storage.Remote._send
    monkeypatch.setattr(storage, "_OBJECT_STORES", ("mock",))
    monkeypatch.setattr(storage.Remote, "_send", lambda self, file: (seen.append(str(self)), put_one(self, file)))
    source = (here / "in").as_uri()
    with pytest.raises(FileNotFoundError, match=r"bucket: there is no such bucket"):
        score_file(source, "bucket/out", filesystem=there)
    assert seen == []
    there.create_dir("bucket/out/seat=E", recursive=True)
    there.create_dir("bucket/out/seat=S")
    score_file(source, "bucket/out", filesystem=there)
    assert {name for name in seen if "json" not in name} == {f"bucket/out/{name}" for name in NAMES}


def test_ray_workers_have_paths(here):
    pytest.importorskip("ray")
    there = memory(here)
    copied(here, there)
    with pytest.raises(Misuse, match=r"in/p0.parquet: with engine='ray' inputs and outputs must be paths"):
        score_file("in", str(here / "out"), filesystem=there, engine="ray")
