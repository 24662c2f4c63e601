"""What others call the elements."""

import contextlib

import pytest

import fastmj
from fastmj.aliases import OTHERS, fold
from fastmj.rules import Row, RuleSet, View, aliases, canonical, element
from tests import oracle
from tests.random_hands import random_rows
from tests.rules.test_mcr import CHINESE, MIXED_KONG

# What PyMahjongGB 1.4 and Botzone write, by fan number.
PY_MAHJONG_GB = (
    "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺 清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会 一色四同顺 一色四节高 "
    "一色四步高 三杠 混幺九 七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小 清龙 三色双龙会 一色三步高 "
    "全带五 三同刻 三暗刻 全不靠 组合龙 大于五 小于五 三风刻 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 "
    "杠上开花 抢杠和 双暗杠 碰碰和 混一色 三色三步高 五门齐 全求人 双箭刻 全带幺 不求人 双明杠 和绝张 箭刻 圈风刻 门风刻 "
    "门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺 一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 "
    "独听・边张 独听・嵌张 独听・单钓 自摸 花牌"
)
PY_MAHJONG_GB_ENGLISH = (
    "Big Four Winds, Big Three Dragons, All Green, Nine Gates, Four Kongs, Seven Shifted Pairs, Thirteen Orphans, "
    "All Terminals, Little Four Winds, Little Three Dragons, All Honors, Four Concealed Pungs, Pure Terminal Chows, "
    "Quadruple Chow, Four Pure Shifted Pungs, Four Pure Shifted Chows, Three Kongs, All Terminals and Honors, Seven Pairs, "
    "Greater Honors and Knitted Tiles, All Even Pungs, Full Flush, Pure Triple Chow, Pure Shifted Pungs, Upper Tiles, "
    "Middle Tiles, Lower Tiles, Pure Straight, Three-Suited Terminal Chows, Pure Shifted Chows, All Five, Triple Pung, "
    "Three Concealed Pungs, Lesser Honors and Knitted Tiles, Knitted Straight, Upper Four, Lower Four, Big Three Winds, "
    "Mixed Straight, Reversible Tiles, Mixed Triple Chow, Mixed Shifted Pungs, Chicken Hand, Last Tile Draw, Last Tile Claim, "
    "Out with Replacement Tile, Robbing The Kong, Two Concealed Kongs, All Pungs, Half Flush, Mixed Shifted Chows, All Types, "
    "Melded Hand, Two Dragons Pungs, Outside Hand, Fully Concealed Hand, Two Melded Kongs, Last Tile, Dragon Pung, "
    "Prevalent Wind, Seat Wind, Concealed Hand, All Chows, Tile Hog, Double Pung, Two Concealed Pungs, Concealed Kong, "
    "All Simples, Pure Double Chow, Mixed Double Chow, Short Straight, Two Terminal Chows, Pung of Terminals or Honors, "
    "Melded Kong, One Voided Suit, No Honors, Edge Wait, Closed Wait, Single Wait, Self-Drawn, Flower Tiles"
)


@pytest.mark.parametrize("names", [PY_MAHJONG_GB.split(), PY_MAHJONG_GB_ENGLISH.split(", "), CHINESE.split()])
def test_every_fan_by_other_programs_names(names: list[str]) -> None:
    fans = [row.title for row in fastmj.rules.get("mcr").rows if row.number != MIXED_KONG[0]]
    assert [canonical(name) for name in names] == fans


def run_together(title: str) -> str:
    """As programs write it: PungOfTerminalsOrHonors."""
    return "".join(word[:1].upper() + word[1:] for word in title.split())


@pytest.mark.parametrize("rules", fastmj.rules.names())
def test_every_name_that_a_rule_set_gives_is_its_own(rules: str) -> None:
    for row in fastmj.rules.get(rules).rows:
        for name in (row.title, row.chinese or row.title, row.key, row.title.upper(), run_together(row.title)):
            assert canonical(name, rules) == row.title, name


@pytest.mark.oracle
def test_every_pair_of_names_that_pymahjonggb_gives() -> None:
    from MahjongGB import MahjongFanCalculator

    pairs = set()
    for row in random_rows(4000, "names"):
        with contextlib.suppress(TypeError):  # no win
            pairs |= {fan[2:] for fan in MahjongFanCalculator(*oracle.arguments(row), True)}
    assert len(pairs) > 70
    for chinese, english in pairs:
        assert canonical(chinese) == canonical(english) is not None, (chinese, english)


@pytest.mark.parametrize(
    ("name", "rules", "expected"),
    [
        ("清一色", "mcr", "Full Flush"),
        ("清一色", "imj", "Pure Same"),
        ("清一色", "hkmj", "Pure"),
        ("Full Flush", "hkmj", "Pure"),
        ("pure flush", "hk", "Full Flush"),
        ("Pure One Suit", "imj", "Pure Same"),
        ("平胡", "mcr", "All Chows"),  # the other four chows
        ("Common Hand", "hkmj", "4 Chows"),
        ("碰碰胡", "hkmj", "4 Pongs"),
        ("All Pongs", "hkmj", "4 Pongs"),
        ("Pure Honours", "hk", "All Honors"),
        ("All honours", "classical", "All Honours"),
        ("Heavenly Hand", "imj", "The Heaven"),
        ("hand of heaven", "classical", "Heaven's Blessing"),
        ("Blessing of Earth", "classical", "Earth's Blessing"),
        ("Earthly Hand", "imj", "The Earth"),
        ("13 Orphans", "hkmj", "Thirteen Unique Wonders"),
        ("Thirteen Unios", "classical", "The Thirteen Unique Wonders"),
        ("FOUR_PURE_SHIFTED_PUNGS", "mcr", "Four Pure Shifted Pungs"),
        ("pungOfTerminalsOrHonors", "mcr", "Pung of Terminals or Honors"),
        ("All Terminals & Honours", "mcr", "All Terminals and Honors"),
        ("獨聽・單釣", "mcr", "Single Wait"),
        ("Robbing a Kong", "mcr", "Robbing the Kong"),
        ("Prevailing Wind", "hkmj", "Round Wind Pong"),
        ("Seat Wind", "hkmj", "Seat Wind Pong"),
        ("Own Wind", "imj", "Chance Wind"),
        ("Last Tile", "imj", None),
        ("Riichi", "mcr", None),
        ("", "mcr", None),
        ("  ", "hk", None),
    ],
)
def test_canonical(name: str, rules: str, expected: str | None) -> None:
    assert canonical(name, rules) == expected


def test_of_options_and_of_rule_sets_that_are_made() -> None:
    assert canonical("All Green", "classical", green_needs_dragon=True) == "All Green"
    assert canonical("绿一色", fastmj.rules.get("classical", green_needs_dragon=True)) == "All Green"
    assert canonical("门风", "hkmj", double_wind=1) == "Seat Wind Pong"
    with pytest.raises(ValueError, match="unknown rule set 'mrc'"):
        canonical("清一色", "mrc")


def test_no_name_is_listed_for_two_elements() -> None:
    names = [(fold(name), keys) for keys, listed in OTHERS for name in listed.split(", ")]
    assert len({name for name, _ in names}) == len(names)
    keys = [key for listed, _ in OTHERS for key in listed.split()]
    assert len(set(keys)) == len(keys)


def test_every_family_is_of_elements_that_exist() -> None:
    made = [fastmj.rules.get(name) for name in fastmj.rules.names()]
    made += [
        fastmj.rules.get("classical", green_needs_dragon=True),
        fastmj.rules.get("imj", all_pickups="any_last_set"),
        fastmj.rules.get("hkmj", double_wind=1, dragon_pair="any", hidden_treasure_kongs=False),
    ]
    known = {row.key for rules in made for row in rules.rows}
    assert {key for keys, _ in OTHERS for key in keys.split()} <= known


@pytest.mark.parametrize("rules", fastmj.rules.names())
def test_the_table_lists_what_is_known(rules: str) -> None:
    table = aliases(rules)
    assert table.column_names == ["alias", "name"]
    assert len(table) > 50
    for row in table.to_pylist():
        assert canonical(row["alias"], rules) == row["name"]
        assert row["alias"] != row["name"]
    titles = list(fastmj.rules.get(rules).names)
    places = [titles.index(name) for name in table["name"].to_pylist()]
    assert places == sorted(places)


def test_some_rows_of_the_table() -> None:
    found = {row["alias"]: row["name"] for row in aliases("imj").to_pylist()}
    assert found["清一色"] == "Pure Same"
    assert found["Full Flush"] == "Pure Same"
    assert found["Seven Shifted Pairs"] == "Seven Consecutive Pairs"


@element("Peace", zh="平和")
def peace(h: View) -> bool:
    """Four chows by a name of their own."""
    return h.chows == 4


def test_own_names_come_first_and_what_is_unclear_is_unknown() -> None:
    from fastmj.elements.chows import all_chows, four_chows

    own = RuleSet("own", (Row(peace, 1), Row(four_chows, 1, zh="")))
    assert canonical("平和", own) == "Peace"
    both = RuleSet("both", (Row(all_chows, 1, name="One"), Row(four_chows, 1, name="Two")))
    assert canonical("Common Hand", both) is None
    assert canonical("One", both) == "One"


def test_names_in_chinese() -> None:
    own = RuleSet("own", (Row(peace, 1), Row(fastmj.rules.get("mcr").row("平和").element, 2)))
    assert own.names_in("zh") == ("Peace", "All Chows")  # of two elements with one name neither has it
    assert fastmj.rules.get("mcr").names_in("zh")[:2] == ("大四喜", "大三元")
    assert fastmj.rules.get("hkmj").names_in("zh") == fastmj.rules.get("hkmj").names
    with pytest.raises(ValueError, match="names='de': unknown; known are en, zh"):
        own.names_in("de")
