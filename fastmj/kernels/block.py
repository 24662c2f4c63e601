"""The working memory of one block of hands: struct-of-arrays columns that stay in the processor's caches."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.jit import i64, stage
from fastmj.kernels.view import Block

Column = npt.NDArray[Any]

SIZE = 1024  # hands a block: long enough for the loops to run full, short enough for the second-level cache
PRIORITY = 1 << 24  # added to the points by which readings are compared where a row that comes before all others is met
MOST_ROWS = 5  # rows a hand at most: four regular readings (tests count them) and seven pairs


class Policy(NamedTuple):
    """What a rule set's options change about how hands are read."""

    forms: int  # bit f: winning form f of kernels/view.py is admitted
    claims: int  # bit c: claim c of rules/ruleset.py is admitted
    dead_waits: int  # 1: a kind of which the hand itself holds all four still counts as a wait
    knitted_on_body: int  # 1: no wait where the winning kind lies in the knitted body too
    minimum: float  # points (without those outside the minimum) below which a hand may not be declared


class Work(NamedTuple):
    """Columns that only the stages before scoring use, one entry a hand; rows of the first four belong to the suits."""

    codes: Column  # (n, 4) int32: base-5 codes of the concealed tiles, first four ranks | last five << 16
    halves: Column  # (n, 8) uint16: the same memory
    words: Column  # (4, n) int64: the table words of the suits
    suits: Column  # (4, n) uint16: number of the first reading, 0 = none
    melds: Column  # (4, n) int32: chows and pungs of the melds
    meld_lanes: Column  # int32: counters of the melds
    tiles: Column  # int32: number of concealed tiles, negative where a count exceeds four
    held: Column  # (4, n) int64: which kinds are held at least 1, 2, 3, 4 times, concealed
    odd: Column  # int64: kinds held once or three times, concealed
    whole: Column  # (2, n) int64: kinds held four times, kongs included; kinds held five times or more
    win_tile: Column  # uint8: 0 where there is none
    shown: Column  # uint8: copies of the winning tile in own exposed chows and pungs
    claimed_pung: Column  # uint8: 1 where a pung of the winning kind can only have been finished by another's tile
    status: Column  # uint8
    valid: Column  # uint8: the first row is a reading; later: there is one
    alone: Column  # uint8: 1 where the winning tile was the only wait
    records: Column  # (4, rows) int64: the suits' records of each row
    hand_of: Column  # int32: the hand of each row past the first n
    marked: Column  # uint8: rows or hands that a rare stage is to look at
    listed: Column  # int32: their numbers


@stage
def list_marked(n: int, work: Work) -> int:
    """List the marked among the first n rows: one store and one add each, without a branch."""
    marked, listed = work.marked, work.listed
    found = 0
    for i in range(n):
        listed[found] = i
        found += i64(marked[i])
    return found


def allocate(size: int, words: int) -> tuple[Block, Work]:
    """The columns of one block of ``size`` hands and up to MOST_ROWS rows each (pages never touched cost nothing).

    In plain Python: forty arrays made in compiled code would take a second to compile.
    """
    rows = MOST_ROWS * size
    codes = np.empty((size, 4), np.int32)
    block = Block(
        form=np.empty(rows, np.uint8),
        kinds=np.empty(rows, np.int64),
        fours=np.empty(rows, np.int64),
        suit_m=np.empty(rows, np.int32),
        suit_p=np.empty(rows, np.int32),
        suit_s=np.empty(rows, np.int32),
        pungs_z=np.empty(rows, np.uint8),
        pair=np.empty(rows, np.int8),
        lanes=np.empty(rows, np.int32),
        concealed_pungs=np.empty(rows, np.int8),
        wait=np.empty(rows, np.uint8),
        win=np.empty(rows, np.uint16),
        winds=np.empty(rows, np.uint8),
        flowers=np.empty(rows, np.uint8),
        win_tile=np.empty(rows, np.uint8),
        relations=np.empty((words, rows), np.int64),
    )
    work = Work(
        codes=codes,
        halves=codes.view(np.uint16),
        words=np.empty((4, size), np.int64),
        suits=np.empty((4, size), np.uint16),
        melds=np.empty((4, size), np.int32),
        meld_lanes=np.empty(size, np.int32),
        tiles=np.empty(size, np.int32),
        held=np.empty((4, size), np.int64),
        odd=np.empty(size, np.int64),
        whole=np.empty((2, size), np.int64),
        win_tile=np.empty(size, np.uint8),
        shown=np.empty(size, np.uint8),
        claimed_pung=np.empty(size, np.uint8),
        status=np.empty(size, np.uint8),
        valid=np.empty(size, np.uint8),
        alone=np.empty(size, np.uint8),
        records=np.empty((4, rows), np.int64),
        hand_of=np.empty(rows, np.int32),
        marked=np.empty(rows, np.uint8),
        listed=np.empty(rows + 1, np.int32),
    )
    return block, work
