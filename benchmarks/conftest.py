"""What the benchmarks share: how large they are, and what each result is about."""

from typing import Any

import pytest


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> bool:
    """Whether times are taken; otherwise each benchmark runs once, on less, as a test."""
    return bool(request.config.getoption("--benchmark-enable"))


@pytest.fixture
def about(benchmark: Any) -> Any:
    """Say what a result is about: ``program``, ``hands``, ``family``, ``rules``, ``layout`` and the kind of time."""

    def say(**facts: Any) -> None:
        benchmark.extra_info.update(facts)

    return say
