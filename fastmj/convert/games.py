"""What an importer makes of a game: a win, another ending, or a broken game, and the count of them."""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


class BrokenGame(Exception):
    """A game that cannot have happened as written, or is cut off. It is counted and the next game is read."""

    line = 0  # where the fault is, counted from the first line of the game; 0 where an importer does not know


class Ending(Enum):
    """How a game without a winner ended."""

    DRAW = "draw"
    ERROR = "error"  # a player broke the rules, was too slow or left


class Win(NamedTuple):
    """One win: the hand, where it comes from, and what the log claims. The fields are the output columns in order."""

    hand: bytes  # 34 counts, winning tile included
    melds: bytes  # 4 meld bytes
    win_tile: int
    win_by: int
    flags: int
    seat: int
    round: int
    flowers: int
    discarder: int | None  # absolute seat; None on a self-draw
    game_id: str
    win_index: int  # which win of its game, from 0
    source: str
    claimed_total: int
    claimed_elements: tuple[str | None, ...]  # repeated by count; None where the log lost the name
    claimed_deltas: tuple[int, ...] | None  # points of E S W N; None where the log does not state them


class Claim(NamedTuple):
    """What a log says about a win besides the play."""

    game_id: str
    source: str
    total: int
    elements: tuple[str | None, ...]
    deltas: tuple[int, ...] | None


class Problem(NamedTuple):
    """A broken game: file, number in the file (from 1), what is wrong, and in which line (0: unknown)."""

    source: str
    game: int
    what: str
    line: int = 0

    def __str__(self) -> str:
        where = f" (line {self.line})" if self.line else ""
        return f"{self.source}: game {self.game}: {self.what}{where}"


@dataclass
class Summary:
    """How many games were read and how they ended; ``games`` is the sum of the other counts."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    errors: int = 0
    broken: int = 0
    problems: list[Problem] = field(default_factory=list)

    def add_broken(self, source: str, game: int, what: str, line: int = 0) -> None:
        """Count a game that could not be read."""
        self.games += 1
        self.broken += 1
        self.problems.append(Problem(source, game, what, line))

    def add(self, outcome: Win | Ending) -> None:
        """Count a game that was read."""
        self.games += 1
        if isinstance(outcome, Win):
            self.wins += 1
        elif outcome is Ending.DRAW:
            self.draws += 1
        else:
            self.errors += 1
