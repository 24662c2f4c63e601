"""Game records of open_mahjong_unity (JSON), written from its documentation: untested on real files.

A record is an object with ``game_title`` and ``game_round``; a file is one record, a list, or one record a line. A record as
the server's database gives it may lie in ``record``, beside ``game_id``. Each ``round_index_N`` counts as a game of its own:

    current_round                 1-4 in the East round, 5-8 in the South round, ...
    seats, dealer_index           must be there; older records, which count points otherwise, have no ``seats``
    p0_tiles .. p3_tiles          hands before flowers are replaced, the dealer's with 14 tiles
    tiles_list                    the whole wall (136 or 144 tiles), or what is left of it after the deal
    action_ticks                  [code, ...], see below; players are numbered as the hands are

Ticks: ``d gd bd`` draw (after a kong, a flower), ``bh`` flower, ``c`` discard, ``cl cm cr`` chow with the claimed tile at its
high end, middle, low end, ``p`` pung, ``g ag jg`` kong claimed, concealed, promoted, ``hu_self hu_first hu_second hu_third``
win [player, total, elements, points], ``liuju`` draw, ``end``. A win that no ``end`` follows is a false one, and the hand goes
on. A flower is replaced as soon as it is drawn; a record in which one is kept or discarded counts as broken.

Tiles: 11-19 characters, 21-29 dots, 31-39 bamboo, 41-44 E S W N, 45 red, 46 white, 47 green, 51-58 flowers.
"""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

from fastmj.convert import documents
from fastmj.convert.flowers import DEALT, FLOWER, FlowerReplay
from fastmj.convert.games import BrokenGame, Claim, Ending, Win
from fastmj.convert.names import repeated
from fastmj.convert.replay import Codes
from fastmj.tiles import NAMES

SUFFIXES = (".json", ".jsonl")
EXPECTED = "JSON: a record with 'game_title' and 'game_round', or several of them"
RULES = "guobiao"
"""``rule`` in the title of games under the Chinese Official rules."""

_TILES = Codes(
    "tile",
    {10 * suit + rank: 9 * suit - 10 + rank for suit in (1, 2, 3) for rank in range(1, 10)}
    | {41: 27, 42: 28, 43: 29, 44: 30, 45: 33, 46: 31, 47: 32}
    | {51 + i: FLOWER + i for i in range(8)},
)
_MIDDLE = {"cl": -1, "cm": 0, "cr": 1}  # from the claimed tile
_CLAIMS = ("p", "g", *_MIDDLE)
_SILENT = ("reset", "ca")  # whose turn is shown, and claims that were overruled
_WHOLE_WALLS = (136, 144)


class Round(NamedTuple):
    """One hand of a record."""

    title: Any
    game_id: str  # of the record, if it has one
    number: str
    content: Any


def split(lines: Iterable[str], source: str) -> Iterator[tuple[int, Any]]:
    """Each record's line and its rounds one by one. ``ValueError`` where the text does not begin with a record."""
    return documents.split(lines, source, _KIND)


def play(game: Any, source: str) -> Win | Ending:
    """Replay one round. Raises ``BrokenGame``."""
    with documents.unexpected(game):
        return _Play(game, source).to_its_end()


class _Play:
    """A round in play. Players are numbered as in the record, seats from East."""

    def __init__(self, game: Round, source: str) -> None:
        self.game, self.source = game, source
        if game.title["rule"] != RULES:
            raise BrokenGame(f"a game under other rules ({game.title['rule']!r}); those under {RULES!r} are read")
        content = game.content
        if "seats" not in content:
            raise BrokenGame("an older record, without 'seats'")
        self.dealer: int = content["dealer_index"]
        self.wind: int = (content["current_round"] - 1) // 4
        if not (0 <= self.dealer < 4 and 0 <= self.wind < 4):
            raise BrokenGame(f"dealer {self.dealer} in round {content['current_round']}")
        self.table = FlowerReplay([[_TILES[n] for n in content[f"p{self.player(seat)}_tiles"]] for seat in range(4)])
        self.replacing = 0  # who laid down the last flower
        wall = len(content["tiles_list"])
        self.wall = wall - DEALT if wall in _WHOLE_WALLS else wall

    def player(self, seat: int) -> int:
        return (seat + self.dealer) % 4

    def seat(self, player: int) -> int:
        if not 0 <= player < 4:
            raise BrokenGame(f"unknown player {player!r}")
        return (player - self.dealer) % 4

    def to_its_end(self) -> Win | Ending:
        ticks = self.game.content["action_ticks"]
        for i, (code, *rest) in enumerate(ticks):
            if code.startswith("hu_"):
                if i + 1 == len(ticks) or ticks[i + 1][0] == "end":
                    return self.win(*rest[:4])
            elif code == "liuju":
                return Ending.DRAW
            elif code not in _SILENT:
                self.event(code, *rest)
        raise BrokenGame(f"it is cut off after {len(ticks)} ticks")

    def event(self, code: str, number: int, *rest: Any) -> None:
        """``number`` is the tile; where a player is named at all it comes next."""
        table, tile = self.table, _TILES[number]
        if code == "bh":
            self.replacing = self.seat(rest[0])
            table.put_aside(self.replacing, tile - FLOWER)
        elif code == "bd":
            table.take(self.seat(rest[0]) if rest else self.replacing, tile)
        else:
            table.begin()
            if code in ("d", "gd"):
                table.take(table.turn, tile)
            elif tile >= FLOWER:
                raise BrokenGame(f"{code!r} with a flower")
            elif code == "c":
                table.discard(table.seat, tile)
            elif code == "ag":
                table.concealed_kong(table.seat, tile)
            elif code == "jg":
                table.promote(table.seat, tile)
            elif code in _CLAIMS:
                self.claim(code, tile, *rest)
            else:
                raise BrokenGame(f"unknown tick {code!r}")

    def claim(self, code: str, tile: int, player: int, *held: int) -> None:
        """A set with the last discard; ``held`` are the tiles from the hand."""
        seat = self.seat(player)
        if tile != self.table.tile:
            raise BrokenGame(f"seat {seat} claims {NAMES[tile]}, which is not the last discard")
        if code == "p":
            self.table.pung(seat)
        elif code == "g":
            self.table.kong(seat)
        else:
            self.table.chow(seat, sorted([tile, *(_TILES[n] for n in held)])[1] if held else tile + _MIDDLE[code])

    def win(self, player: int, total: int, elements: list[str], points: list[int]) -> Win:
        self.table.begin()
        parts = (text.partition("*") for text in elements)
        names = repeated((name, int(count or 1)) for name, _, count in parts)
        deltas = tuple(int(points[self.player(seat)]) for seat in range(4))
        record = self.game.game_id or PurePath(self.source.removesuffix(".gz")).stem
        claim = Claim(f"{record}-{self.game.number}", self.source, int(total), names, deltas)
        return self.table.win(self.seat(player), self.table.taken == self.wall, self.wind, claim)


def _rounds(document: Any) -> list[Any] | None:
    if not isinstance(document, dict):
        return None
    record = document["record"] if isinstance(document.get("record"), dict) else document
    title, rounds = record.get("game_title"), record.get("game_round")
    if not isinstance(title, dict) or not isinstance(rounds, dict):
        return None
    game_id = str(document.get("game_id") or "")
    return [Round(title, game_id, name.removeprefix("round_index_"), content) for name, content in rounds.items()]


_KIND = documents.Kind("mahjong_unity", EXPECTED, ('"game_round"', '"game_title"'), _rounds)
