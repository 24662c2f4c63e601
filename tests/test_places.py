"""What names mean: paths of this machine, URIs, names on a filesystem that is given."""

from pathlib import Path, PurePosixPath

import pyarrow.fs as pafs
import pytest

from fastmj.places import place, says_folder
from fastmj.storage import Remote

MOCK = pafs._MockFileSystem()


@pytest.mark.parametrize(
    ("uri", "path", "shown"),
    [
        ("gs://anonymous@bucket/a/b.parquet", "bucket/a/b.parquet", "gs://bucket/a/b.parquet"),
        ("gs://anonymous@bucket/a/", "bucket/a", "gs://bucket/a"),
        ("gs://anonymous@bucket", "bucket", "gs://bucket"),
        ("gs://anonymous@bucket/?retry_limit_seconds=9", "bucket", "gs://bucket"),
        ("gs://anonymous@bucket/*.csv", "bucket/*.csv", "gs://bucket/*.csv"),
        ("gs://anonymous@bucket/a/**/b?.csv?scheme=http", "bucket/a/**/b?.csv", "gs://bucket/a/**/b?.csv"),
        ("gs://anonymous@bucket/a%20b/seat=[ES]/c%20d", "bucket/a b/seat=[ES]/c d", "gs://bucket/a b/seat=[ES]/c d"),
    ],
)
def test_uris(uri, path, shown):
    """Names and passwords, and options of the connection, are not shown."""
    found = place("src", uri)
    assert isinstance(found, Remote)
    assert (found.path, str(found)) == (PurePosixPath(path), shown)
    assert found == place("src", uri)
    assert found != place("src", path, MOCK)


@pytest.mark.parametrize(
    ("uri", "path"),
    [("file:///a/b.csv", "/a/b.csv"), ("file:///a%20b/?.csv", "/a b/?.csv"), ("file:///*/b", "/*/b")],
)
def test_uris_of_this_machine(uri, path):
    assert place("src", uri) == Path(path)


def test_names():
    assert place("src", "a/b.csv") == Path("a/b.csv")
    assert place("src", "a/b.csv", pafs.LocalFileSystem()) == Path("a/b.csv")
    found = place("src", "a/b.csv", MOCK)
    assert isinstance(found, Remote)
    assert place("dst", found) is found
    assert place("dst", "file:///a/b.csv", MOCK) == Path("/a/b.csv")
    with pytest.raises(TypeError, match=r"src: the name of a file or folder is needed, got 3"):
        place("src", 3, MOCK)


@pytest.mark.parametrize(
    ("name", "folder"),
    [("a/", True), ("a", False), ("s3://b/a/?region=x/", True), ("s3://b/a?region=x/", False), (Path("a"), False)],
)
def test_names_of_folders(name, folder):
    assert says_folder(name) == folder
