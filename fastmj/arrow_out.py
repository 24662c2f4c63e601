"""Arrow out: arrays of scores -> Arrow columns over the same memory."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj.schema import ELEMENTS, STATUS_WORDS, Packing, score_fields
from fastmj.status import BELOW_MINIMUM
from fastmj.tiles import NO_TILE


class Scores(Protocol):
    """n scored hands, one array a column (``fastmj.ScoreArrays`` is one)."""

    @property
    def total(self) -> npt.NDArray[np.float32]:
        """Points (n,)."""

    @property
    def raw(self) -> npt.NDArray[np.float32]:
        """Points before a cap (n,)."""

    @property
    def status(self) -> npt.NDArray[np.uint8]:
        """Index into ``STATUS`` (n,)."""

    @property
    def limit(self) -> npt.NDArray[np.bool_]:
        """Whether it is a limit hand (n,)."""

    @property
    def words(self) -> npt.NDArray[np.uint64]:
        """Packed elements (n, w)."""

    @property
    def counts(self) -> npt.NDArray[np.uint8]:
        """Counters beside them (n, k)."""


class Naming(Packing, Protocol):
    """What naming the elements of packed rows asks of a rule set."""

    def unpack(self, words: npt.NDArray[np.uint64], counts: npt.NDArray[np.uint8]) -> pa.ListArray:
        """The elements of each row, of type ``schema.ELEMENTS``; an empty list where no bit is set."""

    def unpack_wide(self, words: npt.NDArray[np.uint64], counts: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """How often each element (one line an element, in the order of `names`) occurs in each row."""


def score_columns(
    scores: Scores,
    rules: Naming,
    layout: str = "list",
    *,
    payments: tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]] | None = None,
    split: pa.StringArray | None = None,
    used: npt.NDArray[np.uint8] | None = None,
    fields: Sequence[pa.Field] | None = None,
) -> list[pa.Array]:
    """The score columns of one batch, in the order and of the types of ``score_fields``.

    `payments` are the amounts (n, 4) and which rows have them, `used` the winning tiles, `fields` what ``score_fields`` gives,
    for callers with many batches. A row that was refused has
    null scores; in layout mask its words and counts are zeros, so that the columns are plain arrays without gaps.
    Arrays are not copied: they must not be written to afterwards. ``ValueError`` for an unknown layout.
    """
    scored = scores.status >= BELOW_MINIMUM
    valid = _bits(scored)
    if fields is None:
        fields = score_fields(
            rules, layout, payments=payments is not None, split=split is not None, used=used is not None
        )
    types = {field.name: field.type for field in fields}
    n = len(scored)
    columns = {
        # safe would look every index up again
        "status": pa.DictionaryArray.from_arrays(_column(pa.int8(), n, scores.status), STATUS_WORDS, safe=False),
        "total": _column(pa.float32(), n, scores.total, valid),
        "raw": _column(pa.float32(), n, scores.raw, valid),
        "limit": _column(pa.bool_(), n, np.packbits(scores.limit, bitorder="little"), valid),
    }
    if layout == "list":
        columns["elements"] = _lists(rules.unpack(scores.words, scores.counts), valid)
    elif layout == "wide":
        counts = rules.unpack_wide(scores.words, scores.counts)
        children = [_column(pa.uint8(), n, row) for row in counts]
        columns["elements"] = pa.Array.from_buffers(types["elements"], n, [valid], children=children)
    elif layout == "mask":
        columns["elements"] = _rows(types["elements"], scores.words)
        counts = scores.counts if scores.counts.shape[1] else np.zeros((n, 1), np.uint8)
        columns["counts"] = _rows(types["counts"], counts)
    if split is not None:
        columns["split"] = split
    if payments is not None:
        columns["payments"] = _rows(types["payments"], payments[0], _bits(payments[1]))
    if used is not None:
        columns["win_tile_used"] = _column(pa.uint8(), n, used, _bits(scored & (used != NO_TILE)))
    return [columns[field.name] for field in fields]


def _column(kind: pa.DataType, rows: int, values: npt.NDArray[Any], valid: pa.Buffer | None = None) -> pa.Array:
    """One value a row over the memory of `values` (for bool: its bits), null where not `valid`."""
    return pa.Array.from_buffers(kind, rows, [valid, pa.py_buffer(np.ascontiguousarray(values))])


def _rows(kind: pa.FixedSizeListType, values: npt.NDArray[Any], valid: pa.Buffer | None = None) -> pa.Array:
    """The rows of `values` (n, width) as a fixed-size list column."""
    child = _column(kind.value_type, values.size, values.reshape(-1))
    return pa.Array.from_buffers(kind, len(values), [valid], children=[child])


def _lists(lists: pa.ListArray, valid: pa.Buffer | None) -> pa.Array:
    """The same lists, as ``RuleSet.unpack`` makes them, null where not `valid`.

    ``from_arrays`` with a mask would import ``pyarrow.compute``, which takes a twentieth of a second of every process.
    """
    return pa.Array.from_buffers(ELEMENTS, len(lists), [valid, lists.buffers()[1]], children=[lists.values])


def _bits(valid: npt.NDArray[np.bool_]) -> pa.Buffer | None:
    """A validity bitmap; none where every row is valid."""
    return None if valid.all() else pa.py_buffer(np.packbits(valid, bitorder="little"))
