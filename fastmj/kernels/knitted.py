"""How far a hand without melds is from a knitted straight: all six patterns at once.

A suit can take any of 147, 258, 369. What a suit then costs for no or one set and no or one pair beside it takes one of
only 50 rows of four numbers, so three six-bit numbers a state hold all that is to be known, and three small tables merge the
suits as ``Distances`` does: the six patterns are fifteen loads without a branch.

A set and a pair never hold more than three of a kind, so the tiles of the pattern never collide with the limit of four.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.jit import i64, part, u32

Array = npt.NDArray[Any]
FAR = 15
BITS = 6
LINES = 1 << BITS
GOALS = ((0, 0), (0, 1), (1, 0), (1, 1))


class KnittedDistances(NamedTuple):
    """Tables of the knitted straight."""

    kinds: Array  # (405350,) uint32: of each state the classes with 147, 258, 369, six bits each
    honors: Array  # (128,) uint8: class of the honors, by their class in ``Distances``
    two_suits: Array  # (64, 64) uint8
    suit_honors: Array  # (64, 64) uint8
    all_four: Array  # (256, 256) int8: tiles missing, less one


def merged(left: Array, right: Array) -> Array:
    """Rows of four distances, all of one with all of the other."""
    a, b = left[:, None, :], right[None, :, :]
    out = np.full((len(left), len(right), len(GOALS)), FAR, np.uint8)
    for i, (sets, pairs) in enumerate(GOALS):
        for j, (more_sets, more_pairs) in enumerate(GOALS):
            if sets + more_sets <= 1 and pairs + more_pairs <= 1:
                goal = GOALS.index((sets + more_sets, pairs + more_pairs))
                np.minimum(out[:, :, goal], a[:, :, i] + b[:, :, j], out=out[:, :, goal])
    return np.minimum(out, FAR).reshape(-1, len(GOALS))


def classes(rows: Array, most: int) -> tuple[Array, Array]:
    """The different rows, and the number of each row's."""
    words = (rows.astype(np.int64) << 4 * np.arange(len(GOALS))).sum(axis=1)
    different, number = np.unique(words, return_inverse=True)
    assert len(different) <= most
    return (different[:, None] >> 4 * np.arange(len(GOALS)) & FAR).astype(np.uint8), number


def lines(number: Array, rows: int, columns: int) -> Array:
    """Class numbers of all pairs as a square table."""
    out = np.zeros((LINES, LINES), np.uint8)
    out[:rows, :columns] = number.reshape(rows, columns)
    return out


def build(states: Array, honor_rows: Array) -> KnittedDistances:
    """The classes of ``states`` (3, 405350, 4): what each state costs with each third of the pattern; of honors, (128, 10)."""
    suit, number = classes(states.reshape(-1, len(GOALS)), LINES)
    number = number.reshape(3, -1).astype(np.uint32)
    honors, honor_number = classes(honor_rows[:, : len(GOALS)], LINES)
    two, two_number = classes(merged(suit, suit), 256)
    one, one_number = classes(merged(suit, honors), 256)
    both = merged(two, one).reshape(len(two), len(one), len(GOALS))[:, :, -1]
    all_four = np.full((256, 256), FAR, np.int8)
    all_four[: len(two), : len(one)] = both.astype(np.int8) - 1
    return KnittedDistances(
        kinds=number[0] | number[1] << BITS | number[2] << 2 * BITS,
        honors=honor_number.astype(np.uint8),
        two_suits=lines(two_number, len(suit), len(suit)),
        suit_honors=lines(one_number, len(suit), len(honors)),
        all_four=all_four,
    )


@part
def one_third(kinds: int, third: int) -> int:
    """A state's class with the given third of the pattern."""
    return u32(kinds >> BITS * third & LINES - 1)


@part
def nearer_of_two(m: int, p: int, first: int, second: int, rest: int, knitted: KnittedDistances) -> int:
    """Two of the suits with two thirds, either way round, beside the class of the others."""
    two = knitted.two_suits
    one_way = i64(knitted.all_four[u32(two[one_third(m, first), one_third(p, second)]), u32(rest)])
    other_way = i64(knitted.all_four[u32(two[one_third(m, second), one_third(p, first)]), u32(rest)])
    return min(one_way, other_way)


@part
def knitted_straight(m: int, p: int, s: int, honors: int, knitted: KnittedDistances) -> int:
    """The nearest of the six patterns, from the entries of the suits and the class of the honors."""
    z = u32(knitted.honors[u32(honors)])
    rest = knitted.suit_honors
    return min(
        nearer_of_two(m, p, 1, 2, i64(rest[one_third(s, 0), z]), knitted),
        min(
            nearer_of_two(m, p, 0, 2, i64(rest[one_third(s, 1), z]), knitted),
            nearer_of_two(m, p, 0, 1, i64(rest[one_third(s, 2), z]), knitted),
        ),
    )
