"""Relations between the chows of a reading: which count, and what keeps the others from it."""

from collections.abc import Iterable
from typing import NamedTuple

from fastmj.elements.element import Chow
from fastmj.explaining.parts import Part
from fastmj.kernels.combine import POLICIES, Candidate, candidates, joined
from fastmj.rules.row import Row
from fastmj.rules.ruleset import RuleSet


class Reason(NamedTuple):
    """Why something that is met does not count."""

    rule: str  # a code, see fastmj.explaining.wording
    rows: tuple[Row, ...] = ()  # what it gives way to


class Relations(NamedTuple):
    """The relations that hold; a candidate is a row and the numbers of the parts it joins."""

    counted: tuple[Candidate, ...]
    left: tuple[tuple[Candidate, Reason], ...]


def relations_of(rules: RuleSet, parts: tuple[Part, ...]) -> Relations:
    """What the chow table of the rule set says of these parts, with reasons."""
    numbers, chows = chows_of(parts)
    rows = [row for row in rules.rows if row.element.chows]
    found = candidates(rows, chows)
    chosen = POLICIES[rules.chow_policy](found)
    counted, left = [], []
    for candidate in found:
        reason = _reason(rules.chow_policy, candidate, candidate in chosen, chosen)
        row, joins = candidate
        placed = (row, tuple(sorted(numbers[i] for i in joins)))
        if reason is None:
            counted.append(placed)
        else:
            left.append((placed, reason))
    return Relations(tuple(counted), tuple(left))


def chows_of(parts: tuple[Part, ...]) -> tuple[list[int], list[Chow]]:
    """The numbers of the parts that are chows, and the chows.

    As in the chow table suits have no names: the one whose chows come first by rank is suit 0.
    """
    numbers = [i for i, part in enumerate(parts) if part.kind == "chow"]
    numbers.sort(key=lambda i: parts[i].slots)
    ranks: list[list[int]] = [[], [], []]
    for i in numbers:
        ranks[parts[i].slots[0] // 9].append(parts[i].slots[0] % 9 + 1)
    order = sorted(range(3), key=lambda suit: ranks[suit])
    numbers.sort(key=lambda i: (order.index(parts[i].slots[0] // 9), parts[i].slots))
    return numbers, [(order.index(parts[i].slots[0] // 9), parts[i].slots[0] % 9 + 1) for i in numbers]


def _reason(policy: str, candidate: Candidate, taken: bool, chosen: tuple[Candidate, ...]) -> Reason | None:
    """Why a candidate does not count; None where it does."""
    row, joins = candidate
    named = _rows(other for other, _ in chosen if row.element in other.excludes)
    if named:
        return Reason("not_beside", named)
    if taken:
        return None
    if policy == "one":
        return Reason("one_combination", _rows(other for other, _ in chosen))
    if policy == "all":
        return Reason("often_enough")
    over = [(other, set(sets) & set(joins), len(sets)) for other, sets in chosen]
    inside = [other for other, shared, size in over if len(shared) == len(joins)]
    if inside:
        return Reason("non_separation", _rows(inside))
    if any(other.key == row.key and shared for other, shared, _ in over):
        return Reason("non_identical", (row,))
    rivals = [other for other, shared, _ in over if len(shared) > 1]
    if rivals:
        return Reason("free_choice", _rows(rivals))
    ring = _ring(candidate, list(chosen))
    return Reason("account_once", _rows(other for other, _ in ring)) if ring else Reason("adds_nothing")


def _rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(dict.fromkeys(rows))


def _ring(candidate: Candidate, chosen: list[Candidate]) -> list[Candidate]:
    """The fewest of the chosen that join chows of the candidate already, so that it would close a ring; else none."""

    def closed(some: list[Candidate]) -> bool:
        groups: list[frozenset[int]] | None = []
        for _, sets in (*some, candidate):
            groups = joined(groups, sets) if groups is not None else None
        return groups is None

    if not closed(chosen):
        return []
    for one in chosen:
        fewer = [other for other in chosen if other is not one]
        if closed(fewer):
            return _ring(candidate, fewer)
    return chosen
