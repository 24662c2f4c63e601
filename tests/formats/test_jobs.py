"""Which files are read, and where results go."""

import os

import pytest

from fastmj.formats.jobs import InputMissing, plan_jobs


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = [
        "in/b.parquet",
        "in/a.csv",
        "in/c.jsonl.gz",
        "in/deep/a.arrow",
        "in/.hidden.parquet",
        "in/.cache/x.parquet",
        "in/_SUCCESS",
        "in/notes.txt",
        "in/.b.parquet.12ab34cd.tmp",
        "in/odd[1].csv",
        "twins/a.csv",
        "twins/a.jsonl",
        "empty/notes.txt",
        "one.parquet",
    ]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "out").mkdir()
    return tmp_path


def planned(src, dst):
    return [(job.source.as_posix(), job.output.as_posix()) for job in plan_jobs(src, dst)]


@pytest.mark.parametrize(
    ("src", "dst", "jobs"),
    [
        ("one.parquet", "new.csv", [("one.parquet", "new.csv")]),
        ("one.parquet", "out", [("one.parquet", "out/one.parquet")]),
        ("in/c.jsonl.gz", "new/", [("in/c.jsonl.gz", "new/c.parquet")]),
        ("in/odd[1].csv", "new.parquet", [("in/odd[1].csv", "new.parquet")]),
        (["one.parquet"], "new.csv", [("one.parquet", "new.csv")]),
        (
            ["one.parquet", "in/deep/a.arrow"],
            "new",
            [("one.parquet", "new/one.parquet"), ("in/deep/a.arrow", "new/a.parquet")],
        ),
        (
            "in",
            "new",
            [
                ("in/a.csv", "new/a.parquet"),
                ("in/b.parquet", "new/b.parquet"),
                ("in/c.jsonl.gz", "new/c.parquet"),
                ("in/deep/a.arrow", "new/deep/a.parquet"),
                ("in/odd[1].csv", "new/odd[1].parquet"),
            ],
        ),
        ("in/*.parquet", "out", [("in/b.parquet", "out/b.parquet")]),
        (
            "in/*",
            "new",
            [
                (f"in/{a}", f"new/{b}.parquet")
                for a, b in (("a.csv", "a"), ("b.parquet", "b"), ("c.jsonl.gz", "c"), ("odd[1].csv", "odd[1]"))
            ],
        ),
        ("i?/**/a.*", "new", [("in/a.csv", "new/in/a.parquet"), ("in/deep/a.arrow", "new/in/deep/a.parquet")]),
    ],
)
def test_jobs(folder, src, dst, jobs):
    assert planned(src, dst) == jobs


def test_absolute_paths_and_path_objects(folder):
    expected = [((folder / "in/b.parquet").as_posix(), (folder / "new/b.parquet").as_posix())]
    assert planned(folder / "in" / "b*", folder / "new") == expected
    assert planned(str(folder / "in" / "b*"), str(folder / "new")) == expected


@pytest.mark.parametrize(
    ("src", "dst", "message"),
    [
        ("no.parquet", "new.parquet", "no.parquet: there is no such file"),
        ("in/*.feather", "new", "in/\\*.feather: nothing matches"),
        ("empty", "new", "empty: no files to read"),
        (["one.parquet", "no.csv"], "new", "no.csv: there is no such file"),
    ],
)
def test_nothing_to_read(folder, src, dst, message):
    with pytest.raises(InputMissing, match=message):
        plan_jobs(src, dst)


@pytest.mark.parametrize(
    ("src", "dst", "message"),
    [
        ("one.parquet", "new", "new: the ending of the name says no known format; known: .parquet, "),
        ("one.parquet", "new.xlsx", "no known format"),
        ("one.parquet", "new.csv.gz", "compressed text is read but not written; write new.csv"),
        ("in/notes.txt", "new.parquet", "in/notes.txt: the ending of the name says no known format"),
        ("one.parquet", "one.parquet", "one.parquet is an input"),
        ("one.parquet", "./in/../one.parquet", "is an input"),
        ("one.parquet", ".", "one.parquet is an input"),
        ("in", "in", "lies within the input"),
        ("in", "in/new", "lies within the input"),
        ("in/*.parquet", "in", "in/b.parquet is an input"),
        ("in", "one.parquet", "one.parquet: the output must be a folder, because the input in is a folder"),
        ("in/*.csv", "new.parquet", "the output must be a folder, because the input .* is a glob"),
        (["one.parquet", "in/a.csv"], "new.parquet", "must be a folder, because there are several inputs"),
        (["one.parquet", "in"], "new", "in is a folder: give one folder, or several files"),
        ("twins", "new", r"twins/a.csv and twins/a.jsonl would both be written to new/a.parquet"),
        ("s3://bucket/a.parquet", "new.parquet", "only files of this machine"),
        ("one.parquet", "s3://bucket/a.parquet", "only files of this machine"),
    ],
)
def test_refused(folder, src, dst, message):
    with pytest.raises(ValueError, match=message):
        plan_jobs(src, dst)


def test_a_link_to_the_input_is_the_input(folder):
    os.symlink("one.parquet", "link.parquet")
    with pytest.raises(ValueError, match="is an input"):
        plan_jobs("one.parquet", "link.parquet")
