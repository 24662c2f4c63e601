"""The elements of scored rows, whatever the layout: lists of codes, and what the codes are called."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj.columns import plain
from fastmj.kernels.together import lists_of_matrix
from fastmj.rules import RuleSet
from fastmj.schema import kind_of

Array = npt.NDArray[Any]


class Lists(NamedTuple):
    """n rows of elements: row i holds ``codes[ends[i - 1]:ends[i]]``, a code is a place in `names`."""

    names: list[str]
    ends: Array  # int64 (n,)
    codes: Array  # int32


def layout_of(schema: pa.Schema, prefix: str, rules: RuleSet | None) -> str:
    """How the elements of a scored table are laid out: list, wide, mask, total.

    ``ValueError`` where the table is not scored, its columns are of other types, or naming its elements needs `rules`.
    """
    for name, is_right in (("status", _is_text), ("total", _is_number)):
        if prefix + name not in schema.names:
            raise ValueError(f"not a file of scores: it has no column {prefix + name!r}; {_hint(schema, prefix)}")
        kind = schema.field(prefix + name).type
        if not is_right(kind):
            raise ValueError(f"not a file of scores: column {prefix + name!r} is {kind}")
    if prefix + "elements" not in schema.names:
        return "total"
    kind = schema.field(prefix + "elements").type
    if pa.types.is_struct(kind) and all(pa.types.is_integer(field.type) for field in kind):
        return "wide"
    if _is_list(kind):
        item = kind.value_type
        if pa.types.is_struct(item) and item.get_field_index("element") >= 0:
            if _is_text(item.field("element").type):
                return "list"
        elif pa.types.is_integer(item):
            return _checked_mask(kind, prefix, rules)
    raise ValueError(f"column '{prefix}elements' is {kind}: no layout that fastmj writes (list, wide, mask)")


def _hint(schema: pa.Schema, prefix: str) -> str:
    found = [name.removesuffix("status") for name in schema.names if name.endswith("status")]
    others = [each for each in found if each != prefix and each + "total" in schema.names]
    if others:
        named = " or ".join(repr(each) for each in others)
        return f"it has scores whose names begin with {named}: give that as the prefix (prefix, --prefix)"
    return "score it first (score_file, fastmj score)"


def _is_text(kind: pa.DataType) -> bool:
    return kind_of(kind) == "text"


def _is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_floating(kind) or pa.types.is_integer(kind))


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _checked_mask(kind: pa.DataType, prefix: str, rules: RuleSet | None) -> str:
    if rules is None:
        raise ValueError(
            f"column '{prefix}elements' holds packed words (layout mask), whose elements only their rule set can name: "
            "say which it is (rules, --rules)"
        )
    if pa.types.is_fixed_size_list(kind) and kind.list_size != rules.words:
        raise ValueError(
            f"column '{prefix}elements' has {kind.list_size} words a row, rule set {rules.label!r} has {rules.words}: "
            "it was scored by another"
        )
    return "mask"


def elements_of(column: pa.Array | None, layout: str, rules: RuleSet | None, names: str, rows: int) -> Lists:
    """The elements of a column in this layout; no elements where there is no column."""
    if layout == "total" or column is None:
        return Lists([], np.zeros(rows, np.int64), np.zeros(0, np.int32))
    if layout == "wide":
        return _of_matrix(column)
    if layout == "mask" and rules is not None:
        column = rules.unpack(_words(column, rules), names=names)
    return _of_lists(column)


def _of_lists(lists: pa.Array) -> Lists:
    ends = lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False).cumsum(dtype=np.int64)
    element = lists.flatten().field("element")
    if not isinstance(element, pa.DictionaryArray):
        element = plain(element).dictionary_encode()
    if element.null_count:
        raise ValueError("a list of elements holds one without a name")
    codes = element.indices.to_numpy(zero_copy_only=False).astype(np.int32)
    return Lists(plain(element.dictionary).to_pylist(), ends, codes)


def _of_matrix(column: pa.StructArray) -> Lists:
    names = [field.name for field in column.type]
    counts = np.empty((len(names), len(column)), np.uint8)
    for line, child in zip(counts, column.flatten(), strict=True):
        np.not_equal(child.fill_null(0).to_numpy(zero_copy_only=False), 0, out=line)
    ends, codes = np.zeros(len(column), np.int64), np.empty(np.count_nonzero(counts), np.int32)
    lists_of_matrix(counts, ends, codes)
    return Lists(names, ends, codes)


def _words(column: pa.Array, rules: RuleSet) -> Array:
    """Packed words uint64 (n, w); zeros where a row is null."""
    words = np.zeros((len(column), rules.words), np.uint64)
    valid = column.is_valid().to_numpy(zero_copy_only=False)
    flat = column.flatten().to_numpy(zero_copy_only=False)
    if len(flat) != rules.words * np.count_nonzero(valid):
        raise ValueError(f"not every row has the {rules.words} words that rule set {rules.label!r} packs elements into")
    words[valid] = flat.reshape(-1, rules.words)
    return words
