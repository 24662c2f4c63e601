"""What each of the 137 meld codes is: its part of a reading, and the tiles it holds."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.kernels.record import (
    CHOW_BITS,
    CONCEALED_KONGS,
    MELDED_KONGS,
    OPEN,
    SETS_BITS,
    lane_counts,
)
from fastmj.kernels.rows import KONG_MARK
from fastmj.tiles import CHOW, CONCEALED_KONG, KINDS, KONG, PUNG

Array = npt.NDArray[Any]

# Meld records in two integers: [characters | dots << 26], [bamboo | honors << 26 | lanes << 36 | invalid << 60].
# Two bits between honors and lanes stay free: four equal (refused) pungs must not reach the lanes.
MELD_HONORS, MELD_LANES, MELD_INVALID = SETS_BITS, 36, 60


def meld_records() -> Array:
    """Records of the 137 meld codes; every other code is marked invalid."""
    records = np.zeros((256, 2), np.int64)
    records[1:, 1] = 1 << MELD_INVALID
    for first in (CHOW, PUNG, KONG, CONCEALED_KONG):
        for slot in range(KINDS):
            suit, rank = divmod(slot, 9)
            if first == CHOW and (suit == 3 or rank > 6):
                continue
            chows, pungs = ((rank,), ()) if first == CHOW else ((), (rank,))
            lanes = lane_counts(chows, pungs, -1, suit == 3)
            lanes += (first != CONCEALED_KONG) << 3 * OPEN
            lanes += (first == KONG) << 3 * MELDED_KONGS
            lanes += (first == CONCEALED_KONG) << 3 * CONCEALED_KONGS
            sets = 5**rank if first == CHOW else 1 << (rank if suit == 3 else CHOW_BITS + rank)
            records[first + slot] = 0, lanes << MELD_LANES
            records[first + slot, suit // 2] += sets << (SETS_BITS if suit % 2 else 0)
    return records


def meld_tiles() -> Array:
    """How many tiles of each kind a meld holds; kongs are marked."""
    tiles = np.zeros((256, KINDS), np.uint8)
    for slot in range(KINDS):
        if slot < 27 and slot % 9 < 7:
            tiles[CHOW + slot, slot : slot + 3] = 1
        tiles[PUNG + slot, slot] = 3
        tiles[[KONG + slot, CONCEALED_KONG + slot], slot] = 4 + KONG_MARK
    return tiles
