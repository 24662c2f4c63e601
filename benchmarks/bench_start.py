"""What a new process costs: compiling everything anew (CPU time), and the first score from a warm cache (wall time)."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

import fastmj

FIRST_SCORE = """
import fastmj, pyarrow
hands = pyarrow.table({"hand": ["[123m]456p789s1133z+1z"]})
assert fastmj.score_batch(hands, rules="RULES")["status"][0].as_py() in ("ok", "below_minimum", "not_a_win")
"""


def children_cpu() -> float:
    """CPU seconds of the processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def first_score(rules: str = "mcr", **environment: str) -> None:
    command = [sys.executable, "-c", FIRST_SCORE.replace("RULES", rules)]
    subprocess.run(command, env={**os.environ, **environment}, check=True)


@pytest.mark.slow
@pytest.mark.parametrize("rules", fastmj.rules.names())
@pytest.mark.benchmark(group="start: cold", timer=children_cpu)
def test_cold_compile(rules: str, benchmark: Any, about: Any, claim_time: Any, tmp_path: Path, measured: bool) -> None:
    about(program=f"fastmj {fastmj.__version__}", rules=rules)

    def new_folder() -> tuple[tuple[str], dict[str, str]]:
        return (rules,), {"NUMBA_CACHE_DIR": tempfile.mkdtemp(dir=tmp_path)}

    benchmark.pedantic(first_score, setup=new_folder, rounds=3 if measured else 1)
    claim_time(f"a new process to its first score under `{rules}`, nothing compiled", 12, "s CPU")


@pytest.mark.benchmark(group="start: warm", timer=time.perf_counter)
def test_warm_start(benchmark: Any, about: Any, claim_time: Any, measured: bool) -> None:
    about(program=f"fastmj {fastmj.__version__}", rules="mcr")
    first_score()  # in the cache folder of whoever measures
    benchmark.pedantic(first_score, rounds=7 if measured else 1)
    claim_time("a new process to its first score, all compiled", 0.6, "s")
