"""One fault put into a sound hand, for rows that must be refused. The numbers follow ``fastmj.sample.FAULTS``."""

import numpy as np
import numpy.typing as npt

from fastmj.kernels.draws import below
from fastmj.kernels.generate_near import nth_tile, total
from fastmj.kernels.jit import kernel
from fastmj.tiles import (
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    FLAG_EARTH,
    FLAG_FLOWER_DRAW,
    FLAG_HEAVEN,
    KINDS,
    KONG,
    KONG_DRAWS_SHIFT,
    MELD_CODES,
    NO_SEAT,
    NO_TILE,
    ROBBED_KONG,
    SELF_DRAW,
)

I64 = npt.NDArray[np.int64]

WIN_TILE, WIN_BY, FLAGS, SEAT, ROUND, FLOWERS, DISCARDER, FEEDER, FIELDS = range(9)
(
    SOUND,
    NO_WIN_TILE,
    NO_SUCH_TILE,
    NO_SUCH_MELD,
    NO_SUCH_CHOW,
    TILE_SHORT,
    TILE_OVER,
    COUNTS_WRAP,
    FIVE_COPIES,
    WIN_TILE_ELSEWHERE,
    ONE_TILE_OFF,
    FIRST_CONTEXT_FAULT,
) = range(12)
(
    WIN_BY_CODE,
    FLAG_BIT,
    SEAT_CODE,
    ROUND_CODE,
    DISCARDER_CODE,
    FEEDER_CODE,
    DISCARDER_IS_SEAT,
    DISCARDER_ON_SELF_DRAW,
    FEEDER_IS_SEAT,
    ROBBED_PAIR,
    KONG_DRAWS_CODE,
    KONG_DRAW_ON_DISCARD,
    KONG_DRAWS_OVER,
    FLOWER_DRAW_WITHOUT_FLOWER,
    FLOWER_DRAW_ON_DISCARD,
    KONG_AND_FLOWER_DRAW,
    HEAVEN_AND_EARTH,
    HEAVEN_ON_DISCARD,
    HEAVEN_NOT_EAST,
    HEAVEN_EXPOSED,
    EARTH_SELF_DRAWN,
    EARTH_EAST,
    EARTH_NOT_FROM_EAST,
    EARTH_MELDED,
    FAULT_COUNT,
) = range(FIRST_CONTEXT_FAULT, FIRST_CONTEXT_FAULT + 25)


@kernel
def takes_fault(fault: int, melds: I64, melded: int) -> bool:
    """Whether a sound hand with these melds is one that the fault can be put into."""
    exposed, kongs = 0, 0
    for k in range(melded):
        exposed += int(melds[k] < CONCEALED_KONG)
        kongs += int(melds[k] >= KONG)
    if fault in (HEAVEN_EXPOSED, EARTH_MELDED):
        return exposed > 0
    if fault in (
        HEAVEN_AND_EARTH,
        HEAVEN_ON_DISCARD,
        HEAVEN_NOT_EAST,
        EARTH_SELF_DRAWN,
        EARTH_EAST,
        EARTH_NOT_FROM_EAST,
    ):
        return melded == 0
    if fault == KONG_AND_FLOWER_DRAW:
        return kongs > 0
    return fault != FIVE_COPIES or melded < 2


@kernel
def spoil_tiles(stream: I64, fault: int, used: I64, held: I64, melds: I64, fields: I64) -> None:
    """Put in one of the faults of tiles and melds."""
    if fault == NO_WIN_TILE:
        fields[WIN_TILE] = NO_TILE
    elif fault == NO_SUCH_TILE:
        fields[WIN_TILE] = KINDS + below(stream, NO_TILE - KINDS)
    elif fault == NO_SUCH_MELD:
        melds[below(stream, 4)] = MELD_CODES + below(stream, 256 - MELD_CODES)
    elif fault == NO_SUCH_CHOW:  # from an 8, a 9 or an honor
        place = below(stream, 13)
        melds[below(stream, 4)] = CHOW + (place // 2 * 9 + 7 + place % 2 if place < 6 else 21 + place)
    elif fault == TILE_SHORT:
        held[nth_tile(held, below(stream, total(held)))] -= 1
    elif fault == TILE_OVER:
        t = below(stream, KINDS)
        while used[t] == 4:
            t = below(stream, KINDS)
        held[t] += 1
    elif fault == COUNTS_WRAP:  # 256 tiles too many: right again if summed in a byte
        t = below(stream, KINDS - 1)
        held[t] += 128
        held[t + 1] += 128
    elif fault == FIVE_COPIES:
        t = nth_tile(held, below(stream, total(held)))
        while used[t] < 5:
            other = nth_tile(held, below(stream, total(held)))
            if other != t:
                held[other] -= 1
                held[t] += 1
                used[t] += 1
    elif fault == WIN_TILE_ELSEWHERE:
        while held[fields[WIN_TILE]] > 0:
            fields[WIN_TILE] = below(stream, KINDS)


@kernel
def spoil_context(stream: I64, fault: int, held: I64, melds: I64, fields: I64) -> None:
    """Put one fault into an otherwise plain context: a discard without flags."""
    fields[WIN_BY] = DISCARD
    fields[FLAGS] = 0
    fields[DISCARDER] = NO_SEAT
    fields[FEEDER] = NO_SEAT
    other = (fields[SEAT] + 1 + below(stream, 3)) % 4
    if fault == WIN_BY_CODE:
        fields[WIN_BY] = 3 + below(stream, 253)
    elif fault == FLAG_BIT:
        bit = below(stream, 7)
        fields[FLAGS] = 1 << (6 + bit if bit < 2 else 9 + bit)
    elif fault == SEAT_CODE:
        fields[SEAT] = 4 + below(stream, 252)
    elif fault == ROUND_CODE:
        fields[ROUND] = 4 + below(stream, 252)
    elif fault == DISCARDER_CODE:
        fields[DISCARDER] = 4 + below(stream, NO_SEAT - 4)
    elif fault == FEEDER_CODE:
        fields[FEEDER] = 4 + below(stream, NO_SEAT - 4)
    elif fault == DISCARDER_IS_SEAT:
        fields[DISCARDER] = fields[SEAT]
    elif fault == DISCARDER_ON_SELF_DRAW:
        fields[WIN_BY] = SELF_DRAW
        fields[DISCARDER] = other
    elif fault == FEEDER_IS_SEAT:
        fields[FEEDER] = fields[SEAT]
    elif fault == ROBBED_PAIR:
        fields[WIN_BY] = ROBBED_KONG
        while held[fields[WIN_TILE]] < 2:
            fields[WIN_TILE] = below(stream, KINDS)
    elif fault < HEAVEN_AND_EARTH:
        spoil_draws(stream, fault, melds, fields)
    else:
        spoil_opening(stream, fault, fields)


@kernel
def spoil_draws(stream: I64, fault: int, melds: I64, fields: I64) -> None:
    """Replacement draws that cannot be."""
    kongs = 0
    for k in range(4):
        kongs += int(melds[k] >= KONG)
    fields[WIN_BY] = SELF_DRAW
    if fault == KONG_DRAWS_CODE:
        fields[FLAGS] = 5 + below(stream, 3) << KONG_DRAWS_SHIFT
    elif fault == KONG_DRAW_ON_DISCARD:
        fields[WIN_BY] = DISCARD
        fields[FLAGS] = 1 << KONG_DRAWS_SHIFT
    elif fault == KONG_DRAWS_OVER:
        fields[FLAGS] = kongs + 1 << KONG_DRAWS_SHIFT
    elif fault == FLOWER_DRAW_WITHOUT_FLOWER:
        fields[FLAGS] = FLAG_FLOWER_DRAW
        fields[FLOWERS] = 0
    else:
        fields[FLOWERS] |= 1 << below(stream, 8)
        fields[FLAGS] = FLAG_FLOWER_DRAW
        if fault == FLOWER_DRAW_ON_DISCARD:
            fields[WIN_BY] = DISCARD
        else:
            fields[FLAGS] |= 1 << KONG_DRAWS_SHIFT


@kernel
def spoil_opening(stream: I64, fault: int, fields: I64) -> None:
    """A win on the first tiles that cannot be one."""
    fields[SEAT] = 0
    fields[WIN_BY] = SELF_DRAW
    fields[FLAGS] = FLAG_HEAVEN
    if fault == HEAVEN_AND_EARTH:
        fields[FLAGS] |= FLAG_EARTH
    elif fault == HEAVEN_ON_DISCARD:
        fields[WIN_BY] = DISCARD
    elif fault == HEAVEN_NOT_EAST:
        fields[SEAT] = 1 + below(stream, 3)
    elif fault != HEAVEN_EXPOSED:
        fields[FLAGS] = FLAG_EARTH
        if fault != EARTH_EAST:
            fields[SEAT] = 1 + below(stream, 3)
        if fault != EARTH_SELF_DRAWN:
            fields[WIN_BY] = DISCARD
        if fault == EARTH_NOT_FROM_EAST:
            fields[DISCARDER] = 1 + (fields[SEAT] + below(stream, 2)) % 3
