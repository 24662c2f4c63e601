"""Melds: their sets and counters, and how often the whole hand holds each kind."""

from fastmj.hands import Hands
from fastmj.kernels.block import Work, list_marked
from fastmj.kernels.jit import helper, i64, stage, u32
from fastmj.kernels.meld_tables import MELD_HONORS, MELD_LANES
from fastmj.kernels.record import LANES_MASK, SETS_BITS, SETS_MASK
from fastmj.kernels.rows import KONG_MARK, whole_hand
from fastmj.kernels.tables import Tables
from fastmj.kernels.view import Block

INVALID_SHIFT = 24  # of meld_lanes: how many codes are no melds


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
        a += tables.meld_sets[code]
        b += tables.meld_lanes[code]
    work.melds[0, i] = a & SETS_MASK
    work.melds[1, i] = a >> SETS_BITS & SETS_MASK
    work.melds[2, i] = b & SETS_MASK
    work.melds[3, i] = b >> MELD_HONORS & 0x7F
    lanes = b >> MELD_LANES
    work.meld_lanes[i] = lanes & LANES_MASK | (lanes >> INVALID_SHIFT & 7) << INVALID_SHIFT


@helper
def add_copies(hands: Hands, i: int, tables: Tables, work: Work, block: Block) -> None:
    """The kinds of the whole hand i, those held four times, those held too often.

    Also how many more copies of the winning tile the exposed sets show.
    """
    kinds, fours, whole, more = whole_hand(hands.counts, hands.melds, i, tables.meld_tiles)
    block.kinds[i] = kinds
    block.fours[i] = fours
    work.whole[0, i] = whole
    work.whole[1, i] = more
    tile, shown = u32(work.win_tile[i]), i64(0)
    for j in range(4):
        shown += i64(tables.meld_tiles[hands.melds[i, j], tile])
    work.shown[i] = shown & (KONG_MARK - 1)


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
