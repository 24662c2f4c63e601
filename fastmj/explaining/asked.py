"""What a detector says of a view, as the scoring loop hears it.

The package's own detectors are asked in plain Python. One from elsewhere may divide by zero, shift too far or return -1, where
compiled code goes on in its own way: those of a rule set are compiled once more, all in one function.
"""

from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np

from fastmj.elements.element import Element
from fastmj.kernels.fingerprint import of_the_package
from fastmj.kernels.jit import compiled, helper
from fastmj.kernels.view import View
from fastmj.rules.ruleset import RuleSet

_KINDS = tuple(get_type_hints(View)[name] for name in View._fields)

Ask = Callable[[Element, View], int]
"""(element, view) -> how often it is found: 0 or 1, or up to its ``most``."""


def asking(rules: RuleSet) -> Ask:
    """A function that asks the detectors of a rule set, made once."""
    found: Ask | None = rules.__dict__.get("_ask")
    return rules.__dict__.setdefault("_ask", _asking(rules)) if found is None else found


def _asking(rules: RuleSet) -> Ask:
    own = [row.element for row in rules.rows if not row.element.chows and not of_the_package(row.element.detect)]
    number = {element.key: i for i, element in enumerate(own)}
    answer = _compiled(own)

    def ask(element: Element, view: View) -> int:
        which = number.get(element.key)
        if which is not None:
            seen: list[Any] = [kind(value) for kind, value in zip(_KINDS, view, strict=True)]
            return int(answer(which, View(*seen)))
        found = int(element(view))
        return min(found, 1) if element.most == 1 else found

    return ask


def _compiled(elements: list[Element]) -> Callable[[int, View], int]:
    """(which, view) -> what the element says; its answers are cut to size as in the loop (``kernels/fuse.py``)."""
    names: dict[str, Any] = {"np": np}
    lines = ["def answer(which, h):"]
    for i, element in enumerate(elements):
        names[f"is_{i}"] = compiled(element.detect)
        found = (
            f"np.int64(is_{i}(h) != 0)" if element.most == 1 else f"min(max(np.int64(is_{i}(h)), 0), {element.most})"
        )
        lines += [f"    if which == {i}:", f"        return {found}"]
    exec("\n".join([*lines, "    return np.int64(0)"]), names)
    answer: Callable[[int, View], int] = helper(names["answer"])
    return answer
