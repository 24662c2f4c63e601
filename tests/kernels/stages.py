"""Drive the first stages over some hands, and take apart what they leave."""

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from fastmj.arrays_in import hands_of
from fastmj.kernels.block import allocate
from fastmj.kernels.checks import check, circumstances, winning_tile
from fastmj.kernels.keys import crowded, keys, words
from fastmj.kernels.melds import melds, without_melds
from fastmj.kernels.record import CHOW_BITS, CHOW_MASK, PAIR_SHIFT
from fastmj.kernels.splits import further_readings
from fastmj.kernels.tables import tables
from fastmj.kernels.waits import merge_waits, wait_word
from tests.kernels.one_suit import Division

CHUNK = 8192


class Readings(NamedTuple):
    """What the stages leave of n hands: their rows may be fewer or more than n."""

    status: NDArray[np.uint8]  # (n,)
    hand: NDArray[np.int64]  # (rows,) the hand that each row reads
    records: NDArray[np.int64]  # (4, rows) characters, dots, bamboo, honors


@numba.njit
def _readings(hands: Any, tables: Any, block: Any, work: Any) -> Any:
    """The stages in the order of the scorer, up to the records of the regular readings."""
    n = hands.counts.shape[0]
    too_many = keys(hands, n, work)
    words(n, tables, work)
    crowded(hands, too_many, work)
    winning_tile(hands, n, work, block)
    without_melds(n, work, block)
    melds(hands, n, tables, work, block)
    circumstances(hands, n, work, block)
    check(hands, n, work, block)
    rows = further_readings(n, tables, work)
    return work.status.copy(), work.valid.copy(), rows, work.records[:, :rows].copy(), work.hand_of[: rows - n].copy()


@numba.njit
def _waits(hands: Any, tables: Any, work: Any) -> Any:
    n = hands.counts.shape[0]
    keys(hands, n, work)
    words(n, tables, work)
    waits, merged = np.empty((4, n), np.uint16), np.empty(n, np.int64)
    for i in range(n):
        m, p = wait_word(tables, 0, work.codes[i, 0]), wait_word(tables, 1, work.codes[i, 1])
        s, z = wait_word(tables, 2, work.codes[i, 2]), wait_word(tables, 3, work.codes[i, 3])
        waits[0, i], waits[1, i], waits[2, i], waits[3, i] = m, p, s, z
        merged[i] = merge_waits(tables, m, p, s, z)
    return waits, merged


def readings(counts: NDArray[np.uint8], melds: NDArray[np.uint8] | None = None) -> Readings:
    """Every regular reading of hands uint8 (n, 34) beside melds uint8 (n, 4), won with their lowest concealed tile."""
    parts = []
    for start in range(0, len(counts), CHUNK):
        part = slice(start, start + CHUNK)
        columns = {"melds": None if melds is None else melds[part], "win_tile": (counts[part] != 0).argmax(axis=1)}
        status, valid, rows, records, further = _readings(
            hands_of(counts[part], **columns), tables(), *allocate(len(counts[part]), 1)
        )
        first = np.flatnonzero(valid)
        hand = np.concatenate([first, further]) + start
        parts.append((status, hand, records[:, np.concatenate([first, np.arange(len(status), rows)])]))
    return Readings(*[np.concatenate([part[k] for part in parts], axis=-1) for k in range(3)])


def waits(counts: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """(wait words (4, n) of the suits, kinds (n,) that complete the whole hands) of hands without their winning tile."""
    parts = [
        _waits(hands_of(counts[k : k + CHUNK]), tables(), allocate(len(counts[k : k + CHUNK]), 1)[1])
        for k in range(0, len(counts), CHUNK)
    ]
    return np.concatenate([part[0] for part in parts], axis=1), np.concatenate([part[1] for part in parts])


def division(record: int) -> Division:
    """The sets and the pair of one suit's record."""
    chows = tuple(start for start in range(7) for _ in range((record & CHOW_MASK) // 5**start % 5))
    pungs = tuple(rank for rank in range(9) if record >> CHOW_BITS + rank & 1)
    return chows, pungs, (record >> PAIR_SHIFT & 15) - 1
