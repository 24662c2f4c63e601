"""JSON Lines in the case format: one object a line, `hand` as text and whatever context differs from the defaults.

A field that a line leaves out has its default, and ``null`` is a missing value. Further fields are carried if they
occur within the first mebibyte of the file and hold text, numbers, true and false, or lists of these. Objects, as
`expect` and `options`, are left out, and no option is taken from them.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.json as pjson

from fastmj.columns import text_buffers
from fastmj.formats import Part, Probe, TextWriter, later, reading
from fastmj.formats.cells import json_rows
from fastmj.formats.plain import readable
from fastmj.places import Place, stream
from fastmj.schema import FLAG_COLUMNS

_SNIFFED = 1 << 20
_BYTES_A_ROW = 64  # about, to make a block of the wished number of rows

_TEXT = {
    "win_by": "discard",
    "opening": "none",
    "seat": "E",
    "round": "E",
    "flowers": "",
    "discarder": None,
    "feeder": None,
}
_FIELDS: dict[str, tuple[pa.DataType, Any]] = {
    "hand": (pa.string(), None),
    "melds": (pa.list_(pa.int64()), [0, 0, 0, 0]),
    "win_tile": (pa.int64(), 255),
    "flags": (pa.int64(), 0),
    **{name: (pa.string(), default) for name, default in _TEXT.items()},
    **{name: (pa.bool_(), False) for name in ("last_tile", "last_of_kind", "flower_draw", "fifth_tile")},
    "kong_draws": (pa.int64(), 0),
}
"""Type and default of the fields that belong to a hand."""
_NEVER_ADDED = ("melds", "win_tile", "flags")
_CODES = {"win_by": 0, "seat": 0, "round": 0, "flowers": 0, "discarder": 255, "feeder": 255}


def probe(path: Place) -> Probe:
    """Schema, from the first mebibyte: its fields in order, then those of the case format that no line has given."""
    with reading(path):
        _, block = next(_blocks(path, _SNIFFED), (1, b""))
    seen: dict[str, list[Any]] = {}
    for line in _objects(path, 1, block):
        for name, value in line.items():
            seen.setdefault(name, []).append(value)
    fields = {name: _type(path, name, values) for name, values in seen.items()}
    for name, (kind, _) in _FIELDS.items():
        if (
            fields.get(name, pa.null()) == pa.null()
            and name not in _NEVER_ADDED
            and not (name in FLAG_COLUMNS and "flags" in seen)
        ):
            fields[name] = kind
    kept = {name: pa.string() if kind == pa.null() else kind for name, kind in fields.items() if kind is not None}
    return Probe(pa.schema(list(kept.items())), None)


def parts(
    path: Place, schema: pa.Schema, rows: int, threads: int, first: int = 0, columns: Sequence[str] | None = None
) -> Iterator[Part]:
    """Blocks of lines of about `rows` rows; they are parsed by whoever calls the part."""
    with reading(path):
        blocks = _blocks(path, rows * _BYTES_A_ROW)
        yield from later((partial(_parsed, path, schema, line, block) for line, block in blocks), first)


def _blocks(path: Place, size: int) -> Iterator[tuple[int, bytes]]:
    """The file in blocks of whole lines, of about `size` bytes, each with the number of its first line."""
    line, rest = 1, b""
    with stream(path) as text:
        while data := text.read(size):
            whole, end, left = (rest + data).rpartition(b"\n")
            rest = left
            if whole.strip():
                yield line, whole + end
            line += (whole + end).count(b"\n")
    if rest.strip():
        yield line, rest


def _objects(path: Place, first_line: int, block: bytes) -> Iterator[dict[str, Any]]:
    """The object of each line that is not blank. ``ValueError`` names the first line that is none."""
    for number, line in enumerate(block.removeprefix(b"\xef\xbb\xbf").split(b"\n"), first_line):
        if line.strip():
            try:
                found = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: not JSON: {error}") from error
            if not isinstance(found, dict):
                raise ValueError(
                    f"{path}, line {number}: one JSON object a line is wanted, got {line[:40].decode(errors='replace')}"
                )
            yield found


def _type(path: Place, name: str, values: Iterable[Any]) -> pa.DataType | None:
    """The Arrow type of a field by its first values: null where there is but ``null``, None for objects."""
    kinds = {type(value) for value in values if value is not None}
    if not kinds:
        return pa.null()
    if dict in kinds:
        return None
    if kinds == {list}:
        item = _type(path, name, [item for value in values if value is not None for item in value])
        return None if item is None else pa.list_(pa.string() if item == pa.null() else item)
    if kinds <= {int, float}:
        whole = kinds == {int} and all(value is None or -(2**63) <= value < 2**63 for value in values)
        return pa.int64() if whole else pa.float64()
    if len(kinds) > 1:
        words = {str: "text", bool: "true or false", int: "numbers", float: "numbers", list: "lists"}
        raise ValueError(
            f"{path}: field {name!r} holds {' and '.join(sorted({words[k] for k in kinds}))}; one kind is wanted"
        )
    return pa.string() if kinds == {str} else pa.bool_()


def _parsed(path: Place, schema: pa.Schema, first_line: int, block: bytes) -> pa.RecordBatch:
    """A block of lines as a batch of `schema`, with defaults for what lines leave out."""
    late = [(name, kind) for name, (kind, _) in _FIELDS.items() if name not in schema.names]
    options = pjson.ParseOptions(explicit_schema=pa.schema([*schema, *late]), unexpected_field_behavior="ignore")
    try:
        blocks = pjson.ReadOptions(use_threads=False, block_size=len(block) + 1)
        table = pjson.read_json(pa.BufferReader(block), blocks, options)
    except pa.ArrowException as error:
        for _ in _objects(path, first_line, block):
            pass
        last_line = first_line + block.rstrip().count(b"\n")
        raise ValueError(f"{path}, lines {first_line} to {last_line}: {str(error).splitlines()[0]}") from error
    for name, _ in late:
        if table[name].null_count < table.num_rows:
            raise ValueError(
                f"{path}, after line {first_line}: field {name!r} must occur within the first mebibyte, or nowhere"
            )
    # Null and left out look alike once parsed. Lines are looked at one by one only where it makes a difference.
    unsure = [name for name in schema.names if _has_default(name) and table[name].null_count]
    given = [name for name in unsure if re.search(rb'"%b"\s*:\s*null' % name.encode(), block)]
    nulls = _nulls(path, first_line, block) if given else {}
    batch = table.select(schema.names).combine_chunks().to_batches()[0]
    return pa.RecordBatch.from_arrays(
        [_filled(name, column, nulls.get(name, [])) for name, column in zip(schema.names, batch.columns, strict=True)],
        schema=schema,
    )


def _has_default(name: str) -> bool:
    return name in _FIELDS and _FIELDS[name][1] is not None


def _nulls(path: Place, first_line: int, block: bytes) -> dict[str, list[int]]:
    """For each field of a hand the rows that give it as null, which is not the same as leaving it out."""
    nulls: dict[str, list[int]] = {}
    for row, line in enumerate(_objects(path, first_line, block)):
        for name, value in line.items():
            if value is None and name in _FIELDS:
                nulls.setdefault(name, []).append(row)
    return nulls


def _filled(name: str, column: pa.Array, nulls: list[int]) -> pa.Array:
    """The column with its default in the rows that have no such field."""
    if name not in _FIELDS or not column.null_count:
        return column
    default = _CODES[name] if name in _CODES and pa.types.is_integer(column.type) else _FIELDS[name][1]
    absent = np.asarray(column.is_null())
    absent[nulls] = False
    places = np.where(absent, len(column), np.arange(len(column)))
    return pa.concat_arrays([column, pa.array([default], column.type)]).take(pa.array(places))


class JsonlWriter(TextWriter):
    """Writes one object a row, hand columns as the case format has them, elements as an object of counts."""

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """The rows as lines of JSON."""
        data, offsets, _ = text_buffers(json_rows(readable(batch)))
        return data[offsets[0] : offsets[-1]].tobytes()


writer = JsonlWriter
