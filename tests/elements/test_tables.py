"""The tables of example hands leave no element out, of whatever rule set and under whatever option."""

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

import fastmj.elements
from fastmj.elements.element import Element
from fastmj.rules.row import Row
from tests.elements.examples import Example, Table

FILES = [module.name for module in iter_modules(fastmj.elements.__path__) if module.name != "element"]
TABLES = {
    "mcr": [f"tests.elements.test_{name}" for name in FILES],
    "imj": ["tests.rules.test_imj_sets", "tests.rules.test_imj_wins"],
    "hk": ["tests.rules.test_hk_items"],
    "hkmj": ["tests.rules.test_hkmj_elements"],
    "classical": ["tests.rules.test_classical_hands"],
}
VALUES: dict[Any, tuple[Any, ...]] = {bool: (True, False), int: (), float: (), None: (None,)}


def elements_of(name: str) -> Iterator[Element]:
    """The elements that a file of `fastmj/elements` declares."""
    module = import_module(f"fastmj.elements.{name}")
    return (e for e in vars(module).values() if isinstance(e, Element) and e.detect.__module__ == module.__name__)


def table_of(module: str) -> Table:
    table: Table = import_module(module).TABLE
    return table


def examples(rules: str) -> dict[Element, tuple[Example, ...]]:
    """The examples of each element of a rule set."""
    return {element: found for module in TABLES[rules] for element, found in table_of(module).items()}


def each_option_alone(rules: str) -> Iterator[dict[str, Any]]:
    """No option, and every value that can be listed of every option."""
    yield {}
    for option in fields(fastmj.rules.get(rules).options):
        accepts = option.metadata["accepts"]
        for one in accepts if isinstance(accepts, tuple) else (accepts,):
            yield from ({option.name: value} for value in VALUES.get(one, (one,)))


def rows_of(rules: str) -> dict[Element, Row]:
    """Every row that a rule set has under some option."""
    return {row.element: row for given in each_option_alone(rules) for row in fastmj.rules.get(rules, **given).rows}


@pytest.mark.parametrize("name", FILES)
def test_a_table_holds_elements_of_its_file(name: str) -> None:
    listed = rows_of("mcr")
    assert set(table_of(f"tests.elements.test_{name}")) == {e for e in elements_of(name) if e in listed}


@pytest.mark.parametrize("rules", fastmj.rules.names())
def test_two_hands_and_a_near_miss_for_every_element(rules: str) -> None:
    found, rows = examples(rules), rows_of(rules)
    assert set(found) == set(rows)
    for element, row in rows.items():
        assert {example.rules for example in found[element]} == {rules}, row.title
        assert sum(example.hit for example in found[element]) >= 2, row.title
        assert any(not example.hit for example in found[element]), row.title


def test_every_element_belongs_to_a_rule_set() -> None:
    listed = {element for name in fastmj.rules.names() for element in rows_of(name)}
    assert {element for name in FILES for element in elements_of(name)} == listed
