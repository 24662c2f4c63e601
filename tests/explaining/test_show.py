"""Explanations as text."""

import pytest

import fastmj
from fastmj.explaining.glyphs import glyphs, letters, padded, width, wrapped
from fastmj.tiles import SLOT

STRAIGHT = """\
[123m]456789m12p55s+3p  mcr: ok
seat S, round E, by discard of W

Reading
  123m  exposed chow
  456m  chow
  789m  chow
  123p  chow, won with 3p
  55s   pair

Elements
  28  Pure Straight         16     123m 456m 789m
  63  All Chows              2     123m 456m 789m 123p
  70  Mixed Double Chow      1     123m 123p
  77  Edge Wait              1     123p, waiting on 3p alone
      total                 20

Met, but not counted
  71  Short Straight         2 x2  123m 456m, 456m 789m
      non-separation: these chows are combined already, in 28 Pure Straight
  72  Two Terminal Chows     1     123m 789m
      non-separation: these chows are combined already, in 28 Pure Straight
  76  No Honors              1     the whole hand
      not beside 63 All Chows

the minimum of 8 is met
payments  E -8  S +44  W -28  N -8"""

WITH_GLYPHS = """\
1122334455667z+7z  hk: ok
seat E, round E, self-drawn, flowers 🀢🀣🀥🀤🀩 1f2f3f4f8f

Reading
  🀀🀀  11z  pair
  🀁🀁  22z  pair
  🀂🀂  33z  pair
  🀃🀃  44z  pair
  🀆🀆  55z  pair
  🀅🀅  66z  pair
  🀄︎🀄︎  77z  pair, won with 7z

Elements
   9  Seven Pairs              5     the whole hand
  18  Fully Concealed Hand     1     self-drawn
  24  Self-Draws               1     self-drawn
  26  Four Flowers             2     🀢🀣🀥🀤
  28  Prevalent Flower         1     🀢, round E
      sum                     10
      cap                      8
      total                    8

payments  E +192  S -64  W -64  N -64"""


def test_the_whole_text() -> None:
    explained = fastmj.explain("[123m]456m789m12p55s+3p", seat="S", discarder="W")
    assert explained.text(ascii=True) == STRAIGHT


def test_pictures() -> None:
    explained = fastmj.explain("1122334455667z+7z", "hk", win_by="self_draw", flowers="1f2f3f4f8f")
    assert explained.text() == str(explained) == WITH_GLYPHS


@pytest.mark.parametrize(
    ("rules", "hand", "context", "lines"),
    [
        ("mcr", "223344m223344p5s+5s", {"flowers": "1f3f"}, [
            "total 28",
            "for the minimum 26",
            "12 234m 234m 234p 234p 55s",
        ]),
        ("mcr", "345m345p2344556s+5s", {}, ["1 more needed for the minimum of 8", "payments: none below the minimum"]),
        ("hkmj", "111999m1119p999s+9p", {"win_by": "self_draw"}, ["sum 20", "fixed worth 10"]),
        ("imj", "(1111z)[2222z](3333z)(4444z)5z", {"win_by": "self_draw", "kong_draws": 4}, ["Claim", "5z held"]),
        ("mcr", "19m19p19s1234567z+1m", {}, ["119m19p19s1234567z thirteen orphans, won with 1m"]),
        ("mcr", "147m258p36s12345z+6z", {}, ["honors knitted, won with 6z"]),
        ("imj", "111222333m456p5z+5z", {"win_by": "self_draw"}, ["Other readings"]),
        ("mcr", "123m456p123789s1z+2z", {}, ["123m456p123789s1z+2z mcr: not a win"]),
        ("mcr:online", "258p369s147m456p1z+1z", {}, ["147m knitted"]),
    ],
)  # fmt: skip
def test_lines(rules: str, hand: str, context: dict[str, object], lines: list[str]) -> None:
    shown = " ".join(fastmj.explain(hand, rules, **context).text(ascii=True).split())
    for line in lines:
        assert line in shown


def test_no_win_is_short() -> None:
    shown = str(fastmj.explain("123m456p123789s1z+2z", discarder="S"))
    assert shown == "123m456p123789s1z+2z  mcr: not a win\nseat E, round E, by discard of S"


def test_chinese_names_line_up() -> None:
    shown = fastmj.explain("[123m]456m789m12p55s+3p").text(ascii=True, names="zh")
    assert "  28  清龙               16     123m 456m 789m" in shown
    assert "in 28 清龙" in shown
    other = fastmj.explain("[123m]456m789m12p55s+3p", "hkmj").text(names="zh")  # has no Chinese names
    assert "4 Chows" in other


def test_tiles_and_widths() -> None:
    slots = [SLOT[name] for name in ("1m", "9m", "5p", "1s", "1z", "6z", "7z")]
    assert letters(slots) == "19m5p1s167z"
    assert glyphs(slots) == "🀇🀏🀝🀐🀀🀅🀄\ufe0e"
    assert [width(text) for text in ("abc", "清龙", glyphs(slots))] == [3, 4, 7]
    assert padded("清", 4) == "清  "
    assert wrapped("one two three", "  ", 9) == ["  one two", "  three"]
