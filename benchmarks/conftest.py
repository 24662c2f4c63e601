"""What the benchmarks share: how large they are, what each result is about, and what it must show."""

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import pytest
from in_turn import measured_beside

PACKAGES = ("numba", "numpy", "pyarrow", "PyMahjongGB", "xiangting", "riichienv", "mahjong", "hk-mahjong")
A_SECOND = {"s": 1, "s CPU": 1, "µs": 1e6}


def pytest_benchmark_update_machine_info(machine_info: dict[str, Any]) -> None:
    """Which versions were measured."""
    machine_info["packages"] = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            machine_info["packages"][name] = version(name)


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> bool:
    """Whether times are taken; otherwise each benchmark runs once, on less, as a test."""
    return bool(request.config.getoption("--benchmark-enable"))


@pytest.fixture
def about(benchmark: Any) -> Any:
    """Say what a result is about: ``program``, ``hands``, ``family``, ``rules``, ``layout``, ``what``."""

    def say(**facts: Any) -> None:
        benchmark.extra_info.update(facts)

    return say


def within(what: str, value: float, at_least: float | None, at_most: float | None, unit: str) -> None:
    bound = f"at least {at_least:g}" if at_least is not None else f"at most {at_most:g}"
    good = value >= at_least if at_least is not None else value <= (at_most or 0)
    assert good, f"{what}: {value:.3g}; {bound} {unit} is the aim"


@pytest.fixture
def claim(benchmark: Any, about: Any) -> Any:
    """Measure two calls in turn and check what is aimed at for their ratio; see ``measured_beside``."""

    def check(what: str, *sides: Any, at_least: float | None = None, at_most: float | None = None, **how: Any) -> None:
        ratio = measured_beside(benchmark, *sides, **how)
        if ratio is not None:
            about(claim=what, at_least=at_least, at_most=at_most, unit="", value=ratio)
            within(what, ratio, at_least, at_most, "times")

    return check


@pytest.fixture
def claim_time(benchmark: Any, about: Any) -> Any:
    """Check what is aimed at for a time that has been taken."""

    def check(what: str, at_most: float, unit: str) -> None:
        if not benchmark.disabled:
            value = benchmark.stats.stats.min * A_SECOND[unit]
            about(claim=what, at_most=at_most, unit=unit, value=value)
            within(what, value, None, at_most, unit)

    return check
