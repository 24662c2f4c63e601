"""Random numbers that depend on (seed, row, number of the draw) alone: rows can be made in any order and by any thread.

A stream is an int64 array of two keys and a counter. Words have 32 bits so that the same lines give the same numbers in
compiled code, which wraps at 64 bits, and in plain Python, which does not.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.kernels.jit import helper, kernel

I64 = npt.NDArray[np.int64]

WORD = 0xFFFFFFFF
STEP = 0x9E3779B9  # 2**32 over the golden ratio: counters far apart


@kernel
def scramble(word: int) -> int:
    """A one-to-one map of 32-bit words in which each input bit flips each output bit half the time ("lowbias32")."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
    word = ((word ^ (word >> 15)) * 0x846CA68B) & WORD
    return word ^ (word >> 16)


@kernel
def open_stream(stream: I64, seed: int, row: int) -> None:
    """Set a stream to the first draw of a row (seed and row from 0 to 2**63 - 1)."""
    low = scramble((row & WORD) ^ scramble(seed & WORD))
    high = scramble((seed >> 32) ^ scramble((seed & WORD) ^ low))  # the seed again: two seeds never share their rows
    stream[0] = low
    stream[1] = scramble((row >> 32) ^ high)
    stream[2] = 0


@kernel
def draw(stream: I64) -> int:
    """The next 32-bit word."""
    stream[2] += 1
    word = scramble((int(stream[0]) + int(stream[2]) * STEP) & WORD)
    return scramble(word ^ int(stream[1]))


# These two are inlined: a compiled function would be made anew for each literal limit.


@helper
def below(stream: I64, limit: Any) -> int:
    """The next draw: a number from 0 to limit - 1."""
    return (draw(stream) * int(limit)) >> 32


@helper
def chance(stream: I64, percent: Any) -> bool:
    """True in so many of a hundred cases."""
    return bool((draw(stream) * 100) >> 32 < percent)
