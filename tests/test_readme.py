"""Every command and snippet of the README runs, and prints what it says it prints."""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.M | re.S)
PYTHON = [text for kind, text in BLOCKS if kind == "python"]
SHELL = [line.split("  #")[0].strip() for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]


def test_there_is_something_to_run() -> None:
    assert len(PYTHON) >= 4
    assert sum(line.startswith("fastmj ") for line in SHELL) >= 5


def test_python() -> None:
    """One namespace for all blocks; comments that follow a print are what it prints."""
    names: dict[str, Any] = {"__name__": "readme"}
    for number, text in enumerate(PYTHON):
        expected = "".join(line[2:] + "\n" for line in text.splitlines() if line.startswith("# "))
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            exec(compile(text, f"README block {number}", "exec"), names)
        assert shown.getvalue() == expected, f"block {number}"


def test_commands(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}
    for line in SHELL:
        command = shlex.split(line)
        if command[0] == "fastmj":
            program = [sys.executable, "-m", "fastmj", *command[1:]]
            done = subprocess.run(program, cwd=tmp_path, env=environment, capture_output=True, text=True)
            assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        else:
            assert os.access(ROOT / command[0], os.X_OK), line
    assert (tmp_path / "scores.parquet").exists()


@pytest.mark.parametrize("option", ["standard", "online", "wmo2014"])
def test_option_table(option: str) -> None:
    """The table of options is that of the rule set."""
    import fastmj

    header, _, *rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in README.partition("## Rules: mcr")[2].partition("`standard` follows")[0].strip().splitlines()
    ]
    column = next(i for i, cell in enumerate(header) if cell.startswith(option))
    options = vars(fastmj.rules.get("mcr", profile=option).options)
    assert {row[0]: row[column] for row in rows} == {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in options.items()
        if name != "profile"
    }
