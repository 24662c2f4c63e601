"""Records of open_mahjong_unity: each kind of tick, false wins, and records that cannot be."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fastmj.convert import Summary, read, read_logs
from tests.convert import expected

FILE = Path(__file__).parent / "records" / "mahjong_unity_games.json"
RECORD = json.loads(FILE.read_text("utf-8"))
NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11]


def imported(record: Any) -> tuple[list[Any], Summary]:
    summary = Summary()
    return list(read("mahjong_unity", [json.dumps(record)], "here.json", summary)), summary


def changed(change: Callable[[dict[str, Any], list[Any]], Any]) -> dict[str, Any]:
    """A record of three rounds: the first of the file ('claims') changed, between two that are not."""
    record = json.loads(json.dumps(RECORD))
    rounds = record["game_round"]
    record["game_round"] = {f"round_index_{i}": rounds[f"round_index_{name}"] for i, name in ((1, 2), (2, 1), (3, 3))}
    content = record["game_round"]["round_index_2"]
    change(content, content["action_ticks"])
    return record  # type: ignore[no-any-return]


def test_every_kind_of_tick() -> None:
    table, summary = read_logs(FILE, "mahjong_unity")
    assert expected.rows(table) == expected.one_wall(*(f"mahjong_unity_games-{number}" for number in NUMBERS))
    assert (summary.games, summary.wins, summary.draws, summary.errors, summary.broken) == (11, 10, 1, 0, 0)
    codes = {tick[0] for content in RECORD["game_round"].values() for tick in content["action_ticks"]}
    assert codes >= {"bh", "bd", "reset", "d", "gd", "c", "p", "g", "ag", "jg", "hu_self", "hu_first", "liuju", "end"}
    assert codes & {"cl", "cm", "cr"}
    assert {content["dealer_index"] for content in RECORD["game_round"].values()} == {0, 1, 2, 3}


@pytest.mark.parametrize(("number", "flags"), [(6, expected.LAST_TILE), (4, expected.KONG_DRAW)])
def test_the_wall_may_be_listed_after_the_deal(number: int, flags: int) -> None:
    record = json.loads(json.dumps(RECORD))
    content = record["game_round"][f"round_index_{number}"]
    content["tiles_list"] = content["tiles_list"][53:]
    record["game_round"] = {"round_index_1": content}
    wins, _ = imported(record)
    assert wins[0].flags == flags


def test_a_record_as_the_database_gives_it() -> None:
    wins, _ = imported([{"game_id": "aB3", "record": RECORD}])
    assert [win.game_id for win in wins] == [f"aB3-{number}" for number in NUMBERS]


def chow(ticks: list[Any]) -> list[Any]:
    return next(tick for tick in ticks if tick[0] in ("cl", "cm", "cr"))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "change",
    [
        lambda content, ticks: chow(ticks).__delitem__(slice(3, None)),  # tiles from the hand left out
        lambda content, ticks: [tick.__delitem__(slice(2, None)) for tick in ticks if tick[0] in ("c", "bd")],
        lambda content, ticks: ticks.insert(-2, ["ca", 3, "p", 14]),
        lambda content, ticks: ticks.insert(-2, ["hu_second", 2, 24, ["清一色*1"], [0, -30, 10, 10]]),  # a false win
        lambda content, ticks: ticks.pop(),  # nothing after the win
        lambda content, ticks: ticks[-2].append(14),
        lambda content, ticks: ticks[-2].__setitem__(3, ["清一色", "幺九刻"]),
    ],
)
def test_what_changes_nothing(change: Callable[[Any, Any], Any]) -> None:
    wins, summary = imported(changed(change))
    assert summary.problems == []
    assert wins[1].hand == expected.CLAIMS["hand"]
    assert list(wins[1].claimed_elements) == expected.CLAIMS["claimed_elements"]
    assert list(wins[1].claimed_deltas) == expected.CLAIMS["claimed_deltas"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda content, ticks: ticks[1].__setitem__(1, 44), "seat 0 needs 1 x 4z and holds 0"),
        (lambda content, ticks: ticks[1].__setitem__(1, 10), "unknown tile 10"),
        (lambda content, ticks: ticks[1].__setitem__(1, 51), "'c' with a flower"),
        (lambda content, ticks: ticks[1].__setitem__(0, "x"), "unknown tick 'x'"),
        (
            lambda content, ticks: ticks.insert(1, ["p", ticks[1][1], 1]),
            "seat 1 claims 2m, which is not the last discard",
        ),
        (lambda content, ticks: chow(ticks).__setitem__(0, "cx"), "unknown tick 'cx'"),
        (lambda content, ticks: chow(ticks).__setitem__(2, 7), "unknown player 7"),
        (lambda content, ticks: ticks.insert(1, ["bh", 51, 0]), "seat 0 lays down flower 1, which it does not hold"),
        (lambda content, ticks: ticks.insert(0, ["bd", 51, 0]), "seat 0 keeps a flower in the hand"),
        (lambda content, ticks: content["p0_tiles"].pop(), "seat 0 is dealt 13 tiles instead of 14"),
        (lambda content, ticks: content["p1_tiles"].pop(), "seat 1 is dealt 12 tiles instead of 13"),
        (lambda content, ticks: content.pop("seats"), "an older record, without 'seats'"),
        (lambda content, ticks: content.update(dealer_index=4), "dealer 4 in round 5"),
        (lambda content, ticks: content.update(current_round=17), "dealer 0 in round 17"),
        (lambda content, ticks: content.pop("tiles_list"), "an entry has an unexpected form (KeyError"),
        (lambda content, ticks: ticks.__setitem__(-1, ["reset", 0]), "it is cut off after "),
        (lambda content, ticks: ticks.__delitem__(slice(8, None)), "it is cut off after 8 ticks"),
        (lambda content, ticks: ticks.clear(), "it is cut off after 0 ticks"),
        (lambda content, ticks: ticks.__setitem__(1, []), "an entry has an unexpected form (ValueError"),
        (lambda content, ticks: ticks[-2].__setitem__(4, [1]), "an entry has an unexpected form (IndexError"),
    ],
)
def test_a_broken_round_is_counted_and_the_next_is_read(change: Callable[[Any, Any], Any], what: str) -> None:
    wins, summary = imported(changed(change))
    assert [win.game_id for win in wins] == ["here-1", "here-3"]
    assert (summary.games, summary.broken) == (3, 1)
    assert str(summary.problems[0]).startswith(f"here.json: game 2: {what}")


def test_games_under_other_rules_are_not_read() -> None:
    wins, summary = imported(RECORD | {"game_title": {"rule": "riichi"}})
    assert wins == []
    assert summary.broken == 11
    assert summary.problems[0].what == "a game under other rules ('riichi'); those under 'guobiao' are read"


@pytest.mark.parametrize("text", ["", "{}", '{"game_title": {}}', '{"logs": []}', "[[]]"])
def test_another_format_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^here\.json: not a mahjong_unity log: it holds .*; expected JSON: a record"):
        list(read("mahjong_unity", text.splitlines(keepends=True), "here.json", Summary()))
