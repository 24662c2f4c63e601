"""Classical special limit hands: fifteen of them, each tested over every reading; no payments."""

from collections.abc import Mapping
from typing import Any

from tests.reference.outcome import Outcome, with_defaults
from tests.reference.rows import Row, fault, read_case
from tests.reference.rule_shapes import DRAGONS, HONORS, TERMINALS, WINDS, Hand, hand_of

OPTIONS: dict[str, tuple[Any, ...]] = {"limits_add": (False, True), "green_needs_dragon": (False, True)}
GREEN_DRAGON = 32
GREEN = frozenset((19, 20, 21, 23, 25, GREEN_DRAGON))
ONE_OF_DOTS, FIVE_OF_DOTS = 9, 13


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
    if not (hand.readings or hand.thirteen_orphans or hand.wriggling_snake):
        return Outcome("not_a_win")
    found = [name for name, there in special_hands(hand, chosen).items() if there]
    number = len(found)
    total = number if chosen["limits_add"] else min(number, 1)
    return Outcome("ok", total, number, total > 0, dict.fromkeys(found, 1))


def special_hands(hand: Hand, options: Mapping[str, Any]) -> dict[str, bool]:
    """Whether a complete hand is each of the special hands."""
    regular = bool(hand.readings)
    pungs = [reading for reading in hand.readings if reading.all_pungs]
    concealed = hand.melds == 0
    drawn, win = hand.self_drawn, hand.row.win_tile
    return {
        "Heaven's Blessing": hand.heaven and concealed,
        "Earth's Blessing": hand.earth,
        "The Thirteen Unique Wonders": hand.thirteen_orphans,
        "Catching the Moon from the bottom of the Sea": drawn and hand.last_tile and win == ONE_OF_DOTS,
        "Gathering the Plum Blossom from the Roof": win == FIVE_OF_DOTS and (hand.kong_draws > 0 or hand.flower_draw),
        "The Three great Scholars": any(reading.pungs >= DRAGONS for reading in pungs),
        "Four large Blessings": any(reading.pungs >= WINDS for reading in hand.readings),
        "Twofold Plenty": hand.kong_draws >= 2,
        "Fourfold Plenty": hand.kongs == 4,
        "The Nine Gates": hand.nine_gates,
        "Buried Treasure": bool(pungs) and concealed and drawn,
        "All Honours": bool(pungs) and hand.held <= HONORS,
        "All Green": regular
        and hand.held <= GREEN
        and (GREEN_DRAGON in hand.held or not options["green_needs_dragon"]),
        "Heads and Tails": bool(pungs) and hand.held <= TERMINALS,
        "The Wriggling Snake": hand.wriggling_snake,
    }
