"""Rule sets from a file of the user's: ``my_rules.py:HOUSE``.

Such a file is code that is run; a name of one is never taken from data.
"""

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from fastmj.rules.ruleset import RuleSet

PREFIX = "fastmj_rules_"
"""How the modules of rule files are named: by path and content, so that an edited file is another module."""


def load(path: str | Path) -> ModuleType:
    """The module of a rule file, run once for each content. ValueError where it cannot be read or run."""
    path = Path(path).expanduser().resolve()
    try:
        text = path.read_bytes()
    except OSError as error:
        raise ValueError(f"rule file {str(path)!r} cannot be read: {error.strerror}") from error
    name = PREFIX + hashlib.sha256(str(path).encode() + b"\0" + text).hexdigest()[:16]
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise ValueError(f"rule file {str(path)!r} is no Python file; its name is to end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pickles and numba find it by name
    try:
        exec(compile(text, path, "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception):
            raise ValueError(f"rule file {str(path)!r}: {type(error).__name__}: {error}") from error
        raise
    return module


def rule_set(path: str, name: str, options: dict[str, Any]) -> RuleSet:
    """The RuleSet ``name`` of a rule file, or what the function of that name returns for these options."""
    module = load(path)
    made = [key for key, value in vars(module).items() if isinstance(value, RuleSet)]
    found = vars(module).get(name)
    if callable(found):
        found = found(**options)
    elif options:
        raise ValueError(f"rule set {path}:{name} is made already and takes no options ({', '.join(options)})")
    if not isinstance(found, RuleSet):
        raise ValueError(f"rule file {path!r} has no rule set {name!r}; it has {', '.join(made) or 'none'}")
    return found
