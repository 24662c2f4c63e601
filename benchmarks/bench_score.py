"""Scoring on one core, in process CPU time: fastmj, PyMahjongGB with ready-made arguments, and a plain Python scorer.

pytest benchmarks --benchmark-enable --benchmark-json=build/bench.json
"""

import importlib.metadata
import time
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

import fastmj
from fastmj.sample import sample, sample_arrays
from tests.oracle import arguments
from tests.reference import Row, score_row

HANDS = 100_000
SEED = 1
RULES = "mcr:online"  # what PyMahjongGB follows
FAMILIES = ("mixed", "ordinary")
MUST_BE_FASTER = 50

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.benchmark(timer=time.process_time, warmup=True, warmup_iterations=1, disable_gc=True, min_rounds=5),
]


def group(family: str, hands: int) -> str:
    return f"score {RULES}: {family}, {hands:,} hands"


def rows(family: str, n: int) -> list[Row]:
    hands = sample_arrays(n, family, SEED)
    columns = [hands.counts, hands.melds, *hands[2:10]]
    return [
        Row(tuple(counts), tuple(melds), *rest)
        for counts, melds, *rest in zip(*(column.tolist() for column in columns), strict=True)
    ]


def score(table: pa.Table, layout: str) -> pa.Table:
    return fastmj.score_batch(table, rules=RULES, layout=layout, threads=1)


def rival(family: str, n: int) -> Callable[[], list[int]]:
    """A call that scores the same hands with PyMahjongGB, one call a hand, arguments made beforehand."""
    from MahjongGB import MahjongFanCalculator

    ready = [arguments(row) for row in rows(family, n)]
    return lambda: [sum(points for points, _ in MahjongFanCalculator(*hand)) for hand in ready]


@pytest.mark.parametrize("layout", ["mask", "total", "list", "wide"])
@pytest.mark.parametrize("family", FAMILIES)
def test_fastmj(family: str, layout: str, benchmark: Any, about: Any) -> None:
    benchmark.group = group(family, HANDS)
    about(program=f"fastmj {fastmj.__version__}", hands=HANDS, family=family, rules=RULES, layout=layout)
    scored = benchmark(score, sample(HANDS, family, SEED), layout)
    assert scored.num_rows == HANDS


@pytest.mark.parametrize("family", FAMILIES)
def test_pymahjonggb(family: str, benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else 2000
    benchmark.group = group(family, n)
    about(program=f"PyMahjongGB {importlib.metadata.version('PyMahjongGB')}", hands=n, family=family, rules=RULES)
    totals = benchmark(rival(family, n))
    assert totals == score(sample(n, family, SEED), "total")["total"].to_pylist()


@pytest.mark.parametrize("family", FAMILIES)
def test_plain_python(family: str, benchmark: Any, about: Any) -> None:
    n = 200
    benchmark.group = group(family, HANDS)
    about(program="plain Python (tests/reference)", hands=n, family=family, rules=RULES)
    table = rows(family, n)
    results = benchmark(lambda: [score_row(row, {"profile": "online"}).total for row in table])
    assert results == score(sample(n, family, SEED), "total")["total"].to_pylist()


def test_fast_enough(measured: bool) -> None:
    """The claim itself, both programs in turn in one run."""
    if not measured:
        pytest.skip("only with --benchmark-enable: a shared machine times nothing reliably")
    table, other = sample(HANDS, "mixed", SEED), rival("mixed", HANDS // 5)
    score(table, "mask")
    ours, theirs = [], []
    for _ in range(4):
        ours.append(min(seconds(lambda: score(table, "mask")) for _ in range(5)) / HANDS)
        theirs.append(seconds(other) / (HANDS // 5))
    ratio = min(theirs) / min(ours)
    assert ratio >= MUST_BE_FASTER, (
        f"{ratio:.1f} times: {min(ours) * 1e9:.1f} against {min(theirs) * 1e9:.0f} ns a hand"
    )


def seconds(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
