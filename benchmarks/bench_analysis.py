"""Waits, shanten and useful tiles on one core, in process CPU time: fastmj and the rivals that answer the same questions.

pytest benchmarks --benchmark-enable --benchmark-json=build/bench.json
"""

import importlib.metadata
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fastmj
from fastmj.sample import sample_arrays
from tests.oracle import CODES

HANDS = 100_000
RIVAL_HANDS = 3_000
SEED = 1
FORMS = ("regular", "any")
Counts = npt.NDArray[np.uint8]

pytestmark = pytest.mark.benchmark(
    timer=time.process_time, warmup=True, warmup_iterations=1, disable_gc=True, min_rounds=5
)


@cache
def wall(n: int, tiles: int) -> Counts:
    """Hands of the wall's first tiles."""
    random = np.random.default_rng(SEED)
    order = random.permuted(np.tile(np.arange(136, dtype=np.uint8), (n, 1)), axis=1)[:, :tiles] // 4
    return np.array((order[:, :, None] == np.arange(34)).sum(axis=1), np.uint8)


@cache
def family(name: str) -> tuple[Counts, Counts | None]:
    """Counts and melds (None: no hand has any)."""
    if name in ("wall_13", "wall_14"):
        return wall(HANDS, int(name[-2:])), None
    if name == "concealed_ready":
        hands = sample_arrays(2 * HANDS, "ready", SEED)
        return hands.counts[~hands.melds.any(axis=1)][: HANDS // 2], None
    hands = sample_arrays(HANDS, name, SEED)
    return hands.counts, hands.melds


def measure(benchmark: Any, about: Any, what: str, name: str, form: str, call: Callable[[], Any]) -> Any:
    counts, _ = family(name)
    benchmark.group = f"{what}, mcr, {form} form: {name}, {len(counts):,} hands"
    about(program=f"fastmj {fastmj.__version__}", hands=len(counts), family=name, rules="mcr", layout=form)
    return benchmark(call)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["concealed_ready", "ready", "wall_13"])
def test_waits(name: str, form: str, benchmark: Any, about: Any) -> None:
    counts, melds = family(name)
    found = measure(benchmark, about, "waits", name, form, lambda: fastmj.waits(counts, melds, form=form, mask=True))
    assert (found != 0).mean() > 0.5 or name == "wall_13"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["concealed_ready", "ready", "near", "wall_13", "wall_14"])
def test_shanten(name: str, form: str, benchmark: Any, about: Any) -> None:
    counts, melds = family(name)
    found = measure(benchmark, about, "shanten", name, form, lambda: fastmj.shanten(counts, melds, form=form))
    assert found.max() < 127


@pytest.mark.parametrize("name", ["mixed", "near"])
def test_is_win(name: str, benchmark: Any, about: Any) -> None:
    counts, melds = family(name)
    found = measure(benchmark, about, "is_win", name, "any", lambda: fastmj.is_win(counts, melds))
    assert found.all() == (name == "mixed")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["wall_14", "wall_13", "mixed"])
def test_acceptance(name: str, form: str, benchmark: Any, about: Any) -> None:
    counts, melds = family(name)
    found = measure(benchmark, about, "acceptance", name, form, lambda: fastmj.acceptance(counts, melds, form=form))
    assert found.tiles.any(axis=1).all()


@cache
def shared(tiles: int) -> Counts:
    """Hands without four of a kind whose nearest form is the regular one: what all programs agree about."""
    counts = wall(4 * RIVAL_HANDS, tiles)
    regular, nearest = (fastmj.shanten(counts, form=form) for form in ("regular", "any"))
    return counts[(counts.max(axis=1) < 4) & (regular == nearest)][:RIVAL_HANDS]


def _xiangting(module: Any, counts: Counts) -> tuple[Callable[[], list[int]], list[int]]:
    hands = counts.tolist()
    one, four = module.calculate_replacement_number, module.PlayerCount.FOUR
    return lambda: [one(hand, four) for hand in hands], (fastmj.shanten(counts) + 1).tolist()


def _riichienv(module: Any, counts: Counts) -> tuple[Callable[[], list[int]], list[int]]:
    hands = [[4 * kind + copy for kind in range(34) for copy in range(hand[kind])] for hand in counts]
    return lambda: [module.calculate_shanten(hand) for hand in hands], fastmj.shanten(counts).tolist()


def _mahjong(module: Any, counts: Counts) -> tuple[Callable[[], list[int]], list[int]]:
    hands = [hand.tolist() for hand in counts[:300]]
    one = importlib.import_module("mahjong.shanten").Shanten().calculate_shanten
    return lambda: [one(hand) for hand in hands], fastmj.shanten(counts[:300]).tolist()


def _mahjonggb(module: Any, counts: Counts) -> tuple[Callable[[], list[int]], list[int]]:
    hands = [tuple(CODES[kind] for kind in range(34) for _ in range(hand[kind])) for hand in counts]
    return lambda: [module.MahjongShanten((), hand) for hand in hands], fastmj.shanten(counts).tolist()


RIVALS = {
    "xiangting": ("xiangting", _xiangting),
    "riichienv": ("riichienv", _riichienv),
    "mahjong": ("mahjong", _mahjong),
    "PyMahjongGB": ("MahjongGB", _mahjonggb),
}


@pytest.mark.parametrize("program", RIVALS)
def test_rival_shanten(program: str, benchmark: Any, about: Any) -> None:
    """One call a hand, arguments made beforehand, the answers first checked to be the same."""
    name, make = RIVALS[program]
    call, wanted = make(pytest.importorskip(name), shared(13))
    assert call() == wanted
    benchmark.group = "shanten, rivals: 13 tiles of the wall"
    about(program=f"{program} {importlib.metadata.version(program)}", hands=len(wanted), family="wall_13")
    benchmark(call)


@pytest.mark.parametrize("program", ["fastmj", "xiangting"])
def test_rival_acceptance(program: str, benchmark: Any, about: Any) -> None:
    """What helps after each discard of 14 tiles: one call a hand here, one call a discard there."""
    counts = shared(14)
    benchmark.group = "acceptance, rivals: 14 tiles of the wall"
    if program == "fastmj":
        about(program=f"fastmj {fastmj.__version__}", hands=len(counts), family="wall_14")
        benchmark(lambda: fastmj.acceptance(counts, form="regular"))
        return
    module = pytest.importorskip("xiangting")
    hands, one, four = counts.tolist(), module.calculate_necessary_tiles, module.PlayerCount.FOUR

    def every_discard() -> list[list[tuple[int, int]]]:
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

    regular = fastmj.acceptance(counts, form="regular")
    pairs, orphans = (fastmj.acceptance(counts, form=f).shanten for f in ("seven_pairs", "thirteen_orphans"))
    sure = regular.shanten < np.minimum(pairs, orphans)  # elsewhere it names what helps other forms too
    for i, results in enumerate(every_discard()):
        for kind, result in zip(np.flatnonzero(counts[i]), results, strict=True):
            if sure[i, kind]:
                assert result == (regular.shanten[i, kind] + 1, int(regular.tiles[i, kind]))
    about(program=f"xiangting {importlib.metadata.version('xiangting')}", hands=len(hands), family="wall_14")
    benchmark(every_discard)
