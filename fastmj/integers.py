"""Arguments that are arrays of integers: what may stand for one, and words for what may not, naming the row."""

from collections.abc import Sized
from reprlib import repr as shortened
from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.tiles import KINDS

WIDTHS = {"counts": KINDS, "visible": KINDS, "melds": 4}
"""How many numbers a row has; of other arguments it has one."""

_INT64 = np.iinfo(np.int64)


def integers(name: str, value: Any) -> npt.NDArray[Any]:
    """An argument as an array of integers: nested lists, arrays, and arrays of rows as data frames hold them.

    ``TypeError`` for what is not made of integers, ``ValueError`` for rows of unequal length and for masked values.
    """
    if type(value) is np.ndarray and value.dtype.kind in "iub":
        return value
    if isinstance(value, np.ma.MaskedArray):
        _refuse_masked(name, value)
    try:
        array = np.asarray(value)
        if array.dtype == object and array.ndim:
            array = np.asarray(array.tolist())
    except ValueError as error:  # a ragged list
        raise ValueError(f"{name}: {_uneven(name, list(value))}") from error
    if array.size == 0 and array.dtype.kind in "fO":  # nothing at all, of no type
        return array.astype(np.uint8)
    if array.dtype == float and not hasattr(value, "dtype"):  # NumPy makes floats of a list with numbers beyond 2**63
        array = np.asarray(value, object)
    if array.dtype == object:
        return _bounded(name, array)
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name}: integers are needed, got {array.dtype}")
    return array


def _refuse_masked(name: str, array: "np.ma.MaskedArray[Any, Any]") -> None:
    masked = np.argwhere(np.ma.getmaskarray(array))
    if len(masked):
        row = int(masked[0][0]) if array.ndim else 0
        raise ValueError(f"{name}: integers are needed, got masked values, the first in row {row}")


def _uneven(name: str, rows: list[Any]) -> str:
    """What is wrong with rows that make no array."""
    wanted = WIDTHS.get(name)
    for i, row in enumerate(rows):
        held = len(row) if isinstance(row, Sized) else None
        if wanted is None and held is not None:
            return f"one integer a row is needed, row {i} holds {held} values"
        if wanted is not None and held is None:
            return f"rows of {wanted} integers are needed, row {i} is {shortened(row)}"
        if held != wanted:
            return f"rows of {wanted} integers are needed, row {i} holds {held} values"
    return f"rows of {wanted} integers are needed, got rows that hold others"


def _bounded(name: str, array: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Integers of Python's own, of any size, as int64: what is beyond its range becomes the end of it."""
    for place, each in np.ndenumerate(array):
        if not isinstance(each, int | np.integer):
            where = f" in row {place[0]}" if place else ""
            raise TypeError(f"{name}: integers are needed, got {shortened(each)}{where}")
    bounded: npt.NDArray[np.int64] = np.clip(array, _INT64.min, _INT64.max).astype(np.int64)
    return bounded
