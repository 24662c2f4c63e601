"""Compiled code: tables, the stages of a block, the generated loop of a rule set.

For a user's own compiled loops: ``analysis``, ``waits_one``, ``shanten_one``, ``is_win_one`` (see ``fastmj.kernels.single``).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastmj.kernels.single import analysis as analysis
    from fastmj.kernels.single import is_win_one as is_win_one
    from fastmj.kernels.single import shanten_one as shanten_one
    from fastmj.kernels.single import waits_one as waits_one

_HOME = {"analysis": "single", "is_win_one": "single", "shanten_one": "single", "waits_one": "single"}
__all__ = ["analysis", "is_win_one", "shanten_one", "waits_one"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fastmj.kernels' has no attribute {name!r}")
    value = getattr(import_module(f"fastmj.kernels.{_HOME[name]}"), name)
    globals()[name] = value
    return value
