"""A Parquet file of hands to one of scores with two threads, beside reading and writing alone (wall time)."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from io_floor import finished_scores, io_floor

import fastmj
from fastmj.file import parquet_settings
from fastmj.sample import SCHEMA, sample_batches

THREADS = 2
MOST_TIMES_THE_FLOOR = 2.5


@pytest.fixture(scope="module")
def hands(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    n = 5_000_000 if request.config.getoption("--benchmark-enable") else 100_000
    path = tmp_path_factory.mktemp("hands") / "hands.parquet"
    with pq.ParquetWriter(path, SCHEMA, **parquet_settings(SCHEMA)) as writer:
        for batch in sample_batches(n, "mixed", 1, batch_rows=1 << 18):
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


def say(benchmark: Any, about: Any, path: Path, program: str) -> None:
    n = rows_of(path)
    benchmark.group = f"file mcr: mixed, {n:,} hands, {THREADS} threads, layout list"
    about(program=program, hands=n, family="mixed", rules="mcr", layout="list", threads=THREADS)


def test_score_file(benchmark: Any, about: Any, hands: Path, tmp_path: Path, measured: bool) -> None:
    say(benchmark, about, hands, f"fastmj {fastmj.__version__}")
    out = tmp_path / "scores.parquet"
    benchmark.pedantic(
        fastmj.score_file,
        args=(hands, out),
        kwargs={"rules": "mcr", "layout": "list", "threads": THREADS, "overwrite": True},
        rounds=3 if measured else 1,
        warmup_rounds=1,
    )
    assert rows_of(out) == rows_of(hands)


def test_io_floor(benchmark: Any, about: Any, hands: Path, tmp_path: Path, measured: bool) -> None:
    say(benchmark, about, hands, "reading and writing alone")
    out = tmp_path / "floor.parquet"
    scores = finished_scores(hands)
    benchmark.pedantic(io_floor, args=(hands, out, scores), rounds=3 if measured else 1)
    assert rows_of(out) == rows_of(hands)
    assert pq.ParquetFile(out).schema_arrow.names == [*SCHEMA.names, *scores.column_names]


def test_near_the_floor(hands: Path, tmp_path: Path, measured: bool) -> None:
    """The claim itself, both in turn; on a small file, the fixed costs hide what it is about."""
    if not measured:
        pytest.skip("only with --benchmark-enable")
    scores = finished_scores(hands)
    out = tmp_path / "out.parquet"
    floor = min(seconds(lambda: io_floor(hands, out, scores)) for _ in range(3))
    ours = min(
        seconds(lambda: fastmj.score_file(hands, out, rules="mcr", threads=THREADS, overwrite=True)) for _ in range(3)
    )
    assert ours <= MOST_TIMES_THE_FLOOR * floor, f"{ours:.2f} s, {ours / floor:.2f} times the floor"


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
