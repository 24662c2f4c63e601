"""Hong Kong mahjong of Nine Dragons Software (HKMJ): fans, maximum hands, tiered payment.

The elements are the sentences of the program's rules; they have no names of their own there, and these are its words. A
maximum hand counts 10 fan, whatever else it holds, and several of them pay once.

Where the rules are silent: a wind that is both the seat's and the round's counts 2; three dragon pongs are 6 and two with the
pair 4, their pongs included; Hidden Treasure allows concealed kongs; the pair of the dragon hands is of their suit; three
exposed sets of a Pure hand make the discarder pay for all, four the player who fed the fourth if the win is self-picked.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmj.elements.chows import four_chows
from fastmj.elements.flowers import chance_flower, full_set_of_flowers, no_flower
from fastmj.elements.forms import nine_gates, seven_pairs, thirteen_orphans
from fastmj.elements.honors import (
    big_three_dragons,
    dragon_pung,
    jade_dragon,
    jade_dragon_any_pair,
    little_three_dragons,
    pearl_dragon,
    pearl_dragon_any_pair,
    prevalent_wind,
    ruby_dragon,
    ruby_dragon_any_pair,
    seat_wind,
    seat_wind_unless_round,
)
from fastmj.elements.kongs import four_kongs
from fastmj.elements.pungs import all_hidden_pungs, all_pungs, four_hidden_pungs_or_kongs, heads_and_tails
from fastmj.elements.suits import all_honors, full_flush, half_flush
from fastmj.elements.winning import out_with_replacement_tile, robbing_the_kong, self_drawn
from fastmj.hands import Hands
from fastmj.rules.options import choose, option
from fastmj.rules.payments import SEATS, Bools, Ints, Paid, drawn, from_chart, payable, settled
from fastmj.rules.row import Row
from fastmj.rules.ruleset import RuleSet
from fastmj.status import BELOW_MINIMUM, NOT_A_WIN
from fastmj.tiles import CONCEALED_KONG, DISCARD, FLAG_FIFTH_TILE, KINDS, SELF_DRAW

if TYPE_CHECKING:
    from fastmj.engine import ScoreArrays

MAXIMUM = 10  # fan
BASE = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64)  # chips, from 0 fan up
WRONG = 128  # what a wrong declaration pays each opponent


@dataclass(frozen=True)
class Options:
    """The program's switches, and where its rules can be read in two ways."""

    minimum_fan: int = option(0, (0, 1, 2, 3), "fan below which a hand may not be declared")
    seven_pairs: bool = option(True, bool, "Seven Pairs wins")
    jade_dragon: bool = option(True, bool, "Jade Dragon is a maximum hand")
    ruby_dragon: bool = option(True, bool, "Ruby Dragon is a maximum hand")
    pearl_dragon: bool = option(True, bool, "Pearl Dragon is a maximum hand")
    double_wind: int = option(2, (2, 1), "fan for a pong that is both the seat's and the round's wind")
    hidden_treasure_kongs: bool = option(True, bool, "Hidden Treasure allows concealed kongs")
    dragon_pair: str = option("suit", ("suit", "any"), "the pair of Jade, Ruby and Pearl Dragon")
    nine_pieces_penalty: bool = option(True, bool, "who feeds a Pure hand that shows three or four sets pays for all")
    fifth_tile_penalty: bool = option(False, bool, "who throws a fresh tile with fewer than five left pays for all")
    maximum_penalty: bool = option(False, bool, "a wrong declaration pays 128 to each opponent")


def exposed_sets(hands: Hands) -> Ints:
    """How many exposed sets each of n hands has."""
    found: Ints = ((hands.melds > 0) & (hands.melds < CONCEALED_KONG)).sum(1).astype(np.int32)
    return found


def pure(hands: Hands) -> Bools:
    """Whether all tiles of each of n hands are of one suit."""
    suits = np.zeros((len(hands.counts), 4), bool)
    slots = (hands.melds.astype(np.int32) - 1) % KINDS
    for suit in range(4):
        suits[:, suit] = hands.counts[:, 9 * suit : 9 * suit + 9].any(1)
        suits[:, suit] |= ((slots // 9 == suit) & (hands.melds > 0)).any(1)
    found: Bools = ~suits[:, 3] & (suits.sum(1) == 1)
    return found


def nine_pieces(hands: Hands, valid: Bools) -> tuple[Bools, Bools]:
    """(where the discarder pays for all, where the feeder does)."""
    shown = exposed_sets(hands)
    rows = np.flatnonzero(valid & (shown >= 3))
    suspect = np.zeros(len(shown), bool)
    columns: tuple[Any, ...] = hands
    suspect[rows] = pure(Hands(*(column[rows] for column in columns)))
    thrown = suspect & (hands.win_by == DISCARD)
    fed = suspect & (shown == 4) & (hands.win_by == SELF_DRAW) & (hands.feeder < 4)
    return thrown, fed


def pay(rules: RuleSet, hands: Hands, scores: "ScoreArrays") -> Paid:
    """Each loser pays the base, who discarded twice of it, all twice of it if self-picked; penalties shift it to one."""
    o, valid = rules.options, payable(hands, scores)
    base = from_chart(BASE, scores.total, valid)[:, None]
    by_draw, thrower = drawn(hands)[:, None], hands.discarder[:, None] == SEATS
    losses = np.where(hands.seat[:, None] == SEATS, 0, np.where(by_draw | thrower, 2, 1) * base)
    payer = np.full(len(base), -1)
    if o.nine_pieces_penalty:
        thrown, fed = nine_pieces(hands, valid)
        payer = np.where(fed, hands.feeder, np.where(thrown, hands.discarder, payer))
    if o.fifth_tile_penalty:
        fresh = (hands.flags & FLAG_FIFTH_TILE != 0) & (hands.win_by == DISCARD)
        payer = np.where(fresh, hands.discarder, payer)
    for_all = (payer[:, None] == SEATS) * losses.sum(1, keepdims=True)
    losses = np.where(payer[:, None] >= 0, for_all, losses)
    deltas, valid = settled(hands, losses, valid)
    if o.maximum_penalty:
        wrong = (scores.status == NOT_A_WIN) | (scores.status == BELOW_MINIMUM)
        fine = np.where(hands.seat[:, None] == SEATS, -3 * WRONG, WRONG)
        return np.where(wrong[:, None], fine, deltas).astype(np.int32), valid | wrong
    return deltas, valid


def make(**given: Any) -> RuleSet:
    """The rule set under these options."""
    o: Options = choose(Options, "hkmj", {}, given)
    any_pair = o.dragon_pair == "any"
    treasure = four_hidden_pungs_or_kongs if o.hidden_treasure_kongs else all_hidden_pungs
    maximum = (
        (thirteen_orphans, "Thirteen Unique Wonders", True),
        (heads_and_tails, "Ones & Nines Pongs", True),
        (four_kongs, "All Kongs", True),
        (treasure, "Hidden Treasure", True),
        (nine_gates, "Gates of Heaven", True),
        (jade_dragon_any_pair if any_pair else jade_dragon, "Jade Dragon", o.jade_dragon),
        (ruby_dragon_any_pair if any_pair else ruby_dragon, "Ruby Dragon", o.ruby_dragon),
        (pearl_dragon_any_pair if any_pair else pearl_dragon, "Pearl Dragon", o.pearl_dragon),
    )
    seat = seat_wind if o.double_wind == 2 else seat_wind_unless_round
    fans = (
        (four_chows, 1, (), "4 Chows"),
        (all_pungs, 3, (), "4 Pongs"),
        (self_drawn, 1, (), "Self-Pick"),
        (dragon_pung, 1, (), "Dragon Pong"),
        (little_three_dragons, 4, (dragon_pung,), "Two Dragon Pongs and a Pair of the other Dragon"),
        (big_three_dragons, 6, (dragon_pung,), "All three Dragon Pongs"),
        (prevalent_wind, 1, (), "Round Wind Pong"),
        (seat, 1, (), "Seat Wind Pong"),
        (no_flower, 1, (), "No Flowers"),
        (chance_flower, 1, (), "Seat Flower"),
        (full_set_of_flowers, 1, (), "All four Red or Blue Flowers"),
        (half_flush, 3, (), "Semi-Pure"),
        (full_flush, 6, (), "Pure"),
        (all_honors, 7, (), "All Winds and Dragons"),
        (out_with_replacement_tile, 1, (), "Kong Bonus"),
        (robbing_the_kong, 1, (), "Robbing A Kong"),
    )
    rows = [(element, MAXIMUM, (), name, True) for element, name, wanted in maximum if wanted] + [
        (seven_pairs, 4, (), "Seven Pairs", False)
    ] * o.seven_pairs
    rows += [(*fan, False) for fan in fans]
    return RuleSet(
        name="hkmj",
        rows=tuple(
            Row(element, points, excluded, str(number), name, "", final=most, limit=most)
            for number, (element, points, excluded, name, most) in enumerate(rows, 1)
        ),
        options=o,
        forms=("regular", *["seven_pairs"] * o.seven_pairs, "thirteen_orphans"),
        fixed=MAXIMUM,
        minimum=o.minimum_fan,
        pay=pay,
        source=(__doc__ or "").strip(),
    )
