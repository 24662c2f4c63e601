"""Tables that do not depend on a rule set, built once and kept in the cache folder.

A suit state is nine counts of 0-4 with at most 14 tiles: 405,350 states. Its index is ``low[first four ranks] + high[last
five]``, a minimal perfect hash, and the same two words carry the masks of ranks held at least 1, 2, 3, 4 times and the number
of tiles.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.cache import stored
from fastmj.kernels.intrinsics import CODE_HIGH
from fastmj.kernels.meld_tables import meld_records, meld_tiles
from fastmj.kernels.record import (
    record,
)
from fastmj.kernels.vectors import vector_rows
from fastmj.tiles import KINDS, KNITTED

Array = npt.NDArray[Any]
MOST_TILES = 14
INDEX_BITS = 20
TILES_SHIFT = INDEX_BITS + 4 * 9
HONOR_STATES = 5**7
HONORS_FROM = 405_350  # the number of suit states


class Tables(NamedTuple):
    """Arguments of every stage (as arguments: a global over 1 MB would silently turn numba's cache off)."""

    low: Array  # (625,) int64: part of the state's index | masks << 20, 29, 38, 47 | tiles << 56
    high: Array  # (3125,) int64
    first: Array  # (483475,) uint16: the number of a state's first reading, 0 = none; from HONORS_FROM on the honors
    waits: Array  # (483475,) uint16: what completes a state | its class << 9
    whole_waits: Array  # uint16, by number of a first reading: the same, where the state is known to be whole
    lone_waits: Array  # uint16, by number of a first reading: ranks that, drawn last, were the only wait
    readings: Array  # int64 records: those of the suits from 1 on, then those of the honors
    active: Array  # (625,) int64: which suits' waits count, by the four wait classes
    tile_code: Array  # (34,) int32: what one tile adds to its suit's code
    tile_place: Array  # (34,) uint8: suit | rank from 0 << 2
    meld_sets: Array  # (256,) int64, as above: the first of both
    meld_lanes: Array  # (256,) int64: the second
    meld_tiles: Array  # (256, 64) uint8: the tiles of a meld as ``vector_rows`` lays them, kongs with KONG_MARK
    chow_id: Array  # (78125,) uint16: number of a suit's chow multiset
    chow_first: Array  # (330,) uint16: where the pairs that start with it begin
    chow_second: Array  # int32: where the triples that start with the pair begin
    knitted: Array  # (6,) int64 patterns
    knitted_code: Array  # (6, 4) int32: what a pattern adds to the codes of the suits


def digits(length: int) -> Array:
    """The base-5 digits of 0 .. 5**length - 1, lowest first."""
    return (np.arange(5**length)[:, None] // 5 ** np.arange(length)) % 5


def tile_sums(length: int) -> Array:
    """How many tiles every state has (uint8), by its base-5 code."""
    sums = np.zeros(1, np.uint8)
    for _ in range(length):
        sums = np.add.outer(np.arange(5, dtype=np.uint8), sums).ravel()
    return sums


def suit_index() -> tuple[Array, Array, int]:
    """(offset of the first four ranks, rank of the last five, number of states): a minimal perfect hash."""
    few, many = digits(4).sum(1), digits(5).sum(1)
    order = np.argsort(many, kind="stable")  # fewest tiles first, so that what fits beside the first four is a prefix
    rank = np.empty(len(many), np.int64)
    rank[order] = np.arange(len(many))
    fitting = np.array([(many <= tiles).sum() for tiles in range(MOST_TILES + 1)])
    size = np.where(few <= MOST_TILES, fitting[np.clip(MOST_TILES - few, 0, MOST_TILES)], 0)
    offset = np.concatenate([[0], np.cumsum(size)[:-1]])
    return offset, rank, int(size.sum())


def index_words() -> tuple[Array, Array]:
    """The hash's two halves with the masks of ranks held at least 1-4 times and the number of tiles."""
    low, high, _ = suit_index()
    for half, first in ((low, 0), (high, 4)):
        held = digits(4 if first == 0 else 5)
        for copies in range(1, 5):
            for j in range(held.shape[1]):
                half |= (held[:, j] >= copies).astype(np.int64) << (INDEX_BITS + 9 * (copies - 1) + first + j)
        half |= held.sum(1) << TILES_SHIFT
    return low, high


Sets = tuple[tuple[int, ...], tuple[int, ...], int]


def suit_readings(most: int) -> Iterator[tuple[tuple[int, ...], Sets]]:
    """Every (counts, (chows, pungs, pair or -1)) of up to four sets and an optional pair with at most ``most`` of a kind."""
    chows = [tuple(int(start <= j < start + 3) for j in range(9)) for start in range(7)]
    pungs = [tuple(3 * int(j == rank) for j in range(9)) for rank in range(9)]
    shapes = chows + pungs
    for k in range(5):
        for chosen in combinations_with_replacement(range(16), k):
            counts = [sum(column) for column in zip(*(shapes[i] for i in chosen), strict=True)] or [0] * 9
            if max(counts) > most:
                continue
            sets = tuple(i for i in chosen if i < 7), tuple(i - 7 for i in chosen if i >= 7)
            yield tuple(counts), (*sets, -1)
            for pair in range(9):
                if counts[pair] + 2 <= most:
                    yield (*counts[:pair], counts[pair] + 2, *counts[pair + 1 :]), (*sets, pair)


def honor_readings() -> Iterator[tuple[tuple[int, ...], Sets]]:
    """The same for the seven honors, which have no chows."""
    for k in range(5):
        for pungs in combinations(range(7), k):
            for pair in (-1, *(j for j in range(7) if j not in pungs)):
                yield tuple(3 * (j in pungs) + 2 * (j == pair) for j in range(7)), ((), pungs, pair)


def code(counts: Sequence[int]) -> int:
    """The base-5 code of a suit's counts."""
    return sum(5**j * c for j, c in enumerate(counts))


def wait_words(complete: set[int], fifth: dict[int, int], length: int) -> Array:
    """For every state: which tiles complete it (bits 0-8) and its class (from bit 9).

    Classes: 0 whole sets, 1 a multiple of three that is not; 2 one tile over; 3 sets and a pair, 4 two over but not so.
    ``fifth``: by state, which tiles complete it as a fifth copy: shapes are asked, not tiles.
    """
    whole = np.zeros(5**length, bool)
    whole[list(complete)] = True
    mask = np.zeros(5**length, np.int64)
    grid, bits = whole.reshape((5,) * length), mask.reshape((5,) * length)
    for j in range(length):  # axis length-1-j is digit j
        less: list[slice] = [slice(None)] * length
        more = list(less)
        less[length - 1 - j], more[length - 1 - j] = slice(0, 4), slice(1, 5)
        bits[tuple(less)] |= grid[tuple(more)].astype(np.int64) << j
    mask[list(fifth)] |= np.array(list(fifth.values()), np.int64)
    over = tile_sums(length) % 3
    kind = np.where(over == 0, np.where(whole, 0, 1), np.where(over == 1, 2, np.where(whole, 3, 4)))
    words: Array = np.where(over == 0, 0, mask) | kind << 9
    return words


def lone_waits(complete: Array, waits: Array, length: int) -> Array:
    """For each complete state: the ranks (bits) without which its suit waits on that rank alone, the others being whole.

    ``waits``: the wait words of all states. Without the tile a whole suit is one over or two over; sets and a pair
    (class 3) would let the suit with the other pair wait too.
    """
    alone = np.zeros(len(complete), np.uint16)
    for j in range(length):
        held = complete // 5**j % 5 > 0
        before = waits[np.where(held, complete - 5**j, 0)]
        alone |= (held & (before & 0x1FF == 1 << j) & (before >> 9 != 3)).astype(np.uint16) << j
    return alone


def active_suits() -> Array:
    """Which suits' waits count, by the classes of the four suits: all others must be complete, with one pair in all."""
    suits = [0x1FF, 0x1FF << 9, 0x1FF << 18, 0x7F << 27]
    out = np.zeros(625, np.int64)
    for k in range(625):
        classes = [k // 5**suit % 5 for suit in range(4)]
        one = [s for s in range(4) if classes[s] == 2]
        two = [s for s in range(4) if classes[s] >= 3]
        if 1 in classes:
            continue
        if len(one) == 1 and not two:
            out[k] = suits[one[0]]
        elif not one and len(two) == 2:
            a, b = two
            out[k] = (suits[a] if classes[b] == 3 else 0) | (suits[b] if classes[a] == 3 else 0)
    return out


SUIT_CHOWS = [c for k in range(5) for c in combinations_with_replacement(range(7), k)]
"""The 330 multisets of at most four chows of one suit, small ones first."""


def at_most(chows: int) -> int:
    """How many of them hold at most so many chows: the first ones."""
    return comb(7 + chows, 7)


def chow_index() -> tuple[Array, Array, Array]:
    """(code -> id, id -> start, start + id -> start): the index of a triple of suit multisets with at most four chows."""
    ident = np.zeros(5**7, np.uint16)
    for i, chows in enumerate(SUIT_CHOWS):
        ident[sum(5**start for start in chows)] = i
    size = [len(chows) for chows in SUIT_CHOWS]
    first: list[int] = []
    second: list[int] = []
    n = 0
    for a in size:
        first.append(len(second))
        for b in size:
            if a + b <= 4:
                second.append(n)
                n += at_most(4 - a - b)
    return ident, np.array(first, np.uint16), np.array(second, np.int32)


def _add_readings(records: list[int], readings: Iterator[tuple[tuple[int, ...], Sets]], honors: bool) -> dict[int, int]:
    """Append the records; returns the number of the first reading of every state, by its code."""
    by_code: dict[int, list[Sets]] = {}
    for counts, sets in readings:
        by_code.setdefault(code(counts), []).append(sets)
    numbers = {}
    for key, found in by_code.items():
        numbers[key] = len(records)
        records += [record(*sets, honors=honors, more=len(found) - 1 - i) for i, sets in enumerate(found)]
    return numbers


def build() -> Tables:
    """All tables, in about half a second."""
    low, high = index_words()
    offset, rank, states = suit_index()
    records = [0]  # number 0 is no reading
    numbers = _add_readings(records, suit_readings(4), honors=False)
    honor_numbers = _add_readings(records, honor_readings(), honors=True)

    fifth: dict[int, int] = {}
    for counts, _ in suit_readings(5):
        if max(counts) == 5 and counts.count(5) == 1:
            j = counts.index(5)
            key = code(counts) - 5**j
            fifth[key] = fifth.get(key, 0) | 1 << j
    legal = tile_sums(9) <= MOST_TILES
    codes = np.flatnonzero(legal)
    first_reading = np.zeros(5**9, np.int64)
    first_reading[list(numbers)] = list(numbers.values())
    assert states == HONORS_FROM
    place_of = offset[codes % 625] + rank[codes // 625]
    first, waits = np.zeros(states, np.uint16), np.zeros(states, np.uint16)
    first[place_of] = first_reading[legal]
    suit_waits = wait_words(set(numbers), fifth, 9)
    waits[place_of] = suit_waits[legal]

    honor_fifth = {  # three and a pair of one honor
        sum(3 * 5**j for j in pungs) + 5**extra: 1 << extra
        for k in range(1, 5)
        for pungs in combinations(range(7), k)
        for extra in pungs
    }
    honor_first = np.zeros(HONOR_STATES, np.uint16)
    honor_first[list(honor_numbers)] = list(honor_numbers.values())
    first = np.concatenate([first, honor_first])
    honor_waits = wait_words(set(honor_numbers), honor_fifth, 7)
    waits = np.concatenate([waits, honor_waits.astype(np.uint16)])
    whole_waits = np.zeros(len(records), np.uint16)
    whole_waits[first] = waits
    alone = np.zeros(len(records), np.uint16)
    for found, words, length in ((numbers, suit_waits, 9), (honor_numbers, honor_waits, 7)):
        alone[list(found.values())] = lone_waits(np.array(list(found)), words, length)

    melds = meld_records()
    slot = np.arange(KINDS)
    place = slot % 9
    tile_code = np.where(place < 4, 5**place, 5 ** np.maximum(place - 4, 0) << CODE_HIGH)
    ident, chow_first, chow_second = chow_index()
    return Tables(
        low=low,
        high=high,
        first=first,
        waits=waits,
        whole_waits=whole_waits,
        lone_waits=alone,
        readings=np.array(records, np.int64),
        active=active_suits(),
        tile_code=tile_code.astype(np.int32),
        tile_place=(slot // 9 | place << 2).astype(np.uint8),
        meld_sets=melds[:, 0].copy(),
        meld_lanes=melds[:, 1].copy(),
        meld_tiles=vector_rows(meld_tiles()),
        chow_id=ident,
        chow_first=chow_first,
        chow_second=chow_second,
        knitted=np.array(KNITTED, np.int64),
        knitted_code=np.array(
            [
                [
                    sum(int(tile_code[slot]) for slot in range(KINDS) if slot // 9 == suit and k >> slot & 1)
                    for suit in range(4)
                ]
                for k in KNITTED
            ],
            np.int32,
        ),
    )


@cache
def tables() -> Tables:
    """The tables, from the cache folder where they are there."""
    return Tables(*stored("tables.pickle", lambda: tuple(build())))
