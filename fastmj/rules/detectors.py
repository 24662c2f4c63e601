"""Detectors and relations of somebody else's: what can be seen to be wrong with one before it is compiled."""

import dis
import sys
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations_with_replacement
from types import FunctionType
from typing import Any

from fastmj.elements.element import Chow, Element, in_order_of_rank
from fastmj.kernels.fingerprint import of_the_package
from fastmj.kernels.view import View

FAILS = {"RAISE_VARARGS": "raises or asserts something", "BINARY_SUBSCR": "takes something out by its place"}
"""Steps of a detector that can fail: its loop has nobody to tell, and would go on with what lies in memory."""

CHOWS: tuple[Chow, ...] = tuple((suit, rank) for suit in range(3) for rank in range(1, 8))


@lru_cache(1024)
def fault_of(element: Element) -> str:
    """What is wrong with an element that is not the package's own, or ""."""
    function = element.detect
    if not isinstance(function, FunctionType):
        return f"is detected by {function!r}, which is no plain function"
    if of_the_package(function):
        return ""
    if element.chows not in (0, 2, 3, 4):
        return f"is a relation between {element.chows} chows; 2, 3 or 4 are possible"
    wanted = element.chows or 1
    if function.__code__.co_argcount != wanted or function.__code__.co_flags & 0x04:
        many = f"takes {wanted} arguments, {wanted} chows" if element.chows else "takes one argument, a View"
        return f"is detected by {_named(function)}, which does not fit: the function of an element {many}"
    module = sys.modules.get(function.__module__)
    if getattr(module, element.key, None) not in (element, function) or not _importable(function.__module__):
        return (
            f"is detected by {_named(function)}, which cannot be found by that name in its module: declare it "
            "at the top of a file, once"
        )
    return next(_faults_of_relation(element) if element.chows else _faults_of_detector(function), "")


def _named(function: Callable[..., Any]) -> str:
    return f"{function.__qualname__!r} ({function.__code__.co_filename}, line {function.__code__.co_firstlineno})"


def _importable(module: str) -> bool:
    return all(part.isidentifier() for part in module.split("."))


def _faults_of_detector(function: FunctionType) -> Iterator[str]:
    """Names that a View does not have, and functions that cannot be compiled with it."""
    code = function.__code__
    (view,) = code.co_varnames[:1]
    before, constant = "", False
    for step in dis.get_instructions(function):
        if (step.opname == "RETURN_CONST" or (step.opname == "RETURN_VALUE" and constant)) and step.argval is None:
            yield f"does not always return something ({code.co_filename}, line {_line(step)})"
        if step.opname == "LOAD_ATTR" and before == view and step.argval not in View._fields:
            near = get_close_matches(step.argval, View._fields, 3)
            hint = f"; did you mean {' or '.join(near)}?" if near else f"; a View has {', '.join(View._fields)}"
            yield f"asks for {view}.{step.argval} ({code.co_filename}, line {_line(step)}){hint}"
        if step.opname in FAILS or (step.opname == "BINARY_OP" and step.argrepr == "[]"):
            how = FAILS.get(step.opname, FAILS["BINARY_SUBSCR"])
            yield f"{how}, which compiled code could not tell anybody ({code.co_filename}, line {_line(step)})"
        if step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
            if isinstance(value, FunctionType) and not (getattr(value, "inlinable", False) or of_the_package(value)):
                yield f"calls {step.argval!r}, which is not marked @inlinable ({code.co_filename}, line {_line(step)})"
        constant = step.opname == "LOAD_CONST" and step.argval is None
        loaded = step.argval if step.opname.startswith("LOAD_FAST") else ""
        before = loaded[-1] if isinstance(loaded, tuple) else loaded


def _line(step: dis.Instruction) -> int | None:
    return step.positions.lineno if step.positions else None


def _faults_of_relation(element: Element) -> Iterator[str]:
    """Where a relation fails, or depends on which suit is which: the chow table is made of sorted suits."""
    for chows in combinations_with_replacement(CHOWS, element.chows):
        try:
            holds = bool(element(*in_order_of_rank(chows)))
            for suits in ((1, 0, 2), (1, 2, 0)):
                other = tuple((suits[suit], rank) for suit, rank in chows)
                if bool(element(*in_order_of_rank(other))) != holds:
                    yield f"depends on which suit is which: {_shown(chows)} against {_shown(other)}"
        except Exception as error:
            yield f"fails for the chows {_shown(chows)}: {type(error).__name__}: {error}"


def _shown(chows: tuple[Chow, ...]) -> str:
    return " ".join(f"{rank}{rank + 1}{rank + 2}{'mps'[suit]}" for suit, rank in chows)
