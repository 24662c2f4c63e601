"""Seeded hands to analyse: every form, with melds, whole, ready or a few tiles off."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from tests.random_hands import random_row
from tests.reference.analysis import copies
from tests.reference.shapes import KNITTED

Tiles = tuple[tuple[int, ...], tuple[int, ...]]  # concealed counts, four meld bytes


def _stars(rng: Random) -> tuple[int, ...]:
    held = [*range(27, 34), *rng.sample(sorted(rng.choice(KNITTED)), 7)]
    return tuple(int(slot in held) for slot in range(34))


def _snake(rng: Random) -> tuple[int, ...]:
    counts = [0] * 34
    suit = 9 * rng.randrange(3)
    counts[suit : suit + 9] = [2] + [1] * 8
    counts[27:31] = [1] * 4
    return tuple(counts)


def _wall(rng: Random) -> Tiles:
    held = rng.sample(range(136), 14)
    return tuple(sum(tile // 4 == slot for tile in held) for slot in range(34)), (0, 0, 0, 0)


def whole(rng: Random) -> Tiles:
    """14 tiles (3 less a meld): mostly a win, sometimes the wall's first."""
    kind = rng.random()
    if kind < 0.05:
        return _wall(rng)
    if kind < 0.15:
        return (_stars if kind < 0.1 else _snake)(rng), (0, 0, 0, 0)
    row = random_row(rng)
    return row.counts, row.melds


def _replace(rng: Random, counts: list[int], melds: tuple[int, ...]) -> None:
    held = copies(tuple(counts), melds)
    away = rng.choice([slot for slot in range(34) if counts[slot]])
    drawn = rng.choice([slot for slot in range(34) if held[slot] < 4 and slot != away])
    counts[away] -= 1
    counts[drawn] += 1


def hand(rng: Random, tiles: int) -> Tiles:
    """A hand of 13 or 14 tiles (3 less a meld), up to three replacements off a win."""
    found, melds = whole(rng)
    counts = list(found)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        _replace(rng, counts, melds)
    if tiles == 13:
        counts[rng.choice([slot for slot in range(34) if counts[slot]])] -= 1
    return tuple(counts), melds


def hands(n: int, seed: object, tiles: int = 13) -> list[Tiles]:
    """`n` hands; the same seed (anything that prints) gives the same hands."""
    rng = Random(str(seed))
    return [hand(rng, tiles) for _ in range(n)]


def arrays(given: list[Tiles]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Hands as counts (n, 34) and melds (n, 4)."""
    return np.array([counts for counts, _ in given], np.uint8), np.array([melds for _, melds in given], np.uint8)


def neighbours(counts: NDArray[np.uint8], melds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """All hands that one replacement makes of one hand: uint8 (n, 34)."""
    held = np.array(copies(tuple(counts.tolist()), tuple(melds.tolist())))
    away, drawn = np.meshgrid(np.flatnonzero(counts), np.flatnonzero(held < 4), indexing="ij")
    different = (away != drawn).ravel()
    out = np.repeat(counts[None], different.sum(), axis=0)
    rows = np.arange(len(out))
    out[rows, away.ravel()[different]] -= 1
    out[rows, drawn.ravel()[different]] += 1
    return out
