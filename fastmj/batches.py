"""Anything that streams Arrow data -> record batches of a useful size -> what is made of them, in order and lazily."""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pyarrow as pa

from fastmj.formats import Gathered


def batches_of(data: Any, rows: int) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
    """The schema of `data` and its rows, in order, as batches of at most `rows` and not many fewer.

    `data` is a pyarrow Table, RecordBatch, RecordBatchReader, Dataset or Scanner, or anything with ``__arrow_c_stream__``
    (data frames of polars and pandas, relations of duckdb, tables of ibis) or ``__arrow_c_array__``; ``TypeError`` for
    anything else. Nothing is read before the first batch is asked for. Large batches are sliced without a copy, small
    ones put together (not beyond some 128 MB: a row may carry a megabyte of its owner's), empty ones left out. Where
    reading fails, the rows before come first.
    """
    if isinstance(data, pa.RecordBatch):
        return data.schema, _resized(iter([data]), rows)
    if isinstance(data, pa.Table):
        return data.schema, _resized(iter(data.to_batches()), rows)
    try:
        reader = _reader_of(data, rows)
    except pa.ArrowInvalid as error:
        raise TypeError(f"data must be a table of named columns, {type(data).__name__} is not: {error}") from error
    return reader.schema, _resized(iter(reader), rows)


def through(
    run: Callable[[pa.RecordBatch, int], pa.RecordBatch], batches: Iterator[pa.RecordBatch], threads: int
) -> Iterator[pa.RecordBatch]:
    """What `run` makes of each batch and of the number of rows before it, in order.

    With several threads at most ``threads + 1`` are under way. Where the next batch cannot be read, what was made of those
    before comes first.
    """
    first = 0
    if threads == 1:
        for batch in batches:
            yield run(batch, first)
            first += batch.num_rows
        return
    under_way: deque[Future[pa.RecordBatch]] = deque()
    faults: list[Exception] = []
    with ThreadPoolExecutor(threads, "fastmj") as pool:
        for batch in _before_a_fault(batches, faults):
            under_way.append(pool.submit(run, batch, first))
            first += batch.num_rows
            if len(under_way) > threads:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    if faults:
        raise faults.pop()


def _reader_of(data: Any, rows: int) -> pa.RecordBatchReader:
    if isinstance(data, pa.RecordBatchReader):
        return data
    datasets = sys.modules.get("pyarrow.dataset")  # whoever has a dataset has imported it
    if datasets is not None and isinstance(data, datasets.Dataset):
        data = data.scanner(batch_size=rows, batch_readahead=1, fragment_readahead=1)
    if datasets is not None and isinstance(data, datasets.Scanner):
        return data.to_reader()
    if hasattr(data, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(data)
    if hasattr(data, "__arrow_c_array__"):
        batch = pa.record_batch(data)
        return pa.RecordBatchReader.from_batches(batch.schema, [batch])
    lazy = "; a LazyFrame is collected first, or scored by its map_batches" if hasattr(data, "collect_schema") else ""
    raise TypeError(
        "data must be a pyarrow Table, RecordBatch, RecordBatchReader, Dataset or Scanner, or have __arrow_c_stream__ as "
        "the data frames of polars, pandas and duckdb do; got "
        f"{type(data).__module__}.{type(data).__qualname__}{lazy}"
    )


def _resized(batches: Iterator[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    gathered, faults = Gathered(rows), list[Exception]()
    for batch in _before_a_fault(batches, faults):
        yield from gathered.add(batch)
    yield from gathered.rest()
    if faults:
        raise faults.pop()


def _before_a_fault(batches: Iterator[pa.RecordBatch], faults: list[Exception]) -> Iterator[pa.RecordBatch]:
    """The batches up to one that cannot be had; why not is then in `faults`."""
    try:
        yield from batches
    except Exception as fault:
        faults.append(fault)
