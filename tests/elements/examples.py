"""How tables of example hands are written and what is checked of them.

A table names, for each element of a file of `fastmj/elements` or of a rule set, hands that score it (`yes`) and near
misses (`no`), each with everything the hand scores. The lists follow the rules and are compared with `tests/reference`,
which shares no code with fastmj; where several lists reach the total, the one to report is given.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

import fastmj
from fastmj.elements.element import Element
from fastmj.kernels.view import REGULAR, View
from tests import reference
from tests.reference import classical, hk, hkmj, imj

NO_WIN = "no win"
REFERENCES: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "mcr": reference.score,
    "imj": imj.score,
    "hk": hk.score,
    "hkmj": hkmj.score,
    "classical": classical.score,
}


class Example(NamedTuple):
    hand: str
    scores: str  # as "All Chows, Short Straight*2", or NO_WIN
    context: Mapping[str, Any]
    hit: bool
    rules: str = "mcr"
    options: Mapping[str, Any] = MappingProxyType({})


Table = dict[Element, tuple[Example, ...]]
Made = Callable[..., Example]


def yes(hand: str, scores: str, **context: Any) -> Example:
    """A hand that scores the element."""
    return Example(hand, scores, MappingProxyType(context), True)


def no(hand: str, scores: str, **context: Any) -> Example:
    """A near miss."""
    return Example(hand, scores, MappingProxyType(context), False)


def examples_of(rules: str, *, options: Mapping[str, Any] = MappingProxyType({}), **shared: Any) -> tuple[Made, Made]:
    """`yes` and `no` for a rule set, under some options; `shared` is the context where an example says nothing else."""

    def made(like: Made) -> Made:
        def example(hand: str, scores: str, **context: Any) -> Example:
            return like(hand, scores, **{**shared, **context})._replace(rules=rules, options=options)

        return example

    return made(yes), made(no)


def counted(scores: str) -> dict[str, int]:
    """Names with counts: `All Chows, Short Straight*2` -> {"All Chows": 1, "Short Straight": 2}."""
    pairs = (name.partition("*") for name in scores.split(", ") if name and scores != NO_WIN)
    return {name: int(count or 1) for name, _, count in pairs}


def each(table: Table) -> list[Any]:
    """The arguments of a parametrised test: (element, example) of every example of a table."""
    return [
        pytest.param(element, example, id=f"{element.key}-{example.hand}")
        for element, examples in table.items()
        for example in examples
    ]


def check(element: Element, example: Example) -> None:
    """The hand scores what is written, here and by the reference, and the element is among it or is not."""
    expected, context, options = counted(example.scores), dict(example.context), dict(example.options)
    rows = fastmj.rules.get(example.rules, **options).rows
    title = next(row.title for row in rows if row.element == element)
    assert (title in expected) == example.hit
    case = {"hand": example.hand, **context, "options": options}
    assert dict(REFERENCES[example.rules](case).elements) == expected
    found = fastmj.score(example.hand, example.rules, **context, **options)
    assert found.elements == expected
    assert (found.status == "not_a_win") == (example.scores == NO_WIN)


def seen(**fields: Any) -> View:
    """A View with the given fields: otherwise a reading of no tiles, East's, by discard, in the East round."""
    nothing = dict.fromkeys(View._fields, 0) | {"form": REGULAR, "pair": -1, "seat_wind": 1, "round_wind": 1}
    return View(**nothing | fields)
