"""How many tiles a hand is from being ready, form by form.

Every form is "the tiles that are missing, less one": 0 ready, -1 complete. One hand takes 9 ns for the regular form and 18
to 24 for the five forms of mcr (50 with melds that matter), where a hand takes 55 to be scored.
"""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.distances import NOTHING, Distances
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import i64, kernel, part, stage, u32
from fastmj.kernels.keys import state_of
from fastmj.kernels.knitted import KnittedDistances, knitted_straight, most_held
from fastmj.kernels.owned import SUIT_BITS, Concealed, at_least, concealed, has_melds, melded
from fastmj.kernels.shanten_melds import beside_melds
from fastmj.kernels.shapes import (
    FIVE_FORMS,
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
from fastmj.kernels.tables import INDEX_BITS
from fastmj.tiles import TERMINAL_RANKS, WINDS

Array = npt.NDArray[Any]
FOUR = 4
PAIRS = SUIT << INDEX_BITS + SUIT_BITS | SUIT << INDEX_BITS + 3 * SUIT_BITS  # of a word: held twice, and four times
ENDS, SEVEN = TERMINAL_RANKS << INDEX_BITS, 0x7F << INDEX_BITS  # terminals, honors held
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
def seven_pairs(hand: Concealed) -> int:
    """Seven pairs; four of a kind are two of them."""
    m, p = popcount(hand.word_m & PAIRS), popcount(hand.word_p & PAIRS)
    s, z = popcount(hand.word_s & PAIRS), popcount(hand.word_z & PAIRS)
    return 6 - m - p - s - z


@part
def thirteen_orphans(hand: Concealed) -> int:
    """One of each terminal and honor, and one more of them."""
    m, p, s, z = hand.word_m & ENDS, hand.word_p & ENDS, hand.word_s & ENDS, hand.word_z & SEVEN
    paired = (hand.word_m | hand.word_p | hand.word_s) & ENDS << SUIT_BITS | hand.word_z & SEVEN << SUIT_BITS
    return 13 - popcount(m | p << 1 | s << 2 | z << 11) - i64(paired != 0)


@part
def single_tiles(honors: int, most: int, forms: int) -> int:
    """Fourteen different tiles of honors and one knitted pattern, or all honors and seven of the pattern."""
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
def entry_of(code: int, word: int, suit: int, knitted: KnittedDistances) -> int:
    """What ``knitted`` knows of one suit."""
    return i64(knitted.kinds[state_of(word, code, suit)])


@part
def straight(hand: Concealed, distances: Distances) -> int:
    """The nine tiles of a knitted pattern, a set and a pair."""
    return knitted_straight(
        entry_of(hand.code_m, hand.word_m, 0, distances.knitted),
        entry_of(hand.code_p, hand.word_p, 1, distances.knitted),
        entry_of(hand.code_s, hand.word_s, 2, distances.knitted),
        kind_of(hand.code_z, hand.word_z, 3, distances),
        distances.knitted,
    )


@part
def knitted_forms(least: int, hand: Concealed, given: Analysis) -> int:
    """The forms that are made of a knitted pattern, where one is nearer than ``least``."""
    forms, knitted = given.forms, given.distances.knitted
    m, p = entry_of(hand.code_m, hand.word_m, 0, knitted), entry_of(hand.code_p, hand.word_p, 1, knitted)
    s = entry_of(hand.code_s, hand.word_s, 2, knitted)
    most = most_held(m, p, s, knitted)
    least = min(least, single_tiles(popcount(hand.word_z & SEVEN), most, forms))
    if (forms & KNITTED_STRAIGHT != 0) & (KNITTED_TILES - 1 - most < least):
        honors = kind_of(hand.code_z, hand.word_z, 3, given.distances)
        least = min(least, knitted_straight(m, p, s, honors, knitted))
    return least


@part
def without_melds(hand: Concealed, given: Analysis) -> int:
    """The nearest form of a hand without melds."""
    forms, least = given.forms, i64(IMPOSSIBLE)
    if forms & REGULAR:
        least = regular(hand, given.distances)
    if forms == REGULAR:
        return least
    if forms & SEVEN_PAIRS:
        least = min(least, seven_pairs(hand))
    if forms & THIRTEEN_ORPHANS:
        least = min(least, thirteen_orphans(hand))
    if forms & WRIGGLING_SNAKE:
        least = min(least, wriggling_snake(at_least(1, hand), at_least(2, hand)))
    if forms & (SINGLES | KNITTED_STRAIGHT):
        least = knitted_forms(least, hand, given)
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
def alone(hand: Concealed, given: Analysis) -> int:
    """Shanten of a hand without melds; IMPOSSIBLE for a wrong number of tiles."""
    if (hand.tiles < TILES - 1) | (hand.tiles > TILES):
        return IMPOSSIBLE
    return without_melds(hand, given)


@part
def shanten_of(counts: Array, melds: Array, i: int, given: Analysis) -> int:
    """Tiles missing, less one, of hand i: -1 complete, 0 ready; IMPOSSIBLE for what is no hand."""
    hand = concealed(counts, i, given.tables)
    if has_melds(melds, i):
        return with_melds(melds, i, hand, given)
    return alone(hand, given)


@stage
def each(counts: Array, melds: Array, given: Analysis, out: Array) -> None:
    """Every hand in turn. A stage, since counting references of the tables would take ten times as long as this."""
    for i in range(counts.shape[0]):
        out[i] = shanten_of(counts, melds, i, given)


@stage
def each_alone(counts: Array, given: Analysis, out: Array) -> None:
    """The same where no hand has melds and the forms are FIVE_FORMS: 23 instead of 29 ns, with little left to test."""
    for i in range(counts.shape[0]):
        hand = concealed(counts, i, given.tables)
        out[i] = alone(hand, Analysis(FIVE_FORMS, given.tables, given.distances))


@kernel
def shanten(counts: Array, melds: Array, given: Analysis, out: Array) -> None:
    """Shanten of n hands into int8 ``out``; ``melds`` without rows: no hand has any."""
    if (given.forms == FIVE_FORMS) & (melds.shape[0] == 0):
        each_alone(counts, given, out)
    else:
        each(counts, melds, given, out)
