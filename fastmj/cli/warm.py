"""``fastmj warm``: compile now what would be compiled at the first use."""

import time
from typing import Annotated

from cyclopts import Parameter

from fastmj.cli.common import Minimum, Quiet, Settings, Without, rule_set


def warm(
    *names: Annotated[
        str, Parameter(name="NAME", help="Rule sets, as name, name:profile or FILE.py:NAME; all if not given.")
    ],
    settings: Settings = (),
    without: Without = (),
    minimum: Minimum = None,
    quiet: Quiet = False,
) -> None:
    """Compile rule sets ahead of time and keep them in the cache folder."""
    from fastmj.rules import names as known
    from fastmj.score import warm as compile_all

    chosen = {name: rule_set(name, settings, without, minimum) for name in names or known()}
    for name, made in chosen.items():
        begun = time.perf_counter()
        compile_all(made)
        if not quiet:
            print(f"{name:<12} ready after {time.perf_counter() - begun:.1f} s")
