"""What several commands share: arguments, options of rule sets, and how things are shown."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from cyclopts import Token

    from fastmj.convert import Format, Summary
    from fastmj.rules import RuleSet


def _whole(kind: Any, tokens: "Sequence[Token]") -> int:
    """A number without a fraction; what the parser does by itself is to round."""
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"a whole number is needed, got {tokens[0].value!r}") from None


WHOLE = Parameter(converter=_whole)
"""Marks arguments that are whole numbers."""

Settings = Annotated[
    tuple[str, ...],
    Parameter(
        name="--set",
        show_default=False,
        help="An option of the rule set, as profile=online, or points.'Seven Pairs'=6. Repeatable.",
    ),
]
Without = Annotated[
    tuple[str, ...],
    Parameter(name="--without", show_default=False, help="Leave an element out, as 'Last Tile'. Repeatable."),
]
Minimum = Annotated[float | None, Parameter(help="Points below which a hand may not be declared.")]
Rules = Annotated[str, Parameter(help="A rule set, as name, name:profile or FILE.py:NAME; see fastmj rules.")]
Names = Annotated[
    Literal["en", "zh"], Parameter(help="Names of elements in English, or Chinese where the rule set has them.")
]
Dialect = Annotated[Literal["mpsz", "official", "botzone"], Parameter(help="How hands are written as text.")]
Output = Annotated[
    str,
    Parameter(
        name=["--output", "-o"], help="The file to write: .parquet, .arrow, .feather, .csv, .jsonl; also as URI."
    ),
]
Overwrite = Annotated[bool, Parameter(help="Replace an output that exists.")]
Quiet = Annotated[bool, Parameter(name=["--quiet", "-q"], help="No progress bar, no summary.")]
Logs = Annotated[
    str, Parameter(name="LOG", help="Log files, folders or quoted globs; also .gz, also as URIs.", required=True)
]
Source = Annotated[
    str,
    Parameter(
        name="--from",
        help="The format of the logs: botzone, pku, tziakcha, mahjong_unity, or FILE.py:NAME for one of your own.",
    ),
]
Json = Annotated[bool, Parameter(help="Print the result as JSON.")]


POINTS = "points."
"""What the name of a setting begins with that is no option, but what an element is worth."""


class UsageError(Exception):
    """The command line is wrong."""


def set_options(settings: Sequence[str]) -> dict[str, Any]:
    """``["minimum=8", "profile=online"]`` as options; values are JSON where they can be, else text."""
    options: dict[str, Any] = {}
    for setting in settings:
        name, sign, text = setting.rpartition("=") if setting.startswith(POINTS) else setting.partition("=")
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


def house_changes(options: dict[str, Any], without: Sequence[str], minimum: float | None) -> dict[str, Any]:
    """What ``RuleSet.replace`` is to change; takes ``points.NAME`` out of the options. The name may be in quotes."""
    changes: dict[str, Any] = {"without": tuple(without)} if without else {}
    points: dict[str, float] = {}
    for setting in [name for name in options if name.startswith(POINTS)]:
        value, name = options.pop(setting), setting.removeprefix(POINTS).strip().strip("\"'").strip()
        if not name or isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(f"--set {setting}={value}: a number is wanted, as in --set points.'Seven Pairs'=6")
        points[name] = value
    if points:
        changes["points"] = points
    if minimum is not None:
        changes["minimum"] = minimum
    return changes


def rule_set(
    rules: str, settings: Sequence[str] = (), without: Sequence[str] = (), minimum: float | None = None
) -> "RuleSet":
    """The rule set that the arguments mean. ``UsageError`` lists the known names, options, elements or values."""
    from fastmj.rules import get

    options = set_options(settings)
    changes = house_changes(options, without, minimum)
    with usage():
        found = get(rules, **options)
        return found.replace(**changes) if changes else found


def rules_of_rows(
    rules: str,
    layout: str,
    settings: Sequence[str] = (),
    without: Sequence[str] = (),
    minimum: float | None = None,
) -> "RuleSet | str":
    """The rule set that the arguments mean for all rows of a table, or ``@COLUMN`` where each row names its own."""
    if not rules.startswith("@"):
        return rule_set(rules, settings, without, minimum)
    from fastmj.mixed import chosen_for_rows

    options = set_options(settings)
    changes = house_changes(options, without, minimum)
    if changes:
        raise UsageError(
            f"{', '.join(changes)} of one rule set cannot be changed where --rules {rules} names each row's"
        )
    with usage():
        return chosen_for_rows(rules, layout, options)


def log_format(source: str) -> "str | Format":
    """The log format that ``--from`` means. ``UsageError`` for an unknown one."""
    from fastmj.convert.formats import FORMATS, get_format

    with usage():
        found = get_format(source)
    return source if source in FORMATS else found


def show_broken(found: "Summary", most: int) -> None:
    """Name the first broken games on standard error."""
    for problem in found.problems[:most]:
        print(f"fastmj: {problem}", file=sys.stderr)
    if len(found.problems) > most:
        print(f"fastmj: and {len(found.problems) - most:,} more broken games", file=sys.stderr)


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
