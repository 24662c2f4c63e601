import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "bench_table.py"


def result(group: str, seconds: float, **about: Any) -> dict[str, Any]:
    return {"group": group, "extra_info": about, "stats": {"min": seconds}}


SCORE = {"hands": 1000, "family": "mixed", "rules": "mcr:online"}
FILE = {"layout": "list", "threads": 2, "hands": 5_000_000, "family": "mixed"}
REPORT = {
    "datetime": "2031-02-03T04:05:06+00:00",
    "machine_info": {
        "cpu": {"count": 8, "brand_raw": "Some Processor", "family": 6, "model": 1},
        "python_version": "3.11.9",
    },
    "benchmarks": [
        result("score a", 0.0027, program="PyMahjongGB 1.4.0", **SCORE),
        result("score a", 0.00005, program="fastmj 9", layout="mask", **SCORE),
        result("score a", 0.0001, program="fastmj 9", layout="list", **SCORE),
        result("file b", 5.0, program="fastmj 9", **FILE),
        result("file b", 2.5, program="reading and writing alone", **FILE),
        result("start", 0.5, program="fastmj 9", what="first score"),
        result("sample", 0.25, program="fastmj 9", what="generate", hands=1_000_000, family="near"),
    ],
}


@pytest.fixture(scope="module")
def bench_table() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_table", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.oracle
def test_tables(bench_table: ModuleType) -> None:
    lines = bench_table.tables(REPORT).split("\n")
    assert lines[0].startswith(
        "Measured 2031-02-03 on 8 cores of Some Processor (family 6, model 1), Python 3.11.9, numba "
    )
    assert "PyMahjongGB 1" in lines[0]
    assert [line for line in lines if line.startswith("| ") and not line.startswith("|  |")] == [
        "| fastmj 9, layout `mask` | 50 | 20 | 1 |",
        "| fastmj 9, layout `list` | 100 | 10 | 2 |",
        "| PyMahjongGB 1.4.0 | 2,700 | 0.37 | 54 |",
        "| reading and writing alone | 2.5 | 2 | 1 |",
        "| fastmj 9 | 5 | 1 | 2 |",
        "| first score | 0.5 |",
        "| generate 1,000,000 `near` hands, CPU seconds | 0.25 |",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.01234, "0.0123"), (1.0, "1"), (27.34, "27.3"), (136.8, "137"), (3774.2, "3,770"), (87_211, "87,200")],
)
def test_quantity(bench_table: ModuleType, value: float, text: str) -> None:
    assert bench_table.quantity(value) == text


@pytest.mark.oracle
def test_readme_keeps_what_stands_around(tmp_path: Path) -> None:
    readme, report = tmp_path / "README.md", tmp_path / "bench.json"
    report.write_text(json.dumps(REPORT))
    readme.write_text("before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n")
    subprocess.run([sys.executable, SCRIPT, report, "--readme", readme], check=True)
    text = readme.read_text()
    assert text.startswith("before\n<!-- bench:begin -->\nMeasured 2031-02-03")
    assert text.endswith("| 0.25 |\n<!-- bench:end -->\nafter\n")
    assert "old" not in text


def test_readme_without_markers(bench_table: ModuleType) -> None:
    with pytest.raises(ValueError, match="needs the lines <!-- bench:begin -->"):
        bench_table.with_tables("no markers here", "tables")
