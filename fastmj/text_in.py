"""A text column of hands -> arrays: the canonical dialect by a kernel, the others one by one."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import columns
from fastmj.hand import Hand
from fastmj.hands import DEFAULTS
from fastmj.kernels.pack import pack_text
from fastmj.notation import NotationError
from fastmj.schema import MATRIX
from fastmj.status import MISSING, OK, STATUS

Arrays = dict[str, npt.NDArray[Any]]

_NO_QUESTION = 0
"""Winning tile of a row that is no hand: with none the row would be called `missing`, a fault that comes first."""


def read_text(array: pa.Array, dialect: str, status: npt.NDArray[np.uint8]) -> Arrays:
    """The arrays `hand` (n, 34), `melds` (n, 4) and `win_tile` (n,) of a text column, by name.

    Dialect ``official`` and ``botzone`` state context too: then all columns of ``hands.DEFAULTS`` are there. A million
    texts of the dialect ``mpsz`` take a tenth of a second, of the others a minute. Rows that are null or no hand are
    marked in `status`.
    """
    if dialect == "mpsz":
        counts, melds, win_tile, found = pack_text(*columns.text_buffers(array))
        np.minimum(status, found, out=status)
        win_tile[found != OK] = _NO_QUESTION
        return {"hand": counts, "melds": melds, "win_tile": win_tile}
    # as bytes, because a text column of foreign make may hold what is not UTF-8
    texts = columns.plain(array).cast(pa.large_binary()).to_pylist()
    read = [_row(text, dialect) for text in texts]
    rows = [row for row, _ in read]
    np.minimum(status, np.array([found for _, found in read], np.uint8), out=status)
    out: Arrays = {
        name: np.array([row[name] for row in rows], dtype)
        for name, (dtype, _) in DEFAULTS.items()
        if name not in MATRIX
    }
    for name, width in MATRIX.items():
        out[name] = np.frombuffer(b"".join(row[name] for row in rows), np.uint8).reshape(len(rows), width)
    return out


_BLANK = Hand((0,) * 34, win_tile=_NO_QUESTION).to_row()


def _row(text: bytes | None, dialect: str) -> tuple[dict[str, Any], int]:
    if text is None:
        return _BLANK, MISSING
    try:
        return Hand.parse(text.decode("utf-8", "replace"), dialect).to_row(), OK
    except NotationError as fault:
        return _BLANK, STATUS.index(fault.status)
