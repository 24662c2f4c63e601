"""One hand at a time, from a user's own compiled loop: the functions that the bulk kernels are made of.

>>> import numba, numpy as np
>>> import fastmj
>>> from fastmj.kernels import is_win_one, shanten_one, waits_one
>>> @numba.njit
... def wins_by_chance(draws, seed, given):
...     \"\"\"How many of 1000 walls win when ``draws`` tiles are drawn and random ones put aside.\"\"\"
...     np.random.seed(seed)
...     wall, counts, melds = np.arange(136), np.zeros(34, np.uint8), np.zeros(4, np.uint8)
...     wins = 0
...     for game in range(1000):
...         np.random.shuffle(wall)
...         counts[:] = 0
...         for tile in wall[:13]:
...             counts[tile // 4] += 1
...         for tile in wall[13 : 13 + draws]:
...             counts[tile // 4] += 1
...             if is_win_one(counts, melds, given):
...                 wins += 1
...                 break
...             away = np.random.randint(34)
...             while counts[away] == 0:
...                 away = np.random.randint(34)
...             counts[away] -= 1
...     return wins
>>> given = fastmj.kernels.analysis("mcr")
>>> 0 <= wins_by_chance(18, 1, given) < 20
True
>>> counts, melds = np.zeros(34, np.uint8), np.zeros(4, np.uint8)
>>> counts[:13] = 1  # 123456789m1234p
>>> shanten_one(counts, melds, given), bin(waits_one(counts, melds, given))
(0, '0b1001000000000')

``given`` says where tables lie and which forms are asked for; it is an argument, as a global it would be compiled into the
loop. Nothing is allocated, and no Python object is touched. Arrays are contiguous uint8: (34,) counts and (4,) melds, zeros
for none.
"""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.completion import is_win_of, waits_of
from fastmj.kernels.jit import entry, i64
from fastmj.kernels.shanten import shanten_of
from fastmj.kernels.shapes import Given, analysis_at

Array = npt.NDArray[Any]


@entry
def waits_one(counts: Array, melds: Array, given: Given) -> int:
    """``fastmj.waits`` of one hand: a mask of the kinds that complete it. ``given`` is ``fastmj.kernels.analysis(rules)``."""
    return i64(waits_of(counts.reshape((1, 34)), melds.reshape((1, 4)), 0, False, analysis_at(given.where)))


@entry
def shanten_one(counts: Array, melds: Array, given: Given) -> int:
    """``fastmj.shanten`` of one hand: 0 ready, -1 complete, 127 no hand."""
    return i64(shanten_of(counts.reshape((1, 34)), melds.reshape((1, 4)), 0, analysis_at(given.where)))


@entry
def is_win_one(counts: Array, melds: Array, given: Given) -> bool:
    """``fastmj.is_win`` of one hand."""
    return is_win_of(counts.reshape((1, 34)), melds.reshape((1, 4)), 0, analysis_at(given.where))


def analysis(rules: Any = "mcr", form: str = "any", **options: Any) -> Given:
    """What the functions above are given: the tables, and the forms of a rule set (or one of them).

    ``ValueError`` for an unknown rule set, option or form.
    """
    from fastmj.analyse import given_for

    return given_for(rules, form, options)
