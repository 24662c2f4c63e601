"""Decomposition on one core, in process CPU time: every algorithm on the same hands, arrays made beforehand."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import fastmj
from fastmj.decompose import tiles_of
from fastmj.kernels.decompose_codes import MOST_READINGS
from fastmj.sample import sample_arrays

HANDS, FEW = 100_000, 2_000
SEED = 1
FAMILIES = ("ordinary, concealed", "ordinary", "mixed", "flush", "many_ways", "worst", "random")
ALGORITHMS = tuple(fastmj.algorithms())

pytestmark = pytest.mark.benchmark(
    timer=time.process_time, warmup=True, warmup_iterations=1, disable_gc=True, min_rounds=5, max_time=0.5
)


@cache
def tiles(family: str, n: int) -> Any:
    """Hands of a family; `concealed`: those of 14 tiles, four sets and a pair."""
    name, _, concealed = family.partition(", ")
    hands = sample_arrays(8 * n if concealed else n, name, SEED)
    return tiles_of(hands.counts[hands.melds.max(axis=1) == 0][:n] if concealed else hands.counts)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("family", FAMILIES)
def test_decompose(family: str, algorithm: str, benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else FEW
    benchmark.group = f"decompose: {family}"
    about(program=f"fastmj {fastmj.__version__}", hands=n, family=family, algorithm=algorithm)
    counts = tiles(family, n)
    assert len(counts) == n
    found = benchmark(fastmj.decompose, counts, algorithm)
    assert np.array_equal(found.codes, fastmj.decompose(counts).codes)


def test_suit_table_against_backtrack(benchmark: Any, about: Any, claim: Any, measured: bool) -> None:
    """The kernels alone, which write to the same memory."""
    n = HANDS if measured else FEW
    benchmark.group = "claims: decompose"
    about(hands=n, family=FAMILIES[0])
    counts = tiles(FAMILIES[0], n)
    offsets, codes = np.empty(n + 1, np.int32), np.empty(MOST_READINGS * n, np.uint64)

    def run(name: str) -> Callable[[], Any]:
        algorithm = fastmj.algorithms()[name]
        arguments = algorithm.arguments
        return lambda: algorithm.kernel(counts, offsets, codes, *arguments)

    claim(
        "`decompose`, concealed wins: `backtrack` against `suit_table`",
        (run("backtrack"), n),
        (run("suit_table"), n),
        at_least=20,
        rounds=10,
    )
