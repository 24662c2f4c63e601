"""What the counts say: numbers in the order in which a report shows them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fastmj.places import Place
from fastmj.report.counts import OTHERS, Counts
from fastmj.report.examples import Example
from fastmj.rules import RuleSet
from fastmj.rules.ruleset import LANGUAGES
from fastmj.status import BELOW_MINIMUM, STATUS
from fastmj.tiles import WIN_BY_NAMES, WIND_NAMES

SHOWN_TOGETHER = 30
"""So many elements are in the heat map."""
SHOWN_VALUES = 20
"""So many values of a column are shown."""
SHARES = (0, 1, 5, 25, 50, 75, 95, 99, 100)
"""The per cents of wins whose worth is told."""
_ORDERED = {"seat": WIND_NAMES, "round": WIND_NAMES, "win_by": WIN_BY_NAMES}
_PAIRS, _LEAST_HANDS = 10, 20


class ElementFacts(NamedTuple):
    """One element: in how many wins, what share of them that is, what they are worth on average, its own points if known."""

    name: str
    hands: int
    share: float
    average: float
    points: float | None


class ValueFacts(NamedTuple):
    """The rows with one value of a column: all, wins, the share of all wins, what these are worth on average."""

    value: str
    rows: int
    wins: int
    share: float
    average: float | None


class Pair(NamedTuple):
    """Two elements in one hand: how many wins, and how many times as often as chance would have it."""

    first: str
    second: str
    hands: int
    lift: float


class Together(NamedTuple):
    """The most frequent elements, and of the wins that hold the one of a line, the share that holds the one of a column."""

    names: list[str]
    shares: list[list[float]]


@dataclass(frozen=True)
class Report:
    """What ``fastmj.report`` found in scored files, and the page it wrote.

    ``rows`` in all; ``wins`` of them complete hands, ``ok`` those that may be declared, ``below_minimum`` those that may
    not, ``limit`` those that are limit hands; ``refused`` the other rows by status. ``totals`` tells how many wins have
    each total, ``spread`` the total that a share (per cent) of wins do not exceed, ``average`` the mean. ``scoring`` is
    how long scoring these rows took, in seconds, where that is known; ``seconds`` how long reading them took.
    """

    output: Place
    rows: int
    wins: int
    ok: int
    below_minimum: int
    limit: int
    refused: dict[str, int]
    totals: dict[float, int]
    declared: dict[float, int]
    average: float | None
    spread: dict[int, float]
    elements: list[ElementFacts]
    together: Together
    pairs: list[Pair]
    groups: dict[str, list[ValueFacts]]
    examples: dict[str, list[Example]]
    scoring: float | None
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The facts as plain data, for JSON."""
        return {
            "output": str(self.output),
            "rows": self.rows,
            "wins": self.wins,
            "ok": self.ok,
            "below_minimum": self.below_minimum,
            "limit": self.limit,
            "refused": self.refused,
            "average": self.average,
            "spread": {str(share): total for share, total in self.spread.items()},
            "totals": {f"{total:g}": n for total, n in self.totals.items()},
            "elements": [each._asdict() for each in self.elements],
            "pairs": [each._asdict() for each in self.pairs],
            "groups": {name: [each._asdict() for each in found] for name, found in self.groups.items()},
            "examples": {status: [each._asdict() for each in found] for status, found in self.examples.items()},
            "scoring_seconds": self.scoring,
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        worth = "" if self.average is None else f", worth {self.average:.1f} on average"
        refused = sum(self.refused.values())
        return (
            f"{self.rows:,} rows in {self.seconds:.1f} s: {self.wins:,} wins{worth}, {refused:,} refused\n"
            f"written to {self.output}"
        )


def facts(counts: Counts, output: Place, rules: RuleSet | None, scoring: float | None, seconds: float) -> Report:
    """Work out what a report shows."""
    totals: Counter[float] = Counter()
    for part in counts.totals.values():
        totals.update(part)
    ordered, refused = dict(sorted(totals.items())), STATUS[:BELOW_MINIMUM]
    return Report(
        output=output,
        rows=counts.rows,
        wins=counts.wins,
        ok=counts.status["ok"],
        below_minimum=counts.status["below_minimum"],
        limit=counts.limit,
        refused={name: n for name, n in counts.status.most_common() if name in refused},
        totals=ordered,
        declared=dict(sorted(counts.totals["ok"].items())),
        average=counts.sum / counts.wins if counts.wins else None,
        spread=_spread(ordered),
        elements=_elements(counts, rules),
        together=_together(counts),
        pairs=_pairs(counts),
        groups={name: _values(name, counts) for name in counts.groups},
        examples=counts.examples,
        scoring=scoring,
        seconds=seconds,
    )


def _spread(totals: dict[float, int]) -> dict[int, float]:
    """The smallest total that so many per cent of the wins do not exceed."""
    if not totals:
        return {}
    values, ends = list(totals), np.cumsum(list(totals.values()))
    places = np.searchsorted(ends, [max(1, -(-share * int(ends[-1]) // 100)) for share in SHARES])
    return {share: values[at] for share, at in zip(SHARES, places.tolist(), strict=True)}


def most_frequent(counts: Counts) -> list[int]:
    """The places of the elements that occur, the most frequent first."""
    return [at for at in np.argsort(-counts.hands, kind="stable").tolist() if counts.hands[at]]


def _elements(counts: Counts, rules: RuleSet | None) -> list[ElementFacts]:
    """Elements that occur, the most frequent first. ``ValueError`` where one is none of the rule set's, in any language."""
    points: dict[str, float] = {}
    if rules is not None:
        worth = [row.points for row in rules.rows]
        points = {name: at for each in LANGUAGES for name, at in zip(rules.names_in(each), worth, strict=True)}
        for name in (counts.names[at] for at in most_frequent(counts)):
            if name not in points:
                raise ValueError(
                    f"{name!r} is no element of rule set {rules.label!r}: the files were scored by another"
                )
    return [
        ElementFacts(
            counts.names[at],
            int(counts.hands[at]),
            float(counts.hands[at] / counts.wins),
            float(counts.sums[at] / counts.hands[at]),
            points.get(counts.names[at]),
        )
        for at in most_frequent(counts)
    ]


def _together(counts: Counts) -> Together:
    chosen = most_frequent(counts)[:SHOWN_TOGETHER]
    beside = counts.together[np.ix_(chosen, chosen)]
    return Together([counts.names[at] for at in chosen], (beside / counts.hands[chosen][:, None]).tolist())


def _pairs(counts: Counts) -> list[Pair]:
    """The pairs that are bound most closely (by the coefficient of correlation), of those that are not too rare."""
    chosen = most_frequent(counts)
    hands = counts.hands[chosen].astype(float)
    beside = counts.together[np.ix_(chosen, chosen)].astype(float)
    n, both = float(counts.wins), hands[:, None] * hands[None, :]
    with np.errstate(all="ignore"):
        strength = (n * beside - both) / np.sqrt(both * (n - hands)[:, None] * (n - hands)[None, :])
    strength[(beside < _LEAST_HANDS) | ~np.isfinite(strength)] = 0
    found = np.argwhere(np.triu(strength, 1) > 0)
    best = found[np.argsort(-strength[found[:, 0], found[:, 1]], kind="stable")][:_PAIRS]
    return [
        Pair(
            counts.names[chosen[i]],
            counts.names[chosen[j]],
            int(beside[i, j]),
            float(n * beside[i, j] / both[i, j]),
        )
        for i, j in best.tolist()
    ]


def _values(name: str, counts: Counts) -> list[ValueFacts]:
    """Values of a column in their order, or those with most wins first; what remains under one name."""
    groups = counts.groups[name]
    order: Sequence[str] = _ORDERED.get(name, ())
    ranked = sorted(
        groups, key=lambda v: (order.index(v) if v in order else len(order), v == OTHERS, -groups[v].wins, v)
    )
    return [
        ValueFacts(
            value,
            groups[value].rows,
            groups[value].wins,
            groups[value].wins / counts.wins if counts.wins else 0.0,
            groups[value].sum / groups[value].wins if groups[value].wins else None,
        )
        for value in ranked
    ]
