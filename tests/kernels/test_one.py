"""One hand from a compiled loop: numbers that fit nothing are refused, as in arrays, and never wrap."""

import numpy as np
import pytest

import fastmj
from fastmj.kernels import analysis, make_scorer, score_one, waits_one, win_points_one
from fastmj.sample import sample_arrays

HAND = fastmj.Hand.parse("123456789m123p5s+5s")
GOOD = {name: value for name, value in HAND.to_row().items() if name not in ("hand", "melds")}
COUNTS, MELDS = np.array(HAND.counts, np.int64), np.zeros(4, np.int64)


@pytest.fixture(scope="module")
def scorer():
    return make_scorer("mcr")


UNFIT = [-1, 254, 256, 300, 256 + 22, 1 << 40, -(1 << 40)]


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for name in ("win_tile", "win_by", "seat", "round", "discarder", "feeder") for number in UNFIT]
    + [("flowers", number) for number in UNFIT if number != 254],  # 254 are seven flowers
)
def test_numbers_that_do_not_fit(scorer, name, number):
    status = "bad_tile" if name == "win_tile" else "bad_context"
    given = {**GOOD, name: number}
    found, total = score_one(scorer, COUNTS, MELDS, **given)
    assert fastmj.STATUS[found] == status
    assert np.isnan(total)
    bulk = fastmj.score_arrays(COUNTS[None, :], melds=MELDS[None, :], **given)
    assert bulk.status[0] == found


def test_counts_and_melds_that_do_not_fit(scorer):
    for number in (-1, 256, 257, 1 << 40):
        found, _ = score_one(scorer, np.where(COUNTS == 2, number, COUNTS), MELDS, **GOOD)
        assert fastmj.STATUS[found] == "wrong_tile_count"
        found, _ = score_one(scorer, COUNTS, np.array([number, 0, 0, 0]), **GOOD)
        assert fastmj.STATUS[found] == "bad_meld"


def test_all_flowers_and_nobody(scorer):
    assert score_one(scorer, COUNTS, MELDS, **GOOD) == (fastmj.STATUS.index("ok"), 22)
    assert score_one(scorer, COUNTS, MELDS, **{**GOOD, "flowers": 255}) == (fastmj.STATUS.index("ok"), 30)


def test_points_on_each_tile(scorer):
    """123456789m123p5s waits for 5s alone, and wins with 22 points by a discard."""
    counts = COUNTS.copy()
    counts[HAND.win_tile] -= 1
    points = np.empty(34, np.float32)
    assert win_points_one(scorer, -1, counts, MELDS, points) == 1
    assert points[HAND.win_tile] == 22
    assert np.isnan(points).sum() == 33


@pytest.mark.parametrize("name", ["mcr", "hk"])
def test_points_are_those_of_the_bulk(name):
    rows = sample_arrays(150, "ready", 5)
    found, scorer, given = np.empty((150, 34), np.float32), make_scorer(name), analysis(name)
    expected = fastmj.win_points(rows.counts, melds=rows.melds, win_by=1, rules=name)
    for i, (counts, melds) in enumerate(zip(rows.counts, rows.melds, strict=True)):
        tiles = waits_one(counts, melds, given)
        assert win_points_one(scorer, tiles, counts, melds, found[i], 1) == (~np.isnan(expected[i])).sum()
    np.testing.assert_array_equal(found, expected)
