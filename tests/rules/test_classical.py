"""Classical special limit hands: the 15 of them, what each option changes, no payments."""

from collections.abc import Callable
from typing import Any

import pytest

import fastmj
from tests.elements.examples import NO_WIN, counted
from tests.rules.changes import Change, by_fastmj, by_reference, expected, without_effect
from tests.rules.specs import facts, held, options_of

HANDS = """
 1 | Heaven's Blessing                           | | 1
 2 | Earth's Blessing                            | | 1
 3 | The Thirteen Unique Wonders                 | | 1
 4 | Catching the Moon from the bottom of the Sea | | 1
 5 | Gathering the Plum Blossom from the Roof    | | 1
 6 | The Three great Scholars                    | | 1
 7 | Four large Blessings                        | | 1
 8 | Twofold Plenty                              | | 1
 9 | Fourfold Plenty                             | | 1
10 | The Nine Gates                              | | 1
11 | Buried Treasure                             | | 1
12 | All Honours                                 | | 1
13 | All Green                                   | | 1
14 | Heads and Tails                             | | 1
15 | The Wriggling Snake                         | | 1
"""
OPTIONS = {"limits_add": (False, "true | false"), "green_needs_dragon": (False, "true | false")}
DRAWN = {"win_by": "self_draw"}


def test_rows() -> None:
    assert len(facts(HANDS)) == 15
    assert held("classical") == facts(HANDS)
    assert fastmj.rules.get("classical").source
    assert all(row.limit for row in fastmj.rules.get("classical").rows)


@pytest.mark.parametrize(
    ("hand", "context", "raw", "scores"),
    [
        # an ordinary hand is a win that is worth nothing here
        ("[123m]567p222s78s11z+9s", {"discarder": "S"}, 0, ""),
        ("[123m]567p222s78s11z+9s", {"flowers": "1f5f", **DRAWN}, 0, ""),
        # all that are met are listed, and they are one limit
        ("[111z][222z][333z][444z]5z+5z", {}, 2, "Four large Blessings, All Honours"),
        (
            "(1111z)(2222z)(3333z)(4444z)5p+5p",
            {**DRAWN, "kong_draws": 4},
            4,
            "Gathering the Plum Blossom from the Roof, Four large Blessings, Twofold Plenty, Fourfold Plenty",
        ),
        (
            "19m19s19p1234567z+1p",
            {**DRAWN, "last_tile": True},
            2,
            "The Thirteen Unique Wonders, Catching the Moon from the bottom of the Sea",
        ),
        ("222s444s666s88s66z+8s", DRAWN, 2, "Buried Treasure, All Green"),
        ("111222333444m5m+5m", DRAWN, 1, "Buried Treasure"),
        ("[555z][666z]777z111z4z+4z", {}, 2, "The Three great Scholars, All Honours"),
        ("1112345678999p+1p", {"opening": "earth", "seat": "S"}, 2, "Earth's Blessing, The Nine Gates"),
        # seven pairs are no win
        ("1122m5566p99s33z7z+7z", {}, None, NO_WIN),
    ],
)  # fmt: skip
def test_combinations(hand: str, context: dict[str, Any], raw: float | None, scores: str) -> None:
    found = fastmj.score(hand, "classical", **context)
    assert (found.raw, found.elements) == (raw, counted(scores))
    assert found.total == (None if raw is None else min(raw, 1))
    assert found.limit == bool(raw)
    assert found.payments is None


HONOURS = "Four large Blessings, All Honours"
CHANGES = (
    Change("limits_add", "[111z][222z][333z][444z]5z+5z", {}, {False: (1, HONOURS), True: (2, HONOURS)}),
    Change(
        "green_needs_dragon",
        "[234s][234s]666s888s2s+2s",
        {},
        {False: (1, "All Green"), True: (0, "")},
    ),
)


def test_options() -> None:
    assert options_of("classical") == OPTIONS
    assert {change.option for change in CHANGES} == set(OPTIONS)
    assert without_effect(CHANGES) == []
    assert by_reference("classical", CHANGES) == expected(CHANGES)


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_option_alone(plain: bool, python: Callable[..., str]) -> None:
    assert by_fastmj("classical", __name__, python, plain=plain) == expected(CHANGES)


def test_no_payments() -> None:
    rules = fastmj.rules.get("classical")
    found = fastmj.score_arrays([[2, 3, 3, 3, 3] + [0] * 29], win_tile=0, win_by=1, rules=rules, payments=True)
    assert fastmj.STATUS[found.status[0]] == "ok"
    assert found.payments is not None
    assert not found.payments.any()
