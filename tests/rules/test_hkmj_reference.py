"""hkmj: the kernel against the slow reference on random hands."""

from typing import Any

import pytest

from tests.random_hk_hands import random_rows
from tests.reference import hkmj
from tests.rules.against_reference import all_changed, differences, each_value_alone


@pytest.mark.parametrize("options", [{}, all_changed(hkmj.OPTIONS)], ids=str)
def test_a_thousand_hands(options: dict[str, Any]) -> None:
    assert differences("hkmj", random_rows(1_000, "hkmj"), options, hkmj.score_row) == []


@pytest.mark.slow
@pytest.mark.parametrize("options", [*each_value_alone(hkmj.OPTIONS), all_changed(hkmj.OPTIONS)], ids=str)
def test_many_hands(options: dict[str, Any]) -> None:
    assert differences("hkmj", random_rows(20_000, f"hkmj {options}"), options, hkmj.score_row) == []
