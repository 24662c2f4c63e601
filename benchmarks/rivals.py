"""Other programs that tell how far a hand is from winning, each as a call over ready-made arguments, one call a hand."""

import importlib
import importlib.metadata
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import fastmj
from tests.oracle import CODES

SEED = 1
Counts = npt.NDArray[np.uint8]
Calls = Callable[[], Any]


@cache
def wall(n: int, tiles: int) -> Counts:
    """Hands of the wall's first tiles."""
    random = np.random.default_rng(SEED)
    order = random.permuted(np.tile(np.arange(136, dtype=np.uint8), (n, 1)), axis=1)[:, :tiles] // 4
    counts = np.zeros((n, 34), np.uint8)
    np.add.at(counts, (np.arange(n)[:, None], order), 1)
    return counts


@cache
def shared(n: int, tiles: int) -> Counts:
    """Hands without four of a kind whose nearest form is the regular one: what all programs agree about."""
    counts = wall(2 * n, tiles)
    regular, nearest = (fastmj.shanten(counts, form=form) for form in ("regular", "any"))
    return counts[(counts.max(axis=1) < 4) & (regular == nearest)][:n]


class Rival(NamedTuple):
    """A program, how it is called, and in what its answers differ from fastmj's."""

    package: str
    module: str
    calls: Callable[[Any, Counts], Calls]
    more: int = 0
    """Its number for a hand is fastmj's plus so many."""

    @property
    def program(self) -> str:
        """Name and version."""
        return f"{self.package} {importlib.metadata.version(self.package)}"

    def ready(self, counts: Counts) -> Calls:
        """A call that asks about all hands, one by one; skips the test where the program is not installed."""
        return self.calls(pytest.importorskip(self.module), counts)


def _xiangting(module: Any, counts: Counts) -> Calls:
    hands, one, four = counts.tolist(), module.calculate_replacement_number, module.PlayerCount.FOUR
    return lambda: [one(hand, four) for hand in hands]


def _riichienv(module: Any, counts: Counts) -> Calls:
    hands = [[4 * kind + copy for kind in range(34) for copy in range(hand[kind])] for hand in counts]
    return lambda: [module.calculate_shanten(hand) for hand in hands]


def _mahjong(module: Any, counts: Counts) -> Calls:
    hands, one = counts.tolist(), module.Shanten().calculate_shanten
    return lambda: [one(hand) for hand in hands]


def _mahjonggb(module: Any, counts: Counts) -> Calls:
    hands = [tuple(CODES[kind] for kind in range(34) for _ in range(hand[kind])) for hand in counts]
    return lambda: [module.MahjongShanten((), hand) for hand in hands]


XIANGTING = Rival("xiangting", "xiangting", _xiangting, more=1)
SHANTEN = {
    "xiangting": XIANGTING,
    "riichienv": Rival("riichienv", "riichienv", _riichienv),
    "mahjong": Rival("mahjong", "mahjong.shanten", _mahjong),
    "PyMahjongGB": Rival("PyMahjongGB", "MahjongGB", _mahjonggb),
}


def every_discard(counts: Counts) -> Callable[[], list[list[tuple[int, int]]]]:
    """What xiangting says after each discard of 14 tiles: (number of tiles missing, mask of what helps), a call each."""
    module = pytest.importorskip("xiangting")
    hands, one, four = counts.tolist(), module.calculate_necessary_tiles, module.PlayerCount.FOUR

    def ask() -> list[list[tuple[int, int]]]:
        found = []
        for hand in hands:
            results = []
            for kind in range(34):
                if hand[kind]:
                    hand[kind] -= 1
                    results.append(one(hand, four))
                    hand[kind] += 1
            found.append(results)
        return found

    return ask
