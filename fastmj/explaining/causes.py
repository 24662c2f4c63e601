"""What makes an element: sets, flowers, the whole hand, or how the hand was won.

Nothing is listed by name; a detector is asked again about hands that differ:

whole hand   It is lost if further tiles are added to the hand ("only ...", "every set ..." elements).
sets         Else those without which it scores less often; where they alone would not score it, the fewest more that do.
flowers      The same.
how won      What it is lost without: self-drawn or not, last tile, kong, wait, seat, round, no flower.

An element of which none of this is true (no meld at all) is made by the whole hand. A relation joins the chows it joins.
"""

from itertools import combinations
from typing import Any, NamedTuple

from fastmj.elements.element import Element
from fastmj.explaining.asked import Ask
from fastmj.explaining.parts import Reading
from fastmj.explaining.remaining import remaining
from fastmj.kernels.view import View
from fastmj.tiles import ALL_KINDS, NAMES, WIND_NAMES

MORE_TILES: dict[str, Any] = {
    "kinds": ALL_KINDS,
    "suits": 3,
    "has_wind": True,
    "has_dragon": True,
    "inner_sets": 7,
    "sets_without_five": 7,
    "sets_not_even": 7,
}
"""What a view says about tiles when there are more of every kind."""
WITHOUT: dict[str, Any] = {
    "last_tile": False,
    "last_of_kind": False,
    "heaven": False,
    "earth": False,
    "flower_draw": False,
    "kong_draws": 0,
    "wait": 0,
    "seat_wind": 0,
    "round_wind": 0,
    "win_tile": -1,
}
"""Circumstances of the win, and what a view says where they are missing."""
ALL_FLOWERS = 255


class Causes(NamedTuple):
    """What makes an element as often as it scores."""

    groups: tuple[tuple[int, ...], ...]  # numbers of parts; a group a relation, for other elements one group or none
    whole: bool  # all parts together
    flowers: int  # mask
    won: tuple[str, ...]  # circumstances, in words


def causes_of(ask: Ask, element: Element, count: int, reading: Reading) -> Causes:
    """What makes an element that a detector, as ``ask`` hears it, finds ``count`` times in a reading."""
    view = reading.view
    won = tuple(_circumstances(ask, element, count, view))
    numbers = range(len(reading.parts))
    if ask(element, view._replace(**MORE_TILES)) < count:
        return Causes((tuple(numbers),), True, 0, won)
    items = list(numbers)
    if ask(element, view._replace(flowers=0)) < count:
        items += [-1 - bit for bit in range(8) if view.flowers >> bit & 1]
    found = _fewest(ask, element, count, reading, items)
    sets = tuple(item for item in found if item >= 0)
    flowers = sum(1 << -1 - item for item in found if item < 0)
    nothing = not (sets or flowers or won)
    return Causes((sets,) if sets else (), nothing or sets == tuple(numbers), flowers, won)


def _fewest(ask: Ask, element: Element, count: int, reading: Reading, items: list[int]) -> list[int]:
    """The fewest items (parts, and flowers as -1 - bit) that score it, all that cannot be missed among them."""
    fixed = ALL_FLOWERS if not any(item < 0 for item in items) else 0

    def scores(kept: list[int]) -> bool:
        flowers = fixed | sum(1 << -1 - item for item in kept if item < 0)
        return ask(element, remaining(reading, kept, flowers)) >= count

    needed = [item for item in items if not scores([other for other in items if other != item])]
    others = [item for item in items if item not in needed]
    for size in range(len(others) + 1):
        for more in combinations(others, size):
            kept = [item for item in items if item in needed or item in more]
            if scores(kept):
                return kept
    return items


def _circumstances(ask: Ask, element: Element, count: int, view: View) -> list[str]:
    """How the hand was won, as far as the element would be lost otherwise."""

    def lost(**fields: Any) -> bool:
        return ask(element, view._replace(**fields)) < count

    found = []
    if lost(self_drawn=not view.self_drawn) or lost(robbed_kong=not view.robbed_kong):
        found.append("self-drawn" if view.self_drawn else "by robbing a kong" if view.robbed_kong else "by discard")
    found += [_words(name, view) for name, value in WITHOUT.items() if lost(**{name: value})]
    if view.flowers == 0 and lost(flowers=ALL_FLOWERS):
        found.append("no flower")
    return found


def _words(name: str, view: View) -> str:
    tile = NAMES[view.win_tile]
    return {
        "last_tile": "last tile" if view.self_drawn else "last discard",
        "last_of_kind": f"last {tile}",
        "heaven": "with the tiles dealt",
        "earth": "on the first discard",
        "flower_draw": "replacing a flower",
        "kong_draws": "after a kong" if view.kong_draws == 1 else f"after {view.kong_draws} kongs in a row",
        "wait": f"waiting on {tile} alone",
        "seat_wind": f"seat {WIND_NAMES[view.seat_wind.bit_length() - 1]}",
        "round_wind": f"round {WIND_NAMES[view.round_wind.bit_length() - 1]}",
        "win_tile": f"with {tile}",
    }[name]
