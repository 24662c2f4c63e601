"""``fastmj warm``: compile now what would be compiled at the first use."""

import time
from collections.abc import Callable
from functools import partial
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
    rules_only: Annotated[bool, Parameter(help="Not waits, shanten, useful tiles and decomposition.")] = False,
    quiet: Quiet = False,
) -> None:
    """Compile ahead of time what the first use would compile.

    Rule sets and the analysis of hands are kept in the cache folder.
    """
    from fastmj.rules import names as known
    from fastmj.score import warm as compile_all
    from fastmj.score import warm_analysis

    jobs: dict[str, Callable[[], None]] = {
        name: partial(compile_all, rule_set(name, settings, without, minimum), analysis=False)
        for name in names or known()
    }
    if not rules_only:
        jobs["analysis"] = warm_analysis
    for name, compile_it in jobs.items():
        begun = time.perf_counter()
        compile_it()
        if not quiet:
            print(f"{name:<12} ready after {time.perf_counter() - begun:.1f} s")
