"""The loop that makes hands: tiles of a form, melds, the winning tile, a context that fits, then how the row ends."""

import numpy as np
import numpy.typing as npt

from fastmj.kernels.draws import below, chance, open_stream
from fastmj.kernels.generate_faults import (
    DISCARDER,
    FAULT_COUNT,
    FEEDER,
    FIELDS,
    FIRST_CONTEXT_FAULT,
    FLAGS,
    FLOWERS,
    ONE_TILE_OFF,
    ROUND,
    SEAT,
    SOUND,
    WIN_BY,
    WIN_TILE,
    spoil_context,
    spoil_tiles,
    takes_fault,
)
from fastmj.kernels.generate_near import miss_by_one, nth_tile, total
from fastmj.kernels.generate_tiles import WALL, WORST, build
from fastmj.kernels.jit import kernel
from fastmj.tiles import (
    CONCEALED_KONG,
    DISCARD,
    FLAG_EARTH,
    FLAG_FIFTH_TILE,
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

I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]

COMPLETE, READY, NEAR, INVALID = range(4)
MELD_ODDS = (0, 0, 10, 25, 25, 45, 60, 80)  # percent for each set, drawn once a hand: 1.2 of four sets on average
KONG_ODDS = (5, 5, 10, 80)  # percent for each melded pung, drawn once a hand


@kernel
def pick(stream: I64, weights: I64) -> int:
    """Index of a form, by cumulated shares."""
    place = below(stream, weights[len(weights) - 1])
    form = 0
    while place >= weights[form]:
        form += 1
    return form


@kernel
def lay_melds(stream: I64, form: int, used: I64, held: I64, sets: I64, melds: I64) -> int:
    """Take some of the sets out of the concealed tiles as melds, some pungs with their fourth copy as kongs."""
    odds = 100 if form in (WALL, WORST) else MELD_ODDS[below(stream, len(MELD_ODDS))]
    kong_odds = KONG_ODDS[below(stream, len(KONG_ODDS))]
    for t in range(KINDS):
        held[t] = used[t]
    melded = 0
    for k in range(4):
        melds[k] = 0
        if sets[k] == 0 or not chance(stream, odds):
            continue
        code = int(sets[k])
        if code < PUNG:
            for t in range(code - 1, code + 2):
                held[t] -= 1
        else:
            t = code - PUNG
            held[t] -= 3
            if used[t] == 3 and chance(stream, kong_odds):
                used[t] = 4
                code += (KONG if chance(stream, 50) else CONCEALED_KONG) - PUNG
        melds[melded] = code
        melded += 1
    return melded


@kernel
def draw_context(stream: I64, used: I64, held: I64, melds: I64, melded: int, fields: I64) -> None:
    """How the winning tile came, and what is known of the table, without contradictions."""
    win = int(fields[WIN_TILE])
    seat = below(stream, 4)
    flowers = below(stream, 256) & below(stream, 256)
    kongs = 0
    for k in range(melded):
        kongs += int(melds[k] >= KONG)
    win_by = SELF_DRAW if below(stream, 3) == 0 else DISCARD
    if win_by == DISCARD and used[win] == 1 and chance(stream, 5):
        win_by = ROBBED_KONG
    others = used[win] - held[win]  # copies of the winning tile in own melds
    flags = 0
    if win_by != ROBBED_KONG and chance(stream, 4):
        flags |= FLAG_LAST_TILE
    if win_by != ROBBED_KONG and held[win] == 1 and (others == 3 or chance(stream, 5)):
        flags |= FLAG_LAST_OF_KIND
    if win_by == SELF_DRAW and kongs > 0 and chance(stream, 20):
        flags |= (1 + below(stream, kongs)) << KONG_DRAWS_SHIFT
    elif win_by == SELF_DRAW and flowers > 0 and chance(stream, 10):
        flags |= FLAG_FLOWER_DRAW
    if win_by == DISCARD and chance(stream, 2):
        flags |= FLAG_FIFTH_TILE
    discarder, feeder = NO_SEAT, NO_SEAT
    if win_by != SELF_DRAW and chance(stream, 90):
        discarder = (seat + 1 + below(stream, 3)) % 4
    if melded == 4 and chance(stream, 50):
        feeder = (seat + 1 + below(stream, 3)) % 4
    if melded == 0 and win_by != ROBBED_KONG and chance(stream, 3):  # an opening: nothing was seen, nothing was melded
        flags = FLAG_HEAVEN if win_by == SELF_DRAW else FLAG_EARTH
        seat = 0 if win_by == SELF_DRAW else 1 + below(stream, 3)
        discarder = NO_SEAT if win_by == SELF_DRAW else 0
    fields[WIN_BY] = win_by
    fields[FLAGS] = flags
    fields[SEAT] = seat
    fields[ROUND] = below(stream, 4)
    fields[FLOWERS] = flowers
    fields[DISCARDER] = discarder
    fields[FEEDER] = feeder


@kernel
def generate(
    counts: U8,
    melds_out: U8,
    win_tile: U8,
    win_by: U8,
    flags: U16,
    seat: U8,
    round_wind: U8,
    flowers: U8,
    discarder: U8,
    feeder: U8,
    weights: I64,
    themes: I64,
    patterns: I64,
    ending: int,
    seed: int,
    start: int,
) -> None:
    """Fill the columns with rows ``start``, ``start + 1``, ... of the family with these weights and this ending."""
    stream = np.zeros(3, np.int64)
    used, held = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    sets, melds = np.zeros(4, np.int64), np.zeros(4, np.int64)
    fields = np.zeros(FIELDS, np.int64)
    for i in range(len(counts)):
        open_stream(stream, seed, start + i)
        fault = (start + i) % FAULT_COUNT if ending == INVALID else SOUND
        while True:
            form = pick(stream, weights)
            build(stream, form, themes, patterns, used, sets)
            melded = lay_melds(stream, form, used, held, sets, melds)
            if takes_fault(fault, melds, melded):
                break
        if ending == NEAR or fault == ONE_TILE_OFF:
            miss_by_one(stream, used, held, patterns)
        fields[WIN_TILE] = nth_tile(held, below(stream, total(held)))
        draw_context(stream, used, held, melds, melded, fields)
        if ending == READY:
            held[fields[WIN_TILE]] -= 1
            fields[WIN_TILE] = NO_TILE
        if fault >= FIRST_CONTEXT_FAULT:
            spoil_context(stream, fault, held, melds, fields)
        elif fault != SOUND:
            spoil_tiles(stream, fault, used, held, melds, fields)
        for t in range(KINDS):
            counts[i, t] = held[t]
        for k in range(4):
            melds_out[i, k] = melds[k]
        win_tile[i] = fields[WIN_TILE]
        win_by[i] = fields[WIN_BY]
        flags[i] = fields[FLAGS]
        seat[i] = fields[SEAT]
        round_wind[i] = fields[ROUND]
        flowers[i] = fields[FLOWERS]
        discarder[i] = fields[DISCARDER]
        feeder[i] = fields[FEEDER]
