import subprocess
from pathlib import Path

import pyarrow.parquet as pq
import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_run_shows_what_came_out() -> None:
    done = subprocess.run([ROOT / "scripts" / "run", "2000"], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
    assert "scores.parquet: 2,000 rows, the first 5:" in done.stdout
    assert "ok: 11, 11 in the game; Outside Hand" in done.stdout
    demo = ROOT / "build" / "demo"
    assert pq.read_metadata(demo / "scores.parquet").num_rows == 2000
    assert pq.read_metadata(demo / "real_scores.parquet").num_rows > 800


@pytest.mark.parametrize("script", ["run", "test"])
def test_an_old_python_is_refused(script: str, tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.1\nexit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        [ROOT / "scripts" / script], env={"PATH": "/usr/bin:/bin", "PYTHON": str(old)}, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "fastmj needs Python 3.11 or newer" in done.stderr
    assert "Python 3.9.1. Set PYTHON to another." in done.stderr
