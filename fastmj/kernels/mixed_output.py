"""Packed words of several rule sets -> names and counts of elements, in one pass over the rows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj.arrow_arrays import numbers, words
from fastmj.kernels.intrinsics import lowest_bit, popcount
from fastmj.kernels.jit import i64, kernel
from fastmj.kernels.output import MOST_WIDTH, field_masks, present

if TYPE_CHECKING:
    from fastmj.rules.ruleset import RuleSet

Array = npt.NDArray[Any]


class Namings(NamedTuple):
    """How to read the words of several rule sets; line ``words * which + word`` is one word of one of them."""

    words: int  # words a row, as the rule set with the most needs
    masks: Array  # int64 (lines, MOST_WIDTH): the j-th bits of all fields
    element: Array  # int16 (lines, 63): the element that each bit belongs to, among `names`
    most: Array  # uint8 (lines, 63): the highest count of that element
    names: pa.StringArray  # of the elements of all rule sets, each once


def namings(rule_sets: Sequence["RuleSet"], language: str = "en") -> Namings:
    """The tables of these rule sets; elements of the same name in this language are one."""
    named = [rules.names_in(language) for rules in rule_sets]
    number = {name: i for i, name in enumerate(dict.fromkeys(name for names in named for name in names))}
    width = max(rules.words for rules in rule_sets)
    lines = len(rule_sets) * width
    masks = np.zeros((lines, MOST_WIDTH), np.int64)
    element, most = np.zeros((lines, 63), np.int16), np.zeros((lines, 63), np.uint8)
    for which, rules in enumerate(rule_sets):
        masks[width * which : width * which + rules.words] = field_masks(rules)
        for row, name in zip(rules.rows, named[which], strict=True):
            word, bit, bits = rules.place[row.key]
            element[width * which + word, bit] = number[name]
            most[width * which + word, bit] = (1 << bits) - 1
    return Namings(width, masks, element, most, words(list(number)))


@kernel
def ends_of_mixed_lists(words: Array, which: Array, masks: Array, ends: Array) -> None:
    """How many elements the rows hold, summed up: ends[i] is where row i's list ends."""
    total = 0
    for i in range(words.shape[0]):
        line = i64(which[i]) * words.shape[1]
        for j in range(words.shape[1]):
            total += popcount(present(i64(words[i, j]), masks, line + j))
        ends[i] = total


@kernel
def fill_mixed_lists(
    words: Array, which: Array, masks: Array, element: Array, most: Array, elements: Array, counts: Array
) -> None:
    """The number and count of every element, row by row in the order of the row's rule set."""
    at = 0
    for i in range(words.shape[0]):
        line = i64(which[i]) * words.shape[1]
        for j in range(words.shape[1]):
            word = i64(words[i, j])
            left = present(word, masks, line + j)
            while left != 0:
                bit = lowest_bit(left)
                elements[at] = element[line + j, bit]
                counts[at] = word >> bit & most[line + j, bit]
                left &= left - 1
                at += 1


def mixed_lists(tables: Namings, words: Array, which: Array) -> pa.ListArray:
    """Every row's elements by name, in one dictionary: a ``list<struct<element: dictionary, count: uint8>>`` array.

    ``words`` uint64 (n, tables.words), ``which`` uint8 (n,): the place of the row's rule set in the tables.
    """
    offsets = np.zeros(len(words) + 1, np.int32)
    ends_of_mixed_lists(words, which, tables.masks, offsets[1:])
    elements, counts = np.empty(offsets[-1], np.int16), np.empty(offsets[-1], np.uint8)
    fill_mixed_lists(words, which, tables.masks, tables.element, tables.most, elements, counts)
    named = pa.DictionaryArray.from_arrays(numbers(elements), tables.names)
    return pa.ListArray.from_arrays(
        numbers(offsets), pa.StructArray.from_arrays([named, numbers(counts)], ["element", "count"])
    )
