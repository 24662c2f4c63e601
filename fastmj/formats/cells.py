"""Columns of any type as text: cells of CSV, values of JSON. Whole columns at a time, but for rare types."""

import json

import pyarrow as pa
import pyarrow.compute as pc

from fastmj.schema import kind_of


def flat_columns(batch: pa.RecordBatch) -> dict[str, pa.Array]:
    """The columns of `batch` as a CSV file can hold them.

    The fields of a struct lie side by side as ``name.field``; lists become ``a; b``, counted elements ``a; b*2``, bytes
    hexadecimal digits; plain columns stay.
    """
    flat: dict[str, pa.Array] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        _flatten(name, column, flat)
    return flat


def json_rows(batch: pa.RecordBatch) -> pa.Array:
    """Each row of `batch` as one line of JSON with its line end, in a string array.

    A null is ``null``, counted elements are an object name -> count, bytes hexadecimal digits, not-a-number ``null``.
    """
    pieces: list[pa.Array | str] = []
    for i, (name, column) in enumerate(zip(batch.schema.names, batch.columns, strict=True)):
        pieces += [("," if i else "{") + json.dumps(name, ensure_ascii=False) + ":", _json(column)]
    return _concat(*pieces, "}\n")


def _flatten(name: str, column: pa.Array, flat: dict[str, pa.Array]) -> None:
    kind = column.type
    if pa.types.is_struct(kind):
        for field, child in zip(kind, column.flatten(), strict=True):
            _flatten(f"{name}.{field.name}", child, flat)
        return
    if name in flat:
        raise ValueError(f"two columns would be named {name!r} in a CSV file: rename one, or leave it out")
    if _is_list(kind):
        items = _counted(column, "{0}*{1}") if _is_counted(kind) else _text(column.flatten())
        flat[name] = _joined(column, items, "; ")
    elif pa.types.is_dictionary(kind):
        flat[name] = _text(column)
    else:
        flat[name] = _text(column) if kind_of(kind) in ("bytes", "other") and not _is_plain(kind) else column


def _json(column: pa.Array) -> pa.Array:
    """Each value as JSON text; the result has no nulls."""
    kind = column.type
    if _is_list(kind):
        if _is_counted(kind):
            text = _concat("{", _joined(column, _counted(column, "{0}:{1}"), ","), "}")
        else:
            text = _concat("[", _joined(column, _json(column.flatten()), ","), "]")
    elif pa.types.is_struct(kind):
        pieces: list[pa.Array | str] = []
        for i, (field, child) in enumerate(zip(kind, column.flatten(), strict=True)):
            pieces += [("," if i else "{") + json.dumps(field.name, ensure_ascii=False) + ":", _json(child)]
        text = pc.if_else(column.is_valid(), _concat(*pieces, "}"), None)
    elif pa.types.is_floating(kind):
        text = pc.if_else(pc.is_finite(column), column.cast(pa.string()), None)
    elif pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        text = column.cast(pa.string())
    else:
        text = _quoted(_text(column))
    return text.fill_null("null")


def _quoted(text: pa.Array) -> pa.Array:
    if not pc.any(pc.match_substring_regex(text, r'["\\\x00-\x1f]')).as_py():
        return _concat('"', text, '"')
    known = text.dictionary_encode()
    quoted = [None if word is None else json.dumps(word, ensure_ascii=False) for word in known.dictionary.to_pylist()]
    return pa.array(quoted, pa.string()).take(known.indices)


def _text(column: pa.Array) -> pa.Array:
    """Values of any type as text; nulls stay null."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _text(column.dictionary).take(column.indices)
    if kind_of(kind) == "bytes":
        return pa.array([None if value is None else value.hex() for value in column.to_pylist()], pa.string())
    if pa.types.is_nested(kind):
        values = column.to_pylist()
        return pa.array(
            [None if v is None else json.dumps(v, ensure_ascii=False, default=str) for v in values], pa.string()
        )
    return column.cast(pa.string())


def _counted(column: pa.Array, form: str) -> pa.Array:
    """The items of a list of (element, count) as text, in `form` where a count must be said."""
    elements, counts = column.flatten().flatten()
    if form == "{0}:{1}":
        return _concat(_quoted(_text(elements)), ":", counts.cast(pa.string()))
    names = _text(elements)
    return pc.if_else(pc.greater(counts, 1), _concat(names, "*", counts.cast(pa.string())), names)


def _joined(column: pa.Array, items: pa.Array, separator: str) -> pa.Array:
    """The texts of each list's items, joined; null where the list is null. `items` are those of valid lists alone."""
    lengths = pc.list_value_length(column).cast(pa.int64()).fill_null(0)
    offsets = pa.concat_arrays([pa.array([0], pa.int64()), pc.cumulative_sum(lengths)])
    lists = pa.LargeListArray.from_arrays(offsets, items.fill_null(""))
    return pc.if_else(column.is_valid(), pc.binary_join(lists, separator), None)


def _concat(*pieces: pa.Array | str) -> pa.Array:
    """Texts side by side; null where any is null."""
    return pc.binary_join_element_wise(*pieces, "")


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _is_counted(kind: pa.DataType) -> bool:
    item = kind.value_type
    return bool(pa.types.is_struct(item) and [field.name for field in item] == ["element", "count"])


def _is_plain(kind: pa.DataType) -> bool:
    return bool(pa.types.is_primitive(kind))
