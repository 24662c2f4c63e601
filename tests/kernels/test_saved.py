"""Saved named tuples: compiled code finds by address what Python put there."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from fastmj.kernels.jit import JIT, kernel, stage
from fastmj.kernels.saved import Saved, reader

Array = NDArray[Any]


class Inner(NamedTuple):
    table: Array  # (2, 3) int64
    number: int
    share: float


class Outer(NamedTuple):
    first: Array  # (n,) uint8
    inner: Inner
    last: Array  # (n,) int32


def outer(start: int) -> Outer:
    inner = Inner(np.arange(start, start + 6).reshape(2, 3), start + 10, start / 8)
    return Outer(np.full(4, start, np.uint8), inner, np.arange(start, start + 5, dtype=np.int32))


outer_at: Any = reader(lambda: outer(0))


@stage
def told(where: Any, out: Array) -> None:
    saved = outer_at(where)
    inner = saved.inner
    out[0], out[1], out[2] = saved.first[3], inner.table[1, 2], inner.table[0, 1]
    out[3], out[4], out[5] = inner.number, inner.share * 8, saved.last[4]
    out[6], out[7] = saved.last.shape[0], inner.table.shape[1]


@kernel
def tell(where: Any, out: Array) -> None:
    told(where, out)


def test_attributes_by_address() -> None:
    for start in (3, 40):
        saved, out = Saved(outer(start)), np.zeros(8, np.int64)
        tell(saved.where, out)
        assert out.tolist() == [start, start + 5, start + 1, start + 10, start, start + 4, 5, 3]


def test_what_is_written_through_a_saved_array_is_seen() -> None:
    value = outer(7)
    saved, out = Saved(value), np.zeros(8, np.int64)
    value.last[4] = 99
    tell(saved.where, out)
    assert out[5] == 99


@pytest.mark.skipif(not JIT, reason="without numba nothing is laid out in memory")
def test_arrays_with_gaps_are_refused() -> None:
    with pytest.raises(ValueError, match="not contiguous"):
        Saved(outer(0)._replace(last=np.arange(10, dtype=np.int32)[::2]))
