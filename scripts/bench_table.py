"""Turn the JSON of pytest-benchmark into the tables and plots of the README, between its two bench markers.

    pytest benchmarks --benchmark-enable --benchmark-json=build/bench.json
    python scripts/bench_table.py build/bench.json            # rewrites README.md and benchmarks/plots
    python scripts/bench_table.py build/bench.json --print    # only shows the tables

Times are the best round of each benchmark; none is edited by hand.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from bench_plots import Bar, Section, chart

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
PLOTS = "benchmarks/plots"
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


def duration(nanoseconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("ns", 1.0), ("µs", 1e3), ("ms", 1e6)):
        if nanoseconds < 1000 * size:
            return f"{quantity(nanoseconds / size)} {unit}"
    return f"{quantity(nanoseconds / 1e9)} s"


def of_kind(results: Iterable[Result], kind: str) -> list[Result]:
    """The results of the groups whose name begins with this word."""
    return [r for r in results if r["group"].split(":")[0].split()[0] == kind]


def table(head: Iterable[Cell], rows: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """The lines of a Markdown table: the first column words, the others numbers."""
    head = list(head)
    yield "| " + " | ".join(head) + " |"
    yield "|---|" + "---:|" * (len(head) - 1)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def pivot(results: list[Result], row: Callable[[Result], str], column: Callable[[Result], str]) -> Iterator[str]:
    """A table of nanoseconds a hand, rows and columns in the order in which they were measured."""
    cells = {(row(r), column(r)): quantity(per_hand(r)) for r in results}
    rows, columns = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    yield from table(["ns a hand", *columns], ([name, *(cells.get((name, c), "") for c in columns)] for name in rows))


def family(result: Result) -> str:
    """The hands of a result."""
    name, comma, more = result["extra_info"]["family"].partition(", ")
    return f"`{name}`{comma}{more}" if name != "wall" else f"wall{comma}{more}"


def claims(results: list[Result]) -> Iterator[str]:
    """What is aimed at and what was measured."""
    rows = []
    for about in (r["extra_info"] for r in results if r["extra_info"].get("claim")):
        bound = f"≥ {about['at_least']:g}" if about.get("at_least") else f"≤ {about['at_most']:g}"
        rows.append([about["claim"], f"{bound} {about['unit']}".strip(), quantity(about["value"])])
    if rows:
        yield (
            "Aims, and what was measured. *A against B*: A's time a hand divided by B's, both taken in turn; CPU time if "
            "not said:"
        )
        yield ""
        yield from table(["", "aim", "measured"], rows)


def scoring(results: list[Result]) -> Iterator[str]:
    """Layouts and rivals of each rule set, the fastest first."""
    by_rules: dict[str, list[Result]] = {}
    for result in of_kind(results, "score"):
        by_rules.setdefault(result["extra_info"]["rules"], []).append(result)
    for rules, chosen in by_rules.items():
        yield f"Scoring under `{rules}`, one core, CPU time:"
        yield ""
        yield from pivot(sorted(chosen, key=per_hand), named, family)


def named(result: Result) -> str:
    """The program that was measured, with the layout where it has one."""
    about = result["extra_info"]
    return f"{about['program']}, layout `{about['layout']}`" if "layout" in about else str(about["program"])


def rule_sets(results: list[Result]) -> Iterator[str]:
    """The same hands under each rule set."""
    if chosen := of_kind(results, "rules"):
        first = next(per_hand(r) for r in chosen if r["extra_info"]["rules"] == "mcr")
        yield f"The same {family(chosen[0])} hands under each rule set, layout `{chosen[0]['extra_info']['layout']}`:"
        yield ""
        rows = [
            [f"`{r['extra_info']['rules']}`", *map(quantity, (per_hand(r), 1e3 / per_hand(r), per_hand(r) / first))]
            for r in chosen
        ]
        yield from table(["", "ns a hand", "million hands a second", "times `mcr`"], rows)


def analysis(results: list[Result]) -> Iterator[str]:
    """Waits, shanten, wins, useful tiles."""
    if chosen := of_kind(results, "analysis"):
        yield f"Analysis in the forms of `{chosen[0]['extra_info']['rules']}`, one core, CPU time:"
        yield ""
        yield from pivot(chosen, lambda r: "`{question}`, {form} form".format(**r["extra_info"]), family)


NYANTEN, MAHJONG_CPP = 22.0, 59.0
"""Nanoseconds a hand."""


def rivals(results: list[Result]) -> Iterator[str]:
    """Programs that answer the same questions."""
    if chosen := of_kind(results, "rivals"):
        yield "The same beside other programs, which are called once a hand (a discard), with ready-made arguments:"
        yield ""
        ranked = sorted(chosen, key=lambda r: (r["extra_info"]["question"] != "shanten", per_hand(r)))
        question = "`{question}`, {family}"
        yield from pivot(ranked, lambda r: r["extra_info"]["program"], lambda r: question.format(**r["extra_info"]))
        own = {r["extra_info"]["program"].rpartition(", ")[2]: per_hand(r) for r in reversed(ranked)}
        if {"regular form", "any form"} <= own.keys():
            yield ""
            regular, three = quantity(NYANTEN / own["regular form"]), quantity(MAHJONG_CPP / own["any form"])
            yield (
                "Native programs without a Python package were measured on another machine, on which riichienv took 210 "
                f"ns: nyanten took {NYANTEN:g} ns for the regular form, {regular} times what fastmj takes above, and "
                f"mahjong-cpp {MAHJONG_CPP:g} ns for three forms, {three} times what fastmj takes for all five."
            )


def decompose(results: list[Result]) -> Iterator[str]:
    """Every algorithm on every family."""
    if chosen := of_kind(results, "decompose"):
        yield "`decompose` by each algorithm:"
        yield ""
        yield from pivot(chosen, lambda r: f"`{r['extra_info']['algorithm']}`", family)


def files(results: list[Result]) -> Iterator[str]:
    """Whole files, beside what only reading and writing them costs."""
    if chosen := of_kind(results, "file"):
        about = chosen[0]["extra_info"]
        yield f"A Parquet file of {about['hands']:,} {family(chosen[0])} hands, {about['threads']} threads, wall time:"
        yield ""
        rows = [
            [
                f"layout `{r['extra_info']['layout']}`",
                quantity(r["stats"]["min"]),
                quantity(1e3 / per_hand(r)),
                quantity(r["extra_info"]["beside_seconds"]),
            ]
            for r in chosen
        ]
        yield from table(["", "seconds", "million hands a second", "reading and writing alone"], rows)


def others(results: list[Result]) -> Iterator[str]:
    """One number each."""
    rows = []
    for about, seconds in ((r["extra_info"], r["stats"]["min"]) for r in results):
        if "what" in about:
            hands = int(about.get("hands", 1))
            unit = " a hand" if hands > 1 else ""
            rows.append([about["what"], duration(seconds / hands * 1e9) + unit])
    if rows:
        yield from table(["", "time"], rows)


def plots(results: list[Result]) -> dict[str, tuple[str, str]]:
    """The images by file name: (what the page says where it cannot show it, SVG)."""
    made = {}
    sections: dict[str, list[Result]] = {}
    for r in of_kind(results, "score"):
        if r["extra_info"]["family"].startswith("mixed") and r["extra_info"].get("layout", "mask") == "mask":
            sections.setdefault("score {rules}, {family} hands".format(**r["extra_info"]), []).append(r)
    for r in of_kind(results, "rivals"):
        sections.setdefault("{question}, {family}".format(**r["extra_info"]), []).append(r)
    if sections:
        title = "Time a hand on one core, log scale"
        ranked = [Section(heading, _bars(sorted(chosen, key=per_hand))) for heading, chosen in sections.items()]
        made["rivals.svg"] = (f"{title}: fastmj and other programs", chart(title, ranked, duration, log=True))
    if chosen := of_kind(results, "rules"):
        title = "Million hands scored a second on one core, by rule set"
        bars = [Bar(r["extra_info"]["rules"], 1e3 / per_hand(r), True) for r in chosen]
        made["rules.svg"] = (title, chart(title, [Section("", bars)], quantity))
    return made


def _bars(results: list[Result]) -> list[Bar]:
    programs = [r["extra_info"]["program"] for r in results]
    return [Bar(name, per_hand(r), name.startswith("fastmj")) for name, r in zip(programs, results, strict=True)]


def tables(report: Result) -> str:
    """All tables of a report, after a line that says where and with what it was measured."""
    results, machine = report["benchmarks"], report["machine_info"]
    versions = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    cpu = machine["cpu"]
    lines = [
        f"Measured {report['datetime'][:10]} on {cpu['count']} cores of {cpu['brand_raw']} (family "
        f"{cpu.get('family', '?')}, model {cpu.get('model', '?')}), "
        f"Python {machine['python_version']}, {versions}; the best round of each.",
        "",
    ]
    for name, (words, _) in plots(results).items():
        lines += [f"![{words}]({PLOTS}/{name})", ""]
    for make in (claims, scoring, rule_sets, analysis, rivals, decompose, files, others):
        lines += make(results)
    return "\n".join(lines).strip()


def with_tables(text: str, made: str) -> str:
    """The text with what stands between the markers replaced; ``ValueError`` where a marker is missing."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the README needs the lines {BEGIN} and {END}, in this order")
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


def main() -> None:
    """Read the arguments, then print the tables, or put them into the README and the plots beside it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("report", type=Path)
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    parser.add_argument("--print", action="store_true", dest="only_print")
    chosen = parser.parse_args()
    report = json.loads(chosen.report.read_text("utf-8"))
    made = tables(report)
    if chosen.only_print:
        sys.stdout.write(made + "\n")
        return
    chosen.readme.write_text(with_tables(chosen.readme.read_text("utf-8"), made), "utf-8")
    folder = chosen.readme.parent / PLOTS
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, image) in plots(report["benchmarks"]).items():
        (folder / name).write_text(image, "utf-8")


if __name__ == "__main__":
    main()
