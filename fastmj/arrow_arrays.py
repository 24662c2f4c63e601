"""Arrow arrays from NumPy arrays and words, over the same memory.

``pyarrow.array`` imports pandas where that is installed, which would take a fifth of a second of every process.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa


def numbers(values: npt.NDArray[Any]) -> pa.Array:
    """Numbers (n,) as the Arrow type of their dtype; nothing is copied that is contiguous."""
    memory = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, memory])


def booleans(values: npt.NDArray[np.bool_]) -> pa.BooleanArray:
    """Truth values (n,)."""
    bits = pa.py_buffer(np.packbits(values, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, bits])


def words(values: Sequence[str | None]) -> pa.StringArray:
    """Text, null where None."""
    encoded = [b"" if value is None else value.encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)]).astype(np.int32)
    known = np.array([value is not None for value in values], bool)
    valid = None if known.all() else pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(
        pa.string(), len(encoded), [valid, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    )
