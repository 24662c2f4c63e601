"""Points of ready hands on every tile they wait for."""

from random import Random

import numpy as np
import pytest

import fastmj
from fastmj.rules import Row as RuleRow
from fastmj.rules import RuleSet
from tests.random_hands import random_rows
from tests.random_rule_hands import random_rule_rows
from tests.reference import Row, classical, hk, hkmj, imj, score_row
from tests.row_formats import to_arrays

REFERENCES = {"mcr": score_row, "imj": imj.score_row, "hk": hk.score_row, "hkmj": hkmj.score_row}
REFERENCES["classical"] = classical.score_row


def ready_rows(rules: str, n: int) -> list[Row]:
    """Hands of 13 tiles, most of them one tile short of a win; the winning tile is kept in the row."""
    rng = Random(rules)
    rows = (random_rows if rules == "mcr" else random_rule_rows)(n, rules)
    made = []
    for row in rows:
        fourth_kong = row.flags >> 8 == 4  # imj wins there with whatever tile is given
        if not fourth_kong and row.win_tile < 34 and row.counts[row.win_tile] and sum(row.counts) % 3 == 2:
            counts = list(row.counts)
            counts[row.win_tile] -= 1
            if rng.random() < 0.1:  # and some that are not ready
                counts[counts.index(max(counts))] -= 1
                counts[33] += 1
            made.append(row._replace(counts=tuple(counts)))
    return made


@pytest.mark.parametrize("rules", REFERENCES)
def test_against_the_reference_on_all_34_tiles(rules: str) -> None:
    rows = ready_rows(rules, 250)
    arrays = to_arrays(rows)
    del arrays["win_tile"]
    points = fastmj.win_points(**arrays, rules=rules)
    assert points.shape == (len(rows), 34)
    assert points.dtype == np.float32
    declared = 0
    for i, row in enumerate(rows):
        for tile in range(34):
            held = tuple(count + (slot == tile) for slot, count in enumerate(row.counts))
            scored = REFERENCES[rules](row._replace(counts=held, win_tile=tile), {})
            # a fifth copy is no tile; the reference refuses it as too many
            expected = scored.total if scored.status == "ok" else None
            assert (None if np.isnan(points[i, tile]) else points[i, tile]) == expected, (row, tile)
            declared += expected is not None
    assert declared > 100


def test_the_minimum_and_the_context_count() -> None:
    counts = np.array(
        [[1, 1, 1, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 1, 1, 1, 1, 1, 1] + [0, 1, 1, 0, 0, 0, 0, 2, 0] + [0] * 7]
    )
    cheap = fastmj.win_points(counts, win_by=0)
    drawn = fastmj.win_points(counts, win_by=1, flags=1)
    assert np.isnan(cheap).all()
    assert np.flatnonzero(~np.isnan(drawn[0])).tolist() == [18, 21]


def test_no_hands_and_hands_that_are_not_ready() -> None:
    assert fastmj.win_points(np.zeros((0, 34), np.uint8)).shape == (0, 34)
    assert np.isnan(fastmj.win_points(np.full((3, 34), 7))).all()


def test_exact_hands_of_a_users_rule_set() -> None:
    mine = RuleSet(
        "mine",
        tuple(RuleRow(row.element, 1) for row in fastmj.rules.get("hk").rows if row.title == "Self-Draws"),
        exact=("19m19p19s1234567z",),
        forms=("regular",),
    )
    counts = np.array([[1, 0, 0, 0, 0, 0, 0, 0, 1] * 3 + [1] * 7])
    points = fastmj.win_points(counts, win_by=1, rules=mine)
    assert np.array_equal(~np.isnan(points), counts > 0)


def test_a_mixed_table_is_refused() -> None:
    with pytest.raises(ValueError, match="names a column"):
        fastmj.win_points(np.zeros((1, 34)), rules="@system")
