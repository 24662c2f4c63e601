"""What others call the scoring elements: logs, calculators, books. One row an element, or a family of them.

Of a family every rule set has its own element, which people call by the same names: the all chows of the Chinese Official
rules have no honor pair, those of Hong Kong may. The names that the built-in rule sets give an element are known of
themselves; a row adds only what others write. Spelling needs no row (see ``fold``): traditional characters, 胡 for 和,
capitals, hyphens, plurals, honours, pongs, and names run together as programs write them.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fastmj.arguments import text

if TYPE_CHECKING:
    import pyarrow as pa

    from fastmj.rules.row import Row
    from fastmj.rules.ruleset import RuleSet

OTHERS = (
    # (keys of the elements, their names); in the order of the Chinese Official fans, then of the other rule sets
    ("big_four_winds", "四风会, 大四风会, Great Four Winds, Big Four Joys, Four Big Winds, Four Great Blessings"),
    ("big_three_dragons", "Great Three Dragons, Big Dragons, Three Big Dragons, Three Great Dragons"),
    ("all_green all_green_with_dragon", "Green Hand, Green Only, Imperial Jade"),
    ("nine_gates", "九宝莲灯, Nine Gates Hand, Nine Lotus Lanterns, Nine Treasure Lanterns, Heavenly Gates"),
    ("four_kongs", "四杠子, 十八罗汉, Four Quads, Eighteen Arhats"),
    (
        "seven_shifted_pairs",
        "连七对子, Chained Seven Pairs, Consecutive Seven Pairs, Seven Linked Pairs, Seven Successive Pairs",
    ),
    ("thirteen_orphans", "十三幺九, 13 Orphans, Thirteen Wonders, Thirteen Terminals"),
    ("all_terminals", "Pure Terminals, Pure Outside Pungs"),
    ("little_four_winds", "小四风会, Small Four Winds, Four Small Winds, Little Four Joys, Four Little Winds"),
    ("little_three_dragons", "Small Three Dragons, Three Small Dragons, Little Dragons, Three Little Dragons"),
    ("all_honors pungs_of_honors", "Honors Only, Pure Honors, All Honor Tiles"),
    (
        "four_concealed_pungs all_hidden_pungs four_hidden_pungs_or_kongs",
        "坎坎胡, Four Closed Pungs, All Concealed Pungs, Four Hidden Pungs",
    ),
    ("pure_terminal_chows", "Pure Double Terminal Chows, Pure Twin Dragons"),
    ("quadruple_chow", "Pure Quadruple Chow, Four Same Chows"),
    ("four_pure_shifted_pungs", "Four Shifted Pungs, Pure Four Shifted Pungs"),
    ("four_shifted_chows four_stepping_chows", "Four Pure Shifted Chows, Pure Four Shifted Chows"),
    ("three_kongs", "三杠子, Three Quads"),
    ("all_terminals_and_honors", "Terminals and Honors, Mixed Terminals, All Terminals & Honors"),
    ("seven_pairs", "七对子, 七小对, 7 Pairs"),
    (
        "greater_honors_and_knitted_tiles",
        "Greater Honors and Knitted, Greater Knitted Honors, Seven Stars, Seven Honors and Knitted",
    ),
    ("all_even_pungs", "All Even, Even Pungs"),
    ("full_flush", "Pure Flush, Pure One Suit, One Suit, Pure Suit, Pure Hand, Clean Hand"),
    ("pure_triple_chow", "Three Same Chows"),
    ("pure_shifted_pungs", "Three Pure Shifted Pungs, Pure Three Shifted Pungs, Three Shifted Pungs"),
    ("upper_tiles", "Upper Three"),
    ("middle_tiles", "Middle Three"),
    ("lower_tiles", "Lower Three"),
    ("pure_straight", "一条龙, 清一条龙, Full Straight, Pure Dragon"),
    (
        "three_suited_terminal_chows",
        "3-Suited Terminal Chows, Mixed Double Terminal Chows, Three-Colored Twin Dragons",
    ),
    ("pure_shifted_chows pure_stepping_chows", "Three Pure Shifted Chows, Pure Three Shifted Chows"),
    ("all_fives", "Five in Each Set"),
    ("triple_pung", "Mixed Triple Pung, Three-Suited Pungs"),
    ("three_concealed_pungs", "三暗刻子, Three Closed Pungs, Three Hidden Pungs"),
    (
        "lesser_honors_and_knitted_tiles",
        "十三不靠, Lesser Honors and Knitted, Lesser Knitted Honors, Honors and Knitted Tiles",
    ),
    ("knitted_straight", "Knitted Tiles Straight, Composed Dragon"),
    ("upper_four", "Bigger than Five"),
    ("lower_four", "Smaller than Five"),
    ("big_three_winds", "大三风, Three Winds, Three Wind Pungs"),
    ("mixed_straight", "三色一条龙, Three-Suited Straight, Mixed Dragon"),
    ("reversible_tiles", "Reversible Hand, Reversibles"),
    ("mixed_triple_chow", "三色同顺, Three-Suited Chows"),
    ("mixed_shifted_pungs", "Mixed Three Shifted Pungs, Three-Suited Shifted Pungs"),
    ("chicken_hand", "鸡和, No Points Hand"),
    ("last_tile_draw", "海底摸月, Last Draw, Win on the Last Draw, Last Tile of the Wall"),
    ("last_tile_claim", "海底捞鱼, 河底捞鱼, Tile Claim, Last Discard, Win on the Last Discard"),
    ("out_with_replacement_tile", "杠上花, Out on Replacement Tile, Replacement Tile, Win on a Kong, After a Kong"),
    ("robbing_the_kong", "抢杠, Robbing a Kong, Robbed Kong, Kong Robbed"),
    ("two_concealed_kongs", "二暗杠"),
    ("all_pungs", "对对和, 大对子, Pung Hand, All Triplets, Four Pungs"),
    ("half_flush", "凑一色, Mixed Flush, Mixed One Suit, Mixed Suit, Clean Hand with Honors"),
    ("mixed_shifted_chows", "Mixed Three Shifted Chows, Three-Suited Shifted Chows"),
    ("all_types", "Five Types, All Five Types"),
    ("melded_hand all_pickups all_sets_picked_up", "All Melded, Fully Melded Hand, All Melded Hand"),
    ("two_dragons", "Two Dragon Pungs, Double Dragon Pungs"),
    ("outside_hand", "全带幺九, Terminals or Honors in Each Set, All Outside"),
    ("fully_concealed_hand", "门清自摸, Fully Concealed, Fully Concealed Self-Drawn"),
    ("two_melded_kongs", "二明杠"),
    (
        "concealed_kong_and_melded_kong",
        "暗明杠, 一明一暗杠, Melded Kong and Concealed Kong, One Melded and One Concealed Kong",
    ),
    ("last_tile", "绝张, Last of its Kind, Last Tile of its Kind"),
    ("dragon_pung one_dragon_pung", "Pung of Dragons, Dragons Pung"),
    ("prevalent_wind", "圈风, Prevailing Wind, Wind of the Round, Pung of Prevalent Wind, Prevalent Wind Pung"),
    ("seat_wind seat_wind_unless_round", "门风, 自风, Own Wind, Player's Wind, Pung of Seat Wind"),
    ("concealed_hand clear_front", "门清, Closed Hand"),
    ("all_chows four_chows", "平胡, Chow Hand, Common Hand, All Sequences"),
    ("tile_hog", "Four in One"),
    ("double_pung", "Mixed Double Pung"),
    ("two_concealed_pungs", "二暗刻, Two Closed Pungs, Two Hidden Pungs"),
    ("all_simples", "断幺九, Simples, No Terminals or Honors"),
    ("pure_double_chow", "Twin Chows, Two Same Chows"),
    ("mixed_double_chow", "Two-Suited Chows"),
    ("short_straight", "Half Straight"),
    ("two_terminal_chows", "Terminal Chows, Double Terminal Chows, Old and Young"),
    ("pung_of_terminals_or_honors", "Pung of Terminals and Honors, Terminal or Honor Pung"),
    ("melded_kong", "Exposed Kong"),
    ("concealed_kong", "Hidden Kong"),
    ("one_voided_suit", "Voided Suit, One Suit Voided, Missing Suit"),
    ("no_honors", "No Honor Tiles"),
    ("edge_wait", "独听边张, Edge, Terminal Wait"),
    ("closed_wait", "嵌张, 卡张, 独听嵌张, Middle Wait, Inside Wait"),
    ("single_wait", "单调将, 单吊将, 单钓, 独听单钓, Pair Wait"),
    ("self_drawn", "Self Pick, Self Picked, Win from the Wall"),
    ("flower_tiles", "花, Flower Tile"),
    ("no_flower", "No Flowers or Seasons"),
    ("chance_flower seat_season", "Own Flower, Flower of the Seat"),
    ("full_set_of_flowers", "Full Flower Set, Set of Flowers"),
    ("eight_flowers eight_flowers_claimed", "八仙过海, Eight Immortals, All Flowers"),
    ("heaven heaven_without_kong", "Heavenly Hand, Hand of Heaven, Blessing of Heaven, Heavenly Win"),
    ("earth", "Earthly Hand, Hand of Earth, Blessing of Earth, Earthly Win"),
    ("heads_and_tails", "All Ones and Nines"),
    ("plum_blossom", "Plum Blossom on the Roof"),
    ("moon_from_the_sea", "Plucking the Moon from the Bottom of the Sea, Moon from the Bottom of the Sea"),
    ("wriggling_snake", "Wriggly Snake"),
    ("jade_dragon jade_dragon_any_pair", "Jade Dragon Hand"),
    ("ruby_dragon ruby_dragon_any_pair", "Ruby Dragon Hand"),
    ("pearl_dragon pearl_dragon_any_pair", "Pearl Dragon Hand"),
)

_FOLDED_CHARACTERS = str.maketrans(
    "綠蓮寶燈槓連對雙龍會順節帶組于風搶門齊絕張單釣調將邊無斷歸開撈雞間條莊卽後羅漢頭湊臺台獨聽雜魚紅鳳胡糊么麼",
    "绿莲宝灯杠连对双龙会顺节带组于风抢门齐绝张单钓调将边无断归开捞鸡间条庄即后罗汉头凑台台独听杂鱼红凤和和幺幺",
)
_WORDS = {"honour": "honor", "pong": "pung", "kang": "kong", "gong": "kong", "suited": "suit", "coloured": "colored"}


@lru_cache(1 << 14)
def fold(name: str) -> str:
    """The part of a name that spelling habits leave alone: one script, no case, no punctuation, singular words."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", unicodedata.normalize("NFKC", name).replace("&", " and "))
    text = text.translate(_FOLDED_CHARACTERS).casefold().replace("'", "")
    words = ("".join(c if c.isalnum() else " " for c in text)).split()
    singular = (word.removesuffix("s") for word in words)
    return "".join(_WORDS.get(word, word) for word in singular)


@lru_cache(1)
def _families() -> dict[str, frozenset[str]]:
    """key -> every folded name by which the element, or one of its family, is known."""
    from fastmj import rules

    own: dict[str, set[str]] = {}
    for name in rules.names():
        for row in rules.get(name).rows:
            own.setdefault(row.key, set()).update(_own(row))
    for keys, names in OTHERS:
        known = set(map(fold, names.split(", "))).union(*(own.get(key, set()) for key in keys.split()))
        own |= {key: known | own.get(key, set()) for key in keys.split()}
    return {key: frozenset(names - {""}) for key, names in own.items()}


def _own(row: "Row") -> set[str]:
    """The folded names that a rule set itself gives a row, and its detector's."""
    return {fold(name) for name in (row.title, row.chinese, row.element.name, row.element.zh, row.key) if name}


def find(rows: Iterable["Row"], name: str) -> "Row | None":
    """The one row that a name means, by the rule set's own names, then by all that are known. None where none or several do."""
    rows, folded = tuple(rows), fold(name)
    for same in (
        lambda row: name in (row.title, row.chinese) and name,
        lambda row: folded in (fold(row.title), fold(row.chinese)) and folded,
        lambda row: folded in _own(row),
        lambda row: folded in _families().get(row.key, ()),
    ):
        found = [row for row in rows if same(row)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def canonical(name: str, rules: "str | RuleSet" = "mcr", **options: Any) -> str | None:
    """The English name that a rule set gives an element, from whatever others call it; None where nothing of it is known.

    ``canonical("清一色")``, ``canonical("pure flush", "hk")``: Chinese and English names of all rule sets, of logs and of other
    calculators, whatever their spelling. ValueError for an unknown rule set or option.
    """
    from fastmj.rules import get

    return _canonical(text("name", name), get(rules, **options))


def _canonical(name: str, rules: "RuleSet") -> str | None:
    row = find(rules.rows, name)
    return None if row is None else row.title


def aliases(rules: "str | RuleSet" = "mcr", **options: Any) -> "pa.Table":
    """The other names that ``canonical`` knows for the elements of a rule set: a table of ``alias`` and ``name``.

    It is in the order of the rule set; of names that differ in spelling only one is listed. ValueError for an unknown rule
    set or option.
    """
    import pyarrow as pa

    from fastmj.rules import get

    chosen = get(rules, **options)
    pairs: list[tuple[str, str]] = []
    for row in chosen.rows:
        seen = {fold(row.title)}
        for alias in _written(row):
            if fold(alias) not in seen and _canonical(alias, chosen) == row.title:
                pairs.append((alias, row.title))
                seen.add(fold(alias))
    return pa.table({"alias": [alias for alias, _ in pairs], "name": [name for _, name in pairs]})


def _written(row: "Row") -> list[str]:
    """Names of a row and of its family as they are written: Chinese, of other rule sets, of others."""
    from fastmj import rules

    families = [(keys.split(), names.split(", ")) for keys, names in OTHERS if row.key in keys.split()]
    keys = families[0][0] if families else [row.key]
    found = [row.chinese, row.element.name, row.element.zh]
    for name in rules.names():
        for other in (other for other in rules.get(name).rows if other.key in keys):
            found += [other.title, other.chinese]
    return [name for name in found + [name for _, names in families for name in names] if name]
