"""Hong Kong Style Rules: 29 items, a cap of eight points, chips.

The items met are listed first; then those are dropped that another item contains. A hand is read so that it makes the
most points before the cap. Where the rules are silent: a claim of eight flowers has no tile that won and no sets, so that
it scores that item and, by a dealer before any discard, Heaven And Earth, which adds with all; all three pay for it, like
for a tile drawn. A hand with eight flowers that has its winning tile must still be complete.
"""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from tests.reference.outcome import Outcome, paid_by, with_defaults
from tests.reference.rows import HEAVEN, NONE, Row, fault, read_case
from tests.reference.rule_shapes import (
    DISCARD,
    DRAGONS,
    HONORS,
    ROBBED,
    WINDS,
    Hand,
    Reading,
    hand_of,
    series_held,
)

OPTIONS: dict[str, tuple[Any, ...]] = {
    "count_implied": (False, True),
    "fully_concealed_with_self_draw": (True, False),
    "max_points": (8, None),
    "eight_flowers_instant": (False, True),
    "prevalent_flower": ("round", "seat"),
}
ITEMS = {
    1: ("Heaven And Earth", 8),
    2: ("Big Four Winds", 5),
    3: ("Big Three Dragons", 5),
    4: ("Four Kongs", 5),
    5: ("Thirteen Orphans", 8),
    6: ("Little Four Winds", 3),
    7: ("Little Three Dragons", 3),
    8: ("All Honors", 8),
    9: ("Seven Pairs", 5),
    10: ("Full Flush", 5),
    11: ("Last Tile Draw", 1),
    12: ("Last Tile Claim", 1),
    13: ("Out with Replacement Tile", 1),
    14: ("Robbing The Kong", 1),
    15: ("All Pungs", 3),
    16: ("Half Flush", 3),
    17: ("Two Dragons", 2),
    18: ("Fully Concealed Hand", 1),
    19: ("Dragon Pung", 1),
    20: ("Prevalent Wind", 1),
    21: ("Seat Wind", 1),
    22: ("Concealed Hand", 1),
    23: ("All Chows", 1),
    24: ("Self-Draws", 1),
    25: ("Eight Flowers", 13),
    26: ("Four Flowers", 2),
    27: ("Seat Flower", 1),
    28: ("Prevalent Flower", 1),
    29: ("No Flower", 1),
}
# What an item contains is not scored beside it: by the item's own text ...
SUPERSEDED = {3: {19}, 7: {19}, 11: {24}, 13: {24}, 14: {12}, 17: {19}, 25: {26, 27, 28}}
# ... or because of nested items only the tighter one scores, which `count_implied` undoes.
NESTED = {2: {15, 20, 21}, 3: {17}, 4: {15}, 5: {22}, 7: {17}, 8: {15}, 9: {22}}
CHIPS = (1, 2, 4, 8, 16, 32, 64)


def score(case: Mapping[str, Any]) -> Outcome:
    """Score a dict in the case format, its `options` included."""
    options = case.get("options", {})
    row = read_case(case, claims=options.get("eight_flowers_instant", False))
    return Outcome(row) if isinstance(row, str) else score_row(row, options)


def score_row(row: Row, options: Mapping[str, Any]) -> Outcome:
    """Score a row under the given options."""
    chosen = with_defaults(options, OPTIONS)
    status = fault(row, claims=chosen["eight_flowers_instant"])
    if status:
        return Outcome(status)
    claim = row.win_tile == NONE
    lists: list[tuple[int, ...]]
    if claim:
        lists = [(1, 25) if row.flags & HEAVEN else (25,)] if row.flowers == 255 else []
    else:
        lists = [_scored(items, chosen) for items in _items_of_readings(hand_of(row), chosen)]
    if not lists:
        return Outcome("not_a_win")
    best = min(lists, key=lambda items: (-_points(items), items))
    raw = _points(best)
    total = raw if chosen["max_points"] is None else min(raw, chosen["max_points"])
    return Outcome(
        status="ok",
        total=total,
        raw=raw,
        elements={ITEMS[item][0]: 1 for item in best},
        payments=_payments(row, total, claim),
    )


def _points(items: Iterable[int]) -> int:
    return sum(ITEMS[item][1] for item in items)


def _scored(met: set[int], options: Mapping[str, Any]) -> tuple[int, ...]:
    """The items that remain of those met, ascending."""
    dropped = set(chain.from_iterable(SUPERSEDED.get(item, ()) for item in met))
    if not options["count_implied"]:
        dropped |= set(chain.from_iterable(NESTED.get(item, ()) for item in met))
    if not options["fully_concealed_with_self_draw"] and 18 in met:
        dropped.add(24)
    return tuple(sorted(met - dropped))


def _items_of_readings(hand: Hand, options: Mapping[str, Any]) -> list[set[int]]:
    shared = _of_tiles(hand) | _of_winning(hand) | _of_flowers(hand.row, options)
    found = [shared | _of_sets(hand, reading) for reading in hand.readings]
    if hand.seven_pairs:
        found.append(shared | {9})
    if hand.thirteen_orphans:
        found.append(shared | {5})
    return found


def _met(tests: Mapping[int, bool]) -> set[int]:
    return {item for item, there in tests.items() if there}


def _of_tiles(hand: Hand) -> set[int]:
    return _met({4: hand.kongs == 4, 10: hand.one_suit, 16: hand.one_suit_and_honors})


def _of_winning(hand: Hand) -> set[int]:
    """How the winning tile came, and whether the hand is concealed."""
    return _met(
        {
            1: hand.heaven or hand.earth,
            11: hand.self_drawn and hand.last_tile,
            12: not hand.self_drawn and hand.last_tile,
            13: hand.kong_draws > 0,
            14: hand.row.win_by == ROBBED,
            18: hand.self_drawn and hand.exposed == 0,
            22: not hand.self_drawn and hand.exposed == 0,
            24: hand.self_drawn,
        }
    )


def _of_sets(hand: Hand, reading: Reading) -> set[int]:
    winds, dragons = reading.pungs & WINDS, reading.pungs & DRAGONS
    return _met(
        {
            2: len(winds) == 4,
            3: len(dragons) == 3,
            6: len(winds) == 3 and reading.pair in WINDS,
            7: len(dragons) == 2 and reading.pair in DRAGONS,
            8: hand.held <= HONORS,
            15: reading.all_pungs,
            17: len(dragons) >= 2,
            19: len(dragons) >= 1,
            20: 27 + hand.row.round in winds,
            21: 27 + hand.row.seat in winds,
            23: reading.all_chows,
        }
    )


def _of_flowers(row: Row, options: Mapping[str, Any]) -> set[int]:
    flower = row.seat if options["prevalent_flower"] == "seat" else row.round
    return _met(
        {
            25: row.flowers == 255,
            26: any(True for _ in series_held(row.flowers)),
            27: bool(row.flowers >> 4 + row.seat & 1),
            28: bool(row.flowers >> flower & 1),
            29: row.flowers == 0,
        }
    )


def _payments(row: Row, total: int, claim: bool) -> tuple[int, ...] | None:
    """Chips from all three for a tile drawn, otherwise from the one whose tile it was."""
    chips = CHIPS[min(total, 6)]
    if claim or row.win_by not in (DISCARD, ROBBED):
        return paid_by(dict.fromkeys(range(4), chips), row.seat)
    return None if row.discarder == NONE else paid_by({row.discarder: chips}, row.seat)
