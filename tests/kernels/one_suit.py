"""Every holding of one suit, and how it divides into sets and a pair: plain recursion, no tables."""

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

Counts = tuple[int, ...]
Division = tuple[tuple[int, ...], tuple[int, ...], int]  # ranks (from 0) of chows and of pungs, ascending; pair or -1
RANKS, HONORS = 9, 7


def holdings(tiles: int, kinds: int = RANKS, most: int = 4) -> Iterator[Counts]:
    """Every way to hold some tiles of one suit with at most four of a kind, in ascending order."""
    if kinds == 0:
        if tiles == 0:
            yield ()
        return
    for first in range(max(0, tiles - most * (kinds - 1)), min(most, tiles) + 1):
        for rest in holdings(tiles - first, kinds - 1, most):
            yield (first, *rest)


def holdings_array(tiles: int, kinds: int = RANKS) -> NDArray[np.uint8]:
    """The same as uint8 (n, kinds)."""
    return np.array(list(holdings(tiles, kinds)), np.uint8)


def without(counts: Counts, rank: int, copies: int) -> Counts:
    """Some copies of one rank taken away."""
    return (*counts[:rank], counts[rank] - copies, *counts[rank + 1 :])


@cache
def _sets(counts: Counts) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every (chows, pungs) that all tiles divide into; of honors (seven kinds) only pungs."""
    first = next((rank for rank, n in enumerate(counts) if n), None)
    if first is None:
        return (((), ()),)
    ways = []
    if counts[first] >= 3:
        ways += [(chows, (first, *pungs)) for chows, pungs in _sets(without(counts, first, 3))]
    if len(counts) == RANKS and first < 7 and counts[first + 1] and counts[first + 2]:
        rest = without(without(without(counts, first, 1), first + 1, 1), first + 2, 1)
        ways += [((first, *chows), pungs) for chows, pungs in _sets(rest)]
    return tuple(ways)


@cache
def divisions(counts: Counts) -> frozenset[Division]:
    """Every division of all tiles into sets, with a pair where two tiles are over; empty where there is none."""
    over = sum(counts) % 3
    if over == 1:
        return frozenset()
    if over == 0:
        return frozenset((*sets, -1) for sets in _sets(counts))
    pairs = (rank for rank, n in enumerate(counts) if n >= 2)
    return frozenset((*sets, pair) for pair in pairs for sets in _sets(without(counts, pair, 2)))


def waits(counts: Counts) -> int:
    """Bit mask of the ranks that make the tiles divide, by shape: a fifth copy counts as well."""
    return sum(1 << rank for rank in range(len(counts)) if divisions(without(counts, rank, -1)))
