"""Four wait words in one integer."""

import numba
import numpy as np

from fastmj.kernels.distances import distances
from fastmj.kernels.jit import JIT
from fastmj.kernels.tables import tables
from fastmj.kernels.wait_words import classes_of, kinds_of, sum_of_classes

KINDS_OF = (9, 9, 9, 7)  # bits of the suits


def unpacked(packed):
    return kinds_of(packed), sum_of_classes(packed), classes_of(packed)


if JIT:
    unpacked = numba.njit(unpacked)


def test_what_is_packed_comes_out():
    random = np.random.default_rng(4)
    for _ in range(300):
        waits = [int(random.integers(0, 1 << bits)) for bits in KINDS_OF]
        classes = random.integers(0, 5, 4).tolist()
        packed = sum(
            (wait | kind << 9) << 16 * suit for suit, (wait, kind) in enumerate(zip(waits, classes, strict=True))
        )
        kinds, total, index = unpacked(packed)
        assert kinds == sum(wait << 9 * suit for suit, wait in enumerate(waits))
        assert total == sum(classes)
        assert distances().active[index] == tables().active[sum(5**suit * kind for suit, kind in enumerate(classes))]
