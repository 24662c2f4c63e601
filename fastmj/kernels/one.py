"""Scoring one hand from a compiled loop of the user's own.

The same stages as for a million hands, run with n = 1 on memory that is made once: a call allocates nothing and touches no
Python object.

    import numpy as np
    from numba import njit
    from fastmj.kernels import make_scorer, score_one

    scorer = make_scorer("mcr")

    @njit
    def wins(scorer, hands, melds, tiles):
        found = 0
        for i in range(len(hands)):
            status, total = score_one(scorer, hands[i], melds[i], tiles[i])
            found += total >= 8
        return found
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.compiling import compiled_loops
from fastmj.hands import SHAPES, Hands, read_only
from fastmj.kernels.jit import helper, kernel, stage
from fastmj.kernels.pointers import call_score_blocks
from fastmj.kernels.results import Out, one_result
from fastmj.kernels.rule_tables import fixed_parts, one_hand
from fastmj.kernels.saved import Saved, loader
from fastmj.kernels.score import scratch_for, where_blocks
from fastmj.rules import get
from fastmj.rules.ruleset import RuleSet
from fastmj.status import OK
from fastmj.tiles import KINDS, NO_SEAT

Array = npt.NDArray[Any]
UNFIT = 254  # no count, meld, tile, seat or way to win


class Inside(NamedTuple):
    """What a scorer keeps in memory."""

    hands: Hands
    out: Out


class Scorer(NamedTuple):
    """A rule set's scorer for ``score_one``; one for each thread. Made by ``make_scorer``."""

    given: Hands  # the hand that was given last
    out: Out  # its results: total, raw, status, limit, words, counts as in ScoreArrays, one row each
    blocks: Any  # addresses: of the stages, of what they know of the rule set, of their working memory, of an Inside
    fixed: Any
    scratch: Any
    inside: Any


_KEPT: list[Any] = []
"""What scorers hold by address only: they are few, and live as long as the process."""


load = loader(lambda: Inside(one_hand(), one_result(get("mcr"))))


def make_scorer(rules: "str | RuleSet" = "mcr", **options: Any) -> Scorer:
    """The scorer of a rule set for ``score_one``; ValueError as ``fastmj.rules.get``.

    It is a named tuple of arrays: pass it to your compiled function as an argument. Every call writes to its memory, so
    each thread needs a scorer of its own; scorers are kept until the process ends.
    """
    chosen = get(rules, **options)
    given = Hands(*(np.zeros((1, *shape), kind) for shape, kind in SHAPES.values()))
    given.status[0] = OK
    columns: tuple[Any, ...] = given
    inside = Inside(Hands(*(read_only(column) for column in columns)), one_result(chosen))
    fixed = Saved(fixed_parts(chosen, compiled_loops(chosen)))
    scratch = Saved(scratch_for(1, chosen.words, chosen.counters))
    _KEPT.append((fixed, scratch, saved := Saved(inside)))
    return Scorer(given, inside.out, where_blocks(), fixed.where, scratch.where, saved.where)


@stage
def run_saved(blocks: Any, fixed: Any, scratch: Any, inside: Any) -> None:
    """Score the hand in a scorer's ``given``; a stage, so that no references of the loaded arrays are counted."""
    saved = load(inside)
    call_score_blocks(blocks, fixed, scratch, 1, saved.hands, saved.out)


@helper
def as_byte(number: int) -> int:
    """A number that fits a byte, or one that means nothing."""
    return number if (number >= 0) & (number < 256) else UNFIT


@kernel
def score_one(
    scorer: Scorer,
    counts: Array,
    melds: Array,
    win_tile: int,
    win_by: int = 0,
    flags: int = 0,
    seat: int = 0,
    round: int = 0,
    flowers: int = 0,
    discarder: int = NO_SEAT,
    feeder: int = NO_SEAT,
) -> tuple[int, float]:
    """(status, total) of one hand: ``counts`` (34,) with the winning tile, ``melds`` (up to 4,), codes as in arrays.

    The status indexes ``fastmj.STATUS``; the total is NaN where the hand is refused or no win. Everything else of this
    hand is in ``scorer.out``. Callable from functions compiled with numba, and from Python.
    """
    given = scorer.given
    for slot in range(KINDS):
        given.counts[0, slot] = as_byte(counts[slot])
    for j in range(4):
        given.melds[0, j] = as_byte(melds[j]) if j < melds.shape[0] else 0
    given.win_tile[0], given.win_by[0] = as_byte(win_tile), as_byte(win_by)
    given.flags[0] = flags if (flags >= 0) & (flags < 0xFFFF) else 0xFFFF
    given.seat[0], given.round[0], given.flowers[0] = as_byte(seat), as_byte(round), flowers & 255
    if (flowers < 0) | (flowers > 255):  # every byte is some flowers: the row is refused for a seat that there is not
        given.seat[0] = UNFIT
    given.discarder[0], given.feeder[0] = as_byte(discarder), as_byte(feeder)
    run_saved(scorer.blocks, scorer.fixed, scorer.scratch, scorer.inside)
    return int(scorer.out.status[0]), float(scorer.out.total[0])


@kernel
def win_points_one(
    scorer: Scorer,
    tiles: int,
    counts: Array,
    melds: Array,
    points: Array,
    win_by: int = 0,
    flags: int = 0,
    seat: int = 0,
    round: int = 0,
    flowers: int = 0,
    discarder: int = NO_SEAT,
    feeder: int = NO_SEAT,
) -> int:
    """``fastmj.win_points`` of one hand before the win, into ``points`` (34,); returns on how many tiles it may be declared.

    ``tiles`` is a mask of the kinds that are tried: ``waits_one(counts, melds, given)``, or -1 for all, for rule sets of your
    own with forms that no analysis knows. Points on the others are NaN.
    """
    held, declared = scorer.given.counts, 0
    for kind in range(KINDS):
        points[kind] = np.nan
        if (tiles >> kind & 1 != 0) & (counts[kind] < 4):
            for slot in range(KINDS):
                held[0, slot] = as_byte(counts[slot]) + (slot == kind)
            status, total = score_one(
                scorer, held[0], melds, kind, win_by, flags, seat, round, flowers, discarder, feeder
            )
            if status == OK:
                points[kind] = total
                declared += 1
    return declared
