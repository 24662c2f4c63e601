"""Hong Kong style: the 29 items, nested ones, the cap, what each option changes, chips."""

from collections.abc import Callable
from typing import Any

import pytest

import fastmj
from fastmj.tiles import DISCARD, ROBBED_KONG, SELF_DRAW
from tests.elements.examples import counted
from tests.rules.changes import Change, by_fastmj, by_reference, expected, without_effect
from tests.rules.specs import chart, facts, held, options_of, same_loop

ITEMS = """
 1 | Heaven And Earth          | 天地和   | 8
 2 | Big Four Winds            | 四風會   | 5
 3 | Big Three Dragons         | 大三元   | 5
 4 | Four Kongs                | 四杠     | 5
 5 | Thirteen Orphans          | 十三幺   | 8
 6 | Little Four Winds         | 小四風會 | 3
 7 | Little Three Dragons      | 小三元   | 3
 8 | All Honors                | 字一色   | 8
 9 | Seven Pairs               | 七对     | 5
10 | Full Flush                | 清一色   | 5
11 | Last Tile Draw            | 妙手回春 | 1
12 | Last Tile Claim           | 海底捞月 | 1
13 | Out with Replacement Tile | 杠上开花 | 1
14 | Robbing The Kong          | 抢杠和   | 1
15 | All Pungs                 | 碰碰和   | 3
16 | Half Flush                | 混一色   | 3
17 | Two Dragons               | 双箭刻   | 2
18 | Fully Concealed Hand      | 不求人   | 1
19 | Dragon Pung               | 箭刻     | 1
20 | Prevalent Wind            | 圈风刻   | 1
21 | Seat Wind                 | 门风刻   | 1
22 | Concealed Hand            | 门前清   | 1
23 | All Chows                 | 平和     | 1
24 | Self-Draws                | 自摸     | 1
25 | Eight Flowers             | 八朵花   | 13
26 | Four Flowers              | 四朵花   | 2
27 | Seat Flower               | 门风季   | 1
28 | Prevalent Flower          | 圈风花   | 1
29 | No Flower                 | 无花     | 1
"""
OPTIONS = {
    "max_points": (8, "a whole number | null"),
    "count_implied": (False, "true | false"),
    "fully_concealed_with_self_draw": (True, "true | false"),
    "eight_flowers_instant": (False, "true | false"),
    "prevalent_flower": ("round", "round | seat"),
}
ARGUMENTS = [{"eight_flowers_instant": True}]
DRAWN, QUIET = {"win_by": "self_draw"}, {"flowers": "2f"}
OPEN, CLOSED = "[123m]567p222s78s11z+9s", "123m567p222s78s11z+9s"
EIGHT = "1f2f3f4f5f6f7f8f"


def test_rows() -> None:
    assert len(facts(ITEMS)) == 29
    assert held("hk") == facts(ITEMS)
    assert fastmj.rules.get("hk").source


@pytest.mark.parametrize(
    ("hand", "context", "raw", "scores"),
    [
        # whole-hand items are added to special hands
        ("1133446677889m+9m", {}, 10, "Seven Pairs, Full Flush"),
        ("1122334455667z+7z", {}, 5, "Seven Pairs"),
        # the two Little ones leave their pungs' own points alone, or take them in
        ("[111z][222z]333z45p44z+6p", {}, 8, "Little Four Winds, Half Flush, Prevalent Wind, Seat Wind"),
        ("[555z][666z]234p88p77z+8p", {}, 6, "Little Three Dragons, Half Flush"),
        ("[222z][333z]444z55z66z+6z", {}, 9, "All Honors, Dragon Pung"),
        # which tile won, and how, is told once
        (OPEN, {"win_by": "robbed_kong", "last_tile": True}, 1, "Robbing The Kong"),
        (
            "(1111m)567p222s78s11z+9s",
            {**DRAWN, "kong_draws": 1, "last_tile": True},
            3,
            "Last Tile Draw, Out with Replacement Tile, Fully Concealed Hand",
        ),
        (
            "(1111m)(5555p)(8888s)(3333z)6p+6p",
            {**DRAWN, "kong_draws": 4},
            7,
            "Four Kongs, Out with Replacement Tile, Fully Concealed Hand",
        ),
        # eight flowers hold the smaller items, seven do not
        (OPEN, {"flowers": EIGHT}, 13, "Eight Flowers"),
        (OPEN, {"flowers": "1f2f3f4f5f"}, 4, "Four Flowers, Seat Flower, Prevalent Flower"),
        # the best reading
        ("111222333p888s9m+9m", {}, 4, "All Pungs, Concealed Hand"),
        ("222233334444m5p+5p", {}, 5, "Seven Pairs"),
    ],
)
def test_combinations(hand: str, context: dict[str, Any], raw: float, scores: str) -> None:
    found = fastmj.score(hand, "hk", **QUIET | context)
    assert (found.raw, found.elements) == (raw, counted(scores))
    assert found.total == min(raw, 8)
    assert not found.limit


CHANGES = (
    Change("max_points", OPEN, {"flowers": EIGHT}, {8: (8, "Eight Flowers"), None: (13, "Eight Flowers")}),
    Change(
        "max_points",
        "1133446677889m+9m",
        QUIET,
        {8: (8, "Seven Pairs, Full Flush"), 6: (6, "Seven Pairs, Full Flush"), 12: (10, "Seven Pairs, Full Flush")},
    ),
    Change(
        "count_implied",
        "[111z][222z][333z]444z8p+8p",
        QUIET,
        {
            False: (8, "Big Four Winds, Half Flush"),
            True: (8, "Big Four Winds, All Pungs, Half Flush, Prevalent Wind, Seat Wind"),
        },
    ),
    Change(
        "count_implied",
        "[555z][666z]777z23m88p+4m",
        QUIET,
        {False: (5, "Big Three Dragons"), True: (7, "Big Three Dragons, Two Dragons")},
    ),
    Change(
        "count_implied",
        "[555z][666z]234m88p77z+8p",
        QUIET,
        {False: (3, "Little Three Dragons"), True: (5, "Little Three Dragons, Two Dragons")},
    ),
    Change(
        "count_implied",
        "[1111m][5555p](8888s)[2222z]6p+6p",
        QUIET,
        {False: (5, "Four Kongs"), True: (8, "Four Kongs, All Pungs")},
    ),
    Change(
        "count_implied",
        "[222z][333z]444z777z5z+5z",
        QUIET,
        {False: (8, "All Honors, Dragon Pung"), True: (8, "All Honors, All Pungs, Dragon Pung")},
    ),
    Change(
        "count_implied",
        "1122m5566p99s33z7z+7z",
        QUIET,
        {False: (5, "Seven Pairs"), True: (6, "Seven Pairs, Concealed Hand")},
    ),
    Change(
        "count_implied",
        "19m19p19s1234567z+1z",
        QUIET,
        {False: (8, "Thirteen Orphans"), True: (8, "Thirteen Orphans, Concealed Hand")},
    ),
    Change(
        "fully_concealed_with_self_draw",
        CLOSED,
        QUIET | DRAWN,
        {True: (2, "Fully Concealed Hand, Self-Draws"), False: (1, "Fully Concealed Hand")},
    ),
    Change(
        "prevalent_flower",
        OPEN,
        {"flowers": "3f", "seat": "W", "round": "S"},
        {"round": (0, ""), "seat": (1, "Prevalent Flower")},
    ),
    Change(
        "prevalent_flower",
        OPEN,
        {"flowers": "2f", "seat": "W", "round": "S"},
        {"round": (1, "Prevalent Flower"), "seat": (0, "")},
    ),
)


def test_options() -> None:
    assert options_of("hk") == OPTIONS
    assert {change.option for change in CHANGES} | {name for given in ARGUMENTS for name in given} == set(OPTIONS)
    assert without_effect(CHANGES) == []
    assert by_reference("hk", CHANGES) == expected(CHANGES)


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_option_alone(plain: bool, python: Callable[..., str]) -> None:
    assert by_fastmj("hk", __name__, python, plain=plain) == expected(CHANGES)


@pytest.mark.parametrize("options", ARGUMENTS, ids=str)
def test_options_that_nothing_is_compiled_for(options: dict[str, Any]) -> None:
    assert same_loop("hk", **options)


def test_eight_flowers_at_once() -> None:
    """The option lets eight flowers win without a winning tile, which a hand needs otherwise."""
    claim = "147m25p369s12346z"
    found = fastmj.score(claim, "hk", flowers=EIGHT, eight_flowers_instant=True)
    assert (found.total, found.elements, found.payments) == (8, {"Eight Flowers": 1}, [192, -64, -64, -64])
    assert fastmj.score(claim, "hk", flowers="1f2f3f4f5f6f7f", eight_flowers_instant=True).status == "not_a_win"
    assert fastmj.score(claim + "+7z", "hk", flowers=EIGHT, eight_flowers_instant=True).status == "not_a_win"
    with pytest.raises(ValueError, match="no winning tile"):
        fastmj.score(claim, "hk", flowers=EIGHT)


def test_what_is_never_counted() -> None:
    """Whatever count_implied says: flowers inside all eight, single dragon pungs, two ways to say that a tile was drawn."""
    changes = (
        Change("count_implied", OPEN, {"flowers": EIGHT}, {True: (8, "Eight Flowers")}),
        Change("count_implied", OPEN, QUIET | DRAWN | {"last_tile": True}, {True: (1, "Last Tile Draw")}),
    )
    assert by_reference("hk", changes) == expected(changes)
    for change in changes:
        assert fastmj.score(change.hand, "hk", **change.context).total == change.by_value[True][0]


POINTS = [0, 1, 2, 3, 4, 5, 6, 7, 8]
CHIPS = [1, 2, 4, 8, 16, 32, 64, 64, 64]


def test_chips() -> None:
    """All three pay for a tile drawn, otherwise whose tile it was, once."""
    assert chart("hk", POINTS, win_by=SELF_DRAW) == [[-c, -c, 3 * c, -c] for c in CHIPS]
    assert chart("hk", POINTS, win_by=DISCARD, discarder=0) == [[-c, 0, c, 0] for c in CHIPS]
    assert chart("hk", POINTS, win_by=ROBBED_KONG, discarder=3) == [[0, 0, c, -c] for c in CHIPS]
    assert chart("hk", [13, 40], win_by=DISCARD, discarder=1, max_points=None) == [[0, -64, 64, 0]] * 2


@pytest.mark.parametrize(
    ("context", "total", "payments"),
    [
        ({}, 0, None),  # nobody is named
        ({"discarder": "N"}, 0, [1, 0, 0, -1]),
        ({"discarder": "N", "win_by": "robbed_kong"}, 1, [2, 0, 0, -2]),
        ({**DRAWN, "seat": "S", "flowers": "3f"}, 1, [-2, 6, -2, -2]),
        ({"flowers": EIGHT, "discarder": "S"}, 8, [64, -64, 0, 0]),
    ],
)
def test_payments(context: dict[str, Any], total: float, payments: list[int] | None) -> None:
    found = fastmj.score(OPEN, "hk", **QUIET | context)
    assert (found.total, found.payments) == (total, payments)
