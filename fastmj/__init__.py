"""fastmj scores mahjong hands in bulk.

Importing the package defines names only: numba and pyarrow are loaded by the first call that needs them.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from fastmj import rules as rules
    from fastmj.algorithms import Algorithm as Algorithm
    from fastmj.algorithms import algorithms as algorithms
    from fastmj.algorithms import register_algorithm as register_algorithm
    from fastmj.analyse import Acceptance as Acceptance
    from fastmj.analyse import acceptance as acceptance
    from fastmj.analyse import is_win as is_win
    from fastmj.analyse import shanten as shanten
    from fastmj.analyse import waits as waits
    from fastmj.analyse_table import analyse_batch as analyse_batch
    from fastmj.analyse_table import analyse_stream as analyse_stream
    from fastmj.audit import audit as audit
    from fastmj.check import check_file as check_file
    from fastmj.decompose import Readings as Readings
    from fastmj.decompose import decompose as decompose
    from fastmj.explain import Explanation as Explanation
    from fastmj.explain import explain as explain
    from fastmj.file import score_file as score_file
    from fastmj.hand import Hand as Hand
    from fastmj.report import report as report
    from fastmj.sample import sample as sample
    from fastmj.score import Score as Score
    from fastmj.score import ScoreArrays as ScoreArrays
    from fastmj.score import score as score
    from fastmj.score import score_arrays as score_arrays
    from fastmj.score import score_batch as score_batch
    from fastmj.score import score_stream as score_stream
    from fastmj.score import warm as warm
    from fastmj.status import STATUS as STATUS
    from fastmj.win_points import win_points as win_points

_HOME = {
    "Hand": "hand",
    "STATUS": "status",
    "Score": "score",
    "ScoreArrays": "score",
    "score": "score",
    "score_arrays": "score",
    "score_batch": "score",
    "score_stream": "score",
    "warm": "score",
    "score_file": "file",
    "check_file": "check",
    "Readings": "decompose",
    "decompose": "decompose",
    "Algorithm": "algorithms",
    "algorithms": "algorithms",
    "register_algorithm": "algorithms",
    "Explanation": "explain",
    "explain": "explain",
    "Acceptance": "analyse",
    "acceptance": "analyse",
    "analyse_batch": "analyse_table",
    "analyse_stream": "analyse_table",
    "is_win": "analyse",
    "shanten": "analyse",
    "waits": "analyse",
    "win_points": "win_points",
    "audit": "audit",
    "report": "report",
    "sample": "sample",
}
_MODULES = ("rules", "tiles", "convert", "kernels", "ray")
__all__ = ["Hand", *sorted(n for n in _HOME if n != "Hand"), "__version__", "rules"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f"fastmj.{_HOME[name]}"), name)
    elif name in _MODULES:
        value = import_module(f"fastmj.{name}")
    else:
        raise AttributeError(f"module 'fastmj' has no attribute {name!r}")
    globals()[name] = value
    return value


class _Package(ModuleType):
    """Some functions bear the name of the module they live in: ``score`` is the function, whoever imports the module."""

    def __setattr__(self, name: str, value: Any) -> None:
        if _HOME.get(name) == name and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """As other modules: what sends a function to other processes with all that it names can send this too."""
        return import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
