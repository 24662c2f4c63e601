"""Which kinds complete a hand of several suits."""

import numpy as np
from numpy.typing import NDArray

from tests.kernels.one_suit import waits as waits_of_suit
from tests.kernels.stages import waits
from tests.random_hands import random_rows
from tests.reference.shapes import completing_kinds


def ready_hands(n: int, seed: str) -> NDArray[np.uint8]:
    """Concealed tiles (n, 34) without their winning tile: mostly of hands that wait for something."""
    rows = random_rows(n, seed)
    counts = np.array([row.counts for row in rows], np.uint8)
    counts[np.arange(n), [row.win_tile for row in rows]] -= 1
    return counts


def test_waits_of_whole_hands() -> None:
    counts = ready_hands(6000, "waits")
    _, kinds = waits(counts)
    several = 0
    for held, mask in zip(counts.tolist(), kinds.tolist(), strict=True):
        found = [kind for kind in range(34) if mask >> kind & 1]
        assert found == completing_kinds(tuple(held), seven_pairs=False), held
        several += len(found) > 1
    assert several > 1000


def test_waits_of_each_suit() -> None:
    """The four words of a hand are those of its suits, wherever the suit lies."""
    counts = ready_hands(2000, "suits")
    words, _ = waits(counts)
    for held, found in zip(counts.tolist(), words.T.tolist(), strict=True):
        for suit, word in enumerate(found):
            part = tuple(held[9 * suit : 9 * suit + 9])
            assert word & 0x1FF == (waits_of_suit(part) if sum(part) % 3 else 0), held
