"""Judge logs: each kind of event, flowers, error endings, and the shapes a file may have."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fastmj.convert import Summary, read, read_logs
from tests.convert import expected

DATA = Path(__file__).parent / "data"
MATCHES = json.loads((DATA / "botzone_games.json").read_text("utf-8"))
TOO_SLOW = {str(seat): {"verdict": "TLE" if seat == 2 else "OK", "response": "PASS"} for seat in range(4)}


def imported(text: str) -> tuple[list[Any], Summary]:
    summary = Summary()
    return list(read("botzone", text.splitlines(keepends=True), "here.json", summary)), summary


def changed(change: Callable[[list[dict[str, Any]]], Any]) -> str:
    """The match 'claims' with its judge displays changed."""
    match = json.loads(json.dumps(MATCHES[0]))
    change([entry["output"]["display"] for entry in match["logs"] if "output" in entry])
    return json.dumps(match)


def test_every_kind_of_event() -> None:
    table, summary = read_logs(DATA / "botzone_games.json", "botzone")
    assert expected.rows(table) == expected.GAMES
    assert (summary.games, summary.wins, summary.draws, summary.errors, summary.broken) == (9, 8, 1, 0, 0)


@pytest.mark.parametrize(
    ("file", "row"),
    [("botzone_flowers", expected.FLOWERS), ("botzone_kong_then_flower", expected.KONG_THEN_FLOWER)],
)
def test_flowers_in_a_bare_list(file: str, row: dict[str, Any]) -> None:
    table, summary = read_logs(DATA / f"{file}.json", "botzone")
    assert expected.rows(table) == [row]
    assert summary.wins == 1


def test_one_wall_for_all_ends_when_it_is_empty() -> None:
    entries = json.loads((DATA / "botzone_flowers.json").read_text("utf-8"))
    entries[-2]["output"]["display"]["tileCnt"] = 0  # the winner's draw; the last entry of old judges has no tileCnt
    wins, _ = imported(json.dumps(entries))
    assert wins[0].flags == expected.FLOWER_DRAW | expected.LAST_TILE


def test_walls_are_counted_where_the_log_does_not() -> None:
    for match, row in ((MATCHES[5], expected.LAST_DRAW), (MATCHES[0], expected.CLAIMS)):
        without = json.loads(json.dumps(match))
        for entry in without["logs"]:
            if "output" in entry:
                entry["output"]["display"].pop("tileCnt", None)
        wins, _ = imported(json.dumps(without))
        assert wins[0].flags == row["flags"]


def test_dealt_flowers_whose_replacements_are_in_the_request_only() -> None:
    entries = json.loads((DATA / "botzone_flowers.json").read_text("utf-8"))
    deal = entries[2]["output"]
    tiles = [tile for tile in deal["display"]["hand"][0] if tile[0] != "H"]
    deal["display"]["hand"][0] = ["H1", "H6", *tiles[:11]]
    deal["content"] = {"0": " ".join(["1", "2", "0", "1", "0", *tiles, "H1", "H6", "H4"])}
    wins, _ = imported(json.dumps(entries))
    assert (wins[0].hand, wins[0].flowers) == (expected.FLOWERS["hand"], expected.FLOWERS["flowers"])


def test_scores_from_the_content_where_the_display_has_none() -> None:
    match = json.loads(json.dumps(MATCHES[0]))
    last = match["logs"][-1]["output"]
    last["content"] = dict(zip("0123", last["display"].pop("score"), strict=True))
    wins, _ = imported(json.dumps(match))
    assert wins[0].claimed_deltas == (-8, 49, -33, -8)


@pytest.mark.parametrize("code", ["WH", "WA", "TLE", "RE"])
@pytest.mark.parametrize("entries", [1, 4, 9])
def test_error_endings_before_and_after_the_deal(code: str, entries: int) -> None:
    finish = {"command": "finish", "display": {"action": code, "player": 2, "score": [10, 10, -30, 10], "fan": []}}
    logs = [*MATCHES[0]["logs"][:entries], TOO_SLOW, {"output": finish}]
    wins, summary = imported(json.dumps({"logs": logs}))
    assert wins == []
    assert (summary.games, summary.errors, summary.broken) == (1, 1, 0)


@pytest.mark.parametrize(
    "logs",
    [
        [],  # nobody came
        MATCHES[0]["logs"][:2],  # lost before the deal
        [*MATCHES[0]["logs"][:9], TOO_SLOW],  # lost later, without the judge's last word
    ],
)
def test_matches_that_a_player_left(logs: list[Any]) -> None:
    wins, summary = imported(json.dumps({"logs": logs}))
    assert wins == []
    assert (summary.games, summary.errors, summary.broken) == (1, 1, 0)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda d: d[3].update(tile="F4"), "seat 0 needs 1 x 4z and holds 0"),
        (lambda d: d[3].update(player=1), "seat 1 discards out of turn"),
        (lambda d: d[3].update(player=9), "unknown seat 9"),
        (lambda d: d[3].update(action="NAP"), "unknown action 'NAP'"),
        (lambda d: d[3].update(action="BUHUA", tile="H9"), "unknown flower 'H9'"),
        (lambda d: d[2].update(action="GANG"), "seat 0 has no discard to claim"),
        (lambda d: d[4].update(tileCHI="F1"), "seat 1 cannot make a chow around 1z with 2m"),
        (lambda d: d[1]["hand"][3].append("H1") or d[1]["hand"][2].append("H1"), "flower 1 appears twice"),
        (lambda d: d[0].update(quan=4), "unknown seat 4"),
        (lambda d: d[0].update(action="DEAL"), "an entry has an unexpected form (KeyError: 'hand')"),
        (lambda d: d[-1].update(fan=3), "an entry has an unexpected form (TypeError"),
        (lambda d: d[-1].update(score=[1, 2, 3]), "total 25 with score (1, 2, 3)"),
        (lambda d: d[-1].update(fanCnt=10**12), "total 1000000000000 with score"),
    ],
)
def test_a_broken_match_is_counted_and_the_next_is_read(change: Callable[[Any], Any], what: str) -> None:
    wins, summary = imported("\n".join([json.dumps(MATCHES[1]), changed(change), json.dumps(MATCHES[1])]))
    assert [win.game_id for win in wins] == ["concealed-kong", "concealed-kong"]
    assert (summary.games, summary.broken) == (3, 1)
    assert str(summary.problems[0]).startswith(f"here.json: game 2: {what}")


def test_a_match_without_an_end() -> None:
    wins, summary = imported(json.dumps({"logs": MATCHES[0]["logs"][:8]}))
    assert wins == []
    assert str(summary.problems[0]) == "here.json: game 1: it is cut off after 8 entries (line 1)"


def one_a_line(matches: list[Any]) -> str:
    return "\n".join(json.dumps(match) for match in matches)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        (json.dumps(MATCHES), []),
        (json.dumps(MATCHES, indent=1), []),
        (one_a_line(MATCHES), []),
        (one_a_line([match["logs"] for match in MATCHES]), []),
        (json.dumps(MATCHES[0])[:900] + "\n" + one_a_line(MATCHES), [1]),
        (one_a_line(MATCHES) + "\n" + json.dumps(MATCHES[0])[:900], [10]),
        (one_a_line(MATCHES) + '\n{"no": "match"}\n17\n', [10, 11]),
    ],
    ids=["list", "indented", "lines", "bare lines", "first line cut", "last line cut", "other lines"],
)
def test_shapes_of_files(text: str, broken: list[int]) -> None:
    wins, summary = imported(text)
    assert [(win.hand, win.flags) for win in wins] == [(row["hand"], row["flags"]) for row in expected.GAMES]
    assert [problem.game for problem in summary.problems] == broken
    assert summary.draws == 1


def test_one_match_cut_off() -> None:
    wins, summary = imported((DATA / "botzone_flowers.json").read_text("utf-8")[:-100])
    assert wins == []
    assert summary.problems[0].what.startswith("no complete JSON")


@pytest.mark.parametrize(
    ("match", "game_id"),
    [
        (MATCHES[0], "claims"),
        (MATCHES[0] | {"_id": {"$oid": "5f"}}, "5f"),
        ({"logs": MATCHES[0]["logs"]}, "here"),
        (MATCHES[0]["logs"], "here"),
    ],
)
def test_game_id(match: Any, game_id: str) -> None:
    wins, _ = imported(json.dumps(match))
    assert wins[0].game_id == game_id


@pytest.mark.parametrize(
    "text", ["", "\n", "Match 1\nWind 0\n", "{}", "[]", "[1, 2]", "null", '{"log": 3}', "{\n", "[[]]"]
)
def test_another_format_is_refused(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"^here\.json: not a botzone log: it holds .*; expected JSON: a match with a list"
    ):
        imported(text)
