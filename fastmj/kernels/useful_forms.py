"""Which tiles bring a hand of 13 tiles without melds nearer: those of every form that is nearest.

A draw never helps by more than one step, so forms that are further away cannot overtake.
"""

from fastmj.kernels.distances import NOTHING
from fastmj.kernels.intrinsics import CODE_HIGH, popcount
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.owned import Concealed, Suits, suits_of
from fastmj.kernels.shanten_forms import seven_pairs, straight, thirteen_orphans
from fastmj.kernels.shanten_forms import wriggling_snake as snake_shanten
from fastmj.kernels.shanten_melds import four_suits, kind_of
from fastmj.kernels.shapes import (
    HONORS_KNITTED,
    ISOLATED_STARS,
    KNITTED_STRAIGHT,
    KNITTED_TILES,
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
def without_pattern(hand: Concealed, taken: int, given: Analysis) -> Suits:
    """The suits without one of each of these suited kinds."""
    code = given.distances.held_code
    m, p = i64(code[u32(taken & SUIT)]), i64(code[u32(taken >> 9 & SUIT)])
    s = i64(code[u32(taken >> 18 & SUIT)])
    return suits_of(hand.codes_mp - (m | p << 2 * CODE_HIGH), hand.codes_sz - s, given.states)


@part
def four_states(sets: int, suits: Suits, given: Analysis) -> int:
    """Tiles missing for so many sets and a pair, less one, from the states of the suits."""
    distances = given.distances
    m, p = kind_of(suits.m, distances) & NOTHING, kind_of(suits.p, distances) & NOTHING
    s, z = kind_of(suits.s, distances) & NOTHING, kind_of(suits.z, distances)
    left, right = distances.characters_dots[u32(m), u32(p)], distances.bamboo_honors[u32(s), u32(z)]
    return four_suits(sets, i64(left), i64(right), distances)


@part
def for_knitted(least: int, rest: int, hand: Concealed, given: Analysis, useful: Useful) -> int:
    """What the nearest patterns lack, and what brings the set and the pair beside them nearer.

    ``rest``: what a set and a pair lack, less one, with the tiles of the pattern among theirs: no pattern leaves less.
    """
    kinds = i64(0)
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        absent = KNITTED_TILES - popcount(hand.once & knitted)
        if absent + rest <= least:
            left = without_pattern(hand, hand.once & knitted, given)
            beside = four_states(1, left, given)
            if absent + beside == least:
                kinds |= knitted & ~hand.once | useful_for_sets(1, beside + 1, left, given.distances, useful)
    return kinds


@part
def other_forms_near(least: int, most: int, rest: int, once: int, twice: int, four: int, forms: int) -> bool:
    """Whether a form other than the regular one can be as near as ``least``; ``most``: held of a knitted pattern."""
    pairs = (forms & SEVEN_PAIRS != 0) & (seven_pairs(twice, four) == least)
    orphans = (forms & THIRTEEN_ORPHANS != 0) & (thirteen_orphans(once, twice) == least)
    singles = (forms & SINGLES != 0) & (TILES - 1 - popcount(once & HONORS) - most <= least)
    straight = (forms & KNITTED_STRAIGHT != 0) & (KNITTED_TILES - most + rest <= least)
    return pairs | orphans | singles | straight | (forms & WRIGGLING_SNAKE != 0)


@part
def for_other_forms(least: int, most: int, rest: int, hand: Concealed, given: Analysis, useful: Useful) -> int:
    """The kinds that lower the shanten ``least`` of 13 tiles in forms other than the regular one."""
    forms, kinds, once, twice = given.forms, i64(0), hand.once, hand.twice
    if (forms & SEVEN_PAIRS != 0) & (seven_pairs(twice, hand.four) == least):
        kinds |= once & ~twice | hand.thrice & ~hand.four
    if (forms & THIRTEEN_ORPHANS != 0) & (thirteen_orphans(once, twice) == least):
        kinds |= for_orphans(once, twice)
    if (forms & WRIGGLING_SNAKE != 0) and snake_shanten(once, twice) == least:
        kinds |= for_snake(least, once, twice)
    if (forms & SINGLES != 0) & (TILES - 1 - popcount(once & HONORS) - most <= least):
        kinds |= for_singles(least, once, given)
    if (forms & KNITTED_STRAIGHT != 0) & (KNITTED_TILES - most + rest <= least) and straight(
        hand.suits, given
    ) == least:
        kinds |= for_knitted(least, rest, hand, given, useful)
    return kinds
