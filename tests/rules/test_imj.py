"""International rules: the 55 elements, how they combine, which reading is taken, what each option changes, payments."""

from collections.abc import Callable
from typing import Any

import pytest

import fastmj
from fastmj.tiles import DISCARD, ROBBED_KONG, SELF_DRAW
from tests.elements.examples import counted
from tests.rules.changes import Change, by_fastmj, by_reference, expected, without_effect
from tests.rules.specs import chart, facts, held, options_of, same_loop

STARRED = {
    "Mixed Unios", "Mixed Same", "Unio In All", "All Types", "Pung Of Dragon", "Chance Wind", "Chance Round",
    "Chance Flower", "Full Set Of Flowers",
}  # fmt: skip
ARTICLES = """
25.1(1) | The Heaven              | 天胡       | 6
25.1(2) | The Earth               | 地胡       | 6
25.1(3) | All Hidden Pungs        | 全暗刻     | 13
25.1(4) | Seven Consecutive Pairs | 连七对     | 13
25.1(5) | Nine Gates              | 九莲宝灯   | 13
25.2(1) | Seven Flowers           | 七只花     | 3
25.2(2) | Eight Flowers           | 八只花     | 9
25.2(3) | Seven Isolated Stars    | 七星不靠   | 6
25.2(4) | Thirteen Unios          | 十三幺     | 13
25.2(5) | Kong To Fourth          | 杠四杠     | 15
26.1    | The Coward              | 鸡胡       | 0.5
26.2    | All Chows               | 平胡       | 1
26.3    | All Pungs               | 对对胡     | 3
26.4    | Seven Pairs             | 七对子     | 3
27.1(1) | Pure Terminals          | 清幺九     | 8
27.1(2) | Mixed Unios             | 混幺九     | 1
27.1(3) | Pure Honours            | 清番子     | 8
27.1(4) | Pure Same               | 清一色     | 6
27.1(5) | Mixed Same              | 混一色     | 3
27.1(6) | Five In All             | 全带五     | 2
27.1(7) | Unio In All             | 全带幺     | 1
27.1(8) | All Types               | 五门齐     | 1
27.2(1) | Big Four Winds          | 大四喜     | 9
27.2(2) | Little Four Winds       | 小四喜     | 6
27.2(3) | Big Three Dragons       | 大三元     | 6
27.2(4) | Little Three Dragons    | 小三元     | 4
27.2(5) | Pung Of Dragon          | 三元刻     | 1
27.2(6) | Chance Wind             | 正风       | 1
27.2(7) | Chance Round            | 正圈       | 1
27.3(1) | Four Jumping Pungs      | 一色四跳刻 | 4
27.3(2) | Pure Jumping Pungs      | 一色三跳刻 | 3
27.3(3) | Three Matching Pungs    | 三色三同刻 | 2
27.3(4) | Mixed Jumping Pungs     | 三色三跳刻 | 1
27.4(1) | Four Identical Chows    | 一色四同顺 | 4
27.4(2) | Four Stepping Chows     | 一色四跳顺 | 4
27.4(3) | Three Identical Chows   | 一色三同顺 | 3
27.4(4) | Pure Stepping Chows     | 一色三跳顺 | 3
27.4(5) | Three Matching Chows    | 三色三同顺 | 2
27.4(6) | Mixed Stepping Chows    | 三色三跳顺 | 1
27.4(7) | Pure Straight Nine      | 九子清龙   | 2
27.4(8) | Mixed Straight Nine     | 九子花龙   | 1
28.1(1) | From The Floor          | 打出食胡   | 0
28.1(2) | From The Wall           | 自摸食胡   | 1
28.1(3) | From Robbed Kong        | 抢杠食胡   | 1
28.2(1) | From Final Draw         | 海底摸月   | 1
28.2(2) | From Final Exposed      | 海底捞鱼   | 1
28.3(1) | On First Kong           | 杠一杠     | 1
28.3(2) | On Second Kong          | 杠二杠     | 3
28.3(3) | On Third Kong           | 杠三杠     | 6
28.4(1) | All Pickups             | 全求人     | 1
28.4(2) | Self Help               | 不求人     | 1
28.4(3) | Clear Front             | 门前清     | 1
28.5(1) | No Flower               | 无花       | 1
28.5(2) | Chance Flower           | 正花       | 1
28.5(3) | Full Set Of Flowers     | 四只花     | 1
"""
OPTIONS = {
    "special_vs_ordinary": ("final", "final | higher"),
    "opening_conflict": ("opening", "opening | highest"),
    "star_rule": ("one", "one | both"),
    "all_pickups": ("eyes", "eyes | any_last_set"),
    "chart_beyond_15": ("cap", "cap | extend"),
}
ARGUMENTS = [{}, {"chart_beyond_15": "extend"}]
DRAWN = {"win_by": "self_draw"}
SEVEN, EIGHT = "1f2f3f4f5f6f7f", "1f2f3f4f5f6f7f8f"


def test_rows() -> None:
    assert len(facts(ARTICLES)) == 55
    assert held("imj") == facts(ARTICLES)
    assert fastmj.rules.get("imj").source


def test_groups_and_stars() -> None:
    for row in fastmj.rules.get("imj").rows:
        assert row.starred == (row.title in STARRED), row.title
        assert row.final == row.number.startswith("25"), row.title
        if not row.final:
            article = row.number.partition("(")[0]
            assert row.group == ("26" if article.startswith("26.") else article), row.title


@pytest.mark.parametrize(
    ("hand", "context", "total", "scores"),
    [
        # special hands are final, whatever else they hold
        ("1112345678999m+9m", {"flowers": "", **DRAWN}, 13, "Nine Gates"),
        ("111z222z333z444z5z+5z", DRAWN, 13, "All Hidden Pungs"),
        ("1133446677889m+9m", {**DRAWN, "opening": "heaven"}, 6, "The Heaven"),
        ("147m28p36s123456z+7z", {"flowers": EIGHT}, 6, "Seven Isolated Stars"),
        # an opening comes before every other special hand
        ("19m19p19s1234567z+1z", {**DRAWN, "opening": "heaven"}, 6, "The Heaven"),
        ("147m25p369s12346z", {**DRAWN, "flowers": EIGHT, "opening": "heaven"}, 6, "The Heaven"),
        # one element a group ...
        ("[123m]234p345s456m9p+9p", {}, 2, "All Chows, Mixed Stepping Chows, From The Floor"),
        ("[123m][456m]789m123p5s+5s", {}, 3, "All Chows, Pure Straight Nine, From The Floor"),
        # ... and starred ones added to any of it
        (
            "[123m]999p11s222z77z+1s",
            {},
            2.5,
            "The Coward, Unio In All, All Types, From The Floor",
        ),
        (
            "[111m][999p]222z55z99s+5z",
            {},
            6,
            "All Pungs, Mixed Unios, All Types, Pung Of Dragon, From The Floor",
        ),
        ("[222z][333z]444z999p5z+5z", {}, 7, "All Pungs, Mixed Unios, Mixed Same, From The Floor"),
        ("[123m][123m][789m]78m99m+9m", {}, 8, "All Chows, Pure Same, Unio In All, From The Floor"),
        (
            "[111z][222z]333z777z4z+4z",
            {},
            18,
            "All Pungs, Pure Honours, Little Four Winds, Pung Of Dragon, From The Floor",
        ),
        (
            "[555z][666z][777z]11z22m+1z",
            {},
            14,
            "All Pungs, Mixed Same, Big Three Dragons, Chance Wind, Chance Round, From The Floor",
        ),
        (
            "[555z][666z]11z77z234m+1z",
            {},
            9.5,
            "The Coward, Mixed Same, Little Three Dragons, Chance Wind, Chance Round, From The Floor",
        ),
        # how the hand was won: one of 28.4, and 28.1 to 28.3 add up
        ("123m567p222s78s11z+9s", DRAWN, 2.5, "The Coward, From The Wall, Self Help"),
        (
            "(1111m)[2222s](6666p)78s11z+9s",
            {**DRAWN, "kong_draws": 3, "last_tile": True},
            8.5,
            "The Coward, From The Wall, From Final Draw, On Third Kong",
        ),
        # flowers inside full sets count too
        (
            "[123m]567p222s78s11z+9s",
            {"flowers": EIGHT},
            4.5,
            "The Coward, From The Floor, Chance Flower*2, Full Set Of Flowers*2",
        ),
        # the reading is fixed: what one reading has is not added to what another has
        ("222333444m888p1s+1s", {}, 7, "All Pungs, Pure Jumping Pungs, From The Floor, Clear Front"),
        ("111222333m789p1s+1s", {}, 6, "All Chows, Unio In All, Three Identical Chows, From The Floor, Clear Front"),
        # the dearer structure, then the lower article, of equal totals
        ("334455m556677p5s+5s", {}, 4, "Seven Pairs, From The Floor, Clear Front"),
        ("2233344445555m+6m", {}, 11, "All Chows, Pure Same, Three Identical Chows, From The Floor, Clear Front"),
    ],
)
def test_combinations(hand: str, context: dict[str, Any], total: float, scores: str) -> None:
    found = fastmj.score(hand, "imj", **{"flowers": "2f", **context})
    assert (found.total, found.elements) == (total, counted(scores))
    assert found.raw == total
    assert not found.limit


EARTH = {"opening": "earth", "seat": "S", "flowers": "1f"}
CHANGES = (
    Change(
        "special_vs_ordinary",
        "111z222z333z444z5z+5z",
        {"flowers": "2f", **DRAWN},
        {
            "final": (13, "All Hidden Pungs"),
            "higher": (22, "All Pungs, Pure Honours, Big Four Winds, From The Wall, Self Help"),
        },
    ),
    Change(
        "special_vs_ordinary",
        "1133446677889m+9m",
        {"flowers": "2f", "opening": "heaven", **DRAWN},
        {"final": (6, "The Heaven"), "higher": (11, "Seven Pairs, Pure Same, From The Wall, Self Help")},
    ),
    Change(
        "opening_conflict",
        "19m19p19s1234567z+1z",
        EARTH,
        {"opening": (6, "The Earth"), "highest": (13, "Thirteen Unios")},
    ),
    Change(
        "opening_conflict",
        "147m25p369s12346z",
        {"flowers": EIGHT, "opening": "heaven", **DRAWN},
        {"opening": (6, "The Heaven"), "highest": (9, "Eight Flowers")},
    ),
    Change(
        "star_rule",
        "[123m][123m][789m]78m99m+9m",
        {"flowers": "2f"},
        {
            "one": (8, "All Chows, Pure Same, Unio In All, From The Floor"),
            "both": (7, "All Chows, Pure Same, From The Floor"),
        },
    ),
    Change(
        "all_pickups",
        "[123m][567p][222s]78s11z+9s",
        {"flowers": "2f"},
        {"eyes": (0.5, "The Coward, From The Floor"), "any_last_set": (1.5, "The Coward, From The Floor, All Pickups")},
    ),
)


def test_options() -> None:
    assert options_of("imj") == OPTIONS
    assert {change.option for change in CHANGES} | {name for given in ARGUMENTS for name in given} == set(OPTIONS)
    assert without_effect(CHANGES) == []
    assert by_reference("imj", CHANGES) == expected(CHANGES)


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_option_alone(plain: bool, python: Callable[..., str]) -> None:
    assert by_fastmj("imj", __name__, python, plain=plain) == expected(CHANGES)


@pytest.mark.parametrize("options", ARGUMENTS, ids=str)
def test_options_that_nothing_is_compiled_for(options: dict[str, Any]) -> None:
    assert same_loop("imj", **options)


FANS = [0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15.5]
MADOS = [2, 2, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 3000, 4000, 5000, 6000, 6000]


def test_the_chart() -> None:
    """All three pay for a tile drawn, who discarded alone, and three times for a robbed kong."""
    assert chart("imj", FANS, win_by=SELF_DRAW) == [[-m, -m, 3 * m, -m] for m in MADOS]
    assert chart("imj", FANS, win_by=DISCARD, discarder=0) == [[-m, 0, m, 0] for m in MADOS]
    assert chart("imj", FANS, win_by=ROBBED_KONG, discarder=3) == [[0, 0, 3 * m, -3 * m] for m in MADOS]


@pytest.mark.parametrize(("beyond", "paid"), [("cap", [6000] * 3), ("extend", [7000, 7000, 13000])])
def test_beyond_15_fans(beyond: str, paid: list[int]) -> None:
    found = chart("imj", [16, 16.5, 22], win_by=DISCARD, discarder=1, chart_beyond_15=beyond)
    assert found == [[0, -m, m, 0] for m in paid]


@pytest.mark.parametrize(
    ("hand", "context", "total", "payments"),
    [
        ("[123m]567p222s78s11z+9s", {}, 0.5, None),  # nobody is named
        ("[123m]567p222s78s11z+9s", {"discarder": "S"}, 0.5, [2, -2, 0, 0]),
        ("[123m]567p222s78s11z+9s", {"discarder": "W", "win_by": "robbed_kong"}, 1.5, [6, 0, -6, 0]),
        ("147m25p369s12346z", {"flowers": SEVEN}, 3, [24, -8, -8, -8]),  # a claim is paid like a tile drawn
        ("(1111m)[5555p](8888s)(2222z)5s", {"kong_draws": 4, **DRAWN}, 15, [18000, -6000, -6000, -6000]),
        ("19m19p19s1234567z+1z", EARTH | {"discarder": "E"}, 6, [-64, 64, 0, 0]),  # East alone
    ],
)
def test_payments(hand: str, context: dict[str, Any], total: float, payments: list[int] | None) -> None:
    found = fastmj.score(hand, "imj", **{"flowers": "2f", **context})
    assert (found.total, found.payments) == (total, payments)
