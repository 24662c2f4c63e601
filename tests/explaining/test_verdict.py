"""Explanations against the compiled scorer, on random hands of all rule sets."""

from typing import Any

import pytest

import fastmj
from fastmj.explaining.parts import readings_of
from fastmj.explaining.remaining import whole
from fastmj.explaining.verdict import judge
from fastmj.rules.ruleset import RuleSet
from tests.explaining.scored import OPTIONS, Scored, random_scores


def check(rules: RuleSet, scored: Scored) -> None:
    """Readings with their totals, and elements, split and total of the one taken, are the scorer's."""
    score = scored.score
    readings = readings_of(scored.hands, rules)
    for reading in readings:
        assert whole(reading) == reading.view
    verdicts = [judge(rules, reading) for reading in readings]
    assert [(verdict.raw, verdict.total) for verdict in verdicts] == scored.readings

    explained = fastmj.explain(score.hand, rules)
    assert explained.score == score
    counted: dict[str, int] = {}
    for entry in explained.elements:
        counted[entry.row.title] = counted.get(entry.row.title, 0) + entry.count
    assert counted == score.elements
    if score.total is None:
        assert explained.taken is None
        assert (explained.sets, explained.not_counted, explained.others) == ((), (), ())
        return
    assert explained.taken is not None
    taken = explained.taken
    assert (taken.total, taken.raw, taken.reading.text) == (score.total, score.raw, score.split)
    assert len(explained.others) == len(readings) - 1
    assert taken.sum == sum(score.points.values())
    assert all(entry.reason is not None for entry in explained.not_counted)
    assert max(map(len, explained.text(ascii=True).splitlines())) <= 80
    assert explained.text(ascii=True).isascii()


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_random_hands(name: str, options: dict[str, Any]) -> None:
    rules = fastmj.rules.get(name, **options)
    found = list(random_scores(rules, 120, options))
    for scored in found:
        check(rules, scored)
    assert len(found) > 90
    assert sum(len(scored.readings) > 1 for scored in found) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_many_random_hands(name: str, options: dict[str, Any]) -> None:
    rules = fastmj.rules.get(name, **options)
    for scored in random_scores(rules, 600, "many"):
        check(rules, scored)
