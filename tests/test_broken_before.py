"""Faults that once went through: each with the answer that is right."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.tiles import CHOW

RULES = """
from fastmj.elements.chows import four_chows
from fastmj.rules import Row, RuleSet, View, element

@element("Odd")
def odd(h: View) -> bool:
    "What fails."
    {body}

HOUSE = RuleSet("odd", (Row(four_chows, 1), Row(odd, 1)))
"""


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise ValueError('x')", "raises or asserts something"),
        ("assert h.pungs > 0; return True", "raises or asserts something"),
        ("return (1, 2)[h.pungs] > 1", "takes something out by its place"),
    ],
)
def test_detectors_that_can_fail_are_refused(tmp_path: Path, body: str, words: str) -> None:
    """Compiled, they left what lay in memory as scores."""
    (tmp_path / "r.py").write_text(RULES.format(body=body))
    with pytest.raises(ValueError, match=f"'Odd'.*{words}.*line 8"):
        fastmj.rules.get(f"{tmp_path / 'r.py'}:HOUSE")


def test_a_rule_file_that_exits_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "r.py").write_text("import sys; sys.exit(3)")
    with pytest.raises(ValueError, match="SystemExit"):
        fastmj.rules.get(f"{tmp_path / 'r.py'}:HOUSE")


@pytest.mark.parametrize("rules", ["classical", "mcr"])
def test_masks_of_rule_sets_without_counters_come_back(tmp_path: Path, rules: str) -> None:
    pq.write_table(fastmj.sample(500, seed=1), tmp_path / "in.parquet")
    summary = fastmj.score_file(tmp_path / "in.parquet", tmp_path / "out.parquet", rules, layout="mask")
    read = pq.read_table(tmp_path / "out.parquet")
    assert summary.rows == read.num_rows == 500
    assert read["elements"].equals(fastmj.score_batch(fastmj.sample(500, seed=1), rules, "mask")["elements"])


def test_no_winning_tile_is_used_on_refused_rows() -> None:
    found = fastmj.score_batch(pa.table({"hand": ["x", None, "123m", "123456789m11z234p"]}), unknown_win_tile="best")
    assert found["status"].to_pylist()[:3] == ["unreadable", "missing", "wrong_tile_count"]
    assert found["win_tile_used"].to_pylist()[:3] == [None, None, None]
    assert found["win_tile_used"][3].as_py() is not None


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_encoding_of_the_terminal(encoding: str) -> None:

    for command in (["explain", "123456789m123p5s+5s"], ["rules", "hk"]):
        done = subprocess.run(
            [sys.executable, "-m", "fastmj", *command],
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert (b"\xf0\x9f\x80" in done.stdout) == (encoding == "utf-8" and command[0] == "explain")


def test_scored_files_of_many_row_groups_are_scored_again(tmp_path: Path) -> None:
    """Their elements are lists of words, with a dictionary for each row group."""
    scored = fastmj.score_batch(fastmj.sample(3000, seed=2))
    pq.write_table(scored, tmp_path / "in.parquet", row_group_size=700)
    fastmj.score_file(tmp_path / "in.parquet", tmp_path / "out.parquet", "hk", prefix="hk_")
    read = pq.read_table(tmp_path / "out.parquet")
    assert read.num_rows == 3000
    assert read["hk_total"].to_pylist() == fastmj.score_batch(fastmj.sample(3000, seed=2), "hk")["total"].to_pylist()


def test_more_than_four_chows_in_a_faulty_hand() -> None:
    """Twelve concealed tiles that are four chows beside four chow melds: eight, for which no table has a place."""
    counts = np.zeros((3, 34), np.uint8)
    counts[1, [6, 7, 8, 33]] = 4, 4, 4, 2
    counts[[0, 2], :9], counts[[0, 2], 27] = (3, 1, 1, 1, 1, 1, 1, 1, 1), 3
    melds = np.array([[0] * 4, [CHOW + 6] * 4, [0] * 4], np.uint8)
    for _ in range(3):
        scores = fastmj.score_arrays(counts, melds=melds, win_tile=[8, 8, 8], win_by="self_draw")
        assert [fastmj.STATUS[status] for status in scores.status] == ["ok", "wrong_tile_count", "ok"]
        assert scores.total[0] == scores.total[2] > 0
        assert not scores.words[1].any()
