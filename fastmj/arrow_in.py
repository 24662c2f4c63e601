"""Arrow in: the record batches of one schema, checked once -> ``Hands``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import columns, notation, tiles
from fastmj.arguments import Misuse
from fastmj.columns import Read
from fastmj.hands import DEFAULTS, Hands, read_only
from fastmj.schema import ACCEPTED, FLAG_COLUMNS, MATRIX, WORDS_OF_BOOLS, check_columns, kind_of, score_names
from fastmj.status import BAD_CONTEXT, BAD_TILE, MISSING, OK, UNREADABLE
from fastmj.text_in import Arrays, read_text

OPENINGS = {"none": 0, "heaven": tiles.FLAG_HEAVEN, "earth": tiles.FLAG_EARTH}
_SEATS = {name: seat for seat, name in enumerate(tiles.WIND_NAMES)}
# an empty field of a CSV file means nobody, as null does
_SEATS_OR_NONE = {**_SEATS, "": tiles.NO_SEAT}


def _flowers(text: str) -> int | None:
    try:
        return notation.flower_mask(text)
    except notation.NotationError:
        return None


WORDS: "dict[str, Code]" = {
    "win_by": {name: code for code, name in enumerate(tiles.WIN_BY_NAMES)}.get,
    "seat": _SEATS.get,
    "round": _SEATS.get,
    "flowers": _flowers,
    "discarder": _SEATS_OR_NONE.get,
    "feeder": _SEATS_OR_NONE.get,
    "opening": OPENINGS.get,
}
"""The code of a word, by column; None where there is no such word."""
Code = Callable[[str], int | None]
_MOST_DIGITS = 18


def spelled_code(name: str) -> Code:
    """The code of a cell of text that spells a word or number of a column, or true or false; None where it spells nothing."""
    words, most = WORDS.get(name), np.iinfo(DEFAULTS[name][0] if name in DEFAULTS else np.uint8).max

    def code(text: str) -> int | None:
        if ACCEPTED[name].kinds == ("bool",):
            return WORDS_OF_BOOLS.get(text.lower())
        found = words(text) if words is not None else None
        if found is None and text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text) <= most:
            return int(text) if "integer" in ACCEPTED[name].kinds else None
        return found

    return code


def coded(name: str, value: Any) -> Any:
    """An argument that may be one word for all rows, as its code. ``ValueError`` for an unknown word."""
    if not isinstance(value, str) or name not in WORDS:
        return value
    code = WORDS[name](value)
    if code is None:
        raise Misuse(f"{name}={value!r}: unknown; accepted: {ACCEPTED[name].words}")
    return code


CONTEXT = ("win_by", "flags", "seat", "round", "flowers", "discarder", "feeder")
NONE_IF_NULL = ("discarder", "feeder")
_FLAG_FACTOR = {
    "last_tile": tiles.FLAG_LAST_TILE,
    "last_of_kind": tiles.FLAG_LAST_OF_KIND,
    "flower_draw": tiles.FLAG_FLOWER_DRAW,
    "fifth_tile": tiles.FLAG_FIFTH_TILE,
    "kong_draws": 1 << tiles.KONG_DRAWS_SHIFT,
    "opening": 1,
}


@dataclass(frozen=True)
class Plan:
    """How to read the batches of one schema, checked beforehand. Made by ``plan``."""

    schema: pa.Schema
    places: dict[str, int]  # hand column -> its position
    dialect: str | None  # of a text column; None where hands are not text
    spelled: bool = False  # all columns are text, which spells numbers and bools too

    def read(self, batch: pa.RecordBatch | pa.Table) -> Hands:
        """The rows of `batch`, which has this plan's schema, as arrays; nothing is copied that already lies right.

        ``status`` says what could not be read: ``missing`` for a null (in `discarder` and `feeder` it means none),
        ``unreadable`` for text that is no hand and for a list or bytes of the wrong length, ``bad_tile`` for a winning
        tile and ``bad_context`` for another number or word that no code of its column can be. The rest is ``ok`` here:
        whether the hand makes sense is checked by the kernels.
        """
        if isinstance(batch, pa.Table):
            parts = [self.read(part) for part in batch.to_batches()] or [self.read(_empty(self.schema))]
            return parts[0] if len(parts) == 1 else _stacked(parts)
        status = np.full(batch.num_rows, OK, np.uint8)
        if self.dialect:
            arrays = read_text(batch.column(self.places["hand"]), self.dialect, status)
        else:
            arrays = self._read_tiles(batch, status)
        for name in CONTEXT:
            if name in self.places or name not in arrays:
                arrays[name] = self._read_codes(batch, name, status)
        if any(name in self.places for name in FLAG_COLUMNS):
            arrays["flags"] = self._read_named_flags(batch, status)
        arrays["counts"] = arrays.pop("hand")
        return Hands(**{name: read_only(array) for name, array in arrays.items()}, status=read_only(status))

    def _column(self, batch: pa.RecordBatch, name: str) -> pa.Array | None:
        return batch.column(self.places[name]) if name in self.places else None

    def _read_tiles(self, batch: pa.RecordBatch, status: npt.NDArray[np.uint8]) -> Arrays:
        out: Arrays = {}
        for name, width in MATRIX.items():
            column = self._column(batch, name)
            read = Read(np.zeros((len(status), width), np.uint8)) if column is None else columns.matrix(column, width)
            out[name] = _mark(read, status, UNREADABLE)
        out["win_tile"] = self._read_codes(batch, "win_tile", status, BAD_TILE)
        return out

    def _read_codes(
        self, batch: pa.RecordBatch, name: str, status: npt.NDArray[np.uint8], unfit: int = BAD_CONTEXT
    ) -> npt.NDArray[Any]:
        """A column of one code a row, given as numbers or words, or its default."""
        dtype, default = DEFAULTS[name]
        column = self._column(batch, name)
        if column is None:
            return np.full(len(status), default, dtype)
        text = kind_of(column.type) == "text"
        read = columns.words(column, self._code(name), dtype) if text else columns.integers(column, dtype)
        if name in NONE_IF_NULL and read.null is not None:
            read = read._replace(values=np.where(read.null, tiles.NO_SEAT, read.values).astype(dtype), null=None)
        return _mark(read, status, unfit)

    def _code(self, name: str) -> Code:
        return spelled_code(name) if self.spelled else WORDS[name]

    def _read_named_flags(self, batch: pa.RecordBatch, status: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
        """The flags from the columns that name them."""
        flags = np.zeros(len(status), np.uint16)
        for name in (name for name in FLAG_COLUMNS if name in self.places):
            column = batch.column(self.places[name])
            if kind_of(column.type) == "text":
                read = columns.words(column, self._code(name))
            elif name == "kong_draws":
                read = columns.integers(column, np.uint8)
            else:
                read = columns.booleans(column)
            values = _mark(read, status, BAD_CONTEXT).astype(np.uint16)
            for mask in (read.null, read.unfit):
                if mask is not None:
                    values = np.where(mask, np.uint16(0), values)
            flags |= values * np.uint16(_FLAG_FACTOR[name])
        return flags


def plan(
    schema: pa.Schema,
    layout: str = "list",
    *,
    prefix: str = "",
    payments: bool = False,
    split: bool = False,
    used: bool = False,
    dialect: str = "mpsz",
    spelled: bool = False,
) -> Plan:
    """Check the names and types of `schema` and plan the reading of its batches.

    `layout`, `prefix`, `payments`, `split` and `used` say which score columns will be added, `dialect` how hands are written
    where they are text; what such a text states of the context counts where no column of that name is given. `spelled`: text
    may spell numbers and bools in any column, as in a CSV file.
    ``ValueError`` names the column, its type and what is accepted: for a column of another type, two columns that say
    the same, or a score column whose name the input already has; also for an unknown layout or dialect.
    """
    notation.dialect_named(dialect)
    places = check_columns(
        schema, score_names(layout, payments=payments, split=split, used=used, prefix=prefix), spelled
    )
    text = kind_of(schema.field(places["hand"]).type) == "text"
    return Plan(schema, places, dialect if text else None, spelled)


def _mark(read: Read, status: npt.NDArray[np.uint8], unfit: int) -> npt.NDArray[Any]:
    """Note in `status` the rows that were null or unfit, and return the values."""
    for mask, code in ((read.null, MISSING), (read.unfit, unfit)):
        if mask is not None:
            np.minimum(status, np.uint8(code), out=status, where=mask)
    return read.values


def _stacked(parts: list[Hands]) -> Hands:
    return Hands(*(read_only(np.concatenate(same)) for same in zip(*map(tuple, parts), strict=True)))


def _empty(schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)
