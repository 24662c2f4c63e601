"""The distance tables: every state of one suit by two independent ways, and melded suits by trying every shape."""

from functools import cache

import numpy as np
import pytest

from fastmj.kernels.distances import GOALS, distance_grid, distances, honor_goals, suit_goals
from fastmj.kernels.jit import kernel
from fastmj.kernels.limited import ALL_LEFT, SYMBOL_BITS, limited_row
from fastmj.kernels.tables import HONORS_FROM
from tests.kernels.one_suit import HONORS, RANKS, holdings_array, waits
from tests.kernels.test_tables import place

EMPTY = int(np.array([0] + [255] * 7, np.uint8).view("<i8")[0])  # nothing before this suit


@kernel
def limited_rows(limits, symbols, start, out):
    for i in range(symbols.shape[0]):
        out[i] = limited_row(limits, symbols[i], start)


def symbols(held, left):
    return ((held + 5 * left).astype(np.int64) << SYMBOL_BITS * np.arange(RANKS)).sum(axis=1)


def rows(held, left):
    """Distances to the first eight goals, rank by rank: (n, 8)."""
    out = np.empty(len(held), np.int64)
    limited_rows(distances().limits, symbols(held, left), EMPTY, out)
    return out.view(np.uint8).reshape(-1, 8)


@cache
def shapes(kinds):
    """Every shape of a suit as counts, by goal."""
    goals = suit_goals() if kinds == RANKS else honor_goals()
    return {
        goal: np.array([[code // 5**j % 5 for j in range(kinds)] for code in set(found)])
        for goal, found in goals.items()
    }


def nearest(held, left):
    """Distances by trying every shape of each goal: what is missing, where no more is wanted than is left."""
    found = []
    for goal in GOALS[:8]:
        all_of_goal = shapes(RANKS)[goal]
        fitting = all_of_goal[(all_of_goal <= left).all(axis=1)]
        missing = np.maximum(fitting - held, 0).sum(axis=1)
        found.append(missing.min() if len(missing) else 255)
    return found


def test_there_are_as_many_classes_as_published():
    kinds = distances().kind & 127
    assert len(np.unique(kinds[:HONORS_FROM])) == 126
    assert len(np.unique(kinds[HONORS_FROM:])) == 55


@pytest.mark.parametrize("tiles", range(15))
def test_every_state_of_a_suit_by_ranks_and_by_propagation(tiles):
    held = holdings_array(tiles)
    codes = (held.astype(np.int64) * 5 ** np.arange(RANKS)).sum(axis=1)
    grid = _grid()[:8, codes].T
    assert (rows(held, np.full_like(held, 4)) == grid).all()


@cache
def _grid():
    return distance_grid(suit_goals(), RANKS)


@pytest.mark.parametrize("kinds", [RANKS, HONORS])
def test_states_by_trying_every_shape(kinds):
    random = np.random.default_rng(kinds)
    grid = _grid() if kinds == RANKS else distance_grid(honor_goals(), HONORS)
    for _ in range(60):
        held = random.integers(0, 5, kinds) * (random.random(kinds) < 0.6)
        code = int((held * 5 ** np.arange(kinds)).sum())
        wanted = [int(np.maximum(shapes(kinds)[goal] - held, 0).sum(axis=1).min()) for goal in GOALS]
        assert grid[:, code].tolist() == wanted


def test_what_melds_leave_by_trying_every_shape():
    random = np.random.default_rng(3)
    left = np.full((150, RANKS), 4)
    for row in left:
        for _ in range(random.integers(1, 4)):
            start = random.integers(0, 9)
            if random.random() < 0.5:
                row[start] = max(0, row[start] - random.choice((3, 4)))
            elif start < 7:
                row[start : start + 3] = np.maximum(0, row[start : start + 3] - 1)
    held = np.minimum(random.integers(0, 4, left.shape) * (random.random(left.shape) < 0.5), left)
    found = rows(held, left)
    for i in range(len(left)):
        assert found[i].tolist() == nearest(held[i], left[i]), (held[i], left[i])


def test_nothing_held_nothing_melded():
    assert symbols(np.zeros((1, RANKS), int), np.full((1, RANKS), 4))[0] == ALL_LEFT


@pytest.mark.parametrize("kinds", [RANKS, HONORS])
@pytest.mark.parametrize("tiles", [1, 2, 4, 5, 7, 8, *(pytest.param(n, marks=pytest.mark.slow) for n in (10, 11, 13))])
def test_waits_of_every_state_with_four_of_a_kind_at_most(kinds, tiles):
    for counts in holdings_array(tiles, kinds).tolist():
        full = sum(1 << rank for rank, copies in enumerate(counts) if copies == 4)
        assert distances().waits[place(tuple(counts))] & 0x1FF == waits(tuple(counts)) & ~full, counts


def test_ranks_that_matter_by_trying_every_shape():
    """Whether a goal is further away where neither a rank nor a fourth copy of any is drawn."""
    random = np.random.default_rng(6)
    for _ in range(40):
        held = random.integers(0, 4, RANKS) * (random.random(RANKS) < 0.5)
        found = distances().matters[place(tuple(held.tolist()))]
        for rank in range(RANKS):
            most = np.maximum(held, 3)
            most[rank] = held[rank]
            further = any(
                np.maximum(shape[(shape <= most).all(axis=1)] - held, 0).sum(axis=1).min(initial=15)
                > np.maximum(shape - held, 0).sum(axis=1).min()
                for shape in (shapes(RANKS)[goal] for goal in GOALS[:8])
            )
            assert found >> rank & 1 == further, (held, rank)
