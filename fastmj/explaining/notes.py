"""What was said of a hand without effect, and what was put right."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from fastmj.engine import ScoreArrays
from fastmj.hand import Hand
from fastmj.hands import Hands, read_only
from fastmj.kernels.view import CLAIM, View
from fastmj.rules.ruleset import RuleSet
from fastmj.status import BELOW_MINIMUM, OK
from fastmj.tiles import FLAG_FIFTH_TILE, NAMES, NO_SEAT, NO_TILE, SELF_DRAW

FLAGS: dict[str, dict[str, Any]] = {
    "last_tile": {"last_tile": False},
    "kong_draws": {"kong_draws": 0},
    "flower_draw": {"flower_draw": False},
    "opening": {"heaven": False, "earth": False},
    "last_of_kind": {"last_of_kind": False},
}
"""Fields of a hand, and what a view says where they are not set."""


class Note(NamedTuple):
    """A remark about one field of the hand."""

    field: str
    text: str


def notes_on(hand: Hand, rules: RuleSet, hands: Hands, found: ScoreArrays, view: View | None) -> tuple[Note, ...]:
    """Remarks about one scored hand; ``view`` is that of the reading taken, None where the hand is no win."""
    notes = [*_payment_notes(hand, rules, hands, found)]
    return tuple([*_view_notes(hand, rules, view), *notes] if view is not None else notes)


def _view_notes(hand: Hand, rules: RuleSet, view: View) -> Iterator[Note]:
    if view.form == CLAIM and hand.win_tile is not None:
        tile = NAMES[hand.win_tile]
        yield Note("win_tile", f"{tile} is ignored as winning tile: four kongs in a row win without one")
    tile = NAMES[view.win_tile]
    if hand.last_of_kind and not view.last_of_kind and view.form != CLAIM:
        robbed = "a robbed kong holds the other three, it does not count as the last of its kind"
        why = robbed if view.robbed_kong else f"the concealed tiles hold another {tile}"
        yield Note("last_of_kind", f"taken away: {why}")
    elif view.last_of_kind and not hand.last_of_kind and _matters(rules, view, "last_of_kind"):
        yield Note("last_of_kind", f"added: the exposed sets show the other three {tile}")
    if hand.last_tile and view.robbed_kong:
        yield Note("last_tile", "scores nothing beside a robbed kong: there is no kong once the wall is empty")
    given = {name: getattr(hand, name) not in (False, 0, "none") for name in FLAGS}
    given["last_tile"] &= not view.robbed_kong
    given["last_of_kind"] &= view.last_of_kind
    for name in FLAGS:
        if given[name] and not _matters(rules, view, name):
            yield Note(name, f"changes nothing here in {rules.name}")


def _matters(rules: RuleSet, view: View, name: str) -> bool:
    """Whether any element of the rule set would be met less or more often without this field."""
    without = view._replace(**FLAGS[name])
    detectors = [row.element for row in rules.rows if not row.element.chows]
    return any(int(detector(view)) != int(detector(without)) for detector in detectors)


def _payment_notes(hand: Hand, rules: RuleSet, hands: Hands, found: ScoreArrays) -> Iterator[Note]:
    if rules.pay is None:
        yield Note("payments", f"{rules.name} defines none")
    elif found.status[0] == OK and hand.discarder is None and not _all_pay(hands):
        yield Note("payments", "unknown, the discarder is not given")
    elif found.status[0] == BELOW_MINIMUM and not rules.payments(hands, found)[1][0]:
        yield Note("payments", "none below the minimum")
    if hand.feeder is not None:
        without = hands._replace(feeder=read_only(np.full(1, NO_SEAT, np.uint8)))
        if _same_payments(rules, hands, without, found):
            yield Note("feeder", f"changes nothing here in {rules.name}")
    if hand.fifth_tile:
        without = hands._replace(flags=read_only(hands.flags & ~np.uint16(FLAG_FIFTH_TILE)))
        if _same_payments(rules, hands, without, found):
            yield Note("fifth_tile", f"changes nothing here in {rules.name}")


def _all_pay(hands: Hands) -> bool:
    return bool(hands.win_by[0] == SELF_DRAW or hands.win_tile[0] == NO_TILE)


def _same_payments(rules: RuleSet, hands: Hands, others: Hands, found: ScoreArrays) -> bool:
    return bool((rules.payments(hands, found)[0] == rules.payments(others, found)[0]).all())
