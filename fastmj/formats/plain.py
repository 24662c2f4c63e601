"""Typed hand columns as words, for files of text: ``[123m]44p+1s``, ``self_draw``, ``E`` instead of bytes and codes.

The result is the case format: one text column `hand` with melds and winning tile in it; seats, flags and the way of
winning by name. What no word can say (a seat 7, a meld that cannot be) becomes a word that is refused as well.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from fastmj import tiles
from fastmj.columns import matrix
from fastmj.schema import MATRIX, kind_of

Bytes = npt.NDArray[np.uint8]

_OPENINGS = {0: "none", tiles.FLAG_HEAVEN: "heaven", tiles.FLAG_EARTH: "earth"}
_NAMED_BITS = {
    "last_tile": tiles.FLAG_LAST_TILE,
    "last_of_kind": tiles.FLAG_LAST_OF_KIND,
    "flower_draw": tiles.FLAG_FLOWER_DRAW,
    "fifth_tile": tiles.FLAG_FIFTH_TILE,
}
_KONG_DRAWS = 0b111 << tiles.KONG_DRAWS_SHIFT
_WIDEST_MELD = len("(1111z)")


def readable(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The same rows with every typed hand column as words; all other columns untouched, in their order."""
    columns: dict[str, Any] = {}
    typed = "hand" in batch.schema.names and kind_of(batch.schema.field("hand").type) in ("bytes", "list")
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        integer = pa.types.is_integer(column.type)
        if typed and name == "hand":
            columns[name] = _hands(batch)
        elif integer and name == "flags":
            columns |= _flags(column)
        elif integer and name in _WORDS:
            columns[name] = _words(column, _WORDS[name])
        elif not (typed and name in ("melds", "win_tile")):
            columns[name] = column
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def hand_text(counts: Bytes, melds: Bytes, win_tile: Bytes) -> pa.Array:
    """Hands as text: counts (n, 34), melds (n, 4), win_tile (n,) -> n strings, melds first, winning tile last."""
    n = len(counts)
    concealed = counts.copy()
    with_win = win_tile < tiles.KINDS
    rows = np.flatnonzero(with_win)
    concealed[rows, win_tile[rows]] -= concealed[rows, win_tile[rows]] > 0
    # A row of characters a hand, and how often each of them stands there.
    letters = np.zeros((n, 4 * _WIDEST_MELD + tiles.KINDS + 4 + 3), np.uint8)
    letters[:, : 4 * _WIDEST_MELD] = _MELDS[melds].reshape(n, 4 * _WIDEST_MELD)
    often = (letters != 0).astype(np.uint8)
    place = 4 * _WIDEST_MELD
    for suit, first in (("m", 0), ("p", 9), ("s", 18), ("z", 27)):
        held = concealed[:, first : min(first + 9, tiles.KINDS)]
        width = held.shape[1]
        letters[:, place : place + width] = np.arange(ord("1"), ord("1") + width)
        often[:, place : place + width] = held
        letters[:, place + width] = ord(suit)
        often[:, place + width] = held.any(axis=1)
        place += width + 1
    letters[:, place:] = _WINS[win_tile]
    often[:, place:] = _WINS[win_tile] != 0
    offsets = np.zeros(n + 1, np.int32)
    np.cumsum(often.sum(axis=1, dtype=np.int32), out=offsets[1:])
    text = np.repeat(letters.ravel(), often.ravel())
    return pa.StringArray.from_buffers(n, pa.py_buffer(offsets), pa.py_buffer(text))


def _hands(batch: pa.RecordBatch) -> pa.Array:
    """The hands of a batch as text; null where hand, melds or winning tile is null, or no row of so many numbers."""
    n = batch.num_rows
    arrays, bad = {}, np.zeros(n, np.bool_)
    for name, width in MATRIX.items():
        arrays[name] = np.zeros((n, width), np.uint8)
        if name in batch.schema.names:
            read = matrix(batch.column(name), width)
            arrays[name] = read.values
            for mask in (read.null, read.unfit):
                bad = bad if mask is None else bad | mask
    win_tile = np.full(n, tiles.NO_TILE, np.uint8)
    if "win_tile" in batch.schema.names:
        column = batch.column("win_tile")
        bad |= np.asarray(column.is_null())
        win_tile = _code(column, 254).astype(np.uint8)
    text = hand_text(arrays["hand"], arrays["melds"], win_tile)
    return pc.if_else(pa.array(~bad), text, None) if bad.any() else text


def _flags(column: pa.Array) -> dict[str, pa.Array]:
    flags, null = _code(column, 0xFFFF), np.asarray(column.is_null())
    openings = flags & ~(_KONG_DRAWS | sum(_NAMED_BITS.values()))
    kinds, of_row = np.unique(openings, return_inverse=True)
    known = pa.array([_OPENINGS.get(int(kind), f"flags {kind:#x}") for kind in kinds], pa.string())
    words = {name: pa.array(flags & bit != 0, mask=null) for name, bit in _NAMED_BITS.items()}
    words["kong_draws"] = pa.array((flags & _KONG_DRAWS) >> tiles.KONG_DRAWS_SHIFT, pa.uint8(), mask=null)
    words["opening"] = known.take(pa.array(of_row, mask=null))
    return words


def _words(column: pa.Array, words: pa.Array) -> pa.Array:
    return words.take(pa.array(_code(column, len(words) - 1), mask=np.asarray(column.is_null())))


def _code(column: pa.Array, most: int) -> npt.NDArray[np.int64]:
    """A column of integers as int64 from 0 to `most`; others, and what stands under a null, become `most`."""
    values = column.cast(pa.int64(), safe=False).fill_null(most).to_numpy(zero_copy_only=False)
    return np.where((values < 0) | (values > most), most, values)


def _meld_text(code: int) -> str:
    kind, slot = divmod(code - 1, tiles.KINDS)
    if code == 0:
        return ""
    if code >= tiles.MELD_CODES or (kind == 0 and (slot >= 27 or slot % 9 > 6)):
        return "[?]"
    rank, suit = tiles.NAMES[slot][0], tiles.NAMES[slot][1]
    digits = "".join(str(int(rank) + i) for i in range(3)) if kind == 0 else rank * (3 if kind == 1 else 4)
    return f"({digits}{suit})" if kind == 3 else f"[{digits}{suit}]"


def _win_text(code: int) -> str:
    return "" if code == tiles.NO_TILE else "+" + (tiles.NAMES[code] if code < tiles.KINDS else "?")


def _letters(texts: list[str], width: int) -> Bytes:
    return np.frombuffer("".join(text.ljust(width, "\0") for text in texts).encode(), np.uint8).reshape(-1, width)


_MELDS = _letters([_meld_text(code) for code in range(256)], _WIDEST_MELD)
_WINS = _letters([_win_text(code) for code in range(256)], 3)


def _flower_text(mask: int) -> str:
    return "".join(name for bit, name in enumerate(tiles.FLOWER_NAMES) if mask >> bit & 1)


def _table(names: tuple[str, ...] | str, none: bool = False) -> pa.Array:
    """The word of each code 0-255 (its name or else itself; null for 255 if that means `none`), and one more."""
    words: list[str | None] = [names[code] if code < len(names) else str(code) for code in range(256)]
    if none:
        words[tiles.NO_SEAT] = None
    return pa.array([*words, "?"], pa.string())


_WORDS = {
    "win_by": _table(tiles.WIN_BY_NAMES),
    "seat": _table(tiles.WIND_NAMES),
    "round": _table(tiles.WIND_NAMES),
    "flowers": _table(tuple(_flower_text(mask) for mask in range(256))),
    "discarder": _table(tiles.WIND_NAMES, none=True),
    "feeder": _table(tiles.WIND_NAMES, none=True),
}
"""For each column of codes its words, and one more for what is no code."""
