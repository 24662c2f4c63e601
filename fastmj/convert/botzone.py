"""Matches as logged by the Botzone judge for Chinese Standard Mahjong (JSON).

A match is an object with ``logs``, or that list alone: judge entries, which have ``output``, between players' answers.
The event is ``output.display`` of a judge entry. A file is one match, a list of matches, or one match a line.
"""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

from fastmj.convert import documents
from fastmj.convert.games import BrokenGame, Claim, Ending, Win
from fastmj.convert.names import repeated
from fastmj.convert.replay import TILES, Codes, Event, Replay

SUFFIXES = (".json", ".jsonl", ".matches")
EXPECTED = "JSON: a match with a list 'logs' of judge entries with 'output', that list alone, or several of them"

_FLOWERS = Codes("flower", {f"H{i + 1}": i for i in range(8)})
_SEATS = Codes("seat", {seat: seat for seat in range(4)})


def split(lines: Iterable[str], source: str) -> Iterator[tuple[int, Any]]:
    """Each match's line and the match. ``ValueError`` where the text does not begin with one."""
    return documents.split(lines, source, _KIND)


def play(match: Any, source: str) -> Win | Ending:
    """Replay one match. Raises ``BrokenGame``."""
    with documents.unexpected(match):
        return _play(match, source)


def _play(match: Any, source: str) -> Win | Ending:
    logs = match["logs"] if isinstance(match, dict) else match
    table = Replay()
    wind = left = None
    verdicts: set[str] = set()
    for entry in logs:
        if "output" not in entry:
            verdicts = {answer["verdict"] for answer in entry.values() if "verdict" in answer}
            continue
        output = entry["output"]
        display = output["display"]
        action = display["action"]
        left = display.get("tileCnt", left)
        if action == "INIT":
            wind = _SEATS[display["quan"]]
        elif action == "HUANG":
            return Ending.DRAW
        elif action == "HU":
            if wind is None:
                raise BrokenGame("it has no INIT entry with the round wind")
            claim = _claim(_game_id(match, source), source, output)
            return table.win(_SEATS[display["player"]], _wall_ends(table, left), wind, claim)
        elif output["command"] == "finish":
            return Ending.ERROR
        else:
            _event(table, action, display, output)
    if not any(table.seen) or verdicts - {"OK"}:
        return Ending.ERROR  # a player was lost before the deal, or failed to answer
    raise BrokenGame(f"it is cut off after {len(logs)} entries")


def _event(table: Replay, action: str, display: dict[str, Any], output: dict[str, Any]) -> None:
    if action == "DEAL":
        for seat, codes in enumerate(display["hand"]):
            _deal(table, seat, codes, output)
        return
    seat, code = _SEATS[display["player"]], display["tile"]
    if action == "BUHUA":
        table.flower(seat, _FLOWERS[code])
        return
    tile = TILES[code]
    if action == "DRAW":
        table.draw(seat, tile)
    elif action == "PLAY":
        table.discard(seat, tile)
    elif action == "PENG":
        table.pung(seat)
        table.discard(seat, tile)
    elif action == "CHI":
        table.chow(seat, TILES[display["tileCHI"]])
        table.discard(seat, tile)
    elif action == "BUGANG":
        table.promote(seat, tile)
    elif action == "GANG" and table.last == Event.DRAWN:
        table.concealed_kong(seat, tile)
    elif action == "GANG":
        table.kong(seat)
    else:
        raise BrokenGame(f"unknown action {action!r}")


def _deal(table: Replay, seat: int, codes: list[str], output: dict[str, Any]) -> None:
    """Put flowers of the deal aside; what replaced them is in the same list, or else in the request's text."""
    tiles = [code for code in codes if code[0] != "H"]
    for code in codes:
        if code[0] == "H":
            table.put_flower(seat, _FLOWERS[code])
    if len(tiles) != 13:
        tiles = output["content"][str(seat)].split()[5:18]  # "1", four numbers of flowers, 13 tiles, the flowers
    table.deal(seat, [TILES[code] for code in tiles])


def _wall_ends(table: Replay, left: Any) -> bool:
    """Whether no tile is left: in the wall of the seat that would draw next, or (old judges) in the one wall of all."""
    if left is None:
        return table.own_wall_ends()
    return bool((left if isinstance(left, int) else left[(table.seat + 1) % 4]) == 0)


def _claim(game_id: str, source: str, output: dict[str, Any]) -> Claim:
    display = output["display"]
    names = repeated((fan["name"], fan["cnt"]) for fan in display["fan"])
    deltas = display.get("score") or [output["content"][str(seat)] for seat in range(4)]
    return Claim(game_id, source, int(display["fanCnt"]), names, tuple(map(int, deltas)))


def _game_id(match: Any, source: str) -> str:
    """The match's own id, otherwise the file's name."""
    known = match.get("_id") if isinstance(match, dict) else None
    if isinstance(known, dict):
        known = known.get("$oid")
    return str(known or PurePath(source.removesuffix(".gz")).stem)


def _matches(document: Any) -> list[Any] | None:
    """The one match that a document is; None where it is none."""
    if isinstance(document, dict):
        return [document] if isinstance(document.get("logs"), list) else None
    first = document[0] if isinstance(document, list) and document else None
    return [document] if isinstance(first, dict) and "output" in first else None


_KIND = documents.Kind("botzone", EXPECTED, ('"output"', '"logs"'), _matches)
