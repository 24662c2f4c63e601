"""Arrays of every make, by every function that takes them: the same answers, or an error that names argument and row."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import fastmj

HAND = list(fastmj.Hand.parse("123456789m11122p").counts)  # whole
READY = [*HAND[:10], 1, *HAND[11:]]  # waits for 2p and 3p
NO_MELDS = [0] * 4
COUNTS, MELDS = np.array([READY] * 3, np.uint8), np.zeros((3, 4), np.uint8)

TAKERS = {
    "waits": lambda counts, melds: fastmj.waits(counts, melds, mask=True),
    "shanten": fastmj.shanten,
    "is_win": fastmj.is_win,
    "acceptance": lambda counts, melds: fastmj.acceptance(counts, melds).tiles,
    "win_points": lambda counts, melds: fastmj.win_points(counts, melds),
    "score_arrays": lambda counts, melds: fastmj.score_arrays(counts, melds=melds, win_tile=9).status,
    "decompose": lambda counts, melds: fastmj.decompose(counts).offsets,
}


@pytest.mark.parametrize("ask", TAKERS.values(), ids=TAKERS)
@pytest.mark.parametrize(
    "counts",
    [
        [READY] * 3,
        np.asfortranarray(COUNTS),
        np.repeat(COUNTS, 2, axis=0)[::2],
        np.repeat(COUNTS, 2, axis=1)[:, ::-2][:, ::-1],
        COUNTS.astype(">i4"),
        COUNTS.astype(object),
        np.ma.masked_array(COUNTS),
        pd.Series([READY] * 3).to_numpy(),
        pd.Series([np.array(READY, np.uint8)] * 3),
        pl.Series([READY] * 3),
        pa.array([READY] * 3),
        pa.array([READY] * 3, pa.list_(pa.uint8(), 34)),
    ],
    ids=lambda counts: type(counts).__name__,
)
def test_whatever_holds_the_same_integers(ask, counts):
    np.testing.assert_array_equal(ask(counts, MELDS), ask(COUNTS, MELDS))


def test_waits_of_the_hand_they_are_made_of():
    assert fastmj.waits(COUNTS, mask=True).tolist() == [1 << 10 | 1 << 11] * 3


@pytest.mark.parametrize("ask", TAKERS.values(), ids=TAKERS)
@pytest.mark.parametrize(
    ("counts", "error", "words"),
    [
        ([READY, READY[:33]], ValueError, "counts: rows of 34 integers are needed, row 1 holds 33 values"),
        ([READY[:33], READY], ValueError, "counts: rows of 34 integers are needed, row 0 holds 33 values"),
        ([READY, 3], ValueError, "counts: rows of 34 integers are needed, row 1 is 3"),
        ([READY, [*READY[:33], [0]]], ValueError, "counts: rows of 34 integers are needed, got rows that hold others"),
        (pd.Series([READY, READY[:9]]), ValueError, "counts: rows of 34 integers are needed, row 1 holds 9 values"),
        ([READY, [*READY[:33], None]], TypeError, "counts: integers are needed, got None in row 1"),
        ([], ValueError, "counts: shape (n, 34) is needed, got (0,)"),
        (None, TypeError, "counts: integers are needed, got None"),
        (
            np.ma.masked_array(COUNTS, np.arange(102).reshape(3, 34) == 70),
            ValueError,
            "counts: integers are needed, got masked values, the first in row 2",
        ),
    ],
)
def test_what_is_refused(ask, counts, error, words):
    with pytest.raises(error, match=f"^{re.escape(words)}$"):
        ask(counts, None)


@pytest.mark.parametrize("ask", [ask for name, ask in TAKERS.items() if name != "decompose"])
def test_melds_that_are_refused(ask):
    for melds, words in (
        ([NO_MELDS, [0], NO_MELDS], "rows of 4 integers are needed, row 1 holds 1 values"),
        (
            np.ma.masked_array(MELDS, np.arange(12).reshape(3, 4) == 6),
            "integers are needed, got masked values, the first in row 1",
        ),
    ):
        with pytest.raises(ValueError, match=f"^melds: {words}$"):
            ask(COUNTS, melds)


def test_columns_of_one_integer_a_row():
    for value, words in (
        ([9, [9, 9], 9], "one integer a row is needed, row 1 holds 2 values"),
        (
            np.ma.masked_array([9, 9, 9], [False, False, True]),
            "integers are needed, got masked values, the first in row 2",
        ),
    ):
        with pytest.raises(ValueError, match=f"^win_tile: {words}$"):
            fastmj.score_arrays(COUNTS, win_tile=value)
        with pytest.raises(ValueError, match=f"^discarder: {words}$"):
            fastmj.win_points(COUNTS, discarder=value)


def test_visible_tiles_that_are_refused():
    for visible, words in (
        ([[0] * 34, [0]], "rows of 34 integers are needed, row 1 holds 1 values"),
        (np.zeros((34, 1), int), r"shape \(3, 34\) or \(34,\) is needed, got \(34, 1\)"),
        (0, r"shape \(3, 34\) or \(34,\) is needed, got \(\)"),
    ):
        with pytest.raises(ValueError, match=f"^visible: {words}$"):
            fastmj.acceptance(COUNTS, visible=visible)


@pytest.mark.parametrize("number", [5, 255, 300, -1, 2**63, 2**70, -(2**70)])
def test_visible_tiles_beyond_what_there_can_be(number):
    """2p is held once, 3p is not: seven are left while nothing is seen."""
    counts = np.array([READY], np.uint8)
    visible = [0] * 34
    assert fastmj.acceptance(counts, visible=visible).left[0, 9] == 3 + 4
    visible[10] = number
    assert fastmj.acceptance(counts, visible=visible).left[0, 9] == 4


@pytest.mark.parametrize("number", [5, 255, 256, 260, -1, -252, 2**32 + 3, 2**63, 2**70, -(2**70)])
def test_numbers_beyond_any_byte_break_their_own_row_alone(number):
    counts = [READY, [*READY[:9], number, *READY[10:]], READY]
    assert fastmj.shanten(counts).tolist() == [0, 127, 0]
    assert fastmj.waits(counts).sum(axis=1).tolist() == [2, 0, 2]
    assert np.isfinite(fastmj.win_points(counts)).sum(axis=1).tolist() == [2, 0, 2]
    whole = [HAND, [*HAND[:9], number, *HAND[10:]], HAND]
    scores = fastmj.score_arrays(whole, win_tile=9, win_by=1)
    assert [fastmj.STATUS[status] for status in scores.status] == ["ok", "wrong_tile_count", "ok"]
    assert np.diff(fastmj.decompose(whole).offsets).tolist() == [1, 0, 1]


def test_no_hands():
    none = np.zeros((0, 34), np.uint8)
    scores = fastmj.score_arrays(none, melds=np.zeros((0, 4), int), win_tile=[], seat=[], unknown_win_tile="best")
    assert (scores.total.shape, scores.words.shape) == ((0,), (0, 2))
    assert fastmj.win_points(none, discarder=[]).shape == (0, 34)
    assert fastmj.decompose(none).texts() == []
    assert fastmj.waits(none).shape == (0, 34)
