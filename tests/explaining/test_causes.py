"""Which sets make which element."""

from typing import Any

import pytest

import fastmj
from fastmj.elements.element import element
from fastmj.explaining.remaining import remaining
from fastmj.kernels.bits import any_of
from fastmj.kernels.view import REGULAR, View
from fastmj.rules import Row, RuleSet
from fastmj.tiles import GREEN

WHOLE = "the whole hand"
PUNGS = "[333m][444z]99m777p22s+2s"
HONORS = "[111z]555z(6666z)23s77z+1s"
CHOWS = "123m123456p1239s+9s"


def made_by(element_name: str, hand: str, rules: Any, **context: Any) -> str:
    """What makes an element, counted or not, as it is shown."""
    data = fastmj.explain(hand, rules, **context).as_dict()
    found = [line for line in data["elements"] + data["not_counted"] if line["element"] == element_name]
    assert found, f"{element_name} is not met"
    shown = []
    for line in found:
        causes = line["made_by"]
        groups = [WHOLE] if causes["whole_hand"] else [" ".join(group) for group in causes["sets"]]
        shown += [*groups, causes["flowers"], *causes["won"]]
    return ", ".join(filter(None, shown))


@pytest.mark.parametrize(
    ("rules", "hand", "context", "name", "expected"),
    [
        # sets
        ("mcr", PUNGS, {}, "All Pungs", "333m 444z 777p 222s"),
        ("mcr", PUNGS, {"win_by": "self_draw"}, "Two Concealed Pungs", "777p 222s"),
        ("mcr", PUNGS, {}, "Pung of Terminals or Honors", "444z"),
        ("mcr", "[444m][444p]444s222z5s+5s", {}, "Triple Pung", "444m 444p 444s"),
        ("mcr", "[444m][444p]222s777s5s+5s", {}, "Double Pung", "444m 444p"),
        ("mcr", "[222m][333m](4444m)555m7s+7s", {}, "Four Pure Shifted Pungs", "222m 333m 4444m 555m"),
        ("mcr", "[222m][333m](4444m)555m7s+7s", {}, "Pure Shifted Pungs", "222m 333m 4444m"),
        ("mcr", "[222m][333m](4444m)555m7s+7s", {}, "Concealed Kong", "4444m"),
        ("mcr", HONORS, {}, "Little Three Dragons", "6666z 555z 77z"),
        ("mcr", HONORS, {}, "Dragon Pung", "6666z 555z"),
        ("mcr", HONORS, {}, "Seat Wind", "111z, seat E"),
        ("mcr", HONORS, {"seat": "S"}, "Prevalent Wind", "111z, round E"),
        ("mcr", CHOWS, {}, "All Chows", "123m 123p 456p 123s"),
        ("mcr", CHOWS, {}, "Mixed Triple Chow", "123m 123p 123s"),
        ("mcr", CHOWS, {}, "Short Straight", "123p 456p"),
        ("mcr", "[123m]123m123p123p9s+9s", {}, "Pure Double Chow", "123m 123m, 123p 123p"),
        ("mcr", "22234m456p78999s+2m", {}, "Tile Hog", "234m 222m"),
        ("mcr", "147m258p369s111z5z+5z", {}, "Knitted Straight", "147m 258p 369s"),
        ("mcr", "147m258p369s345p2s+2s", {}, "All Chows", "147m 258p 369s 345p"),
        ("imj", "[123m](1111z)456p77s23s+1s", {}, "The Coward", "123m 1111z"),
        # the whole hand
        ("mcr", "111m99p111999s55z+5z", {}, "All Terminals and Honors", WHOLE),
        ("mcr", CHOWS, {}, "No Honors", WHOLE),
        ("mcr", "113355m1199p444s+4s", {}, "Seven Pairs", WHOLE),
        ("mcr", "19m19p19s1234567z+1m", {}, "Thirteen Orphans", WHOLE),
        ("mcr", "1112345678999m+5m", {}, "Nine Gates", WHOLE),
        ("mcr", "1112345678999m+5m", {}, "Pung of Terminals or Honors", "111m"),
        ("mcr", "123m456p789s111z5z+5z", {}, "All Types", WHOLE),
        ("mcr", "123123789789m5m+5m", {}, "Pure Terminal Chows", WHOLE),
        ("hkmj", "666z222333s444s8s+8s", {}, "Jade Dragon", WHOLE),
        ("imj", "123m456p789s111z5z+5z", {}, "Clear Front", WHOLE),
        # how it was won
        ("mcr", CHOWS, {}, "Concealed Hand", "by discard"),
        ("mcr", CHOWS, {"win_by": "self_draw"}, "Fully Concealed Hand", "self-drawn"),
        ("mcr", CHOWS, {}, "Single Wait", "99s, waiting on 9s alone"),
        ("mcr", "123m123p456p13s99s+2s", {}, "Closed Wait", "123s, waiting on 2s alone"),
        ("mcr", "[123m][123p][456p][123s]9s+9s", {}, "Melded Hand", "123m 123p 456p 123s, by discard"),
        ("mcr", CHOWS, {"last_tile": True}, "Last Tile Claim", "by discard, last discard"),
        ("mcr", "123m12356p12399s+4p", {"win_by": "robbed_kong"}, "Robbing the Kong", "by robbing a kong"),
        ("imj", "(1111z)456p77s789s23s+1s", {"win_by": "self_draw", "kong_draws": 1}, "On First Kong", "after a kong"),
        ("classical", "123m456p789s11z23p+1p", {"win_by": "self_draw", "last_tile": True},
         "Catching the Moon from the bottom of the Sea", "self-drawn, last tile, with 1p"),
        # flowers
        ("mcr", CHOWS, {"flowers": "2f7f"}, "Flower Tiles", "2f7f"),
        ("imj", CHOWS, {"flowers": "1f2f3f4f5f"}, "Full Set Of Flowers", "1f2f3f4f"),
        ("imj", CHOWS, {"flowers": "1f2f3f4f5f"}, "Chance Flower", "1f5f, seat E"),
        ("imj", CHOWS, {}, "No Flower", "no flower"),
        ("imj", "123m", {"flowers": "1f2f3f4f5f6f7f"}, "Seven Flowers", "1f2f3f4f5f6f7f"),
        ("imj", "(1111z)(2222z)[3333z](4444z)5z", {"win_by": "self_draw", "kong_draws": 4}, "Kong To Fourth",
         "1111z 2222z 3333z 4444z, after 4 kongs in a row"),
    ],
)  # fmt: skip
def test_made_by(rules: str, hand: str, context: dict[str, Any], name: str, expected: str) -> None:
    assert made_by(name, hand, rules, **context) == expected


@element("Two Sevens", most=2)
def two_sevens(h: View) -> int:
    """Pungs of sevens, at most two."""
    return min(2, (h.pungs_m >> 6 & 1) + (h.pungs_p >> 6 & 1) + (h.pungs_s >> 6 & 1))


@element("Green Dragon Somewhere")
def green_somewhere(h: View) -> bool:
    """A green dragon in the hand."""
    return any_of(h.kinds, GREEN)


@element("Regular Hand")
def regular_hand(h: View) -> bool:
    """Sets and a pair."""
    return h.form == REGULAR


HOUSE = RuleSet("house", (Row(two_sevens, 2), Row(green_somewhere, 1), Row(regular_hand, 1)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Two Sevens", "777m 777p"),  # of three, the fewest that score it
        ("Green Dragon Somewhere", "66z"),
        ("Regular Hand", WHOLE),
    ],
)
def test_elements_brought_along(name: str, expected: str) -> None:
    assert made_by(name, "[777m][777p]777s123m6z+6z", HOUSE) == expected


def test_a_view_without_sets() -> None:
    taken = fastmj.explain("[111z](2222p)77s345m23s+4s", flowers="1f2f").taken
    assert taken is not None
    view = remaining(taken.reading, [0, 1], 1)
    assert (view.pungs, view.pungs_z, view.pungs_p, view.chows, view.pair) == (2, 1, 2, 0, -1)
    assert (view.suits, view.has_wind, view.concealed_kongs, view.open_sets, view.flowers) == (1, True, 1, 1, 1)
    assert (view.wait, view.win_in_set, view.concealed_pungs) == (0, False, 1)
