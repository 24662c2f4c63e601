"""Every regular reading of every hand: one row each.

Row i is hand i's first reading, so that the loop has no branch for the nine hands in ten that have just one; further
readings are appended behind the first n rows.
"""

import numpy as np

from fastmj.kernels.block import Work
from fastmj.kernels.jit import helper, stage, part, popcount
from fastmj.kernels.record import (
    CHOWS,
    CONCEALED_KONGS,
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
from fastmj.kernels.view import REGULAR, SINGLE, Block


@helper
def pair_slot(m: int, p: int, s: int, z: int) -> int:
    """The slot of the pair, -1 without one, from the records of the suits (at most one has a pair)."""
    a, b, c, d = pair_of(m), pair_of(p), pair_of(s), pair_of(z)
    return a + b + c + d - 1 + 9 * np.int64(b != 0) + 18 * np.int64(c != 0) + 27 * np.int64(d != 0)


@helper
def concealed_pung_mask(m: int, p: int, s: int, z: int) -> int:
    """Which kinds are concealed pungs."""
    return pungs_of(m) | pungs_of(p) << 9 | pungs_of(s) << 18 | pungs_of(z) << 27


@helper
def possible_wait(tables: Tables, m: int, p: int, s: int, place: int, pair: int, tile: int) -> int:
    """What the winning tile can have completed: EDGE, CLOSED, SINGLE or 0. Whether it was the only wait is asked later."""
    starts = (starts_of(m) | starts_of(p) << 7 | starts_of(s) << 14) >> 7 * (place & 3) & 0x7F
    in_chow = np.int64(tables.edges[np.uint32(starts | place >> 2 << 7)])
    return in_chow | (SINGLE if (in_chow == 0) & (pair == tile) else 0)


@part
def write_row(tables: Tables, work: Work, block: Block, i: int, r: int, m: int, p: int, s: int, z: int) -> int:
    """Row r: the reading of hand i with these records; returns its counters."""
    melds = work.melds
    tile = np.int64(work.win_tile[i])
    lanes = lanes_of(m) + lanes_of(p) + lanes_of(s) + lanes_of(z) + (work.meld_lanes[i] & 0xFFFFFF)
    pair = pair_slot(m, p, s, z)
    pungs = concealed_pung_mask(m, p, s, z)
    block.form[r] = REGULAR
    block.suit_m[r] = sets_of(m) + melds[0, i]
    block.suit_p[r] = sets_of(p) + melds[1, i]
    block.suit_s[r] = sets_of(s) + melds[2, i]
    block.pungs_z[r] = pungs_of(z) + melds[3, i]
    block.pair[r] = pair
    block.lanes[r] = lanes
    block.concealed_pungs[r] = (
        popcount(pungs) + lane(lanes, CONCEALED_KONGS) - (pungs >> tile & np.int64(work.claimed_pung[i]))
    )
    block.wait[r] = possible_wait(tables, m, p, s, np.int64(tables.tile_place[np.uint32(tile)]), pair, tile)
    return lanes


@part
def copy_hand(block: Block, i: int, r: int) -> None:
    """What row r shares with hand i's first row."""
    block.kinds[r] = block.kinds[i]
    block.fours[r] = block.fours[i]
    block.win[r] = block.win[i]
    block.winds[r] = block.winds[i]
    block.flowers[r] = block.flowers[i]
    block.win_tile[r] = block.win_tile[i]


@stage
def splits(n: int, tables: Tables, work: Work, block: Block) -> int:
    """Write the readings of n hands; returns the number of rows."""
    rows = n
    suits, readings = work.suits, tables.readings
    for i in range(n):
        first_m, first_p, first_s, first_z = suits[0, i], suits[1, i], suits[2, i], suits[3, i]
        m, p, s = readings[np.uint32(first_m)], readings[np.uint32(first_p)], readings[np.uint32(first_s)]
        z = tables.honor_readings[np.uint32(first_z)]
        lanes = write_row(tables, work, block, i, i, m, p, s, z)
        whole = (first_m != 0) & (first_p != 0) & (first_s != 0) & (first_z != 0)
        valid = whole & (lane(lanes, CHOWS) + lane(lanes, PUNGS) == 4)  # four sets leave two tiles: the pair
        work.valid[i] = valid
        if valid and more_of(m | p | s) != 0:
            for a in range(more_of(m) + 1):
                for b in range(more_of(p) + 1):
                    for c in range(more_of(s) + 1):
                        if a + b + c > 0:
                            write_row(
                                tables,
                                work,
                                block,
                                i,
                                rows,
                                readings[np.uint32(first_m + a)],
                                readings[np.uint32(first_p + b)],
                                readings[np.uint32(first_s + c)],
                                z,
                            )
                            copy_hand(block, i, rows)
                            work.hand_of[rows - n] = i
                            rows += 1
    return rows
