"""Scoring on one core, in process CPU time: fastmj, other programs with ready-made arguments, and a plain Python scorer.

pytest benchmarks --benchmark-enable --benchmark-json=build/bench.json
"""

import importlib.metadata
import time
from functools import cache
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest
import rival_hk

import fastmj
from fastmj.sample import sample
from tests.oracle import arguments
from tests.reference import Row, score_row

HANDS, RIVAL_HANDS, PLAIN_HANDS, FEW = 100_000, 10_000, 200, 2_000
HK_RIVAL_HANDS = 1_000
SEED = 1
FASTMJ = f"fastmj {fastmj.__version__}"
RULES = "mcr:online"  # what PyMahjongGB follows
TIMES_FASTER = {"mixed": 65, "ordinary, concealed": 100}

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.benchmark(timer=time.process_time, warmup=True, warmup_iterations=1, disable_gc=True, min_rounds=5),
]


@cache
def table(family: str, n: int) -> pa.Table:
    name, _, concealed = family.partition(", ")
    if not concealed:
        return sample(n, name, SEED)
    more = sample(8 * n, name, SEED)
    without_melds = pc.equal(more["melds"], pa.scalar(bytes(4), pa.binary(4)))
    return more.filter(without_melds).combine_chunks().slice(0, n)


def rows(hands: pa.Table) -> list[Row]:
    columns = [column.to_pylist() for column in hands.columns]
    return [Row(tuple(counts), tuple(melds), *rest) for counts, melds, *rest in zip(*columns, strict=True)]


def score(family: str, n: int, layout: str) -> pa.Table:
    return fastmj.score_batch(table(family, n), rules=RULES, layout=layout, threads=1)


def say(benchmark: Any, about: Any, program: str, family: str, n: int, rules: str = RULES, **more: Any) -> None:
    benchmark.group = f"score {rules}: {family}"
    about(program=program, hands=n, family=family, rules=rules, **more)


@pytest.mark.parametrize("layout", ["mask", "total", "list", "wide"])
@pytest.mark.parametrize("family", TIMES_FASTER)
def test_fastmj(family: str, layout: str, benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else FEW
    say(benchmark, about, FASTMJ, family, n, layout=layout)
    assert table(family, n).num_rows == n
    assert benchmark(score, family, n, layout).num_rows == n


@pytest.mark.parametrize("family", TIMES_FASTER)
def test_pymahjonggb(family: str, benchmark: Any, about: Any, claim: Any, measured: bool) -> None:
    """One call a hand, arguments made beforehand, the totals first checked to be the same."""
    from MahjongGB import MahjongFanCalculator

    ours, theirs = (HANDS, RIVAL_HANDS) if measured else (FEW, FEW)
    say(benchmark, about, f"PyMahjongGB {importlib.metadata.version('PyMahjongGB')}", family, theirs)
    ready = [arguments(row) for row in rows(table(family, theirs))]

    def one_by_one() -> list[int]:
        return [sum(points for points, _ in MahjongFanCalculator(*hand)) for hand in ready]

    assert one_by_one() == score(family, theirs, "total")["total"].to_pylist()
    claim(
        f"scoring, {family} hands: PyMahjongGB against layout `mask`",
        (one_by_one, theirs),
        (lambda: score(family, ours, "mask"), ours),
        at_least=TIMES_FASTER[family],
        rounds=60,
    )


@pytest.mark.parametrize("family", TIMES_FASTER)
def test_plain_python(family: str, benchmark: Any, about: Any) -> None:
    say(benchmark, about, "plain Python (tests/reference)", family, PLAIN_HANDS)
    hands = rows(table(family, PLAIN_HANDS))
    results = benchmark(lambda: [score_row(row, {"profile": "online"}).total for row in hands])
    assert results == score(family, PLAIN_HANDS, "total")["total"].to_pylist()


@pytest.mark.parametrize("layout", ["mask", "total"])
def test_fastmj_hk(layout: str, benchmark: Any, about: Any, measured: bool) -> None:
    hands = rival_hk.shared(HANDS if measured else FEW, "mixed", SEED)
    assert hands.num_rows == (HANDS if measured else FEW)
    say(benchmark, about, FASTMJ, rival_hk.FAMILY, hands.num_rows, rival_hk.RULES, layout=layout)
    scored = benchmark(fastmj.score_batch, hands, rules=rival_hk.RULES, layout=layout, threads=1)
    assert pc.all(pc.equal(scored["status"].cast(pa.string()), "ok")).as_py()


def test_hk_mahjong(benchmark: Any, about: Any, measured: bool) -> None:
    """One hand after the other, arguments made beforehand, the points first checked to be the same."""
    program = rival_hk.installed()
    hands = rival_hk.shared(HK_RIVAL_HANDS if measured else FEW, "mixed", SEED)
    say(benchmark, about, program.name, rival_hk.FAMILY, hands.num_rows, rival_hk.RULES)
    ask = rival_hk.one_by_one(program, rows(hands))
    assert ask() == fastmj.score_batch(hands, rules=rival_hk.RULES, layout="total")["raw"].to_pylist()
    benchmark(ask)
