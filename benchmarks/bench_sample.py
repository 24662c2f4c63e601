"""Generated hands on one core, in process CPU time."""

import time
from typing import Any

import pytest

import fastmj
from fastmj.sample import sample_arrays

HANDS = 1_000_000


@pytest.mark.benchmark(timer=time.process_time, warmup=True, warmup_iterations=1, min_rounds=3)
@pytest.mark.parametrize("family", ["mixed", "near", "random"])
def test_sample(family: str, benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else 10_000
    benchmark.group = f"sample: {family}, {n:,} hands"
    about(program=f"fastmj {fastmj.__version__}", hands=n, family=family, what=f"generate `{family}` hands")
    assert len(benchmark(sample_arrays, n, family, 1).counts) == n
