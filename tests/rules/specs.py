"""The rules' own lists of elements, written down as text, beside what a rule set holds."""

from typing import Any, NamedTuple

import numpy as np

import fastmj
from fastmj.arrays_in import hands_of
from fastmj.engine import ScoreArrays
from fastmj.kernels.fuse import source
from fastmj.rules.options import describe
from fastmj.status import OK


class Fact(NamedTuple):
    """What the rules say of an element."""

    number: str
    name: str
    chinese: str
    points: float


def facts(text: str) -> list[Fact]:
    """One element a line: `number | name | Chinese name | points`."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return [Fact(number, name, chinese, float(points)) for number, name, chinese, points in rows]


def held(rules: str, **options: Any) -> list[Fact]:
    """The same of a rule set."""
    rows = fastmj.rules.get(rules, **options).rows
    return [Fact(row.number, row.title, row.chinese, row.points) for row in rows]


def options_of(rules: str) -> dict[str, tuple[Any, str]]:
    """Every option with its default and what it accepts; all of them say what they mean."""
    told = describe(fastmj.rules.get(rules).options)
    assert all(option.meaning for option in told)
    return {option.name: (option.value, option.accepts) for option in told}


def same_loop(rules: str, **options: Any) -> bool:
    """Whether an option changes nothing that has to be compiled anew."""
    return source(fastmj.rules.get(rules, **options)) == source(fastmj.rules.get(rules))


def chart(rules: str, totals: list[float], *, win_by: int, discarder: int = 255, **options: Any) -> list[list[int]]:
    """What [E, S, W, N] get for hands of these totals, won by West."""
    chosen = fastmj.rules.get(rules, **options)
    n = len(totals)
    counts = np.zeros((n, 34), np.uint8)
    hands = hands_of(counts, win_by=win_by, win_tile=0, seat=2, discarder=discarder)
    points = np.array(totals, np.float32)
    words, times = np.zeros((n, chosen.words), np.uint64), np.zeros((n, chosen.counters), np.uint8)
    scores = ScoreArrays(points, points, np.full(n, OK, np.uint8), np.zeros(n, np.bool_), words, times)
    deltas, valid = chosen.payments(hands, scores)
    assert valid.all()
    found: list[list[int]] = deltas.tolist()
    return found
