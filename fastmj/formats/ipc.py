"""Arrow IPC: the file format (also called Feather) and the stream format. The file format is what is written."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from fastmj.formats import Gathered, Part, Probe, Writer, later, reading, ready

BATCH_ROWS = 1 << 16
_FILE_MAGIC = b"ARROW1"
_PLAIN = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}
_END_OF_STREAM = b"\xff\xff\xff\xff\0\0\0\0"


def probe(path: Path) -> Probe:
    """Schema and, for the file format, number of rows. A stream that was cut short between two batches is refused."""
    with reading(path), pa.memory_map(str(path)) as source:
        if _is_file(source):
            reader = pa.ipc.open_file(source)
            return Probe(_usable(reader.schema), reader.count_rows() if hasattr(reader, "count_rows") else None)
        schema = pa.ipc.open_stream(source).schema
        source.seek(source.size() - len(_END_OF_STREAM))
        if source.read() != _END_OF_STREAM:
            raise ValueError(f"{path}: cannot be read as ipc: the stream has no end mark, it was cut short")
        return Probe(_usable(schema), None)


def parts(
    path: Path, schema: pa.Schema, rows: int, threads: int, first: int = 0, columns: Sequence[str] | None = None
) -> Iterator[Part]:
    """The rows in batches of at most `rows`. The file is mapped into memory, not loaded."""
    with reading(path), pa.memory_map(str(path)) as source:
        if _is_file(source):
            reader = pa.ipc.open_file(source)
            batches = (reader.get_batch(i) for i in range(reader.num_record_batches))
        else:
            batches = iter(pa.ipc.open_stream(source))
        usable = (_as_usable(batch, schema) for batch in batches)
        yield from later(map(ready, _gathered(usable, rows)), first)


def _usable(schema: pa.Schema) -> pa.Schema:
    """The schema without dictionaries of views, polars' categories, which Arrow can neither cast nor write to Parquet."""
    return pa.schema([field.with_type(_without_views(field.type)) for field in schema], schema.metadata)


def _without_views(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(kind) and kind.value_type in _PLAIN:
        return pa.dictionary(kind.index_type, _PLAIN[kind.value_type], kind.ordered)
    return kind


def _as_usable(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    if batch.schema.equals(schema):
        return batch
    columns = [
        column
        if column.type.equals(field.type)
        else pa.DictionaryArray.from_arrays(
            column.indices, column.dictionary.cast(field.type.value_type), ordered=field.type.ordered
        )
        for column, field in zip(batch.columns, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _gathered(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    gathered = Gathered(rows)
    for batch in batches:
        yield from gathered.add(batch)
    yield from gathered.rest()


def _is_file(source: pa.MemoryMappedFile) -> bool:
    start = source.read(len(_FILE_MAGIC))
    source.seek(0)
    return bool(start == _FILE_MAGIC)


class IpcWriter(Writer):
    """Writes batches of useful size, lz4-compressed.

    The format holds one dictionary a column. Score columns have one, but those of the input may have another in each
    batch: columns named in `carried` are written as plain values. A file is written in one go: it has no checkpoints.
    """

    def __init__(
        self, path: Path, schema: pa.Schema, carried: Collection[str] = (), checkpoints: Sequence[int] = ()
    ) -> None:
        fields = [
            f.with_type(f.type.value_type) if f.name in carried and pa.types.is_dictionary(f.type) else f
            for f in schema
        ]
        self._schema = pa.schema(fields, schema.metadata)
        self._writer = pa.ipc.new_file(path, self._schema, options=pa.ipc.IpcWriteOptions(compression="lz4"))
        self._gathered = Gathered(BATCH_ROWS)

    def encode(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with the columns as the file has them."""
        return batch if batch.schema.equals(self._schema) else batch.cast(self._schema)

    def write(self, encoded: pa.RecordBatch) -> None:
        """Add rows; small batches are put together first."""
        for batch in self._gathered.add(encoded):
            self._writer.write_batch(batch)

    def close(self) -> None:
        """Write what is left and the footer."""
        for batch in self._gathered.rest():
            self._writer.write_batch(batch)
        self._writer.close()


writer = IpcWriter
