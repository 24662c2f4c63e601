"""Hong Kong style (HK): 29 items, a cap of 8 points, payment in chips.

The items and their numbers are those of the "Hong Kong Style Rules". Of nested items only the tighter scores; the option
count_implied adds the implied ones too.

Where the items are silent or misprinted: Heaven And Earth is the dealer's dealt hand, or another player's win on the dealer's
first discard; Prevalent Flower is the flower of the round's wind (the Chinese text names the seat's); a fully concealed hand
adds to Self-Draws; All Honors is four pungs and a pair; Eight Flowers needs a complete hand and is capped like everything.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmj.elements.chows import four_chows
from fastmj.elements.element import Element
from fastmj.elements.flowers import (
    eight_flowers,
    flower_of_the_round,
    flower_of_the_seat,
    full_set_of_flowers,
    no_flower,
    seat_season,
)
from fastmj.elements.forms import seven_pairs, thirteen_orphans
from fastmj.elements.honors import (
    big_four_winds,
    big_three_dragons,
    little_four_winds,
    little_three_dragons,
    one_dragon_pung,
    prevalent_wind,
    pungs_of_honors,
    seat_wind,
    two_dragons,
)
from fastmj.elements.kongs import four_kongs
from fastmj.elements.pungs import all_pungs
from fastmj.elements.suits import full_flush, half_flush
from fastmj.elements.winning import (
    concealed_hand,
    fully_concealed_hand,
    heaven_and_earth,
    last_tile_claim,
    last_tile_draw,
    out_with_replacement_tile,
    robbing_the_kong,
    self_drawn,
)
from fastmj.hands import Hands
from fastmj.rules.options import choose, option
from fastmj.rules.payments import Paid, drawn, from_chart, paid, payable
from fastmj.rules.row import Row
from fastmj.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from fastmj.engine import ScoreArrays

CHIPS = (1, 2, 4, 8, 16, 32, 64)  # from 0 points up


@dataclass(frozen=True)
class Options:
    """Where the items can be read in two ways."""

    max_points: int | None = option(8, (int, None), "the most a hand can score; null: no limit")
    count_implied: bool = option(False, bool, "items implied by a tighter one are added too")
    fully_concealed_with_self_draw: bool = option(True, bool, "Fully Concealed Hand and Self-Draws add up")
    eight_flowers_instant: bool = option(False, bool, "Eight Flowers wins without a complete hand")
    prevalent_flower: str = option("round", ("round", "seat"), "whose flower Prevalent Flower is")


def pay(rules: RuleSet, hands: Hands, scores: "ScoreArrays") -> Paid:
    """Self-drawn: each of three pays the chips; else the thrower, or who was robbed of a kong, alone."""
    valid = payable(hands, scores)
    chips = from_chart(CHIPS, scores.total, valid)
    return paid(hands, valid, each=np.where(drawn(hands), chips, 0), thrower=chips)


def make(**given: Any) -> RuleSet:
    """The rule set under these options."""
    o: Options = choose(Options, "hk", {}, given)

    def implied(*elements: Element) -> tuple[Element, ...]:
        return () if o.count_implied else elements

    beside_concealed = () if o.fully_concealed_with_self_draw else (self_drawn,)
    prevalent = flower_of_the_round if o.prevalent_flower == "round" else flower_of_the_seat
    rows = (
        Row(heaven_and_earth, 8, (), "1"),
        Row(big_four_winds, 5, implied(all_pungs, prevalent_wind, seat_wind), "2", zh="四風會"),
        Row(big_three_dragons, 5, implied(two_dragons), "3"),
        Row(four_kongs, 5, implied(all_pungs), "4", zh="四杠"),
        Row(thirteen_orphans, 8, implied(concealed_hand), "5"),
        Row(little_four_winds, 3, (), "6", zh="小四風會"),
        Row(little_three_dragons, 3, implied(two_dragons), "7"),
        Row(pungs_of_honors, 8, implied(all_pungs), "8"),
        Row(seven_pairs, 5, implied(concealed_hand), "9"),
        Row(full_flush, 5, (), "10"),
        Row(last_tile_draw, 1, (self_drawn,), "11"),
        Row(last_tile_claim, 1, (), "12"),
        Row(out_with_replacement_tile, 1, (self_drawn,), "13"),
        Row(robbing_the_kong, 1, (), "14", "Robbing The Kong"),
        Row(all_pungs, 3, (), "15"),
        Row(half_flush, 3, (), "16"),
        Row(two_dragons, 2, (), "17"),
        Row(fully_concealed_hand, 1, beside_concealed, "18"),
        Row(one_dragon_pung, 1, (), "19"),
        Row(prevalent_wind, 1, (), "20"),
        Row(seat_wind, 1, (), "21"),
        Row(concealed_hand, 1, (), "22"),
        Row(four_chows, 1, (), "23", zh="平和"),
        Row(self_drawn, 1, (), "24", "Self-Draws"),
        Row(eight_flowers, 13, (full_set_of_flowers, seat_season, prevalent), "25"),
        Row(full_set_of_flowers, 2, (), "26", "Four Flowers", "四朵花"),
        Row(seat_season, 1, (), "27"),
        Row(prevalent, 1, (), "28"),
        Row(no_flower, 1, (), "29"),
    )
    return RuleSet(
        name="hk",
        rows=rows,
        options=o,
        forms=("regular", "seven_pairs", "thirteen_orphans"),
        claims=("eight_flowers",) if o.eight_flowers_instant else (),
        cap=o.max_points,
        pay=pay,
        source=(__doc__ or "").strip(),
    )
