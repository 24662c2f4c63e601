import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SCRIPTS)


@pytest.fixture
def bench_table() -> Any:
    return importlib.import_module("bench_table")


def result(group: str, seconds: float, **about: Any) -> dict[str, Any]:
    return {"group": group, "extra_info": about, "stats": {"min": seconds}}


OURS, RIVAL = {"program": "fastmj 9"}, {"program": "PyMahjongGB 1.4.0"}
MIXED = {"hands": 1000, "family": "mixed", "rules": "mcr:online"}
CONCEALED = MIXED | {"family": "ordinary, concealed"}
WALL = {"hands": 100, "family": "wall, 13 tiles", "rules": "mcr"}
SHANTEN = {"question": "shanten"} | WALL
AGREED = {"hands": 1000, "family": "mixed, shared rules", "rules": "hk"}
CLAIM = {"claim": "A against B", "at_least": 65, "at_most": None, "unit": "", "value": 54.02}
SLOW = {"claim": "one call", "at_most": 10, "unit": "µs", "value": 7.514}
FILE = {"layout": "list", "threads": 2, "hands": 5_000_000, "family": "mixed", "beside_seconds": 2.5}
REPORT = {
    "datetime": "2031-02-03T04:05:06+00:00",
    "machine_info": {
        "cpu": {"count": 8, "brand_raw": "Some Processor", "family": 6, "model": 1},
        "python_version": "3.11.9",
        "packages": {"numba": "0.99", "PyMahjongGB": "1.4.0"},
    },
    "benchmarks": [
        result("score a", 0.0027, **RIVAL, **MIXED, **CLAIM),
        result("score a", 0.00005, **OURS, layout="mask", **MIXED),
        result("score a", 0.0001, **OURS, layout="list", **MIXED),
        result("score a", 0.00004, **OURS, layout="mask", **CONCEALED),
        result("score b", 0.02, program="hk-mahjong 1", **AGREED),
        result("score b", 0.00003, **OURS, layout="mask", **AGREED),
        result("rules: a", 0.00005, **OURS, layout="mask", **MIXED | {"rules": "mcr"}),
        result("rules: a", 0.00004, **OURS, layout="mask", **MIXED | {"rules": "hk"}),
        result("analysis: a", 0.000001, **OURS, form="any", **SHANTEN),
        result("analysis: b", 0.000002, **OURS, form="any", **SHANTEN | {"family": "ready"}),
        result("analysis: c", 0.000004, **OURS, form="any", **SHANTEN | {"question": "waits", "family": "ready"}),
        result("rivals: a", 0.0001, **RIVAL, **SHANTEN),
        result("rivals: a", 0.000001, program="fastmj 9, any form", **SHANTEN),
        result("decompose: a", 0.000001, **OURS, algorithm="suit_table", **WALL),
        result("decompose: a", 0.00001, **OURS, algorithm="backtrack", **WALL),
        result("claims: x", 0.1, hands=5),
        result("file b", 5.0, **OURS, **FILE),
        result("start", 0.5, **OURS, what="first score"),
        result("one hand", 0.0000075, what="one call", hands=1, **SLOW),
        result("sample", 0.25, **OURS, what="generate", hands=1_000_000, family="near"),
    ],
}
TABLES = """
![Time a hand on one core, log scale: fastmj and other programs](benchmarks/plots/rivals.svg)
![Million hands scored a second on one core, by rule set](benchmarks/plots/rules.svg)
|  | aim | measured |
| A against B | ≥ 65 | 54 |
| one call | ≤ 10 µs | 7.51 |
| ns a hand | `ordinary`, concealed | `mixed` |
| fastmj 9, layout `mask` | 40 | 50 |
| fastmj 9, layout `list` |  | 100 |
| PyMahjongGB 1.4.0 |  | 2,700 |
| ns a hand | `mixed`, shared rules |
| fastmj 9, layout `mask` | 30 |
| hk-mahjong 1 | 20,000 |
|  | ns a hand | million hands a second | times `mcr` |
| `mcr` | 50 | 20 | 1 |
| `hk` | 40 | 25 | 0.8 |
| ns a hand | wall, 13 tiles | `ready` |
| `shanten`, any form | 10 | 20 |
| `waits`, any form |  | 40 |
| ns a hand | `shanten`, wall, 13 tiles |
| fastmj 9, any form | 10 |
| PyMahjongGB 1.4.0 | 1,000 |
| ns a hand | wall, 13 tiles |
| `suit_table` | 10 |
| `backtrack` | 100 |
|  | seconds | million hands a second | reading and writing alone |
| layout `list` | 5 | 1 | 2.5 |
|  | time |
| first score | 500 ms |
| one call | 7.5 µs |
| generate | 250 ns a hand |
"""


def test_tables(bench_table: Any) -> None:
    first, *lines = bench_table.tables(REPORT).split("\n")
    assert first == (
        "Measured 2031-02-03 on 8 cores of Some Processor (family 6, model 1), Python 3.11.9, numba 0.99, "
        "PyMahjongGB 1.4.0; the best round of each."
    )
    assert [line for line in lines if re.match(r"!|\| ", line)] == TABLES.strip().split("\n")


def test_native_programs(bench_table: Any) -> None:
    """22 and 59 ns, measured elsewhere, beside 5 and 10."""
    measured = [
        result("rivals: a", seconds, program=f"fastmj 9, {form} form", **SHANTEN)
        for form, seconds in (("any", 1e-6), ("regular", 5e-7))
    ]
    (line,) = (line for line in bench_table.tables(REPORT | {"benchmarks": measured}).split("\n") if "nyanten" in line)
    assert "22 ns for the regular form, 4.4 times" in line
    assert "59 ns for three forms, 5.9 times" in line


def test_a_report_of_less(bench_table: Any) -> None:
    lines = bench_table.tables(REPORT | {"benchmarks": [result("start", 0.5, what="first score")]}).split("\n")
    assert lines[1:] == ["", "|  | time |", "|---|---:|", "| first score | 500 ms |"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.01234, "0.0123"), (1.0, "1"), (27.34, "27.3"), (136.8, "137"), (3774.2, "3,770"), (87_211, "87,200")],
)
def test_quantity(bench_table: Any, value: float, text: str) -> None:
    assert bench_table.quantity(value) == text


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [(9.5, "9.5 ns"), (1000, "1 µs"), (28_464, "28.5 µs"), (5e8, "500 ms"), (1.25e10, "12.5 s")],
)
def test_duration(bench_table: Any, nanoseconds: float, text: str) -> None:
    assert bench_table.duration(nanoseconds) == text


def test_plots(bench_table: Any) -> None:
    """Bars as long as the values say: from 0, or decades of one length each; every bar with its number."""
    images = {
        name: ElementTree.fromstring(image) for name, (_, image) in bench_table.plots(REPORT["benchmarks"]).items()
    }
    space = "{http://www.w3.org/2000/svg}"
    bars = {name: [float(bar.get("width", "")) for bar in image.iter(space + "rect")] for name, image in images.items()}
    words = {name: [text.text for text in image.iter(space + "text")] for name, image in images.items()}
    mcr, hk = bars["rules.svg"]
    assert hk / mcr == pytest.approx(25 / 20, rel=0.01)
    assert words["rules.svg"][1:] == ["mcr", "20", "hk", "25"]
    ours, rival, agreed, plain, first, second = bars["rivals.svg"]  # 50, 2700, 30, 20000, 10 and 1000 ns
    assert first == 0
    assert (rival - ours) / second == pytest.approx(0.866, rel=0.01)  # log10(2700 / 50) of two decades
    assert (plain - agreed) / second == pytest.approx(1.412, rel=0.01)  # log10(20000 / 30)
    assert [word for word in words["rivals.svg"] if word[0].isdigit()][:3] == ["10 ns", "100 ns", "1 µs"]
    assert words["rivals.svg"].count("fastmj 9") == 2
    for image in images.values():
        assert image.get("width") == "600"
        assert all(0 <= float(text.get("x", "")) < 600 for text in image.iter(space + "text"))


def test_readme_keeps_what_stands_around(tmp_path: Path) -> None:
    readme, report = tmp_path / "README.md", tmp_path / "bench.json"
    report.write_text(json.dumps(REPORT), "utf-8")
    readme.write_text("before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n")
    subprocess.run([sys.executable, SCRIPTS / "bench_table.py", report, "--readme", readme], check=True)
    text = readme.read_text("utf-8")
    assert text.startswith("before\n<!-- bench:begin -->\nMeasured 2031-02-03")
    assert text.endswith("| 250 ns a hand |\n<!-- bench:end -->\nafter\n")
    assert "old" not in text
    shown = re.findall(r"\]\((.*)\)", text)
    assert sorted(shown) == sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.svg"))
    assert len(shown) == 2


def test_readme_without_markers(bench_table: Any) -> None:
    with pytest.raises(ValueError, match="needs the lines <!-- bench:begin -->"):
        bench_table.with_tables("no markers here", "tables")
