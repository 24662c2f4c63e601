"""``fastmj.explain``: what it returns, as an object and as data."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import fastmj
from tests.case_data import load

FIELDS = [
    "hand",
    "rules",
    "status",
    "total",
    "raw",
    "limit",
    "reading",
    "sets",
    "elements",
    "not_counted",
    "other_readings",
    "sum",
    "fixed",
    "cap",
    "payments",
    "minimum",
    "missing",
    "notes",
]
HAND = "[123m](1111z)456p77s23s+1s"


def test_sets_and_winning_tile() -> None:
    data = fastmj.explain(HAND, "imj", discarder="S").as_dict()
    assert [list(part.values()) for part in data["sets"]] == [
        ["123m", "chow", True, True, False],
        ["1111z", "kong", False, True, False],
        ["456p", "chow", False, False, False],
        ["123s", "chow", False, False, True],
        ["77s", "pair", False, False, False],
    ]
    assert list(data["sets"][0]) == ["tiles", "kind", "exposed", "meld", "wins"]
    assert data["reading"] == "[123m](1111z) 456p 123s 77s"


@pytest.mark.parametrize(
    ("hand", "context", "tiles"),
    [
        ("[444z]123m44456p99s+4p", {}, "456p"),  # not the pung, which then is concealed
        ("[444z]123m44p99s789s+4p", {}, "444p"),
        ("[444z]123m345m345p4p+4p", {}, "345p"),  # the closed wait scores, not the single one
        ("[444z]123m12p55p789s+3p", {}, "123p"),
        ("2233445566778s+8s", {}, "88s"),
        ("147m258p369s345p4s+4s", {}, "44s"),
        ("147m258p36s345p44s+9s", {}, "369s"),
    ],
)
def test_where_the_winning_tile_goes(hand: str, context: dict[str, Any], tiles: str) -> None:
    (won,) = [part["tiles"] for part in fastmj.explain(hand, **context).as_dict()["sets"] if part["wins"]]
    assert won == tiles


def test_data() -> None:
    explained = fastmj.explain("223344m223344p5s+5s", discarder="S", flowers="1f")
    data = explained.as_dict()
    assert list(data) == FIELDS
    assert json.loads(json.dumps(data)) == data
    assert data["elements"][0] == {
        "element": "Seven Pairs",
        "number": "19",
        "count": 1,
        "points": 24,
        "made_by": {
            "sets": [["22m", "33m", "44m", "22p", "33p", "44p", "55s"]],
            "whole_hand": True,
            "flowers": "",
            "won": [],
        },
    }
    assert [line["because"] for line in data["not_counted"]] == [
        {"rule": "not_beside", "elements": ["Seven Pairs"], "words": "not beside 19 Seven Pairs"},
        {"rule": "not_beside", "elements": ["All Simples"], "words": "not beside 68 All Simples"},
    ]
    assert [(other["reading"], other["total"], other["raw"]) for other in data["other_readings"]] == [
        ("234m 234m 234p 234p 55s", 11, 10)
    ]
    assert data["other_readings"][0]["elements"][-1] == {"element": "Flower Tiles", "count": 1, "points": 1}
    assert (data["total"], data["raw"], data["sum"], data["fixed"], data["cap"]) == (27, 26, 27, None, None)
    assert [line["element"] for line in explained.as_dict("zh")["elements"]] == ["七对", "断幺", "花牌"]


def test_a_cap_and_a_fixed_worth() -> None:
    capped = fastmj.explain("[111z][2222z]55p33344z+4z", "hk", win_by="self_draw", kong_draws=1, flowers="2f").as_dict()
    assert (capped["sum"], capped["cap"], capped["total"], capped["raw"]) == (9, 8, 8, 9)
    fixed = fastmj.explain("111999m1119p999s+9p", "hkmj", win_by="self_draw").as_dict()
    assert (fixed["sum"], fixed["fixed"], fixed["total"]) == (20, 10, 10)


def test_the_minimum() -> None:
    below = fastmj.explain("345m345p2344556s+5s", discarder="S")
    assert (below.score.status, below.score.raw, below.minimum, below.missing) == ("below_minimum", 7, 8, 1)
    assert fastmj.explain(HAND, "imj").missing == 0


def test_chicken_hand() -> None:
    explained = fastmj.explain("[234m][888p]678m55z56s+4s")
    (line,) = explained.as_dict()["elements"]
    assert (line["element"], line["points"]) == ("Chicken Hand", 8)
    assert line["made_by"]["won"] == ["nothing else scores"]


def test_no_win() -> None:
    explained = fastmj.explain("123m456p123789s1z+2z")
    assert explained.taken is None
    data = explained.as_dict()
    assert list(data) == FIELDS
    assert (data["status"], data["total"], data["reading"], data["sets"]) == ("not_a_win", None, None, [])
    assert (data["elements"], data["not_counted"], data["other_readings"]) == ([], [], [])


def test_a_claim_without_tiles() -> None:
    hand = fastmj.Hand((0,) * 34, flowers="1f2f3f4f5f6f7f8f")
    explained = hand.explain("imj")
    assert (explained.score.total, explained.sets) == (9, ())
    assert "Eight Flowers" in str(explained)


@pytest.mark.parametrize("context", [{"seat": "S", "discarder": "S"}, {"no_such": 1}, {"win_by": "theft"}])
def test_faults_are_those_of_score(context: dict[str, Any]) -> None:
    for function in (fastmj.score, fastmj.explain):
        with pytest.raises(ValueError, match=r"discarder|no_such|win_by"):
            function(HAND, **context)


def test_explanations_can_be_pickled() -> None:
    explained = fastmj.explain(HAND, "imj", discarder="S")
    assert pickle.loads(pickle.dumps(explained)) == explained


RULES = '''
from fastmj.elements.element import element
from fastmj.elements.suits import full_flush, half_flush
from fastmj.kernels.bits import any_of
from fastmj.kernels.view import View
from fastmj.rules import Row, RuleSet
from fastmj.tiles import RED


@element("Red Pair", zh="中对")
def red_pair(h: View) -> bool:
    """A pair of red dragons."""
    return (h.pair == 33) & any_of(h.kinds, RED)


HOUSE = RuleSet("house", (Row(half_flush, 4, (red_pair,), "1"), Row(red_pair, 2, (), "2"), Row(full_flush, 8)))
'''


def test_a_rule_file(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(RULES)
    rules = f"{tmp_path / 'house.py'}:HOUSE"
    line = fastmj.explain("[123m]456p789s111s7z+7z", rules).as_dict()["elements"][0]
    assert (line["element"], line["points"], line["made_by"]["sets"]) == ("Red Pair", 2, [["77z"]])
    line = fastmj.explain("[123s]456s789s111s7z+7z", rules).as_dict("zh")["not_counted"][0]
    assert (line["element"], line["because"]["elements"]) == ("中对", ["混一色"])


@pytest.mark.parametrize(
    "name", ["mcr_book1998", "mcr_disputed", "imj_samples", "hk_worked", "hkmj_worked", "classical_worked"]
)
def test_known_hands(name: str) -> None:
    """What must be there counts, what must not be there does not; the total is the known one."""
    cases = [case for case in load(name) if case.valid and isinstance(case.total, int | float)]
    assert len(cases) > 10
    for case in cases[:: max(1, len(cases) // 40)]:
        data = fastmj.explain(case.hand, case.rules, **case.context, **case.options).as_dict()
        assert data["total"] == case.total, case.id
        counted = {line["element"] for line in data["elements"]}
        assert set(case.must_include) <= counted, case.id
        assert not counted & {*case.must_exclude, *case.absent}, case.id
