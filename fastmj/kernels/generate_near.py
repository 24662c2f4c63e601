"""Hands that are complete but for one tile, made from complete ones; plain, and apart from the scorer on purpose."""

import numpy as np
import numpy.typing as npt

from fastmj.kernels.draws import below
from fastmj.kernels.jit import kernel
from fastmj.tiles import HONORS, KINDS, ORPHANS

I64 = npt.NDArray[np.int64]


@kernel
def total(tiles: I64) -> int:
    """Number of tiles."""
    n = 0
    for t in range(KINDS):
        n += int(tiles[t])
    return n


@kernel
def nth_tile(tiles: I64, n: int) -> int:
    """Kind of the n-th tile (from 0) in ascending order."""
    t = 0
    while n >= tiles[t]:
        n -= int(tiles[t])
        t += 1
    return t


@kernel
def only_sets(tiles: I64) -> bool:
    """Whether the tiles fall into sets; the lowest kind decides, since three equal chows are three pungs too."""
    left = tiles.copy()
    for t in range(KINDS):
        chows = left[t] % 3
        if chows:
            if t >= 27 or t % 9 > 6 or left[t + 1] < chows or left[t + 2] < chows:
                return False
            left[t + 1] -= chows
            left[t + 2] -= chows
    return True


@kernel
def sets_and_pair(tiles: I64) -> bool:
    """Whether the tiles fall into sets and a pair."""
    for t in range(KINDS):
        if tiles[t] >= 2:
            rest = tiles.copy()
            rest[t] -= 2
            if only_sets(rest):
                return True
    return False


@kernel
def complete(tiles: I64, patterns: I64) -> bool:
    """Whether the 14-3m concealed tiles are a win: regular, knitted straight, pairs, orphans, knitted honors."""
    if sets_and_pair(tiles):
        return True
    kinds, different, odd = 0, 0, 0
    for t in range(KINDS):
        kinds |= int(tiles[t] > 0) << t
        different += int(tiles[t] > 0)
        odd += int(tiles[t]) & 1
    for i in range(len(patterns)):
        pattern = int(patterns[i])
        if kinds & pattern == pattern:
            rest = tiles.copy()
            for t in range(KINDS):
                rest[t] -= (pattern >> t) & 1
            if sets_and_pair(rest):
                return True
        if different == 14 and kinds & ~(pattern | HONORS) == 0:
            return True
    return total(tiles) == 14 and (odd == 0 or kinds == ORPHANS)


@kernel
def miss_by_one(stream: I64, used: I64, held: I64, patterns: I64) -> None:
    """Change a concealed tile for one of another kind so that the hand is no win."""
    while True:
        lost = nth_tile(held, below(stream, total(held)))
        got = below(stream, KINDS)
        if got == lost or used[got] == 4:
            continue
        held[lost] -= 1
        held[got] += 1
        if not complete(held, patterns):
            used[lost] -= 1
            used[got] += 1
            return
        held[lost] += 1
        held[got] -= 1
