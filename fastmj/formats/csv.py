"""CSV: every column but those of the hand stays the text it is, so that nothing is guessed and nothing is lost.

An empty field is null; among the flowers it means none. Written are words instead of codes, and lists as ``a; b*2``.
"""

import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pcsv

from fastmj.formats import Part, Probe, TextWriter, later, reading
from fastmj.formats.cells import flat_columns
from fastmj.formats.plain import readable
from fastmj.schema import ACCEPTED

_BYTES_A_ROW = 64  # about, to make a block of the wished number of rows
_NO_NUMBER = -1  # no column has this code: the row is refused, not the file


def probe(path: Path) -> Probe:
    """Schema, from the header and the first rows: what may be codes or words is codes if most of those are numbers."""
    with reading(path):
        with _opened(path, 1 << 20) as reader:
            names = reader.schema.names
            for name in names:
                if names.count(name) > 1:
                    raise ValueError(f"{path}: cannot be read as csv: more than one column is named {name!r}")
        with _opened(path, 1 << 20, names) as reader:
            first = next(iter(reader), None) or pa.RecordBatch.from_pylist([], reader.schema)
    return Probe(pa.schema([(name, _type(name, first.column(name))) for name in names]), None)


def parts(
    path: Path, schema: pa.Schema, rows: int, threads: int, first: int = 0, columns: Sequence[str] | None = None
) -> Iterator[Part]:
    """The rows in blocks of about `rows`, as text; the columns of the hand are converted by whoever calls the part."""
    with reading(path), _opened(path, max(rows * _BYTES_A_ROW, 1 << 16), schema.names, threads > 1) as reader:
        yield from later((partial(_converted, batch, schema) for batch in reader), first)


@contextmanager
def _opened(
    path: Path, block: int, names: Collection[str] = (), threaded: bool = False
) -> Iterator[pcsv.CSVStreamingReader]:
    """A reader of the file with the columns of these names as text (the others as inferred)."""
    stream = pa.input_stream(str(path), compression="detect")
    reader = pcsv.open_csv(
        stream,
        pcsv.ReadOptions(block_size=block, use_threads=threaded),
        pcsv.ParseOptions(newlines_in_values=True),
        pcsv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()),
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )
    with stream, reader:
        yield reader


def _type(name: str, first: pa.Array) -> pa.DataType:
    kinds = ACCEPTED[name].kinds if name in ACCEPTED else ("text",)
    if "bool" in kinds:
        return pa.bool_()
    if "integer" not in kinds:
        return pa.string()
    numbers = pc.sum(pc.match_substring_regex(first.drop_null(), r"^[0-9]+$")).as_py() or 0
    return pa.int64() if "text" not in kinds or 2 * numbers > len(first.drop_null()) else pa.string()


def _converted(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    columns = []
    for field, column in zip(schema, batch.columns, strict=True):
        if pa.types.is_boolean(field.type):
            word = pc.utf8_lower(column)
            column = pc.if_else(
                pc.is_in(word, pa.array(["true", "1"])),
                True,
                pc.if_else(pc.is_in(word, pa.array(["false", "0"])), False, None),
            )
        elif pa.types.is_integer(field.type):
            number = pc.if_else(pc.match_substring_regex(column, r"^[0-9]{1,18}$"), column, str(_NO_NUMBER))
            column = number.cast(pa.int64())
        elif field.name == "flowers":
            column = column.fill_null("")
        columns.append(column)
    return pa.RecordBatch.from_arrays(columns, schema=schema)


class CsvWriter(TextWriter):
    """Writes words, quoted; a null is an empty field without quotes."""

    def head(self, schema: pa.Schema) -> bytes:
        """The line of column names."""
        empty = pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)
        return _lines(empty, header=True)

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """The rows as lines of CSV."""
        return _lines(batch, header=False)


def _lines(batch: pa.RecordBatch, header: bool) -> bytes:
    flat = flat_columns(readable(batch))
    out = io.BytesIO()
    pcsv.write_csv(pa.table(flat), out, pcsv.WriteOptions(include_header=header))
    return out.getvalue()


writer = CsvWriter
