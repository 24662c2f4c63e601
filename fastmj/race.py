"""Decomposition algorithms side by side: the same hands, the same process, in turn."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fastmj.algorithms import Algorithm, known
from fastmj.cycles import CycleCounter
from fastmj.decompose import tiles_of
from fastmj.kernels.decompose_codes import MOST_READINGS
from fastmj.kernels.jit import JIT

LEAST_TURN = 0.03
Counts = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Lap:
    """What an algorithm took: the best of its rounds, in CPU time."""

    name: str
    ns_per_hand: float
    cycles_per_hand: float | None
    """None where the system counts none."""

    @property
    def hands_per_second(self) -> float:
        """Hands a second, on one core."""
        return 1e9 / self.ns_per_hand


def race(counts: Counts, algorithms: Sequence[Algorithm], rounds: int, counter: CycleCounter) -> list[Lap]:
    """Let the algorithms decompose all hands in turn, ``rounds`` times; the best call of each.

    Only the kernels are measured: what they write to is made beforehand and used again. At each turn an algorithm is called
    until LEAST_TURN seconds have passed, so that it finds its own tables in the caches and not what the last one left.
    """
    offsets, codes = np.empty(len(counts) + 1, np.int32), np.empty(MOST_READINGS * len(counts), np.uint64)
    best: dict[int, tuple[float, int]] = {}
    for algorithm in algorithms:
        algorithm.kernel(counts, offsets, codes, *algorithm.arguments)  # compiled, or fetched from the cache
    for _ in range(rounds):
        for place, algorithm in enumerate(algorithms):
            arguments, until = algorithm.arguments, time.process_time() + LEAST_TURN
            while (begun := time.process_time()) < until:
                cycles = counter.read()
                algorithm.kernel(counts, offsets, codes, *arguments)
                took = time.process_time() - begun, counter.read() - cycles
                best[place] = min(took, best.get(place, took))
    n = len(counts)
    return [
        Lap(algorithms[place].name, seconds / n * 1e9, cycles / n if counter.available else None)
        for place, (seconds, cycles) in best.items()
    ]


def from_file(spec: str) -> Algorithm:
    """The algorithm that ``FILE.py:KERNEL`` names, not checked yet.

    A name ``tables`` in the file (a tuple of arrays, or a function that makes one) gives the kernel's further arguments.
    The file is executed. ValueError where there is no such file or name, or where the file fails.
    """
    file, colon, name = spec.rpartition(":")
    path = Path(file)
    if not colon or path.suffix != ".py" or not name.isidentifier():
        raise ValueError(f"{spec!r} names no kernel: FILE.py:KERNEL is wanted, as in my_algo.py:kernel")
    if not path.is_file():
        raise ValueError(f"{spec!r}: there is no file {file}")
    described = importlib.util.spec_from_file_location(path.stem, path)
    assert described is not None, "it ends in .py"
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    sys.modules.setdefault(path.stem, module)  # compiled code that is kept on disk is found again by this name
    try:
        described.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{file} fails with {type(error).__name__}: {error}") from error
    if not hasattr(module, name):
        raise ValueError(f"{spec!r}: {file} has no name {name}")
    return Algorithm(f"{path.name}:{name}", "", file, getattr(module, name), getattr(module, "tables", ()))


def entrants(specs: Sequence[str]) -> dict[str, Algorithm]:
    """The algorithms that ``FILE.py:KERNEL`` names, by these; where two files have the same name, called by all of it."""
    found = {spec: from_file(spec) for spec in specs}
    names = [algorithm.name for algorithm in found.values()]
    return {
        spec: replace(algorithm, name=spec) if names.count(algorithm.name) > 1 else algorithm
        for spec, algorithm in found.items()
    }


def first_call(what: str) -> float:
    """CPU seconds that the first call takes in this process; ``what`` is a name or ``FILE.py:KERNEL``."""
    algorithm = from_file(what) if ".py:" in what else known(what)
    arguments, counts = algorithm.arguments, tiles_of(np.zeros((1, 34), np.uint8))
    offsets, codes = np.empty(2, np.int32), np.empty(MOST_READINGS, np.uint64)
    begun = time.process_time()
    algorithm.kernel(counts, offsets, codes, *arguments)
    return time.process_time() - begun


def cold_compile(what: str) -> float | None:
    """The same in a new process that finds no compiled code on disk; None where nothing is compiled at all."""
    if not JIT:
        return None
    code = "import sys; from fastmj.race import first_call; print(first_call(sys.argv[1]))"
    with tempfile.TemporaryDirectory(prefix="fastmj-cold-") as folder:
        done = subprocess.run(
            [sys.executable, "-c", code, what],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            capture_output=True,
            text=True,
        )
    if done.returncode != 0:
        raise ValueError(f"{what}: the first call in a new process failed: {done.stderr.strip().splitlines()[-1]}")
    return float(done.stdout)
