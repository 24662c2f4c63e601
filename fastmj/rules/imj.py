"""International Mahjong (IMJ): 55 grade elements.

Articles 25 to 30 of the International Mahjong rules, with the 107 samples that explain them. Points are fans in halves.

Special hands (article 25) are final: the dearest of them is all that counts, and the opening ones come first. On one reading
of an ordinary hand each of the groups 26, 27.1 to 27.4 and 28.1 to 28.5 adds its dearest element; a starred element (*) may
be added to others of its group. Of readings worth the same the one with the dearer element of article 26 is taken.

Where the articles are silent: a hand that meets a special definition scores it even if it would count for more; The Heaven
and The Earth come before every other special hand; on The Earth East, who discarded, pays alone; the eyes of All Pickups are
completed by another player's tile, robbed or thrown; the flower claims need no complete hand and count only without one;
the chart of payments ends at 15 fans.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmj.elements.chows import (
    chows_and_pungs,
    four_chows,
    four_stepping_chows,
    mixed_shifted_chows,
    mixed_straight,
    mixed_triple_chow,
    pure_stepping_chows,
    pure_straight,
    pure_triple_chow,
    quadruple_chow,
)
from fastmj.elements.flowers import (
    chance_flower,
    eight_flowers_claimed,
    full_set_of_flowers,
    no_flower,
    seven_flowers_claimed,
)
from fastmj.elements.forms import (
    greater_honors_and_knitted_tiles,
    nine_gates,
    seven_pairs,
    seven_shifted_pairs,
    thirteen_orphans,
)
from fastmj.elements.honors import (
    big_four_winds,
    big_three_dragons,
    dragon_pung,
    little_four_winds,
    little_three_dragons,
    prevalent_wind,
    seat_wind,
)
from fastmj.elements.kongs import kong_to_fourth
from fastmj.elements.pungs import (
    all_hidden_pungs,
    all_pungs,
    four_pure_shifted_pungs,
    mixed_shifted_pungs,
    pure_shifted_pungs,
    triple_pung,
)
from fastmj.elements.ranks import all_fives, outside_hand
from fastmj.elements.suits import (
    all_honors,
    all_terminals,
    all_terminals_and_honors,
    all_types,
    full_flush,
    half_flush,
)
from fastmj.elements.winning import (
    all_pickups,
    all_sets_picked_up,
    clear_front,
    earth,
    fully_concealed_hand,
    heaven,
    last_tile_claim,
    last_tile_draw,
    on_first_kong,
    on_second_kong,
    on_third_kong,
    robbing_the_kong,
    self_drawn,
    won_by_discard,
)
from fastmj.hands import Hands
from fastmj.rules.options import choose, option
from fastmj.rules.payments import Paid, drawn, from_chart, paid, payable, robbed
from fastmj.rules.row import Row
from fastmj.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from fastmj.engine import ScoreArrays

CHART = (2, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 3000, 4000, 5000, 6000)  # from half a fan and 1 to 15 fans
BEYOND = 1000  # a fan more, where the chart is extended


@dataclass(frozen=True)
class Options:
    """Where the articles can be read in two ways."""

    special_vs_ordinary: str = option(
        "final", ("final", "higher"), "whether a special hand counts even where the ordinary count is higher"
    )
    opening_conflict: str = option(
        "opening", ("opening", "highest"), "what a special hand on the opening scores: that, or the dearest of the two"
    )
    star_rule: str = option(
        "one", ("one", "both"), "group 27.1: a starred element is added to any other, or to another starred one only"
    )
    all_pickups: str = option(
        "eyes",
        ("eyes", "any_last_set"),
        "All Pickups: four exposed sets, or also three whose fourth the winning tile completes",
    )
    chart_beyond_15: str = option("cap", ("cap", "extend"), "payments beyond 15 fans: 6000, or 1000 a fan more")


def pay(rules: RuleSet, hands: Hands, scores: "ScoreArrays") -> Paid:
    """Self-drawn or claimed: each of three pays the chart; else the discarder alone, and three times for a robbed kong."""
    valid = payable(hands, scores)
    points = from_chart(CHART, scores.total, valid)
    if rules.options.chart_beyond_15 == "extend":
        points += BEYOND * np.where(valid, np.maximum(scores.total - (len(CHART) - 1), 0), 0).astype(np.int32)
    alone = np.where(robbed(hands), 3 * points, points)
    return paid(hands, valid, each=np.where(drawn(hands), points, 0), thrower=alone)


def make(**given: Any) -> RuleSet:
    """The rule set under these options."""
    o: Options = choose(Options, "imj", {}, given)
    specials = (
        Row(all_hidden_pungs, 13, (), "25.1(3)", group="25", final=True),
        Row(seven_shifted_pairs, 13, (), "25.1(4)", "Seven Consecutive Pairs", group="25", final=True),
        Row(nine_gates, 13, (), "25.1(5)", group="25", final=True),
        Row(seven_flowers_claimed, 3, (), "25.2(1)", group="25", final=True),
        Row(eight_flowers_claimed, 9, (), "25.2(2)", group="25", final=True),
        Row(
            greater_honors_and_knitted_tiles,
            6,
            (),
            "25.2(3)",
            "Seven Isolated Stars",
            group="25",
            final=True,
        ),
        Row(thirteen_orphans, 13, (), "25.2(4)", "Thirteen Unios", group="25", final=True),
        Row(kong_to_fourth, 15, (), "25.2(5)", group="25", final=True),
    )
    first = o.opening_conflict == "opening"
    others = tuple(row.element for row in specials) if first else ()
    pickups = all_pickups if o.all_pickups == "eyes" else all_sets_picked_up
    rows = (
        Row(heaven, 6, others, "25.1(1)", group="" if first else "25", final=True),
        Row(earth, 6, others, "25.1(2)", group="" if first else "25", final=True),
        *specials,
        # 26 basic structure
        Row(chows_and_pungs, 0.5, (), "26.1", group="26"),
        Row(four_chows, 1, (), "26.2", group="26"),
        Row(all_pungs, 3, (), "26.3", zh="对对胡", group="26"),
        Row(seven_pairs, 3, (), "26.4", zh="七对子", group="26"),
        # 27.1 composition
        Row(all_terminals, 8, (outside_hand,), "27.1(1)", "Pure Terminals", group="27.1"),
        Row(
            all_terminals_and_honors, 1, (outside_hand,), "27.1(2)", "Mixed Unios", "混幺九", group="27.1", starred=True
        ),
        Row(all_honors, 8, (outside_hand,), "27.1(3)", "Pure Honours", "清番子", group="27.1"),
        Row(full_flush, 6, (outside_hand,) if o.star_rule == "both" else (), "27.1(4)", "Pure Same", group="27.1"),
        Row(half_flush, 3, (), "27.1(5)", "Mixed Same", group="27.1", starred=True),
        Row(all_fives, 2, (), "27.1(6)", "Five In All", group="27.1"),
        Row(outside_hand, 1, (), "27.1(7)", "Unio In All", group="27.1", starred=True),
        Row(all_types, 1, (), "27.1(8)", group="27.1", starred=True),
        # 27.2 honours
        Row(big_four_winds, 9, (seat_wind, prevalent_wind), "27.2(1)", group="27.2"),
        Row(little_four_winds, 6, (seat_wind, prevalent_wind), "27.2(2)", group="27.2"),
        Row(big_three_dragons, 6, (dragon_pung,), "27.2(3)", group="27.2"),
        Row(little_three_dragons, 4, (dragon_pung,), "27.2(4)", group="27.2"),
        Row(dragon_pung, 1, (), "27.2(5)", "Pung Of Dragon", "三元刻", group="27.2", starred=True),
        Row(seat_wind, 1, (), "27.2(6)", "Chance Wind", "正风", group="27.2", starred=True),
        Row(prevalent_wind, 1, (), "27.2(7)", "Chance Round", "正圈", group="27.2", starred=True),
        # 27.3 pungs
        Row(four_pure_shifted_pungs, 4, (), "27.3(1)", "Four Jumping Pungs", "一色四跳刻", group="27.3"),
        Row(pure_shifted_pungs, 3, (), "27.3(2)", "Pure Jumping Pungs", "一色三跳刻", group="27.3"),
        Row(triple_pung, 2, (), "27.3(3)", "Three Matching Pungs", "三色三同刻", group="27.3"),
        Row(mixed_shifted_pungs, 1, (), "27.3(4)", "Mixed Jumping Pungs", "三色三跳刻", group="27.3"),
        # 27.4 chows
        Row(quadruple_chow, 4, (), "27.4(1)", "Four Identical Chows", group="27.4"),
        Row(four_stepping_chows, 4, (), "27.4(2)", group="27.4"),
        Row(pure_triple_chow, 3, (), "27.4(3)", "Three Identical Chows", group="27.4"),
        Row(pure_stepping_chows, 3, (), "27.4(4)", group="27.4"),
        Row(mixed_triple_chow, 2, (), "27.4(5)", "Three Matching Chows", group="27.4"),
        Row(mixed_shifted_chows, 1, (), "27.4(6)", "Mixed Stepping Chows", "三色三跳顺", group="27.4"),
        Row(pure_straight, 2, (), "27.4(7)", "Pure Straight Nine", "九子清龙", group="27.4"),
        Row(mixed_straight, 1, (), "27.4(8)", "Mixed Straight Nine", "九子花龙", group="27.4"),
        # 28.1 where the winning tile came from
        Row(won_by_discard, 0, (), "28.1(1)", group="28.1"),
        Row(self_drawn, 1, (), "28.1(2)", "From The Wall", "自摸食胡", group="28.1"),
        Row(robbing_the_kong, 1, (), "28.1(3)", "From Robbed Kong", "抢杠食胡", group="28.1"),
        # 28.2 the final tile
        Row(last_tile_draw, 1, (), "28.2(1)", "From Final Draw", "海底摸月", group="28.2"),
        Row(last_tile_claim, 1, (), "28.2(2)", "From Final Exposed", "海底捞鱼", group="28.2"),
        # 28.3 kongs in a row
        Row(on_first_kong, 1, (), "28.3(1)", group="28.3"),
        Row(on_second_kong, 3, (), "28.3(2)", group="28.3"),
        Row(on_third_kong, 6, (), "28.3(3)", group="28.3"),
        # 28.4 exposed or not
        Row(pickups, 1, (), "28.4(1)", group="28.4"),
        Row(fully_concealed_hand, 1, (), "28.4(2)", "Self Help", group="28.4"),
        Row(clear_front, 1, (), "28.4(3)", group="28.4"),
        # 28.5 flowers
        Row(no_flower, 1, (), "28.5(1)", group="28.5"),
        Row(chance_flower, 1, (), "28.5(2)", group="28.5", starred=True),
        Row(full_set_of_flowers, 1, (), "28.5(3)", group="28.5", starred=True),
    )
    return RuleSet(
        name="imj",
        rows=rows,
        options=o,
        forms=("regular", "seven_pairs", "thirteen_orphans", "isolated_stars"),
        claims=("seven_flowers", "eight_flowers", "kong_to_fourth", "opening_flowers"),
        chow_policy="one",
        preferred=(all_pungs, seven_pairs, four_chows, chows_and_pungs),
        final_policy="always" if o.special_vs_ordinary == "final" else "higher",
        unit=0.5,
        pay=pay,
        source=(__doc__ or "").strip(),
    )
