"""Two threads against one on millions of hands, in wall time."""

import os
import time
from typing import Any

import pytest

import fastmj
from fastmj.sample import sample_arrays

HANDS, FEW = 5_000_000, 200_000
SEED = 1


@pytest.mark.benchmark(group="threads", timer=time.perf_counter)
def test_two_threads(benchmark: Any, about: Any, claim: Any, measured: bool) -> None:
    if measured and (os.cpu_count() or 1) < 2:
        pytest.skip("there is one core")
    n = HANDS if measured else FEW
    hands = sample_arrays(n, "mixed", SEED)
    columns = dict(zip(hands._fields[1:10], hands[1:10], strict=True))
    one = fastmj.score_arrays(hands.counts, **columns)
    two = fastmj.score_arrays(hands.counts, **columns, threads=2)
    assert (one.words == two.words).all()
    about(what=f"one thread, {n:,} `mixed` hands, wall time", hands=n, family="mixed", rules="mcr", threads=1)
    claim(
        "scoring, mixed hands: one thread against two, wall time",
        (lambda: fastmj.score_arrays(hands.counts, **columns, out=one), n),
        (lambda: fastmj.score_arrays(hands.counts, **columns, out=two, threads=2), n),
        at_least=1.7,
        rounds=5,
        timer=time.perf_counter,
    )
