"""Hands that depend on one option alone, scored with each of its values in a process of their own."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.elements.examples import NO_WIN, REFERENCES, counted

ROOT = Path(__file__).parents[2]


class Change(NamedTuple):
    """A hand that depends on one option alone: its total and elements by the option's value."""

    option: str
    hand: str
    context: dict[str, Any]
    by_value: dict[Any, tuple[float | None, str]]  # (None, NO_WIN) where it is no win


SCORE = """
import json, fastmj
from {module} import {name} as changes
found = []
for change in changes:
    for value in change.by_value:
        score = fastmj.score(change.hand, {rules!r}, **change.context, **{{change.option: value}})
        found.append([score.total, score.elements])
print(json.dumps(found))
"""


def expected(changes: Sequence[Change]) -> list[list[Any]]:
    """[total, elements] of every hand under every value."""
    return [[total, counted(scores)] for change in changes for total, scores in change.by_value.values()]


def by_reference(rules: str, changes: Sequence[Change]) -> list[list[Any]]:
    """The same, by the slow reference."""
    found = [
        REFERENCES[rules]({"hand": change.hand, **change.context, "options": {change.option: value}})
        for change in changes
        for value in change.by_value
    ]
    return [[score.total, dict(score.elements)] for score in found]


def by_fastmj(
    rules: str, module: str, python: Callable[..., str], *, plain: bool, name: str = "CHANGES"
) -> list[list[Any]]:
    """The same, by fastmj in a new process; as plain Python nothing has to be compiled for an option."""
    code = SCORE.format(module=module, rules=rules, name=name)
    found: list[list[Any]] = json.loads(python(code, NUMBA_DISABLE_JIT=str(int(plain)), PYTHONPATH=str(ROOT)))
    return found


def without_effect(changes: Sequence[Change]) -> list[Change]:
    """Changes that change nothing, or in which a hand is no win and yet worth something."""
    return [
        change
        for change in changes
        if not len(set(change.by_value.values())) == len(change.by_value) > 1
        or any((total is None) != (scores == NO_WIN) for total, scores in change.by_value.values())
    ]
