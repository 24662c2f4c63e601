import inspect

import numba
import numpy as np
import pytest

import fastmj
from fastmj.algorithms import CHECKED, difference, known, reading_text
from fastmj.sample import sample_arrays
from tests.reference import decompose as reference

NAMES = ["suit_table", "bitmask", "lowest_tile", "backtrack", "pair_first"]


@pytest.fixture(autouse=True)
def only_built_in(monkeypatch):
    import sys

    registry = sys.modules["fastmj.algorithms"]
    monkeypatch.setattr(registry, "_known", dict(registry._known))


@numba.njit
def listed(counts, offsets, codes, table):
    """Answers from a list: (hand, code) of each."""
    offsets[0] = 0
    total = 0
    for i in range(len(counts)):
        for k in range(table.shape[0]):
            if table[k, 0] == i:
                codes[total] = table[k, 1]
                total += 1
        offsets[i + 1] = total


@numba.njit
def nothing(counts, offsets, codes):
    offsets[:] = 0


@numba.njit
def too_few_arguments(counts, offsets):
    offsets[:] = 0


@numba.njit
def writes_counts(counts, offsets, codes):
    counts[0, 0] = 1


@numba.njit
def divides_by_zero(counts, offsets, codes):
    offsets[0] = 1 // (len(counts) * 0)


@numba.njit
def runs_over(counts, offsets, codes):
    offsets[:] = 0
    for i in range(4 * len(counts) + 4):
        codes[i] = 0


@numba.njit
def leaves_offsets(counts, offsets, codes):
    codes[0] = 0


@numba.njit
def garbage(counts, offsets, codes):
    for i in range(len(offsets)):
        offsets[i] = i
        if i < len(counts):
            codes[i] = 0xFFFFFFFFFFFF


def answers() -> np.ndarray:
    """(hand, code) of every reading of the hands that algorithms are tried on, by brute force."""
    hands = [fastmj.Hand.parse(text).counts if text else (0,) * 34 for text in CHECKED]
    return np.array([(i, code) for i, hand in enumerate(hands) for code in reference.codes(hand)], np.uint64)


def test_each_is_described() -> None:
    found = fastmj.algorithms()
    assert list(found) == NAMES
    for name, algorithm in found.items():
        assert algorithm.name == name
        assert algorithm.idea
        assert algorithm.source
        assert (algorithm.memory > 0) == (name == "suit_table")
    assert found["suit_table"].memory < 2_000_000


def test_what_is_returned_is_a_copy() -> None:
    fastmj.algorithms().clear()
    assert list(fastmj.algorithms()) == NAMES


@pytest.mark.parametrize("tables", [lambda table: (table,), lambda table: lambda: (table,)])
def test_register(tables) -> None:
    made = fastmj.register_algorithm("mine", listed, tables=tables(answers()), idea="cheat", source="here")
    assert fastmj.algorithms()["mine"] == made
    assert (made.idea, made.source, made.memory) == ("cheat", "here", answers().nbytes)
    counts = np.array([fastmj.Hand.parse(CHECKED[0]).counts], np.uint8)
    assert fastmj.decompose(counts, "mine").texts() == fastmj.decompose(counts).texts()
    fastmj.register_algorithm("mine", listed, tables=(answers(),))  # a name of one's own may be used again
    assert fastmj.algorithms()["mine"].idea == ""


@pytest.mark.parametrize(
    ("name", "kernel", "message"),
    [
        ("suit_table", nothing, "name: 'suit_table' is not accepted, a text other than suit_table, bitmask, "),
        ("", nothing, "name: '' is not accepted"),
        (3, nothing, "name: 3 is not accepted"),
        ("mine", lambda counts, offsets, codes: None, "kernel: a function compiled by numba.njit is needed"),
        ("mine", "backtrack", r"called as kernel\(counts, offsets, codes, \*tables\); got 'backtrack'"),
        (
            "mine",
            nothing,
            r"'mine': 23455566677788m is read as no whole hand, but suit_table has 234m 567m 678m 678m 55m",
        ),
        (
            "mine",
            too_few_arguments,
            r"'mine': cannot be called as kernel\(counts, offsets, codes, \*tables\) with counts",
        ),
        ("mine", writes_counts, r"cannot be called .*read-only"),
        ("mine", divides_by_zero, "'mine': failed with ZeroDivisionError"),
        ("mine", runs_over, "'mine': wrote behind the end of codes, which has room for 4 readings a hand"),
        ("mine", leaves_offsets, "'mine': offsets must begin with 0 and ascend to the number of readings, got "),
        ("mine", garbage, r"is read as \? \(0xffffffffffff\), but suit_table has "),
    ],
)
def test_refused(name, kernel, message) -> None:
    with pytest.raises(ValueError, match=message):
        fastmj.register_algorithm(name, kernel)
    assert list(fastmj.algorithms()) == NAMES


def test_tables_must_be_a_tuple() -> None:
    with pytest.raises(ValueError, match="tables: a tuple of arrays or a function that makes one is needed, got list"):
        fastmj.register_algorithm("mine", listed, tables=[answers()])


def test_what_is_tried_has_every_number_of_readings_and_tiles() -> None:
    hands = [fastmj.Hand.parse(text).counts if text else (0,) * 34 for text in CHECKED]
    assert {len(reference.codes(hand)) for hand in hands} == {0, 1, 2, 3, 4}
    assert {sum(hand) for hand in hands if reference.codes(hand)} == {2, 5, 8, 11, 14}


@pytest.mark.parametrize("words", ["idea", "source"])
def test_words_that_are_no_text(words: str) -> None:
    with pytest.raises(TypeError, match=f"^{words}: a text is needed, got 3$"):
        fastmj.register_algorithm("mine", known("backtrack").kernel, **{words: 3})
    assert "mine" not in fastmj.algorithms()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (fastmj.register_algorithm, "fastmj.Algorithm"),
        (fastmj.Algorithm, "codes`` uint64 with room for four readings a hand"),
        (fastmj.Algorithm, "fastmj.Readings"),
        (fastmj.decompose, "fastmj.Readings"),
        (fastmj.Readings, "bits 32-39  the slot of the pair"),
    ],
)
def test_what_an_inventor_needs_is_said_where_help_finds_it(what: object, said: str) -> None:
    assert said in (inspect.getdoc(what) or "")


def test_difference_finds_nothing_between_equal_ones() -> None:
    counts = sample_arrays(500, "worst", 3).counts
    for name in NAMES:
        difference(known(name), known("pair_first"), counts)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (1 | 50 << 8 | 13 << 32, "123m 777p 55p"),
        (31 << 32, "55z"),
        (26 | 1 << 32, "?"),  # no chow begins there
        (69, "?"),
        (34 << 32, "?"),
        (1 << 40, "?"),
    ],
)
def test_reading_text(code: int, text: str) -> None:
    assert reading_text(code) == text
