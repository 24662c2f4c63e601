"""Arrays of a caller's that scores are to be written into."""

from typing import Any

import numpy as np

from fastmj.engine import ScoreArrays
from fastmj.rules.ruleset import RuleSet


def check_out(out: Any, n: int, rules: RuleSet) -> None:
    """``TypeError`` or ``ValueError`` where these are no arrays that the scores of n hands can be written into."""
    if not isinstance(out, ScoreArrays):
        raise TypeError(f"out: the ScoreArrays of an earlier call are needed, got {type(out).__name__}")
    shapes = ((n,), (n,), (n,), (n,), (n, rules.words), (n, rules.counters))
    kinds = (np.float32, np.float32, np.uint8, np.bool_, np.uint64, np.uint8)
    arrays: tuple[Any, ...] = out[:6]
    for name, array, shape, kind in zip(ScoreArrays._fields, arrays, shapes, kinds, strict=False):
        good = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == kind
        if not (good and array.flags.c_contiguous and array.flags.writeable):
            raise ValueError(
                f"out.{name}: a writeable contiguous {np.dtype(kind)} array of shape {shape} is needed, got {_told(array)}"
            )
    if np.may_share_memory(out.total, out.raw):
        raise ValueError("out.total and out.raw are the same memory: each needs its own")


def _told(array: Any) -> str:
    """What an array is, for a message."""
    if not isinstance(array, np.ndarray):
        return type(array).__name__
    flaws = ["not contiguous"] * (not array.flags.c_contiguous) + ["read-only"] * (not array.flags.writeable)
    return ", ".join([f"{array.dtype} of shape {array.shape}", *flaws])
