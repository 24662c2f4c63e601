"""What stands in texts of the dialect ``official`` after the first ``|``: how the hand was won, as ``ES1000|ae`` says it."""

import numpy as np

from fastmj.hands import U8, U16, read_only
from fastmj.kernels.jit import helper, kernel
from fastmj.kernels.pack import I64, Texts
from fastmj.tiles import (
    DISCARD,
    FLAG_LAST_OF_KIND,
    FLAG_LAST_TILE,
    KONG_DRAWS_SHIFT,
    ROBBED_KONG,
    SELF_DRAW,
    WIND_NAMES,
)

BAR, ZERO, FLOWER = b"|0a"
NOT_A_WIND = 4
WORDS = 6
"""How long a tail is without flowers: two winds and four digits."""


def _winds() -> U8:
    """The wind of each byte."""
    winds = np.full(256, NOT_A_WIND, np.uint8)
    winds[list(WIND_NAMES.encode())] = range(4)
    return read_only(winds)


WINDS = _winds()


@helper
def _bar(data: U8, start: int, stop: int) -> int:
    """Where the first ``|`` is, or the end."""
    for at in range(start, stop):
        if data[at] == BAR:
            return at
    return stop


@helper
def _four_bits(data: U8, at: int) -> int:
    """The four digits 0 or 1 that stand at a place as a number, the first its lowest bit; -1 where they do not."""
    bits = 0
    for k in range(4):
        digit = int(data[at + k]) - ZERO
        if digit < 0 or digit > 1:
            return -1
        bits |= digit << k
    return bits


@helper
def _flowers(data: U8, start: int, stop: int) -> int:
    """The mask that flowers ``a``-``h`` make, each at most once, or their number; -1 where they are neither."""
    if stop - start == 1:
        number = int(data[start]) - ZERO
        if 0 <= number <= 8:
            return (1 << number) - 1
    mask = 0
    for at in range(start, stop):
        flower = int(data[at]) - FLOWER
        if flower < 0 or flower > 7 or mask >> flower & 1 != 0:
            return -1
        mask |= 1 << flower
    return mask


@helper
def _flags(self_drawn: bool, last_of_kind: bool, last_tile: bool, kong: bool) -> int:
    """The bits of the column ``flags``."""
    flags = FLAG_LAST_OF_KIND if last_of_kind else 0
    flags |= FLAG_LAST_TILE if last_tile else 0
    return flags | (1 << KONG_DRAWS_SHIFT if self_drawn and kong else 0)


@helper
def _win_by(self_drawn: bool, kong: bool) -> int:
    """The code of the column ``win_by``: a kong is robbed unless the tile was drawn."""
    if self_drawn:
        return SELF_DRAW
    return ROBBED_KONG if kong else DISCARD


@kernel
def read_tails(
    data: U8,
    offsets: I64,
    valid: U8,
    winds: U8,
    stops: I64,
    win_by: U8,
    flags: U16,
    seat: U8,
    prevalent: U8,
    flowers: U8,
) -> None:
    """Note where the hand of text i (as in ``pack``) ends, and what its tail says in row i of the other outputs.

    winds ``WINDS``; stops (n,): where the ``|`` is or the text ends, or where it begins if its tail is unreadable: no hand is
    left. Rows of win_by, flags, seat, prevalent and flowers, (n,) each, stay as they are where there is no tail to read.
    """
    for row in range(len(valid)):
        start, stop = offsets[row], offsets[row + 1]
        stops[row] = stop
        if valid[row] == 0:
            continue
        bar = _bar(data, start, stop)
        if bar == stop:
            continue
        stops[row] = start
        at, told = bar + 1, bar + 1 + WORDS
        if stop < told or (stop > told and data[told] != BAR):
            continue
        round_wind, seat_wind = int(winds[data[at]]), int(winds[data[at + 1]])
        bits = _four_bits(data, at + 2)
        mask = _flowers(data, told + 1, stop)
        if round_wind == NOT_A_WIND or seat_wind == NOT_A_WIND or bits < 0 or mask < 0:
            continue
        stops[row] = bar
        self_drawn, kong = bits & 1 != 0, bits & 8 != 0
        win_by[row] = _win_by(self_drawn, kong)
        flags[row] = _flags(self_drawn, bits & 2 != 0, bits & 4 != 0, kong)
        prevalent[row], seat[row] = round_wind, seat_wind
        flowers[row] = mask


def without_tails(read: Texts, win_by: U8, flags: U16, seat: U8, prevalent: U8, flowers: U8) -> I64:
    """Where the hands of texts end (n,); what their tails say is written into the columns, (n,) each.

    A text whose tail cannot be read ends where it begins.
    """
    stops = np.empty(len(read.valid), np.int64)
    read_tails(*read, WINDS, stops, win_by, flags, seat, prevalent, flowers)
    return read_only(stops)
