"""Chinese Official rules: names and points of the 82 rows, the five principles, minimum, flowers, payments."""

from typing import Any

import pytest

import fastmj
from tests import reference
from tests.elements.examples import counted
from tests.reference.fans import NAMES, POINTS

CHINESE = (
    "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺 清幺九 小四喜 "
    "小三元 字一色 四暗刻 一色双龙会 一色四同顺 一色四节高 一色四步高 三杠 混幺九 "
    "七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小 "
    "清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻 全不靠 组合龙 大于五 "
    "小于五 三风刻 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 "
    "杠上开花 抢杠和 双暗杠 碰碰和 混一色 三色三步高 五门齐 全求人 双箭刻 "
    "全带幺 不求人 双明杠 和绝张 箭刻 圈风刻 门风刻 门前清 平和 "
    "四归一 双同刻 双暗刻 暗杠 断幺 一般高 喜相逢 连六 老少副 "
    "幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌"
)
MIXED_KONG = ("57a", "Concealed Kong and Melded Kong", "明暗杠", 6)
POINTS_STANDARD = POINTS | {48: 8}


def test_rows() -> None:
    """81 fans by number, and one more row for one melded and one concealed kong."""
    chinese = CHINESE.split()
    fans = [(str(n), NAMES[n], chinese[n - 1], POINTS_STANDARD[n]) for n in range(1, 82)]
    rows = [(row.number, row.title, row.element.zh, row.points) for row in fastmj.rules.get("mcr").rows]
    assert rows == [*fans[:57], MIXED_KONG, *fans[57:]]


def test_the_table_tells_the_rows() -> None:
    table = fastmj.rules.get("mcr").table().to_pylist()
    assert len(table) == 82
    assert table[27] == {
        "number": "28",
        "name": "Pure Straight",
        "chinese": "清龙",
        "points": 16.0,
        "most": 1,
        "group": None,
        "starred": False,
        "final": False,
        "limit": False,
        "excludes": [],
        "meaning": "123, 456 and 789 of one suit.",
    }
    assert table[43]["excludes"] == ["Self-Drawn"]
    assert all(row["meaning"].endswith(".") for row in table)


@pytest.mark.parametrize(
    ("hand", "scores"),
    [
        # non-repeat: what a fan contains is not scored
        ("111m444p666s999s2z+2z", "Four Concealed Pungs, Pung of Terminals or Honors*2, Single Wait"),
        # non-separation: the sets of a straight make no Short Straight among themselves
        ("[123s][789s]456s999m5z+5z", "Pure Straight, Pung of Terminals or Honors, One Voided Suit, Single Wait"),
        # non-identical: the chow that a relation of one name has used is not used by it again
        (
            "[123p][123s][123p]123p5z+5z",
            "Pure Triple Chow, Outside Hand, Mixed Double Chow, One Voided Suit, Single Wait",
        ),
        # freedom of choice: the dearer reading, chows here and pungs there
        ("[345m]345p345s12s99m+3s", "Mixed Triple Chow, All Chows"),
        (
            "111222333m789p1s+1s",
            "Pure Shifted Pungs, Three Concealed Pungs, Concealed Hand, Pung of Terminals or Honors, No Honors, Single Wait",
        ),
        # account-once: four chows make three relations at most
        ("[234s][567s]234p567p1z+1z", "Mixed Double Chow*2, Short Straight, One Voided Suit, Single Wait"),
        (
            "[123m][789m]123p789p1z+1z",
            "Outside Hand, Mixed Double Chow*2, Two Terminal Chows, One Voided Suit, Single Wait",
        ),
        # ... and a fourth chow is joined once to the three of a dearer fan
        ("[123m]456p789s123p5z+5z", "Mixed Straight, Mixed Double Chow, Single Wait"),
        ("[234m]234p234s567m9p+9p", "Mixed Triple Chow, All Chows, Short Straight, Single Wait"),
        ("[123m]234345m678m9p+9p", "Pure Shifted Chows, All Chows, Short Straight, One Voided Suit, Single Wait"),
        # ... as is a fourth pung
        ("[222m][333p]444s44m11z+4m", "Mixed Shifted Pungs, All Pungs, Double Pung"),
        ("[222m][222p]222s888m1z+1z", "Triple Pung, All Pungs, Two Concealed Pungs, Single Wait"),
    ],
)
def test_the_five_principles(hand: str, scores: str) -> None:
    assert dict(reference.score({"hand": hand}).elements) == counted(scores)
    assert fastmj.score(hand).elements == counted(scores)


@pytest.mark.parametrize(
    ("hand", "context", "scores"),
    [
        # the tile that is claimed may lie in a concealed chow, so that the pung stays concealed
        ("[123p]555s34s777m22z+5s", {}, "Tile Hog, Two Concealed Pungs"),
        # four melds wait for the pair; by discard that is Melded Hand instead
        (
            "[123p][456p][789p][222s]1z+1z",
            {"win_by": "self_draw"},
            "Pure Straight, One Voided Suit, Single Wait, Self-Drawn",
        ),
        ("[123p][456p][789p][222s]1z+1z", {}, "Pure Straight, Melded Hand, One Voided Suit"),
        # an opening has no fan
        ("123m567p222s78s11z+9s", {"opening": "earth", "seat": "S"}, "Concealed Hand"),
        ("123m567p222s78s11z+9s", {"opening": "heaven", "win_by": "self_draw"}, "Fully Concealed Hand"),
        # the fourth set of a knitted straight
        ("147m258p369s222m5s+5s", {}, "Knitted Straight, Concealed Hand, No Honors, Single Wait"),
        ("147m258p369s777z1z+1z", {}, "Knitted Straight, All Types, Dragon Pung, Concealed Hand, Single Wait"),
        (
            "[1111z]147m258p36s99p+9s",
            {"win_by": "self_draw"},
            "Knitted Straight, Prevalent Wind, Seat Wind, Melded Kong, Self-Drawn",
        ),
    ],
)
def test_readings_and_context(hand: str, context: dict[str, Any], scores: str) -> None:
    assert dict(reference.score({"hand": hand, **context}).elements) == counted(scores)
    assert fastmj.score(hand, **context).elements == counted(scores)


@pytest.mark.parametrize(
    ("hand", "flowers", "status", "raw", "total"),
    [
        ("[123m]123m678p888s5z+5z", "", "below_minimum", 2, 2),
        ("[123m]123m678p888s5z+5z", "1f2f3f4f5f6f7f8f", "below_minimum", 2, 10),
        ("[123m]567p345s78s22z+9s", "3f", "ok", 8, 9),  # Chicken Hand, whatever the flowers
        ("[1111m](3333p)234s78s22z+9s", "3f", "below_minimum", 7, 8),
    ],
)
def test_flowers_do_not_help_to_the_minimum(hand: str, flowers: str, status: str, raw: float, total: float) -> None:
    found = fastmj.score(hand, flowers=flowers)
    assert (found.status, found.raw, found.total) == (status, raw, total)
    assert found.elements.get("Flower Tiles", 0) == total - raw


@pytest.mark.parametrize(
    ("context", "total", "payments"),
    [
        ({"win_by": "self_draw"}, 68, [3 * 76, -76, -76, -76]),
        ({"win_by": "self_draw", "seat": "W", "flowers": "1f2f"}, 70, [-78, -78, 3 * 78, -78]),
        ({"discarder": "S"}, 66, [74 + 8 + 8, -74, -8, -8]),
        ({"discarder": "E", "seat": "N"}, 66, [-74, -8, -8, 90]),
        ({"flowers": "1f2f", "discarder": "W"}, 68, [92, -8, -76, -8]),
        ({}, 66, None),  # nobody is named
    ],
)
def test_payments(context: dict[str, Any], total: float, payments: list[int] | None) -> None:
    """A loser pays 8, and the points too on a self-draw or if the tile was his."""
    found = fastmj.score("1122335577889p+9p", **context)
    assert (found.total, found.payments) == (total, payments)


def test_nothing_is_paid_below_the_minimum() -> None:
    found = fastmj.score("[123m]123m678p888s5z+5z", discarder="S")
    assert (found.total, found.payments) == (2, None)
