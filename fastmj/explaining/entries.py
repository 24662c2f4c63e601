"""The lines of an explanation: what the reading taken scores, and what it meets without scoring it."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from fastmj.explaining.asked import asking
from fastmj.explaining.causes import Causes, causes_of
from fastmj.explaining.relations import Reason
from fastmj.explaining.verdict import Verdict
from fastmj.kernels.view import CLAIM
from fastmj.rules.row import Row
from fastmj.rules.ruleset import RuleSet

NOTHING_ELSE = Causes((), False, 0, ("nothing else scores",))
MADE_UP: dict[str, Any] = {"kinds": 0, "suits": 0, "has_wind": False, "has_dragon": False, "self_drawn": True}
"""Other than what the scorer says of a claim, which has neither tiles nor a winning tile to look at."""


@dataclass(frozen=True)
class Entry:
    """An element as often as it scores, or as often as it does not for one reason."""

    row: Row
    count: int
    causes: Causes
    reason: Reason | None = None  # None where it scores

    @property
    def points(self) -> float:
        """What all of it scores, or would."""
        return self.row.points * self.count


def entries_of(rules: RuleSet, verdict: Verdict) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """(what scores, what is met but does not), both in the order of the rule set's rows."""
    counted: list[Entry] = []
    left: list[Entry] = []
    view, ask = verdict.reading.view, asking(rules)
    for row in rules.rows:
        reason = verdict.reasons.get(row.key)
        if row.element.chows:
            for entry in _of_relation(row, verdict, reason):
                (left if entry.reason else counted).append(entry)
        elif row.element == rules.nothing and row.key in verdict.counts:
            counted.append(Entry(row, 1, NOTHING_ELSE))
        elif row.key in verdict.counts or row.key in verdict.met:
            count = verdict.counts.get(row.key) or verdict.met[row.key]
            causes = causes_of(ask, row.element, count, verdict.reading)
            if reason is None:
                counted.append(Entry(row, count, causes))
            elif view.form != CLAIM or ask(row.element, view._replace(**MADE_UP)):
                left.append(Entry(row, count, causes, reason))
    return tuple(counted), tuple(left)


def _of_relation(row: Row, verdict: Verdict, reason: Reason | None) -> list[Entry]:
    """The entries of a relation between chows, one a reason; ``reason`` is why none of it scores, if that is so."""
    found: dict[Reason | None, list[tuple[int, ...]]] = defaultdict(list)
    for other, joins in verdict.relations.counted:
        if other == row:
            found[reason].append(joins)
    for (other, joins), why in verdict.relations.left:
        if other == row:
            found[reason or why].append(joins)
    return [Entry(row, len(groups), Causes(tuple(groups), False, 0, ()), why) for why, groups in found.items()]
