"""Melds: their sets and counters, and how often the whole hand holds each kind."""

from fastmj.hands import Hands
from fastmj.kernels.block import Work, list_marked
from fastmj.kernels.jit import helper, i64, stage
from fastmj.kernels.record import LANES_MASK, SETS_BITS, SETS_MASK
from fastmj.kernels.tables import MELD_HONORS, MELD_LANES, Tables
from fastmj.kernels.view import Block

INVALID_SHIFT = 24  # of meld_lanes: how many codes are no melds


@helper
def added(once: int, twice: int, four: int, five: int, one: int, two: int, kong: int) -> tuple[int, int, int, int]:
    """Counts as bit planes (1, 2, 4, more than 7) plus the planes of one meld: a full adder over all 34 kinds at once."""
    carry = once & one
    carry_2 = twice & two | carry & (twice | two)
    carry_4 = four & kong | carry_2 & (four | kong)
    return once ^ one, twice ^ two ^ carry, four ^ kong ^ carry_2, five | carry_4


@stage
def without_melds(n: int, work: Work, block: Block) -> None:
    """Start from the concealed tiles alone: right for every hand that has no melds."""
    held = work.held
    for i in range(n):
        block.kinds[i] = held[0, i]
        block.fours[i] = held[3, i]
        work.whole[0, i] = held[3, i]
        work.whole[1, i] = 0
        work.shown[i] = 0
        work.meld_lanes[i] = 0
    for suit in range(4):
        for i in range(n):
            work.melds[suit, i] = 0


@helper
def add_records(hands: Hands, i: int, tables: Tables, work: Work) -> None:
    """Sum the records of the four meld bytes of hand i (0 adds nothing)."""
    a, b = i64(0), i64(0)
    for j in range(4):
        code = hands.melds[i, j]
        a += tables.melds[code, 0]
        b += tables.melds[code, 1]
    work.melds[0, i] = a & SETS_MASK
    work.melds[1, i] = a >> SETS_BITS & SETS_MASK
    work.melds[2, i] = b & SETS_MASK
    work.melds[3, i] = b >> MELD_HONORS & 0x7F
    lanes = b >> MELD_LANES
    work.meld_lanes[i] = lanes & LANES_MASK | (lanes >> INVALID_SHIFT & 7) << INVALID_SHIFT


@helper
def add_copies(hands: Hands, i: int, tables: Tables, work: Work, block: Block) -> None:
    """The kinds of the whole hand i, those held four times, those held too often.

    Also how many more copies of the winning tile the exposed chows and pungs show. Plain operations on bit planes count all
    34 kinds at once.
    """
    held, planes = work.held, tables.meld_planes
    once = held[0, i] & ~held[1, i] | held[2, i] & ~held[3, i]
    twice, four, five = held[1, i] & ~held[3, i], held[3, i], i64(0)
    kongs = i64(0)
    for j in range(4):
        code = hands.melds[i, j]
        one, two, kong = planes[code, 0], planes[code, 1], planes[code, 2]
        once, twice, four, five = added(once, twice, four, five, one, two, kong)
        kongs |= kong
    block.kinds[i] = once | twice | four
    block.fours[i] = four & ~(kongs | once | twice)
    work.whole[0, i] = four
    work.whole[1, i] = five | four & (once | twice)
    tile = i64(work.win_tile[i])
    concealed = (
        (held[0, i] >> tile & 1) + (held[1, i] >> tile & 1) + (held[2, i] >> tile & 1) + (held[3, i] >> tile & 1)
    )
    work.shown[i] = (once >> tile & 1) + 2 * (twice >> tile & 1) + 4 * (four >> tile & 1) - concealed


@stage
def melds(hands: Hands, n: int, tables: Tables, work: Work, block: Block) -> None:
    """Add the melds of the hands that have any; they are listed first without a branch."""
    listed = work.listed
    for i in range(n):
        work.marked[i] = (hands.melds[i, 0] | hands.melds[i, 1] | hands.melds[i, 2] | hands.melds[i, 3]) != 0
    found = list_marked(n, work)
    for k in range(found):
        i = i64(listed[k])
        add_records(hands, i, tables, work)
        add_copies(hands, i, tables, work, block)
