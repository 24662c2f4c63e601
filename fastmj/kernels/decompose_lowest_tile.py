"""Decomposition by backtracking with the pair among the choices.

The lowest tile left belongs to a pung, to the pair or to a chow: try one after another. Of one tile a pung is taken before
the pair and the pair before a chow, so that no reading comes twice.
"""

from typing import Any

import numpy as np

from fastmj.kernels.decompose_codes import (
    MOST_SETS,
    PAIR_SHIFT,
    Codes,
    Counts,
    Offsets,
    sort_readings,
    take_hand,
)
from fastmj.kernels.jit import helper, i64, kernel
from fastmj.tiles import CHOW, KINDS, PUNG

AS_PUNG, AS_PAIR, AS_CHOW, NOTHING_MORE = range(4)


@helper
def fits(left: Any, slot: int, block: int, paired: bool) -> bool:
    """Whether the lowest tile can be taken as this block."""
    if block == AS_CHOW:
        return slot < 27 and slot % 9 < 7 and left[slot + 1] > 0 and left[slot + 2] > 0
    return left[slot] >= 3 if block == AS_PUNG else left[slot] >= 2 and not paired


@helper
def move(left: Any, slot: int, block: int, copies: int) -> None:
    """Take a block away (copies 1) or give it back (-1)."""
    if block == AS_CHOW:
        left[slot] -= copies
        left[slot + 1] -= copies
        left[slot + 2] -= copies
    else:
        left[slot] -= copies * (3 if block == AS_PUNG else 2)


@helper
def packed(slots: Any, blocks: Any, n: int) -> int:
    """The reading of n blocks in ascending order of their slots: chows come before pungs."""
    chows, pungs, chow_bits, pung_bits, pair = 0, 0, 0, 0, 0
    for k in range(n):
        slot = i64(slots[k])
        if blocks[k] == AS_CHOW:
            chows |= (CHOW + slot) << chow_bits
            chow_bits += 8
        elif blocks[k] == AS_PUNG:
            pungs |= (PUNG + slot) << pung_bits
            pung_bits += 8
        else:
            pair = slot
    return chows | pungs << chow_bits | pair << PAIR_SHIFT


@helper
def lowest(left: Any, slot: int) -> int:
    """The first slot from here on that holds a tile; there is one."""
    while left[slot] == 0:
        slot += 1
    return slot


@kernel
def lowest_tile(counts: Counts, offsets: Offsets, codes: Codes) -> None:
    """Every reading of every hand; see ``fastmj.Algorithm`` for the arrays."""
    left = np.empty(KINDS, np.int64)
    slots, blocks = np.empty(MOST_SETS + 1, np.int64), np.empty(MOST_SETS + 1, np.int64)
    total = 0
    offsets[0] = 0
    for i in range(len(counts)):
        sets = take_hand(counts, i, left)
        first, depth, paired = total, 0, False
        if sets >= 0:
            slots[0], blocks[0] = lowest(left, 0), AS_PUNG
        else:
            depth = -1
        while depth >= 0:
            slot, block = slots[depth], blocks[depth]
            if block == NOTHING_MORE:
                depth -= 1
                if depth >= 0:
                    move(left, slots[depth], blocks[depth], -1)
                    paired = paired and blocks[depth] != AS_PAIR
                    blocks[depth] += 1
            elif not fits(left, slot, block, paired):
                blocks[depth] += 1
            elif depth == sets:  # it takes the last tiles
                codes[total] = packed(slots, blocks, sets + 1)
                total += 1
                blocks[depth] += 1
            else:
                move(left, slot, block, 1)
                paired = paired or block == AS_PAIR
                depth += 1
                slots[depth] = lowest(left, slot)
                blocks[depth] = block if slots[depth] == slot else AS_PUNG
        sort_readings(codes, first, total)
        offsets[i + 1] = total
