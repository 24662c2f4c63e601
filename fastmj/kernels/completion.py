"""The kinds that complete a hand, form by form, and whether a hand is complete."""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.distances import Distances
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import i64, kernel, part, stage, u32
from fastmj.kernels.keys import state_of, word_of
from fastmj.kernels.owned import Concealed, any_at_least, at_least, concealed, has_melds, melded, odd_kinds
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
from fastmj.kernels.tables import Tables
from fastmj.kernels.waits import CLASS_SHIFT, merge_waits
from fastmj.tiles import HONORS, ORPHANS, WINDS

Array = npt.NDArray[Any]
SETS_AND_PAIR = 3
"""Sum of the wait classes of four suits that are complete together: three of sets (0), one of sets and a pair (3). Other
classes that sum to 3 have another number of tiles."""


@part
def word_at(code: int, word: int, suit: int, waits: Array) -> int:
    """The wait word of one suit."""
    return i64(waits[state_of(word, code, suit)])


@part
def regular_waits(hand: Concealed, waits: Array, tables: Tables) -> int:
    """The kinds that complete sets and a pair, by the wait words that count a fifth copy or do not."""
    m, p = word_at(hand.code_m, hand.word_m, 0, waits), word_at(hand.code_p, hand.word_p, 1, waits)
    s, z = word_at(hand.code_s, hand.word_s, 2, waits), word_at(hand.code_z, hand.word_z, 3, waits)
    return i64(merge_waits(tables, m, p, s, z))


@part
def regular_complete(hand: Concealed, waits: Array) -> bool:
    """Whether 14 tiles (3 less a meld) are sets and a pair."""
    m, p = word_at(hand.code_m, hand.word_m, 0, waits), word_at(hand.code_p, hand.word_p, 1, waits)
    s, z = word_at(hand.code_s, hand.word_s, 2, waits), word_at(hand.code_z, hand.word_z, 3, waits)
    return (m >> CLASS_SHIFT) + (p >> CLASS_SHIFT) + (s >> CLASS_SHIFT) + (z >> CLASS_SHIFT) == SETS_AND_PAIR


@part
def rest_word(suit: int, taken: int, code: int, given: Analysis) -> int:
    """The wait word of a suit without one of each of these kinds."""
    rest = code - i64(given.distances.held_code[u32(taken >> 9 * suit & SUIT)])
    return word_at(rest, word_of(given.tables, rest), suit, given.tables.waits)


@part
def rest_waits(knitted: int, hand: Concealed, given: Analysis) -> int:
    """What completes a hand that holds eight or nine of a pattern's tiles: its set and pair, or the missing tile."""
    once = at_least(1, hand)
    taken = once & knitted
    m, p = rest_word(0, taken, hand.code_m, given), rest_word(1, taken, hand.code_p, given)
    s, z = rest_word(2, taken, hand.code_s, given), rest_word(3, 0, hand.code_z, given)
    if taken == knitted:
        return i64(merge_waits(given.tables, m, p, s, z))
    classes = (m >> CLASS_SHIFT) + (p >> CLASS_SHIFT) + (s >> CLASS_SHIFT) + (z >> CLASS_SHIFT)
    return i64(knitted & ~taken) if classes == SETS_AND_PAIR else i64(0)


@part
def most_of_thirds(once: int, distances: Distances) -> int:
    """No knitted pattern has more of its tiles held than this: the best of 147, 258, 369 in each suit."""
    third = distances.third
    return i64(third[u32(once & SUIT)]) + i64(third[u32(once >> 9 & SUIT)]) + i64(third[u32(once >> 18 & SUIT)])


@part
def knitted_waits(hand: Concealed, given: Analysis) -> int:
    """Waits of the knitted straight, with one meld or none."""
    kinds, once = i64(0), at_least(1, hand)
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        if popcount(once & knitted) >= KNITTED_TILES - 1:
            kinds |= rest_waits(knitted, hand, given)
    return kinds


@part
def knitted_complete(hand: Concealed, given: Analysis) -> bool:
    """Whether the hand is a knitted straight, with one meld or none."""
    once = at_least(1, hand)
    if most_of_thirds(once, given.distances) < KNITTED_TILES:
        return False
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        if once & knitted == knitted:
            m, p = rest_word(0, knitted, hand.code_m, given), rest_word(1, knitted, hand.code_p, given)
            s, z = rest_word(2, knitted, hand.code_s, given), rest_word(3, 0, hand.code_z, given)
            classes = (m >> CLASS_SHIFT) + (p >> CLASS_SHIFT) + (s >> CLASS_SHIFT) + (z >> CLASS_SHIFT)
            if classes == SETS_AND_PAIR:
                return True
    return False


@part
def pairs_waits(odd: int) -> int:
    """Thirteen tiles with one odd kind wait on it for seven pairs."""
    return odd if odd & (odd - 1) == 0 else i64(0)


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
def special_waits(hand: Concealed, formal: bool, given: Analysis) -> int:
    """Waits of the other forms, of thirteen tiles without melds."""
    forms, kinds = given.forms, i64(0)
    once = at_least(1, hand)
    if forms & SEVEN_PAIRS:
        kinds |= pairs_waits(odd_kinds(hand))
    if forms & THIRTEEN_ORPHANS:
        kinds |= orphans_waits(once)
    if forms & WRIGGLING_SNAKE:
        kinds |= snake_waits(once, at_least(2, hand))
    if (forms & SINGLES != 0) and not any_at_least(2, hand):
        kinds |= singles_waits(once, forms, given.tables)
    if (forms & KNITTED_STRAIGHT != 0) and most_of_thirds(once, given.distances) >= KNITTED_TILES - 1:
        straight = knitted_waits(hand, given)
        kinds |= straight if formal else straight & ~at_least(4, hand)
    return kinds


@part
def special_complete(hand: Concealed, given: Analysis) -> bool:
    """Whether fourteen tiles without melds are one of the other forms."""
    forms, once = given.forms, at_least(1, hand)
    kinds = popcount(once)
    if (forms & SEVEN_PAIRS != 0) and odd_kinds(hand) == 0:
        return True
    if (forms & THIRTEEN_ORPHANS != 0) & (once == ORPHANS):
        return True
    if (forms & WRIGGLING_SNAKE != 0) & (kinds == 13) & (once & WINDS == WINDS):
        for suit in range(3):
            if (once == SUIT << 9 * suit | WINDS) & (at_least(2, hand) == 1 << 9 * suit):
                return True
    if (forms & SINGLES != 0) & (kinds == TILES):
        for pattern in range(6):
            if once & ~(given.tables.knitted[pattern] | HONORS) == 0:
                if (forms & HONORS_KNITTED != 0) | (popcount(once & HONORS) == 7):
                    return True
    return (forms & KNITTED_STRAIGHT != 0) and knitted_complete(hand, given)


@part
def waits_beside(melds: Array, i: int, hand: Concealed, formal: bool, given: Analysis) -> int:
    """Waits of a hand with melds."""
    own = melded(melds, i, hand, given.tables)
    if own.bad | (hand.tiles + 3 * own.sets != TILES - 1) | (hand.tiles == 0):
        return i64(0)
    kinds = regular_waits(hand, given.tables.waits, given.tables) if given.forms & REGULAR else i64(0)
    if (given.forms & KNITTED_STRAIGHT != 0) & (own.sets == 1):
        kinds |= knitted_waits(hand, given)
    return kinds if formal else kinds & ~own.full


@part
def waits_of(counts: Array, melds: Array, i: int, formal: bool, given: Analysis) -> int:
    """The kinds that complete hand i, as a mask; 0 for what is no hand of 13 tiles (3 less a meld)."""
    hand = concealed(counts, i, given.tables)
    if has_melds(melds, i):
        return waits_beside(melds, i, hand, formal, given)
    if hand.tiles != TILES - 1:
        return i64(0)
    words = given.tables.waits if formal else given.distances.waits
    kinds = regular_waits(hand, words, given.tables) if given.forms & REGULAR else i64(0)
    if given.forms != REGULAR:
        kinds |= special_waits(hand, formal, given)
    return kinds


@part
def complete_beside(melds: Array, i: int, hand: Concealed, given: Analysis) -> bool:
    """Whether a hand with melds is complete."""
    own = melded(melds, i, hand, given.tables)
    if own.bad | (hand.tiles + 3 * own.sets != TILES) | (hand.tiles == 0):
        return False
    if (given.forms & REGULAR != 0) and regular_complete(hand, given.distances.waits):
        return True
    return (given.forms & KNITTED_STRAIGHT != 0) & (own.sets == 1) and knitted_complete(hand, given)


@part
def is_win_of(counts: Array, melds: Array, i: int, given: Analysis) -> bool:
    """Whether hand i is complete; False for what is no hand of 14 tiles (3 less a meld)."""
    hand = concealed(counts, i, given.tables)
    if has_melds(melds, i):
        return complete_beside(melds, i, hand, given)
    if hand.tiles != TILES:
        return False
    if (given.forms & REGULAR != 0) and regular_complete(hand, given.distances.waits):
        return True
    return given.forms != REGULAR and special_complete(hand, given)


@stage
def each_waits(counts: Array, melds: Array, formal: bool, given: Analysis, out: Array) -> None:
    """Every hand in turn."""
    for i in range(counts.shape[0]):
        out[i] = waits_of(counts, melds, i, formal, given)


@stage
def each_win(counts: Array, melds: Array, given: Analysis, out: Array) -> None:
    """Every hand in turn."""
    for i in range(counts.shape[0]):
        out[i] = is_win_of(counts, melds, i, given)


@kernel
def waits(counts: Array, melds: Array, formal: bool, given: Analysis, out: Array) -> None:
    """Waits of n hands as masks into uint64 ``out``; ``melds`` without rows: no hand has any."""
    each_waits(counts, melds, formal, given, out)


@kernel
def is_win(counts: Array, melds: Array, given: Analysis, out: Array) -> None:
    """Whether each of n hands is complete, into bool ``out``; ``melds`` without rows: no hand has any."""
    each_win(counts, melds, given, out)


@stage
def each_kind(masks: Array, out: Array) -> None:
    """Every bit in turn."""
    for i in range(masks.shape[0]):
        for kind in range(out.shape[1]):
            out[i, kind] = i64(masks[i]) >> kind & 1


@kernel
def unpack(masks: Array, out: Array) -> None:
    """Masks (n,) as bool rows (n, 34)."""
    each_kind(masks, out)
