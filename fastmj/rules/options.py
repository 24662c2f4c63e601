"""Options of rule sets: frozen dataclasses whose fields say what they accept."""

from dataclasses import dataclass, field, fields
from typing import Any


def option(default: Any, accepts: tuple[Any, ...] | type, meaning: str) -> Any:
    """A field of an options dataclass: its default, the values (or the type) it accepts, and what it does."""
    return field(default=default, metadata={"accepts": accepts, "meaning": meaning})


@dataclass(frozen=True)
class Accepted:
    """One option, for people: what it is called, its value, what it accepts and what it does."""

    name: str
    value: Any
    accepts: str
    meaning: str


def _words(accepts: tuple[Any, ...] | type) -> str:
    if accepts is bool:
        return "true | false"
    if isinstance(accepts, type):
        return {int: "a whole number", float: "a number"}[accepts]
    return " | ".join(map(str, accepts))


def describe(options: Any) -> list[Accepted]:
    """Every option of a rule set with its value."""
    return [
        Accepted(f.name, getattr(options, f.name), _words(f.metadata["accepts"]), f.metadata["meaning"])
        for f in fields(options)
    ]


def choose(kind: type, rules: str, profiles: dict[str, dict[str, Any]], given: dict[str, Any]) -> Any:
    """An options object from a profile and values set alone on top of it; ValueError for what is unknown."""
    known = {f.name: f.metadata["accepts"] for f in fields(kind)}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"rule set {rules!r} has no option {name!r}; it has {', '.join(known)}")
        accepts = known[name]
        if isinstance(accepts, type):
            fits = isinstance(value, bool) == (accepts is bool) and isinstance(value, (accepts, int))
        else:
            fits = value in accepts and not isinstance(value, bool)
        if not fits:
            raise ValueError(f"rule set {rules!r}: option {name}={value!r}; accepted: {_words(accepts)}")
    profile = given.get("profile")
    return kind(**{**(profiles[profile] if profile is not None else {}), **given})
