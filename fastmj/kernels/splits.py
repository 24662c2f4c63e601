"""Every regular reading of every hand: one row each.

Row i is hand i's first reading, so that the loops have no branch for the nine hands in ten that have just one; further
readings are appended behind the first n rows. The records are fetched first and taken apart afterwards: the second loop then
is plain arithmetic and becomes vector code (10 -> 5 ns a hand).
"""

from fastmj.kernels.block import Work, list_marked
from fastmj.kernels.intrinsics import popcount, wide_vectors
from fastmj.kernels.jit import helper, i64, part, stage, u32
from fastmj.kernels.record import (
    CHOWS,
    CONCEALED_KONGS,
    LANES_MASK,
    PUNGS,
    lane,
    lanes_of,
    more_of,
    pair_of,
    pungs_of,
    sets_of,
    starts_of,
)
from fastmj.kernels.tables import Tables
from fastmj.kernels.view import CLOSED, EDGE, IN_SET, REGULAR, SINGLE, Block
from fastmj.status import OK


@helper
def pair_slot(m: int, p: int, s: int, z: int) -> int:
    """The slot of the pair, -1 without one, from the records of the suits (at most one has a pair)."""
    a, b, c, d = pair_of(m), pair_of(p), pair_of(s), pair_of(z)
    return a + b + c + d - 1 + 9 * i64(b != 0) + 18 * i64(c != 0) + 27 * i64(d != 0)


@helper
def concealed_pung_mask(m: int, p: int, s: int, z: int) -> int:
    """Which kinds are concealed pungs."""
    return pungs_of(m) | pungs_of(p) << 9 | pungs_of(s) << 18 | pungs_of(z) << 27


@helper
def chow_starts(m: int, p: int, s: int) -> int:
    """The slots at which concealed chows start."""
    return starts_of(m) | starts_of(p) << 9 | starts_of(s) << 18


@helper
def possible_wait(starts: int, pungs: int, pair: int, tile: int) -> int:
    """What the winning tile can have completed: EDGE, CLOSED, SINGLE or 0, and IN_SET where it can lie in a set.

    Whether it was the only wait is asked later.
    """
    rank = tile % 9
    edge = (rank == 2) & (starts >> (tile - 2) & 1) | (rank == 6) & (starts >> tile & 1)
    closed = (starts << 1) >> tile & 1
    single = i64(pair == tile)
    in_set = (starts | starts << 1 | starts << 2 | pungs) >> tile & 1
    return (EDGE if edge != 0 else CLOSED if closed != 0 else SINGLE * single) | IN_SET * in_set


@helper
def write_sets(work: Work, block: Block, i: int, r: int) -> None:
    """The sets of row r: the reading of hand i whose records were fetched, with the melds."""
    records, melds = work.records, work.melds
    block.suit_m[r] = sets_of(records[0, r]) + melds[0, i]
    block.suit_p[r] = sets_of(records[1, r]) + melds[1, i]
    block.suit_s[r] = sets_of(records[2, r]) + melds[2, i]
    block.pungs_z[r] = pungs_of(records[3, r]) + melds[3, i]


@helper
def write_counters(work: Work, block: Block, i: int, r: int) -> None:
    """What else is counted over the sets of row r, and what the winning tile can have completed."""
    m, p, s, z = work.records[0, r], work.records[1, r], work.records[2, r], work.records[3, r]
    tile = i64(work.win_tile[i])
    lanes = lanes_of(m) + lanes_of(p) + lanes_of(s) + lanes_of(z) + (i64(work.meld_lanes[i]) & LANES_MASK)
    pair = pair_slot(m, p, s, z)
    pungs = concealed_pung_mask(m, p, s, z)
    claimed = pungs >> tile & i64(work.claimed_pung[i])
    block.form[r] = REGULAR
    block.pair[r] = pair
    block.lanes[r] = lanes
    block.concealed_pungs[r] = popcount(pungs) + lane(lanes, CONCEALED_KONGS) - claimed
    block.wait[r] = possible_wait(chow_starts(m, p, s), pungs, pair, tile)


@part
def copy_hand(block: Block, i: int, r: int) -> None:
    """What row r shares with hand i's first row."""
    block.kinds[r] = block.kinds[i]
    block.fours[r] = block.fours[i]
    block.win[r] = block.win[i]
    block.winds[r] = block.winds[i]
    block.flowers[r] = block.flowers[i]
    block.win_tile[r] = block.win_tile[i]


@part
def write_reading(work: Work, block: Block, i: int, r: int) -> None:
    """Row r: the reading of hand i whose records were fetched."""
    write_sets(work, block, i, r)
    write_counters(work, block, i, r)
    copy_hand(block, i, r)


@helper
def append_readings(i: int, n: int, rows: int, tables: Tables, work: Work) -> int:
    """The records of hand i's further readings behind the first ``rows``; returns the number of rows."""
    suits, readings, records = work.suits, tables.readings, work.records
    first_m, first_p, first_s = i64(suits[0, i]), i64(suits[1, i]), i64(suits[2, i])
    for a in range(more_of(records[0, i]) + 1):
        for b in range(more_of(records[1, i]) + 1):
            for c in range(more_of(records[2, i]) + 1):
                if a + b + c > 0:
                    records[0, rows] = readings[u32(first_m + a)]
                    records[1, rows] = readings[u32(first_p + b)]
                    records[2, rows] = readings[u32(first_s + c)]
                    records[3, rows] = records[3, i]
                    work.hand_of[rows - n] = i
                    rows += 1
    return rows


@stage
def further_readings(n: int, tables: Tables, work: Work) -> int:
    """Which hands are whole, and the records of their further readings; returns the number of rows."""
    wide_vectors()
    suits, records, valid, marked = work.suits, work.records, work.valid, work.marked
    for i in range(n):
        m, p, s, z = records[0, i], records[1, i], records[2, i], records[3, i]
        sets = lanes_of(m) + lanes_of(p) + lanes_of(s) + lanes_of(z) + (i64(work.meld_lanes[i]) & LANES_MASK)
        whole = (suits[0, i] != 0) & (suits[1, i] != 0) & (suits[2, i] != 0) & (suits[3, i] != 0)
        four = lane(sets, CHOWS) + lane(sets, PUNGS) == 4  # four sets leave two tiles: the pair
        fine = work.status[i] == OK
        valid[i] = whole & four & fine
        marked[i] = more_of(m | p | s) != 0
        # concealed tiles and melds of a faulty hand can hold more than four chows together, which no table knows
        records[0, i], records[1, i] = m if fine else 0, p if fine else 0
        records[2, i], records[3, i] = s if fine else 0, z if fine else 0
    for i in range(n):
        marked[i] &= valid[i]
    rows = n
    for k in range(list_marked(n, work)):
        rows = append_readings(i64(work.listed[k]), n, rows, tables, work)
    return rows


@stage
def splits(n: int, rows: int, work: Work, block: Block) -> None:
    """Take the records of all rows apart into the block's columns."""
    wide_vectors()
    for i in range(n):  # two loops: with more columns in one LLVM gives up on vector code
        write_sets(work, block, i, i)
    for i in range(n):
        write_counters(work, block, i, i)
    for r in range(n, rows):
        write_reading(work, block, i64(work.hand_of[r - n]), r)
