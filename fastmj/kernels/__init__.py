"""Compiled code: tables, the stages of a block, the generated loop of a rule set.

For compiled functions of your own: ``make_scorer`` and ``score_one`` (see ``fastmj.kernels.one``).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastmj.kernels.one import Scorer as Scorer
    from fastmj.kernels.one import make_scorer as make_scorer
    from fastmj.kernels.one import score_one as score_one

_HOME = {"Scorer": "one", "make_scorer": "one", "score_one": "one"}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
