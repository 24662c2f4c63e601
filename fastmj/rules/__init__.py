"""The rule sets by name, what own ones are written with, and the names of elements."""

from functools import lru_cache
from importlib import import_module
from typing import Any

from fastmj.aliases import aliases as aliases
from fastmj.aliases import canonical as canonical
from fastmj.arguments import Misuse, nearest, plain
from fastmj.elements.element import element as element
from fastmj.elements.element import relation as relation
from fastmj.kernels.jit import inlinable as inlinable
from fastmj.kernels.view import View as View
from fastmj.rules.row import Row as Row
from fastmj.rules.ruleset import RuleSet as RuleSet

_BUILT_IN = ("mcr", "imj", "hk", "hkmj", "classical")


def names() -> list[str]:
    """The names of the built-in rule sets."""
    return list(_BUILT_IN)


_named: dict[str, RuleSet] = {}
"""The built-in rule sets by the names that were asked for: calls on one hand ask a hundred thousand times a second."""


@lru_cache(maxsize=256)
def _made(name: str, options: tuple[tuple[str, Any, type], ...]) -> RuleSet:
    made: RuleSet = import_module(f"fastmj.rules.{name}").make(**{key: value for key, value, _ in options})
    return made


def get(rules: "str | RuleSet" = "mcr", **options: Any) -> RuleSet:
    """A rule set by ``name`` or ``name:profile`` with options set on top, or from a file as ``rules.py:NAME``.

    A RuleSet is returned as it is. Raises ValueError for an unknown name, option or value, listing the known ones.
    """
    alone = not options
    if alone and type(rules) is str and rules in _named:
        return _named[rules]
    if isinstance(rules, RuleSet):
        if options:
            raise Misuse(
                f"options ({', '.join(options)}) go with a rule set's name, not with a RuleSet that is made already"
            )
        return rules
    if not isinstance(rules, str):
        raise TypeError(
            f"rules: a rule set is needed, as 'mcr', 'mcr:online', 'FILE.py:NAME' or a RuleSet, got {rules!r}"
        )
    options = {key: plain(value) for key, value in options.items()}
    for key, value in options.items():
        if not isinstance(value, str | int | float | None):
            raise Misuse(f"rule set {rules!r}: option {key}={value!r} is neither text nor a number")
    from fastmj.rules import outside

    if outside.is_rule_set(rules):
        return outside.rule_set(rules, options)
    if rules.startswith("@"):
        raise Misuse(
            f"rules={rules!r} names a column, which only the rows of a table have (score_batch, score_stream, "
            f"score_file); accepted here: {', '.join(_BUILT_IN)}, name:profile, FILE.py:NAME or a RuleSet"
        )
    name, sign, profile = rules.partition(":")
    if name not in _BUILT_IN:
        near = nearest(name, _BUILT_IN)
        raise Misuse(f"unknown rule set {name!r}; known are {', '.join(_BUILT_IN)}, and FILE.py:NAME{near}")
    if sign:
        if options.get("profile", profile) != profile:
            raise Misuse(f"rule set {rules!r} and profile={options['profile']!r} contradict each other")
        options["profile"] = profile
    found = _made(name, tuple(sorted((key, value, type(value)) for key, value in options.items())))
    if alone:
        _named[rules] = found
    return found


def is_built_in(rules: RuleSet) -> bool:
    """Whether ``restore`` would make this very rule set from its name and options."""
    if rules.name not in _BUILT_IN or type(rules.options) is not type(get(rules.name).options):
        return False
    return restore(rules.name, rules.options) == rules


def restore(name: str, options: Any) -> RuleSet:
    """The built-in rule set with exactly these option values (what unpickling a RuleSet calls)."""
    return get(name, **vars(options))
