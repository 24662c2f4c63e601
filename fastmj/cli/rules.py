"""``fastmj rules``: what a rule set scores and which options it has, printed from its data."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fastmj.cli.common import Json, Settings, rule_set, show_json

if TYPE_CHECKING:
    from rich.table import Table

    from fastmj.rules import RuleSet


def rules(
    name: Annotated[str, Parameter(help="A rule set, as name or name:profile; without it all are listed.")] = "",
    /,
    *,
    settings: Settings = (),
    meanings: Annotated[bool, Parameter(help="Say of each element what it is.")] = False,
    json: Json = False,
) -> None:
    """Print the rule sets, or the elements and the options of one.

    An element is not scored beside one that names its number.
    """
    from rich.console import Console

    from fastmj.rules import get, names

    console = Console(highlight=False)
    if name:
        chosen = rule_set(name, settings)
        if json:
            show_json(_facts(chosen))
            return
        console.print(f"[bold]{chosen.name}[/]: {len(chosen.rows)} elements{_minimum(chosen)}")
        console.print(chosen.source, markup=False)
        console.print(_elements(chosen, meanings))
        console.print(_options(chosen))
        return
    made = [get(each) for each in names()]
    if json:
        show_json([{"name": each.name, "elements": len(each.rows), "source": each.source} for each in made])
        return
    for each in made:
        first_sentence = each.source.partition(". ")[0]
        console.print(f"[bold]{each.name}[/]: {len(each.rows)} elements{_minimum(each)}. {first_sentence}")
    console.print("fastmj rules NAME prints the elements and options of one.", markup=False)


def _minimum(rules: "RuleSet") -> str:
    return f", a hand needs {rules.minimum:g} points" if rules.minimum else ""


def _elements(rules: "RuleSet", meanings: bool) -> "Table":
    from rich.markup import escape
    from rich.table import Table

    rows = rules.table().to_pylist()
    number = {row["name"]: row["number"] or row["name"] for row in rows}
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("no.", justify="right")
    table.add_column("points", justify="right")
    table.add_column("element", min_width=20)
    table.add_column("Chinese")
    table.add_column("not beside it")
    for row in rows:
        excluded = " ".join(shown for name, shown in number.items() if name in row["excludes"])
        meaning = f"\n[dim]{escape(row['meaning'])}[/]" if meanings else ""
        table.add_row(
            row["number"], f"{row['points']:g}", escape(row["name"]) + meaning, row["chinese"] or "", escape(excluded)
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
        table.add_row(option["name"], value, f"{escape(option['accepts'])}\n[dim]{escape(option['meaning'])}[/]")
    return table


def _described(rules: "RuleSet") -> list[dict[str, Any]]:
    """The options with their values and defaults."""
    from fastmj.rules import get
    from fastmj.rules.options import describe

    default = {option.name: option.value for option in describe(get(rules.name).options)}
    return [
        {
            "name": option.name,
            "value": option.value,
            "default": default[option.name],
            "accepts": option.accepts,
            "meaning": option.meaning,
        }
        for option in describe(rules.options)
    ]


def _facts(rules: "RuleSet") -> dict[str, Any]:
    return {
        "name": rules.name,
        "minimum": rules.minimum,
        "source": rules.source,
        "elements": rules.table().to_pylist(),
        "options": _described(rules),
    }


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
