"""Lists of elements -> how often each occurs, in hands of which worth, and beside which others."""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.jit import i64, kernel, u32

Array = npt.NDArray[Any]


@kernel
def count_together(ends: Array, codes: Array, worth: Array, hands: Array, sums: Array, together: Array) -> None:
    """Add up over n rows, row i holding ``codes[ends[i - 1]:ends[i]]``.

    `ends` int64 (n,), `codes` int32, `worth` float64 (n,). For each of k codes: `hands` int64 (k,), the rows that hold it;
    `sums` float64 (k,), their worth; `together` int64 (k, k), the rows that hold a code and, later in their list, another.
    """
    begin = 0
    for i in range(ends.shape[0]):
        end, value = i64(ends[i]), worth[i]
        for j in range(begin, end):
            first = u32(codes[j])
            hands[first] += 1
            sums[first] += value
            for k in range(j + 1, end):
                together[first, u32(codes[k])] += 1
        begin = end


@kernel
def lists_of_matrix(counts: Array, ends: Array, codes: Array) -> None:
    """Lists of the elements that count at all, from `counts` uint8 (k, n): `ends` int64 (n,), `codes` int32.

    `ends` are zeros and `codes` as long as there are counts above zero. Elements lie in the order of the lines.
    """
    for code in range(counts.shape[0]):
        for i in range(counts.shape[1]):
            ends[i] += counts[code, i] != 0
    before = 0
    for i in range(ends.shape[0]):
        length = i64(ends[i])
        ends[i] = before
        before += length
    for code in range(counts.shape[0]):
        for i in range(counts.shape[1]):
            if counts[code, i] != 0:
                codes[u32(ends[i])] = code
                ends[i] += 1
