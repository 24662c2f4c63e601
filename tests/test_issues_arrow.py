"""Faults that packages like this one had with Arrow data and files, each named by its public report, tried on fastmj."""

import datetime
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.with_workers import with_workers

ROOT = Path(__file__).parents[1]
SCORES = ["status", "total", "raw", "limit", "elements", "payments"]


def hands() -> pa.Table:
    """Wins and faulty rows, and columns of their owner: a time, words, a number without a sign."""
    table = pa.concat_tables([fastmj.sample(1500, "mixed", 1), fastmj.sample(500, "invalid", 2)])
    n = len(table)
    table = table.append_column("when", pa.array([datetime.datetime(2019, 5, 4, 12, 30)] * n, pa.timestamp("ns")))
    table = table.append_column("word", pa.array([f"w{i % 7}" for i in range(n)]).dictionary_encode())
    return table.append_column("id", pa.array(range(n), pa.uint32())).combine_chunks()


def as_lists(table: pa.Table) -> pa.Table:
    for name, width in (("hand", 34), ("melds", 4)):
        rows = pa.array([list(row) for row in table[name].to_pylist()], pa.list_(pa.uint8(), width))
        table = table.set_column(table.column_names.index(name), name, rows)
    return table


TABLES = {"bytes": hands(), "lists": as_lists(hands())}
OLD = {
    "version": "1.0",
    "data_page_version": "1.0",
    "store_schema": False,  # readers know of lists, not of their fixed length
    "use_deprecated_int96_timestamps": True,
    "use_compliant_nested_type": False,
    "write_statistics": False,
    "compression": "snappy",
    "row_group_size": 300,
}


def in_duckdb(table: pa.Table, path: Path, version: str) -> None:
    duckdb.connect().from_arrow(table).query(
        "t", f"copy (from t) to '{path}' (format parquet, parquet_version {version})"
    )


WRITERS: dict[str, tuple[str, Callable[[pa.Table, Path], Any]]] = {
    "old": ("parquet", lambda table, path: pq.write_table(table, path, **OLD)),
    "old, plain": ("parquet", lambda table, path: pq.write_table(table, path, **OLD, use_dictionary=False)),
    "version 2 pages": ("parquet", lambda table, path: pq.write_table(table, path, data_page_version="2.0")),
    "polars": ("parquet", lambda table, path: pl.DataFrame(table).write_parquet(path, row_group_size=300)),
    "polars, streamed": ("parquet", lambda table, path: pl.LazyFrame(table).sink_parquet(path)),
    "polars, IPC": ("arrow", lambda table, path: pl.DataFrame(table).write_ipc(path, compression="zstd")),
    "polars, IPC stream": ("arrows", lambda table, path: pl.DataFrame(table).write_ipc_stream(path)),
    "feather": ("feather", lambda table, path: pyarrow.feather.write_feather(table, path, chunksize=300)),
    "pandas": ("parquet", lambda table, path: table.to_pandas().to_parquet(path)),
    "pandas, index": ("parquet", lambda table, path: table.to_pandas().set_index("id").to_parquet(path)),
    "duckdb": ("parquet", lambda table, path: in_duckdb(table, path, "v1")),
    "duckdb, version 2": ("parquet", lambda table, path: in_duckdb(table, path, "v2")),
}


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("output", ["parquet", "arrow"])
def test_files_of_any_writer(writer: str, kind: str, output: str, tmp_path: Path) -> None:
    """apache/arrow#35692, pandas-dev/pandas#59738: fixed-size lists come back as lists, or not at all."""
    ending, write = WRITERS[writer]
    source, target = tmp_path / f"in.{ending}", tmp_path / f"out.{output}"
    write(TABLES[kind], source)
    fastmj.score_file(source, target, payments=True)
    scored = pq.read_table(target) if output == "parquet" else pyarrow.feather.read_table(target)
    assert (
        scored.select(SCORES).to_pylist() == fastmj.score_batch(TABLES[kind], payments=True).select(SCORES).to_pylist()
    )
    assert scored["id"].to_pylist() == list(range(len(scored)))
    assert scored["word"].to_pylist() == TABLES[kind]["word"].to_pylist()


@pytest.mark.parametrize("layout", ["list", "wide", "mask", "total"])
def test_scores_in_other_libraries_and_back(layout: str) -> None:
    """Daft#2839, datafusion-python#957: nested columns that others cannot hold. Metadata may go, nothing is in it."""
    scored = fastmj.score_batch(TABLES["bytes"], layout=layout, payments=True, split=True)
    for other in (
        pl.DataFrame(scored).to_arrow(),
        duckdb.connect().from_arrow(scored).to_arrow_table(),
        pa.table(pd.DataFrame(scored.to_pandas(types_mapper=pd.ArrowDtype))),
    ):
        assert other.to_pylist() == scored.to_pylist()
        again = fastmj.score_batch(other, layout=layout, payments=True, split=True, prefix="again_")
        for name in scored.column_names[TABLES["bytes"].num_columns :]:
            assert again[f"again_{name}"].to_pylist() == scored[name].to_pylist()


def test_the_package_goes_to_other_processes() -> None:
    """ray-project/ray#23664: what a function sent to workers names is sent along, the package among it."""
    assert pickle.loads(pickle.dumps(fastmj)) is fastmj
    assert len(pickle.dumps(fastmj)) < 100


WORKER = """
import multiprocessing, sys
import fastmj
import pyarrow.dataset as ds

def work(path):
    streams = [fastmj.score_stream(ds.dataset(path), layout="total", threads=2) for _ in range(2)]
    streams[0].read_next_batch()
    return streams[1].read_all().num_rows

if __name__ == "__main__":
    method, path = sys.argv[1:]
    work(path)
    begun = fastmj.score_stream(ds.dataset(path), threads=2)
    begun.read_next_batch()
    with multiprocessing.get_context(method).Pool(2) as pool:
        print(pool.map_async(work, [path] * 4).get(60), begun.read_next_batch().num_rows)
"""


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_workers_stream_while_their_parent_does(method: str, tmp_path: Path) -> None:
    """apache/arrow#1946, Lightning-AI/litData#823: readers' threads do not survive a fork, and the child waits for them."""
    path = tmp_path / "hands.parquet"
    pq.write_table(fastmj.sample(300_000, seed=2), path)
    assert with_workers(WORKER, method, path) == "[300000, 300000, 300000, 300000] 131072"


@pytest.mark.slow
@pytest.mark.parametrize("of", ["dataset", "reader", "polars", "duckdb"])
def test_memory_stays_the_same_over_many_streams(of: str, python: Callable[..., str], tmp_path: Path) -> None:
    """apache/arrow#39808, #45439: readers that keep what they have read."""
    ds.write_dataset(
        fastmj.sample(200_000, seed=3),
        tmp_path / "parts",
        format="parquet",
        max_rows_per_file=50_000,
        max_rows_per_group=50_000,
    )
    made = {
        "dataset": "ds.dataset('parts')",
        "reader": "ds.dataset('parts').scanner().to_reader()",
        "polars": "pl.read_parquet('parts')",
        "duckdb": "duckdb.connect().sql(\"from 'parts/*.parquet'\")",
    }[of]
    code = f"""if True:
        import duckdb, fastmj, polars as pl, pyarrow.dataset as ds
        sizes = []
        for k in range(40):
            stream = fastmj.score_stream({made}, threads=1 + k % 2)
            if k % 3:
                assert stream.read_all().num_rows == 200_000
            else:
                stream.read_next_batch()  # and no more
            del stream
            with open("/proc/self/statm") as file:
                sizes.append(int(file.read().split()[1]) * 4096 / 1e6)
        print(max(sizes[10:25]), max(sizes[-10:]))
    """
    early, late = map(float, python(code, cwd=tmp_path, PYTHONPATH=str(ROOT)).split())
    assert late < early + 40
