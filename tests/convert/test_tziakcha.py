"""Records of tziakcha.net: each kind of event, what counts as what ending, and records that cannot be."""

import base64
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fastmj.convert import Summary, read, read_logs
from tests.convert import expected

FILE = Path(__file__).parent / "records" / "tziakcha_games.jsonl"
RECORDS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
NAMES = [game["game_id"] for game in expected.GAMES] + ["flowers", "kong_then_flower"]


def imported(*records: Any) -> tuple[list[Any], Summary]:
    summary = Summary()
    text = "\n".join(json.dumps(record) for record in records)
    return list(read("tziakcha", text.splitlines(keepends=True), "here.jsonl", summary)), summary


def changed(number: int, change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """A record with its unpacked part changed."""
    record = json.loads(json.dumps(RECORDS[number]))
    if "script" in record:
        record = {"id": record["id"], "step": json.loads(zlib.decompress(base64.b64decode(record["script"])))}
    change(record["step"])
    return record  # type: ignore[no-any-return]


def test_every_kind_of_event() -> None:
    table, summary = read_logs(FILE, "tziakcha")
    assert expected.rows(table) == expected.one_wall(*NAMES)
    assert (summary.games, summary.wins, summary.draws, summary.errors, summary.broken) == (11, 10, 1, 0, 0)
    assert {"script", "step"} <= {key for record in RECORDS for key in record}


def test_payments_that_are_not_stated_are_unknown() -> None:
    wins, _ = imported(changed(0, lambda step: step.pop("s")))
    assert wins[0].claimed_deltas is None


def test_winners_need_not_be_stated() -> None:
    wins, _ = imported(changed(0, lambda step: step.pop("b")))
    assert wins[0].claimed_total == 25


@pytest.mark.parametrize("event", [[1 << 4 | 6, 0, 0], [1 << 4 | 6, 1, 0], [3 << 4 | 6, 50, 0]])
def test_false_and_overruled_wins_change_nothing(event: list[int]) -> None:
    wins, _ = imported(changed(0, lambda step: step["a"].insert(-1, event)))
    assert wins[0].seat == expected.SOUTH


@pytest.mark.parametrize("action", [3, 4, 5, 8, 9])
def test_overruled_claims_and_passes_change_nothing(action: int) -> None:
    wins, _ = imported(changed(0, lambda step: step["a"].insert(-1, [3 << 4 | action, 0, 0])))
    assert wins[0].hand == expected.CLAIMS["hand"]


def test_a_hand_that_nobody_wins_with_tiles_left_is_an_error() -> None:
    wins, summary = imported(changed(0, lambda step: step.update(b=0)))
    assert (wins, summary.errors) == ([], 1)


def test_the_list_of_a_session() -> None:
    wins, summary = imported({"sessionId": "s", "records": RECORDS})
    assert [win.game_id for win in wins] == NAMES
    assert summary.draws == 1


def test_elements_by_number() -> None:
    wins, _ = imported(
        changed(0, lambda step: step["y"][1].update(t={"17": 32, "32": 16, "72": 257, "84": 5, "85": 8}))
    )
    assert wins[0].claimed_elements == (
        *("Four Shifted Chows", "Pure Shifted Chows", "Mixed Double Chow", "Mixed Double Chow"),
        *("Concealed Kong and Melded Kong", "天和"),
    )


def first(step: dict[str, Any], action: int) -> list[int]:
    return next(entry for entry in step["a"] if entry[0] & 15 == action)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda s: first(s, 7).__setitem__(0, 3 << 4 | 7), "seat 3 draws out of turn"),
        (lambda s: first(s, 7).__setitem__(1, 144), "unknown tile 144"),
        (lambda s: first(s, 2).__setitem__(1, 136), "tile 136 is a flower, or none"),
        (lambda s: first(s, 2).__setitem__(1, 30 * 4), "seat 0 needs 1 x 4z and holds 0"),
        (lambda s: first(s, 4).__setitem__(1, 33), "seat 1 claims 5z, which is not the last discard"),
        (lambda s: first(s, 8).__setitem__(0, 10), "unknown action 10"),
        (lambda s: s["a"].insert(5, [1, 0x100, 0]), "seat 0 lays down flower 2, which it has not just drawn"),
        (lambda s: s["a"].insert(0, [1, 0x100, 0]), "seat 0 lays down flower 2, which it does not hold"),
        (lambda s: s.update(w=s["w"][:-2]), "the wall has 143 tiles instead of 144"),
        (lambda s: s.update(w="zz"), "an entry has an unexpected form (ValueError"),
        (lambda s: s.update(i=16), "unknown hand number 16"),
        (lambda s: s.update(i=-1), "unknown hand number -1"),
        (lambda s: s["y"][1].update(t={"99": 1}), "unknown element 99"),
        (lambda s: s["y"].clear(), "an entry has an unexpected form (IndexError"),
        (lambda s: s.pop("y"), "an entry has an unexpected form (KeyError"),
        (lambda s: s.update(s=[1, 2, 3]), "total 25 with score (1, 2, 3)"),
        (lambda s: s["a"].pop(), "it is cut off after "),
        (lambda s: s.update(b=4), "it is cut off after "),
    ],
)
def test_a_broken_record_is_counted_and_the_next_is_read(change: Callable[[Any], Any], what: str) -> None:
    wins, summary = imported(RECORDS[2], changed(0, change), RECORDS[2])
    assert [win.game_id for win in wins] == ["two-kongs", "two-kongs"]
    assert (summary.games, summary.broken) == (3, 1)
    assert str(summary.problems[0]).startswith(f"here.jsonl: game 2: {what}")
    assert summary.problems[0].line == 2


@pytest.mark.parametrize("script", ["", "!", "AAAA", base64.b64encode(zlib.compress(b"{")).decode(), 5])
def test_a_script_that_cannot_be_unpacked(script: Any) -> None:
    wins, summary = imported(RECORDS[0], {"script": script})
    assert len(wins) == 1
    assert summary.problems[0].what.startswith("an entry has an unexpected form")


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", "Match 1\n", '{"logs": []}'])
def test_another_format_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^here\.json: not a tziakcha log: it holds .*; expected JSON: a record with"):
        list(read("tziakcha", text.splitlines(keepends=True), "here.json", Summary()))
