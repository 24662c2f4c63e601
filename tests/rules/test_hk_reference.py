"""hk: the kernel against the slow reference on random hands."""

from typing import Any

import pytest

from tests.random_hk_hands import random_rows
from tests.reference import hk
from tests.rules.against_reference import all_changed, differences, each_value_alone

HOUSE_CAP = {"max_points": 6}


@pytest.mark.parametrize("options", [{}, all_changed(hk.OPTIONS)], ids=str)
def test_a_thousand_hands(options: dict[str, Any]) -> None:
    assert differences("hk", random_rows(1_000, "hk"), options, hk.score_row) == []


@pytest.mark.slow
@pytest.mark.parametrize("options", [*each_value_alone(hk.OPTIONS), all_changed(hk.OPTIONS), HOUSE_CAP], ids=str)
def test_many_hands(options: dict[str, Any]) -> None:
    assert differences("hk", random_rows(20_000, f"hk {options}"), options, hk.score_row) == []
