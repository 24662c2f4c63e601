"""How a reading is packed into one integer, and what the decomposition algorithms share.

A reading of a whole hand is a pair and up to four sets:

bits  0-31  the sets as meld bytes (1-34 chow, 35-68 pung; see ``fastmj.tiles``), ascending from the lowest byte, 0 = none
bits 32-39  the slot of the pair

Bytes 0-3 of a little-endian word are therefore what the column ``melds`` holds, and readings compared as numbers are
compared by their pair first. A hand's readings are in ascending order.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.kernels.jit import helper, i64
from fastmj.tiles import KINDS

Counts = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int32]
Codes = npt.NDArray[np.uint64]

PAIR_SHIFT = 32
MOST_TILES = 14
MOST_COPIES = 4
MOST_SETS = 4
MOST_READINGS = 4
"""No 14 tiles have more: ``23455566677788`` of one suit has three, ``22233344455566`` four. Tests count all of them."""


@helper
def sort_readings(codes: Any, first: int, last: int) -> None:
    """Bring the readings ``codes[first:last]`` of one hand, at most four, into ascending order."""
    for j in range(first + 1, last):
        code = codes[j]
        k = j
        while k > first and codes[k - 1] > code:
            codes[k] = codes[k - 1]
            k -= 1
        codes[k] = code


@helper
def take_hand(counts: Counts, i: int, left: Any) -> int:
    """Copy hand i; returns how many sets it divides into if it is whole, -1 where its tiles can be no whole hand."""
    tiles, most = 0, 0
    for slot in range(KINDS):
        held = i64(counts[i, slot])
        left[slot] = held
        tiles += held
        most = max(most, held)
    fits = tiles % 3 == 2 and tiles <= MOST_TILES and most <= MOST_COPIES
    return tiles // 3 if fits else -1
