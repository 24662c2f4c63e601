"""Chinese Official rules (MCR): 81 fans.

Values and exclusions follow the fan tables of the 1998 rule book as revised by the World Mahjong Organization. Where books,
federations and online services differ there is an option, and three profiles choose a column of them:

standard   the fan tables (the default)
online     what online services play and count (and PyMahjongGB computes)
wmo2014    the Chinese edition of 2014

Exclusions are the non-repeat principle; the other four principles (non-separation, non-identical, freedom of choice,
account-once) are how relations between chows combine, see ``kernels/combine.py``.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmj.elements.chows import (
    all_chows,
    four_shifted_chows,
    mixed_double_chow,
    mixed_shifted_chows,
    mixed_straight,
    mixed_triple_chow,
    pure_double_chow,
    pure_shifted_chows,
    pure_straight,
    pure_terminal_chows,
    pure_triple_chow,
    quadruple_chow,
    short_straight,
    three_suited_terminal_chows,
    two_terminal_chows,
)
from fastmj.elements.element import Element
from fastmj.elements.flowers import flower_tiles
from fastmj.elements.forms import (
    greater_honors_and_knitted_tiles,
    knitted_straight,
    lesser_honors_and_knitted_tiles,
    nine_gates,
    seven_pairs,
    seven_shifted_pairs,
    thirteen_orphans,
)
from fastmj.elements.honors import (
    big_four_winds,
    big_three_dragons,
    big_three_winds,
    dragon_pung,
    little_four_winds,
    little_three_dragons,
    prevalent_wind,
    seat_wind,
    two_dragons,
)
from fastmj.elements.kongs import (
    concealed_kong,
    concealed_kong_and_melded_kong,
    four_kongs,
    melded_kong,
    three_kongs,
    two_concealed_kongs,
    two_melded_kongs,
)
from fastmj.elements.pungs import (
    all_pungs,
    double_pung,
    four_concealed_pungs,
    four_pure_shifted_pungs,
    mixed_shifted_pungs,
    pung_of_terminals_or_honors,
    pure_shifted_pungs,
    three_concealed_pungs,
    triple_pung,
    two_concealed_pungs,
)
from fastmj.elements.ranks import (
    all_even_pungs,
    all_fives,
    all_simples,
    lower_four,
    lower_tiles,
    middle_tiles,
    outside_hand,
    upper_four,
    upper_tiles,
)
from fastmj.elements.suits import (
    all_green,
    all_honors,
    all_terminals,
    all_terminals_and_honors,
    all_types,
    full_flush,
    half_flush,
    no_honors,
    one_voided_suit,
    reversible_tiles,
    tile_hog,
)
from fastmj.elements.winning import (
    chicken_hand,
    closed_wait,
    concealed_hand,
    edge_wait,
    fully_concealed_hand,
    last_tile,
    last_tile_claim,
    last_tile_draw,
    melded_hand,
    out_with_replacement_tile,
    robbing_the_kong,
    self_drawn,
    single_wait,
)
from fastmj.hands import Hands
from fastmj.rules.options import choose, option
from fastmj.rules.payments import Paid, drawn, paid, payable
from fastmj.rules.row import Row
from fastmj.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from fastmj.engine import ScoreArrays

MINIMUM = 8
LOSS = 8  # what every loser pays beside the winner's points


@dataclass(frozen=True)
class Options:
    """Where the books and services differ."""

    profile: str = option("standard", ("standard", "online", "wmo2014"), "which column of the options below")
    mixed_kong: int = option(6, int, "points for one melded and one concealed kong")
    two_concealed_kongs: int = option(8, int, "points for Two Concealed Kongs")
    kongs_add_concealed: bool = option(True, bool, "Three and Four Kongs also score their one or two concealed kongs")
    special_fully_concealed: bool = option(
        True, bool, "self-drawn special hands score Fully Concealed Hand instead of Self-Drawn"
    )
    fcp_fully_concealed: bool = option(True, bool, "the same for Four Concealed Pungs")
    all_green_half_flush: bool = option(False, bool, "All Green with green dragons also scores Half Flush")
    all_terminals_double_pung: bool = option(False, bool, "All Terminals also scores Double Pung")
    knitted_wait: str = option(
        "residual",
        ("residual", "not_on_body"),
        "waits of a knitted straight: those of the other five tiles, or none where the kind lies in the body too",
    )
    dead_waits: str = option(
        "count", ("count", "ignore"), "whether a kind of which the hand holds all four still counts as a wait"
    )


PROFILES: dict[str, dict[str, Any]] = {
    "standard": {},
    "online": {
        "mixed_kong": 5,
        "two_concealed_kongs": 6,
        "kongs_add_concealed": False,
        "special_fully_concealed": False,
        "fcp_fully_concealed": False,
    },
    "wmo2014": {"all_green_half_flush": True, "all_terminals_double_pung": True},
}


def pay(rules: RuleSet, hands: Hands, scores: "ScoreArrays") -> Paid:
    """Self-drawn: each loser pays 8 and the points. Else the discarder pays both, the other two 8 each."""
    valid = payable(hands, scores)
    points = LOSS + np.where(valid, scores.total, 0).astype(np.int32)
    return paid(hands, valid, each=np.where(drawn(hands), points, LOSS), thrower=points)


def make(**given: Any) -> RuleSet:
    """The rule set under these options."""
    o: Options = choose(Options, "mcr", PROFILES, given)

    def unless(allowed: bool, *elements: Element) -> tuple[Element, ...]:
        return () if allowed else elements

    special = (concealed_hand, *unless(o.special_fully_concealed, fully_concealed_hand))
    beside_kongs = unless(o.kongs_add_concealed, two_concealed_kongs, concealed_kong)
    rows = (
        # 88
        Row(
            big_four_winds,
            88,
            (big_three_winds, all_pungs, prevalent_wind, seat_wind, pung_of_terminals_or_honors),
            "1",
        ),
        Row(big_three_dragons, 88, (two_dragons, dragon_pung), "2"),
        Row(all_green, 88, unless(o.all_green_half_flush, half_flush), "3"),
        Row(nine_gates, 88, (full_flush, no_honors, *special), "4"),
        Row(four_kongs, 88, (all_pungs, single_wait, *beside_kongs), "5"),
        Row(seven_shifted_pairs, 88, (seven_pairs, full_flush, no_honors, single_wait, *special), "6"),
        Row(thirteen_orphans, 88, (all_terminals_and_honors, all_types, single_wait, *special), "7"),
        # 64
        Row(
            all_terminals,
            64,
            (
                all_terminals_and_honors,
                all_pungs,
                outside_hand,
                pung_of_terminals_or_honors,
                no_honors,
                *unless(o.all_terminals_double_pung, double_pung),
            ),
            "8",
        ),
        Row(little_four_winds, 64, (big_three_winds,), "9"),
        Row(little_three_dragons, 64, (two_dragons, dragon_pung), "10"),
        Row(all_honors, 64, (all_terminals_and_honors, all_pungs, outside_hand, pung_of_terminals_or_honors), "11"),
        Row(
            four_concealed_pungs,
            64,
            (
                three_concealed_pungs,
                two_concealed_pungs,
                all_pungs,
                concealed_hand,
                *unless(o.fcp_fully_concealed, fully_concealed_hand),
            ),
            "12",
        ),
        Row(
            pure_terminal_chows,
            64,
            (seven_pairs, full_flush, all_chows, pure_double_chow, two_terminal_chows, no_honors),
            "13",
        ),
        # 48
        Row(quadruple_chow, 48, (pure_triple_chow, pure_shifted_pungs, pure_double_chow, tile_hog), "14"),
        Row(four_pure_shifted_pungs, 48, (pure_shifted_pungs, all_pungs), "15"),
        # 32
        Row(four_shifted_chows, 32, (pure_shifted_chows, short_straight, two_terminal_chows), "16"),
        Row(three_kongs, 32, beside_kongs, "17"),
        Row(all_terminals_and_honors, 32, (all_pungs, outside_hand, pung_of_terminals_or_honors), "18"),
        # 24
        Row(seven_pairs, 24, (single_wait, *special), "19"),
        Row(greater_honors_and_knitted_tiles, 24, (all_types, single_wait, *special), "20"),
        Row(all_even_pungs, 24, (all_pungs, all_simples, no_honors), "21"),
        Row(full_flush, 24, (no_honors,), "22"),
        Row(pure_triple_chow, 24, (pure_shifted_pungs, pure_double_chow), "23"),
        Row(pure_shifted_pungs, 24, (), "24"),
        Row(upper_tiles, 24, (upper_four, no_honors), "25"),
        Row(middle_tiles, 24, (all_simples, no_honors), "26"),
        Row(lower_tiles, 24, (lower_four, no_honors), "27"),
        # 16
        Row(pure_straight, 16, (), "28"),
        Row(three_suited_terminal_chows, 16, (all_chows, mixed_double_chow, two_terminal_chows, no_honors), "29"),
        Row(pure_shifted_chows, 16, (), "30"),
        Row(all_fives, 16, (all_simples, no_honors), "31"),
        Row(triple_pung, 16, (), "32"),
        Row(three_concealed_pungs, 16, (two_concealed_pungs,), "33"),
        # 12
        Row(lesser_honors_and_knitted_tiles, 12, (all_types, single_wait, *special), "34"),
        Row(knitted_straight, 12, (), "35"),
        Row(upper_four, 12, (no_honors,), "36"),
        Row(lower_four, 12, (no_honors,), "37"),
        Row(big_three_winds, 12, (), "38"),
        # 8
        Row(mixed_straight, 8, (), "39"),
        Row(reversible_tiles, 8, (one_voided_suit,), "40"),
        Row(mixed_triple_chow, 8, (), "41"),
        Row(mixed_shifted_pungs, 8, (), "42"),
        Row(chicken_hand, 8, (), "43"),
        Row(last_tile_draw, 8, (self_drawn,), "44"),
        Row(last_tile_claim, 8, (), "45"),
        Row(out_with_replacement_tile, 8, (self_drawn,), "46"),
        Row(robbing_the_kong, 8, (last_tile,), "47"),
        Row(two_concealed_kongs, o.two_concealed_kongs, (two_concealed_pungs, concealed_kong), "48"),
        # 6
        Row(all_pungs, 6, (), "49"),
        Row(half_flush, 6, (), "50"),
        Row(mixed_shifted_chows, 6, (), "51"),
        Row(all_types, 6, (), "52"),
        Row(melded_hand, 6, (single_wait,), "53"),
        Row(two_dragons, 6, (dragon_pung,), "54"),
        # 4
        Row(outside_hand, 4, (), "55"),
        Row(fully_concealed_hand, 4, (concealed_hand, self_drawn), "56"),
        Row(two_melded_kongs, 4, (), "57"),
        Row(concealed_kong_and_melded_kong, o.mixed_kong, (concealed_kong,), "57a"),
        Row(last_tile, 4, (), "58"),
        # 2
        Row(dragon_pung, 2, (), "59"),
        Row(prevalent_wind, 2, (), "60"),
        Row(seat_wind, 2, (), "61"),
        Row(concealed_hand, 2, (), "62"),
        Row(all_chows, 2, (no_honors,), "63"),
        Row(tile_hog, 2, (), "64"),
        Row(double_pung, 2, (), "65"),
        Row(two_concealed_pungs, 2, (), "66"),
        Row(concealed_kong, 2, (), "67"),
        Row(all_simples, 2, (no_honors,), "68"),
        # 1
        Row(pure_double_chow, 1, (), "69"),
        Row(mixed_double_chow, 1, (), "70"),
        Row(short_straight, 1, (), "71"),
        Row(two_terminal_chows, 1, (), "72"),
        Row(pung_of_terminals_or_honors, 1, (), "73"),
        Row(melded_kong, 1, (), "74"),
        Row(one_voided_suit, 1, (), "75"),
        Row(no_honors, 1, (), "76"),
        Row(edge_wait, 1, (), "77"),
        Row(closed_wait, 1, (), "78"),
        Row(single_wait, 1, (), "79"),
        Row(self_drawn, 1, (), "80"),
        Row(flower_tiles, 1, (), "81", outside=True),
    )
    return RuleSet(
        name="mcr",
        rows=rows,
        options=o,
        forms=("regular", "seven_pairs", "thirteen_orphans", "honors_knitted", "knitted_straight"),
        nothing=chicken_hand,
        minimum=MINIMUM,
        dead_waits=o.dead_waits == "count",
        knitted_on_body=o.knitted_wait == "not_on_body",
        pay=pay,
        source=(__doc__ or "").strip(),
    )
