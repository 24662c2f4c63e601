"""Compiled code: tables, the stages of a block, the generated loop of a rule set.

For compiled functions of your own: ``make_scorer`` and ``score_one`` (see ``fastmj.kernels.one``), ``analysis``,
``waits_one``, ``shanten_one`` and ``is_win_one`` (see ``fastmj.kernels.single``).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastmj.kernels.one import Scorer as Scorer
    from fastmj.kernels.one import make_scorer as make_scorer
    from fastmj.kernels.one import score_one as score_one
    from fastmj.kernels.single import analysis as analysis
    from fastmj.kernels.single import is_win_one as is_win_one
    from fastmj.kernels.single import shanten_one as shanten_one
    from fastmj.kernels.single import waits_one as waits_one

_HOME = {
    "Scorer": "one",
    "make_scorer": "one",
    "score_one": "one",
    "analysis": "single",
    "is_win_one": "single",
    "shanten_one": "single",
    "waits_one": "single",
}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fastmj.kernels' has no attribute {name!r}")
    value = getattr(import_module(f"fastmj.kernels.{_HOME[name]}"), name)
    globals()[name] = value
    return value
