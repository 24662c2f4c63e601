"""What concealed tiles and melds hold together, against counting tile by tile."""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from fastmj.kernels.rows import whole_hand
from fastmj.kernels.tables import tables
from fastmj.tiles import CHOW, CONCEALED_KONG, KINDS, KONG, PUNG

MELDS = [0] + [CHOW + slot for slot in range(27) if slot % 9 < 7]
MELDS += [first + slot for first in (PUNG, KONG, CONCEALED_KONG) for slot in range(KINDS)]


@numba.njit
def masks(counts: Any, melds: Any, meld_tiles: Any, out: Any) -> None:
    for i in range(counts.shape[0]):
        kinds, fours, whole, more = whole_hand(counts, melds, i, meld_tiles)
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = kinds, fours, whole, more


def tiles_of(code: int) -> list[int]:
    """The slots that a meld's tiles lie in."""
    if code == 0:
        return []
    if code < PUNG:
        return [code - CHOW, code - CHOW + 1, code - CHOW + 2]
    if code < KONG:
        return [code - PUNG] * 3
    return [(code - KONG) % KINDS] * 4  # concealed kongs follow the others


def counted(held: list[int], melds: list[int]) -> list[int]:
    """The four masks, tile by tile."""
    kongs = {tiles_of(code)[0] for code in melds if code >= KONG}
    numbers = list(held)
    for code in melds:
        for slot in tiles_of(code):
            numbers[slot] += 1
    tests = (
        lambda slot: numbers[slot] > 0,
        lambda slot: numbers[slot] == 4 and slot not in kongs,
        lambda slot: numbers[slot] == 4,
        lambda slot: numbers[slot] > 4,
    )
    return [sum(1 << slot for slot in range(KINDS) if test(slot)) for test in tests]


def test_random_hands_and_melds() -> None:
    """Any melds beside any tiles, four kongs of one kind among them."""
    rng = np.random.default_rng(5)
    n = 4000
    counts = rng.choice(5, (n, KINDS), p=[0.6, 0.2, 0.1, 0.05, 0.05]).astype(np.uint8)
    melds: NDArray[np.uint8] = rng.choice(MELDS, (n, 4)).astype(np.uint8)
    melds[:40] = melds[:40, :1]
    found = np.zeros((n, 4), np.int64)
    masks(counts, melds, tables().meld_tiles, found)
    for held, codes, got in zip(counts.tolist(), melds.tolist(), found.tolist(), strict=True):
        assert got == counted(held, codes), (held, codes)
