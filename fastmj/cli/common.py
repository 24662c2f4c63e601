"""What several commands share: arguments, options of rule sets, and how things are shown."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from fastmj.rules import RuleSet

Settings = Annotated[
    tuple[str, ...],
    Parameter(name="--set", show_default=False, help="An option of the rule set, as profile=online. Repeatable."),
]
Rules = Annotated[str, Parameter(help="A rule set, as name or name:profile; see fastmj rules.")]
Dialect = Annotated[Literal["mpsz", "official", "botzone"], Parameter(help="How hands are written as text.")]
Output = Annotated[
    Path, Parameter(name=["--output", "-o"], help="The file to write: .parquet, .arrow, .feather, .csv, .jsonl.")
]
Overwrite = Annotated[bool, Parameter(help="Replace an output that exists.")]
Quiet = Annotated[bool, Parameter(name=["--quiet", "-q"], help="No progress bar, no summary.")]
Json = Annotated[bool, Parameter(help="Print the result as JSON.")]


class UsageError(Exception):
    """The command line is wrong."""


def set_options(settings: Sequence[str]) -> dict[str, Any]:
    """``["minimum=8", "profile=online"]`` as options; values are JSON where they can be, else text."""
    options: dict[str, Any] = {}
    for setting in settings:
        name, sign, text = setting.partition("=")
        if not sign or not name:
            raise UsageError(f"--set {setting}: name=value is wanted, as in --set profile=online")
        if name in options:
            raise UsageError(f"--set {name} is given twice")
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        options[name] = value if isinstance(value, str | int | float | None) else text
    return options


def rule_set(rules: str, settings: Sequence[str] = ()) -> "RuleSet":
    """The rule set that the arguments mean. ``UsageError`` lists the known names, options or values."""
    from fastmj.rules import get

    with usage():
        return get(rules, **set_options(settings))


def rules_of_rows(rules: str, layout: str, settings: Sequence[str] = ()) -> "RuleSet | str":
    """The rule set that the arguments mean for all rows of a table, or ``@COLUMN`` where each row names its own."""
    if not rules.startswith("@"):
        return rule_set(rules, settings)
    from fastmj.mixed import chosen_for_rows

    with usage():
        return chosen_for_rows(rules, layout, set_options(settings))


@contextmanager
def usage() -> Iterator[None]:
    """A ``ValueError`` within is a fault of the command line."""
    try:
        yield
    except ValueError as error:
        raise UsageError(str(error)) from error


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
