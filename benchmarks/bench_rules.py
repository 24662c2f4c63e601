"""The same hands under each rule set, on one core, in process CPU time."""

import time
from typing import Any

import pyarrow as pa
import pytest

import fastmj
from fastmj.sample import sample

HANDS, FEW = 100_000, 2_000
SEED = 1


@pytest.mark.benchmark(timer=time.process_time, warmup=True, warmup_iterations=1, disable_gc=True, min_rounds=5)
@pytest.mark.parametrize("rules", fastmj.rules.names())
def test_rules(rules: str, benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else FEW
    benchmark.group = "rules: mixed, layout mask"
    about(program=f"fastmj {fastmj.__version__}", hands=n, family="mixed", rules=rules, layout="mask")
    table = sample(n, "mixed", SEED)
    scored = benchmark(fastmj.score_batch, table, rules=rules, layout="mask")
    wins = pa.compute.is_in(scored["status"].cast(pa.string()), value_set=pa.array(["ok", "below_minimum"]))
    assert pa.compute.sum(wins).as_py() > 0.8 * n
