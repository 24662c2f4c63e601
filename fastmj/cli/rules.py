"""``fastmj rules``: what a rule set scores and which options it has, printed from its data."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fastmj.cli.common import Json, Minimum, Names, Settings, Without, rule_set, show_json

if TYPE_CHECKING:
    from rich.table import Table

    from fastmj.rules import RuleSet


def rules(
    name: Annotated[
        str, Parameter(help="A rule set, as name, name:profile or FILE.py:NAME; without it all are listed.")
    ] = "",
    /,
    *,
    settings: Settings = (),
    without: Without = (),
    minimum: Minimum = None,
    names: Names = "en",
    meanings: Annotated[bool, Parameter(help="Say of each element what it is.")] = False,
    json: Json = False,
) -> None:
    """Print the rule sets, or one's elements and options.

    An element is not scored beside one that names its number.
    """
    from rich.console import Console

    from fastmj.rules import get
    from fastmj.rules import names as built_in

    console = Console(highlight=False)
    if name:
        chosen = rule_set(name, settings, without, minimum)
        if json:
            show_json(_facts(chosen))
            return
        console.print(f"[bold]{chosen.name}[/]: {len(chosen.rows)} elements{_minimum(chosen)}\n")
        for text in (*_paragraphs(chosen.source), " ".join(_policies(chosen, names))):
            console.print(text, markup=False)
            console.print()
        console.print(_elements(chosen, names, meanings))
        if chosen.options is not None:
            console.print(_options(chosen))
        return
    made = [get(each) for each in built_in()]
    if json:
        show_json([{"name": each.name, "elements": len(each.rows), "source": each.source} for each in made])
        return
    for each in made:
        first_sentence = _paragraphs(each.source)[0].partition(". ")[0]
        console.print(f"[bold]{each.name}[/]: {len(each.rows)} elements{_minimum(each)}. {first_sentence}")
    console.print("fastmj rules NAME prints the elements and options of one.", markup=False)


def _minimum(rules: "RuleSet") -> str:
    return f", a hand needs {rules.minimum:g} points" if rules.minimum else ""


def _paragraphs(text: str) -> list[str]:
    """A docstring's paragraphs, to be wrapped anew; lines that are columns stay as they are."""
    found = []
    for block in text.replace("``", "").split("\n\n"):
        lines = [line.strip() for line in block.strip().splitlines()]
        in_columns = len(lines) > 1 and all("   " in line for line in lines)
        found.append(("\n" if in_columns else " ").join(lines))
    return [text for text in found if text]


def _policies(rules: "RuleSet", names: str) -> list[str]:
    """How the rows count together, a sentence each."""
    title = dict(zip((row.key for row in rules.rows), rules.names_in(names), strict=True))
    outside = [title[row.key] for row in rules.rows if row.outside]
    said = [
        f"Winning hands: {', '.join(form.replace('_', ' ') for form in (*rules.forms, *rules.exact))}.",
        f"Claims without one: {', '.join(claim.replace('_', ' ') for claim in rules.claims)}." if rules.claims else "",
        {
            "account_once": "Relations between chows: the dearest choice that joins no two sets twice.",
            "one": "Of relations between chows the dearest counts.",
            "all": "All relations between chows count.",
        }[rules.chow_policy]
        if any(row.element.chows for row in rules.rows)
        else "",
        "Of a group the dearest element counts." if any(row.group for row in rules.rows) else "",
        "A starred one (*) may be added to others of its group." if any(row.starred for row in rules.rows) else "",
        _finals(rules) if any(row.final for row in rules.rows) else "",
        f"A hand counts {rules.cap:g} at most." if rules.cap is not None else "",
        f"{title[rules.nothing.key]} counts where the others come to nothing." if rules.nothing is not None else "",
        f"Not counted towards the minimum: {', '.join(outside)}." if outside else "",
    ]
    return [sentence for sentence in said if sentence]


def _finals(rules: "RuleSet") -> str:
    unless = ", unless the others are worth more" if rules.final_policy == "higher" else ""
    worth = f"; the hand is worth {rules.fixed:g}" if rules.fixed is not None else ""
    return f"Beside a final element only final ones count{unless}{worth}."


def _elements(rules: "RuleSet", names: str, meanings: bool) -> "Table":
    from rich.markup import escape
    from rich.table import Table

    shown = rules.names_in(names)
    place = {row.key: i for i, row in enumerate(rules.rows)}
    excluded = [sorted(place[other.key] for other in row.excludes) for row in rules.rows]
    marks = [" ".join(word for word in ("final", "limit") if getattr(row, word)) for row in rules.rows]
    chinese = [row.chinese if names == "en" else "" for row in rules.rows]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("no.", justify="right", no_wrap=True)
    table.add_column("points", justify="right")
    table.add_column("element", min_width=20 if names == "en" else 10)
    for header, column in (("Chinese", chinese), ("", marks), ("not beside it", excluded)):
        if any(column):
            table.add_column(header, no_wrap=header == "Chinese")
    group = ""
    for i, row in enumerate(rules.rows):
        if row.group != group:
            group = row.group
            table.add_row("", "", f"[bold]group {escape(group)}[/]" if group else "")
        title = f"{shown[i]} *" if row.starred else shown[i]
        meaning = f"\n[dim]{escape(row.element.meaning)}[/]" if meanings else ""
        others = " ".join(shown[j] if names == "zh" else rules.rows[j].number or shown[j] for j in excluded[i])
        extra = ((chinese, chinese[i]), (marks, marks[i]), (excluded, others))
        table.add_row(
            escape(row.number),
            f"{row.points:g}",
            escape(title) + meaning,
            *(escape(cell) for column, cell in extra if any(column)),
        )
    return table


def _options(rules: "RuleSet") -> "Table":
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", title="\nOptions", title_justify="left")
    table.add_column("--set")
    table.add_column("default")
    table.add_column("accepted and meaning")
    for option in _described(rules):
        value = _value(option["default"])
        if option["value"] != option["default"]:
            value += f"\nnow {_value(option['value'])}"
        accepted = "\n".join(
            part for part in (escape(option["accepts"]), f"[dim]{escape(option['meaning'])}[/]") if part
        )
        table.add_row(option["name"], escape(value), accepted)
    return table


def _described(rules: "RuleSet") -> list[dict[str, Any]]:
    """The options with their values and defaults."""
    from dataclasses import asdict

    from fastmj.rules.options import describe

    return [asdict(option) for option in describe(rules.options)] if rules.options is not None else []


def _facts(rules: "RuleSet") -> dict[str, Any]:
    return {
        "name": rules.name,
        "minimum": rules.minimum,
        "source": rules.source,
        "policies": _policies(rules, "en"),
        "elements": rules.table().to_pylist(),
        "options": _described(rules),
    }


def _value(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
