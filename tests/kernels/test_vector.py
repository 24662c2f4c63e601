"""The generated loop is vector code: a detector that LLVM cannot vectorise makes it four times slower."""

import os
import platform
import re
from collections import Counter
from dataclasses import replace

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest

from fastmj import rules
from fastmj.elements.element import element
from fastmj.kernels import fuse
from fastmj.kernels.block import allocate
from fastmj.kernels.jit import INTERNAL, JIT
from fastmj.kernels.view import View
from fastmj.rules import Row, RuleSet

WIDE = (
    platform.machine() in ("x86_64", "AMD64")
    and llvm.get_host_cpu_features().get("avx2", False)
    and not os.environ.get("NUMBA_CPU_NAME")
)
pytestmark = [
    pytest.mark.skipif(not WIDE, reason="the registers looked for are those of x86 processors with AVX2"),
    pytest.mark.skipif(not JIT, reason="nothing is compiled with NUMBA_DISABLE_JIT=1"),
]


@element("Collatz")
def steps_to_one(h: View) -> bool:
    """A loop that runs as often as the data says."""
    left, steps = h.kinds, 0
    while left > 1:
        left = 3 * left + 1 if left & 1 else left >> 1
        steps += 1
    return steps == 5


def registers(chosen: RuleSet) -> Counter[str]:
    """How often the loop, compiled anew, names the scalar (xmm) and the wide (ymm, zmm) registers."""
    loop = numba.njit(nogil=True, error_model="numpy", **INTERNAL)(fuse.fused(chosen).detect.py_func)
    block, _ = allocate(8, chosen.words)
    rows = len(block.form)
    words, points = np.empty((chosen.words, rows), np.int64), np.empty(rows, np.int32)
    loop.compile(tuple(map(numba.typeof, (block, rows, words, points, points))))
    (code,) = loop.inspect_asm().values()
    return Counter("wide" if name in "yz" else "narrow" for name in re.findall(r"%([xyz])mm\d+", code))


@pytest.mark.parametrize(
    ("name", "options"), [*((name, {}) for name in rules.names()), ("imj", {"special_vs_ordinary": "higher"})], ids=str
)
def test_the_loop_of_each_rule_set_uses_vector_registers(name: str, options: dict[str, str]) -> None:
    used = registers(rules.get(name, **options))
    assert used["wide"] > used["narrow"], used


@pytest.mark.slow
def test_one_bad_detector_is_noticed() -> None:
    sound = rules.get("mcr")
    assert registers(replace(sound, rows=(*sound.rows, Row(steps_to_one, 1))))["wide"] == 0
