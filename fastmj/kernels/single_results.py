"""One hand at a time, where the answer is more than a number: useful tiles, and readings.

The functions are what bulk kernels are made of, run with n = 1. What they are given holds tables, working memory of one thread
and the last answer: a call allocates nothing and touches no Python object. Arrays are contiguous uint8, as for
``fastmj.kernels.shanten_one``.

>>> import numba, numpy as np
>>> from fastmj.kernels import acceptance_one, decompose_one, make_acceptance, make_decomposer
>>> @numba.njit
... def best_discard(asked, counts, melds, visible):
...     \"\"\"The kind to put aside that leaves the least shanten, and then the most tiles that help.\"\"\"
...     acceptance_one(asked, counts, melds, visible)
...     shanten, left = asked.out.shanten[0], asked.out.left[0]
...     best = 0
...     for kind in range(34):
...         if (shanten[kind], -int(left[kind])) < (shanten[best], -int(left[best])):
...             best = kind
...     return best
>>> counts, melds, visible = np.zeros(34, np.uint8), np.zeros(4, np.uint8), np.zeros(34, np.uint8)
>>> counts[[0, 1, 2, 3, 4, 5, 9, 10, 11, 20, 33]], counts[18] = 1, 3  # 123456m123p1113s7z
>>> best_discard(make_acceptance("mcr"), counts, melds, visible)  # for 1s, 2s, 3s; 3s would leave 7z alone
33
>>> readings = make_decomposer()
>>> counts[33], counts[20] = 0, 2
>>> decompose_one(readings, counts), hex(readings.codes[0])
(1, '0x14350a0401')
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.acceptance import Accepted, accepted_blocks, empty_rows, saved_useful
from fastmj.kernels.decompose_codes import MOST_READINGS, Codes, Offsets
from fastmj.kernels.decompose_suit_table import PartTables, Scratch, fetch, merge, part_tables, write
from fastmj.kernels.jit import entry, i64
from fastmj.kernels.owned import store_block
from fastmj.kernels.saved import Saved
from fastmj.kernels.shanten import empty_work
from fastmj.kernels.wait_words import find_words
from fastmj.tiles import KINDS

Array = npt.NDArray[Any]


class Asker(NamedTuple):
    """What ``acceptance_one`` is given; one for each thread. Made by ``make_acceptance``."""

    out: Accepted  # (1, 34) each: the last answer, as ``fastmj.acceptance`` gives it
    given: Any  # addresses: of the forms and tables, of the tables of useful tiles, of working memory
    useful: Any
    work: Any
    rows: Any


class Decomposer(NamedTuple):
    """What ``decompose_one`` is given; one for each thread. Made by ``make_decomposer``."""

    codes: Codes  # (4,) the last hand's readings, packed as ``fastmj.Readings`` says, then what is left of others
    offsets: Offsets
    table: PartTables
    scratch: Scratch


_KEPT: list[Any] = []
"""What askers hold by address only: they are few, and live as long as the process."""


def make_acceptance(rules: Any = "mcr", form: str = "any", **options: Any) -> Asker:
    """What ``acceptance_one`` needs for the forms of a rule set; ``ValueError`` as ``fastmj.acceptance``."""
    from fastmj.analyse import given_for

    given, work, rows = given_for(rules, form, options), Saved(empty_work()), Saved(empty_rows())
    _KEPT.append((work, rows))
    out = Accepted(np.zeros((1, KINDS), np.int8), np.zeros((1, KINDS), np.uint64), np.zeros((1, KINDS), np.uint8))
    return Asker(out, given.where, saved_useful().where, work.where, rows.where)


@entry
def acceptance_one(asked: Asker, counts: Array, melds: Array, visible: Array) -> None:
    """``fastmj.acceptance`` of one hand, into ``asked.out``: counts (34,), melds (4,), visible tiles (34,); zeros for none."""
    hand, own, seen = counts.reshape((1, 34)), melds.reshape((1, 4)), visible.reshape((1, 34))
    accepted_blocks(asked.given, asked.useful, asked.work, asked.rows, hand, own, seen, asked.out)


def make_decomposer() -> Decomposer:
    """What ``decompose_one`` needs."""
    scratch = Scratch(
        suit_codes=np.zeros(4, np.int32),
        numbers=np.zeros(4, np.uint16),
        tiles=np.zeros(1, np.int64),
        parts=np.zeros((4, 1), np.int64),
        codes=np.zeros(1, np.int64),
        ways=np.zeros(1, np.uint8),
    )
    return Decomposer(np.zeros(MOST_READINGS, np.uint64), np.zeros(2, np.int32), part_tables(), scratch)


@entry
def decompose_one(asked: Decomposer, counts: Array) -> int:
    """``fastmj.decompose`` of one hand's concealed tiles (34,), into ``asked.codes``: how many readings there are."""
    table, scratch = asked.table, asked.scratch
    store_block(counts.reshape((1, 34)), 0, 1, scratch.suit_codes)
    find_words(1, scratch.suit_codes, table.states, table.first, scratch.numbers, scratch.tiles)
    fetch(1, table, scratch)
    merge(1, scratch)
    return i64(write(0, 1, 0, table, scratch, asked.offsets, asked.codes))
