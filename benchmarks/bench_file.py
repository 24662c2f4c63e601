"""A Parquet file of hands to one of scores with two threads, beside reading and writing alone (wall time)."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from io_floor import finished_scores, io_floor

import fastmj
from fastmj.file import parquet_settings
from fastmj.sample import SCHEMA, sample_batches

HANDS, FEW = 3_000_000, 100_000
SEED = 1
THREADS = 2
TIMES_THE_FLOOR = {"list": 2.2, "mask": 1.7}


@pytest.fixture(scope="module")
def hands(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    n = HANDS if request.config.getoption("--benchmark-enable") else FEW
    path = tmp_path_factory.mktemp("hands") / "hands.parquet"
    with pq.ParquetWriter(path, SCHEMA, **parquet_settings(SCHEMA)) as writer:
        for batch in sample_batches(n, "mixed", SEED, batch_rows=1 << 18):
            writer.write_batch(batch)
    return path


@pytest.fixture(autouse=True)
def two_arrow_threads() -> Iterator[None]:
    """Arrow's own pool is as large as the machine; here it has the threads that score_file was given."""
    before = pa.cpu_count()
    pa.set_cpu_count(THREADS)
    yield
    pa.set_cpu_count(before)


def rows_of(path: Path) -> int:
    return int(pq.ParquetFile(path).metadata.num_rows)


@pytest.mark.benchmark(timer=time.perf_counter)
@pytest.mark.parametrize("layout", TIMES_THE_FLOOR)
def test_score_file(layout: str, benchmark: Any, about: Any, claim: Any, hands: Path, tmp_path: Path) -> None:
    n, out, floor = rows_of(hands), tmp_path / "scores.parquet", tmp_path / "floor.parquet"
    benchmark.group = f"file mcr: mixed, {THREADS} threads"
    about(program=f"fastmj {fastmj.__version__}", hands=n, family="mixed", rules="mcr", layout=layout, threads=THREADS)
    scores = finished_scores(hands, layout)
    settings = {"rules": "mcr", "layout": layout, "threads": THREADS, "overwrite": True}
    claim(
        f"`score_file`, layout `{layout}`, against reading and writing alone, wall time",
        (lambda: fastmj.score_file(hands, out, **settings), n),
        (lambda: io_floor(hands, floor, scores), n),
        at_most=TIMES_THE_FLOOR[layout],
        rounds=3,
        timer=time.perf_counter,
    )
    assert rows_of(out) == rows_of(floor) == n
    assert pq.ParquetFile(floor).schema_arrow.names == [*SCHEMA.names, *scores.column_names]
    assert pq.ParquetFile(out).schema_arrow.names == pq.ParquetFile(floor).schema_arrow.names
