"""Packed words -> names and counts of elements."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj.arrow_arrays import numbers
from fastmj.arrow_arrays import words as named_words
from fastmj.kernels.intrinsics import lowest_bit, popcount
from fastmj.kernels.jit import helper, i64, kernel

if TYPE_CHECKING:
    from fastmj.rules.ruleset import RuleSet

Array = npt.NDArray[Any]
MOST_WIDTH = 4  # bits of a count


@helper
def present(word: int, masks: Array, which: int) -> int:
    """One bit a scored row: the lowest of its field."""
    bits = word & masks[which, 0]
    for j in range(1, MOST_WIDTH):
        bits |= (word & masks[which, j]) >> j
    return i64(bits)


@kernel
def ends_of_lists(words: Array, masks: Array, ends: Array) -> None:
    """How many elements the rows hold, summed up: ends[i] is where row i's list ends."""
    total = 0
    for i in range(words.shape[0]):
        for which in range(words.shape[1]):
            total += popcount(present(i64(words[i, which]), masks, which))
        ends[i] = total


@kernel
def fill_lists(words: Array, masks: Array, row_of_bit: Array, widths: Array, elements: Array, counts: Array) -> None:
    """The row numbers and counts of every element, row by row in the order of the rule set."""
    at = 0
    for i in range(words.shape[0]):
        for which in range(words.shape[1]):
            word = i64(words[i, which])
            left = present(word, masks, which)
            while left != 0:
                bit = lowest_bit(left)
                row = row_of_bit[which, bit]
                elements[at] = row
                counts[at] = word >> bit & ((1 << widths[row]) - 1)
                left &= left - 1
                at += 1


@kernel
def fill_matrix(words: Array, fields: Array, out: Array) -> None:
    """The counts of every element: one line an element."""
    for row in range(fields.shape[0]):
        which, bit, most = fields[row, 0], fields[row, 1], (1 << fields[row, 2]) - 1
        for i in range(words.shape[0]):
            out[row, i] = i64(words[i, which]) >> bit & most


def field_masks(rules: "RuleSet") -> Array:
    """int64 (words, MOST_WIDTH): the j-th bits of all fields."""
    masks = np.zeros((rules.words, MOST_WIDTH), np.int64)
    for word, bit, width in rules.fields.tolist():
        for j in range(width):
            masks[word, j] |= 1 << bit + j
    return masks


def checked_words(rules: "RuleSet", words: Array) -> Array:
    """The words as a contiguous read-only array; ValueError where the shape is not that of the rule set."""
    if np.asarray(words).dtype.kind not in "iu":
        raise TypeError(
            f"words of rule set {rules.name!r} are uint64 (n, {rules.words}); got {np.asarray(words).dtype}"
        )
    words = np.ascontiguousarray(words, np.uint64)
    if words.ndim != 2 or words.shape[1] != rules.words:
        raise ValueError(f"words of rule set {rules.name!r} are uint64 (n, {rules.words}); got shape {words.shape}")
    words = words.view()
    words.flags.writeable = False
    return words


def element_lists(rules: "RuleSet", words: Array, names: Sequence[str]) -> pa.ListArray:
    """A ``list<struct<element: dictionary<int16, string>, count: uint8>>`` array: every row's elements, by these names."""
    words, masks = checked_words(rules, words), field_masks(rules)
    offsets = np.zeros(len(words) + 1, np.int32)
    ends_of_lists(words, masks, offsets[1:])
    elements, counts = np.empty(offsets[-1], np.int16), np.empty(offsets[-1], np.uint8)
    fill_lists(words, masks, rules.row_of_bit, rules.fields[:, 2].copy(), elements, counts)
    named = pa.DictionaryArray.from_arrays(numbers(elements), named_words(names))
    return pa.ListArray.from_arrays(
        numbers(offsets), pa.StructArray.from_arrays([named, numbers(counts)], ["element", "count"])
    )


def element_matrix(rules: "RuleSet", words: Array) -> npt.NDArray[np.uint8]:
    """uint8 (rows, n): how often each element counts in each row."""
    words = checked_words(rules, words)
    out = np.empty((len(rules.rows), len(words)), np.uint8)
    fill_matrix(words, rules.fields, out)
    return out
