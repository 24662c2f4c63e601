"""Compiled code: tables, the stages of a block, the generated loop of a rule set.

For compiled functions of your own: ``make_scorer``, ``score_one`` and ``win_points_one`` (see ``fastmj.kernels.one``),
``analysis``, ``waits_one``, ``shanten_one`` and ``is_win_one`` (see ``fastmj.kernels.single``), ``make_acceptance`` and
``acceptance_one``, ``make_decomposer`` and ``decompose_one`` (see ``fastmj.kernels.single_results``).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastmj.kernels.one import Scorer as Scorer
    from fastmj.kernels.one import make_scorer as make_scorer
    from fastmj.kernels.one import score_one as score_one
    from fastmj.kernels.one import win_points_one as win_points_one
    from fastmj.kernels.single import analysis as analysis
    from fastmj.kernels.single import is_win_one as is_win_one
    from fastmj.kernels.single import shanten_one as shanten_one
    from fastmj.kernels.single import waits_one as waits_one
    from fastmj.kernels.single_results import Asker as Asker
    from fastmj.kernels.single_results import Decomposer as Decomposer
    from fastmj.kernels.single_results import acceptance_one as acceptance_one
    from fastmj.kernels.single_results import decompose_one as decompose_one
    from fastmj.kernels.single_results import make_acceptance as make_acceptance
    from fastmj.kernels.single_results import make_decomposer as make_decomposer

_HOME = {
    "Scorer": "one",
    "make_scorer": "one",
    "score_one": "one",
    "win_points_one": "one",
    "analysis": "single",
    "is_win_one": "single",
    "shanten_one": "single",
    "waits_one": "single",
    "Asker": "single_results",
    "Decomposer": "single_results",
    "acceptance_one": "single_results",
    "decompose_one": "single_results",
    "make_acceptance": "single_results",
    "make_decomposer": "single_results",
}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fastmj.kernels' has no attribute {name!r}")
    value = getattr(import_module(f"fastmj.kernels.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
