"""For every tile that a hand can put aside: how far it then is, which tiles help, and how many of them are left.

Hands are taken a few at a time: what each can put aside becomes a row of counts, a hand of 13 tiles like any other. The rows
go through the stages of ``kernels/shanten.py``, then the tiles that help them are found, then the results are written.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.hands import read_only
from fastmj.kernels.intrinsics import lowest_bit, popcount
from fastmj.kernels.jit import i64, kernel, part, stage
from fastmj.kernels.owned import BLOCK, beside, concealed, suits_at
from fastmj.kernels.rows import all_at_least, at_least
from fastmj.kernels.saved import Saved, reader
from fastmj.kernels.shanten import Work, other_forms, regular_block, room, work_at
from fastmj.kernels.shanten_forms import set_and_pair
from fastmj.kernels.shapes import IMPOSSIBLE, REGULAR, TILES, Analysis, Given, Room, analysis_at
from fastmj.kernels.useful import Useful, useful_for_sets, useful_tables
from fastmj.kernels.useful_forms import for_other_forms, other_forms_near
from fastmj.kernels.useful_melds import useful_beside
from fastmj.tiles import ALL_KINDS, KINDS, NO_TILE

Array = npt.NDArray[Any]
HANDS = BLOCK // TILES  # at a time: each has 14 rows at most
COPIES, FOUR = 4, 4


class Accepted(NamedTuple):
    """Where results go, (n, 34) each: by the kind put aside."""

    shanten: Array  # int8
    tiles: Array  # uint64
    left: Array  # uint8


class Rows(NamedTuple):
    """What a few hands can put aside, one entry a row."""

    counts: Array  # (rows, 34) uint8: what is left
    melds: Array  # (rows, 4) uint8
    filled_counts: (
        Array  # the same memory, to be written to: the stages of shanten are compiled once, for read-only arrays
    )
    filled_melds: Array
    hand: Array  # int64: whose row it is
    away: Array  # uint8: the kind put aside; NO_TILE where nothing need be
    regular: Array  # int8: shanten of the regular form
    least: Array  # int8: shanten
    useful: Array  # int64: the kinds that help
    unseen: Array  # (hands, 4) int64: the kinds of which at least 1, 2, 3, 4 tiles are not seen


@part
def add_row(row: int, i: int, away: int, counts: Array, melds: Array, rows: Rows) -> None:
    """Row ``row``: hand i as it is after putting a kind aside."""
    for kind in range(KINDS):
        rows.filled_counts[row, kind] = counts[i, kind]
    if away != NO_TILE:
        rows.filled_counts[row, away] -= 1
    if melds.shape[0] > 0:
        for k in range(4):
            rows.filled_melds[row, k] = melds[i, k]
    rows.hand[row], rows.away[row] = i, away


@stage
def choices(first: int, last: int, counts: Array, melds: Array, given: Analysis, rows: Rows) -> int:
    """Rows of hands ``first`` to ``last``, and what their tiles leave unseen; returns the number of rows.

    A hand of 13 tiles is one row, one of 14 a row for each kind it holds, both 3 less a meld; others have none.
    """
    found, copies = 0, given.states.copies
    for i in range(first, last):
        own, tiles, k = beside(counts, melds, i, given.states), i64(0), i - first
        for kind in range(KINDS):
            tiles += i64(counts[i, kind])
        for least in range(1, COPIES + 1):
            held = at_least(counts, i, least) if melds.shape[0] == 0 else all_at_least(counts, i, melds, copies, least)
            rows.unseen[k, COPIES - least] = ALL_KINDS & ~held
        if at_least(counts, i, COPIES + 1) == 0:
            if tiles + 3 * own.sets == TILES - 1:
                add_row(found, i, NO_TILE, counts, melds, rows)
                found += 1
            elif tiles + 3 * own.sets == TILES:
                held = at_least(counts, i, 1)
                while held != 0:
                    add_row(found, i, lowest_bit(held), counts, melds, rows)
                    held &= held - 1
                    found += 1
    return found


@stage
def useful_regular(found: int, given: Analysis, useful: Useful, work: Work, rows: Rows) -> None:
    """What helps the rows without melds of which the regular form is nearest."""
    for row in range(found):
        least = i64(rows.least[row])
        if (work.sets[row] == 0) & (rows.regular[row] == least):
            suits = suits_at(work.read, row)
            rows.useful[row] = useful_for_sets(FOUR, least + 1, suits, given.distances, useful)
        else:
            rows.useful[row] = 0


@stage
def useful_otherwise(found: int, given: Analysis, useful: Useful, work: Work, rows: Rows) -> None:
    """What helps the rows without melds in other forms; rows of which none is near are passed over."""
    listed, held, near = work.listed, work.held, 0
    for row in range(found):
        least, most = i64(rows.least[row]), work.most[row]
        rest = set_and_pair(i64(work.pairs[0, row]), i64(work.pairs[1, row]), given.distances)
        once, twice, four = held[0, row], held[1, row], held[2, row]
        listed[near] = row
        near += i64((work.sets[row] == 0) & other_forms_near(least, most, rest, once, twice, four, given.forms))
    for j in range(near):
        row = i64(listed[j])
        rest = set_and_pair(i64(work.pairs[0, row]), i64(work.pairs[1, row]), given.distances)
        hand = concealed(rows.counts, row, given.states)
        rows.useful[row] |= for_other_forms(i64(rows.least[row]), work.most[row], rest, hand, given, useful)


@stage
def useful_with_melds(found: int, given: Analysis, useful: Useful, work: Work, rows: Rows) -> None:
    """What helps the rows with melds."""
    for row in range(found):
        sets, least = i64(work.sets[row]), i64(rows.least[row])
        if (sets > 0) & (least < IMPOSSIBLE):
            hand, own = concealed(rows.counts, row, given.states), beside(rows.counts, rows.melds, row, given.states)
            three = all_at_least(rows.counts, row, rows.melds, given.states.copies, 3)
            rows.useful[row] = useful_beside(
                least, i64(rows.regular[row]), three, hand, rows.melds, row, own, given, useful
            )


@stage
def not_full(found: int, rows: Rows) -> None:
    """No kind helps of which a row without melds holds all four."""
    for row in range(found):
        rows.useful[row] &= ~at_least(rows.counts, row, COPIES)


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


def empty_rows() -> Rows:
    """Room for as many rows as a block has."""
    counts, melds = np.empty((BLOCK, KINDS), np.uint8), np.empty((BLOCK, 4), np.uint8)
    return Rows(
        counts=read_only(counts),
        melds=read_only(melds),
        filled_counts=counts,
        filled_melds=melds,
        hand=np.empty(BLOCK, np.int64),
        away=np.empty(BLOCK, np.uint8),
        regular=np.empty(BLOCK, np.int8),
        least=np.empty(BLOCK, np.int8),
        useful=np.empty(BLOCK, np.int64),
        unseen=np.empty((HANDS, COPIES), np.int64),
    )


rows_room = Room(empty_rows)
rows_at: Any = reader(empty_rows)
useful_at: Any = reader(useful_tables)


@cache
def saved_useful() -> Saved:
    """The tables in memory, for good."""
    return Saved(useful_tables())


@stage
def accepted_blocks(
    given_at: Any,
    useful_where: Any,
    room_at: Any,
    rows_where: Any,
    counts: Array,
    melds: Array,
    visible: Array,
    out: Accepted,
) -> None:
    """Acceptance of n hands, a few at a time; the first four are addresses."""
    given, useful = analysis_at(given_at), useful_at(useful_where)
    work, rows = work_at(room_at), rows_at(rows_where)
    own = rows.melds if melds.shape[0] > 0 else melds
    for first in range(0, counts.shape[0], HANDS):
        last = min(first + HANDS, counts.shape[0])
        found = choices(first, last, counts, melds, given, rows)
        regular_block(rows.counts, own, 0, found, given, work, rows.regular)
        for row in range(found):
            rows.least[row] = rows.regular[row]
        if given.forms != REGULAR:
            other_forms(rows.counts, own, 0, found, given, work, rows.least)
        useful_regular(found, given, useful, work, rows)
        if given.forms != REGULAR:
            useful_otherwise(found, given, useful, work, rows)
        not_full(found, rows)
        if melds.shape[0] > 0:
            useful_with_melds(found, given, useful, work, rows)
        if visible.shape[0] > 0:
            see(first, last, visible, rows)
        write(first, last, found, rows, out)


@kernel
def all_accepted(
    given_at: Any,
    useful_where: Any,
    room_at: Any,
    rows_where: Any,
    counts: Array,
    melds: Array,
    visible: Array,
    shanten: Array,
    tiles: Array,
    left: Array,
) -> None:
    """The same for Python, with the results one by one."""
    out = Accepted(shanten, tiles, left)
    accepted_blocks(given_at, useful_where, room_at, rows_where, counts, melds, visible, out)


def acceptance(counts: Array, melds: Array, visible: Array, given: Given, out: Accepted) -> None:
    """Acceptance of n hands; ``melds`` and ``visible`` without rows: no hand has any, nothing else is visible."""
    addresses = given.where, saved_useful().where, room.where, rows_room.where
    all_accepted(*addresses, counts, melds, visible, *out)
