"""The only file that sets numba options.

``kernel``    a loop over arrays: compiled once, kept on disk, runs without the GIL
``stage``     a loop that only kernels call and that allocates nothing
``helper``    a small function, inlined into the kernels that call it
``part``      a longer one: compiled once, then inlined by LLVM (inlined by numba it would be typed anew at every call)
``inlinable`` marks a plain Python function that ``compiled`` can turn into an inlined twin

Detectors and their helpers are ``inlinable``: they stay plain Python for people, tests and debuggers, and the generated
loop calls their twins. Left to LLVM's inliner the loop would not vectorise (47 against 8 ns a row), so twins are inlined by
numba. With NUMBA_DISABLE_JIT=1 everything is plain Python.
"""

import dis
from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

import numba

from fastmj.kernels.cache import StampedCache

P = ParamSpec("P")
R = TypeVar("R")

JIT = not numba.config.DISABLE_JIT
INTERNAL = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
"""For what only compiled code calls: no Python entry, and no reference counts. Nothing inside allocates, and counting the
references of the arrays in named tuples, atomically, row by row, took a third of the run time."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a loop over arrays on its first call and keep the code on disk."""
    if not JIT:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    dispatcher._cache = StampedCache(function)
    return cast("Callable[P, R]", dispatcher)


def stage(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a loop that only kernels call, and keep the code on disk."""
    if not JIT:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy", **INTERNAL)(function)
    dispatcher._cache = StampedCache(function)
    return cast("Callable[P, R]", dispatcher)


def helper(function: Callable[P, R]) -> Callable[P, R]:
    """A small function that kernels inline."""
    if not JIT:
        return function
    return cast("Callable[P, R]", numba.njit(inline="always", error_model="numpy")(function))


def part(function: Callable[P, R]) -> Callable[P, R]:
    """A longer function that several kernels share."""
    if not JIT:
        return function
    return cast("Callable[P, R]", numba.njit(forceinline=True, error_model="numpy", **INTERNAL)(function))


def inlinable(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a plain function: generated loops call its ``compiled`` twin."""
    function.inlinable = True  # type: ignore[attr-defined]
    return function


_twins: dict[Callable[..., Any], Callable[..., Any]] = {}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The inlined twin of an ``inlinable`` function; the marked functions it calls are replaced by their twins."""
    if not JIT:
        return function
    if function not in _twins:
        source = cast("FunctionType", function)
        # LOAD_GLOBAL rather than co_names, which holds attribute names too
        names = {i.argval for i in dis.get_instructions(source) if i.opname == "LOAD_GLOBAL"}
        twins = {n: compiled(v) for n in names if getattr(v := source.__globals__.get(n), "inlinable", False)}
        plain = FunctionType(source.__code__, {**source.__globals__, **twins}, source.__name__, source.__defaults__)
        _twins[function] = numba.njit(inline="always", error_model="numpy")(plain)
    return cast("Callable[P, R]", _twins[function])
