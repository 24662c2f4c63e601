"""The elements of groups 26 to 28 that one reading of an ordinary hand shows, each looked at by itself."""

from itertools import combinations, pairwise
from typing import NamedTuple

from tests.reference import shapes
from tests.reference.combine import CHOW, PUNG, Kind
from tests.reference.rows import LAST_TILE, Row, all_copies

WINDS, DRAGONS = range(27, 31), range(31, 34)


class Reading(NamedTuple):
    """Sets (melds and kongs among them) and the eyes; or seven pairs and no set."""

    sets: tuple[Kind, ...]
    pairs: tuple[int, ...]
    concealed: tuple[Kind, ...]  # those of `sets` that are no melds


def _tiles(kind: Kind) -> set[int]:
    return set(range(kind[1], kind[1] + 3)) if kind[0] == CHOW else {kind[1]}


def _is_five(slot: int) -> bool:
    return slot < 27 and slot % 9 == 4


def elements_of(row: Row, reading: Reading) -> dict[str, int]:
    """Groups 26 and 27: how often each element is there, side by side or not."""
    return (
        _structure(reading)
        | _tiles_held(row, reading)
        | _honors(row, reading)
        | _pungs([slot for kind, slot in reading.sets if kind == PUNG and slot < 27])
        | _chows([slot for kind, slot in reading.sets if kind == CHOW])
    )


def _structure(reading: Reading) -> dict[str, int]:
    kinds = {kind for kind, _ in reading.sets}
    return {
        "The Coward": int(kinds == {CHOW, PUNG}),
        "All Chows": int(kinds == {CHOW}),
        "All Pungs": int(kinds == {PUNG}),
        "Seven Pairs": int(not kinds),
    }


def _tiles_held(row: Row, reading: Reading) -> dict[str, int]:
    held = {slot for slot, n in enumerate(all_copies(row)) if n}
    serials = {slot for slot in held if slot < 27}
    suits = {slot // 9 for slot in serials}
    honors = held - serials
    parts = [_tiles(kind) for kind in reading.sets] + [{slot} for slot in reading.pairs]
    only_unios = held <= set(shapes.ORPHANS)
    tests = {
        "Pure Terminals": only_unios and not honors,
        "Mixed Unios": only_unios and bool(honors) and bool(serials),
        "Pure Honours": not serials,
        "Pure Same": len(suits) == 1 and not honors,
        "Mixed Same": len(suits) == 1 and bool(honors),
        "Five In All": bool(reading.sets) and all(any(map(_is_five, part)) for part in parts),
        "Unio In All": all(part & set(shapes.ORPHANS) for part in parts),
        "All Types": len(suits) == 3 and bool(held & set(WINDS)) and bool(held & set(DRAGONS)),
    }
    return {name: int(there) for name, there in tests.items()}


def _honors(row: Row, reading: Reading) -> dict[str, int]:
    pungs = {slot for kind, slot in reading.sets if kind == PUNG}
    eyes = reading.pairs[0] if reading.sets else None
    winds, dragons = pungs & set(WINDS), pungs & set(DRAGONS)
    return {
        "Big Four Winds": int(len(winds) == 4),
        "Little Four Winds": int(len(winds) == 3 and eyes in WINDS),
        "Big Three Dragons": int(len(dragons) == 3),
        "Little Three Dragons": int(len(dragons) == 2 and eyes in DRAGONS),
        "Pung Of Dragon": len(dragons),
        "Chance Wind": int(27 + row.seat in winds),
        "Chance Round": int(27 + row.round in winds),
    }


def _in_steps(slots: tuple[int, ...], step: int) -> bool:
    """Whether ascending slots of one suit are `step` apart."""
    return len({slot // 9 for slot in slots}) == 1 and all(b - a == step for a, b in pairwise(slots))


def _mixed(slots: tuple[int, ...], step: int) -> bool:
    """Whether three sets stand in three suits, their ranks `step` apart."""
    ranks = sorted(slot % 9 for slot in slots)
    return len({slot // 9 for slot in slots}) == 3 and all(b - a == step for a, b in pairwise(ranks))


def _pungs(slots: list[int]) -> dict[str, int]:
    threes, fours = (list(combinations(sorted(slots), size)) for size in (3, 4))
    return {
        "Four Jumping Pungs": int(any(_in_steps(some, 1) for some in fours)),
        "Pure Jumping Pungs": int(any(_in_steps(some, 1) for some in threes)),
        "Three Matching Pungs": int(any(_mixed(some, 0) for some in threes)),
        "Mixed Jumping Pungs": int(any(_mixed(some, 1) for some in threes)),
    }


def _chows(slots: list[int]) -> dict[str, int]:
    threes, fours = (list(combinations(sorted(slots), size)) for size in (3, 4))
    return {
        "Four Identical Chows": int(any(_in_steps(some, 0) for some in fours)),
        "Four Stepping Chows": int(any(_in_steps(some, 1) for some in fours)),
        "Three Identical Chows": int(any(_in_steps(some, 0) for some in threes)),
        "Pure Stepping Chows": int(any(_in_steps(some, 1) for some in threes)),
        "Three Matching Chows": int(any(_mixed(some, 0) for some in threes)),
        "Mixed Stepping Chows": int(any(_mixed(some, 1) for some in threes)),
        "Pure Straight Nine": int(any(_in_steps(some, 3) for some in threes)),
        "Mixed Straight Nine": int(any(_mixed(some, 3) for some in threes)),
    }


def how_it_was_won(row: Row, reading: Reading, all_pickups: str) -> dict[str, int]:
    """Group 28: where the winning tile came from, what of the hand was exposed, the flowers."""
    by_discard, self_drawn, robbed = (row.win_by == code for code in range(3))
    last, kong_draws = bool(row.flags & LAST_TILE), row.flags >> 8 & 7
    melds = [byte for byte in row.melds if byte]
    exposed = sum(byte < 103 for byte in melds)
    claimed_set = any(row.win_tile in _tiles(kind) for kind in reading.concealed)
    picked_up = exposed == 4 or (all_pickups == "any_last_set" and exposed == 3 and len(melds) == 3 and claimed_set)
    flowers = [bool(row.flowers >> bit & 1) for bit in range(8)]
    return {
        "From The Floor": int(by_discard),
        "From The Wall": int(self_drawn),
        "From Robbed Kong": int(robbed),
        "From Final Draw": int(self_drawn and last),
        "From Final Exposed": int(by_discard and last),
        "On First Kong": int(kong_draws == 1),
        "On Second Kong": int(kong_draws == 2),
        "On Third Kong": int(kong_draws == 3),
        "All Pickups": int(picked_up and not self_drawn),
        "Self Help": int(self_drawn and not exposed),
        "Clear Front": int(not melds),
        "No Flower": int(not any(flowers)),
        "Chance Flower": flowers[row.seat] + flowers[row.seat + 4],
        "Full Set Of Flowers": int(all(flowers[:4])) + int(all(flowers[4:])),
    }
