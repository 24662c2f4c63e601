"""Fans made of two, three or four sets together, and which of them may be taken side by side."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

CHOW, PUNG = "chow", "pung"
Kind = tuple[str, int]  # ("chow", first slot) or ("pung", slot); kongs stand as pungs
Candidate = tuple[int, tuple[int, ...]]  # fan, the sets it joins


def _suit(slot: int) -> int:
    return slot // 9


def _rank(slot: int) -> int:
    return slot % 9 + 1


def _is_wind(slot: int) -> bool:
    return 27 <= slot < 31


def _is_dragon(slot: int) -> bool:
    return slot >= 31


def _chow_fans(first: list[int], pair: int) -> Iterator[int]:
    """Fans of two, three or four chows with the given first slots, ascending."""
    suits = [_suit(slot) for slot in first]
    ranks = [_rank(slot) for slot in first]
    one_suit, all_suits = len(set(suits)) == 1, len(first) == 3 and len(set(suits)) == 3
    steps = {b - a for a, b in pairwise(first)}
    if len(first) == 4:
        if one_suit and ranks == [1, 1, 7, 7] and pair < 27 and _suit(pair) == suits[0] and _rank(pair) == 5:
            yield 13
        if one_suit and steps == {0}:
            yield 14
        if one_suit and steps in ({1}, {2}):
            yield 16
        two_terminal_pairs = ranks == [1, 7, 1, 7] and suits[0] == suits[1] != suits[2] == suits[3]
        if two_terminal_pairs and pair < 27 and _rank(pair) == 5 and _suit(pair) not in suits:
            yield 29
    if len(first) == 3:
        if one_suit and steps == {0}:
            yield 23
        if one_suit and ranks == [1, 4, 7]:
            yield 28
        if one_suit and steps in ({1}, {2}):
            yield 30
        if all_suits and sorted(ranks) == [1, 4, 7]:
            yield 39
        if all_suits and len(set(ranks)) == 1:
            yield 41
        if all_suits and len(set(ranks)) == 3 and max(ranks) - min(ranks) == 2:
            yield 51
    if len(first) == 2:
        if steps == {0}:
            yield 69
        if not one_suit and ranks[0] == ranks[1]:
            yield 70
        if one_suit and steps == {3}:
            yield 71
        if one_suit and ranks == [1, 7]:
            yield 72


def _pung_fans(slots: list[int], pair: int) -> Iterator[int]:
    """Fans of two, three or four pungs of the given slots, ascending."""
    winds, dragons = all(map(_is_wind, slots)), all(map(_is_dragon, slots))
    if len(slots) == 4 and winds:
        yield 1
    if len(slots) == 3 and winds:
        yield 38
        if _is_wind(pair):
            yield 9
    if len(slots) == 3 and dragons:
        yield 2
    if len(slots) == 2 and dragons:
        yield 54
        if _is_dragon(pair):
            yield 10
    if slots[-1] >= 27:
        return
    suits, ranks = {_suit(slot) for slot in slots}, sorted(_rank(slot) for slot in slots)
    consecutive = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    same_rank = len(set(ranks)) == 1
    if len(suits) == 1 and consecutive and len(slots) > 2:
        yield 15 if len(slots) == 4 else 24
    if len(slots) == 3 and len(suits) == 3:
        if same_rank:
            yield 32
        if consecutive:
            yield 42
    if len(slots) == 2 and same_rank:
        yield 65


def candidates(sets: tuple[Kind, ...], pair: int) -> list[Candidate]:
    """Every fan that some of these sets form, each with the sets it joins."""
    found: list[Candidate] = []
    for fans, wanted in ((_chow_fans, CHOW), (_pung_fans, PUNG)):
        places = sorted((slot, place) for place, (kind, slot) in enumerate(sets) if kind == wanted)
        for size in (2, 3, 4):
            for some in combinations(places, size):
                joined = tuple(sorted(place for _, place in some))
                found += [(fan, joined) for fan in fans([slot for slot, _ in some], pair)]
    # Exactly three wind pungs: four of them are another fan.
    winds = sum(kind == PUNG and _is_wind(slot) for kind, slot in sets)
    return [(fan, joined) for fan, joined in found if fan != 38 or winds == 3]


def _admissible(chosen: list[Candidate], more: Candidate) -> bool:
    """Whether `more` may stand beside `chosen`: it ties sets of different groups, none of them twice under its name."""
    group = list(range(4))
    for _, joined in chosen:
        merged = {group[place] for place in joined}
        group = [min(merged) if label in merged else label for label in group]
    fan, joined = more
    used_under_the_name = {place for other, places in chosen if other == fan for place in places}
    return len({group[place] for place in joined}) == len(joined) and not used_under_the_name & set(joined)


@cache
def selections(sets: tuple[Kind, ...], pair: int) -> frozenset[tuple[int, ...]]:
    """Every choice of combination fans to which none can be added, as sorted tuples of fan numbers."""
    every = candidates(sets, pair)
    complete: set[tuple[int, ...]] = set()

    def extend(chosen: list[Candidate], start: int) -> None:
        if not any(_admissible(chosen, more) for more in every):
            complete.add(tuple(sorted(fan for fan, _ in chosen)))
        for place in range(start, len(every)):
            if _admissible(chosen, every[place]):
                extend([*chosen, every[place]], place + 1)

    extend([], 0)
    return frozenset(complete)
