"""The forms that are not four sets and a pair: what completes them, and whether a hand is one of them."""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.intrinsics import CODE_HIGH, popcount
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.owned import CODE_MASK, Concealed, number, state
from fastmj.kernels.shapes import (
    HONORS_KNITTED,
    ISOLATED_STARS,
    KNITTED_STRAIGHT,
    KNITTED_TILES,
    SINGLES,
    STAR_TILES,
    SUIT,
    THIRTEEN_ORPHANS,
    TILES,
    WRIGGLING_SNAKE,
    Analysis,
)
from fastmj.kernels.tables import Tables
from fastmj.kernels.waits import CLASS_SHIFT, SETS_AND_PAIR, merge_waits
from fastmj.tiles import HONORS, KNITTED, ORPHANS, WINDS

Array = npt.NDArray[Any]
K0, K1, K2, K3, K4, K5 = KNITTED
FEWEST_HONORS = 3  # different ones in a snake that waits for a wind; the other forms of 12 kinds and more hold more


@part
def most_held(once: int) -> int:
    """How many different tiles are held of the knitted pattern with the most."""
    a, b = max(popcount(once & K0), popcount(once & K1)), max(popcount(once & K2), popcount(once & K3))
    return max(max(a, b), max(popcount(once & K4), popcount(once & K5)))


@part
def could_be_special(sets: int, tiles: int, once: int, forms: int) -> bool:
    """Whether a hand with so many melds (and these tiles, 13 or 14, 3 less a meld) needs a look at the rarer forms."""
    knitted = (most_held(once) >= KNITTED_TILES - TILES + tiles) & (forms & KNITTED_STRAIGHT != 0)
    different = (popcount(once) >= tiles - 1) & (popcount(once & HONORS) >= FEWEST_HONORS)
    return knitted & (sets <= 1) | different & (sets == 0)


@part
def rest_word(suit: int, taken: int, code: int, given: Analysis) -> int:
    """The wait word of a suit (or 3, the honors) without one of each of these kinds."""
    rest = (code & CODE_MASK) - i64(given.distances.held_code[u32(taken >> 9 * suit & SUIT)])
    return i64(given.tables.waits[number(state(rest, i64(suit == 3), given.states))])


@part
def rest_words(taken: int, hand: Concealed, given: Analysis) -> tuple[int, int, int, int]:
    """The wait words of the suits without these kinds of a knitted pattern."""
    m, p = rest_word(0, taken, hand.codes_mp, given), rest_word(1, taken, hand.codes_mp >> 2 * CODE_HIGH, given)
    s, z = rest_word(2, taken, hand.codes_sz, given), rest_word(3, 0, hand.codes_sz >> 2 * CODE_HIGH, given)
    return m, p, s, z


@part
def set_and_pair(m: int, p: int, s: int, z: int) -> bool:
    """Whether suits with these wait words, five tiles or two, are complete together."""
    return (m >> CLASS_SHIFT) + (p >> CLASS_SHIFT) + (s >> CLASS_SHIFT) + (z >> CLASS_SHIFT) == SETS_AND_PAIR


@part
def knitted_waits(hand: Concealed, given: Analysis) -> int:
    """Waits of the knitted straight, with one meld or none: its set and pair, or the missing tile."""
    kinds = i64(0)
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        taken = hand.once & knitted
        if popcount(taken) >= KNITTED_TILES - 1:
            m, p, s, z = rest_words(taken, hand, given)
            if taken == knitted:
                kinds |= i64(merge_waits(given.tables, m, p, s, z))
            elif set_and_pair(m, p, s, z):
                kinds |= i64(knitted & ~taken)
    return kinds


@part
def is_knitted(hand: Concealed, given: Analysis) -> bool:
    """Whether the hand is a knitted straight, with one meld or none."""
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        if hand.once & knitted == knitted:
            m, p, s, z = rest_words(knitted, hand, given)
            if set_and_pair(m, p, s, z):
                return True
    return False


@part
def orphans_waits(once: int) -> int:
    """Thirteen tiles of terminals and honors, at most one kind of them absent."""
    if once & ~ORPHANS != 0:
        return i64(0)
    kinds = popcount(once)
    return ORPHANS if kinds == 13 else ORPHANS & ~once if kinds == 12 else i64(0)


@part
def singles_waits(once: int, forms: int, tables: Tables) -> int:
    """Waits of thirteen different tiles of honors and one knitted pattern."""
    kinds, honors = i64(0), popcount(once & HONORS)
    for pattern in range(6):
        knitted = tables.knitted[pattern]
        if once & ~(knitted | HONORS) == 0:
            if forms & HONORS_KNITTED:
                kinds |= (knitted | HONORS) & ~once
            if forms & ISOLATED_STARS:  # 7 honors and 6 of the pattern, or 6 and 7
                kinds |= (knitted if honors == 7 else HONORS) & ~once if honors >= TILES - 1 - STAR_TILES else 0
    return kinds


@part
def snake_waits(once: int, twice: int) -> int:
    """What one suit 1, 1, 2 ... 9 and one of each wind lacks, where it is one tile."""
    kinds = i64(0)
    for suit in range(3):
        first = i64(1) << 9 * suit
        body = SUIT << 9 * suit | WINDS
        lacking = popcount(body & ~once) + i64(twice & first == 0)
        if lacking == 1:
            kinds |= body & ~once if body & ~once != 0 else first
    return kinds


@part
def special_waits(sets: int, hand: Concealed, given: Analysis) -> int:
    """Waits of the forms of many kinds, of 13 tiles, 3 less a meld; fifth copies are not left out."""
    forms, kinds = given.forms, i64(0)
    if (forms & KNITTED_STRAIGHT != 0) & (sets <= 1):
        kinds |= knitted_waits(hand, given)
    if sets == 0:
        if forms & THIRTEEN_ORPHANS:
            kinds |= orphans_waits(hand.once)
        if forms & WRIGGLING_SNAKE:
            kinds |= snake_waits(hand.once, hand.twice)
        if (forms & SINGLES != 0) & (hand.twice == 0):
            kinds |= singles_waits(hand.once, forms, given.tables)
    return kinds


@part
def is_snake(once: int, twice: int) -> bool:
    """Whether 14 tiles are 1, 1, 2 ... 9 of one suit and one of each wind."""
    found = False
    for suit in range(3):
        found |= (once == SUIT << 9 * suit | WINDS) & (twice == 1 << 9 * suit)
    return found


@part
def is_singles(once: int, forms: int, tables: Tables) -> bool:
    """Whether 14 different tiles are honors and one knitted pattern."""
    for pattern in range(6):
        if once & ~(tables.knitted[pattern] | HONORS) == 0:
            if (forms & HONORS_KNITTED != 0) | (popcount(once & HONORS) == 7):
                return True
    return False


@part
def is_special(sets: int, hand: Concealed, given: Analysis) -> bool:
    """Whether 14 tiles, 3 less a meld, are one of the forms of many kinds."""
    forms, kinds = given.forms, popcount(hand.once)
    if sets == 0:
        if (forms & THIRTEEN_ORPHANS != 0) & (hand.once == ORPHANS):
            return True
        if (forms & WRIGGLING_SNAKE != 0) & (kinds == 13) and is_snake(hand.once, hand.twice):
            return True
        if (forms & SINGLES != 0) & (kinds == TILES) and is_singles(hand.once, forms, given.tables):
            return True
    return (forms & KNITTED_STRAIGHT != 0) & (sets <= 1) and is_knitted(hand, given)
