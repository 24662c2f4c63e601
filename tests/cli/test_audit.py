"""``fastmj audit``."""

import json
import os
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import fastmj
from tests.cli.process import run

CONVERT = Path(__file__).parents[1] / "convert"
GAMES = (CONVERT / "data" / "pku_games.txt").read_text("utf-8")
RIGHT = CONVERT / "data" / "pku_games.txt"


@pytest.fixture
def wrong(tmp_path):
    """Nine games: two claim wrongly, one is broken."""
    text = GAMES.replace("Fan 186 绿一色*1+", "Fan 98 ").replace("缺一门*1+边张", "缺一门*2+边张")
    path = tmp_path / "log.txt"
    path.write_text(text.replace("Player 2 Draw T1\n", "Player 2 Draw X1\n", 1), "utf-8")
    return path


def test_all_right(fastmj_):
    status, out, err = fastmj_("audit", RIGHT, "--from", "pku", "-o", "audit.parquet")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:7] == [
        "games     9",
        "wins      8",
        "draws     1",
        "errors    0",
        "broken    0",
        "agreeing  8",
        "differing 0",
    ]
    assert re.fullmatch(r"time      [\d.]+ s, [\d,]+ games/minute", lines[7])
    assert lines[8:] == ["written   audit.parquet"]
    assert pq.read_table("audit.parquet").to_pylist() == fastmj.audit(RIGHT, "pku").table.to_pylist()


def test_what_differs_is_told(fastmj_, wrong):
    status, out, err = fastmj_("audit", wrong, "--from", "pku", "-o", "audit.jsonl")
    assert status == 1
    line = wrong.read_text("utf-8").splitlines().index("Player 2 Draw X1") + 1
    assert err == f"fastmj: {wrong}: game 1: unknown tile 'X1' (line {line})\n"
    assert out.splitlines()[:11] == [
        f"{wrong}: concealed-kong: 98 points claimed, 186 scored; All Green not claimed: 88 by the whole hand",
        f"{wrong}: two-kongs: One Voided Suit claimed twice, scored once: it is met no more often",
        "games     9",
        "wins      7",
        "draws     1",
        "errors    0",
        "broken    1",
        "agreeing  5",
        "differing 2",
        "          1 points",
        "          2 elements",
    ]
    rows = [json.loads(text) for text in Path("audit.jsonl").read_text("utf-8").splitlines()]
    assert [row["game_id"] for row in rows if not row["agrees"]] == ["concealed-kong", "two-kongs"]


def test_json_and_no_output(fastmj_, wrong):
    status, out, _ = fastmj_("audit", wrong, "--from", "pku", "--json")
    assert status == 1
    found = json.loads(out)
    assert {name: value for name, value in found.items() if name not in ("seconds", "games_per_minute")} == {
        "games": 9,
        "wins": 7,
        "draws": 1,
        "errors": 0,
        "broken": 1,
        "agreeing": 5,
        "differing": 2,
        "differing_by_kind": {"win": 0, "points": 1, "elements": 2, "payments": 0},
        "output": None,
    }
    assert os.listdir(".") == ["log.txt"]
    status, out, err = fastmj_("audit", wrong, "--from", "pku", "--quiet")
    assert (status, out) == (1, "")
    assert err.startswith("fastmj: ")


def test_many_that_differ(fastmj_, wrong):
    wrong.write_text(wrong.read_text("utf-8") * 4, "utf-8")
    _, out, _ = fastmj_("audit", wrong, "--from", "pku")
    assert out.splitlines()[5] == "and 3 more that differ"


@pytest.mark.parametrize(("options", "status"), [((), 0), (("--rules", "mcr"), 1), (("--set", "mixed_kong=6"), 1)])
def test_rules(fastmj_, options, status):
    assert fastmj_("audit", RIGHT, "--from", "pku", "--quiet", *options) == (status, "", "")


@pytest.mark.parametrize("format", ["tziakcha", "mahjong_unity"])
def test_other_formats(fastmj_, format):
    assert fastmj_("audit", f"{CONVERT}/records/{format}_*", "--from", format, "--quiet") == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([RIGHT], 2),
        (["--from", "pku"], 2),
        ([RIGHT, "--from", "tenhou"], 2),
        ([RIGHT, "--from", "no.py:MINE"], 2),
        ([RIGHT, "--from", "pku", "--rules", "riichi"], 2),
        ([RIGHT, "--from", "pku", "--set", "nonsense=1"], 2),
        ([RIGHT, "--from", "pku", "--rules", "@rules"], 2),
        (["no.txt", "--from", "pku"], 1),
        ([RIGHT, "--from", "botzone"], 1),
        ([RIGHT, "--from", "pku", "-o", "a.xlsx"], 2),
        ([RIGHT, "--from", "pku", "-o", "there.parquet"], 1),
    ],
)
def test_faults(fastmj_, arguments, status):
    Path("there.parquet").write_bytes(b"")
    ended, out, err = fastmj_("audit", *arguments)
    assert (ended, out) == (status, "")
    assert re.fullmatch(r"fastmj: .+\n", err)
    assert os.listdir(".") == ["there.parquet"]


def test_exit_status_of_the_process(wrong):
    assert run("audit", wrong, "--from", "pku", "--quiet").returncode == 1
    assert run("audit", RIGHT, "--from", "pku", "--quiet").returncode == 0
