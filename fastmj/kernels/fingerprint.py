"""What functions from outside the package do, as a hash: compiled code and tables of theirs are kept under it.

The stamp of the cache folder knows the package's own sources only. A function of somebody else's may change with the file it
stands in, with a constant or a function that it takes from elsewhere, or, in a notebook, without any file.
"""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from fastmj.kernels.cache import PACKAGE


def of_the_package(function: Callable[..., Any]) -> bool:
    """Whether a function stands in one of the package's files."""
    return Path(function.__code__.co_filename).resolve().is_relative_to(PACKAGE)


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of the function's code, its file and all that it names; "" for the package's own functions."""
    if of_the_package(function):
        return ""
    seen: set[Callable[..., Any]] = set()
    digest = hashlib.sha256("\0".join(_function(function, seen)).encode())
    for path in sorted({Path(each.__code__.co_filename) for each in seen}):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:16]


def _function(function: Callable[..., Any], seen: set[Callable[..., Any]]) -> Iterator[str]:
    """The parts of a function and of every function that it reaches."""
    yield function.__qualname__
    if function in seen or of_the_package(function):
        return
    seen.add(function)
    yield from _code(function.__code__)
    yield from _value(function.__defaults__, seen)
    for cell in function.__closure__ or ():
        yield from _value(cell.cell_contents, seen)
    for name in sorted(_names(function.__code__) & function.__globals__.keys()):
        yield name
        yield from _value(function.__globals__[name], seen)


def _code(code: CodeType) -> Iterator[str]:
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:
            yield _in_order(constant)


def _names(code: CodeType) -> set[str]:
    """Every name that the code or the code within it may look up."""
    return set(code.co_names).union(*(_names(c) for c in code.co_consts if isinstance(c, CodeType)))


def _in_order(constant: Any) -> str:
    """The text of a constant; that of a set would be in another order in every process."""
    return repr(sorted(map(repr, constant)) if isinstance(constant, set | frozenset) else constant)


def _value(value: Any, seen: set[Callable[..., Any]]) -> Iterator[str]:
    """A value that a function depends on. Of what is none of these the type alone, and its file, are known."""
    value = getattr(value, "py_func", getattr(value, "detect", value))  # of compiled functions and of elements
    if hasattr(value, "__code__"):
        yield from _function(value, seen)
    elif isinstance(value, ModuleType):
        path = Path(getattr(value, "__file__", None) or "")
        yield value.__name__ + (hashlib.sha256(path.read_bytes()).hexdigest() if path.suffix == ".py" else "")
    elif isinstance(value, int | float | complex | str | bytes | set | frozenset | None):
        yield _in_order(value)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _value(item, seen)
    elif isinstance(value, dict):
        yield from _value([part for item in value.items() for part in item], seen)
    elif hasattr(value, "tobytes"):  # arrays and numbers of numpy
        yield f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    else:
        yield f"{type(value).__module__}.{type(value).__qualname__}"
