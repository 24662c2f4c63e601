"""One status a row. Order of the tests: from the least to the most important, the later overrides the earlier."""

import numpy as np

from fastmj.hands import Hands
from fastmj.kernels.block import Work
from fastmj.kernels.jit import helper, stage
from fastmj.kernels.melds import INVALID_SHIFT
from fastmj.kernels.record import CHOWS, CONCEALED_KONGS, MELDED_KONGS, OPEN, PUNGS
from fastmj.kernels.view import (
    WIN_EARTH,
    WIN_FLOWER_DRAW,
    WIN_HEAVEN,
    WIN_KONG_DRAWS_SHIFT,
    WIN_LAST_OF_KIND,
    WIN_LAST_TILE,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAWN,
    Block,
)
from fastmj.status import (
    BAD_CONTEXT,
    BAD_MELD,
    BAD_TILE,
    MISSING,
    OK,
    TOO_MANY_COPIES,
    WIN_TILE_NOT_IN_HAND,
    WRONG_TILE_COUNT,
)
from fastmj.tiles import (
    CHOW,
    DISCARD,
    FLAG_EARTH,
    FLAG_FLOWER_DRAW,
    FLAG_HEAVEN,
    FLAG_LAST_OF_KIND,
    FLAG_LAST_TILE,
    KINDS,
    KONG,
    KONG_DRAWS_SHIFT,
    NO_SEAT,
    NO_TILE,
    PUNG,
    ROBBED_KONG,
    SELF_DRAW,
)

KNOWN_FLAGS = 0b111_0011_1111


@helper
def lane_of(lanes: int, k: int) -> int:
    """A counter of the melds."""
    return lanes >> 3 * k & 7


@helper
def contradiction(
    win_by: int, flags: int, seat: int, wind: int, flowers: int, discarder: int, feeder: int, lanes: int, other: int
) -> bool:
    """The context says what cannot be; ``other``: how many more copies of the winning tile the hand holds."""
    draws = flags >> KONG_DRAWS_SHIFT & 7
    kongs = lane_of(lanes, MELDED_KONGS) + lane_of(lanes, CONCEALED_KONGS)
    sets = lane_of(lanes, CHOWS) + lane_of(lanes, PUNGS)
    opened = lane_of(lanes, OPEN)
    heaven, earth = (flags & FLAG_HEAVEN) != 0, (flags & FLAG_EARTH) != 0
    flower_draw = (flags & FLAG_FLOWER_DRAW) != 0
    by_draw = win_by == SELF_DRAW
    return (
        (win_by > ROBBED_KONG)
        | ((flags & ~KNOWN_FLAGS) != 0)
        | (seat > 3)
        | (wind > 3)
        | ((discarder > 3) & (discarder != NO_SEAT))
        | ((feeder > 3) & (feeder != NO_SEAT))
        | ((draws > 0) & ((not by_draw) | (draws > kongs) | flower_draw))
        | (heaven & (earth | (not by_draw) | (opened > 0) | (seat != 0)))
        | (earth & ((win_by != DISCARD) | (sets > 0) | (seat == 0) | ((discarder != 0) & (discarder != NO_SEAT))))
        | (discarder == seat)
        | ((discarder != NO_SEAT) & by_draw)
        | (feeder == seat)
        | (flower_draw & ((not by_draw) | (flowers == 0)))
        | ((win_by == ROBBED_KONG) & (other > 0))
    )


@helper
def exposed_copies(code: int, tile: int) -> int:
    """How many copies of a tile an exposed chow or pung shows."""
    chow = (code >= CHOW) & (code < PUNG) & (tile >= code - CHOW) & (tile <= code - CHOW + 2)
    return np.int64(chow) + 3 * np.int64((code >= PUNG) & (code < KONG) & (code - PUNG == tile))


@stage
def check(hands: Hands, start: int, n: int, work: Work, block: Block) -> None:
    """Status of every hand, and how it was won (``win``, ``winds``, ``flowers``, ``win_tile`` of the block).

    A faulty hand loses its readings, so that later stages find nothing in it. ``last_of_kind`` is normalised: never with
    another copy in the concealed part or a robbed kong, always where the own exposed sets show three copies.
    """
    held, suits = work.held, work.suits
    for i in range(n):
        row = start + i
        tile, win_by, flags = np.int64(hands.win_tile[row]), np.int64(hands.win_by[row]), np.int64(hands.flags[row])
        seat, wind, flowers = np.int64(hands.seat[row]), np.int64(hands.round[row]), np.int64(hands.flowers[row])
        discarder, feeder = np.int64(hands.discarder[row]), np.int64(hands.feeder[row])
        lanes, tiles = np.int64(work.meld_lanes[i]), np.int64(work.tiles[i])
        sets = lane_of(lanes, CHOWS) + lane_of(lanes, PUNGS)
        safe = tile if tile < KINDS else 0
        mine = held[0, i] >> safe & 1
        another = held[1, i] >> safe & 1
        shown = np.int64(0)
        for j in range(4):
            shown += exposed_copies(np.int64(hands.melds[row, j]), safe)
        status = np.int64(OK)
        if contradiction(win_by, flags, seat, wind, flowers, discarder, feeder, lanes, another + shown):
            status = BAD_CONTEXT
        if mine == 0:
            status = WIN_TILE_NOT_IN_HAND
        if (tiles < 0) | (work.whole[1, i] != 0):
            status = TOO_MANY_COPIES
        if abs(tiles) + 3 * sets != 14:
            status = WRONG_TILE_COUNT
        if lanes >> INVALID_SHIFT != 0:
            status = BAD_MELD
        if (tile >= KINDS) & (tile != NO_TILE):
            status = BAD_TILE
        if tile == NO_TILE:
            status = MISSING
        status = min(status, np.int64(hands.status[row]))
        work.status[i] = status
        good = np.uint16(status == OK)
        suits[0, i] *= good
        suits[1, i] *= good
        suits[2, i] *= good
        suits[3, i] *= good

        by_draw, robbed = np.int64(win_by == SELF_DRAW), np.int64(win_by == ROBBED_KONG)
        last = ((np.int64((flags & FLAG_LAST_OF_KIND) != 0) & (1 - another)) | np.int64(shown == 3)) & (1 - robbed)
        block.win[i] = (
            by_draw * WIN_SELF_DRAWN
            | robbed * WIN_ROBBED_KONG
            | np.int64((flags & FLAG_LAST_TILE) != 0) * WIN_LAST_TILE
            | last * WIN_LAST_OF_KIND
            | np.int64((flags & FLAG_HEAVEN) != 0) * WIN_HEAVEN
            | np.int64((flags & FLAG_EARTH) != 0) * WIN_EARTH
            | np.int64((flags & FLAG_FLOWER_DRAW) != 0) * WIN_FLOWER_DRAW
            | (flags >> KONG_DRAWS_SHIFT & 7) << WIN_KONG_DRAWS_SHIFT
        )
        block.winds[i] = seat & 3 | (wind & 3) << 2
        block.flowers[i] = flowers
        block.win_tile[i] = safe
        work.win_tile[i] = safe
        work.claimed_pung[i] = (held[2, i] & ~held[3, i]) >> safe & 1 & (1 - by_draw)
