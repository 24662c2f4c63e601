"""The least a file of scores can cost: read the hands, write them with score columns that are already there.

Batches, row groups, writer settings and number of threads are those of ``fastmj.score_file``; only nothing is scored.

    python benchmarks/io_floor.py hands.parquet floor.parquet
"""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import fastmj
from fastmj.file import BATCH_ROWS, parquet_settings
from fastmj.formats.parquet import ROW_GROUP_ROWS


def finished_scores(src: Path, layout: str = "list") -> pa.Table:
    """The score columns of a file of hands in a layout, without the hands."""
    table = pq.read_table(src)
    scored = fastmj.score_batch(table, rules="mcr", layout=layout, threads=2)
    return scored.drop_columns(table.column_names)


def io_floor(src: Path, dst: Path, scores: pa.Table) -> None:
    """Read ``src`` in one thread, write its rows beside ``scores`` to ``dst`` in another."""
    with pq.ParquetFile(src, pre_buffer=False, buffer_size=1 << 20) as file, ThreadPoolExecutor(1) as reader:
        schema = pa.schema([*file.schema_arrow, *scores.schema])
        groups = _groups(file, scores, schema)
        with pq.ParquetWriter(dst, schema, **parquet_settings(schema)) as writer:
            ahead = reader.submit(next, groups, None)
            while (group := ahead.result()) is not None:
                ahead = reader.submit(next, groups, None)
                writer.write_table(group, row_group_size=ROW_GROUP_ROWS)


def _groups(file: pq.ParquetFile, scores: pa.Table, schema: pa.Schema) -> Iterator[pa.Table]:
    held: list[pa.RecordBatch] = []
    start = rows = 0
    for batch in file.iter_batches(batch_size=BATCH_ROWS, use_threads=True):
        held.append(batch)
        rows += batch.num_rows
        if rows + BATCH_ROWS > ROW_GROUP_ROWS or start + rows == len(scores):
            hands = pa.Table.from_batches(held)
            beside = scores.slice(start, rows)
            yield pa.Table.from_arrays([*hands.columns, *beside.columns], schema=schema)
            held, start, rows = [], start + rows, 0


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    columns = finished_scores(source)
    began = time.perf_counter()
    io_floor(source, target, columns)
    print(f"{len(columns):,} rows in {time.perf_counter() - began:.2f} s")
