"""``fastmj kernel``: the generated source of a rule set's scorer."""

from typing import Annotated

from cyclopts import Parameter

from fastmj.cli.common import Minimum, Settings, Without, rule_set


def kernel(
    name: Annotated[str, Parameter(help="A rule set, as name, name:profile or FILE.py:NAME.")],
    /,
    *,
    settings: Settings = (),
    without: Without = (),
    minimum: Minimum = None,
) -> None:
    """Print the generated source of a rule set's scorer."""
    chosen = rule_set(name, settings, without, minimum)
    from fastmj.kernels.fuse import generated

    path, text = generated(chosen)
    print(f"# {path}" if path else "# not kept: no cache folder can be written")
    print(text, end="" if text.endswith("\n") else "\n")
