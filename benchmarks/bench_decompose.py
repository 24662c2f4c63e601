"""Decomposition on one core, in process CPU time: every algorithm on the same hands, arrays made beforehand."""

import time
from typing import Any

import numpy as np
import pytest

import fastmj
from fastmj.cycles import CycleCounter
from fastmj.decompose import tiles_of
from fastmj.race import race
from fastmj.sample import sample_arrays

HANDS = 100_000
SEED = 1
FAMILIES = ("mixed", "ordinary", "flush", "many_ways", "worst", "random")
ALGORITHMS = tuple(fastmj.algorithms())
MUST_BE_FASTER = 20


def concealed_wins(n: int) -> Any:
    """Ordinary wins without melds: 14 tiles, four sets and a pair."""
    hands = sample_arrays(8 * n, "ordinary", SEED)
    return tiles_of(hands.counts[hands.melds.max(axis=1) == 0][:n])


@pytest.mark.benchmark(timer=time.process_time, warmup=True, warmup_iterations=1, disable_gc=True, min_rounds=5)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("family", FAMILIES)
def test_decompose(family: str, algorithm: str, benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else 2000
    benchmark.group = f"decompose: {family}, {n:,} hands"
    about(program=f"fastmj {fastmj.__version__}", hands=n, family=family, what=f"decompose by `{algorithm}`")
    counts = tiles_of(sample_arrays(n, family, SEED).counts)
    found = benchmark(fastmj.decompose, counts, algorithm)
    assert np.array_equal(found.codes, fastmj.decompose(counts).codes)


def test_fast_enough(measured: bool) -> None:
    """The claim itself, both algorithms in turn in one run."""
    if not measured:
        pytest.skip("only with --benchmark-enable: a shared machine times nothing reliably")
    known = fastmj.algorithms()
    with CycleCounter() as counter:
        table, backtrack = race(concealed_wins(HANDS), [known["suit_table"], known["backtrack"]], 10, counter)
    ratio = backtrack.ns_per_hand / table.ns_per_hand
    assert ratio >= MUST_BE_FASTER, (
        f"{ratio:.1f}: {table.ns_per_hand:.1f} against {backtrack.ns_per_hand:.0f} ns a hand"
    )
