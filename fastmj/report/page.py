"""The page: one HTML file that holds everything it shows."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files

from fastmj import __version__
from fastmj.report import plots
from fastmj.report.examples import MEANING
from fastmj.report.facts import SHOWN_TOGETHER, SHOWN_VALUES, Report, ValueFacts
from fastmj.report.svg import drawing

_TITLES = {"source": "source", "win_by": "way of winning", "seat": "seat", "round": "round"}
_VALUES = {
    "E": "East",
    "S": "South",
    "W": "West",
    "N": "North",
    "self_draw": "self-drawn",
    "discard": "discard",
    "robbed_kong": "robbed kong",
}
# nothing may be loaded: what is on the page is in the file
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(report: Report, title: str, inputs: Sequence[str], rules: str) -> str:
    """The report as HTML. `inputs` are the names of the files it is about, `rules` the rule set, where it is known."""
    with drawing():
        sections = "\n".join(_sections(report))
    style = files("fastmj.report").joinpath("page.css").read_text("utf-8")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
<p>{escape(_about(inputs, rules))}</p>
</header>
{_figures(report)}
<main>
{sections}
</main>
<footer>Made by fastmj {__version__} on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC.</footer>
</body>
</html>
"""


def _about(inputs: Sequence[str], rules: str) -> str:
    named = ", ".join(inputs[:3]) + (f" and {len(inputs) - 3:,} more files" if len(inputs) > 3 else "")
    return f"{named}; rule set {rules}" if rules else named


def _figures(report: Report) -> str:
    """The few numbers to begin with."""
    refused = sum(report.refused.values())
    told = [("rows", f"{report.rows:,}", ""), ("wins", f"{report.wins:,}", _share(report.wins, report.rows))]
    if report.below_minimum:
        told.append(("may be declared", f"{report.ok:,}", f"{_share(report.ok, report.wins)} of the wins"))
    if report.average is not None:
        told.append(("average total", f"{report.average:,.2f}", f"half are worth {report.spread[50]:g} or less"))
        told.append(("highest total", f"{report.spread[100]:g}", ""))
    if report.limit:
        told.append(("limit hands", f"{report.limit:,}", f"{_share(report.limit, report.wins)} of the wins"))
    told.append(("refused", f"{refused:,}", _share(refused, report.rows)))
    if report.scoring:
        told.append(("scored a second", f"{report.rows / report.scoring:,.0f}", f"in {report.scoring:,.1f} s"))
    return "<dl>\n" + "".join(_figure(*each) for each in told) + "</dl>"


def _figure(name: str, value: str, more: str) -> str:
    return f"<div><dt>{name}</dt><dd>{value}{f'<small>{more}</small>' if more else ''}</dd></div>\n"


def _sections(report: Report) -> Iterator[str]:
    if report.wins:
        yield _totals(report)
    if report.elements:
        yield _elements(report)
        yield _together(report)
    if report.wins:
        for name, values in report.groups.items():
            yield _group(report, name, values)
    yield _refused(report)


def _totals(report: Report) -> str:
    spread = "".join(f"<li>{_percentile(share)} <b>{total:g}</b></li>" for share, total in report.spread.items())
    return _section(
        "Totals",
        "Points of all wins." if not report.below_minimum else "Points of all wins, those below the minimum too.",
        f'<figure>{plots.totals(report)}</figure>\n<ol class="spread">{spread}</ol>\n'
        '<p class="note">Points that this share of the wins does not exceed.</p>',
    )


def _percentile(share: int) -> str:
    return {0: "least", 50: "median", 100: "most"}.get(share, f"{share}%")


def _elements(report: Report) -> str:
    shown = report.elements[:SHOWN_TOGETHER]
    plot = plots.bars(
        "elements",
        "Frequency of elements, and the average total of wins that hold them",
        [each.name for each in shown],
        [each.share for each in shown],
        [each.average for each in shown],
    )
    points = any(each.points is not None for each in report.elements)
    heads = ["element", *["points"] * points, "wins", "share", "average"]
    rows = [
        [
            escape(each.name),
            *(["" if each.points is None else f"{each.points:g}"] if points else []),
            f"{each.hands:,}",
            f"{each.share:.2%}",
            f"{each.average:,.1f}",
        ]
        for each in report.elements
    ]
    half = -(-len(rows) // 2) if len(rows) > SHOWN_TOGETHER else len(rows)
    tables = "\n".join(_table(heads, part) for part in (rows[:half], rows[half:]) if part)
    note = f"In how many wins each element scores, and what those wins are worth on average: the {len(shown)} most frequent"
    more = f" of {len(report.elements)}" if len(report.elements) > len(shown) else ""
    return _section("Elements", f"{note}{more}.", f'<figure>{plot}</figure>\n<div class="beside">\n{tables}\n</div>')


def _together(report: Report) -> str:
    plot = plots.heat_map(report.together)
    rows = [
        [f"{escape(pair.first)} + {escape(pair.second)}", f"{pair.hands:,}", f"{pair.lift:,.1f}"]
        for pair in report.pairs
    ]
    pairs = ""
    if rows:
        pairs = (
            "<h3>Closest pairs <small>and how many times as often they meet as they would by chance</small></h3>\n"
            + _table(["elements", "wins", "times"], rows)
        )
    return _section(
        "Together",
        f"Of the wins with the element of a line, how many have that of a column? The {len(report.together.names)} most "
        "frequent elements, numbered by their frequency.",
        f'<p class="scale">0% <i></i> 100%</p>\n<figure>{plot}</figure>\n{pairs}',
    )


def _group(report: Report, name: str, values: list[ValueFacts]) -> str:
    shown = values[:SHOWN_VALUES]
    names = [_VALUES.get(each.value, each.value) if name in _TITLES else each.value for each in shown]
    title = f"Wins by {_TITLES.get(name, name)}"
    won = [(shown_as, each) for shown_as, each in zip(names, shown, strict=True) if each.wins]
    plot = plots.bars(
        f"by-{list(report.groups).index(name)}",
        title,
        [shown_as for shown_as, _ in won],
        [each.share for _, each in won],
        [each.average for _, each in won],
    )
    rows = [
        [escape(shown_as), f"{each.rows:,}", f"{each.wins:,}", f"{each.wins / each.rows:.1%}", _points(each.average)]
        for shown_as, each in zip(names, shown, strict=True)
    ]
    more = f"The first {len(shown)} of {len(values):,} values." if len(values) > len(shown) else ""
    table = _table(["", "rows", "wins", "of rows", "average total"], rows)
    return _section(title, more, f"<figure>{plot}</figure>\n{table}")


def _refused(report: Report) -> str:
    refused = sum(report.refused.values())
    if not refused:
        return _section("Refused rows", "None: every row is a win.", "")
    parts, several = [], len({each.file for found in report.examples.values() for each in found}) > 1
    for status, number in report.refused.items():
        share = _share(number, report.rows)
        parts.append(f"<h3>{status} <small>{MEANING[status]}: {number:,} rows, {share}</small></h3>")
        items = "".join(
            f"<li>{escape(each.file) + ', ' if several else ''}row {each.row:,}"
            + (f": <code>{escape(each.hand)}</code>" if each.hand else "")
            + (f"<br>{escape(each.reason)}" if each.reason else "")
            + "</li>\n"
            for each in report.examples.get(status, [])
        )
        parts.append(f'<ul class="examples">\n{items}</ul>')
    note = f"{refused:,} of {report.rows:,} rows have no score. The first of each kind; rows count from 0."
    return _section("Refused rows", note, "\n".join(parts))


def _section(title: str, note: str, body: str) -> str:
    told = f'<p class="note">{escape(note)}</p>\n' if note else ""
    return f"<section>\n<h2>{escape(title)}</h2>\n{told}{body}\n</section>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column is text and the others numbers."""
    head = "".join(f"<th>{text}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="table"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>'


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _points(average: float | None) -> str:
    return "–" if average is None else f"{average:,.2f}"
