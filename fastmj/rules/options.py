"""Options of rule sets: frozen dataclasses whose fields say what they accept."""

from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from fastmj.arguments import Misuse, nearest


def option(default: Any, accepts: tuple[Any, ...] | type, meaning: str) -> Any:
    """A field of an options dataclass: its default, the values or the types it accepts, and what it does."""
    return field(default=default, metadata={"accepts": accepts, "meaning": meaning})


@dataclass(frozen=True)
class Accepted:
    """One option, for people: what it is called, its value, what it accepts and what it does."""

    name: str
    value: Any
    default: Any
    accepts: str
    meaning: str


_KINDS = {bool: "true | false", int: "a whole number", float: "a number", str: "text"}


def _words(accepts: tuple[Any, ...] | type) -> str:
    each = accepts if isinstance(accepts, tuple) else (accepts,)
    return " | ".join("null" if one is None else _KINDS[one] if isinstance(one, type) else str(one) for one in each)


def _fits(value: Any, accepts: tuple[Any, ...] | type) -> bool:
    """One of the values, or of one of the types; a bool is no number, a whole number is a number."""
    if isinstance(accepts, tuple):
        return any(_fits(value, one) if isinstance(one, type) else _same(value, one) for one in accepts)
    return isinstance(value, bool) == (accepts is bool) and isinstance(value, (accepts, int))


def _same(value: Any, one: Any) -> bool:
    return bool(value == one) and isinstance(value, bool) == isinstance(one, bool)


def describe(options: Any) -> list[Accepted]:
    """Every option of a rule set with its value; fields that were not made by ``option`` accept anything."""
    return [
        Accepted(
            f.name,
            getattr(options, f.name),
            None if f.default is MISSING else f.default,
            _words(f.metadata["accepts"]) if "accepts" in f.metadata else "",
            f.metadata.get("meaning", ""),
        )
        for f in fields(options)
    ]


def choose(kind: type, rules: str, profiles: dict[str, dict[str, Any]], given: dict[str, Any]) -> Any:
    """An options object from a profile and values set alone on top of it; ValueError for what is unknown."""
    known = {f.name: f.metadata["accepts"] for f in fields(kind)}
    for name, value in given.items():
        if name not in known:
            near = nearest(name, known)
            raise Misuse(f"rule set {rules!r} has no option {name!r}; it has {', '.join(known)}{near}")
        if not _fits(value, known[name]):
            near = nearest(value, map(str, known[name])) if isinstance(known[name], tuple) else ""
            raise Misuse(f"rule set {rules!r}: option {name}={value!r}; accepted: {_words(known[name])}{near}")
    profile = given.get("profile")
    return kind(**{**(profiles[profile] if profile is not None else {}), **given})
