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


def split(lines: Iterable[str], source: str) -> Iterator[list[str]]:
    """The lines of each game. Raises ``ValueError`` where the text does not begin with a game."""
    rest = (line for raw in lines if (line := raw.strip()))
    first = next(rest, "")
    if first.split()[:1] != ["Match"] or len(first.split()) != 2:
        raise ValueError(f"{source}: not a pku log: it begins with {first[:40]!r}; expected {EXPECTED}")
    game = [first]
    for line in rest:
        if game and line.startswith("Match"):  # the game before was cut off
            yield game
            game = []
        game.append(line)
        if line.startswith("Score"):
            yield game
            game = []
    if game:
        yield game


def play(game: list[str], source: str) -> Win | Ending:
    """Replay one game. Raises ``BrokenGame``."""
    table = Replay()
    wind = winner = total = None
    elements: tuple[str | None, ...] = ()
    game_id = ""
    line = ""
    try:
        for line in game:
            words = line.split(" Ignore ", 1)[0].split()  # what follows are claims that others overruled
            kind = words[0]
            if kind == "Player":
                if winner is not None:
                    raise BrokenGame(f"the game goes on after the win: {line!r}")
                if words[2] == "Hu":
                    winner = _winner(table, words)
                else:
                    _event(table, words)
            elif kind == "Match":
                game_id = words[1]
            elif kind == "Wind":
                wind = _SEATS[words[1]]
            elif kind == "Fan":
                total = int(words[1])
                elements = _elements(line.split(maxsplit=2)[2])
            elif kind == "Huang":
                return Ending.DRAW
            elif kind == "Score":
                if winner is None or wind is None or total is None or not game_id:
                    raise BrokenGame("a Match, Wind, Hu or Fan line is missing")
                claim = Claim(game_id, source, total, elements, tuple(map(int, words[1:])))
                return table.win(winner, table.own_wall_ends(), wind, claim)
            else:
                raise BrokenGame(f"unknown line {line!r}")
    except (IndexError, ValueError):  # a word is missing or no number
        raise BrokenGame(f"unreadable line {line!r}") from None
    raise BrokenGame(f"it is cut off after {line!r}")


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
