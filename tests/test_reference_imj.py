"""The slow reference of the International rules against hands with known answers, and the random hands it is given."""

from typing import Any

import pytest

from tests.case_data import load, load_all, mismatch, names
from tests.elements.examples import counted
from tests.random_rule_hands import random_rule_rows
from tests.reference.imj import score, score_row
from tests.reference.imj_table import ELEMENTS, OPTIONS, best_of_each_group
from tests.reference.rows import NONE, fault, read_case
from tests.row_formats import to_arrays, to_case, to_text

DRAWN = {"win_by": "self_draw"}
ALL_FLOWERS = "1f2f3f4f5f6f7f8f"


@pytest.mark.parametrize("name", names("imj"))
def test_known_hands(name: str) -> None:
    problems = []
    for case in load(name):
        found = score(case.as_dict())
        problems.append(
            mismatch(case, found.status, found.total, found.raw, found.elements, found.payments, found.limit)
        )
        if case.alternatives:
            assert list(found.best) == [case.elements, *case.alternatives], case
    assert [problem for problem in problems if problem] == []


def test_how_many() -> None:
    assert len(load_all("imj")) == 508
    assert len(ELEMENTS) == 55
    assert {element.group for element in ELEMENTS.values()} == {
        "25.1", "25.2", "26", "27.1", "27.2", "27.3", "27.4", "28.1", "28.2", "28.3", "28.4", "28.5",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "context", "options", "total", "elements"),
    [
        # a special hand is final, unless the option lets the ordinary count stand against it
        ("1112345678999m+5m", {}, {}, 13, "Nine Gates"),
        ("1112223334445m+5m", DRAWN, {}, 13, "All Hidden Pungs"),
        (
            "1112223334445m+5m",
            DRAWN,
            {"special_vs_ordinary": "higher"},
            16,
            "All Pungs, Pure Same, Four Jumping Pungs, From The Wall, Self Help, No Flower",
        ),
        ("2233445566778s+8s", {}, {"special_vs_ordinary": "higher"}, 13, "Seven Consecutive Pairs"),
        # ... which there is of nothing but sets and eyes or seven pairs
        (
            "147p369s1234567z+8m",
            {**DRAWN, "last_tile": True, "flowers": ALL_FLOWERS},
            {"special_vs_ordinary": "higher"},
            6,
            "Seven Isolated Stars",
        ),
        (
            "123m456p789s777z2s2s",
            {**DRAWN, "flowers": "1f2f3f4f5f6f7f"},
            {"special_vs_ordinary": "higher"},
            3,
            "Seven Flowers",
        ),
        # before or on the first discard everything is worth 6, however dear it is otherwise
        ("1112345678999m+5m", {**DRAWN, "opening": "heaven"}, {}, 6, "The Heaven"),
        (
            "1112345678999m+5m",
            {**DRAWN, "opening": "heaven"},
            {"opening_conflict": "highest"},
            13,
            "Nine Gates",
        ),
        ("14m258p3s1234567z+6s", {"opening": "earth", "seat": "S"}, {"opening_conflict": "highest"}, 6, "The Earth"),
        ("(1111m)(5555p)(8888s)(2222z)6p", {**DRAWN, "opening": "heaven", "kong_draws": 4}, {}, 6, "The Heaven"),
        (
            "(1111m)(5555p)(8888s)(2222z)6p",
            {**DRAWN, "opening": "heaven", "kong_draws": 4},
            {"opening_conflict": "highest"},
            15,
            "Kong To Fourth",
        ),
        # a claim is met by its own tiles alone
        ("", {**DRAWN, "flowers": ALL_FLOWERS}, {}, 9, "Eight Flowers"),
        ("123m", {"flowers": ALL_FLOWERS, "seat": "W"}, {}, 9, "Eight Flowers"),
        (
            "(1111m)[5555p](8888s)(2222z)6p",
            {**DRAWN, "kong_draws": 4, "flowers": ALL_FLOWERS},
            {},
            15,
            "Kong To Fourth",
        ),
        # one of a group, all with a star
        (
            "[123m][789p]999s111z5z+5z",
            {"seat": "S", "round": "S"},
            {},
            3.5,
            "The Coward, Unio In All, All Types, From The Floor, No Flower",
        ),
        (
            "[999m][999p][111s]111z5z+5z",
            {"seat": "S", "round": "S", "flowers": "1f"},
            {},
            5,
            "All Pungs, Mixed Unios, All Types, From The Floor",
        ),
        # the fourth set by the claim
        ("[123m][678p][222s]4566s+6s", {"flowers": "2f"}, {"all_pickups": "eyes"}, 0.5, "The Coward, From The Floor"),
        (
            "[123m][678p][222s]4566s+6s",
            {"flowers": "2f"},
            {"all_pickups": "any_last_set"},
            1.5,
            "The Coward, From The Floor, All Pickups",
        ),
        (
            "[123m][678p][222s]4569s+9s",
            {"flowers": "2f"},
            {"all_pickups": "any_last_set"},
            0.5,
            "The Coward, From The Floor",
        ),
        (
            "[123m][678p](2222s)45s99p+6s",
            {"flowers": "2f"},
            {"all_pickups": "any_last_set"},
            0.5,
            "The Coward, From The Floor",
        ),
    ],
)
def test_hands_worked_by_hand(
    hand: str, context: dict[str, Any], options: dict[str, str], total: float, elements: str
) -> None:
    found = score({"hand": hand, **context, "options": options})
    assert (found.total, dict(found.elements)) == (total, counted(elements))


@pytest.mark.parametrize(
    ("hand", "context", "status"),
    [
        ("123m456p789s777z2s2s", {}, "not_a_win"),  # complete, but nothing to claim
        ("123m", {**DRAWN, "flowers": "1f2f3f4f5f6f"}, "not_a_win"),
        ("(1111m)[5555p](8888s)(5555z)69p", {**DRAWN, "kong_draws": 4}, "not_a_win"),
        ("(1111m)[5555p](8888s)6p", {**DRAWN, "kong_draws": 3}, "not_a_win"),
        ("11111m", {"flowers": ALL_FLOWERS}, "too_many_copies"),
        ("[135m]", {"flowers": ALL_FLOWERS}, "bad_meld"),
        ("123m", {**DRAWN, "opening": "heaven", "seat": "W", "flowers": ALL_FLOWERS}, "ok"),
        ("123m", {**DRAWN, "opening": "heaven", "seat": "W", "flowers": "1f"}, "bad_context"),
        ("[123m]", {**DRAWN, "opening": "heaven", "seat": "W", "flowers": ALL_FLOWERS}, "bad_context"),
        ("123m", {"opening": "heaven", "flowers": ALL_FLOWERS}, "bad_context"),
        ("123m", {"win_by": "robbed_kong", "flowers": ALL_FLOWERS}, "ok"),
        ("123m456p789s777z2s+2s", {"seat": "X"}, "bad_context"),
        ("123m456p789s777z2s", {"seat": "X"}, "bad_context"),
    ],
)
def test_claims_and_faults(hand: str, context: dict[str, Any], status: str) -> None:
    assert score({"hand": hand, **context}).status == status


COWARD, FIFTEEN = "[123m][678p]222s45s99p+6s", "[111z][222z][333z]444z8p+8p"


@pytest.mark.parametrize(
    ("hand", "context", "payments"),
    [
        (COWARD, {"flowers": "2f", "discarder": "S"}, (2, -2, 0, 0)),  # half a fan is paid as one
        (COWARD, {"discarder": "S"}, (2, -2, 0, 0)),  # 1.5 fans as one
        (COWARD, {}, None),
        (COWARD, DRAWN, (12, -4, -4, -4)),  # 2.5 fans as two
        (COWARD, {"win_by": "robbed_kong", "discarder": "N"}, (12, 0, 0, -12)),
        (FIFTEEN, {"discarder": "W", "seat": "E", "flowers": "2f"}, (6000, 0, -6000, 0)),
        (FIFTEEN, {**DRAWN, "flowers": "1f5f"}, (18000, -6000, -6000, -6000)),  # 18 fans
        ("123m456p789s234s5z+5z", {"opening": "earth", "seat": "S", "discarder": "E"}, (-64, 64, 0, 0)),
        ("123m456p789s234s5z+5z", {"opening": "earth", "seat": "S"}, None),
        ("123m", {"flowers": ALL_FLOWERS, "seat": "N"}, (-512, -512, -512, 1536)),
    ],
)
def test_payments(hand: str, context: dict[str, Any], payments: tuple[int, ...] | None) -> None:
    assert score({"hand": hand, **context}).payments == payments


def test_beyond_the_chart() -> None:
    case = {"hand": FIFTEEN, **DRAWN, "flowers": "1f5f", "options": {"chart_beyond_15": "extend"}}
    found = score(case)
    assert (found.total, found.payments) == (18, (27000, -9000, -9000, -9000))


def test_what_the_star_rule_changes() -> None:
    """`both` drops Unio In All beside Pure Same, and nothing else that can be met."""
    assert best_of_each_group({"Pure Same": 1, "Unio In All": 1}, "one") == {"Pure Same": 1, "Unio In All": 1}
    assert best_of_each_group({"Pure Same": 1, "Unio In All": 1}, "both") == {"Pure Same": 1}
    for star_rule in OPTIONS["star_rule"]:
        assert len(best_of_each_group({"Mixed Same": 1, "Mixed Unios": 1, "Unio In All": 1}, star_rule)) == 2
        assert len(best_of_each_group({"Pung Of Dragon": 1, "Little Four Winds": 1}, star_rule)) == 2


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(ValueError, match="star_rule='three'"):
        score({"hand": COWARD, "options": {"star_rule": "three"}})


def test_random_rows_survive_the_trip_through_text_and_arrays() -> None:
    rows = random_rule_rows(2000, "trip")
    arrays = to_arrays(rows)
    for place, row in enumerate(rows):
        flower_claim = row.win_tile == NONE and row.flowers.bit_count() >= 7
        assert fault(row, claims=True, heaven_of_any_seat=flower_claim) is None, row
        assert read_case(to_case(row), claims=True) == row, to_text(row)
        assert int(arrays["win_tile"][place]) == row.win_tile


def test_random_rows_meet_every_status_and_every_element() -> None:
    found = [score_row(row, {}) for row in random_rule_rows(4000, "variety", faults=True)]
    assert {result.status for result in found} == {
        "bad_tile", "bad_meld", "wrong_tile_count", "too_many_copies", "win_tile_not_in_hand", "bad_context",
        "not_a_win", "ok",
    }  # fmt: skip
    assert {name for result in found for name in result.elements} == set(ELEMENTS)
    assert sum(len(result.best) > 1 for result in found) >= 5


@pytest.mark.parametrize(("option", "value"), [(name, values[1]) for name, values in OPTIONS.items()])
def test_random_rows_meet_every_option(option: str, value: str) -> None:
    """Each option alone changes some of them."""
    rows = random_rule_rows(4000, "options")
    assert any(score_row(row, {option: value}) != score_row(row, {}) for row in rows)
