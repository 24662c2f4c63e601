"""Anything that streams Arrow data -> record batches of a useful size."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa


def batches_of(data: Any, rows: int) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
    """The schema of `data` and its rows, in order, as batches of at most `rows` and not many fewer.

    `data` is a pyarrow Table, RecordBatch or RecordBatchReader, or anything with ``__arrow_c_stream__`` (data frames of
    polars, pandas and duckdb) or ``__arrow_c_array__``; ``TypeError`` for anything else. Large batches are sliced
    without a copy, small ones put together, empty ones left out.
    """
    if isinstance(data, pa.Table):
        return data.schema, _resized(iter(data.to_batches()), rows)
    if isinstance(data, pa.RecordBatch):
        return data.schema, _resized(iter([data]), rows)
    try:
        if isinstance(data, pa.RecordBatchReader):
            reader = data
        elif hasattr(data, "__arrow_c_stream__"):
            reader = pa.RecordBatchReader.from_stream(data)
        else:
            return batches_of(pa.record_batch(data), rows) if hasattr(data, "__arrow_c_array__") else _refuse(data)
    except pa.ArrowInvalid as error:
        raise TypeError(f"data must be a table of named columns, {type(data).__name__} is not: {error}") from error
    return reader.schema, _resized(iter(reader), rows)


def _refuse(data: Any) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
    raise TypeError(
        "data must be a pyarrow Table, RecordBatch or RecordBatchReader, or have __arrow_c_stream__ as the data frames "
        f"of polars, pandas and duckdb do; got {type(data).__module__}.{type(data).__qualname__}"
    )


def _resized(batches: Iterator[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    held: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        for start in range(0, batch.num_rows, rows):
            piece = batch.slice(start, rows)
            if size + piece.num_rows > rows:
                yield _joined(held)
                held, size = [], 0
            held.append(piece)
            size += piece.num_rows
    if held:
        yield _joined(held)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    return batches[0] if len(batches) == 1 else pa.concat_batches(batches)
