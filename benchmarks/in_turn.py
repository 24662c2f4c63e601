"""Two calls measured in turn, so that whatever else the machine does meets both of them."""

import time
from collections.abc import Callable
from typing import Any

Timer = Callable[[], float]
Call = Callable[[], Any]

LEAST_TURN = 0.03
"""A turn is at least so many seconds of calls, so that each finds its own tables in the caches."""


def best(call: Call, timer: Timer) -> float:
    """The seconds of the fastest call in one turn."""
    until, fastest = timer() + LEAST_TURN, float("inf")
    while (begun := timer()) < until:
        call()
        fastest = min(fastest, timer() - begun)
    return fastest


def measured_beside(
    benchmark: Any, call: tuple[Call, int], other: tuple[Call, int], rounds: int, timer: Timer = time.process_time
) -> float | None:
    """Benchmark a call with another one in turn: how many times the other's time a hand it takes. None if nothing is timed.

    Both come with their number of hands. ``timer`` is the one that the benchmark is marked with. The ratio becomes part of
    the result.
    """
    (work, hands), (beside, hands_beside) = call, other
    if benchmark.disabled:
        beside()
        benchmark(work)
        return None
    ours, others = [], []

    def turn() -> None:
        others.append(best(beside, timer))
        ours.append(best(work, timer))

    benchmark.pedantic(work, setup=turn, rounds=rounds)
    ratio = (min(ours) / hands) / (min(others) / hands_beside)
    benchmark.extra_info.update(ratio=ratio, beside_seconds=min(others))
    return float(ratio)
