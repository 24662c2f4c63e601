"""Waits and distances by trying: every tile drawn, every tile replaced. Plain Python, no tables.

A form is a function of the concealed tiles and the number of melds. What holds for a suit alone is remembered by its counts,
which is all that makes this fast enough for thousands of hands.
"""

from collections.abc import Iterator
from functools import cache

from tests.reference.rows import meld_tiles
from tests.reference.shapes import (
    KNITTED,
    Counts,
    _part_sets,
    _part_sets_and_pair,
    honors_and_knitted,
    is_seven_pairs,
    is_thirteen_orphans,
)

FORMS = {
    "mcr": ("regular", "seven_pairs", "thirteen_orphans", "honors_knitted", "knitted_straight"),
    "imj": ("regular", "seven_pairs", "thirteen_orphans", "isolated_stars"),
    "hk": ("regular", "seven_pairs", "thirteen_orphans"),
    "hkmj": ("regular", "seven_pairs", "thirteen_orphans"),
    "classical": ("regular", "thirteen_orphans", "wriggling_snake"),
}
"""The forms of each rule set."""
WINDS = (27, 28, 29, 30)


@cache
def _part_kind(part: Counts) -> int:
    """0 sets, 1 sets and a pair, 2 neither."""
    over = sum(part) % 3
    if over == 0:
        return 0 if _part_sets(part) else 2
    return 1 if over == 2 and _part_sets_and_pair(part) else 2


def sets_and_pair(counts: Counts) -> bool:
    """Whether tiles can be divided into sets and one pair."""
    return sum(_part_kind(part) for part in (counts[:9], counts[9:18], counts[18:27], counts[27:])) == 1


def _knitted_straight(counts: Counts, melds: int) -> bool:
    if melds > 1:
        return False
    rests = (
        tuple(n - (slot in body) for slot, n in enumerate(counts))
        for body in KNITTED
        if all(counts[slot] for slot in body)
    )
    return any(sets_and_pair(rest) for rest in rests)


def _isolated_stars(counts: Counts) -> bool:
    return honors_and_knitted(counts) == 7


def _wriggling_snake(counts: Counts) -> bool:
    if sum(counts) != 14 or counts[31:] != (0, 0, 0) or counts[27:31] != (1, 1, 1, 1):
        return False
    return any(counts[9 * suit : 9 * suit + 9] == (2, 1, 1, 1, 1, 1, 1, 1, 1) for suit in range(3))


def complete(counts: Counts, melds: int, form: str) -> bool:
    """Whether concealed tiles beside so many melds are a whole hand of the form."""
    if sum(counts) + 3 * melds != 14:
        return False
    if form == "regular":
        return sets_and_pair(counts)
    if form == "knitted_straight":
        return _knitted_straight(counts, melds)
    if melds:
        return False
    if form == "seven_pairs":
        return is_seven_pairs(counts)
    if form == "thirteen_orphans":
        return is_thirteen_orphans(counts)
    if form == "honors_knitted":
        return honors_and_knitted(counts) > 0
    return _isolated_stars(counts) if form == "isolated_stars" else _wriggling_snake(counts)


def copies(counts: Counts, melds: tuple[int, ...]) -> list[int]:
    """How many of each kind the whole hand holds."""
    held = list(counts)
    for byte in melds:
        for slot in meld_tiles(byte) if byte else ():
            held[slot] += 1
    return held


def _drawn(counts: Counts, slot: int) -> Counts:
    return (*counts[:slot], counts[slot] + 1, *counts[slot + 1 :])


def waits(counts: Counts, melds: tuple[int, ...], forms: tuple[str, ...], formal: bool = False) -> list[int]:
    """The kinds that complete 13 tiles (3 less a meld) in one of the forms."""
    number, held = sum(byte > 0 for byte in melds), copies(counts, melds)
    return [
        slot
        for slot in range(34)
        if (formal or held[slot] < 4) and any(complete(_drawn(counts, slot), number, form) for form in forms)
    ]


def _replaced(counts: Counts, held: list[int]) -> Iterator[Counts]:
    """Every way to put one tile aside and draw one of another kind that is not used up."""
    for away in range(34):
        if counts[away]:
            left = (*counts[:away], counts[away] - 1, *counts[away + 1 :])
            for slot in range(34):
                if slot != away and held[slot] < 4:
                    yield _drawn(left, slot)


def distance(counts: Counts, melds: tuple[int, ...], forms: tuple[str, ...], most: int) -> int | None:
    """How many replacements make 13 tiles (3 less a meld) ready, searched breadth-first; None for more than ``most``.

    A tile put aside may be drawn again: with the melds there are four of each kind in all.
    """
    taken = [n - m for n, m in zip(copies(counts, melds), counts, strict=True)]
    seen, level = {counts}, [counts]
    for steps in range(most + 1):
        if any(waits(hand, melds, forms) for hand in level):
            return steps
        if steps == most:
            break
        following = []
        for hand in level:
            held = [n + m for n, m in zip(hand, taken, strict=True)]
            for other in _replaced(hand, held):
                if other not in seen:
                    seen.add(other)
                    following.append(other)
        level = following
    return None
