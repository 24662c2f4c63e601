"""The command line as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import fastmj

COMMAND = [sys.executable, "-m", "fastmj"]
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("FASTMJ_DEBUG", "COLUMNS", "FORCE_COLOR")},
    "PYTHONPATH": str(Path(fastmj.__file__).parents[1]),  # installed or not
}


def run(*arguments, environment=None, **more):
    """Run a command to its end; `environment` is what is other there."""
    env = {**ENVIRONMENT, **(environment or {})}
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], env=env, capture_output=True, text=True, timeout=120, **more
    )
