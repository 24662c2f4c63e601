"""Decomposition by backtracking, as textbooks have it.

Each kind held twice is the pair in turn, and then the lowest tile left belongs to a pung or to a chow: try the one, then
the other. The recursion is written as a loop over a stack of the sets taken. Of one tile the pung is taken before any chow,
so that no reading comes twice.
"""

from typing import Any

import numpy as np

from fastmj.kernels.decompose_codes import MOST_SETS, PAIR_SHIFT, Codes, Counts, Offsets, sort_readings, take_hand
from fastmj.kernels.jit import helper, i64, kernel
from fastmj.tiles import CHOW, KINDS, PUNG

AS_PUNG, AS_CHOW, NOTHING_MORE = range(3)


@helper
def fits(left: Any, slot: int, kind: int) -> bool:
    """Whether the lowest tile can be taken in a set of this kind."""
    if kind == AS_PUNG:
        return bool(left[slot] >= 3)
    return bool(slot < 27 and slot % 9 < 7 and left[slot + 1] > 0 and left[slot + 2] > 0)


@helper
def move(left: Any, slot: int, kind: int, copies: int) -> None:
    """Take a set away (copies 1) or give it back (-1)."""
    if kind == AS_PUNG:
        left[slot] -= 3 * copies
    else:
        left[slot] -= copies
        left[slot + 1] -= copies
        left[slot + 2] -= copies


@helper
def lowest(left: Any, slot: int) -> int:
    """The first slot from here on that holds a tile, 34 where none does."""
    while slot < KINDS and left[slot] == 0:
        slot += 1
    return slot


@helper
def packed(slots: Any, kinds: Any, sets: int, pair: int) -> int:
    """The reading of a pair and of sets in ascending order of their slots: chows come before pungs."""
    chows, pungs, chow_bits, pung_bits = 0, 0, 0, 0
    for k in range(sets):
        if kinds[k] == AS_CHOW:
            chows |= (CHOW + i64(slots[k])) << chow_bits
            chow_bits += 8
        else:
            pungs |= (PUNG + i64(slots[k])) << pung_bits
            pung_bits += 8
    return chows | pungs << chow_bits | pair << PAIR_SHIFT


@helper
def beside(left: Any, sets: int, pair: int, slots: Any, kinds: Any, codes: Codes, total: int) -> int:
    """Write every reading with this pair, whose tiles are no longer among those left; returns where they end."""
    depth = 0
    slots[0], kinds[0] = lowest(left, 0), AS_PUNG
    while depth >= 0:
        slot, kind = slots[depth], kinds[depth]
        if depth == sets or kind == NOTHING_MORE:
            if depth == sets:
                codes[total] = packed(slots, kinds, sets, pair)
                total += 1
            depth -= 1
            if depth >= 0:
                move(left, slots[depth], kinds[depth], -1)
                kinds[depth] += 1
        elif fits(left, slot, kind):
            move(left, slot, kind, 1)
            depth += 1
            slots[depth] = lowest(left, slot)
            kinds[depth] = kind if slots[depth] == slot else AS_PUNG
        else:
            kinds[depth] += 1
    return total


@kernel
def backtrack(counts: Counts, offsets: Offsets, codes: Codes) -> None:
    """Every reading of every hand; see ``fastmj.Algorithm`` for the arrays."""
    left = np.empty(KINDS, np.int64)
    slots, kinds = np.empty(MOST_SETS + 1, np.int64), np.empty(MOST_SETS + 1, np.int64)
    total = 0
    offsets[0] = 0
    for i in range(len(counts)):
        sets = take_hand(counts, i, left)
        first = total
        for pair in range(KINDS):
            if sets >= 0 and left[pair] >= 2:
                left[pair] -= 2
                total = beside(left, sets, pair, slots, kinds, codes, total)
                left[pair] += 2
        sort_readings(codes, first, total)
        offsets[i + 1] = total
