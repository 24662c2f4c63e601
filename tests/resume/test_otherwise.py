"""Runs that were begun otherwise are not gone on with, and what is there stays."""

import json
import os

import pytest

import fastmj
from fastmj.file import OutputExists, score_file
from tests.resume.stopped import FILES, ROWS, files, kept_rows


class TestRefused:
    """Nothing is mixed, and what is there stays."""

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"rules": "hk"}, "rules was mcr, is hk. Give what was given then"),
            ({"mixed_kong": 5}, "option mixed_kong was 6, is 5; points of Concealed Kong and Melded Kong was 6, is 5"),
            (
                {"rules": fastmj.rules.get("mcr").replace(points={"Seven Pairs": 6})},
                "points of Seven Pairs was 24, is 6",
            ),
            ({"rules": fastmj.rules.get("mcr").replace(without="Tile Hog")}, "points of Tile Hog was 2, is not given"),
            ({"rules": fastmj.rules.get("mcr").replace(minimum=3)}, "minimum was 8, is 3"),
            (
                {"rules": fastmj.rules.get("mcr").replace(cap=88.0)},
                "the rule set has other elements, exclusions or polic",
            ),
            ({"layout": "total"}, "layout was list, is total"),
            ({"payments": True}, "payments was False, is True"),
            ({"prefix": "x_"}, "prefix was '', is x_"),
            ({"columns": ["id", "hand"]}, "columns was not given, is hand, id"),
            ({"rows_per_file": 10}, "rows_per_file was not given, is 10"),
            ({"unknown_win_tile": "best"}, "unknown_win_tile was refuse, is best"),
            ({"resume": False}, "out: an earlier run wrote some of it; go on with that"),
            ({"src": "in/z"}, "input z/p2.parquet is gone|input p2.parquet is new"),
        ],
    )
    def test_other_options(self, folder, changes, message):
        score_file("in", "out")
        before = {path: os.stat(path).st_mtime_ns for path in files()}
        with pytest.raises(OutputExists, match=message):
            score_file(**{"src": "in", "dst": "out", **changes})
        assert {path: os.stat(path).st_mtime_ns for path in files()} == before

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda: os.utime("in/p1.parquet", (1, 1)), r"input p1\.parquet has changed \(.* bytes of .*, now .*1970-"),
            (lambda: os.remove("in/p1.parquet"), r"input p1\.parquet is gone"),
            (
                lambda: os.rename("in/p1.parquet", "in/p9.parquet"),
                r"input p9\.parquet is new; input p1\.parquet is gone",
            ),
        ],
    )
    def test_other_inputs(self, folder, change, message):
        score_file("in", "out")
        change()
        with pytest.raises(OutputExists, match=message):
            score_file("in", "out")
        score_file("in", "out", overwrite=True)
        assert len(files("out")) == len(files("in"))

    @pytest.mark.parametrize(
        ("package", "message"),
        [
            ({"version": "0.0.9", "sources": "x"}, r"fastmj was 0\.0\.9, is "),
            ({"version": fastmj.__version__, "sources": "x"}, r"fastmj .* had other sources \(x, now "),
        ],
    )
    def test_another_version(self, folder, package, message):
        score_file("in", "out")
        path = folder / "out.fastmj.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "package": package}))
        with pytest.raises(OutputExists, match=message):
            score_file("in", "out")

    @pytest.mark.parametrize(
        ("path", "message"),
        [("out/p1.parquet", r"out/p1\.parquet exists"), ("out/z/x.csv", r"out/z/x\.csv exists, and is no output")],
    )
    def test_outputs_without_a_journal(self, folder, path, message):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text("precious")
        with pytest.raises(OutputExists, match=message):
            score_file("in", "out")
        assert files() == [path]
        assert (folder / path).read_text() == "precious"
        score_file("in", "out", overwrite=True)
        assert kept_rows("out/p1.parquet") == ROWS

    @pytest.mark.parametrize("text", ["", "{}", "[1]", '{"journal": 99}', '{"journal": 1, "package": 3}'])
    def test_a_journal_that_is_none(self, folder, text):
        (folder / "out.fastmj.json").write_text(text)
        with pytest.raises(ValueError, match=r"out\.fastmj\.json is not the journal of a run"):
            score_file("in", "out")
        score_file("in", "out", overwrite=True)
        assert score_file("in", "out").skipped_parts == 4

    def test_a_journal_that_names_files_elsewhere(self, folder):
        score_file("in", "out")
        path = folder / "out.fastmj.json"
        journal = json.loads(path.read_text())
        journal["done"]["../all.parquet"] = journal["done"]["p1.parquet"]
        path.write_text(json.dumps(journal))
        with pytest.raises(ValueError, match="is not within the output"):
            score_file("in", "out")
        score_file("in", "out", overwrite=True)
        assert kept_rows("all.parquet") == ROWS * FILES

    def test_a_journal_of_which_nothing_is_left_hinders_nobody(self, folder):
        score_file("in", "out")
        for path in files("out"):
            os.remove(path)
        assert score_file("in", "out", layout="total").skipped_parts == 0

    def test_starting_anew_removes_all_that_was_there(self, folder):
        score_file("in", "out", rows_per_file=100)
        assert len(files("out")) == 40
        score_file("in", "out", rows_per_file=500, overwrite=True)
        assert len(files("out")) == 8
