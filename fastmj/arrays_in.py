"""NumPy in: arrays, numbers and words of ``score_arrays`` -> ``Hands``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.arrow_in import coded
from fastmj.hands import DEFAULTS, Hands, read_only
from fastmj.integers import integers
from fastmj.status import BAD_CONTEXT, BAD_TILE, OK

Array = npt.NDArray[Any]
UNFIT = {"win_tile": (254, BAD_TILE), "flags": (0xFFFF, BAD_CONTEXT)}
"""What stands for a number that does not fit its column, and the status of the row; else 254 and bad_context."""
MOST = {dtype: np.iinfo(dtype).max for dtype, _ in DEFAULTS.values()}
"""The largest number of each data type."""
SMALL = 64  # hands; for fewer the columns left out are kept, which makes a call on one hand twice as fast


def hands_of_one(row: Mapping[str, Any]) -> Hands:
    """One hand, given as the typed columns that ``Hand.to_row`` returns."""
    arrays = {name: np.frombuffer(row[name], np.uint8)[None, :] for name in ("hand", "melds")}
    numbers = {name: row[name] for name in row if name not in arrays}
    return hands_of(arrays["hand"], melds=arrays["melds"], **numbers)


def hands_of(counts: Any, **given: Any) -> Hands:
    """Arrays, scalars or words of ``score_arrays`` as Hands. Numbers that do not fit never wrap: their row gets a status.

    ValueError for a wrong shape or word, TypeError for what is not made of integers, both naming the argument.
    """
    array = integers("counts", counts)
    if array.ndim != 2 or array.shape[1] != 34:
        raise ValueError(f"counts: shape (n, 34) is needed, got {array.shape}")
    n = len(array)
    marks = _Marks(n)
    concealed = read_only(_fitted("counts", array, np.uint8, marks))
    columns: dict[str, Any] = _defaults(n).copy() if n <= SMALL else dict.fromkeys(DEFAULTS)
    for name, value in given.items():
        if value is not None:
            columns[name] = read_only(_column(name, value, n, marks))
    if n > SMALL:
        for name, column in columns.items():
            if column is None:
                dtype, default = DEFAULTS[name]
                columns[name] = read_only(np.full(_shape(name, n), default, dtype))
    return Hands._make((concealed, *columns.values(), marks.status()))


def _column(name: str, value: Any, n: int, marks: "_Marks") -> Array:
    """A given column of n hands, or one number or word for all, in its data type."""
    dtype, shape = DEFAULTS[name][0], _shape(name, n)
    if type(value) is np.ndarray and value.dtype == dtype and value.shape == shape:
        return value
    if type(value) is int and 0 <= value <= MOST[dtype]:
        return np.full(shape, value, dtype)
    array = integers(name, coded(name, value))
    if array.shape != shape:
        if array.shape not in ((), (1,) if name != "melds" and n == 1 else ()):
            raise ValueError(f"{name}: shape {shape} or one number is needed, got {array.shape}")
        array = np.broadcast_to(array, shape)
    return _fitted(name, array, dtype, marks)


def _shape(name: str, n: int) -> tuple[int, ...]:
    return (n, 4) if name == "melds" else (n,)


@cache
def _defaults(n: int) -> dict[str, Array]:
    """The columns that may be left out, read-only, n times their defaults."""
    return {name: read_only(np.full(_shape(name, n), default, dtype)) for name, (dtype, default) in DEFAULTS.items()}


@cache
def _fine(n: int) -> Array:
    """The status of n hands that nothing is wrong with yet."""
    return read_only(np.full(n, OK, np.uint8))


class _Marks:
    """The status of n rows: OK until one is marked."""

    def __init__(self, n: int) -> None:
        self._n, self._found = n, None if n <= SMALL else np.full(n, OK, np.uint8)

    def mark(self, rows: Array, fault: int) -> None:
        """Rows with this fault keep what comes first."""
        if self._found is None:
            self._found = np.full(self._n, OK, np.uint8)
        np.minimum(self._found, np.uint8(fault), out=self._found, where=rows)

    def status(self) -> Array:
        """Read-only uint8 (n,)."""
        return _fine(self._n) if self._found is None else read_only(self._found)


def _fitted(name: str, array: Array, dtype: Any, marks: _Marks) -> Array:
    """The array as ``dtype``; what does not fit becomes a code that no hand has, and marks its row."""
    if array.dtype == dtype:
        return array
    wide = array.astype(np.int64) if array.dtype != np.uint64 else np.minimum(array, 1 << 40).astype(np.int64)
    outside = (wide < 0) | (wide > MOST[dtype])
    if not outside.any():
        return wide.astype(dtype)
    if name in ("counts", "melds"):  # 255 copies, or no meld's code: the kernel says what is wrong
        return np.where(outside, 255, wide).astype(dtype)
    code, fault = UNFIT.get(name, (254, BAD_CONTEXT))
    marks.mark(outside, fault)
    return np.where(outside, code, wide).astype(dtype)
