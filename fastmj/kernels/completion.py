"""The kinds that complete a hand, form by form, and whether a hand is complete.

Blocks of hands go through short loops: their states, what the regular form says, what seven pairs say; those that could be
one of the rarer forms are listed on the way, without a branch, and then looked at one by one.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.kernels.jit import i64, kernel, part, stage, u32
from fastmj.kernels.owned import (
    BLOCK,
    NO_HAND,
    Beside,
    Suits,
    beside,
    concealed,
    number,
    read_block,
    suits_at,
    tiles_of,
)
from fastmj.kernels.rows import at_least, odd
from fastmj.kernels.shapes import REGULAR, SEVEN_PAIRS, TILES, Analysis
from fastmj.kernels.special_forms import could_be_special, is_special, special_waits
from fastmj.kernels.waits import CLASS_SHIFT, SETS_AND_PAIR, merge_waits

Array = npt.NDArray[Any]


@part
def regular_waits(suits: Suits, words: Array, given: Analysis) -> int:
    """The kinds that complete sets and a pair, by the wait words that count a fifth copy or do not."""
    m, p = i64(words[number(suits.m)]), i64(words[number(suits.p)])
    s, z = i64(words[number(suits.s)]), i64(words[number(suits.z)])
    return i64(merge_waits(given.tables, m, p, s, z))


@part
def is_regular(suits: Suits, words: Array) -> bool:
    """Whether tiles are sets and one pair. The classes of four suits that are complete together sum to 3: three of sets, one
    of sets and a pair. Others that do have another number of tiles."""
    m, p = i64(words[number(suits.m)]) >> CLASS_SHIFT, i64(words[number(suits.p)]) >> CLASS_SHIFT
    s, z = i64(words[number(suits.s)]) >> CLASS_SHIFT, i64(words[number(suits.z)]) >> CLASS_SHIFT
    return m + p + s + z == SETS_AND_PAIR


@part
def first_waits(suits: Suits, own: Beside, formal: bool, given: Analysis) -> tuple[int, int]:
    """(waits of the regular form, how many melds or NO_HAND)."""
    fits = tiles_of(suits) + 3 * own.sets == TILES - 1
    words = given.tables.waits if formal else given.distances.waits
    kinds = regular_waits(suits, words, given) & -i64(fits) & -(given.forms & REGULAR)
    return kinds & ~(own.full & -i64(not formal)), own.sets if fits else NO_HAND


@part
def more_waits(sets: int, counts: Array, i: int, given: Analysis) -> tuple[int, bool]:
    """(waits of seven pairs, whether hand i could wait for a rarer form) of a hand with so many melds."""
    single = odd(counts, i)
    pairs = (sets == 0) & (single & (single - 1) == 0) & (given.forms & SEVEN_PAIRS != 0)
    return single & -i64(pairs), could_be_special(sets, TILES - 1, at_least(counts, i, 1), given)


@part
def rare_waits(sets: int, counts: Array, melds: Array, i: int, formal: bool, given: Analysis) -> int:
    """Waits of the rarer forms."""
    hand = concealed(counts, i, given.states)
    kinds = special_waits(sets, hand, given)
    return kinds if formal else kinds & ~(beside(counts, melds, i, given.states).full | hand.four)


@part
def waits_of(counts: Array, melds: Array, i: int, formal: bool, given: Analysis) -> int:
    """The kinds that complete hand i, as a mask; 0 for what is no hand of 13 tiles (3 less a meld)."""
    own = beside(counts, melds, i, given.states)
    kinds, sets = first_waits(concealed(counts, i, given.states).suits, own, formal, given)
    if given.forms != REGULAR:
        pairs, rare = more_waits(sets, counts, i, given)
        kinds |= pairs
        if rare:
            kinds |= rare_waits(sets, counts, melds, i, formal, given)
    return kinds


@stage
def each_regular(
    counts: Array, melds: Array, first: int, n: int, formal: bool, given: Analysis, read: Array, sets: Array, out: Array
) -> None:
    """Regular waits of n hands, whose states are read, and how many melds they have."""
    for k in range(n):
        own = beside(counts, melds, first + k, given.states)
        out[u32(first + k)], sets[k] = first_waits(suits_at(read, k), own, formal, given)


@stage
def each_pairs(counts: Array, first: int, n: int, given: Analysis, sets: Array, rare: Array, out: Array) -> int:
    """Add the waits of seven pairs; lists the hands that could wait for a rarer form and returns how many they are."""
    found = 0
    for k in range(n):
        pairs, more = more_waits(i64(sets[k]), counts, first + k, given)
        out[u32(first + k)] |= pairs
        rare[found] = k
        found += i64(more)
    return found


@stage
def each_rare(
    counts: Array, melds: Array, first: int, found: int, formal: bool, given: Analysis, sets: Array, rare: Array, out: Array
) -> None:
    """Add the waits of the rarer forms of the hands listed."""
    for j in range(found):
        k = i64(rare[j])
        out[u32(first + k)] |= rare_waits(i64(sets[k]), counts, melds, first + k, formal, given)


@kernel
def waits(counts: Array, melds: Array, formal: bool, given: Analysis, out: Array) -> None:
    """Waits of n hands as masks into uint64 ``out``; ``melds`` without rows: no hand has any."""
    read, sets, rare = np.empty(4 * BLOCK, np.int32), np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.int32)
    for first in range(0, counts.shape[0], BLOCK):
        n = min(BLOCK, counts.shape[0] - first)
        read_block(counts, first, n, given.states, read)
        each_regular(counts, melds, first, n, formal, given, read, sets, out)
        if given.forms != REGULAR:
            found = each_pairs(counts, first, n, given, sets, rare, out)
            each_rare(counts, melds, first, found, formal, given, sets, rare, out)


@part
def first_win(suits: Suits, sets: int, given: Analysis) -> tuple[bool, int]:
    """(whether a hand with so many melds is complete in the regular form, how many melds or NO_HAND)."""
    fits = tiles_of(suits) + 3 * sets == TILES
    regular = is_regular(suits, given.distances.waits) & (given.forms & REGULAR != 0)
    return fits & regular, sets if fits else NO_HAND


@part
def more_wins(sets: int, counts: Array, i: int, given: Analysis) -> tuple[bool, bool]:
    """(whether hand i is seven pairs, whether it could be a rarer form)."""
    pairs = (sets == 0) & (odd(counts, i) == 0) & (given.forms & SEVEN_PAIRS != 0)
    return pairs, could_be_special(sets, TILES, at_least(counts, i, 1), given)


@part
def is_win_of(counts: Array, melds: Array, i: int, given: Analysis) -> bool:
    """Whether hand i is complete; False for what is no hand of 14 tiles (3 less a meld)."""
    hand = concealed(counts, i, given.states)
    complete, sets = first_win(hand.suits, beside(counts, melds, i, given.states).sets, given)
    if given.forms != REGULAR:
        pairs, rare = more_wins(sets, counts, i, given)
        complete |= pairs
        if rare:
            complete |= is_special(sets, hand, given)
    return complete


@stage
def each_regular_win(
    counts: Array, melds: Array, first: int, n: int, given: Analysis, read: Array, sets: Array, out: Array
) -> None:
    """Regular wins of n hands, whose states are read, and how many melds they have."""
    for k in range(n):
        own = beside(counts, melds, first + k, given.states)
        out[u32(first + k)], sets[k] = first_win(suits_at(read, k), own.sets, given)


@stage
def each_other_win(counts: Array, first: int, n: int, given: Analysis, sets: Array, rare: Array, out: Array) -> None:
    """Add seven pairs, list the hands that could be a rarer form, and look at these."""
    found = 0
    for k in range(n):
        pairs, more = more_wins(i64(sets[k]), counts, first + k, given)
        out[u32(first + k)] |= pairs
        rare[found] = k
        found += i64(more)
    for j in range(found):
        i = first + i64(rare[j])
        out[i] |= is_special(i64(sets[u32(rare[j])]), concealed(counts, i, given.states), given)


@kernel
def is_win(counts: Array, melds: Array, given: Analysis, out: Array) -> None:
    """Whether each of n hands is complete, into bool ``out``; ``melds`` without rows: no hand has any."""
    read, sets, rare = np.empty(4 * BLOCK, np.int32), np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.int32)
    for first in range(0, counts.shape[0], BLOCK):
        n = min(BLOCK, counts.shape[0] - first)
        read_block(counts, first, n, given.states, read)
        each_regular_win(counts, melds, first, n, given, read, sets, out)
        if given.forms != REGULAR:
            each_other_win(counts, first, n, given, sets, rare, out)


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
