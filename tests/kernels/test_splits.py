"""The readings that the kernels find are those that plain recursion finds, exhaustively."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from fastmj.kernels.tables import tables
from fastmj.status import OK
from fastmj.tiles import CHOW, CONCEALED_KONG, KONG, PUNG
from tests.kernels.one_suit import HONORS, RANKS, Division, divisions, holdings_array
from tests.kernels.stages import counters, division, readings

NOTHING: Division = ((), (), -1)
EAST, SOUTH, WEST, NORTH = range(27, 31)
# Four melds that leave the suit under test alone: by its number, honors last.
OTHERS = {
    0: (PUNG + EAST, CHOW + 9, KONG + 20, CONCEALED_KONG + 31),
    1: (CONCEALED_KONG + 8, PUNG + 33, CHOW + 18, CHOW + 24),
    2: (CHOW + 3, KONG + EAST, PUNG + 17, CHOW + 12),
    3: (CHOW, CHOW + 15, PUNG + 22, KONG + 8),
}


def hands_with(part: NDArray[np.uint8], suit: int, extra: Sequence[int] = ()) -> NDArray[np.uint8]:
    """Hands that hold each part in one suit and the same extra tiles elsewhere."""
    counts = np.zeros((len(part), 34), np.uint8)
    counts[:, 9 * suit : 9 * suit + part.shape[1]] = part
    for slot in extra:
        counts[:, slot] += 1
    return counts


def found(hands: NDArray[np.uint8], melds: Sequence[int], suit: int) -> dict[int, list[tuple[Division, ...]]]:
    """The readings of every hand that has any: the divisions of its four suits, the one looked at first."""
    wide = np.zeros((len(hands), 4), np.uint8)
    wide[:, : len(melds)] = melds
    result = readings(hands, wide)
    assert (result.status == OK).all()
    by_hand = defaultdict(list)
    order = [suit, *(other for other in range(4) if other != suit)]
    for hand, *records in zip(result.hand.tolist(), *result.records[order].tolist(), strict=True):
        by_hand[hand].append(tuple(division(record) for record in records))
    return by_hand


def expected(part: NDArray[np.uint8]) -> dict[int, frozenset[Division]]:
    """What recursion finds, by number of the part."""
    by_part = {i: divisions(tuple(counts)) for i, counts in enumerate(part.tolist())}
    return {i: ways for i, ways in by_part.items() if ways}


def compare(part: NDArray[np.uint8], suit: int, melds: Sequence[int], pair: int | None = None) -> int:
    """Check all parts of one suit, beside a pair of another suit where one is given; the number of readings."""
    hands = hands_with(part, suit, () if pair is None else (pair, pair))
    others: list[Division] = [NOTHING] * 3
    if pair is not None:
        others[[other for other in range(4) if other != suit].index(pair // 9)] = ((), (), pair % 9)
    got = found(hands, melds, suit)
    want = expected(part)
    assert got.keys() == want.keys()
    for hand, ways in got.items():
        assert len(ways) == len(set(ways)), f"{part[hand]}: a reading comes twice"
        assert {way[0] for way in ways} == want[hand], part[hand]
        assert all(list(way[1:]) == others for way in ways), part[hand]
    return sum(map(len, got.values()))


@pytest.mark.parametrize("suit", range(3))
def test_every_hand_of_one_suit(suit: int) -> None:
    part = holdings_array(14)
    assert len(part) == 118_800
    assert compare(part, suit, ()) == 16_548


@pytest.mark.parametrize("melds", range(1, 5))
@pytest.mark.parametrize("suit", range(3))
def test_every_part_of_one_suit_beside_melds(suit: int, melds: int) -> None:
    assert compare(holdings_array(14 - 3 * melds), suit, OTHERS[suit][:melds]) >= 9


@pytest.mark.parametrize("sets", range(1, 5))
@pytest.mark.parametrize("suit", range(3))
def test_every_part_of_one_suit_beside_a_pair(suit: int, sets: int) -> None:
    melds = OTHERS[suit][: 4 - sets]
    assert compare(holdings_array(3 * sets), suit, melds, pair=NORTH) >= 16
    assert compare(holdings_array(3 * sets), suit, melds, pair=9 * ((suit + 1) % 3) + 4) >= 16


@pytest.mark.parametrize("melds", range(5))
def test_every_part_of_honors(melds: int) -> None:
    pungs = compare(holdings_array(14 - 3 * melds, HONORS), 3, OTHERS[3][:melds])
    assert pungs == [105, 140, 105, 42, 7][melds]  # choices of the pungs times choices of the pair


def plain_counters(ways: Division, honors: bool) -> dict[str, int]:
    """The counters of concealed sets and a pair, from their tiles."""
    chows, pungs, pair = ways
    groups = [[start, start + 1, start + 2] for start in chows] + [[rank] * 3 for rank in pungs]
    groups += [[pair] * 2] * (pair >= 0)
    return {
        "chows": len(chows),
        "pungs": len(pungs),
        "inner": sum(not honors and not {0, 8} & set(group) for group in groups),
        "without_five": sum(honors or 4 not in group for group in groups),
        "not_even": sum(honors or len(set(group)) > 1 or group[0] not in (1, 3, 5, 7) for group in groups),
        "melded_kongs": 0,
        "concealed_kongs": 0,
        "open": 0,
    }


@pytest.mark.parametrize(("honors", "kinds"), [(False, RANKS), (True, HONORS)])
def test_every_record_says_what_its_sets_are(honors: bool, kinds: int) -> None:
    records = (tables().honor_readings if honors else tables().readings)[1:].tolist()
    for record in records:
        ways = division(record)
        assert counters(record) == plain_counters(ways, honors)
        assert record >> 26 & 0x7F == sum(1 << start for start in set(ways[0]))
        assert max(*ways[0], *ways[1], ways[2], 0) < kinds
    everything = {
        (counts, ways)
        for tiles in range(15)
        if tiles % 3 != 1
        for counts in map(tuple, holdings_array(tiles, kinds).tolist())
        for ways in divisions(counts)
    }
    assert len(records) == len(everything)
