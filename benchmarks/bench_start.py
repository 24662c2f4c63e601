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
assert fastmj.score_batch(hands, rules="mcr")["total"][0].as_py() > 0
"""


def children_cpu() -> float:
    """CPU seconds of the processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def first_score(cache: Path) -> None:
    subprocess.run([sys.executable, "-c", FIRST_SCORE], env={**os.environ, "NUMBA_CACHE_DIR": str(cache)}, check=True)


@pytest.mark.benchmark(group="start: cold", timer=children_cpu)
def test_cold_compile(benchmark: Any, about: Any, claim_time: Any, tmp_path: Path, measured: bool) -> None:
    about(program=f"fastmj {fastmj.__version__}", rules="mcr")

    def new_folder() -> tuple[tuple[Path], dict[str, Any]]:
        return (Path(tempfile.mkdtemp(dir=tmp_path)),), {}

    benchmark.pedantic(first_score, setup=new_folder, rounds=3 if measured else 1)
    claim_time("a new process to its first score, nothing compiled", 9, "s CPU")


@pytest.mark.benchmark(group="start: warm", timer=time.perf_counter)
def test_warm_start(benchmark: Any, about: Any, claim_time: Any, tmp_path: Path, measured: bool) -> None:
    about(program=f"fastmj {fastmj.__version__}", rules="mcr")
    first_score(tmp_path)
    benchmark.pedantic(first_score, args=(tmp_path,), rounds=7 if measured else 1)
    claim_time("a new process to its first score, all compiled", 0.6, "s")
