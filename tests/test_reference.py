"""The slow reference against hands with known answers and against an independent calculator."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from tests.case_data import Case, load, load_real, mismatch, names
from tests.random_hands import random_rows
from tests.reference import Row, score, score_row
from tests.reference.fans import NAMES as FANS
from tests.reference.fans import NUMBERS, POINTS, list_key
from tests.reference.rows import fault, read_case
from tests.row_formats import to_arrays, to_case, to_text

ONLINE = {"profile": "online"}


def differences(cases: tuple[Case, ...]) -> list[str]:
    """What the reference gets wrong among the cases."""
    problems = []
    for case in cases:
        result = score(case.as_dict())
        elements = dict(result.elements)
        problems.append(mismatch(case, result.status, result.total, result.raw, elements, result.payments))
        if case.alternatives:
            expected = {fan_numbers(found) for found in (case.elements, *case.alternatives)}
            if expected != result.best:
                problems.append(
                    f"{case.id} {case.hand}: best lists {sorted(result.best)} instead of {sorted(expected)}"
                )
    return [problem for problem in problems if problem]


def fan_numbers(elements: dict[str, int]) -> tuple[int, ...]:
    """Names with counts as a sorted list of fan numbers."""
    numbers = [NUMBERS[name] for name, count in elements.items() for _ in range(count)]
    return tuple(sorted(numbers, key=list_key))


def test_names_and_points_are_complete() -> None:
    assert len(POINTS) == 81
    assert len(FANS) == 82
    fans_of = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 10, 6: 6, 4: 4, 2: 10, 1: 13}
    assert Counter(POINTS.values()) == fans_of


@pytest.mark.parametrize("name", [name for name in names("mcr") if name != "mcr_generated"])
def test_known_hands(name: str) -> None:
    assert differences(load(name)) == []


def test_real_hands() -> None:
    assert len(load_real()) > 800
    assert differences(load_real()) == []


def test_some_generated_hands() -> None:
    assert differences(load("mcr_generated")[::20]) == []


@pytest.mark.slow
def test_all_generated_hands() -> None:
    assert len(load("mcr_generated")) == 6561
    assert differences(load("mcr_generated")) == []


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"hand": "1m+"}, "unreadable"),
        ({"hand": "123m456m789m11p23p"}, "missing"),
        ({"hand": "[135m]123m456m11p23p+1p"}, "bad_meld"),
        ({"hand": "[123m]123m456m11p23p+1p1p"}, "unreadable"),
        ({"win_by": "self_draw", "kong_draws": 1}, "bad_context"),
        ({"win_by": "self_draw", "discarder": "S"}, "bad_context"),
        ({"win_by": "robbed_kong"}, "ok"),
        ({"win_by": "robbed_kong", "hand": "[123m][456p]123s44p45s+3s"}, "bad_context"),
        ({"win_by": "robbed_kong", "last_tile": True}, "ok"),
        ({"opening": "heaven", "win_by": "self_draw"}, "bad_context"),
        ({"opening": "earth", "seat": "S"}, "bad_context"),
        ({"discarder": "E"}, "bad_context"),
        ({"feeder": "E"}, "bad_context"),
        ({"feeder": "S", "fifth_tile": True}, "ok"),
        ({"flower_draw": True, "win_by": "self_draw"}, "bad_context"),
        ({"flower_draw": True, "win_by": "self_draw", "flowers": "1f"}, "ok"),
        ({"seat": "X"}, "bad_context"),
        ({"seat": "X", "hand": "[123m][456m]789m11p23p+1p1p1p"}, "unreadable"),
    ],
)
def test_context_and_text(change: dict[str, object], status: str) -> None:
    assert score({"hand": "[123m][456m]789m11p12s+3s", **change}).status == status


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"win_tile": 255}, "missing"),
        ({"win_tile": 40}, "bad_tile"),
        ({"melds": (8, 0, 0, 0)}, "bad_meld"),
        ({"melds": (137, 0, 0, 0)}, "bad_meld"),
        ({"melds": (1, 0, 0, 0)}, "wrong_tile_count"),
        ({"counts": (5, 0, 0, 3, 3, 3) + (0,) * 28}, "too_many_copies"),
        ({"win_tile": 9}, "win_tile_not_in_hand"),
        ({"flags": 1 << 6}, "bad_context"),
        ({"discarder": 4}, "bad_context"),
        ({}, "ok"),
    ],
)
def test_faults_of_rows(change: dict[str, object], status: str) -> None:
    row = Row(counts=(2, 0, 0, 3, 3, 3, 3) + (0,) * 27, win_tile=0)
    assert score_row(row._replace(**change), ONLINE).status == status  # type: ignore[arg-type]


def test_random_rows_survive_the_trip_through_text_and_arrays() -> None:
    rows = random_rows(500, "trip")
    arrays = to_arrays(rows)
    assert arrays["counts"].shape == (500, 34)
    assert arrays["melds"].shape == (500, 4)
    for place, row in enumerate(rows):
        assert fault(row) is None
        back = read_case(to_case(row))
        assert back == row, to_text(row)
        assert tuple(arrays["counts"][place]) == row.counts
        assert int(arrays["flags"][place]) == row.flags


def test_random_rows_meet_every_status_and_nearly_every_fan() -> None:
    found = [score_row(row, ONLINE) for row in random_rows(4000, "variety", faults=True)]
    assert {result.status for result in found} == {
        "missing", "bad_tile", "bad_meld", "wrong_tile_count", "too_many_copies", "win_tile_not_in_hand", "bad_context",
        "not_a_win", "below_minimum", "ok",
    }  # fmt: skip
    assert len({name for result in found for name in result.elements}) >= 75


def against_oracle(rows: list[Row]) -> list[str]:
    """Where the independent calculator and the reference differ."""
    from tests.oracle import ask

    problems = []
    for row in rows:
        result, answer = score_row(row, ONLINE), ask(row)
        if answer is None:
            agree = result.status == "not_a_win"
        else:
            agree = answer[0] == result.total and answer[1] in result.best
        if not agree:
            problems.append(f"{to_text(row)} {row[3:]}: {answer} against {result.total} {sorted(result.best)}")
    return problems


@pytest.mark.oracle
def test_against_another_calculator() -> None:
    assert against_oracle(random_rows(3000, "oracle")) == []


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_against_another_calculator_at_length(part: int) -> None:
    assert against_oracle(random_rows(10_000, f"oracle {part}")) == []


@pytest.mark.oracle
@pytest.mark.slow
def test_every_four_chows_against_another_calculator() -> None:
    starts = [slot for slot in range(27) if slot % 9 < 7]
    rows = []
    for chows in combinations_with_replacement(starts, 4):
        for pair in (4, 13, 22, 27):  # the three fives and East
            counts = tuple(2 * (slot == pair) for slot in range(34))
            rows.append(Row(counts, tuple(start + 1 for start in chows), pair, win_by=1))
    rows = [row for row in rows if fault(row) is None]
    assert len(rows) > 40_000
    assert against_oracle(rows) == []
