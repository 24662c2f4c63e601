"""One status a row, and how each hand was won.

Of several faults the most important is reported: tests go from the least important on, the later override the earlier.
"""

from fastmj.hands import Hands
from fastmj.kernels.block import Work, list_marked
from fastmj.kernels.intrinsics import wide_vectors
from fastmj.kernels.jit import helper, i64, part, stage
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
    DISCARD,
    FLAG_EARTH,
    FLAG_FIFTH_TILE,
    FLAG_FLOWER_DRAW,
    FLAG_HEAVEN,
    FLAG_LAST_OF_KIND,
    FLAG_LAST_TILE,
    KINDS,
    KONG_DRAWS_SHIFT,
    NO_SEAT,
    NO_TILE,
    ROBBED_KONG,
    SELF_DRAW,
)

KNOWN_FLAGS = 0b111_0011_1111


@helper
def lane_of(lanes: int, k: int) -> int:
    """A counter of the melds."""
    return lanes >> 3 * k & 7


@helper
def simple_contradiction(win_by: int, seat: int, wind: int, discarder: int, feeder: int, other: int) -> bool:
    """Unknown codes, the winner as discarder or feeder, a discarder beside a draw, a robbed tile of which more are held.

    ``other``: how many more copies of the winning tile the hand holds.
    """
    return (
        (win_by > ROBBED_KONG)
        | (seat > 3)
        | (wind > 3)
        | ((discarder > 3) & (discarder != NO_SEAT))
        | ((feeder > 3) & (feeder != NO_SEAT))
        | (discarder == seat)
        | ((discarder != NO_SEAT) & (win_by == SELF_DRAW))
        | (feeder == seat)
        | ((win_by == ROBBED_KONG) & (other > 0))
    )


@part
def contradiction(win_by: int, flags: int, seat: int, flowers: int, discarder: int, lanes: int) -> bool:
    """Unknown flags, or flags that contradict melds, winds or each other."""
    draws = flags >> KONG_DRAWS_SHIFT & 7
    kongs = lane_of(lanes, MELDED_KONGS) + lane_of(lanes, CONCEALED_KONGS)
    sets = lane_of(lanes, CHOWS) + lane_of(lanes, PUNGS)
    heaven, earth = (flags & FLAG_HEAVEN) != 0, (flags & FLAG_EARTH) != 0
    flower_draw, by_draw = (flags & FLAG_FLOWER_DRAW) != 0, win_by == SELF_DRAW
    return (
        ((flags & ~KNOWN_FLAGS) != 0)
        | ((draws > 0) & ((not by_draw) | (draws > kongs) | flower_draw))
        | (heaven & (earth | (not by_draw) | (lane_of(lanes, OPEN) > 0) | (seat != 0)))
        | (earth & ((win_by != DISCARD) | (sets > 0) | (seat == 0) | ((discarder != 0) & (discarder != NO_SEAT))))
        | (flower_draw & ((not by_draw) | (flowers == 0)))
    )


@helper
def needs_care(flags: int) -> bool:
    """Flags that can contradict melds and winds: rare, and looked at one by one."""
    return flags & ~(FLAG_LAST_TILE | FLAG_LAST_OF_KIND | FLAG_FIFTH_TILE) != 0


@stage
def winning_tile(hands: Hands, n: int, work: Work, block: Block) -> None:
    """A tile that tables can be asked for: 0 where there is none."""
    for i in range(n):
        tile = hands.win_tile[i] if hands.win_tile[i] < KINDS else 0
        work.win_tile[i] = tile
        block.win_tile[i] = tile


@stage
def circumstances(hands: Hands, n: int, work: Work, block: Block) -> None:
    """How the hands were won, as bits.

    ``last_of_kind`` is normalised: never with another copy in the concealed part or a robbed kong, always where the own
    exposed sets show three copies.
    """
    wide_vectors()
    held = work.held
    for i in range(n):
        tile, flags, win_by = i64(work.win_tile[i]), i64(hands.flags[i]), hands.win_by[i]
        another = held[1, i] >> tile & 1
        by_draw, robbed = i64(win_by == SELF_DRAW), i64(win_by == ROBBED_KONG)
        visible = i64((flags & FLAG_LAST_OF_KIND) != 0) & (1 - another) | i64(work.shown[i] == 3)
        block.win[i] = (
            by_draw * WIN_SELF_DRAWN
            | robbed * WIN_ROBBED_KONG
            | i64((flags & FLAG_LAST_TILE) != 0) * WIN_LAST_TILE
            | (visible & (1 - robbed)) * WIN_LAST_OF_KIND
            | i64((flags & FLAG_HEAVEN) != 0) * WIN_HEAVEN
            | i64((flags & FLAG_EARTH) != 0) * WIN_EARTH
            | i64((flags & FLAG_FLOWER_DRAW) != 0) * WIN_FLOWER_DRAW
            | (flags >> KONG_DRAWS_SHIFT & 7) << WIN_KONG_DRAWS_SHIFT
        )
        work.claimed_pung[i] = (held[2, i] & ~held[3, i]) >> tile & 1 & (1 - by_draw)
    for i in range(n):
        block.winds[i] = i64(hands.seat[i]) & 3 | (i64(hands.round[i]) & 3) << 2
        block.flowers[i] = hands.flowers[i]


@stage
def check(hands: Hands, n: int, work: Work, block: Block) -> None:
    """Status of every hand. A faulty hand has no readings in the stages that follow."""
    wide_vectors()
    held, status, listed = work.held, work.status, work.listed
    for i in range(n):
        win_by, seat, discarder, feeder = hands.win_by[i], hands.seat[i], hands.discarder[i], hands.feeder[i]
        other = (held[1, i] >> i64(work.win_tile[i]) & 1) + i64(work.shown[i])
        status[i] = BAD_CONTEXT if simple_contradiction(win_by, seat, hands.round[i], discarder, feeder, other) else OK
    for i in range(n):
        work.marked[i] = needs_care(i64(hands.flags[i]))
    found = list_marked(n, work)
    for k in range(found):
        i = i64(listed[k])
        if contradiction(
            i64(hands.win_by[i]),
            i64(hands.flags[i]),
            i64(hands.seat[i]),
            i64(hands.flowers[i]),
            i64(hands.discarder[i]),
            i64(work.meld_lanes[i]),
        ):
            status[i] = BAD_CONTEXT
    for i in range(n):
        tile, tiles, lanes = i64(hands.win_tile[i]), i64(work.tiles[i]), i64(work.meld_lanes[i])
        sets = lane_of(lanes, CHOWS) + lane_of(lanes, PUNGS)
        fault = status[i] if held[0, i] >> i64(work.win_tile[i]) & 1 != 0 else WIN_TILE_NOT_IN_HAND
        fault = TOO_MANY_COPIES if (tiles < 0) | (work.whole[1, i] != 0) else fault
        fault = WRONG_TILE_COUNT if abs(tiles) + 3 * sets != 14 else fault
        fault = BAD_MELD if lanes >> INVALID_SHIFT != 0 else fault
        fault = BAD_TILE if (tile >= KINDS) & (tile != NO_TILE) else fault
        fault = MISSING if tile == NO_TILE else fault
        status[i] = min(fault, i64(hands.status[i]))
