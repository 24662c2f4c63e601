"""Waits, shanten and useful tiles on one core, in process CPU time: fastmj and the rivals that answer the same questions.

pytest benchmarks --benchmark-enable --benchmark-json=build/bench.json
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from in_turn import measured_beside
from rivals import SHANTEN, XIANGTING, Counts, every_discard, shared, wall

import fastmj
from fastmj.sample import sample_arrays

HANDS, RIVAL_HANDS, SLOW_HANDS, FEW = 100_000, 3_000, 300, 1_000
SEED = 1
FORMS = ("regular", "any")
FASTMJ = f"fastmj {fastmj.__version__}"

pytestmark = pytest.mark.benchmark(
    timer=time.process_time, warmup=True, warmup_iterations=1, disable_gc=True, min_rounds=5
)


@cache
def family(name: str, n: int) -> tuple[Counts, Counts | None]:
    """Counts and melds (None: no hand has any)."""
    if name.startswith("wall"):
        return wall(n, int(name.split(", ")[1].removesuffix(" tiles"))), None
    name, _, concealed = name.partition(", ")
    hands = sample_arrays(3 * n if concealed else n, name, SEED)
    return (hands.counts[~hands.melds.any(axis=1)][:n], None) if concealed else (hands.counts, hands.melds)


@pytest.fixture
def measure(benchmark: Any, about: Any, measured: bool) -> Callable[..., Any]:
    """Benchmark ``ask(counts, melds)`` on a family of hands."""

    def run(question: str, name: str, form: str, ask: Callable[[Counts, Counts | None], Any]) -> Any:
        counts, melds = family(name, HANDS if measured else FEW)
        benchmark.group = f"analysis: {question}, {form} form: {name}"
        about(program=FASTMJ, hands=len(counts), family=name, rules="mcr", question=question, form=form)
        return benchmark(ask, counts, melds)

    return run


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["ready, concealed", "ready", "wall, 13 tiles"])
def test_waits(name: str, form: str, measure: Any) -> None:
    found = measure("waits", name, form, lambda counts, melds: fastmj.waits(counts, melds, form=form, mask=True))
    assert (found != 0).mean() > 0.5 or name == "wall, 13 tiles"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["ready, concealed", "ready", "near", "wall, 13 tiles", "wall, 14 tiles"])
def test_shanten(name: str, form: str, measure: Any) -> None:
    found = measure("shanten", name, form, lambda counts, melds: fastmj.shanten(counts, melds, form=form))
    assert found.max() < 127


@pytest.mark.parametrize("name", ["mixed", "near"])
def test_is_win(name: str, measure: Any) -> None:
    found = measure("is_win", name, "any", fastmj.is_win)
    assert found.all() == (name == "mixed")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["wall, 14 tiles", "wall, 13 tiles", "mixed"])
def test_acceptance(name: str, form: str, measure: Any) -> None:
    found = measure("acceptance", name, form, lambda counts, melds: fastmj.acceptance(counts, melds, form=form))
    assert found.tiles.any(axis=1).all()


@pytest.mark.parametrize(("form", "most"), [("regular", 0.2), ("any", 0.4)])
def test_waits_beside_scoring(form: str, most: float, benchmark: Any, about: Any, claim: Any, measured: bool) -> None:
    n = HANDS if measured else FEW
    benchmark.group = "claims: waits"
    about(hands=n, family="ready")
    (counts, melds), won = family("ready", n), sample_arrays(n, "mixed", SEED)
    columns = dict(zip(won._fields[1:10], won[1:10], strict=True))
    out = fastmj.score_arrays(won.counts, **columns)
    claim(
        f"`waits`, {form} form, ready hands, against scoring `mixed` hands",
        (lambda: fastmj.waits(counts, melds, form=form, mask=True), n),
        (lambda: fastmj.score_arrays(won.counts, **columns, out=out), n),
        at_most=most,
        rounds=10,
    )


@pytest.mark.parametrize("form", FORMS)
def test_shared_shanten(form: str, benchmark: Any, about: Any, measured: bool) -> None:
    counts = shared(HANDS if measured else FEW, 13)
    benchmark.group = "rivals: shanten"
    about(program=f"{FASTMJ}, {form} form", hands=len(counts), family="wall, 13 tiles", question="shanten")
    benchmark(lambda: fastmj.shanten(counts, form=form))


CLAIMED = {
    "xiangting": ("regular", "the regular form", 15),
    "riichienv": ("regular", "the regular form", 15),
    "PyMahjongGB": ("any", "all five forms", 250),
}


@pytest.mark.parametrize("program", SHANTEN)
def test_rival_shanten(program: str, benchmark: Any, about: Any, claim: Any, measured: bool) -> None:
    """One call a hand, arguments made beforehand, the answers first checked to be the same."""
    rival, most = SHANTEN[program], SLOW_HANDS if program == "mahjong" else RIVAL_HANDS
    ours = shared(HANDS if measured else FEW, 13)
    theirs = ours[: most if measured else 100]
    calls = rival.ready(theirs)
    assert calls() == (fastmj.shanten(theirs) + rival.more).tolist()
    benchmark.group = "rivals: shanten"
    about(program=rival.program, hands=len(theirs), family="wall, 13 tiles", question="shanten")
    sides = (calls, len(theirs)), (lambda: fastmj.shanten(ours, form=form), len(ours))
    form, what, least = CLAIMED.get(program, ("regular", "", 0))
    if least:
        claim(f"shanten: {program} against {what}", *sides, at_least=least, rounds=10)
    else:
        measured_beside(benchmark, *sides, rounds=10)


def test_shared_acceptance(benchmark: Any, about: Any, measured: bool) -> None:
    counts = shared(HANDS if measured else FEW, 14)
    benchmark.group = "rivals: acceptance"
    about(program=f"{FASTMJ}, regular form", hands=len(counts), family="wall, 14 tiles", question="acceptance")
    benchmark(lambda: fastmj.acceptance(counts, form="regular"))


def test_rival_acceptance(benchmark: Any, about: Any, claim: Any, measured: bool) -> None:
    """What helps after each discard of 14 tiles: one call a hand here, one call a discard there."""
    ours = shared(HANDS if measured else FEW, 14)
    theirs = ours[: RIVAL_HANDS if measured else 100]
    ask = every_discard(theirs)
    regular = fastmj.acceptance(theirs, form="regular")
    pairs, orphans = (fastmj.acceptance(theirs, form=f).shanten for f in ("seven_pairs", "thirteen_orphans"))
    sure = regular.shanten < np.minimum(pairs, orphans)  # elsewhere it names what helps other forms too
    for i, results in enumerate(ask()):
        for kind, result in zip(np.flatnonzero(theirs[i]), results, strict=True):
            if sure[i, kind]:
                assert result == (regular.shanten[i, kind] + 1, int(regular.tiles[i, kind]))
    benchmark.group = "rivals: acceptance"
    about(program=XIANGTING.program, hands=len(theirs), family="wall, 14 tiles", question="acceptance")
    claim(
        "the tiles that help after each discard: xiangting against `acceptance`",
        (ask, len(theirs)),
        (lambda: fastmj.acceptance(ours, form="regular"), len(ours)),
        at_least=5,
        rounds=10,
    )
