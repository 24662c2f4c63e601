"""Chow elements: which relations score for every multiset of at most four chows.

Relations are plain Python and run once a rule set, over the 12,650 multisets; a scored row then takes one look-up.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from fastmj.elements.element import Chow, in_order_of_rank
from fastmj.kernels.fingerprint import fingerprint
from fastmj.kernels.jit import stage, u32
from fastmj.kernels.record import CHOW_MASK
from fastmj.kernels.tables import SUIT_CHOWS, Array, Tables, at_most
from fastmj.kernels.view import Block
from fastmj.rules.row import Row, in_order
from fastmj.rules.ruleset import RuleSet

Candidate = tuple[Row, tuple[int, ...]]
"""A relation that holds, and the numbers of the chows it joins."""


def multisets() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """All 12,650 (characters, dots, bamboo) triples of starts with at most four chows, in the order of their index."""
    for m in SUIT_CHOWS:
        for p in SUIT_CHOWS[: at_most(4 - len(m))]:
            for s in SUIT_CHOWS[: at_most(4 - len(m) - len(p))]:
                yield m, p, s


def candidates(rows: Sequence[Row], chows: Sequence[Chow]) -> list[Candidate]:
    """Every relation that holds, in the order of the rows."""
    return [
        (row, chosen)
        for row in rows
        for chosen in combinations(range(len(chows)), row.element.chows)
        if row.element(*in_order_of_rank(chows[i] for i in chosen))
    ]


def joined(groups: list[frozenset[int]], chosen: tuple[int, ...]) -> list[frozenset[int]] | None:
    """The groups after ``chosen`` are joined, or None if two of them are in one group already, which closes a ring."""
    hit = [group for group in groups if group & set(chosen)]
    if any(len(group & set(chosen)) > 1 for group in hit):
        return None
    return [group for group in groups if group not in hit] + [frozenset(chosen).union(*hit)]


def account_once(found: list[Candidate]) -> tuple[Candidate, ...]:
    """The most valuable choice in which each set joins sets already combined only once, and joins none twice under one name.

    Of equal choices the first list of element numbers is taken; candidates come in that order.
    """
    order = {row.key: i for i, (row, _) in enumerate(found)}
    best: tuple[Candidate, ...] = ()
    best_value: tuple[float, list[int]] = (0.0, [])

    def extend(
        first: int,
        groups: list[frozenset[int]],
        used: frozenset[tuple[str, int]],
        chosen: tuple[Candidate, ...],
        points: float,
    ) -> None:
        nonlocal best, best_value
        value = (-points, [order[row.key] for row, _ in chosen])
        if value < best_value:
            best, best_value = chosen, value
        for j in range(first, len(found)):
            row, sets = found[j]
            merged = joined(groups, sets)
            names = {(row.key, i) for i in sets}
            full = sum(other.key == row.key for other, _ in chosen) == row.element.most
            if merged is not None and not full and not names & used:
                extend(j + 1, merged, used | names, (*chosen, found[j]), points + row.points)

    extend(0, [], frozenset(), (), 0.0)
    return best


def one(found: list[Candidate]) -> tuple[Candidate, ...]:
    """Only the most valuable relation, of equal ones the first row's."""
    return (max(found, key=lambda candidate: candidate[0].points),) if found else ()


def all_that_hold(found: list[Candidate]) -> tuple[Candidate, ...]:
    """Every relation, at most as often as its row can score."""
    chosen: list[Candidate] = []
    for row, sets in found:
        if [row for row, _ in chosen].count(row) < row.element.most:
            chosen.append((row, sets))
    return tuple(chosen)


POLICIES: dict[str, Callable[[list[Candidate]], tuple[Candidate, ...]]] = {
    "account_once": account_once,
    "one": one,
    "all": all_that_hold,
}
"""How relations between chows combine, by name."""


def chow_classes(rules: RuleSet) -> tuple[Array, Array]:
    """(class of every multiset uint16 (12650,), packed words of every class int64 (words, classes))."""
    rows = [row for row in rules.rows if row.element.chows]
    excluded_last = [row for row in in_order(rules.rows, rules.excluders) if row.element.chows]
    choose = POLICIES[rules.chow_policy]
    numbers: dict[tuple[int, ...], int] = {}

    @lru_cache(None)
    def number(suits: tuple[tuple[int, ...], ...]) -> int:  # suits sorted: relations do not care which suit is which
        chows = [(suit, start + 1) for suit, starts in enumerate(suits) for start in starts]
        packed = [0] * rules.words
        found = Counter(row.key for row, _ in choose(candidates(rows, chows)))
        for row in excluded_last:
            if row.key in found:
                if any(other.key in found for other in rules.excluders[row.key]):
                    del found[row.key]  # and what it excludes is not excluded by it
                else:
                    word, bit, _ = rules.place[row.key]
                    packed[word] += found[row.key] << bit
        return numbers.setdefault(tuple(packed), len(numbers))

    classes = np.array([number(tuple(sorted(suits))) for suits in multisets()], np.uint16)
    return classes, np.array(list(numbers), np.int64).T.copy()


def made_of(rules: RuleSet) -> tuple[Any, ...]:
    """All that the chow table of a rule set depends on."""
    relations = [
        (
            row.key,
            row.points,
            row.element.most,
            rules.place[row.key],
            [other.key for other in rules.excluders[row.key] if other.element.chows],
            fingerprint(row.element.detect),
        )
        for row in rules.rows
        if row.element.chows
    ]
    return rules.chow_policy, rules.words, relations


@stage
def relations(rows: int, tables: Tables, classes: Array, packed: Array, numbers: Array, block: Block) -> None:
    """What the chow table says of every row: the low-end of its words. ``numbers``: room for one number a row."""
    for r in range(rows):
        m = tables.chow_id[u32(block.suit_m[r] & CHOW_MASK)]
        p = tables.chow_id[u32(block.suit_p[r] & CHOW_MASK)]
        s = tables.chow_id[u32(block.suit_s[r] & CHOW_MASK)]
        index = tables.chow_second[u32(tables.chow_first[u32(m)] + p)] + np.int32(s)
        numbers[r] = classes[u32(index)]
    for word in range(packed.shape[0]):
        for r in range(rows):
            block.relations[word, r] = packed[word, u32(numbers[r])]
