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


OTHERS = fastmj.rules.names()[1:]


def children_cpu() -> float:
    """CPU seconds of the processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def first_score(cache: Path, rules: str = "mcr") -> None:
    subprocess.run(
        [sys.executable, "-c", FIRST_SCORE.replace("RULES", rules)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        check=True,
    )


@pytest.mark.parametrize("rules", ["mcr", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)])
@pytest.mark.benchmark(group="start: cold", timer=children_cpu)
def test_cold_compile(rules: str, benchmark: Any, about: Any, claim_time: Any, tmp_path: Path, measured: bool) -> None:
    about(program=f"fastmj {fastmj.__version__}", rules=rules)

    def new_folder() -> tuple[tuple[Path, str], dict[str, Any]]:
        return (Path(tempfile.mkdtemp(dir=tmp_path)), rules), {}

    benchmark.pedantic(first_score, setup=new_folder, rounds=3 if measured else 1)
    claim_time(f"a new process to its first score under `{rules}`, nothing compiled", 12, "s CPU")


@pytest.mark.benchmark(group="start: warm", timer=time.perf_counter)
def test_warm_start(benchmark: Any, about: Any, claim_time: Any, tmp_path: Path, measured: bool) -> None:
    about(program=f"fastmj {fastmj.__version__}", rules="mcr")
    first_score(tmp_path)
    benchmark.pedantic(first_score, args=(tmp_path,), rounds=7 if measured else 1)
    claim_time("a new process to its first score, all compiled", 0.6, "s")
