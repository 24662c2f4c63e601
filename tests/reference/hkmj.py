"""Nine Dragons Software's Hong Kong rules: fan, maximum hands, a tiered payment and its penalties.

A maximum hand is worth ten fan whatever else is there, and of all readings every maximum hand is listed; otherwise the
reading with the most fan counts. Where the rules are silent: a hand is pure for the nine pieces by its tiles, so also
where only a maximum hand is listed; and a robbed kong is no throw, so no fifth tile either.
"""

from collections.abc import Mapping
from typing import Any

from tests.reference.outcome import Outcome, paid_by, with_defaults
from tests.reference.rows import FIFTH_TILE, NONE, Row, fault, read_case
from tests.reference.rule_shapes import DISCARD, DRAGONS, HONORS, ROBBED, TERMINALS, Hand, Reading, hand_of, series_held

OPTIONS: dict[str, tuple[Any, ...]] = {
    "seven_pairs": (True, False),
    "jade_dragon": (True, False),
    "ruby_dragon": (True, False),
    "pearl_dragon": (True, False),
    "double_wind": (2, 1),
    "hidden_treasure_kongs": (True, False),
    "dragon_pair": ("suit", "any"),
    "minimum_fan": (0, 1, 2, 3),
    "nine_pieces_penalty": (True, False),
    "maximum_penalty": (False, True),
    "fifth_tile_penalty": (False, True),
}
MAXIMUM_HANDS = (
    "Thirteen Unique Wonders",
    "Ones & Nines Pongs",
    "All Kongs",
    "Hidden Treasure",
    "Gates of Heaven",
    "Jade Dragon",
    "Ruby Dragon",
    "Pearl Dragon",
)
FAN = {
    "Seven Pairs": 4,
    "4 Chows": 1,
    "4 Pongs": 3,
    "Self-Pick": 1,
    "Dragon Pong": 1,
    "Two Dragon Pongs and a Pair of the other Dragon": 4,
    "All three Dragon Pongs": 6,
    "Round Wind Pong": 1,
    "Seat Wind Pong": 1,
    "No Flowers": 1,
    "Seat Flower": 1,
    "All four Red or Blue Flowers": 1,
    "Semi-Pure": 3,
    "Pure": 6,
    "All Winds and Dragons": 7,
    "Kong Bonus": 1,
    "Robbing A Kong": 1,
}
# Maximum hand, its option, its dragon, its suit (0 characters, 1 dots, 2 bamboo)
DRAGON_HANDS = (
    ("Jade Dragon", "jade_dragon", 32, 2),
    ("Ruby Dragon", "ruby_dragon", 33, 0),
    ("Pearl Dragon", "pearl_dragon", 31, 1),
)
MAXIMUM = 10
WRONG_DECLARATION = 128
BASE = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64)


def score(case: Mapping[str, Any]) -> Outcome:
    """Score a dict in the case format, its `options` included."""
    row = read_case(case)
    return Outcome(row) if isinstance(row, str) else score_row(row, case.get("options", {}))


def score_row(row: Row, options: Mapping[str, Any]) -> Outcome:
    """Score a row under the given options."""
    chosen = with_defaults(options, OPTIONS)
    status = fault(row)
    if status:
        return Outcome(status)
    hand = hand_of(row)
    penalty = paid_by(dict.fromkeys(range(4), -WRONG_DECLARATION), row.seat) if chosen["maximum_penalty"] else None
    lists = _lists(hand, chosen)
    maximum = _maximum_hands(hand, chosen)
    if maximum:
        return Outcome("ok", MAXIMUM, MAXIMUM, True, dict.fromkeys(maximum, 1), _payments(hand, MAXIMUM, chosen))
    if not lists:
        return Outcome("not_a_win", payments=penalty)
    best = max(lists, key=_fan)
    fan = _fan(best)
    if fan < chosen["minimum_fan"]:
        return Outcome("below_minimum", fan, fan, elements=best, payments=penalty)
    return Outcome("ok", fan, fan, elements=best, payments=_payments(hand, fan, chosen))


def _fan(elements: Mapping[str, int]) -> int:
    return sum(FAN[name] * count for name, count in elements.items())


def _maximum_hands(hand: Hand, options: Mapping[str, Any]) -> set[str]:
    """The maximum hands that any reading makes."""
    found = set()
    if hand.thirteen_orphans:
        found.add("Thirteen Unique Wonders")
    if hand.nine_gates:
        found.add("Gates of Heaven")
    for reading in hand.readings:
        if hand.kongs == 4:
            found.add("All Kongs")
        if not reading.all_pungs:
            continue
        if hand.held <= TERMINALS:
            found.add("Ones & Nines Pongs")
        if hand.self_drawn and hand.exposed == 0 and (options["hidden_treasure_kongs"] or hand.kongs == 0):
            found.add("Hidden Treasure")
        for name, option, dragon, suit in DRAGON_HANDS:
            others = reading.pungs - {dragon}
            kinds = others if options["dragon_pair"] == "any" else others | {reading.pair}
            if options[option] and dragon in reading.pungs and all(slot // 9 == suit for slot in kinds):
                found.add(name)
    return found


def _lists(hand: Hand, options: Mapping[str, Any]) -> list[dict[str, int]]:
    """The elements of every reading that is no maximum hand."""
    shared = _of_context(hand) | _of_flowers(hand.row) | _of_tiles(hand)
    lists = [shared | _of_sets(hand, reading, options) for reading in hand.readings]
    if hand.seven_pairs and options["seven_pairs"]:
        lists.append(shared | {"Seven Pairs": 1})
    return lists


def _counted(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: int(count) for name, count in counts.items() if count}


def _of_context(hand: Hand) -> dict[str, int]:
    return _counted(
        {
            "Self-Pick": hand.self_drawn,
            "Kong Bonus": hand.kong_draws > 0,
            "Robbing A Kong": hand.row.win_by == ROBBED,
        }
    )


def _of_flowers(row: Row) -> dict[str, int]:
    own = (row.flowers >> row.seat & 1) + (row.flowers >> 4 + row.seat & 1)
    full = len(list(series_held(row.flowers)))
    return _counted({"No Flowers": row.flowers == 0, "Seat Flower": own, "All four Red or Blue Flowers": full})


def _of_tiles(hand: Hand) -> dict[str, int]:
    return _counted(
        {
            "Semi-Pure": hand.one_suit_and_honors,
            "Pure": hand.one_suit,
            "All Winds and Dragons": hand.held <= HONORS,
        }
    )


def _of_sets(hand: Hand, reading: Reading, options: Mapping[str, Any]) -> dict[str, int]:
    dragons = len(reading.pungs & DRAGONS)
    all_dragons, with_pair = dragons == 3, dragons == 2 and reading.pair in DRAGONS
    round_wind, seat_wind = (27 + seat in reading.pungs for seat in (hand.row.round, hand.row.seat))
    double = hand.row.round == hand.row.seat
    return _counted(
        {
            "4 Chows": reading.all_chows,
            "4 Pongs": reading.all_pungs,
            "Dragon Pong": 0 if all_dragons or with_pair else dragons,
            "Two Dragon Pongs and a Pair of the other Dragon": with_pair,
            "All three Dragon Pongs": all_dragons,
            "Round Wind Pong": round_wind,
            "Seat Wind Pong": seat_wind and not (double and options["double_wind"] == 1),
        }
    )


def _payments(hand: Hand, fan: int, options: Mapping[str, Any]) -> tuple[int, ...] | None:
    row = hand.row
    base = BASE[min(fan, MAXIMUM)]
    thrown = row.win_by == DISCARD
    pieces = options["nine_pieces_penalty"] and hand.one_suit
    if hand.self_drawn:
        if pieces and hand.exposed == 4 and row.feeder != NONE:
            return paid_by({row.feeder: 6 * base}, row.seat)
        return paid_by(dict.fromkeys(range(4), 2 * base), row.seat)
    if row.discarder == NONE:
        return None
    fifth = options["fifth_tile_penalty"] and bool(row.flags & FIFTH_TILE)
    if thrown and (fifth or (pieces and hand.exposed >= 3)):
        return paid_by({row.discarder: 4 * base}, row.seat)
    return paid_by(dict.fromkeys(range(4), base) | {row.discarder: 2 * base}, row.seat)
