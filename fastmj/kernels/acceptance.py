"""For every tile that a hand can put aside: how far it then is, which tiles help, and how many of them are left.

Hands are taken a block at a time, in stages: what each can put aside becomes one row of 13 tiles; then every row's distance,
then the tiles that help it, then the results. Each stage is one loop, so that the long functions stand in one place only
(inlined wherever they are called they took a minute to compile), and many rows are under way at once.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.intrinsics import lowest_bit, popcount
from fastmj.kernels.jit import i64, kernel, part, stage
from fastmj.kernels.owned import Concealed, at_least, changed, concealed, from_codes, has_melds, melded
from fastmj.kernels.shanten import without_melds
from fastmj.kernels.shanten_melds import beside_melds
from fastmj.kernels.shapes import IMPOSSIBLE, TILES, Analysis
from fastmj.kernels.tables import Tables
from fastmj.kernels.useful import Useful
from fastmj.kernels.useful_forms import useful_kinds
from fastmj.kernels.useful_melds import useful_beside
from fastmj.tiles import ALL_KINDS, KINDS, NO_TILE

Array = npt.NDArray[Any]
BLOCK = 64  # hands: 896 rows at most
COPIES = 4


class Accepted(NamedTuple):
    """Where results go, (n, 34) each: by the kind put aside."""

    shanten: Array  # int8
    tiles: Array  # uint64
    left: Array  # uint8


class Rows(NamedTuple):
    """What the hands of a block can put aside, one entry a row."""

    codes: Array  # (4, rows) int64: the suit codes of what is left
    tiles: Array  # uint8: how many that is
    hand: Array  # int64: whose row it is
    away: Array  # uint8: the kind put aside; NO_TILE where nothing need be
    least: Array  # int8: shanten
    useful: Array  # int64: the kinds that help
    unseen: Array  # (hands, 4) int64: the kinds of which at least 1, 2, 3, 4 tiles are not seen


@part
def add_row(row: int, i: int, away: int, hand: Concealed, rows: Rows) -> None:
    """Row ``row``: hand i as it is after putting a kind aside."""
    rows.codes[0, row], rows.codes[1, row] = hand.code_m, hand.code_p
    rows.codes[2, row], rows.codes[3, row] = hand.code_s, hand.code_z
    rows.tiles[row], rows.hand[row], rows.away[row] = hand.tiles, i, away


@part
def hand_of_row(row: int, rows: Rows, tables: Tables) -> Concealed:
    """The tiles of a row."""
    return from_codes(
        i64(rows.tiles[row]), rows.codes[0, row], rows.codes[1, row], rows.codes[2, row], rows.codes[3, row], tables
    )


@stage
def choices(first: int, last: int, counts: Array, melds: Array, tables: Tables, rows: Rows) -> int:
    """Rows of hands ``first`` to ``last``, and what their tiles leave unseen; returns the number of rows.

    A hand of 13 tiles is one row, one of 14 a row for each kind it holds, both 3 less a meld; others have none.
    """
    found = 0
    for i in range(first, last):
        hand, sets, bad, k = concealed(counts, i, tables), i64(0), False, i - first
        one, two, three, four = at_least(1, hand), at_least(2, hand), at_least(3, hand), at_least(4, hand)
        if has_melds(melds, i):
            own = melded(melds, i, hand, tables)
            sets, bad = own.sets, own.bad
            one, two = own.all_one | own.all_two | own.full, own.all_two | own.full
            three, four = own.all_one & own.all_two | own.full, own.full
        rows.unseen[k, 0], rows.unseen[k, 1] = ALL_KINDS & ~four, ALL_KINDS & ~three
        rows.unseen[k, 2], rows.unseen[k, 3] = ALL_KINDS & ~two, ALL_KINDS & ~one
        tiles = 0 if bad | (hand.tiles == 0) else hand.tiles + 3 * sets
        if tiles == TILES - 1:
            add_row(found, i, NO_TILE, hand, rows)
            found += 1
        elif tiles == TILES:
            held = at_least(1, hand)
            while held != 0:
                away = lowest_bit(held)
                add_row(found, i, away, changed(hand, away, -1, tables), rows)
                held &= held - 1
                found += 1
    return found


@stage
def distances_of(found: int, melds: Array, given: Analysis, rows: Rows) -> None:
    """The shanten of every row."""
    for row in range(found):
        i, hand = i64(rows.hand[row]), hand_of_row(row, rows, given.tables)
        if has_melds(melds, i):
            rows.least[row] = beside_melds(hand, melded(melds, i, hand, given.tables), given)
        else:
            rows.least[row] = without_melds(hand, given)


@stage
def useful_alone(found: int, melds: Array, given: Analysis, useful: Useful, rows: Rows) -> None:
    """What helps every row of hands without melds."""
    for row in range(found):
        if not has_melds(melds, i64(rows.hand[row])):
            rows.useful[row] = useful_kinds(i64(rows.least[row]), hand_of_row(row, rows, given.tables), given, useful)


@stage
def useful_with_melds(found: int, melds: Array, given: Analysis, useful: Useful, rows: Rows) -> None:
    """What helps every row of hands with melds."""
    for row in range(found):
        i, least = i64(rows.hand[row]), i64(rows.least[row])
        if has_melds(melds, i):
            hand = hand_of_row(row, rows, given.tables)
            own = melded(melds, i, hand, given.tables)
            rows.useful[row] = useful_beside(least, hand, own, given, useful) if least < IMPOSSIBLE else 0


@stage
def see(first: int, last: int, visible: Array, rows: Rows) -> None:
    """Take the tiles that are visible elsewhere from those that are not seen."""
    for i in range(first, last):
        unseen = rows.unseen[i - first]
        one, two, three, four = i64(0), i64(0), i64(0), i64(0)
        for kind in range(KINDS):
            left = -i64(visible[i, kind])
            for copies in range(COPIES):
                left += unseen[copies] >> kind & 1
            one |= i64(left >= 1) << kind
            two |= i64(left >= 2) << kind
            three |= i64(left >= 3) << kind
            four |= i64(left >= 4) << kind
        unseen[0], unseen[1], unseen[2], unseen[3] = one, two, three, four


@stage
def write(first: int, last: int, found: int, rows: Rows, out: Accepted) -> None:
    """The results of hands ``first`` to ``last``: each row's in the column of what it puts aside, or in all of them."""
    for i in range(first, last):
        for column in range(KINDS):
            out.shanten[i, column], out.tiles[i, column], out.left[i, column] = IMPOSSIBLE, 0, 0
    for row in range(found):
        i, away, useful, left = i64(rows.hand[row]), i64(rows.away[row]), i64(rows.useful[row]), i64(0)
        for copies in range(COPIES):
            left += popcount(useful & rows.unseen[i - first, copies])
        start, stop = (0, KINDS) if away == NO_TILE else (away, away + 1)
        for column in range(start, stop):
            out.shanten[i, column], out.tiles[i, column], out.left[i, column] = rows.least[row], useful, left


@kernel
def acceptance(counts: Array, melds: Array, visible: Array, given: Analysis, useful: Useful, out: Accepted) -> None:
    """Acceptance of n hands; ``melds`` and ``visible`` without rows: no hand has any, nothing else is visible."""
    most = BLOCK * TILES
    rows = Rows(
        codes=np.empty((4, most), np.int64),
        tiles=np.empty(most, np.uint8),
        hand=np.empty(most, np.int64),
        away=np.empty(most, np.uint8),
        least=np.empty(most, np.int8),
        useful=np.empty(most, np.int64),
        unseen=np.empty((BLOCK, 4), np.int64),
    )
    for first in range(0, counts.shape[0], BLOCK):
        last = min(first + BLOCK, counts.shape[0])
        found = choices(first, last, counts, melds, given.tables, rows)
        distances_of(found, melds, given, rows)
        useful_alone(found, melds, given, useful, rows)
        if melds.shape[0] > 0:
            useful_with_melds(found, melds, given, useful, rows)
        if visible.shape[0] > 0:
            see(first, last, visible, rows)
        write(first, last, found, rows, out)
