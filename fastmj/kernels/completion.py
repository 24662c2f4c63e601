"""The kinds that complete a hand, form by form, and whether a hand is complete.

Blocks of hands go through short loops: the wait words of their suits, what these come to, what melds and seven pairs say;
hands that could be one of the rarer forms are listed on the way, without a branch, and then looked at one by one. Waits take
7.5 ns a hand in the regular form and 14 in all of mcr's, with melds 10 and 15; all in one loop they took 12 and 18.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.intrinsics import wide_vectors
from fastmj.kernels.jit import i64, kernel, part, stage, u32
from fastmj.kernels.owned import BLOCK, NO_HAND, Beside, beside, concealed, store_block, tiles_of
from fastmj.kernels.rows import at_least, odd
from fastmj.kernels.saved import reader
from fastmj.kernels.shapes import REGULAR, SEVEN_PAIRS, TILES, Analysis, Given, Room, analysis_at
from fastmj.kernels.special_forms import could_be_special, is_special, special_waits
from fastmj.kernels.wait_words import (
    classes_of,
    find_words,
    kinds_of,
    packed_words,
    sum_of_classes,
)
from fastmj.kernels.waits import SETS_AND_PAIR

Array = npt.NDArray[Any]


class Work(NamedTuple):
    """Columns of a block, one entry a hand."""

    codes: Array  # int32, four a hand: the codes of the suits
    words: Array  # uint16, four a hand: their wait words
    packed: Array  # int64: the same four as one integer
    kinds: Array  # int64: what completes each suit
    classes: Array  # int64: which of them count, as an index of ``Distances.active``; or the sum of the classes
    tiles: Array  # int64: how many are concealed
    sets: Array  # uint8: how many melds, or NO_HAND
    once: Array  # int64: the kinds held
    odd: Array  # int64: those held an odd number of times
    could_be: Array  # bool: whether a hand could be of a rarer form
    rare: Array  # int32: the hands that could


def empty_work() -> Work:
    """Room for a block."""
    packed = np.empty(BLOCK, np.int64)
    return Work(
        codes=np.empty(4 * BLOCK, np.int32),
        words=packed.view(np.uint16),
        packed=packed,
        kinds=np.empty(BLOCK, np.int64),
        classes=np.empty(BLOCK, np.int64),
        tiles=np.empty(BLOCK, np.int64),
        sets=np.empty(BLOCK, np.uint8),
        once=np.empty(BLOCK, np.int64),
        odd=np.empty(BLOCK, np.int64),
        could_be=np.empty(BLOCK, np.bool_),
        rare=np.empty(BLOCK, np.int32),
    )


@part
def fitting_waits(kinds: int, classes: int, tiles: int, own: Beside, formal: bool, given: Analysis) -> tuple[int, int]:
    """(waits of the regular form, how many melds or NO_HAND) from what the wait words of the suits come to."""
    fits = tiles + 3 * own.sets == TILES - 1
    found = kinds & i64(given.distances.active[u32(classes)]) & -i64(fits) & -(given.forms & REGULAR)
    return found & ~(own.full & -i64(not formal)), own.sets if fits else NO_HAND


@part
def pairs_waits(sets: int, single: int, forms: int) -> int:
    """Waits of seven pairs, of 13 tiles with so many melds: the kind held an odd number of times, where it is one."""
    return single & -i64((sets == 0) & (single & (single - 1) == 0) & (forms & SEVEN_PAIRS != 0))


@part
def rare_waits(sets: int, counts: Array, melds: Array, i: int, formal: bool, given: Analysis) -> int:
    """Waits of the rarer forms."""
    hand = concealed(counts, i, given.states)
    kinds = special_waits(sets, hand, given)
    return kinds if formal else kinds & ~(beside(counts, melds, i, given.states).full | hand.four)


@part
def waits_of(counts: Array, melds: Array, i: int, formal: bool, given: Analysis) -> int:
    """The kinds that complete hand i, as a mask; 0 for what is no hand of 13 tiles (3 less a meld)."""
    own, suits = beside(counts, melds, i, given.states), concealed(counts, i, given.states).suits
    packed = packed_words(suits, given.tables.waits if formal else given.distances.waits)
    kinds, sets = fitting_waits(kinds_of(packed), classes_of(packed), tiles_of(suits), own, formal, given)
    if given.forms != REGULAR:
        kinds |= pairs_waits(sets, odd(counts, i), given.forms)
        if could_be_special(sets, TILES - 1, at_least(counts, i, 1), given.forms):
            kinds |= rare_waits(sets, counts, melds, i, formal, given)
    return kinds


@stage
def each_packed(n: int, work: Work) -> None:
    """What the wait words of n hands come to: vector code."""
    wide_vectors()
    for k in range(n):
        packed = work.packed[k]
        work.kinds[k], work.classes[k] = kinds_of(packed), classes_of(packed)


@stage
def each_regular(
    counts: Array, melds: Array, first: int, n: int, formal: bool, given: Analysis, work: Work, out: Array
) -> None:
    """Regular waits of n hands, and how many melds they have."""
    for k in range(n):
        own = beside(counts, melds, first + k, given.states)
        found = fitting_waits(work.kinds[k], work.classes[k], work.tiles[k], own, formal, given)
        out[u32(first + k)], work.sets[k] = found


@stage
def each_held(counts: Array, first: int, n: int, work: Work) -> None:
    """Which kinds n hands hold."""
    for k in range(n):
        work.once[k], work.odd[k] = at_least(counts, first + k, 1), odd(counts, first + k)


@stage
def each_pairs(first: int, n: int, forms: int, work: Work, out: Array) -> None:
    """Add the waits of seven pairs, and see which hands could wait for a rarer form: vector code."""
    wide_vectors()
    for k in range(n):
        out[first + k] = i64(out[first + k]) | pairs_waits(i64(work.sets[k]), work.odd[k], forms)
    for k in range(n):
        work.could_be[k] = could_be_special(i64(work.sets[k]), TILES - 1, work.once[k], forms)


@stage
def list_rare(n: int, work: Work) -> int:
    """List the hands that could be of a rarer form, without a branch; returns how many they are."""
    found = 0
    for k in range(n):
        work.rare[found] = k
        found += i64(work.could_be[k])
    return found


@stage
def each_rare(
    counts: Array, melds: Array, first: int, found: int, formal: bool, given: Analysis, work: Work, out: Array
) -> None:
    """Add the waits of the rarer forms of the hands listed."""
    for j in range(found):
        k = i64(work.rare[j])
        more = rare_waits(i64(work.sets[k]), counts, melds, first + k, formal, given)
        out[u32(first + k)] = i64(out[u32(first + k)]) | more


room = Room(empty_work)
work_at: Any = reader(empty_work)


@stage
def wait_blocks(given_at: Any, room_at: Any, counts: Array, melds: Array, formal: bool, out: Array) -> None:
    """Waits of n hands, block by block; the first two are addresses of an ``Analysis`` and a ``Work``."""
    given, work = analysis_at(given_at), work_at(room_at)
    words = given.tables.waits if formal else given.distances.waits
    for first in range(0, counts.shape[0], BLOCK):
        n = min(BLOCK, counts.shape[0] - first)
        store_block(counts, first, n, work.codes)
        find_words(n, work.codes, given.states, words, work.words, work.tiles)
        each_packed(n, work)
        each_regular(counts, melds, first, n, formal, given, work, out)
        if given.forms != REGULAR:
            each_held(counts, first, n, work)
            each_pairs(first, n, given.forms, work, out)
            found = list_rare(n, work)
            each_rare(counts, melds, first, found, formal, given, work, out)


@kernel
def all_waits(given_at: Any, room_at: Any, counts: Array, melds: Array, formal: bool, out: Array) -> None:
    """The same for Python."""
    wait_blocks(given_at, room_at, counts, melds, formal, out)


def waits(counts: Array, melds: Array, formal: bool, given: Given, out: Array) -> None:
    """Waits of n hands as masks into uint64 ``out``; ``melds`` without rows: no hand has any."""
    all_waits(given.where, room.where, counts, melds, formal, out)


@part
def fitting_win(classes: int, tiles: int, sets: int, given: Analysis) -> tuple[bool, int]:
    """(whether a hand is complete in the regular form, how many melds or NO_HAND) from the sum of its suits' classes."""
    fits = tiles + 3 * sets == TILES
    return fits & (classes == SETS_AND_PAIR) & (given.forms & REGULAR != 0), sets if fits else NO_HAND


@part
def is_pairs(sets: int, single: int, forms: int) -> bool:
    """Whether 14 tiles with so many melds are seven pairs."""
    return (sets == 0) & (single == 0) & (forms & SEVEN_PAIRS != 0)


@part
def is_win_of(counts: Array, melds: Array, i: int, given: Analysis) -> bool:
    """Whether hand i is complete; False for what is no hand of 14 tiles (3 less a meld)."""
    hand = concealed(counts, i, given.states)
    packed = packed_words(hand.suits, given.distances.waits)
    own = beside(counts, melds, i, given.states)
    complete, sets = fitting_win(sum_of_classes(packed), tiles_of(hand.suits), own.sets, given)
    if given.forms != REGULAR:
        complete |= is_pairs(sets, odd(counts, i), given.forms)
        if could_be_special(sets, TILES, hand.once, given.forms):
            complete |= is_special(sets, hand, given)
    return complete


@stage
def each_sum(n: int, work: Work) -> None:
    """What the wait words of n hands add up to: vector code."""
    wide_vectors()
    for k in range(n):
        work.classes[k] = sum_of_classes(work.packed[k])


@stage
def each_regular_win(counts: Array, melds: Array, first: int, n: int, given: Analysis, work: Work, out: Array) -> None:
    """Regular wins of n hands, and how many melds they have."""
    for k in range(n):
        own = beside(counts, melds, first + k, given.states)
        out[u32(first + k)], work.sets[k] = fitting_win(work.classes[k], work.tiles[k], own.sets, given)


@stage
def each_other_win(counts: Array, first: int, n: int, given: Analysis, work: Work, out: Array) -> None:
    """Add seven pairs, list the hands that could be of a rarer form, and look at these."""
    wide_vectors()
    for k in range(n):
        out[first + k] |= is_pairs(i64(work.sets[k]), work.odd[k], given.forms)
        work.could_be[k] = could_be_special(i64(work.sets[k]), TILES, work.once[k], given.forms)
    for j in range(list_rare(n, work)):
        k = i64(work.rare[j])
        hand = concealed(counts, first + k, given.states)
        out[u32(first + k)] |= is_special(i64(work.sets[k]), hand, given)


@stage
def win_blocks(given_at: Any, room_at: Any, counts: Array, melds: Array, out: Array) -> None:
    """Whether each of n hands is complete, block by block."""
    given, work = analysis_at(given_at), work_at(room_at)
    words = given.distances.waits
    for first in range(0, counts.shape[0], BLOCK):
        n = min(BLOCK, counts.shape[0] - first)
        store_block(counts, first, n, work.codes)
        find_words(n, work.codes, given.states, words, work.words, work.tiles)
        each_sum(n, work)
        each_regular_win(counts, melds, first, n, given, work, out)
        if given.forms != REGULAR:
            each_held(counts, first, n, work)
            each_other_win(counts, first, n, given, work, out)


@kernel
def all_wins(given_at: Any, room_at: Any, counts: Array, melds: Array, out: Array) -> None:
    """The same for Python."""
    win_blocks(given_at, room_at, counts, melds, out)


def is_win(counts: Array, melds: Array, given: Given, out: Array) -> None:
    """Whether each of n hands is complete, into bool ``out``; ``melds`` without rows: no hand has any."""
    all_wins(given.where, room.where, counts, melds, out)


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
