"""Every algorithm on every hand of one suit, beside melds, and beside a pair of another suit."""

from functools import cache

import numpy as np
import pytest

import fastmj
from tests.kernels.one_suit import HONORS, RANKS, Division, divisions, holdings, holdings_array
from tests.reference.decompose import packed

ALGORITHMS = list(fastmj.algorithms())
WEST = 29


def code(division: Division, suit: int, pair: int | None) -> int:
    chows, pungs, own = division
    sets = sorted([1 + 9 * suit + rank for rank in chows] + [35 + 9 * suit + rank for rank in pungs])
    return packed((9 * suit + own if pair is None else pair, tuple(sets)))


@cache
def expected(tiles: int, kinds: int, suit: int, pair: int | None) -> tuple[list[int], list[int]]:
    """Offsets and codes of all holdings of one suit, beside a pair where one is given."""
    each = [sorted(code(way, suit, pair) for way in divisions(held)) for held in holdings(tiles, kinds)]
    return np.cumsum([0, *map(len, each)]).tolist(), [way for ways in each for way in ways]


def compare(tiles: int, suit: int, algorithm: str, pair: int | None = None, kinds: int = RANKS) -> int:
    """Check all holdings of one suit; the number of readings."""
    part = holdings_array(tiles, kinds)
    counts = np.zeros((len(part), 34), np.uint8)
    counts[:, 9 * suit : 9 * suit + kinds] = part
    if pair is not None:
        counts[:, pair] += 2
    found = fastmj.decompose(counts, algorithm)
    offsets, codes = expected(tiles, kinds, suit, pair)
    assert found.offsets.tolist() == offsets
    assert found.codes.tolist() == codes
    return len(codes)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_hand_of_one_suit(algorithm: str) -> None:
    for suit in range(3):
        assert compare(14, suit, algorithm) == 14_738


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_hand_of_one_suit_beside_melds(algorithm: str) -> None:
    found = [compare(14 - 3 * melds, 1, algorithm) for melds in range(1, 5)]
    assert found == [4676, 1008, 135, 9]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_part_of_one_suit_beside_a_pair(algorithm: str) -> None:
    for sets in range(1, 5):
        for suit, pair in ((0, WEST), (1, 4), (2, 13)):
            assert compare(3 * sets, suit, algorithm, pair) == [16, 127, 634, 2189][sets - 1]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_part_of_honors(algorithm: str) -> None:
    for melds in range(5):
        assert compare(14 - 3 * melds, 3, algorithm, kinds=HONORS) == [105, 140, 105, 42, 7][melds]


def test_no_hand_has_more_than_four_readings() -> None:
    most = [max(len(divisions(held)) for held in holdings(tiles)) for tiles in (2, 3, 5, 6, 8, 9, 11, 12, 14)]
    assert most == [
        1,
        1,
        1,
        1,
        2,
        2,
        3,
        3,
        4,
    ]  # so two suits that share the tiles have no more than one that holds them all
