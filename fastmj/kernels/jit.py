"""The only file that sets numba options.

``kernel``    a loop over arrays: compiled once, kept on disk, runs without the GIL
``stage``     a loop that only kernels call and that allocates nothing; part of the kernel, so not kept alone
``addressed`` the same, called by its address (kernels/pointers.py), and so compiled once for all callers and kept on disk
``entry``     the same for one hand, for loops that users compile
``helper``    a small function, inlined into the kernels that call it
``part``      a longer one: compiled once, then inlined by LLVM (inlined by numba it would be typed anew at every call)
``inlinable`` marks a plain Python function that ``compiled`` can turn into an inlined twin

Detectors and their helpers are ``inlinable``: they stay plain Python for people, tests and debuggers, and the generated
loop calls their twins. Left to LLVM's inliner the loop would not vectorise (47 against 8 ns a row), so twins are inlined by
numba. With NUMBA_DISABLE_JIT=1 everything is plain Python.
"""

import dis
import gc
from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np

from fastmj.kernels.cache import StampedCache

P = ParamSpec("P")
R = TypeVar("R")

i64 = cast("Callable[[Any], int]", np.int64)
u32 = cast("Callable[[Any], int]", np.uint32)
u8 = cast("Callable[[Any], int]", np.uint8)
"""Integers of a fixed width inside compiled code; to a type checker they are plain integers. Indices that may be negative
for all numba knows are made u32: for signed ones it emits code that wraps around."""

_njit: Any = numba.njit  # its stubs know neither all options nor dispatchers
JIT = not getattr(numba.config, "DISABLE_JIT")  # noqa: B009 - set by numba at run time
INTERNAL = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
"""For what only compiled code calls: no Python entry, and no reference counts. Nothing inside allocates, and counting the
references of the arrays in named tuples, atomically, row by row, took a third of the run time."""


def _kept(dispatcher: Any, function: Callable[P, R]) -> Callable[P, R]:
    """The dispatcher, with its code kept on disk and compiled without garbage collections."""
    dispatcher._cache = StampedCache(function)
    dispatcher.compile = _without_collecting(dispatcher.compile)
    return cast("Callable[P, R]", dispatcher)


def _without_collecting(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work while Python's cyclic collector rests: it took an eighth of the time to compile, and found little."""

    def at_rest(*args: Any) -> Any:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return work(*args)
        finally:
            if collecting:
                gc.enable()

    return at_rest


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a loop over arrays on its first call and keep the code on disk."""
    if not JIT:
        return function
    return _kept(_njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function), function)


def stage(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a loop that only kernels call."""
    if not JIT:
        return function
    return cast("Callable[P, R]", _njit(nogil=True, error_model="numpy", **INTERNAL)(function))


def addressed(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a loop that is called by its address, and keep the code on disk."""
    if not JIT:
        return function
    return _kept(_njit(nogil=True, error_model="numpy", **INTERNAL)(function), function)


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on one hand that users' compiled loops call, and that Python may call: it allocates nothing."""
    if not JIT:
        return function
    return _kept(_njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, _nrt=False)(function), function)


def helper(function: Callable[P, R]) -> Callable[P, R]:
    """A small function that kernels inline."""
    if not JIT:
        return function
    return cast("Callable[P, R]", _njit(inline="always", error_model="numpy")(function))


def part(function: Callable[P, R]) -> Callable[P, R]:
    """A longer function that several kernels share."""
    if not JIT:
        return function
    return cast("Callable[P, R]", _njit(forceinline=True, error_model="numpy", **INTERNAL)(function))


def inlinable(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a plain function: generated loops call its ``compiled`` twin."""
    function.inlinable = True  # type: ignore[attr-defined]
    return function


def called(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The marked functions that a function calls, by the name it knows them by."""
    source = cast("FunctionType", function)
    # LOAD_GLOBAL rather than co_names, which holds attribute names too
    names = {i.argval for i in dis.get_instructions(source) if i.opname == "LOAD_GLOBAL"}
    found = {name: source.__globals__.get(name) for name in names}
    return {name: cast("Callable[..., Any]", f) for name, f in found.items() if getattr(f, "inlinable", False)}


_twins: dict[Callable[..., Any], Callable[..., Any]] = {}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The inlined twin of an ``inlinable`` function; the marked functions it calls are replaced by their twins."""
    if not JIT:
        return function
    if function not in _twins:
        source = cast("FunctionType", function)
        twins = {name: compiled(value) for name, value in called(function).items()}
        plain = FunctionType(source.__code__, {**source.__globals__, **twins}, source.__name__, source.__defaults__)
        _twins[function] = _njit(inline="always", error_model="numpy")(plain)
    return cast("Callable[P, R]", _twins[function])
