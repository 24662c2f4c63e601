"""Which tiles bring a hand of 13 tiles without melds nearer: those of every form that is nearest.

A draw never helps by more than one step, so forms that are further away cannot overtake.
"""

from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.keys import word_of
from fastmj.kernels.owned import Concealed, at_least, odd_kinds
from fastmj.kernels.shanten import FOUR, four_suits, kind_of, regular, seven_pairs, straight, thirteen_orphans
from fastmj.kernels.shanten import wriggling_snake as snake_shanten
from fastmj.kernels.shapes import (
    HONORS_KNITTED,
    ISOLATED_STARS,
    KNITTED_STRAIGHT,
    KNITTED_TILES,
    REGULAR,
    SEVEN_PAIRS,
    SINGLES,
    STAR_TILES,
    SUIT,
    THIRTEEN_ORPHANS,
    TILES,
    WRIGGLING_SNAKE,
    Analysis,
)
from fastmj.kernels.useful import Useful, useful_for_sets
from fastmj.tiles import HONORS, ORPHANS, WINDS


@part
def for_orphans(once: int, twice: int) -> int:
    """Those that are absent, and all of them while none is paired."""
    return ORPHANS & ~once if twice & ORPHANS != 0 else ORPHANS


@part
def for_snake(least: int, once: int, twice: int) -> int:
    """What the nearest suits lack, and the winds."""
    kinds = i64(0)
    for suit in range(3):
        body, first = SUIT << 9 * suit | WINDS, i64(1) << 9 * suit
        lacking = popcount(body & ~once) + i64(twice & first == 0)
        if lacking - 1 == least:
            kinds |= body & ~once | first & ~twice
    return kinds


@part
def for_singles(least: int, once: int, given: Analysis) -> int:
    """What the nearest patterns of different tiles lack."""
    kinds, honors = i64(0), popcount(once & HONORS)
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        held = popcount(once & knitted)
        if (given.forms & HONORS_KNITTED != 0) & (TILES - 1 - honors - held == least):
            kinds |= (knitted | HONORS) & ~once
        if (given.forms & ISOLATED_STARS != 0) & (TILES - 1 - honors - min(held, STAR_TILES) == least):
            kinds |= (HONORS if held >= STAR_TILES else knitted | HONORS) & ~once
    return kinds


@part
def without_pattern(hand: Concealed, taken: int, given: Analysis) -> Concealed:
    """The hand without one of each of these suited kinds."""
    code, tables = given.distances.held_code, given.tables
    m = hand.code_m - i64(code[u32(taken & SUIT)])
    p = hand.code_p - i64(code[u32(taken >> 9 & SUIT)])
    s = hand.code_s - i64(code[u32(taken >> 18 & SUIT)])
    left = hand.tiles - popcount(taken)
    return Concealed(
        left, m, p, s, hand.code_z, word_of(tables, m), word_of(tables, p), word_of(tables, s), hand.word_z
    )


@part
def for_knitted(least: int, hand: Concealed, given: Analysis, useful: Useful) -> int:
    """What the nearest patterns lack, and what brings the set and the pair beside them nearer."""
    kinds, once, distances = i64(0), at_least(1, hand), given.distances
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        absent = KNITTED_TILES - popcount(once & knitted)
        if absent - 1 <= least:
            rest = without_pattern(hand, once & knitted, given)
            beside = four_suits(
                1,
                kind_of(rest.code_m, rest.word_m, 0, distances),
                kind_of(rest.code_p, rest.word_p, 1, distances),
                kind_of(rest.code_s, rest.word_s, 2, distances),
                kind_of(rest.code_z, rest.word_z, 3, distances),
                distances,
            )
            if absent + beside == least:
                kinds |= knitted & ~once | useful_for_sets(1, beside + 1, rest, distances, useful)
    return kinds


@part
def useful_kinds(least: int, hand: Concealed, given: Analysis, useful: Useful) -> int:
    """The kinds that lower the shanten ``least`` of 13 tiles."""
    forms, kinds = given.forms, i64(0)
    once, twice, four = at_least(1, hand), at_least(2, hand), at_least(4, hand)
    if (forms & REGULAR != 0) and regular(hand, given.distances) == least:
        kinds |= useful_for_sets(FOUR, least + 1, hand, given.distances, useful)
    if (forms & SEVEN_PAIRS != 0) and seven_pairs(hand) == least:
        kinds |= odd_kinds(hand)
    if (forms & THIRTEEN_ORPHANS != 0) and thirteen_orphans(hand) == least:
        kinds |= for_orphans(once, twice)
    if (forms & WRIGGLING_SNAKE != 0) and snake_shanten(once, twice) == least:
        kinds |= for_snake(least, once, twice)
    if forms & SINGLES:
        kinds |= for_singles(least, once, given)
    if (forms & KNITTED_STRAIGHT != 0) and straight(hand, given.distances) == least:
        kinds |= for_knitted(least, hand, given, useful)
    return kinds & ~four
