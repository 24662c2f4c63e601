"""One Arrow column of any accepted type -> a NumPy array, without a copy where the memory layout allows it.

Every reader returns ``Read``: the values and two masks over the rows. Offsets of slices are honoured, nulls never shift
rows, and a number that does not fit is marked, never wrapped.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj.schema import is_list_view

Bools = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]

UNFIT = 254
"""What stands for a number or word that no code of its column can be (255 means `none` in some columns)."""


class Read(NamedTuple):
    """A converted column: n values, and which rows hold no value or one that cannot be stored (None: no row)."""

    values: Numbers
    null: Bools | None = None
    unfit: Bools | None = None


def plain(array: pa.Array) -> pa.Array:
    """The same values without a dictionary and without a view layout: types that every function below takes."""
    if isinstance(array, pa.DictionaryArray):
        return plain(array.dictionary).take(array.indices)
    if array.type == pa.string_view():
        return array.cast(pa.large_string())
    if array.type == pa.binary_view():
        return array.cast(pa.large_binary())
    if is_list_view(array.type):
        return _in_order(array)
    return array


def _in_order(view: pa.Array) -> pa.LargeListArray:
    """A list view as a list; pyarrow's own cast gives lists that are none where there are nulls or slices."""
    null = nulls(view)
    lengths = view.sizes.to_numpy().astype(np.int64)
    if null is not None:
        lengths[null] = 0
    ends = np.concatenate([[0], np.cumsum(lengths)])
    places = np.arange(ends[-1]) + np.repeat(view.offsets.to_numpy() - ends[:-1], lengths)
    mask = None if null is None else pa.array(null)
    return pa.LargeListArray.from_arrays(pa.array(ends), view.values.take(pa.array(places)), mask=mask)


def nulls(array: pa.Array) -> Bools | None:
    """Which rows are null; None when none is."""
    if not array.null_count:
        return None
    return np.asarray(array.is_null().to_numpy(zero_copy_only=False), np.bool_)


def integers(array: pa.Array, dtype: type[np.unsignedinteger[Any]], unfit: int = UNFIT) -> Read:
    """Integers of any width as `dtype`; a value outside its range becomes `unfit` and is marked."""
    if pa.types.is_null(array.type):
        return Read(np.full(len(array), unfit, dtype), np.ones(len(array), np.bool_))
    array = plain(array)
    values, null = _fixed_width(array, np.dtype(str(array.type))), nulls(array)
    if values.dtype == dtype:
        return Read(values, null)
    values = _unsigned(values)
    outside = values > np.iinfo(dtype).max
    if null is not None:
        outside &= ~null  # what stands under a null means nothing
    if not outside.any():
        return Read(values.astype(dtype), null)
    return Read(np.where(outside, unfit, values).astype(dtype), null, outside)


def booleans(array: pa.Array) -> Read:
    """A bool column as uint8 0/1."""
    if pa.types.is_null(array.type):
        return Read(np.zeros(len(array), np.uint8), np.ones(len(array), np.bool_))
    return Read(_fixed_width(array.cast(pa.uint8()), np.uint8), nulls(array))


def words(array: pa.Array, code: Callable[[str], int | None], dtype: type[np.unsignedinteger[Any]] = np.uint8) -> Read:
    """A text column as the `code` of each word, of type `dtype`; a word without a code becomes ``UNFIT`` and is marked."""
    if pa.types.is_null(array.type):
        return Read(np.full(len(array), UNFIT, dtype), np.ones(len(array), np.bool_))
    if not isinstance(array, pa.DictionaryArray):
        array = plain(array).dictionary_encode()
    # bytes, because a text column of foreign make may hold what is not UTF-8
    known = plain(array.dictionary).cast(pa.large_binary()).to_pylist()
    codes = [None if word is None else code(word.decode("utf-8", "replace")) for word in known]
    # one entry more than the dictionary has: rows whose index is null go there
    table = np.array([UNFIT if c is None else c for c in codes] + [UNFIT], dtype)
    nameless = np.array([word is None for word in known] + [True])
    unknown = np.array([c is None for c in codes] + [False]) & ~nameless
    index = array.indices.cast(pa.int64()).fill_null(len(known))
    at = _fixed_width(index, np.int64)
    some_null = array.indices.null_count or nameless[:-1].any()
    return Read(
        table[at], _if_any(nameless[at]) if some_null else None, _if_any(unknown[at]) if unknown.any() else None
    )


def matrix(array: pa.Array, width: int) -> Read:
    """Rows of `width` small numbers as uint8 (n, width): fixed_size_binary, binary, or lists of integers of any width.

    Numbers outside 0-255 become 255. A row of another length is marked unfit; a row that is null or holds a null counts
    as null. Fixed-width bytes, and uint8 lists without nulls whose rows all have the right length, are not copied.
    """
    array, n = plain(array), len(array)
    if pa.types.is_null(array.type):
        return Read(np.zeros((n, width), np.uint8), np.ones(n, np.bool_))
    null = nulls(array)
    if pa.types.is_fixed_size_binary(array.type):
        flat = _bytes(array.buffers()[1])[array.offset * width : (array.offset + n) * width]
        return Read(flat.reshape(n, width), null)
    if pa.types.is_fixed_size_list(array.type):
        # not .flatten(), which drops the rows that are null; .values knows nothing of the slice
        return _rows_of_list(array.values.slice(array.offset * width, n * width), null, None, width)
    offsets = _offsets(array)
    fitting = np.diff(offsets) == width
    if null is not None:
        fitting &= ~null
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        child = array.values.slice(offsets[0], offsets[-1] - offsets[0])
        return _rows_of_list(child, null, _Ragged(np.diff(offsets), fitting), width)
    flat = _bytes(array.buffers()[2])[offsets[0] : offsets[-1]]
    return _rows(flat, null, _Ragged(np.diff(offsets), fitting), width)


def text_buffers(array: pa.Array) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], Bools]:
    """A text column as its bytes, n + 1 int64 offsets into them, and which rows are not null."""
    array = plain(array)
    null = nulls(array)
    valid = np.ones(len(array), np.bool_) if null is None else ~null
    return _bytes(array.buffers()[2]), _offsets(array).astype(np.int64, copy=False), valid


class _Ragged(NamedTuple):
    """Rows of unequal length: how long each is, and which are used."""

    lengths: Numbers
    fitting: Bools


def _rows_of_list(child: pa.Array, null: Bools | None, ragged: _Ragged | None, width: int) -> Read:
    """The rows of a list column whose elements, in order and with nothing between, are `child`."""
    read = integers(child, np.uint8, unfit=255)
    rows = _rows(read.values, null, ragged, width)
    if read.null is None:
        return rows
    holes = np.asarray(_rows(read.null, null, ragged, width).values.any(axis=1), np.bool_)
    return rows._replace(null=holes if null is None else null | holes)


def _rows(flat: Numbers, null: Bools | None, ragged: _Ragged | None, width: int) -> Read:
    """`flat` cut into rows of `width`; rows that do not fit are zeros."""
    if ragged is None or ragged.fitting.all():
        return Read(flat.reshape(-1, width), null)
    values = np.zeros((len(ragged.lengths), width), flat.dtype)
    values[ragged.fitting] = flat[np.repeat(ragged.fitting, ragged.lengths)].reshape(-1, width)
    unfit = ~ragged.fitting if null is None else ~(ragged.fitting | null)
    return Read(values, null, _if_any(unfit))


def _if_any(mask: Bools) -> Bools | None:
    return mask if mask.any() else None


def _unsigned(values: Numbers) -> Numbers:
    """The same integers as an unsigned type, negative ones as numbers beyond 65535."""
    if values.dtype.kind == "u":
        return values
    if values.dtype.itemsize < 4:
        values = values.astype(np.int32)
    return values.view(f"u{values.dtype.itemsize}")


def _bytes(buffer: pa.Buffer | None) -> npt.NDArray[np.uint8]:
    return np.empty(0, np.uint8) if buffer is None else np.frombuffer(buffer, np.uint8)


def _fixed_width(array: pa.Array, dtype: Any) -> Numbers:
    """The values of a fixed-width array as they lie in memory; what stands under a null is arbitrary."""
    width = np.dtype(dtype).itemsize
    data = _bytes(array.buffers()[1])[array.offset * width : (array.offset + len(array)) * width]
    return _aligned(data.view(dtype))


def _offsets(array: pa.Array) -> Numbers:
    """The n + 1 offsets of a variable-length array, counted from the beginning of its whole data."""
    large = (
        pa.types.is_large_string(array.type)
        or pa.types.is_large_binary(array.type)
        or pa.types.is_large_list(array.type)
    )
    dtype: type[np.signedinteger[Any]] = np.int64 if large else np.int32
    if not len(array):
        return np.zeros(1, dtype)
    data = np.frombuffer(array.buffers()[1], np.uint8)
    width = np.dtype(dtype).itemsize
    return _aligned(data[array.offset * width : (array.offset + len(array) + 1) * width].view(dtype))


def _aligned(view: Numbers) -> Numbers:
    """The view itself, or a copy where a foreign buffer begins at an odd address (numba would compile anew for it)."""
    return view if view.flags.aligned else view.copy()
