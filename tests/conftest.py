"""Fixtures that several test files use."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def python() -> Callable[..., str]:
    """Run a piece of Python in a new process, warnings as errors, and return what it printed."""

    def run(code: str, *, cwd: Path | None = None, **environment: str) -> str:
        command = [sys.executable, "-W", "error", "-c", code]
        done = subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def ray() -> Iterator[Any]:
    """Ray, started for the tests and ended with them."""
    import ray

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("RAY_ADDRESS", raising=False)
        patch.delenv("RAY_AUTH_MODE", raising=False)  # it is set by Ray
        ray.init(
            "local",
            num_cpus=3,
            object_store_memory=200_000_000,
            include_dashboard=False,
            logging_level=logging.ERROR,
            log_to_driver=False,
            runtime_env={"worker_process_setup_hook": "tests.cluster.slow_worker.set_up"},
        )
        yield ray
        ray.shutdown()
