"""What logs call the scoring elements of the Chinese Official rules: one row an element.

A row is the canonical English name, the Chinese name, and what else logs and calculators write. Spelling is folded
before the look-up (see ``fold``): traditional characters, 胡 for 和, capitals, hyphens and plurals need no alias.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class Names(NamedTuple):
    """One element: its canonical name, its Chinese name, other names."""

    english: str
    chinese: str
    others: tuple[str, ...] = ()


def _row(english: str, chinese: str, *others: str) -> Names:
    return Names(english, chinese, others)


ELEMENTS = (
    _row("Big Four Winds", "大四喜", "四风会", "大四风会", "Great Four Winds"),
    _row("Big Three Dragons", "大三元", "Great Three Dragons"),
    _row("All Green", "绿一色"),
    _row("Nine Gates", "九莲宝灯", "九宝莲灯", "Nine Gates Hand"),
    _row("Four Kongs", "四杠", "四杠子"),
    _row("Seven Shifted Pairs", "连七对", "连七对子"),
    _row("Thirteen Orphans", "十三幺", "十三幺九"),
    _row("All Terminals", "清幺九"),
    _row("Little Four Winds", "小四喜", "小四风会", "Small Four Winds"),
    _row("Little Three Dragons", "小三元", "Small Three Dragons"),
    _row("All Honors", "字一色"),
    _row("Four Concealed Pungs", "四暗刻"),
    _row("Pure Terminal Chows", "一色双龙会"),
    _row("Quadruple Chow", "一色四同顺"),
    _row("Four Pure Shifted Pungs", "一色四节高"),
    _row("Four Shifted Chows", "一色四步高", "Four Pure Shifted Chows"),
    _row("Three Kongs", "三杠", "三杠子"),
    _row("All Terminals and Honors", "混幺九"),
    _row("Seven Pairs", "七对", "七对子"),
    _row("Greater Honors and Knitted Tiles", "七星不靠"),
    _row("All Even Pungs", "全双刻", "All Even"),
    _row("Full Flush", "清一色"),
    _row("Pure Triple Chow", "一色三同顺"),
    _row("Pure Shifted Pungs", "一色三节高"),
    _row("Upper Tiles", "全大"),
    _row("Middle Tiles", "全中"),
    _row("Lower Tiles", "全小", "Lower Three"),
    _row("Pure Straight", "清龙", "一条龙"),
    _row("Three-Suited Terminal Chows", "三色双龙会"),
    _row("Pure Shifted Chows", "一色三步高"),
    _row("All Fives", "全带五"),
    _row("Triple Pung", "三同刻"),
    _row("Three Concealed Pungs", "三暗刻"),
    _row("Lesser Honors and Knitted Tiles", "全不靠"),
    _row("Knitted Straight", "组合龙"),
    _row("Upper Four", "大于五"),
    _row("Lower Four", "小于五"),
    _row("Big Three Winds", "三风刻"),
    _row("Mixed Straight", "花龙"),
    _row("Reversible Tiles", "推不倒"),
    _row("Mixed Triple Chow", "三色三同顺"),
    _row("Mixed Shifted Pungs", "三色三节高"),
    _row("Chicken Hand", "无番和", "鸡和"),
    _row("Last Tile Draw", "妙手回春"),
    _row("Last Tile Claim", "海底捞月", "Tile Claim"),
    _row("Out with Replacement Tile", "杠上开花", "杠上花"),
    _row("Robbing the Kong", "抢杠和", "抢杠"),
    _row("Two Concealed Kongs", "双暗杠"),
    _row("All Pungs", "碰碰和", "对对和"),
    _row("Half Flush", "混一色"),
    _row("Mixed Shifted Chows", "三色三步高"),
    _row("All Types", "五门齐"),
    _row("Melded Hand", "全求人"),
    _row("Two Dragons", "双箭刻", "Two Dragon Pungs", "Two Dragons Pungs"),
    _row("Outside Hand", "全带幺"),
    _row("Fully Concealed Hand", "不求人", "Fully Concealed"),
    _row("Two Melded Kongs", "双明杠"),
    _row("Concealed Kong and Melded Kong", "明暗杠", "暗明杠", "Melded Kong and Concealed Kong"),
    _row("Last Tile", "和绝张", "绝张", "Last of its Kind"),
    _row("Dragon Pung", "箭刻"),
    _row("Prevalent Wind", "圈风刻"),
    _row("Seat Wind", "门风刻"),
    _row("Concealed Hand", "门前清", "门清"),
    _row("All Chows", "平和"),
    _row("Tile Hog", "四归一"),
    _row("Double Pung", "双同刻"),
    _row("Two Concealed Pungs", "双暗刻"),
    _row("Concealed Kong", "暗杠"),
    _row("All Simples", "断幺", "断幺九"),
    _row("Pure Double Chow", "一般高"),
    _row("Mixed Double Chow", "喜相逢"),
    _row("Short Straight", "连六"),
    _row("Two Terminal Chows", "老少副"),
    _row("Pung of Terminals or Honors", "幺九刻"),
    _row("Melded Kong", "明杠"),
    _row("One Voided Suit", "缺一门"),
    _row("No Honors", "无字"),
    _row("Edge Wait", "边张", "独听边张"),
    _row("Closed Wait", "坎张", "嵌张", "卡张", "独听嵌张"),
    _row("Single Wait", "单钓将", "单调将", "单吊将", "单钓", "独听单钓"),
    _row("Self-Drawn", "自摸", "Self-Draw"),
    _row("Flower Tiles", "花牌"),
)

_FOLDED_CHARACTERS = str.maketrans(
    "綠蓮寶燈槓連對雙龍會順節帶組於風搶門齊絕張單釣調將邊無斷歸開撈雞間條莊卽後胡糊么麼",
    "绿莲宝灯杠连对双龙会顺节带组于风抢门齐绝张单钓调将边无断归开捞鸡间条庄即后和和幺幺",
)


def fold(name: str) -> str:
    """The part of a name that spelling habits leave alone: one script, no case, no punctuation, singular words."""
    text = unicodedata.normalize("NFKC", name).translate(_FOLDED_CHARACTERS).casefold().replace("honour", "honor")
    words = "".join(c if c.isalnum() else " " for c in text.replace("'", "")).split()
    return "".join(word.removesuffix("s") for word in words)


_CANONICAL = {fold(name): row.english for row in ELEMENTS for name in (row.english, row.chinese, *row.others)}


def canonical(name: str) -> str | None:
    """The canonical English name of an element given by any of its names, or None."""
    return _CANONICAL.get(fold(name))


@lru_cache(4096)
def claimed(name: str) -> str | None:
    """A name as importers keep it: canonical where known, as read where not, None where the log lost the characters."""
    known = canonical(name)
    lost = known is None and ("?" in name or "\N{REPLACEMENT CHARACTER}" in name)
    return None if lost else known or name


def repeated(claims: Iterable[tuple[str, int]]) -> tuple[str | None, ...]:
    """Names with their counts -> ``claimed`` names repeated by count. Raises ``ValueError`` for an impossible count."""
    names: list[str | None] = []
    for name, count in claims:
        if not 0 < count < 100:
            raise ValueError(f"element {name!r} is counted {count} times")
        names += [claimed(name)] * count
    return tuple(names)
