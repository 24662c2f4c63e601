"""Columns of ``official`` and ``botzone`` texts: right by hand, and the same as the reader of single hands on all else."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastmj.status import BAD_MELD, MISSING, OK, UNREADABLE
from tests.kernels.dialect_cases import CASES, row
from tests.kernels.dialect_texts import (
    ALPHABET,
    NOTHING,
    ODD,
    Found,
    as_bytes,
    assert_same,
    nearly_written,
    together,
    written,
)

DIALECTS = list(ALPHABET)


@pytest.mark.parametrize(("dialect", "text", "right"), CASES)
def test_by_hand(dialect, text, right):
    assert together([as_bytes(text)], dialect) == [right]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_rows_do_not_touch_their_neighbours(dialect):
    cases = [(as_bytes(text), right) for of, text, right in CASES if of == dialect]
    cases += [(None, Found(MISSING, NOTHING))] * 30
    random.Random(3).shuffle(cases)
    assert together([text for text, _ in cases], dialect) == [right for _, right in cases]


@pytest.mark.parametrize("copies", [254, 255, 256, 1000])
@pytest.mark.parametrize(
    ("dialect", "tile", "suit", "slot"),
    [("official", "E", "", 27), ("official", "1", "m", 0), ("botzone", "W1", "", 0)],
)
def test_many_copies_do_not_wrap_around(dialect, tile, suit, slot, copies):
    text = tile * copies + suit
    assert together([as_bytes(text)], dialect)[0].columns.counts == row({slot: min(copies, 255)}).counts
    assert together([as_bytes(f"[{text}]")], dialect) == [Found(BAD_MELD, NOTHING)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_text_that_is_written(dialect):
    assert set(assert_same([*map(as_bytes, written(1_500, 2, dialect))], dialect)) == {OK}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_texts_that_are_nearly_hands(dialect):
    assert set(assert_same(nearly_written(10_000, 5, dialect), dialect)) == {OK, UNREADABLE, BAD_MELD}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_many_texts_that_are_nearly_hands(dialect, seed):
    assert_same(nearly_written(40_000, seed, dialect), dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_random_bytes(dialect):
    chance = random.Random(11)
    anything = [chance.randbytes(chance.randint(0, 12)) for _ in range(1_000)]
    few = ["".join(chance.choices(ALPHABET[dialect], k=chance.randint(0, 8))).encode() for _ in range(5_000)]
    assert_same(anything + few, dialect)


SETS = {
    "official": r"\[([1-9])\1{2,3}[mps](,?[1-7])?\]|\[([ESWNCFP])\3{2,3}(,?[1-7])?\]|\[123[mps](,?[1-3])?\]",
    "botzone": r"\[([WBT][1-9]|F[1-4]|J[1-3])\1{2,3}\]|\(([WBTFJ][1-3])\2{3}\)|\[T1T2T3\]|H[1-8]",
}
TILES = {"official": "[1-9]{1,5}[mps]|[ESWNCFP]{1,3}", "botzone": "([WBT][1-9]|F[1-4]|J[1-3]){1,3}"}
ENDS = {"official": r"\|[ESWN]{2}[01]{4}(\|[a-h]{0,3}|\|[0-9])?|[ _]", "botzone": r"\+[WBTFJ][1-5]|[ _]"}


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(deadline=None, derandomize=True, database=None, max_examples=100)
@given(st.data())
def test_any_texts(dialect, data):
    group = st.one_of(st.from_regex(part[dialect], fullmatch=True) for part in (SETS, TILES, ENDS))
    text = st.one_of(
        st.lists(group, max_size=6).map("".join), st.text(ALPHABET[dialect]), st.text([*ALPHABET[dialect], *ODD])
    )
    assert_same([as_bytes(each) for each in data.draw(st.lists(text, max_size=20))], dialect)
