"""Checking without writing."""

import os

import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.check import check_file
from fastmj.file import score_file


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkdir("in")
    pq.write_table(fastmj.sample(300, "invalid"), "in/a.parquet")
    pq.write_table(fastmj.sample(300, "mixed"), "in/b.parquet")
    return tmp_path


def everything(folder):
    return sorted(str(path) for path in folder.rglob("*"))


@pytest.mark.parametrize("source", ["in", "in/*.parquet", "in/a.parquet", ["in/b.parquet", "in/a.parquet"]])
@pytest.mark.parametrize(
    "options", [{}, {"rules": "hk", "layout": "wide"}, {"unknown_win_tile": "best", "prefix": "x_"}]
)
def test_the_same_as_scoring(folder, source, options):
    before, seen = everything(folder), []
    found = check_file(source, **options, progress=lambda *amounts: seen.append(amounts))
    assert everything(folder) == before
    assert seen[-1] == (found.rows, found.rows)
    scored = score_file(source, "out/" if source != "in/a.parquet" else "out.parquet", **options)
    assert (found.rows, found.ok, found.refused) == (scored.rows, scored.ok, scored.refused)
    assert (found.outputs, found.elements) == ((), {})
    assert found.rows in (300, 600)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"src": "no.parquet"}, "there is no such file"),
        ({"src": "in", "columns": ["id"]}, "no column 'id' to carry"),
        ({"src": "in", "layout": "tall"}, "unknown layout"),
        ({"src": "in", "minimum": 3}, "has no option 'minimum'"),
        ({"src": "in", "dst": "out.parquet"}, "the output must be a folder"),
        ({"src": "in/a.parquet", "strict": True}, r"in/a\.parquet: row \d+, column"),
        ({"src": "scored.parquet", "layout": "mask"}, "already has a column 'status'"),
    ],
)
def test_what_scoring_would_refuse(folder, arguments, message):
    score_file("in/b.parquet", "scored.parquet")
    before = everything(folder)
    with pytest.raises(ValueError, match=message):
        check_file(**arguments)
    assert everything(folder) == before


def test_keep_going(folder):
    (folder / "in" / "c.csv").write_text("cards\n1m\n")
    (folder / "in" / "d.jsonl").write_text('{"hand": "1m"}\n' * 100_000 + "{")
    found = check_file("in", keep_going=True)
    assert list(found.failed) == ["in/c.csv", "in/d.jsonl"]
    assert "has no column 'hand'" in found.failed["in/c.csv"]
    assert "line 100001: not JSON" in found.failed["in/d.jsonl"]
    assert found.rows >= 600
