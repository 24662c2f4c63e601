"""Arguments of public functions: checked at the door, and named in what is said of a wrong one."""

import numbers
import operator
from collections.abc import Iterable
from difflib import get_close_matches
from os import PathLike, fspath
from pathlib import Path
from typing import Any


class Misuse(ValueError):
    """An argument that cannot be right, whatever the files hold."""


def nearest(name: Any, known: Iterable[str]) -> str:
    """``; did you mean 'mcr'?``, or "" where nothing is near."""
    names = list(known)
    folded = {each.casefold(): each for each in reversed(names)}
    close = get_close_matches(name.casefold(), folded, 3) if isinstance(name, str) else []
    return f"; did you mean {' or '.join(repr(folded[each]) for each in close)}?" if close else ""


def plain(value: Any) -> Any:
    """A scalar of any kind as Python's own bool, int, float or str; anything else as it is."""
    if type(value) in (bool, int, float, str):
        return value
    if getattr(value, "dtype", None) == "bool" and value.ndim == 0:  # of NumPy, which need not be loaded
        return bool(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral):
        return float(value)
    try:
        return operator.index(value)
    except TypeError:
        return value


def at_least_one(name: str, value: Any, what: str) -> int:
    """The argument, a number of things called ``what``, as an int. ``TypeError`` for what is none, ``Misuse`` below 1."""
    found = value if type(value) is int else plain(value)
    if not isinstance(found, int) or isinstance(found, bool):
        raise TypeError(f"{name}: a whole number is needed, got {value!r}")
    if found < 1:
        raise Misuse(f"{name}={found}: at least one {what} is needed")
    return found


def one_of(name: str, value: Any, known: Iterable[str]) -> str:
    """The argument, which is one of some words. ``Misuse`` lists them."""
    names = list(known)
    if not isinstance(value, str) or value not in names:
        raise Misuse(f"{name}={value!r}: unknown; known are {', '.join(names)}{nearest(value, names)}")
    return value


def text(name: str, value: Any) -> str:
    """The argument, which is a text. ``TypeError`` for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: a text is needed, got {value!r}")
    return value


def switches(**given: Any) -> None:
    """Arguments that are true or false. ``TypeError`` for anything else."""
    for name, value in given.items():
        if type(value) is not bool and not isinstance(plain(value), bool):
            raise TypeError(f"{name}: True or False is needed, got {value!r}")


def function_or_none(name: str, value: Any) -> None:
    """An argument that is a function or left out. ``TypeError`` for anything else."""
    if value is not None and not callable(value):
        raise TypeError(f"{name}: a function is needed, got {value!r}")


def path(name: str, value: Any) -> Path:
    """The argument as a path. ``TypeError`` for what is none, ``Misuse`` for a name that no file can have."""
    if not isinstance(value, str | PathLike) or not isinstance(fspath(value), str):
        raise TypeError(f"{name}: the name of a file or folder is needed, got {value!r}")
    if not fspath(value) or "\0" in fspath(value):
        raise Misuse(f"{name}: no file has the name {fspath(value)!r}")
    return Path(value)


def paths(name: str, value: Any) -> list[str]:
    """The argument as names of files or folders; one may stand alone. Errors are those of ``path``."""
    several = isinstance(value, Iterable) and not isinstance(value, str | bytes | PathLike)
    return [fspath(path(name, each) and each) for each in (value if several else [value])]


def names(name: str, value: Any) -> tuple[str, ...]:
    """The argument as several texts; one may stand alone. ``TypeError`` for anything else."""
    found = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (value,)
    if not all(isinstance(each, str) for each in found):
        raise TypeError(f"{name}: texts are needed, as ['id'], got {value!r}")
    return found
