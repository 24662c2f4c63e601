"""Rule sets of users: own elements, relations and policies against plain Python on random hands."""

from random import Random

import pytest

from tests.random_rule_hands import random_rule_rows
from tests.reference.rows import NONE, Row
from tests.rules.against_reference import differences
from tests.rules.house import HOUSES, MARKET_SLOTS, expected

SIZE = 1500


def market_rows(n: int, seed: int) -> list[Row]:
    """Hands of one exact form: any of its tiles twice, won on any of them."""
    rng = Random(seed)
    rows = []
    for _ in range(n):
        held = [*MARKET_SLOTS, rng.choice(MARKET_SLOTS)]
        counts = tuple(held.count(slot) for slot in range(34))
        rows.append(Row(counts, win_tile=rng.choice(held), win_by=rng.randrange(2), seat=1, discarder=NONE))
    return rows


@pytest.mark.parametrize("name", HOUSES)
def test_random_hands(name: str) -> None:
    rules = HOUSES[name]
    rows = [row for row in random_rule_rows(SIZE, f"house {name}") if row.win_tile != NONE] + market_rows(40, 1)
    found = differences(rules, rows, {}, lambda row, options: expected(row, rules))  # type: ignore[arg-type]
    assert not found, "\n".join(found[:5])


@pytest.mark.parametrize("name", HOUSES)
def test_every_row_is_met(name: str) -> None:
    """Or the comparison above would not look at it."""
    rules = HOUSES[name]
    rows = [row for row in random_rule_rows(SIZE, f"house {name}") if row.win_tile != NONE] + market_rows(40, 1)
    met = {title for row in rows for title in expected(row, rules).elements}
    assert set(rules.names) - met <= {"Thirteen Orphans"}  # worth as much as the same hand by its other name
