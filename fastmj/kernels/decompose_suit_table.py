"""Decomposition by table: one look-up a suit finds its parts, and a few shifts merge the parts of four suits.

21,743 of the 405,350 states of a suit divide, into 23,533 parts. Blocks of hands go through short loops, each of which keeps
many hands in flight: the codes of the suits, the numbers of their first parts, the parts, the readings they make up (plain
arithmetic, which becomes vector code: 1.1 ns a hand), and last the readings of whole hands are written one behind the other,
with the further ones that a few hands have. With the first three loops in one a hand took 11.3 ns instead of 9.5.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.cache import stored
from fastmj.kernels.decompose_codes import Codes, Counts, Offsets, sort_readings
from fastmj.kernels.decompose_parts import merged, more_parts, part, whole
from fastmj.kernels.intrinsics import wide_vectors
from fastmj.kernels.jit import helper, i64, kernel, stage, u32
from fastmj.kernels.owned import StateTables, state_tables, store_block
from fastmj.kernels.record import CHOW_BITS, CHOW_MASK, MORE_SHIFT, PAIR_SHIFT
from fastmj.kernels.tables import tables
from fastmj.kernels.wait_words import find_words

Array = npt.NDArray[Any]
SIZE = 256  # hands a block


class PartTables(NamedTuple):
    """What the kernel looks up."""

    states: StateTables
    first: Array  # (483475,) uint16: as in fastmj.kernels.tables
    parts: Array  # (4, 24032) int64: by suit and number of its reading in fastmj.kernels.tables, see decompose_parts


class Scratch(NamedTuple):
    """Columns of one block."""

    suit_codes: Array  # (4 * n,) int32: the codes of the four suits of each hand
    numbers: Array  # (4 * n,) uint16: numbers of their first parts, 0 = none
    tiles: Array  # int64: how many tiles a hand has
    parts: Array  # (4, n) int64: the part itself
    codes: Array  # int64: first readings
    ways: Array  # uint8: 0 no whole hand, 1 one reading, 2 more


def _part(record: int, suit: int) -> int:
    """The part of a record of fastmj.kernels.tables."""
    begin = 9 * suit
    chows = [begin + start for start in range(7) for _ in range((record & CHOW_MASK) // 5**start % 5)]
    pungs = [begin + rank for rank in range(9) if record >> CHOW_BITS + rank & 1]
    pair = (record >> PAIR_SHIFT & 15) - 1
    return part(chows, pungs, pair if pair < 0 else begin + pair, record >> MORE_SHIFT & 3)


@cache
def part_tables() -> PartTables:
    """The tables: 1.8 MB, made in half a second once and kept in the cache folder."""
    shared = tables()

    def parts() -> Array:
        records = shared.readings[1:].tolist()  # number 0 is no reading
        return np.array([[0, *(_part(record, suit) for record in records)] for suit in range(4)], np.int64)

    return PartTables(state_tables(), shared.first, stored("parts.pickle", parts))


@stage
def fetch(n: int, table: PartTables, scratch: Scratch) -> None:
    """Each suit's first part."""
    numbers, parts, known = scratch.numbers, scratch.parts, table.parts
    for i in range(n):
        at = u32(4 * i)
        parts[0, i], parts[1, i] = known[0, numbers[at]], known[1, numbers[u32(at + 1)]]
        parts[2, i], parts[3, i] = known[2, numbers[u32(at + 2)]], known[3, numbers[u32(at + 3)]]


@stage
def merge(n: int, scratch: Scratch) -> None:
    """The readings of first parts, and which of them are readings of whole hands."""
    wide_vectors()
    parts, codes, ways = scratch.parts, scratch.codes, scratch.ways
    for i in range(n):
        m, p, s, z = parts[0, i], parts[1, i], parts[2, i], parts[3, i]
        codes[i] = merged(m, p, s, z)
        ways[i] = (1 + i64(more_parts(m | p | s) != 0)) * i64(whole(m, p, s, z))


@helper
def write_all(scratch: Scratch, i: int, parts: Array, codes: Codes, total: int) -> int:
    """Write every reading of hand i of the block from ``total`` on; returns where they end."""
    at, numbers = u32(4 * i), scratch.numbers
    m, p, s = u32(numbers[at]), u32(numbers[u32(at + 1)]), u32(numbers[u32(at + 2)])
    first = total
    for a in range(more_parts(scratch.parts[0, i]) + 1):
        for b in range(more_parts(scratch.parts[1, i]) + 1):
            for c in range(more_parts(scratch.parts[2, i]) + 1):
                code = merged(parts[0, m + a], parts[1, p + b], parts[2, s + c], scratch.parts[3, i])
                codes[u32(total)] = code
                total += 1
    sort_readings(codes, first, total)
    return total


@stage
def write(start: int, n: int, total: int, table: PartTables, scratch: Scratch, offsets: Offsets, codes: Codes) -> int:
    """The readings of the block's whole hands, from ``total`` on; returns where they end."""
    for i in range(n):
        codes[u32(total)] = scratch.codes[i]
        if scratch.ways[i] > 1:
            total = write_all(scratch, i, table.parts, codes, total)
        else:
            total += scratch.ways[i]
        offsets[u32(start + i + 1)] = total
    return total


@kernel
def suit_table(counts: Counts, offsets: Offsets, codes: Codes, table: PartTables) -> None:
    """Every reading of every hand; see ``fastmj.Algorithm`` for the arrays."""
    size = min(SIZE, len(counts))
    scratch = Scratch(
        suit_codes=np.empty(4 * size, np.int32),
        numbers=np.empty(4 * size, np.uint16),
        tiles=np.empty(size, np.int64),
        parts=np.empty((4, size), np.int64),
        codes=np.empty(size, np.int64),
        ways=np.empty(size, np.uint8),
    )
    total = 0
    offsets[0] = 0
    for start in range(0, len(counts), SIZE):
        n = min(SIZE, len(counts) - start)
        store_block(counts, start, n, scratch.suit_codes)
        find_words(n, scratch.suit_codes, table.states, table.first, scratch.numbers, scratch.tiles)
        fetch(n, table, scratch)
        merge(n, scratch)
        total = write(start, n, total, table, scratch, offsets, codes)
