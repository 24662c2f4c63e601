"""A text column of hands -> arrays, by kernels: the canonical dialect is read, the others are spelled as it first."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import columns
from fastmj.hands import DEFAULTS
from fastmj.kernels.pack import Texts, pack_text, text_column
from fastmj.kernels.pack_botzone import from_botzone
from fastmj.kernels.pack_official import from_official
from fastmj.kernels.pack_tail import without_tails
from fastmj.schema import MATRIX
from fastmj.status import OK

Arrays = dict[str, npt.NDArray[Any]]

_NO_QUESTION = 0
"""Winning tile of a row that is no hand: with none the row would be called `missing`, a fault that comes first."""


def read_text(array: pa.Array, dialect: str, status: npt.NDArray[np.uint8]) -> Arrays:
    """The arrays `hand` (n, 34), `melds` (n, 4) and `win_tile` (n,) of a text column, by name.

    Dialect ``official`` and ``botzone`` state context too: then all columns of ``hands.DEFAULTS`` are there. A million
    texts take a tenth to a fifth of a second. Rows that are null or no hand are marked in `status` and state no context.
    """
    read = text_column(*columns.text_buffers(array))
    stated: Arrays = {}
    if dialect != "mpsz":
        stated = _nothing_stated(len(array))
        read = _from_official(read, stated) if dialect == "official" else from_botzone(read, stated["flowers"])
    counts, melds, win_tile, found = pack_text(read)
    np.minimum(status, found, out=status)
    if dialect == "official":
        win_tile = stated["win_tile"]
    no_hand = found != OK
    for name, values in stated.items():
        values[no_hand] = DEFAULTS[name][1]
    win_tile[no_hand] = _NO_QUESTION
    return stated | {"hand": counts, "melds": melds, "win_tile": win_tile}


def _nothing_stated(rows: int) -> Arrays:
    """The columns of context with their defaults."""
    return {name: np.full(rows, default, dtype) for name, (dtype, default) in DEFAULTS.items() if name not in MATRIX}


def _from_official(read: Texts, stated: Arrays) -> Texts:
    """The texts as ``mpsz``; what they state is written into its columns."""
    tail = (stated[name] for name in ("win_by", "flags", "seat", "round", "flowers"))
    return from_official(read, without_tails(read, *tail), stated["win_tile"])
