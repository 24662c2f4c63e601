"""What one reading scores: elements, exclusions and points in the order of the generated loop (``kernels/fuse.py``).

detection, exclusions by row and group, final rows, points, the row for nothing, fixed worth, rows outside, cap
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fastmj.explaining.asked import asking
from fastmj.explaining.parts import Reading
from fastmj.explaining.relations import Reason, Relations, relations_of
from fastmj.kernels.view import KNITTED_STRAIGHT, REGULAR, SEVEN_PAIRS
from fastmj.rules.row import Row, in_order
from fastmj.rules.ruleset import RuleSet

COUNTED_FORMS = (REGULAR, SEVEN_PAIRS, KNITTED_STRAIGHT)
"""Forms with sets and pairs to count, which can be worth more than a final row."""


@dataclass(frozen=True)
class Verdict:
    """One reading under a rule set."""

    reading: Reading
    counts: dict[str, int]  # key of every row that scores -> how often, in the order of the rows
    met: dict[str, int]  # key of every detector's row that is met but does not score -> how often
    reasons: dict[str, Reason]  # why rows that are met do not score at all
    relations: Relations
    final: bool  # final rows decided
    sum: float  # points of the elements that score, before fixed worth and cap
    raw: float
    total: float
    order: tuple[Any, ...]  # the reading with the least of these is taken


def judge(rules: RuleSet, reading: Reading) -> Verdict:
    """Score one reading."""
    relations = relations_of(rules, reading.parts)
    detected = _detected(rules, reading)
    counts = dict(detected)
    for row, _ in relations.counted:
        counts[row.key] = counts.get(row.key, 0) + 1
    reasons = _excluded(rules, counts)
    final = _final(rules, reading.view.form, counts, reasons)
    inside = [row for row in rules.rows if not row.outside and row.element != rules.nothing]
    points = _units(rules, counts, inside)
    if rules.nothing is not None and points == 0:
        nothing = rules.row(rules.nothing.key)
        counts[nothing.key] = 1
        points = round(nothing.points / rules.unit)
    summed = points + _units(rules, counts, [row for row in rules.rows if row.outside])
    if final and rules.fixed is not None:
        points = round(rules.fixed / rules.unit)
    total = points + _units(rules, counts, [row for row in rules.rows if row.outside])
    if rules.cap is not None:
        total = min(total, round(rules.cap / rules.unit))
    scored = {row.key: counts[row.key] for row in rules.rows if counts.get(row.key)}
    return Verdict(
        reading=reading,
        counts=scored,
        met={key: count for key, count in detected.items() if key not in scored},
        reasons=reasons,
        relations=relations,
        final=final,
        sum=summed * rules.unit,
        raw=points * rules.unit,
        total=total * rules.unit,
        order=_order(rules, scored, points, final),
    )


def best(verdicts: list[Verdict]) -> Verdict:
    """The reading that is taken: the one worth most, of equal ones the first in the order of lists."""
    return min(verdicts, key=lambda verdict: verdict.order)


def _detected(rules: RuleSet, reading: Reading) -> dict[str, int]:
    """How often each detector finds its element."""
    found, ask = {}, asking(rules)
    for row in rules.rows:
        if not row.element.chows and row.element != rules.nothing:
            count = ask(row.element, reading.view)
            if count:
                found[row.key] = count
    return found


def _excluded(rules: RuleSet, counts: dict[str, int]) -> dict[str, Reason]:
    """Take out the rows that are not scored beside others; returns why."""
    reasons = {}
    for row in in_order(rules.rows, rules.excluders):
        # of two relations between chows it is settled already which is scored
        others = [
            other
            for other in rules.excluders[row.key]
            if counts.get(other.key) and not (row.element.chows and other.element.chows)
        ]
        if counts.get(row.key) and others:
            named = tuple(other for other in others if row.element in other.excludes)
            reasons[row.key] = Reason("not_beside", named) if named else Reason("one_of_group", tuple(others))
            counts[row.key] = 0
    return reasons


def _final(rules: RuleSet, form: int, counts: dict[str, int], reasons: dict[str, Reason]) -> bool:
    """Whether final rows decide; takes out what then does not count."""
    rows = tuple(row for row in rules.rows if row.final and counts.get(row.key))
    others = [row for row in rules.rows if not row.final]
    decides = bool(rows)
    if rules.final_policy == "higher":
        ordinary = _units(rules, counts, others) if form in COUNTED_FORMS else 0
        decides = decides and _units(rules, counts, rows) >= ordinary
    reason = Reason("final", rows) if decides else Reason("ordinary_is_higher")
    for row in others if decides else rows:
        if counts.get(row.key):
            reasons[row.key] = reason
            counts[row.key] = 0
    return decides


def _units(rules: RuleSet, counts: dict[str, int], rows: Iterable[Row]) -> int:
    """What some rows score, in the rule set's smallest step of points."""
    return sum(round(row.points / rules.unit) * counts.get(row.key, 0) for row in rows)


def _order(rules: RuleSet, scored: dict[str, int], points: int, final: bool) -> tuple[Any, ...]:
    """Smaller for the better reading: final rows first, then points, preferred rows, the first list of numbers."""
    first = final and rules.final_policy == "always"
    preferred = [element.key not in scored for element in rules.preferred]
    return not first, -points, preferred, [-scored.get(row.key, 0) for row in rules.rows]
