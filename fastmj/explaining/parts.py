"""A reading of a hand as its sets and pair."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from fastmj.engine import engine
from fastmj.hands import Hands
from fastmj.kernels.view import CLAIM, CLOSED, EDGE, KNITTED_STRAIGHT, REGULAR, SEVEN_PAIRS, SINGLE, Block, View, view
from fastmj.notation import meld_slots
from fastmj.readings import concealed_sets, knitted_body, texts
from fastmj.rules.ruleset import RuleSet
from fastmj.tiles import CONCEALED_KONG, KINDS, KONG, PUNG

SHAPE = (0, 3, 4, 5, 6, 7)
"""Which columns of a reading name its sets: form, suits, honors, pair."""
WINNING_FIRST = ("chow", "knitted", "pair", "pung", "tiles")
"""Which kind of set the winning tile is counted to where it could be in several: a pung is concealed wherever it can be."""


class Part(NamedTuple):
    """A set, the pair, three tiles of a knitted straight, or all tiles of a form without sets."""

    kind: str  # chow, pung, kong, pair, knitted, tiles
    slots: tuple[int, ...]  # every tile of it
    meld: bool
    exposed: bool  # a meld that is no concealed kong
    wins: bool  # the winning tile is counted to it

    @property
    def honors(self) -> bool:
        """It is made of winds or dragons."""
        return self.slots[0] >= 27


class Reading(NamedTuple):
    """One way to read a hand."""

    parts: tuple[Part, ...]
    view: View  # what detectors see of it
    text: str  # as in the column ``split``


def readings_of(hands: Hands, rules: RuleSet) -> list[Reading]:
    """Every reading of one hand under a rule set, in the order in which they are scored; none where it is no win."""
    found = []
    for row in engine(rules).readings(hands).tolist():
        shape = tuple(row[k] for k in SHAPE)
        seen = _view_of(row)
        text = texts(hands, np.array([shape]), np.array([True]))[0]
        found.append(Reading(_parts(hands, shape, seen), seen, text))
    return found


def _view_of(row: list[int]) -> View:
    relations = 0  # no detector looks at them
    columns: list[Any] = [[value] for value in (*row[:-1], relations)]
    numbers: tuple[Any, ...] = view(Block(*columns), 0)
    plain: list[Any] = [value if isinstance(value, bool) else int(value) for value in numbers]
    return View(*plain)


def _meld(code: int) -> Part:
    kind = "chow" if code < PUNG else "pung" if code < KONG else "kong"
    return Part(kind, meld_slots(code), True, code < CONCEALED_KONG, False)


def _concealed(slots: tuple[int, ...]) -> Part:
    kind = "pair" if len(slots) == 2 else "pung" if slots[0] == slots[1] else "chow"
    return Part(kind, slots, False, False, False)


def _parts(hands: Hands, shape: tuple[int, ...], seen: View) -> tuple[Part, ...]:
    codes = bytes(code for code in hands.melds[0].tolist() if code)
    counts = hands.counts[0].tolist()
    parts = [_meld(code) for code in codes]
    if seen.form == SEVEN_PAIRS:
        parts += [_concealed((slot, slot)) for slot in range(KINDS) for _ in range(counts[slot] // 2)]
    elif seen.form in (REGULAR, KNITTED_STRAIGHT):
        if seen.form == KNITTED_STRAIGHT:
            parts += [Part("knitted", slots, False, False, False) for slots in knitted_body(bytes(counts))]
        parts += [_concealed(slots) for slots in concealed_sets(shape, codes)]
    elif any(counts):
        held = tuple(slot for slot in range(KINDS) for _ in range(counts[slot]))
        parts.append(Part("tiles", held, False, False, False))
    if seen.form != CLAIM:
        place = winning_part(parts, seen)
        parts[place] = parts[place]._replace(wins=True)
    return tuple(parts)


def wait_of(part: Part, tile: int) -> int:
    """The wait that a set or pair had if it alone was waiting and this tile completed it; 0 for none of the three."""
    if part.kind == "pair":
        return SINGLE
    if part.kind != "chow":
        return 0
    place = part.slots.index(tile)
    return EDGE if (tile % 9, place) in ((2, 2), (6, 0)) else CLOSED if place == 1 else 0


def could_win(parts: Iterable[Part], tile: int) -> list[int]:
    """The numbers of the parts that the winning tile can be counted to."""
    return [i for i, part in enumerate(parts) if not part.meld and tile in part.slots]


def winning_part(parts: list[Part], seen: View) -> int:
    """The number of the part that the winning tile is counted to: the one its wait names, else by kind."""

    def rank(i: int) -> tuple[bool, int]:
        fits = seen.wait and wait_of(parts[i], seen.win_tile) == seen.wait
        return not fits, WINNING_FIRST.index(parts[i].kind)

    return min(could_win(parts, seen.win_tile), key=rank)
