"""Runs over one long file that end early and go on from a checkpoint."""

import os

import pytest

from fastmj.file import OutputExists, score_file
from tests.resume.stopped import Stop, files, rows, stopping


class TestLongFiles:
    """One file, and checkpoints within it."""

    @pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl", "out.arrow"])
    @pytest.mark.parametrize("stops", [[100], [600], [1500, 1600, 3900], [4000]])
    def test_what_was_interrupted_is_continued(self, folder, name, stops):
        score_file("all.parquet", "whole" + name[3:], batch_rows=100, refused="aside.jsonl")
        for after in stops:
            with pytest.raises(Stop):
                score_file("all.parquet", name, batch_rows=100, progress=stopping(after), refused="refused.jsonl")
            assert not os.path.exists(name)
        parts = 0 if name == "out.arrow" else stops[-1] // 500 * 500
        assert len([f for f in files() if ".tmp" in f or "fastmj" in f]) == (3 if parts else 0)
        summary = score_file("all.parquet", name, batch_rows=100, refused="refused.jsonl")
        assert (summary.rows, summary.skipped_rows) == (4000, parts)
        assert rows(name) == rows("whole" + name[3:])
        assert rows("refused.jsonl") == rows("aside.jsonl")
        assert files() == sorted([name, "refused.jsonl", "whole" + name[3:], "aside.jsonl"])

    def test_the_way_of_text(self, folder):
        score_file("all.parquet", "all.csv", columns=["hand", "win_by"])
        os.rename("all.csv", "hands.csv")
        with pytest.raises(Stop):
            score_file("hands.csv", "out.parquet", batch_rows=100, prefix="x_", progress=stopping(3500))
        assert score_file("hands.csv", "out.parquet", prefix="x_").skipped_rows > 0
        score_file("hands.csv", "whole.parquet", prefix="x_")
        assert rows("out.parquet") == rows("whole.parquet")

    def test_other_options_are_refused(self, folder):
        with pytest.raises(Stop):
            score_file("all.parquet", "out.parquet", batch_rows=100, progress=stopping(600))
        with pytest.raises(
            OutputExists, match=r"out\.parquet exists, and was begun otherwise: layout was list, is wide\. "
        ):
            score_file("all.parquet", "out.parquet", layout="wide")
        score_file("all.parquet", "out.parquet", layout="wide", overwrite=True)
        assert files() == ["out.parquet"]

    def test_a_failed_run_says_how_to_go_on(self, folder):
        with pytest.raises(Stop) as caught:
            score_file("all.parquet", "out.parquet", batch_rows=100, progress=stopping(600))
        assert caught.value.__notes__ == ["500 rows are done: the same again, without overwriting, goes on from there"]
        with pytest.raises(Stop) as caught:
            score_file("in", "out", batch_rows=100, progress=stopping(1100))
        assert caught.value.__notes__ == [
            "1 file and 1,000 rows are done: the same again, without overwriting, goes on from there"
        ]

    def test_no_room_for_the_refused_rows(self, folder, monkeypatch):
        def full(*arguments, **more):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("fastmj.refused.write_file", full)
            with pytest.raises(OSError, match="No space"):
                score_file("all.parquet", "out.parquet", refused="refused.jsonl")
        assert score_file("all.parquet", "out.parquet", refused="refused.jsonl").skipped_parts == 1
        assert files() == ["out.parquet", "refused.jsonl"]
        assert len(rows("refused.jsonl")) > 300
        with pytest.raises(OutputExists, match=r"out\.parquet exists: name another output"):
            score_file("all.parquet", "out.parquet", refused="refused.jsonl")

    def test_a_checkpoint_that_is_gone(self, folder):
        with pytest.raises(Stop):
            score_file("all.parquet", "out.parquet", batch_rows=100, progress=stopping(600))
        for name in files():
            if name.endswith(".tmp"):
                os.truncate(name, 1000)
        assert score_file("all.parquet", "out.parquet").skipped_rows == 0
        assert files() == ["out.parquet"]
