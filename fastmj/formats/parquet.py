"""Parquet: read in bounded memory, written in row groups of useful size whatever the batches were."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fastmj.formats import Gathered, Part, Probe, Writer, reading, ready

ROW_GROUP_ROWS = 1 << 18


def probe(path: Path) -> Probe:
    """Schema and number of rows, from the footer."""
    with reading(path), pq.ParquetFile(path) as file:
        return Probe(file.schema_arrow, file.metadata.num_rows)


def parts(path: Path, schema: pa.Schema, rows: int, threads: int) -> Iterator[Part]:
    """The rows in batches of `rows`. Decoded while reading: the columns side by side where `threads` allows it."""
    # A buffered stream instead of whole column chunks: with one row group of 20 million hands this halves the memory.
    with reading(path), pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as file:
        # One row group after another: a batch over two with dictionaries of their own inside lists cannot be made.
        groups = range(file.num_row_groups) if _has_nested_words(schema) else [None]
        for group in groups:
            chosen = None if group is None else [group]
            yield from map(ready, file.iter_batches(batch_size=rows, use_threads=threads > 1, row_groups=chosen))


def _has_nested_words(schema: pa.Schema) -> bool:
    """Whether a column holds dictionaries inside lists or structs, as scored elements do."""
    return any(_words_within(field.type) for field in schema if pa.types.is_nested(field.type))


def _words_within(kind: pa.DataType) -> bool:
    return pa.types.is_dictionary(kind) or any(_words_within(kind.field(i).type) for i in range(kind.num_fields))


def parquet_settings(schema: pa.Schema) -> dict[str, Any]:
    """How fastmj writes a table of this schema: arguments of ``pyarrow.parquet.ParquetWriter``.

    Measured on 2 million scored hands (layout list, one core): zstd level 1 takes 0.42 us and 14.7 bytes a row, lz4
    0.37 us and 21.5 bytes, snappy 0.37 us and 19.7 bytes; level 3 gains nothing more. Statistics of the hands and of
    what lies inside lists cost another 0.09 us and help no query, so only plain columns have them.
    """
    plain = [
        field.name
        for field in schema
        if not (pa.types.is_nested(field.type) or pa.types.is_fixed_size_binary(field.type))
    ]
    return {"compression": "zstd", "compression_level": 1, "use_dictionary": True, "write_statistics": plain or False}


class ParquetWriter(Writer):
    """Writes row groups of useful size, whatever size the batches have."""

    def __init__(self, path: Path, schema: pa.Schema, carried: Collection[str] = ()) -> None:
        self._writer = pq.ParquetWriter(path, schema, **parquet_settings(schema))
        self._gathered = Gathered(ROW_GROUP_ROWS)

    def encode(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch itself: what is encoded is a row group at a time."""
        return batch

    def write(self, encoded: pa.RecordBatch) -> None:
        """Add rows; a row group is written whenever there are enough for one."""
        for group in self._gathered.add(encoded):
            self._writer.write_batch(group)

    def close(self) -> None:
        """Write what is left and the footer."""
        for group in self._gathered.rest():
            self._writer.write_batch(group)
        self._writer.close()


writer = ParquetWriter
