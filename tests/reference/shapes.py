"""Every way to read concealed tiles as a winning shape, and the kinds that would complete them."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from tests.reference.combine import CHOW, PUNG, Kind

Counts = tuple[int, ...]
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
# The nine knitted tiles: 147, 258 and 369, one in each suit.
KNITTED = [frozenset(9 * suit + low + step for suit, low in enumerate(lows) for step in (0, 3, 6))
           for lows in permutations(range(3))]  # fmt: skip


def _remove(counts: Counts, *slots: int) -> Counts:
    left = list(counts)
    for slot in slots:
        left[slot] -= 1
    return tuple(left)


def _sets(counts: Counts) -> list[tuple[Kind, ...]]:
    """All ways to divide tiles into chows and pungs."""
    first = next((slot for slot, n in enumerate(counts) if n), None)
    if first is None:
        return [()]
    ways = []
    if counts[first] >= 3:
        ways += [((PUNG, first), *rest) for rest in _sets(_remove(counts, first, first, first))]
    if first < 27 and first % 9 < 7 and counts[first + 1] and counts[first + 2]:
        ways += [((CHOW, first), *rest) for rest in _sets(_remove(counts, first, first + 1, first + 2))]
    return ways


@cache
def _part_sets(part: Counts) -> bool:
    return bool(_sets(part + (0,) * (34 - len(part)))) if len(part) == 9 else all(n in (0, 3) for n in part)


@cache
def _part_sets_and_pair(part: Counts) -> bool:
    return any(_part_sets(_remove(part, slot, slot)) for slot, n in enumerate(part) if n >= 2)


def is_regular(counts: Counts) -> bool:
    """Whether tiles can be divided into sets and one pair."""
    parts = [counts[:9], counts[9:18], counts[18:27], counts[27:]]
    odd = [sum(part) % 3 for part in parts]
    return sorted(odd) == [0, 0, 0, 2] and all(
        _part_sets_and_pair(part) if rest else _part_sets(part) for part, rest in zip(parts, odd, strict=True)
    )


def regular(counts: Counts) -> list[tuple[tuple[Kind, ...], int]]:
    """All readings of tiles as sets and one pair."""
    if not is_regular(counts):
        return []
    return [(sets, pair) for pair, n in enumerate(counts) if n >= 2 for sets in _sets(_remove(counts, pair, pair))]


def is_seven_pairs(counts: Counts) -> bool:
    """Seven pairs; four of a kind are two of them."""
    return sum(counts) == 14 and all(n % 2 == 0 for n in counts)


def is_seven_consecutive_pairs(counts: Counts) -> bool:
    """Two each of seven ranks in a row of one suit."""
    held = [slot for slot, n in enumerate(counts) if n]
    in_a_row = held == list(range(held[0], held[0] + 7)) and held[-1] < 27 and held[0] // 9 == held[-1] // 9
    return is_seven_pairs(counts) and in_a_row


def is_thirteen_orphans(counts: Counts) -> bool:
    """One of each terminal and honor, and one more of them."""
    return sum(counts) == 14 and all(counts[slot] for slot in ORPHANS) and sum(counts[slot] for slot in ORPHANS) == 14


def honors_and_knitted(counts: Counts) -> int:
    """How many honors a hand of 14 different honors and knitted tiles has; 0 where it is none."""
    if sum(counts) != 14 or max(counts) > 1:
        return 0
    suited = {slot for slot in range(27) if counts[slot]}
    return sum(counts[27:]) if any(suited <= body for body in KNITTED) else 0


def knitted_body(counts: Counts) -> frozenset[int] | None:
    """The nine knitted tiles that the tiles hold, if any."""
    return next((body for body in KNITTED if all(counts[slot] for slot in body)), None)


def completing_kinds(counts: Counts, seven_pairs: bool) -> list[int]:
    """The kinds that make sets and a pair (or seven pairs, where asked) of the tiles, by shape alone."""
    kinds = []
    for kind in _neighbours(counts):
        full = tuple(n + (slot == kind) for slot, n in enumerate(counts))
        if is_regular(full) or (seven_pairs and is_seven_pairs(full)):
            kinds.append(kind)
    return kinds


def _neighbours(counts: Sequence[int]) -> list[int]:
    """Kinds that can stand in one set with a tile held."""
    near = set()
    for slot, n in enumerate(counts):
        if n:
            near |= {slot} if slot >= 27 else {s for s in range(slot - 2, slot + 3) if s // 9 == slot // 9 and s >= 0}
    return sorted(near)
