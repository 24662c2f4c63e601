"""The readings that the kernels find are those that plain recursion finds, exhaustively."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from fastmj.status import OK
from fastmj.tiles import CHOW, CONCEALED_KONG, KONG, PUNG
from tests.kernels.one_suit import HONORS, Division, divisions, holdings_array
from tests.kernels.stages import division, readings

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
    assert compare(holdings_array(14), suit, ()) == 14_738


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
