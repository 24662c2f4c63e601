"""Games in the text format of the Peking University course and competition data.

A game is ``Match <id>``, ``Wind <0-3>``, four ``Player n Deal`` lines with 13 tiles, one line an event
(``Player n Draw|Play|Chi|Peng|Gang|AnGang|BuGang|Hu <tile>``), then ``Huang``, or ``Fan <total> <name>*<count>+...``
and ``Score <four numbers>``. Seats and winds 0-3 are East, South, West, North. There are no flowers, each seat draws
from its own quarter of the wall.
"""

from collections.abc import Iterable, Iterator

from fastmj.convert.games import BrokenGame, Claim, Ending, Win
from fastmj.convert.names import repeated
from fastmj.convert.replay import TILES, Codes, Event, Replay

SUFFIXES = (".txt",)
EXPECTED = "lines of text, the first of them 'Match <id>'"

_SEATS = Codes("seat", {str(seat): seat for seat in range(4)})


def split(lines: Iterable[str], source: str) -> Iterator[tuple[int, list[str]]]:
    """Each game's first line, by number, and its lines. ``ValueError`` where the text does not begin with a game."""
    begin, first = 0, True
    game: list[str] = []
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not game:
            if not line:
                continue
            if first:
                _check_start(line, source)
            begin, first = number, False
        elif line.startswith("Match"):  # the game before was cut off
            yield begin, game
            begin, game = number, []
        game.append(line)
        if line.startswith("Score"):
            yield begin, game
            game = []
    if game:
        yield begin, game
    elif first:
        _check_start("", source)


def play(game: list[str], source: str) -> Win | Ending:
    """Replay one game. Raises ``BrokenGame``."""
    found = _Game(source)
    line, number = "", 0
    try:
        for i, text in enumerate(game):
            if text:
                line, number = text, i
                outcome = found.read(line)
                if outcome is not None:
                    return outcome
        raise BrokenGame(f"it is cut off after {line!r}")
    except BrokenGame as fault:
        fault.line = number
        raise
    except (IndexError, ValueError):  # a word is missing or no number
        unreadable = BrokenGame(f"unreadable line {line!r}")
        unreadable.line = number
        raise unreadable from None


class _Game:
    """A game, line by line."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.table = Replay()
        self.game_id = ""
        self.wind: int | None = None
        self.winner: int | None = None
        self.total: int | None = None
        self.elements: tuple[str | None, ...] = ()

    def read(self, line: str) -> Win | Ending | None:
        """Read the next line; how the game ended, or None where it goes on."""
        words = line.split(" Ignore ", 1)[0].split()  # what follows are claims that others overruled
        kind = words[0]
        if kind == "Player":
            if self.winner is not None:
                raise BrokenGame(f"the game goes on after the win: {line!r}")
            if words[2] == "Hu":
                self.winner = _winner(self.table, words)
            else:
                _event(self.table, words)
        elif kind == "Match":
            self.game_id = words[1]
        elif kind == "Wind":
            self.wind = _SEATS[words[1]]
        elif kind == "Fan":
            self.total = int(words[1])
            self.elements = _elements(line.split(maxsplit=2)[2])
        elif kind == "Huang":
            return Ending.DRAW
        elif kind == "Score":
            return self._win(tuple(map(int, words[1:])))
        else:
            raise BrokenGame(f"unknown line {line!r}")
        return None

    def _win(self, deltas: tuple[int, ...]) -> Win:
        if self.winner is None or self.wind is None or self.total is None or not self.game_id:
            raise BrokenGame("a Match, Wind, Hu or Fan line is missing")
        claim = Claim(self.game_id, self.source, self.total, self.elements, deltas)
        return self.table.win(self.winner, self.table.own_wall_ends(), self.wind, claim)


def _check_start(line: str, source: str) -> None:
    if line.split()[:1] != ["Match"] or len(line.split()) != 2:
        raise ValueError(f"{source}: not a pku log: it begins with {line[:40]!r}; expected {EXPECTED}")


def _event(table: Replay, words: list[str]) -> None:
    seat, what = _SEATS[words[1]], words[2]
    if what == "Deal":
        table.deal(seat, [TILES[code] for code in words[3:]])
        return
    tile = TILES[words[3]]
    if what == "Draw":
        table.draw(seat, tile)
    elif what == "Play":
        table.discard(seat, tile)
    elif what == "Chi":
        table.chow(seat, tile)
    elif what == "AnGang":
        table.concealed_kong(seat, tile)
    elif what == "BuGang":
        table.promote(seat, tile)
    elif what in ("Peng", "Gang"):
        if tile != table.tile:
            raise BrokenGame(f"seat {seat} claims {words[3]}, which is not the last discard")
        if what == "Peng":
            table.pung(seat)
        else:
            table.kong(seat)
    else:
        raise BrokenGame(f"unknown event {what!r}")


def _winner(table: Replay, words: list[str]) -> int:
    """Who wins. The tile is checked on a discard only: old copies print the last discard on a self-draw too."""
    seat = _SEATS[words[1]]
    if table.last == Event.DISCARDED and TILES[words[3]] != table.tile:
        raise BrokenGame(f"seat {seat} wins on {words[3]}, which is not the last discard")
    return seat


def _elements(text: str) -> tuple[str | None, ...]:
    """``name*count+name*count`` -> names repeated by count."""
    parts = (part.rpartition("*") for part in text.split("+"))
    return repeated((name, int(count)) for name, _, count in parts)
