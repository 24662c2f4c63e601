"""Rule sets from a file of the user's: ``my_rules.py:HOUSE``.

Such a file is code that is run; a name of one is never taken from data.
"""

import hashlib
import importlib.util
import inspect
import sys
import threading
import traceback
from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from fastmj.arguments import Misuse, nearest
from fastmj.rules.ruleset import RuleSet

PREFIX = "fastmj_rules_"
"""How the modules of rule files are named: by path and content, so that an edited file is another module."""


_LOADING = threading.RLock()


def load(path: str | Path, what: str = "rule file") -> ModuleType:
    """The module of a rule file, run once for each content. ValueError where it cannot be read or run.

    ``what`` it is, for messages.
    """
    path = Path(path).expanduser().resolve()
    try:
        text = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{what} {str(path)!r} cannot be read: {error.strerror}") from error
    name = PREFIX + hashlib.sha256(str(path).encode() + b"\0" + text).hexdigest()[:16]
    with _LOADING:
        return sys.modules[name] if name in sys.modules else _run(name, path, text, what)


def _run(name: str, path: Path, text: bytes, what: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise ValueError(f"{what} {str(path)!r} is no Python file; its name is to end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pickles and numba find it by name
    try:
        exec(compile(text, path, "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception | SystemExit):
            raise _fault(path, error, what) from error
        raise
    return module


def load_again(name: str, path: str) -> None:
    """Load the rule file that a pickled rule set was made from. ValueError where it has changed since."""
    if name not in sys.modules and load(path).__name__ != name:
        raise ValueError(f"rule file {path!r} has changed since the rule set was pickled: make and pickle it again")


def _fault(path: Path, error: BaseException, what: str = "rule file") -> ValueError:
    """What went wrong in a rule file, and in which line of it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    where = f", line {lines[-1]}" if lines else ""
    words = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    return ValueError(f"{what} {str(path)!r}{where}: {words}")


class Files:
    """The rule files that elements, options or payments of a rule set come from: unpickling it loads them."""

    def __init__(self, rules: RuleSet) -> None:
        parts = [row.element.detect for row in rules.rows] + [rules.pay, type(rules.options)]
        names = {str(getattr(part, "__module__", "")) for part in parts}
        self.paths = {name: sys.modules[name].__file__ for name in sorted(names) if name.startswith(PREFIX)}

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_all, (self.paths,)


def _load_all(paths: dict[str, str]) -> None:
    for name, path in paths.items():
        load_again(name, path)


def remade(files: None, *values: Any) -> RuleSet:
    """The rule set of these fields (what unpickling one calls, once its files are loaded)."""
    return RuleSet(*values)


def is_rule_set(name: str) -> bool:
    """Whether this names a rule file, with or without the rule set in it."""
    return name.endswith(".py") or name.rpartition(":")[0].endswith(".py")


def rule_set(name: str, options: dict[str, Any]) -> RuleSet:
    """``FILE.py:NAME``: the RuleSet of this name, or what the function of this name returns for these options."""
    path, _, inside = name.rpartition(":") if not name.endswith(".py") else (name, "", "")
    module = load(path)
    found = vars(module).get(inside)
    if isinstance(found, RuleSet):
        if options:
            raise ValueError(f"rule set {name} is made already and takes no options ({', '.join(options)})")
        return found
    if inspect.isfunction(found):
        return _returned(name, found, options)
    known = offered(module)
    near = get_close_matches(inside, known, 3) or known
    raise Misuse(f"rule file {path!r} has no rule set {inside!r}; it has {', '.join(near) or 'none'}")


def offered(module: ModuleType) -> list[str]:
    """The names of a rule file's rule sets, and of the functions that say they return one."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, RuleSet)
        or (inspect.isfunction(value) and value.__annotations__.get("return") in (RuleSet, "RuleSet"))
    ]


def _returned(name: str, function: Callable[..., Any], options: dict[str, Any]) -> RuleSet:
    """What a function of a rule file returns for these options; made once where they can be compared."""
    parameters = inspect.signature(function).parameters.values()
    if not any(each.kind is each.VAR_KEYWORD for each in parameters):
        known = [each.name for each in parameters if each.kind is not each.POSITIONAL_ONLY]
        for option in options:
            if option not in known:
                near = nearest(option, known)
                raise Misuse(f"rule set {name} has no option {option!r}; it has {', '.join(known) or 'none'}{near}")
    found = _made(function, tuple((key, value, type(value)) for key, value in sorted(options.items())))
    if not isinstance(found, RuleSet):
        raise ValueError(f"rule set {name}: the function returns {found!r}, which is no RuleSet")
    return found


@lru_cache(maxsize=256)
def _made(function: Callable[..., Any], options: tuple[tuple[str, Any, type], ...]) -> Any:
    try:
        return function(**{key: value for key, value, _ in options})
    except Exception as error:
        raise _fault(Path(function.__code__.co_filename), error) from error
