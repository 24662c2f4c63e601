"""CSV: every cell is the text it is, so that nothing is guessed and nothing is lost; what is a hand's may spell numbers.

An empty field is null; among the flowers it means none. Written are words instead of codes, and lists as ``a; b*2``.
"""

import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pcsv

from fastmj.formats import Part, Probe, TextWriter, later, reading
from fastmj.formats.cells import flat_columns
from fastmj.formats.plain import readable
from fastmj.formats.spelled import type_of

_BYTES_A_ROW = 64  # about, to make a block of the wished number of rows


def probe(path: Path) -> Probe:
    """Schema, from the header; from the first rows, which columns of a hand are numbers or bools throughout."""
    with reading(path):
        with _opened(path, 1 << 20) as reader:
            names = reader.schema.names
            for name in names:
                if names.count(name) > 1:
                    raise ValueError(f"{path}: cannot be read as csv: more than one column is named {name!r}")
        with _opened(path, 1 << 20, names) as reader:
            first = next(iter(reader), None) or pa.RecordBatch.from_pylist([], reader.schema)
    types = {name: type_of(name, first.column(name)) for name in names}
    return Probe(
        pa.schema([(name, pa.string()) for name in names]),
        None,
        {name: kind for name, kind in types.items() if kind != pa.string()},
    )


def parts(
    path: Path, schema: pa.Schema, rows: int, threads: int, first: int = 0, columns: Sequence[str] | None = None
) -> Iterator[Part]:
    """The rows in blocks of about `rows`, as text."""
    with reading(path), _opened(path, max(rows * _BYTES_A_ROW, 1 << 16), schema.names, threads > 1) as reader:
        yield from later((partial(_of_hands, batch, schema) for batch in reader), first)


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


def _of_hands(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    columns = dict(zip(schema.names, batch.columns, strict=True))
    if "flowers" in columns:
        columns["flowers"] = columns["flowers"].fill_null("")
    return pa.RecordBatch.from_arrays(list(columns.values()), schema=schema)


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
