"""How many tiles a hand is from being ready, form by form.

Every form is "the tiles that are missing, less one": 0 ready, -1 complete. One hand takes 10 ns for the regular form and
20 for all five forms of mcr.
"""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.distances import NOTHING, Distances
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import i64, kernel, part, stage, u32
from fastmj.kernels.keys import state_of
from fastmj.kernels.knitted import knitted_straight
from fastmj.kernels.owned import Concealed, at_least, concealed, has_melds, melded
from fastmj.kernels.shanten_melds import beside_melds
from fastmj.kernels.shapes import (
    HONORS_KNITTED,
    IMPOSSIBLE,
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
from fastmj.kernels.tables import Tables
from fastmj.tiles import HONORS, ORPHANS, WINDS

Array = npt.NDArray[Any]
FOUR = 4
KIND = NOTHING  # mask of the class in a byte of ``Distances.kind``


@part
def four_suits(sets: int, m: int, p: int, s: int, z: int, distances: Distances) -> int:
    """Tiles missing for so many sets and a pair, less one, from the classes of the four suits."""
    left = distances.characters_dots[u32(m), u32(p)]
    right = distances.bamboo_honors[u32(s), u32(z)]
    return i64(distances.all_four[u32(sets), u32(left), u32(right)])


@part
def kind_of(code: int, word: int, suit: int, distances: Distances) -> int:
    """The class of one suit."""
    return i64(distances.kind[state_of(word, code, suit)]) & KIND


@part
def regular(hand: Concealed, distances: Distances) -> int:
    """Four sets and a pair, of a hand without melds."""
    return four_suits(
        FOUR,
        kind_of(hand.code_m, hand.word_m, 0, distances),
        kind_of(hand.code_p, hand.word_p, 1, distances),
        kind_of(hand.code_s, hand.word_s, 2, distances),
        kind_of(hand.code_z, hand.word_z, 3, distances),
        distances,
    )


@part
def seven_pairs(twice: int, four: int) -> int:
    """Seven pairs; four of a kind are two of them."""
    return 6 - popcount(twice) - popcount(four)


@part
def thirteen_orphans(once: int, twice: int) -> int:
    """One of each terminal and honor, and one more of them."""
    return 13 - popcount(once & ORPHANS) - i64(twice & ORPHANS != 0)


@part
def knitted_held(once: int, tables: Tables) -> int:
    """How many different tiles of one of the six knitted patterns are held, of that with the most."""
    most = i64(0)
    for pattern in range(6):
        most = max(most, popcount(once & tables.knitted[pattern]))
    return most


@part
def single_tiles(once: int, most: int, forms: int) -> int:
    """Fourteen different tiles of honors and one knitted pattern, or all honors and seven of the pattern."""
    honors = popcount(once & HONORS)
    found = IMPOSSIBLE if forms & HONORS_KNITTED == 0 else TILES - 1 - honors - most
    stars = IMPOSSIBLE if forms & ISOLATED_STARS == 0 else TILES - 1 - honors - min(most, STAR_TILES)
    return min(found, stars)


@part
def wriggling_snake(once: int, twice: int) -> int:
    """One suit 1, 1, 2 ... 9 and one of each wind."""
    m = popcount(once & SUIT) + (twice & 1)
    p = popcount(once >> 9 & SUIT) + (twice >> 9 & 1)
    s = popcount(once >> 18 & SUIT) + (twice >> 18 & 1)
    return TILES - 1 - popcount(once & WINDS) - max(m, max(p, s))


@part
def straight(hand: Concealed, distances: Distances) -> int:
    """The nine tiles of a knitted pattern, a set and a pair."""
    return knitted_straight(
        state_of(hand.word_m, hand.code_m, 0),
        state_of(hand.word_p, hand.code_p, 1),
        state_of(hand.word_s, hand.code_s, 2),
        kind_of(hand.code_z, hand.word_z, 3, distances),
        distances.knitted,
    )


@part
def without_melds(hand: Concealed, given: Analysis) -> int:
    """The nearest form of a hand without melds."""
    forms, tables, distances = given.forms, given.tables, given.distances
    least = i64(IMPOSSIBLE)
    if forms & REGULAR:
        least = regular(hand, distances)
    if forms == REGULAR:
        return least
    once, twice, four = at_least(1, hand), at_least(2, hand), at_least(4, hand)
    if forms & SEVEN_PAIRS:
        least = min(least, seven_pairs(twice, four))
    if forms & THIRTEEN_ORPHANS:
        least = min(least, thirteen_orphans(once, twice))
    if forms & WRIGGLING_SNAKE:
        least = min(least, wriggling_snake(once, twice))
    if forms & (SINGLES | KNITTED_STRAIGHT):
        most = knitted_held(once, tables)
        least = min(least, single_tiles(once, most, forms))
        if (forms & KNITTED_STRAIGHT != 0) & (KNITTED_TILES - 1 - most < least):
            least = min(least, straight(hand, distances))
    return least


@part
def with_melds(melds: Array, i: int, hand: Concealed, given: Analysis) -> int:
    """The nearest form of a hand with melds, or IMPOSSIBLE for a hand that cannot be."""
    own = melded(melds, i, hand, given.tables)
    tiles = hand.tiles + 3 * own.sets
    if own.bad | (hand.tiles == 0) | (tiles < TILES - 1) | (tiles > TILES):
        return IMPOSSIBLE
    return beside_melds(hand, own, given)


@part
def shanten_of(counts: Array, melds: Array, i: int, given: Analysis) -> int:
    """Tiles missing, less one, of hand i: -1 complete, 0 ready; IMPOSSIBLE for what is no hand."""
    hand = concealed(counts, i, given.tables)
    if has_melds(melds, i):
        return with_melds(melds, i, hand, given)
    if (hand.tiles < TILES - 1) | (hand.tiles > TILES):
        return IMPOSSIBLE
    return without_melds(hand, given)


@stage
def each(counts: Array, melds: Array, given: Analysis, out: Array) -> None:
    """Every hand in turn. A stage, since counting references of the tables would take ten times as long as this."""
    for i in range(counts.shape[0]):
        out[i] = shanten_of(counts, melds, i, given)


@kernel
def shanten(counts: Array, melds: Array, given: Analysis, out: Array) -> None:
    """Shanten of n hands into int8 ``out``; ``melds`` without rows: no hand has any."""
    each(counts, melds, given, out)
