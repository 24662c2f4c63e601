"""The reading and wait tables against brute force over every state of one suit and of the honors."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pytest

from fastmj.kernels.block import MOST_ROWS
from fastmj.kernels.record import CHOW_BITS, CHOW_MASK, LANE_SHIFT, MORE_SHIFT, PAIR_SHIFT
from fastmj.kernels.tables import HONORS_FROM, INDEX_BITS, tables

Counts = tuple[int, ...]
Reading = tuple[tuple[int, ...], tuple[int, ...], int]  # chows, pungs, pair (-1: none), ascending


def states(length: int, most: int) -> Iterator[Counts]:
    """All count vectors with at most four of a kind and ``most`` tiles."""

    def extend(done: Counts, left: int) -> Iterator[Counts]:
        if len(done) == length:
            yield done
            return
        for count in range(min(4, left) + 1):
            yield from extend((*done, count), left - count)

    yield from extend((), most)


@lru_cache(None)
def readings(counts: Counts, pair: bool, honors: bool) -> frozenset[Reading]:
    """Every way to split the tiles into sets and, with ``pair``, one pair: the lowest tile is taken first."""
    first = next((i for i, count in enumerate(counts) if count), None)
    if first is None:
        return frozenset() if pair else frozenset({((), (), -1)})
    found = set()

    def without(*slots: int) -> Counts:
        left = list(counts)
        for slot in slots:
            left[slot] -= 1
        return tuple(left)

    if not honors and first < 7 and counts[first + 1] and counts[first + 2]:
        for chows, pungs, eyes in readings(without(first, first + 1, first + 2), pair, honors):
            found.add((tuple(sorted((first, *chows))), pungs, eyes))
    if counts[first] >= 3:
        for chows, pungs, eyes in readings(without(first, first, first), pair, honors):
            found.add((chows, tuple(sorted((first, *pungs))), eyes))
    if pair and counts[first] >= 2:
        for chows, pungs, _ in readings(without(first, first), False, honors):
            found.add((chows, pungs, first))
    return frozenset(found)


def decoded(record: int) -> Reading:
    chows = tuple(j for j in range(7) for _ in range((record & CHOW_MASK) // 5**j % 5))
    pungs = tuple(j for j in range(9) if record >> CHOW_BITS + j & 1)
    return chows, pungs, (record >> PAIR_SHIFT & 15) - 1


def entry(counts: Counts) -> int:
    t = tables()
    if len(counts) == 7:
        return int(t.state[HONORS_FROM + sum(5**j * c for j, c in enumerate(counts))])
    low = sum(5**j * c for j, c in enumerate(counts[:4]))
    high = sum(5**j * c for j, c in enumerate(counts[4:]))
    return int(t.state[(int(t.low[low]) + int(t.high[high])) & (1 << INDEX_BITS) - 1])


def tabled(counts: Counts) -> list[int]:
    """The records of a state."""
    first = entry(counts) & 0xFFFF
    if not first:
        return []
    table = tables().honor_readings if len(counts) == 7 else tables().readings
    return [int(r) for r in table[first : first + 1 + (int(table[first]) >> MORE_SHIFT & 3)]]


@pytest.mark.parametrize("length", [9, 7])
def test_every_state_has_the_readings_of_brute_force(length: int) -> None:
    """All states of up to 14 tiles: 14-tile hands of one suit, and what lies beside melds or other suits."""
    complete = 0
    for counts in states(length, 14):
        tiles = sum(counts)
        if tiles % 3 == 1:
            assert not entry(counts) & 0xFFFF
            continue
        expected = readings(counts, tiles % 3 == 2, length == 7)
        records = tabled(counts)
        assert len(records) == len(expected), counts
        assert {decoded(record) for record in records} == expected, counts
        complete += bool(expected)
    assert complete == (21_743 if length == 9 else sum(1 for _ in honor_states()))


def honor_states() -> Iterator[Counts]:
    """Up to four pungs and a pair of honors."""
    for counts in states(7, 14):
        if all(c in (0, 2, 3) for c in counts) and counts.count(2) <= 1:
            yield counts


@pytest.mark.parametrize("length", [9, 7])
def test_waits_of_every_state(length: int) -> None:
    """Which tile makes a state whole, a fifth copy included: the question is about shapes."""
    for counts in states(length, 13):
        tiles = sum(counts)
        if tiles % 3 == 0:
            assert entry(counts) >> 16 & 0x1FF == 0
            continue
        expected = 0
        for j in range(length):
            more = (*counts[:j], counts[j] + 1, *counts[j + 1 :])
            expected |= bool(readings(more, (tiles + 1) % 3 == 2, length == 7)) << j
        assert entry(counts) >> 16 & 0x1FF == expected, counts


def test_lanes_count_what_they_say() -> None:
    """The counters of every record, from its sets."""
    for honors, table in ((False, tables().readings), (True, tables().honor_readings)):
        for record in table[1:].tolist():
            chows, pungs, pair = decoded(record)
            groups = [set(range(c, c + 3)) for c in chows] + [{p} for p in pungs] + [{pair}] * (pair >= 0)
            kinds = [False] * len(chows) + [True] * (len(groups) - len(chows))
            expected = [
                len(chows),
                len(pungs),
                0 if honors else sum(not group & {0, 8} for group in groups),
                len(groups) if honors else sum(4 not in group for group in groups),
                len(groups)
                if honors
                else sum(not (same and group <= {1, 3, 5, 7}) for same, group in zip(kinds, groups, strict=True)),
            ]
            assert [record >> LANE_SHIFT + 3 * k & 7 for k in range(5)] == expected


def test_a_block_has_room_for_every_reading() -> None:
    """The most readings of any hand, by suits with k sets and a pair or none, and one row for a special form."""
    most = np.zeros((5, 2), int)
    for counts in states(9, 14):
        found = len(tabled(counts))
        if found:
            sets, pair = divmod(sum(counts), 3)
            most[sets, pair // 2] = max(most[sets, pair // 2], found)
    best = most
    for _ in range(2):  # three suits; honors have one reading
        merged = np.zeros((5, 2), int)
        for a in range(5):
            for b in range(5 - a):
                merged[a + b, 0] = max(merged[a + b, 0], best[a, 0] * most[b, 0])
                merged[a + b, 1] = max(merged[a + b, 1], best[a, 1] * most[b, 0], best[a, 0] * most[b, 1])
        best = merged
    assert best.max() + 1 <= MOST_ROWS
