"""Compile a rule set's loops; where somebody else's detector cannot be compiled, say which one and why."""

import re
from dataclasses import replace
from pathlib import Path
from types import CodeType

from fastmj.kernels.fingerprint import of_the_package
from fastmj.kernels.rule_tables import Loops, loops
from fastmj.rules.ruleset import RuleSet


def compiled_loops(rules: RuleSet) -> Loops:
    """The addresses of the generated loops. ValueError naming rule set, row and cause."""
    try:
        return loops(rules)
    except Exception:  # numba's own, and whatever fails within it
        for row in rules.rows:
            if not row.element.chows and not of_the_package(row.element.detect):
                alone = RuleSet(rules.name, (replace(row, excludes=(), group="", starred=False),), unit=rules.unit)
                try:
                    loops(alone)
                except Exception as error:
                    where = row.element.detect.__code__
                    raise ValueError(
                        f"rule set {rules.name!r}: {row.title!r} cannot be compiled: {_cause(error, where)} "
                        f"(with NUMBA_DISABLE_JIT=1 it runs as plain Python)"
                    ) from error
        raise


def _cause(error: Exception, code: CodeType) -> str:
    """The line of numba's message that says what is wrong, and which line of the detector's file it is about."""
    lines = [line.strip() for line in str(error).splitlines()]
    words = next((line for line in lines if line and not line.startswith(("Failed in", "During:"))), "")
    name = re.escape(Path(code.co_filename).name)
    found = re.findall(rf'{name}"?,? \(?(?:line )?(\d+)', str(error))
    return f"{words.rstrip('.')} ({code.co_filename}, line {found[0] if found else code.co_firstlineno})"
