"""imj: the kernel against the slow reference on random hands."""

from typing import Any

import pytest

from tests.random_rule_hands import random_rule_rows
from tests.reference.imj import score_row
from tests.reference.imj_table import OPTIONS
from tests.rules.against_reference import all_changed, differences, each_value_alone


@pytest.mark.parametrize("options", [{}, all_changed(OPTIONS)], ids=str)
def test_a_thousand_hands(options: dict[str, Any]) -> None:
    assert differences("imj", random_rule_rows(1_000, "imj", faults=True), options, score_row) == []


@pytest.mark.slow
@pytest.mark.parametrize("options", [*each_value_alone(OPTIONS), all_changed(OPTIONS)], ids=str)
def test_many_hands(options: dict[str, Any]) -> None:
    assert differences("imj", random_rule_rows(20_000, f"imj {options}", faults=True), options, score_row) == []
