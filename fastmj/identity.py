"""What makes two runs the same: the package, the rule set and the options. As values that JSON can hold."""

import hashlib
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from typing import Any

from fastmj import __version__
from fastmj.inputs import Wanted
from fastmj.kernels.cache import PACKAGE
from fastmj.kernels.fingerprint import fingerprint
from fastmj.rules import RuleSet


@cache
def package() -> dict[str, str]:
    """The version, and a hash of all sources."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return {"version": __version__, "sources": digest.hexdigest()[:12]}


def described(wanted: Wanted, **more: Any) -> dict[str, Any]:
    """Everything that the rows of an output depend on besides the input, and `more` of it."""
    found: dict[str, Any] = {
        f.name: getattr(wanted, f.name) for f in fields(wanted) if f.name not in ("rules", "strict")
    }
    found["columns"] = None if wanted.columns is None else sorted(wanted.columns)  # they come in the order of the input
    return {**_rules(wanted.rules), **found, **more}


def _rules(rules: "str | RuleSet") -> dict[str, Any]:
    """A rule set with its options, points, and a hash of the rest."""
    if isinstance(rules, str):
        return {"rules": rules}
    options = asdict(rules.options) if is_dataclass(rules.options) and not isinstance(rules.options, type) else {}
    return {
        "rules": rules.name,
        "options": {name: value if _plain(value) else repr(value) for name, value in options.items()},
        "minimum": rules.minimum,
        "points": {row.title: row.points for row in rules.rows},
        "rest of the rule set": _rest(rules),
    }


def _rest(rules: RuleSet) -> str:
    """A hash of what is neither option nor points: what excludes what, policies, and functions from outside."""
    parts = []
    for row in rules.rows:
        excluded = [element.key for element in row.excludes]
        flags = (row.number, row.zh, row.group, row.starred, row.final, row.limit, row.outside, row.element.most)
        parts.append(repr((row.key, excluded, flags, fingerprint(row.element.detect))))
    for f in fields(rules):
        value = getattr(rules, f.name)
        if f.name == "nothing":
            parts.append(repr(value and value.key))
        elif f.name == "preferred":
            parts.append(repr([element.key for element in value]))
        elif f.name == "pay":
            parts.append(fingerprint(value) + getattr(value, "__qualname__", "") if value else "")
        elif f.init and f.name not in ("rows", "options", "minimum", "source", "name"):
            parts.append(repr(value))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
