"""The tiles of a generated hand: sets drawn by rejection inside a palette (a mask of kinds), or a special form.

``used`` counts all copies of each kind that the hand holds, melds included. ``sets`` holds up to four sets that may
still become melds, as meld bytes; what a form fixes (a block with two readings, a knitted body) never enters it.
"""

import numpy as np
import numpy.typing as npt

from fastmj.kernels.draws import below, chance
from fastmj.kernels.jit import kernel
from fastmj.tiles import ALL_KINDS, CHOW, HONORS, KINDS, ORPHANS, PUNG, suited

I64 = npt.NDArray[np.int64]

ORDINARY, FLUSH, PUNGS, MANY_WAYS, SEVEN_PAIRS, ORPHAN_HAND, GREATER_KNITTED, LESSER_KNITTED, KNITTED_STRAIGHT, WALL = (
    range(10)
)
WORST = 10
OUTER = suited((1, 2, 3, 5, 7, 8, 9))  # where chows are terminal chows
CHOW_SHARE = 65  # of a hundred sets that are drawn
WORST_BLOCKS = (33332, 23333, 3443, 33332, 23333, 3443, 3332, 2333, 2222, 3113)
"""Copies of neighbouring ranks with the most readings that so many tiles can have: four of 14, three of 11, two of 8."""


@kernel
def draw_sets(stream: I64, used: I64, sets: I64, first: int, palette: int, chow_share: int) -> None:
    """Fill ``sets[first:]`` with sets whose tiles all lie in the palette, no kind above four copies."""
    while first < 4:
        if chance(stream, chow_share):
            start = below(stream, 21)
            t = start // 7 * 9 + start % 7
            if (palette >> t) & 7 == 7 and used[t] < 4 and used[t + 1] < 4 and used[t + 2] < 4:
                for k in range(t, t + 3):
                    used[k] += 1
                sets[first] = CHOW + t
                first += 1
        else:
            t = below(stream, KINDS)
            if (palette >> t) & 1 and used[t] < 2:
                used[t] += 3
                sets[first] = PUNG + t
                first += 1


@kernel
def draw_pair(stream: I64, used: I64, palette: int) -> None:
    """Add a pair inside the palette."""
    while True:
        t = below(stream, KINDS)
        if (palette >> t) & 1 and used[t] < 3:
            used[t] += 2
            return


@kernel
def draw_extra(stream: I64, used: I64, palette: int) -> None:
    """Add one tile inside the palette."""
    while True:
        t = below(stream, KINDS)
        if (palette >> t) & 1 and used[t] < 4:
            used[t] += 1
            return


@kernel
def double_block(stream: I64, used: I64, suit: int) -> int:
    """Lay equal neighbours of one suit, which have at least two readings; return how many tiles."""
    block = below(stream, 10)
    if block < 4:  # aaabbbccc: three chows or three pungs
        copies, kinds = 3, 3
    elif block < 7:  # aabbccdd: the pair is a or d
        copies, kinds = 2, 4
    elif block < 9:  # aaabbbcccddd: four pungs, or a pung and three chows in two ways
        copies, kinds = 3, 4
    else:  # seven pairs in a row: the first, the fourth or the last is the pair
        copies, kinds = 2, 7
    first = 9 * suit + below(stream, 10 - kinds)
    for t in range(first, first + kinds):
        used[t] = copies
    return copies * kinds


@kernel
def worst_block(stream: I64, used: I64, suit: int) -> int:
    """Lay one of the WORST_BLOCKS in a suit; return how many tiles."""
    block = WORST_BLOCKS[below(stream, len(WORST_BLOCKS))]
    kinds = 5 if block >= 10_000 else 4
    last = 9 * suit + kinds - 1 + below(stream, 10 - kinds)
    tiles = 0
    for k in range(kinds):
        used[last - k] = block % 10
        tiles += block % 10
        block //= 10
    return tiles


@kernel
def seven_pairs(stream: I64, used: I64, palette: int) -> None:
    """Seven pairs of the palette; a kind comes twice in one of five cases where it could."""
    pairs = 0
    while pairs < 7:
        t = below(stream, KINDS)
        if (palette >> t) & 1 and (used[t] == 0 or (used[t] == 2 and chance(stream, 20))):
            used[t] += 2
            pairs += 1


@kernel
def knitted(stream: I64, used: I64, pattern: int, honors: int) -> None:
    """Fourteen different tiles: so many honors, the others from the nine tiles of a knitted pattern."""
    left = 14
    while left > 0:
        wanted = HONORS if left > 14 - honors else pattern
        t = below(stream, KINDS)
        if (wanted >> t) & 1 and used[t] == 0:
            used[t] = 1
            left -= 1


@kernel
def wall(stream: I64, used: I64, left: int) -> None:
    """Tiles drawn evenly from what is left of the 136."""
    while left > 0:
        tile = below(stream, 4 * KINDS)
        if tile % 4 < 4 - used[tile // 4]:
            used[tile // 4] += 1
            left -= 1


@kernel
def build(stream: I64, form: int, themes: I64, patterns: I64, used: I64, sets: I64) -> None:
    """Draw all tiles of a hand of this form into ``used`` and ``sets``, whatever they held."""
    for t in range(KINDS):
        used[t] = 0
    for k in range(4):
        sets[k] = 0
    theme = int(themes[below(stream, len(themes))])
    pattern = int(patterns[below(stream, len(patterns))])
    place = below(stream, 3)
    suit = 0b111111111 << 9 * place
    # What is still to be drawn once the form has laid its own tiles.
    first, pair, palette, chow_share = 4, False, ALL_KINDS, CHOW_SHARE
    if form == ORDINARY:
        first, pair = 0, True
        if chance(stream, 10):
            palette, chow_share = theme, 80
    elif form == FLUSH:
        kind = below(stream, 50)
        palette = suit & OUTER if kind < 6 else suit if kind < 27 else suit | HONORS
        if kind == 0:  # 1112345678999 and a tile
            for t in range(27):
                used[t] = ((suit >> t) & 1) * (3 if t % 9 in (0, 8) else 1)
            draw_extra(stream, used, suit)
        else:
            first, pair = 0, True
    elif form == PUNGS:
        first, pair, chow_share = 0, True, 0
        if chance(stream, 20):
            palette = theme
    elif form == MANY_WAYS:
        tiles = double_block(stream, used, place)
        if chance(stream, 70):
            palette = suit
        first, pair = 4 - (14 - tiles) // 3, tiles % 3 == 0
    elif form == SEVEN_PAIRS:
        kind = below(stream, 8)
        palette = suit if kind == 0 else suit | HONORS if kind == 1 else theme if kind < 4 else ALL_KINDS
        seven_pairs(stream, used, palette)
    elif form == ORPHAN_HAND:
        for t in range(KINDS):
            used[t] = (ORPHANS >> t) & 1
        draw_extra(stream, used, ORPHANS)
    elif form in (GREATER_KNITTED, LESSER_KNITTED):
        knitted(stream, used, pattern, 7 if form == GREATER_KNITTED else 5 + below(stream, 2))
    elif form == WORST:
        first = (worst_block(stream, used, place) - 2) // 3
    elif form == KNITTED_STRAIGHT:
        for t in range(KINDS):
            used[t] = (pattern >> t) & 1
        first, pair = 3, True
    else:
        first = below(stream, 5)
    draw_sets(stream, used, sets, first, palette, chow_share)
    if pair:
        draw_pair(stream, used, palette)
    if form == WALL:
        wall(stream, used, 2 + 3 * first)
