"""Melds: their sets and counters, and how often the whole hand holds each kind."""

import numpy as np

from fastmj.hands import Hands
from fastmj.kernels.block import Work
from fastmj.kernels.jit import helper, stage
from fastmj.kernels.record import LANES_MASK, SETS_BITS, SETS_MASK
from fastmj.kernels.tables import MELD_HONORS, MELD_LANES, Tables
from fastmj.kernels.view import Block
from fastmj.tiles import KONG, PUNG

INVALID_SHIFT = 24  # of meld_lanes: how many codes are no melds


@stage
def melds(hands: Hands, start: int, n: int, tables: Tables, work: Work) -> None:
    """Sum the records of the four meld bytes (0 adds nothing)."""
    table, out = tables.melds, work.melds
    for i in range(n):
        a, b = np.int64(0), np.int64(0)
        for j in range(4):
            code = hands.melds[start + i, j]
            a += table[code, 0]
            b += table[code, 1]
        out[0, i] = a & SETS_MASK
        out[1, i] = a >> SETS_BITS & SETS_MASK
        out[2, i] = b & SETS_MASK
        out[3, i] = b >> MELD_HONORS & 0x7F
        lanes = b >> MELD_LANES
        work.meld_lanes[i] = lanes & LANES_MASK | (lanes >> INVALID_SHIFT & 7) << INVALID_SHIFT


@helper
def added(once: int, twice: int, four: int, five: int, kinds: int, code: int) -> tuple[int, int, int, int]:
    """Counts as bit planes (1, 2, 4, more than 7) plus one meld: a full adder over all 34 kinds at once."""
    one = kinds if code < KONG else 0  # a chow adds 1, a pung 1 + 2, a kong 4
    two = kinds if (code >= PUNG) & (code < KONG) else 0
    all_four = kinds if code >= KONG else 0
    carry = once & one
    carry_2 = twice & two | carry & (twice | two)
    carry_4 = four & all_four | carry_2 & (four | all_four)
    return once ^ one, twice ^ two ^ carry, four ^ all_four ^ carry_2, five | carry_4


@stage
def copies(hands: Hands, start: int, n: int, tables: Tables, work: Work, block: Block) -> None:
    """The kinds of the whole hand, those held four times, and those held too often.

    Without melds it copies; with melds 60 plain operations count all 34 kinds, no look-ups.
    """
    held, whole = work.held, work.whole
    for i in range(n):
        once = held[0, i] & ~held[1, i] | held[2, i] & ~held[3, i]
        twice, four, five = held[1, i] & ~held[3, i], held[3, i], np.int64(0)
        kongs = np.int64(0)
        for j in range(4):
            code = hands.melds[start + i, j]
            kinds = tables.meld_kinds[code]
            once, twice, four, five = added(once, twice, four, five, kinds, np.int64(code))
            kongs |= kinds if code >= KONG else 0
        block.kinds[i] = once | twice | four
        block.fours[i] = four & ~(kongs | once | twice)
        whole[0, i] = four
        whole[1, i] = five | four & (once | twice)
