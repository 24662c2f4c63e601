"""What a rule set must be to be scored: everything is checked when it is made, and named when it is wrong."""

import math
import re
from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from fastmj.elements.element import Element
from fastmj.kernels.block import PRIORITY
from fastmj.kernels.view import EXACT, FORMS
from fastmj.notation import NotationError, read
from fastmj.rules.detectors import fault_of
from fastmj.rules.row import Row, excluders, in_order, titles

if TYPE_CHECKING:
    from fastmj.rules.ruleset import RuleSet

CLAIMS = ("seven_flowers", "eight_flowers", "kong_to_fourth", "opening_flowers")
"""Wins that need no complete hand: seven or eight flowers, and four kongs in a row with one tile left; the last says that
flowers may be claimed on the opening by any seat."""
FINAL_POLICIES = ("always", "higher")
CHOW_POLICIES = ("account_once", "one", "all")
MOST = 15  # how often a row can score: four bits
MOST_ROWS = 400  # seven words of 63 bits, with room for rows that count


def check(rules: "RuleSet") -> None:
    """ValueError naming rule set, row or field, and the cause."""
    if not isinstance(rules.name, str) or not re.fullmatch(r"\w[\w .-]*", rules.name):
        raise ValueError(f"rule set {rules.name!r}: a name is letters, digits, spaces, and . - _")
    _check_rows(rules)
    _check_policies(rules)
    for text in rules.exact:
        exact_counts(rules, text)


def _fault(rules: "RuleSet", what: str) -> ValueError:
    return ValueError(f"rule set {rules.name!r}{what}")


def _check_rows(rules: "RuleSet") -> None:
    if not rules.rows:
        raise _fault(rules, " has no rows")
    if len(rules.rows) > MOST_ROWS:
        raise _fault(rules, f" has {len(rules.rows)} rows; at most {MOST_ROWS} are possible")
    if not _is_number(rules.unit) or rules.unit <= 0:
        raise _fault(rules, f": unit={rules.unit!r} is no number above 0")
    seen: dict[str, Row] = {}
    for number, row in enumerate(rules.rows, 1):
        if not isinstance(row, Row) or not isinstance(row.element, Element):
            given = row.element if isinstance(row, Row) else row
            raise _fault(rules, f": row {number} is {given!r}, not the Row of an element")
        cause = _fault_of_row(rules, row)
        if cause:
            raise _fault(rules, f": {row.title!r} {cause}")
        for word in (row.key, f"title {row.title}"):
            other = seen.setdefault(word, row)
            if other is not row:
                if row.title == other.title:
                    raise _fault(rules, f" lists {row.title!r} more than once")
                raise _fault(rules, f": {other.title!r} and {row.title!r} are both functions named {row.key!r}")
    _check_exclusions(rules)
    most = sum(row.points * row.element.most for row in rules.rows) + (rules.fixed or 0)
    if most / rules.unit >= PRIORITY:
        raise _fault(
            rules, f": all rows together are worth {most:g}; at most {(PRIORITY - 1) * rules.unit:g} is counted"
        )


def _fault_of_row(rules: "RuleSet", row: Row) -> str:
    """What is wrong with a row that is looked at alone, or ""."""
    points, most = row.points, row.element.most
    if not row.title.isprintable() or row.title.strip() != row.title or not row.title:
        return "is no name that can be printed on a line"
    if not _is_number(points) or points < 0:
        return f"is worth {points!r}; points are 0 or more"
    if not _is_step(points, rules.unit):
        return f"is worth {points}, no multiple of {rules.unit}"
    if not isinstance(most, int) or not 0 < most <= MOST:
        return f"could score {most} times; 1 to {MOST} are possible"
    if row.starred and not row.group:
        return "is starred, which means something in a group only"
    return fault_of(row.element)


def _check_exclusions(rules: "RuleSet") -> None:
    keys = {row.key: row.element for row in rules.rows}
    for row in rules.rows:
        for other in row.excludes:
            if not isinstance(other, Element):
                raise _fault(rules, f": {row.title!r} excludes {other!r}, which is no element")
            if keys.get(other.key) != other:
                raise _fault(rules, f": {row.title!r} excludes {other.name!r}, which the rule set does not list")
    placed = in_order(rules.rows, excluders(rules.rows))
    if len(placed) < len(rules.rows):
        ring = titles(row for row in rules.rows if row not in placed)
        raise _fault(rules, f": {ring} exclude one another in a ring; of two rows only one can exclude the other")


def _check_policies(rules: "RuleSet") -> None:
    elements = {row.key: row.element for row in rules.rows}
    if rules.nothing is not None and rules.nothing.key not in elements:
        raise _fault(rules, f": {rules.nothing.name!r} is to score alone but is not listed")
    for element in rules.preferred:
        if element.key not in elements:
            raise _fault(rules, f": {element.name!r} is preferred but is not listed")
    for what, given, known in (
        ("winning form", rules.forms, FORMS),
        ("claim", rules.claims, CLAIMS),
        ("final_policy", (rules.final_policy,), FINAL_POLICIES),
        ("chow_policy", (rules.chow_policy,), CHOW_POLICIES),
    ):
        _check_known(rules, what, given, known)
    if not rules.forms and not rules.exact:
        raise _fault(rules, " knows no winning form")
    if len(rules.exact) >= 256 - EXACT:
        raise _fault(rules, f" has {len(rules.exact)} exact hands; at most {255 - EXACT} are possible")
    for value, what in ((rules.fixed, "fixed"), (rules.cap, "cap"), (rules.minimum, "minimum")):
        left_out = value is None and what != "minimum"
        if not left_out and not (_is_number(value) and value >= 0 and _is_step(value, rules.unit)):
            raise _fault(rules, f": {what}={value!r} is not 0 or more in steps of {rules.unit:g}")
    for what in ("dead_waits", "knitted_on_body"):
        if not isinstance(getattr(rules, what), bool):
            raise _fault(rules, f": {what}={getattr(rules, what)!r} is neither True nor False")
    for value, what in ((rules.fixed, "fixed"), (rules.cap, "cap")):
        if value is not None and value < rules.minimum:
            raise _fault(
                rules, f": {what}={value:g} is below minimum={rules.minimum:g}: no hand of that worth may be declared"
            )
    most = max(sum(row.points * row.element.most for row in rules.rows if not row.outside), rules.fixed or 0)
    if rules.minimum > most:
        raise _fault(rules, f": minimum={rules.minimum:g} is more than all rows together are worth, {most:g}")
    if rules.options is not None and (not is_dataclass(rules.options) or isinstance(rules.options, type)):
        raise _fault(rules, f": options={rules.options!r} are not an instance of a dataclass")
    if rules.pay is not None and not callable(rules.pay):
        raise _fault(rules, f": pay={rules.pay!r} is no function")


def _check_known(rules: "RuleSet", what: str, given: Sequence[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise _fault(rules, f": unknown {what} {name!r}; known are {', '.join(known)}")


def exact_counts(rules: "RuleSet", text: str) -> tuple[int, ...]:
    """The counts (34) of an exact hand; ValueError where it is not thirteen concealed tiles."""
    try:
        hand = read(text)
    except NotationError as error:
        raise _fault(rules, f": exact hand {text!r}: {error}") from error
    if hand.melds or hand.win_tile is not None or sum(hand.counts) != 13:
        raise _fault(rules, f": exact hand {text!r} is not thirteen concealed tiles, as 19m19p19s1234567z is")
    return hand.counts


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_step(value: float, unit: float) -> bool:
    """A whole number of units, whatever the units' binary fractions are."""
    return math.isclose(value / unit, round(value / unit), abs_tol=1e-9)
