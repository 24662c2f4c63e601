"""Rules that are blind to something: renamed suits, ranks counted from nine, renamed dragons."""

from collections.abc import Mapping
from itertools import permutations
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import fastmj
from tests.kernels.test_symmetry import ranks_from_nine, renamed, suits_in_order
from tests.random_hk_hands import random_rows
from tests.row_formats import to_arrays

N_HANDS = 6_000
NO_DRAGON_HANDS = {"jade_dragon": False, "ruby_dragon": False, "pearl_dragon": False}
# Elements of classical rules about single kinds, and the hand that begins with a pair of ones.
ON_DOTS = ("Catching the Moon from the bottom of the Sea", "Gathering the Plum Blossom from the Roof")
SNAKE = "The Wriggling Snake"
Columns = dict[str, Any]
BLIND: dict[str, dict[str, Any]] = {"imj": {}, "hk": {}, "hkmj": NO_DRAGON_HANDS, "classical": {}}
ORDERS = list(permutations(range(3)))[1:]
DRAGON_HANDS = ("Ruby Dragon", "Pearl Dragon", "Jade Dragon")  # of characters, dots, bamboo ...
OWN_DRAGON = (33, 31, 32)  # ... and of the red, white and green dragon


def bound(rules: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, for the rule set that knows them."""
    return names if rules == "classical" else ()


def compare(
    rules: str,
    options: Mapping[str, Any],
    names: list[int],
    *,
    lost: tuple[str, ...] = (),
    ways: tuple[str, ...] = (),
    swapped: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Hands score the same when kind k is called names[k].

    `lost` names elements that the new names may make or undo, but that decide on no win; hands read in one of `ways`
    may be no wins under the new names; elements are called as in `swapped` then.
    """
    hands: Columns = to_arrays(random_rows(N_HANDS, f"symmetry {rules}"))
    ours, theirs = (
        fastmj.score_arrays(**columns, rules=rules, payments=True, **options)
        for columns in (hands, renamed(hands, names))
    )
    rule_set = fastmj.rules.get(rules, **options)
    titles = list(rule_set.names)
    our_elements, their_elements = (rule_set.unpack_wide(found.words) for found in (ours, theirs))

    def holding(names: tuple[str, ...]) -> NDArray[np.bool_]:
        rows = [titles.index(name) for name in names]
        return np.logical_or(our_elements[rows].any(axis=0), their_elements[rows].any(axis=0))

    wins = ~holding(ways)
    untouched = wins & ~holding(lost)
    kept = [row for row, title in enumerate(titles) if title not in lost]
    renamed_to = [titles.index(swapped.get(titles[row], titles[row])) for row in kept]
    assert untouched.mean() > 0.9
    assert (~np.isnan(ours.total)).mean() > 0.7
    np.testing.assert_array_equal(ours.status[wins], theirs.status[wins])
    np.testing.assert_array_equal(our_elements[kept][:, wins], their_elements[renamed_to][:, wins])
    for name in ("total", "raw", "limit", "payments"):
        np.testing.assert_array_equal(getattr(ours, name)[untouched], getattr(theirs, name)[untouched], err_msg=name)


@pytest.mark.parametrize("rules", list(BLIND))
@pytest.mark.parametrize("order", ORDERS)
def test_suits_have_no_rank(order: tuple[int, ...], rules: str) -> None:
    compare(rules, BLIND[rules], suits_in_order(order), lost=bound(rules, ("All Green", *ON_DOTS)))


@pytest.mark.parametrize("rules", list(BLIND))
def test_ranks_counted_from_nine(rules: str) -> None:
    lost, ways = bound(rules, ("All Green", *ON_DOTS)), bound(rules, (SNAKE,))
    compare(rules, BLIND[rules], ranks_from_nine(), lost=lost, ways=ways)


@pytest.mark.parametrize("rules", list(BLIND))
def test_dragons_have_no_rank(rules: str) -> None:
    compare(rules, BLIND[rules], [*range(31), 32, 33, 31], lost=bound(rules, ("All Green",)))


@pytest.mark.parametrize("order", ORDERS)
def test_dragon_hands_with_their_suits(order: tuple[int, ...]) -> None:
    """Suits and their dragons renamed together: Jade, Ruby and Pearl Dragon change places."""
    names = suits_in_order(order)
    for suit, dragon in enumerate(OWN_DRAGON):
        names[dragon] = OWN_DRAGON[order[suit]]
    compare("hkmj", {}, names, swapped={DRAGON_HANDS[suit]: DRAGON_HANDS[order[suit]] for suit in range(3)})
