"""Turn the JSON of pytest-benchmark into the tables of the README, between its two bench markers.

    pytest benchmarks --benchmark-enable --benchmark-json=build/bench.json
    python scripts/bench_table.py build/bench.json            # rewrites README.md
    python scripts/bench_table.py build/bench.json --print    # only shows the tables

Times are the best round of each benchmark; none is edited by hand.
"""

import argparse
import importlib.metadata
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
PACKAGES = ("numba", "numpy", "pyarrow", "PyMahjongGB")
Result = dict[str, Any]
Cell = str


def per_hand(result: Result) -> float:
    """Nanoseconds a hand."""
    return float(result["stats"]["min"]) / int(result["extra_info"]["hands"]) * 1e9


def quantity(value: float) -> str:
    """Three significant digits, with thousands separated."""
    if value >= 100:
        return f"{round(value, 3 - len(str(int(value)))):,.0f}"
    return f"{value:.3g}"


def table(head: Iterable[Cell], rows: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """The lines of a Markdown table: the first column words, the others numbers."""
    head = list(head)
    yield "| " + " | ".join(head) + " |"
    yield "|---|" + "---:|" * (len(head) - 1)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def named(result: Result) -> str:
    """The program that was measured, with the layout where it has one."""
    about = result["extra_info"]
    return f"{about['program']}, layout `{about['layout']}`" if "layout" in about else str(about["program"])


def scoring(results: list[Result]) -> Iterator[str]:
    """One table a family of hands: fastmj's layouts and its rivals, each against layout ``mask``."""
    for (family, rules), group in groupby(results, lambda r: (r["extra_info"]["family"], r["extra_info"]["rules"])):
        ranked = sorted(group, key=per_hand)
        mask = next(per_hand(r) for r in ranked if r["extra_info"].get("layout") == "mask")
        yield f"Scoring, one core, CPU time; `{family}` hands, rule set `{rules}`:"
        yield ""
        rows = [
            [named(r), quantity(per_hand(r)), quantity(1e3 / per_hand(r)), quantity(per_hand(r) / mask)] for r in ranked
        ]
        yield from table(["", "ns a hand", "million hands a second", "times `mask`"], rows)


def files(results: list[Result]) -> Iterator[str]:
    """Whole files, beside what only reading and writing them costs."""
    about = results[0]["extra_info"]
    floor = min(r["stats"]["min"] for r in results)
    size = f"{about['hands']:,} `{about['family']}` hands"
    yield f"A Parquet file of {size}, {about['threads']} threads, layout `{about['layout']}`, wall time:"
    yield ""
    rows = [
        [
            str(r["extra_info"]["program"]),
            quantity(r["stats"]["min"]),
            quantity(1e3 / per_hand(r)),
            quantity(r["stats"]["min"] / floor),
        ]
        for r in sorted(results, key=per_hand)
    ]
    yield from table(["", "seconds", "million hands a second", "times the least"], rows)


def others(results: list[Result]) -> Iterator[str]:
    """Start-up and generated hands: one number each."""
    rows = []
    for result in results:
        about = result["extra_info"]
        if "hands" in about:
            rows.append([f"{about['what']} {about['hands']:,} `{about['family']}` hands, CPU seconds"])
        else:
            rows.append([about["what"]])
        rows[-1].append(quantity(result["stats"]["min"]))
    yield from table(["", "seconds"], rows)


def tables(report: Result) -> str:
    """All tables of a report, after a line that says where and with what it was measured."""
    results = report["benchmarks"]
    machine = report["machine_info"]
    processor = machine["cpu"]["brand_raw"]
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    lines = [
        f"Measured {report['datetime'][:10]} on {machine['cpu']['count']} cores of {processor} (family "
        f"{machine['cpu'].get('family', '?')}, model {machine['cpu'].get('model', '?')}), "
        f"Python {machine['python_version']}, {versions}; the best round of each.",
        "",
    ]
    kinds = {"score": scoring, "file": files}
    for kind, make in kinds.items():
        chosen = [r for r in results if r["group"].startswith(kind)]
        lines += make(sorted(chosen, key=lambda r: r["extra_info"]["family"])) if chosen else ()
    rest = [r for r in results if not r["group"].startswith(tuple(kinds))]
    lines += others(rest) if rest else ()
    return "\n".join(lines).strip()


def with_tables(text: str, made: str) -> str:
    """The text with what stands between the markers replaced; ``ValueError`` where a marker is missing."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the README needs the lines {BEGIN} and {END}, in this order")
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


def main() -> None:
    """Read the arguments, then print the tables or put them into the README."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("report", type=Path)
    parser.add_argument("--readme", type=Path, default=Path(__file__).parents[1] / "README.md")
    parser.add_argument("--print", action="store_true", dest="only_print")
    chosen = parser.parse_args()
    made = tables(json.loads(chosen.report.read_text()))
    if chosen.only_print:
        sys.stdout.write(made + "\n")
    else:
        chosen.readme.write_text(with_tables(chosen.readme.read_text(), made))


if __name__ == "__main__":
    main()
