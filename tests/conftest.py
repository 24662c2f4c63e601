"""Fixtures that several test files use."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

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
