"""Decomposition by plain search: every pair, and beside it every choice of sets in ascending order while the tiles last.

The naive way, kept as the one to beat. It looks at all 21 chows and 34 pungs for every set it wants.
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

LAST_SET = PUNG + KINDS - 1


@helper
def holds(left: Any, code: int) -> bool:
    """Whether the tiles left hold the set of this meld byte."""
    if code >= PUNG:
        return bool(left[code - PUNG] >= 3)
    slot = code - CHOW
    return bool(slot < 27 and slot % 9 < 7 and left[slot] > 0 and left[slot + 1] > 0 and left[slot + 2] > 0)


@helper
def move(left: Any, code: int, copies: int) -> None:
    """Take a set away (copies 1) or give it back (-1)."""
    if code >= PUNG:
        left[code - PUNG] -= 3 * copies
    else:
        left[code - CHOW] -= copies
        left[code - CHOW + 1] -= copies
        left[code - CHOW + 2] -= copies


@helper
def packed(picked: Any, sets: int, pair: int) -> int:
    """The reading of a pair and of sets in ascending order."""
    code = pair << PAIR_SHIFT
    for k in range(sets):
        code |= i64(picked[k]) << 8 * k
    return code


@kernel
def pair_first(counts: Counts, offsets: Offsets, codes: Codes) -> None:
    """Every reading of every hand; see ``fastmj.Algorithm`` for the arrays."""
    left, picked = np.empty(KINDS, np.int64), np.empty(MOST_SETS + 1, np.int64)
    total = 0
    offsets[0] = 0
    for i in range(len(counts)):
        sets = take_hand(counts, i, left)
        first = total
        for pair in range(KINDS):
            if sets < 0 or left[pair] < 2:
                continue
            left[pair] -= 2
            depth = 0
            picked[0] = CHOW
            while depth >= 0:
                if depth == sets or picked[depth] > LAST_SET:
                    if depth == sets:  # every tile is in a set or in the pair
                        codes[total] = packed(picked, sets, pair)
                        total += 1
                    depth -= 1
                    if depth >= 0:
                        move(left, picked[depth], -1)
                        picked[depth] += 1
                elif holds(left, picked[depth]):
                    move(left, picked[depth], 1)
                    picked[depth + 1] = picked[depth]
                    depth += 1
                else:
                    picked[depth] += 1
            left[pair] += 2
        sort_readings(codes, first, total)
        offsets[i + 1] = total
