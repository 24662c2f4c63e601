"""Programs that start workers of their own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def with_workers(program: str, method: str, path: Path) -> str:
    """What a program prints that starts workers by a method of ``multiprocessing``; it lies beside the file it is told."""
    script = path.with_name("work.py")
    script.write_text(program)
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", str(script), method, str(path)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
