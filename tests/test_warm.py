"""``fastmj.warm``: what it was called for, no later process compiles."""

from pathlib import Path

import pytest

from tests.test_cache import COUNTED, shown

WARM = f"{COUNTED}\nimport fastmj\nfastmj.warm('classical', analysis={{}})"
# 1112345678999m waits for all nine of its suit; with a fourth 1m it is whole, and less that one 22 of the 36 are left.
ANALYSE = f"""{COUNTED}
import numpy as np
import fastmj
gates = np.array([[3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25])
whole = gates + ([1] + [0] * 33)
print(fastmj.waits(gates).sum(), bin(fastmj.waits(gates, rules="hk", formal=True, form="regular", mask=True)[0]))
print(fastmj.shanten(gates, np.zeros((1, 4), int), rules="imj"), fastmj.is_win(whole), fastmj.decompose(whole).texts())
print(fastmj.acceptance(whole, visible=np.zeros(34, int), rules="hkmj").left[0, 0])
"""
ANSWERS = "9 0b111111111\n[0] [ True] [['123m 456m 789m 111m 99m']]\n22"
READ = f"""{COUNTED}
import fastmj
import pyarrow as pa
for dialect, text in {{"official": "19m19p19sESWNPFC1m", "botzone": "W1W9B1B9T1T9F1F2F3F4J1J2J3+W1"}}.items():
    print(*fastmj.score_batch(pa.table({{"hand": [text]}}), "classical", dialect=dialect)["status"].to_pylist())
"""
SCORE = f"{COUNTED}\nimport fastmj\nprint(fastmj.score('19m19p19s1234567z+1m', 'classical').status)"


@pytest.mark.slow
def test_rules_then_analysis(tmp_path: Path) -> None:
    assert shown(WARM.format(False), tmp_path)[1] > 10
    assert shown(SCORE, tmp_path) == ("ok", 0)
    assert shown(READ, tmp_path) == ("ok\nok", 0)
    assert shown(WARM.format(True), tmp_path)[1] > 10
    assert shown(ANALYSE, tmp_path) == (ANSWERS, 0)
