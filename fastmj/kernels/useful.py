"""Which tiles bring a hand one step nearer to sets and a pair: tables, and the merge of the four suits.

A tile of a suit helps where it lowers a distance of the suit that lies on a cheapest way to share the sets and the pair over
the suits. So two things are asked of each suit: for which of its ten goals the others complete the sum ("tight"), and, from
a table by state, which ranks lower the distance to a goal. The rows of ten distances stand in one integer of six-bit fields:
one addition and one subtraction compare all ten sums with the least.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.cache import stored
from fastmj.kernels.distances import (
    CLASSES,
    FAR,
    GOALS,
    SETS,
    Distances,
    classes,
    distance_grid,
    honor_goals,
    indexed,
    merged,
    pack,
    suit_goals,
    unpack,
)
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.owned import Suits, number

Array = npt.NDArray[Any]
FIELD = 6
EACH = sum(1 << FIELD * goal for goal in range(len(GOALS)))  # a one in every field
TOP, FIELD_MASK = FIELD - 1, (1 << FIELD) - 1
HALF = FIELD * len(GOALS) // 2
HALF_MASK = (1 << HALF) - 1
LOW_BITS = 16
LOW_LINE = (1 << LOW_BITS) - 1
NEVER = 17  # of goals with too many sets: more than any sum that is least, and no field overflows


class Useful(NamedTuple):
    """Tables of the tiles that help."""

    closer: (
        Array  # (483475,) uint32: lines of the next two tables, the second << 16. Two numbers a state would take 7.7 MB
    )
    low: Array  # int64: ranks 1 to 6 that lower a state's distance to each goal, in fields
    high: Array  # int64: ranks 7 to 9
    suit_row: Array  # (128,) int64: the ten distances of a class, in fields
    honors_row: Array  # (128,) int64
    suit_right: Array  # (128, 256) uint8: class of one suit, and bamboo and honors together
    left_honors: Array  # (256, 128) uint8: class of characters and dots, and honors
    left_suit: Array  # (256, 128) uint8
    others: (
        Array  # (3, 5, 256) int64: by the three tables above and the sets wanted, what each goal leaves to three suits
    )


def fields(rows: Array) -> Array:
    """Rows of ten distances as integers of ten fields."""
    packed: Array = (rows.astype(np.int64) << FIELD * np.arange(len(GOALS))).sum(axis=1)
    return packed


def left_to_others(rows: Array) -> Array:
    """For every number of sets and class of three suits: in the field of a goal of the fourth the distance to the rest."""
    out = np.zeros((SETS + 1, 256), np.int64)
    for sets in range(SETS + 1):
        rest = np.full((len(rows), len(GOALS)), NEVER, np.uint8)
        for goal, (own, pair) in enumerate(GOALS):
            if own <= sets:
                rest[:, goal] = rows[:, GOALS.index((sets - own, 1 - pair))]
        out[sets, : len(rows)] = fields(rest)
    return out


def three_suits(left: Array, right: Array) -> tuple[Array, Array]:
    """The table of the classes of three suits, and what they leave."""
    words, number = np.unique(pack(merged(left, right)), return_inverse=True)
    assert len(words) <= 256
    return number.reshape(len(left), len(right)).astype(np.uint8), left_to_others(unpack(words))


def closer_ranks(grid: Array, length: int) -> Array:
    """For every state, by code, the ranks that lower its distance to each goal, in fields: (5 ** length, 2) int64."""
    shape = (len(GOALS), *(5,) * length)
    cube, out = grid.reshape(shape), np.zeros((2, *shape[1:]), np.int64)
    for rank in range(length):
        before, after = [slice(None)] * length, [slice(None)] * length
        before[length - 1 - rank], after[length - 1 - rank] = slice(0, 4), slice(1, 5)
        lines = out[rank // FIELD][tuple(before)]
        for goal in range(len(GOALS)):
            lower = cube[goal][tuple(after)] < cube[goal][tuple(before)]
            lines |= lower.astype(np.int64) << (FIELD * goal + rank % FIELD)
    return out.reshape(2, -1).T


def build() -> Useful:
    """All tables, in about a second."""
    suit, honors = distance_grid(suit_goals(), 9), distance_grid(honor_goals(), 7)
    suit_rows, _ = classes(indexed(suit.T))
    honor_rows, _ = classes(honors.T)
    padding = np.full((256, len(GOALS)), FAR, np.uint8)
    left, right = padding.copy(), padding.copy()
    for pairs, rows in ((left, suit_rows), (right, honor_rows)):
        found = unpack(np.unique(pack(merged(suit_rows, rows))))
        pairs[: len(found)] = found
    tables = [three_suits(suit_rows, right), three_suits(left, honor_rows), three_suits(left, suit_rows)]
    assert len(suit_rows) == len(honor_rows) == CLASSES
    ranks = np.concatenate([indexed(closer_ranks(suit, 9)), closer_ranks(honors, 7)])
    low, low_line = np.unique(ranks[:, 0], return_inverse=True)
    high, high_line = np.unique(ranks[:, 1], return_inverse=True)
    assert len(low) <= LOW_LINE
    return Useful(
        closer=(low_line | high_line << LOW_BITS).astype(np.uint32),
        low=low,
        high=high,
        suit_row=fields(suit_rows),
        honors_row=fields(honor_rows),
        suit_right=tables[0][0],
        left_honors=tables[1][0],
        left_suit=tables[2][0],
        others=np.stack([others for _, others in tables]),
    )


@cache
def useful_tables() -> Useful:
    """The tables, from the cache folder where they are there."""
    return Useful(*stored("useful.pickle", lambda: tuple(build())))


@part
def helping(state: int, own: int, others: int, missing: int, useful: Useful) -> int:
    """The ranks of a suit that lower the sum of its distances ``own`` and those left to the others, now ``missing``.

    Fields of goals that are tight become all ones, choose among the ranks, and are folded onto one another, without a
    branch: going through the tight goals one by one took half as long again.
    """
    above = own + others - missing * EACH
    tight = ~(above + ((1 << TOP) - 1) * EACH) & EACH << TOP
    chosen = tight | tight - (tight >> TOP)
    lines = i64(useful.closer[u32(state)])
    low, high = useful.low[u32(lines & LOW_LINE)] & chosen, useful.high[u32(lines >> LOW_BITS)] & chosen
    folded = (low | low >> HALF) & HALF_MASK | ((high | high >> HALF) & HALF_MASK) << HALF
    folded |= folded >> 4 * FIELD | folded >> 3 * FIELD | folded >> 2 * FIELD | folded >> FIELD
    return i64(folded & FIELD_MASK | (folded >> HALF & FIELD_MASK) << FIELD)


@part
def useful_for_sets(sets: int, missing: int, suits: Suits, distances: Distances, useful: Useful) -> int:
    """The kinds that lower the number of tiles ``missing`` for so many sets and a pair."""
    m, p, s, z = number(suits.m), number(suits.p), number(suits.s), number(suits.z)
    kind_m, kind_p = u32(distances.kind[m] & CLASSES - 1), u32(distances.kind[p] & CLASSES - 1)
    kind_s, kind_z = u32(distances.kind[s] & CLASSES - 1), u32(distances.kind[z])
    left, right = u32(distances.characters_dots[kind_m, kind_p]), u32(distances.bamboo_honors[kind_s, kind_z])
    others, rows, wanted = useful.others, useful.suit_row, u32(sets)
    beside_m = others[u32(0), wanted, u32(useful.suit_right[kind_p, right])]
    beside_p = others[u32(0), wanted, u32(useful.suit_right[kind_m, right])]
    beside_s = others[u32(1), wanted, u32(useful.left_honors[left, kind_z])]
    beside_z = others[u32(2), wanted, u32(useful.left_suit[left, kind_s])]
    return (
        helping(m, rows[kind_m], beside_m, missing, useful)
        | helping(p, rows[kind_p], beside_p, missing, useful) << 9
        | helping(s, rows[kind_s], beside_s, missing, useful) << 18
        | helping(z, useful.honors_row[kind_z], beside_z, missing, useful) << 27
    )
