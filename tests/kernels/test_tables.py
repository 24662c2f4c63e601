"""The reading and wait tables against plain recursion over every state of one suit and of the honors."""

from collections.abc import Iterator

import numpy as np
import pytest

from fastmj.kernels.block import MOST_ROWS
from fastmj.kernels.record import LANE_SHIFT, MORE_SHIFT, START_SHIFT
from fastmj.kernels.tables import HONORS_FROM, INDEX_BITS, tables
from tests.kernels.one_suit import HONORS, RANKS, Counts, divisions, holdings, waits, without
from tests.kernels.stages import division

KINDS = pytest.mark.parametrize("kinds", [RANKS, HONORS])


def states(kinds: int, most: int) -> Iterator[Counts]:
    """Every state of up to so many tiles."""
    for tiles in range(most + 1):
        yield from holdings(tiles, kinds)


def place(counts: Counts) -> int:
    t = tables()
    if len(counts) == HONORS:
        return HONORS_FROM + sum(5**j * c for j, c in enumerate(counts))
    low = sum(5**j * c for j, c in enumerate(counts[:4]))
    high = sum(5**j * c for j, c in enumerate(counts[4:]))
    return (int(t.low[low]) + int(t.high[high])) & (1 << INDEX_BITS) - 1


def tabled(counts: Counts) -> list[int]:
    """The records of a state."""
    first = int(tables().first[place(counts)])
    if not first:
        return []
    table = tables().readings
    return [int(r) for r in table[first : first + 1 + (int(table[first]) >> MORE_SHIFT & 3)]]


@KINDS
def test_every_state_has_the_readings_of_recursion(kinds: int) -> None:
    """All states of up to 14 tiles: 14-tile hands of one suit, and what lies beside melds or other suits."""
    complete = 0
    for counts in states(kinds, 14):
        expected = divisions(counts)
        records = tabled(counts)
        assert len(records) == len(expected), counts
        assert {division(record) for record in records} == expected, counts
        complete += bool(expected)
    # of honors: up to four pungs of seven kinds, and no pair or one of the kinds left
    assert complete == (21_743 if kinds == RANKS else sum(n * (8 - k) for k, n in enumerate((1, 7, 21, 35, 35))))


@KINDS
def test_waits_of_every_state(kinds: int) -> None:
    """Which tile makes a state whole, a fifth copy included: the question is about shapes."""
    for counts in states(kinds, 13):
        expected = waits(counts) if sum(counts) % 3 else 0
        assert tables().waits[place(counts)] & 0x1FF == expected, counts


@KINDS
def test_wait_class_of_every_state(kinds: int) -> None:
    """0 whole sets, 1 a multiple of three that is not; 2 one tile over; 3 sets and a pair, 4 two over but not so."""
    for counts in states(kinds, 14):
        whole = bool(divisions(counts))
        expected = {0: 0 if whole else 1, 1: 2, 2: 3 if whole else 4}[sum(counts) % 3]
        assert tables().waits[place(counts)] >> 9 == expected, counts
        if whole:
            assert tables().whole_waits[tables().first[place(counts)]] == tables().waits[place(counts)]


@KINDS
def test_lone_waits_of_every_whole_state(kinds: int) -> None:
    """A rank drawn last was the only wait: nothing else completes the suit, and no pair of another suit waits with it."""
    found = 0
    for counts in states(kinds, 14):
        if divisions(counts):
            lone = tables().lone_waits[tables().first[place(counts)]]
            for rank, held in enumerate(counts):
                before = without(counts, rank, 1)
                with_pair = sum(before) % 3 == 2 and bool(divisions(before))
                alone = held > 0 and waits(before) == 1 << rank and not with_pair
                assert bool(lone >> rank & 1) == alone, (counts, rank)
                found += alone
    assert found > 100


@KINDS
def test_records_count_what_they_say(kinds: int) -> None:
    """The counters of every record, and where its chows start, from its sets."""
    honors = kinds == HONORS
    first_of_honors = int(tables().first[place((0,) * HONORS)])  # the empty state comes first
    records = tables().readings[first_of_honors:] if honors else tables().readings[1:first_of_honors]
    assert len(records) == (sum(n * (8 - k) for k, n in enumerate((1, 7, 21, 35, 35))) if honors else 23_533)
    for record in records.tolist():
        chows, pungs, pair = division(record)
        groups = [{start, start + 1, start + 2} for start in chows] + [{rank} for rank in (*pungs, pair) if rank >= 0]
        expected = [
            len(chows),
            len(pungs),
            sum(not honors and not group & {0, 8} for group in groups),
            sum(honors or 4 not in group for group in groups),
            sum(honors or not group < {1, 3, 5, 7} for group in groups),
            *(0, 0, 0),  # kongs and exposed sets are melds
        ]
        assert [record >> LANE_SHIFT + 3 * k & 7 for k in range(8)] == expected
        assert record >> START_SHIFT & 0x7F == sum(1 << start for start in set(chows))


def test_a_block_has_room_for_every_reading() -> None:
    """The most readings of any hand, by suits with k sets and a pair or none, and one row for a special form."""
    most = np.zeros((5, 2), int)
    for counts in states(RANKS, 14):
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
