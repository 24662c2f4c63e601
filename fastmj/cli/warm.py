"""``fastmj warm``: compile now what would be compiled at the first use."""

import time
from typing import Annotated

from cyclopts import Parameter

from fastmj.cli.common import Quiet, Settings, rule_set


def warm(
    *names: Annotated[str, Parameter(name="NAME", help="Rule sets, as name or name:profile; all if not given.")],
    settings: Settings = (),
    quiet: Quiet = False,
) -> None:
    """Compile rule sets ahead of time and keep them in the cache folder."""
    from fastmj.rules import names as known
    from fastmj.score import warm as compile_all

    for name in names or known():
        chosen = rule_set(name, settings)
        begun = time.perf_counter()
        compile_all(chosen)
        if not quiet:
            print(f"{name:<12} ready after {time.perf_counter() - begun:.1f} s")
