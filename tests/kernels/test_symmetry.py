"""Rules that are blind to something: renamed suits, ranks counted from nine, renamed winds, melds in another order."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import fastmj
from fastmj.sample import sample_arrays
from fastmj.tiles import FLAG_EARTH, FLAG_HEAVEN, NO_SEAT, NO_TILE

Columns = dict[str, NDArray[Any]]
NAMES = ("counts", "melds", "win_tile", "win_by", "flags", "seat", "round", "flowers", "discarder", "feeder")
RULES = [f"mcr:{profile}" for profile in ("standard", "online", "wmo2014")]
# Elements about what is painted on single kinds; every other element knows numbers, suits, winds and dragons only.
PAINTED = ("All Green", "Reversible Tiles")
OPPOSITE = {"Upper": "Lower", "Lower": "Upper"}
OPENINGS = FLAG_HEAVEN | FLAG_EARTH


def random_hands(n: int, seed: int) -> Columns:
    """Wins of every family and hands that miss one by a tile."""
    parts = [
        sample_arrays(n // 6, family, seed) for family in ("mixed", "flush", "pungs", "many_ways", "special", "near")
    ]
    return {name: np.concatenate([getattr(part, name) for part in parts]) for name in NAMES}


def renamed(hands: Columns, names: list[int]) -> Columns:
    """The hands with kind k called names[k]; chows stay chows."""
    counts = np.empty_like(hands["counts"])
    counts[:, names] = hands["counts"]
    melds = np.arange(256, dtype=np.uint8)
    for slot in range(34):
        for first in (35, 69, 103):
            melds[first + slot] = first + names[slot]
        if slot < 27 and slot % 9 < 7:
            melds[1 + slot] = 1 + min(names[slot : slot + 3])
    tiles = np.arange(256, dtype=np.uint8)
    tiles[:34] = names
    return {**hands, "counts": counts, "melds": melds[hands["melds"]], "win_tile": tiles[hands["win_tile"]]}


def suits_in_order(order: tuple[int, ...]) -> list[int]:
    return [9 * order[slot // 9] + slot % 9 for slot in range(27)] + list(range(27, 34))


def ranks_from_nine() -> list[int]:
    return [slot + 8 - 2 * (slot % 9) for slot in range(27)] + list(range(27, 34))


def elements_of(rules: str, words: NDArray[Any]) -> NDArray[np.uint8]:
    """How often each element is scored, (elements, n)."""
    return fastmj.rules.get(rules).unpack_wide(words)


def painted(rules: str, words: NDArray[Any]) -> NDArray[np.bool_]:
    """Which hands score an element that a new name may undo."""
    rows = [fastmj.rules.get(rules).names.index(name) for name in PAINTED]
    found: NDArray[np.bool_] = elements_of(rules, words)[rows].any(axis=0)
    return found


def compare(rules: str, hands: Columns, others: Columns, swapped: Callable[[str], str] = str) -> None:
    """Equal scores of the two, hand by hand, but for hands that score by what is painted on their tiles."""
    ours, theirs = (fastmj.score_arrays(**columns, rules=rules) for columns in (hands, others))
    same = ~(painted(rules, ours.words) | painted(rules, theirs.words))
    assert same.mean() > 0.9
    won = ~np.isnan(ours.total)
    assert won.mean() > 0.5
    for name in ("total", "raw", "status"):
        np.testing.assert_array_equal(getattr(ours, name)[same], getattr(theirs, name)[same], err_msg=name)
    titles = fastmj.rules.get(rules).names
    order = [titles.index(swapped(title)) for title in titles]
    np.testing.assert_array_equal(
        elements_of(rules, ours.words)[:, same], elements_of(rules, theirs.words)[order][:, same]
    )


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("order", list(permutations(range(3)))[1:])
def test_suits_have_no_rank(order: tuple[int, ...], rules: str) -> None:
    hands = random_hands(120_000, 11)
    compare(rules, hands, renamed(hands, suits_in_order(order)))


@pytest.mark.parametrize("rules", RULES)
def test_ranks_counted_from_nine(rules: str) -> None:
    """Nothing changes but that upper elements become lower ones."""

    def swapped(title: str) -> str:
        first, *rest = title.split(" ")
        return " ".join([OPPOSITE.get(first, first), *rest])

    hands = random_hands(120_000, 12)
    compare(rules, hands, renamed(hands, ranks_from_nine()), swapped)


@pytest.mark.parametrize("rules", RULES)
def test_dragons_have_no_rank(rules: str) -> None:
    hands = random_hands(120_000, 13)
    compare(rules, hands, renamed(hands, [*range(31), 32, 33, 31]))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_winds_with_their_seats(turn: int, rules: str) -> None:
    """Winds renamed, and seats and round with them; who opens the game is East, so openings are left out."""
    hands = random_hands(120_000, 14)
    sound = hands["flags"] & OPENINGS == 0
    hands = {name: column[sound] for name, column in hands.items()}
    turned = renamed(hands, [*range(27), *(27 + (k + turn) % 4 for k in range(4)), 31, 32, 33])
    for name in ("seat", "round", "discarder", "feeder"):
        column = hands[name]
        turned[name] = np.where(column == NO_SEAT, column, (column + turn) % 4)
    compare(rules, hands, turned)


def test_melds_in_any_order() -> None:
    hands = random_hands(60_000, 15)
    shuffled = np.random.default_rng(1).permuted(hands["melds"], axis=1)
    assert (shuffled != hands["melds"]).any(axis=1).mean() > 0.3
    ours, theirs = fastmj.score_arrays(**hands), fastmj.score_arrays(**{**hands, "melds": shuffled})
    for name in ("total", "raw", "status", "words", "counts"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)


def test_rows_in_any_order() -> None:
    """Whatever stands beside a hand in its block, and wherever blocks end, its score is the same."""
    hands = random_hands(60_000, 16)
    hands["win_tile"] = np.where(np.arange(len(hands["seat"])) % 11 == 0, NO_TILE, hands["win_tile"])  # some refused
    expected = fastmj.score_arrays(**hands)
    rng = np.random.default_rng(2)
    for start in (0, 1, 1023, 4097):
        order = rng.permutation(len(expected.total))[start:]
        found = fastmj.score_arrays(**{name: column[order] for name, column in hands.items()})
        for name in ("total", "raw", "status", "words", "counts"):
            np.testing.assert_array_equal(getattr(expected, name)[order], getattr(found, name), err_msg=name)
