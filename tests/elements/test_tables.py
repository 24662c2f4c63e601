"""The tables of this folder leave no element out."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest

import fastmj.elements
from fastmj.elements.element import Element
from tests.elements.examples import Table

FILES = [module.name for module in iter_modules(fastmj.elements.__path__) if module.name != "element"]


def elements_of(name: str) -> Iterator[Element]:
    """The elements that a file of `fastmj/elements` declares."""
    module = import_module(f"fastmj.elements.{name}")
    return (e for e in vars(module).values() if isinstance(e, Element) and e.detect.__module__ == module.__name__)


def table_of(name: str) -> Table:
    table: Table = import_module(f"tests.elements.test_{name}").TABLE
    return table


@pytest.mark.parametrize("name", FILES)
def test_a_table_holds_the_elements_of_its_file(name: str) -> None:
    assert {element.key for element in table_of(name)} == {element.key for element in elements_of(name)}


@pytest.mark.parametrize("rules", fastmj.rules.names())
def test_two_hands_and_a_near_miss_for_every_element(rules: str) -> None:
    examples = {element.key: found for name in FILES for element, found in table_of(name).items()}
    for row in fastmj.rules.get(rules).rows:
        found = examples.get(row.key, ())
        assert sum(example.hit for example in found) >= 2, row.title
        assert any(not example.hit for example in found), row.title


def test_every_element_belongs_to_a_rule_set() -> None:
    listed = {row.key for name in fastmj.rules.names() for row in fastmj.rules.get(name).rows}
    assert {element.key for name in FILES for element in elements_of(name)} == listed
