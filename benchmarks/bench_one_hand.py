"""What a call on one hand takes, in process CPU time: from Python, and from a compiled loop of the user's own."""

import time
from typing import Any

import numba
import numpy as np
import pytest

import fastmj
from fastmj.kernels import analysis, make_scorer, score_one, shanten_one
from fastmj.sample import sample_arrays

HANDS, FEW = 20_000, 200
SEED = 1
TEXT = "[123m]456p789s1133z+1z"  # a mixed straight and two winds: 8 + 2 + 2

pytestmark = pytest.mark.benchmark(
    group="one hand", timer=time.process_time, warmup=True, warmup_iterations=10, disable_gc=True, min_rounds=5
)


@numba.njit
def score_each(scorer: Any, counts: Any, melds: Any, tiles: Any, won_by: Any) -> float:
    points = 0.0
    for i in range(len(counts)):
        _, total = score_one(scorer, counts[i], melds[i], tiles[i], won_by[i])
        points += total
    return points


@numba.njit
def shanten_each(given: Any, counts: Any, melds: Any) -> int:
    distance = 0
    for i in range(len(counts)):
        distance += shanten_one(counts[i], melds[i], given)
    return distance


def test_score(benchmark: Any, about: Any) -> None:
    about(what="`fastmj.score` of a text", hands=1, rules="mcr")
    assert benchmark(fastmj.score, TEXT).total == 12


def test_score_arrays(benchmark: Any, about: Any, claim_time: Any) -> None:
    about(what="`fastmj.score_arrays`", hands=1, rules="mcr")
    row = sample_arrays(1, "ordinary", SEED)
    scores = benchmark(fastmj.score_arrays, row.counts, melds=row.melds, win_tile=row.win_tile, win_by=row.win_by)
    assert scores.total[0] > 0
    claim_time("a `score_arrays` call on one hand", 10, "µs")


def test_score_one(benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else FEW
    about(what="`score_one` in a compiled loop", hands=n, rules="mcr")
    rows, scorer = sample_arrays(n, "ordinary", SEED), make_scorer("mcr")
    given = (rows.counts, rows.melds, rows.win_tile, rows.win_by)
    alike = fastmj.score_arrays(given[0], melds=given[1], win_tile=given[2], win_by=given[3])
    assert benchmark(score_each, scorer, *given) == pytest.approx(alike.total.sum(dtype=np.float64))


def test_shanten_one(benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else FEW
    about(what="`shanten_one` in a compiled loop", hands=n, rules="mcr")
    rows = sample_arrays(n, "near", SEED)
    found = benchmark(shanten_each, analysis("mcr"), rows.counts, rows.melds)
    assert found == fastmj.shanten(rows.counts, rows.melds).sum()
