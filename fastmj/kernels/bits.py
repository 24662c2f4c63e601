"""The words detectors are written in. Plain Python; the generated loops use inlined twins."""

from fastmj.kernels.intrinsics import any_of as any_of
from fastmj.kernels.intrinsics import only as only
from fastmj.kernels.jit import inlinable


@inlinable
def runs_of_3(mask: int) -> int:
    """Where three consecutive ranks of a rank mask start."""
    return mask & mask >> 1 & mask >> 2


@inlinable
def runs_of_4(mask: int) -> int:
    """Where four consecutive ranks of a rank mask start."""
    return mask & mask >> 1 & mask >> 2 & mask >> 3


@inlinable
def shifted_across(m: int, p: int, s: int) -> int:
    """Where three consecutive ranks start that lie in three different suits, in any order of the suits."""
    return (
        m & (p >> 1 & s >> 2 | s >> 1 & p >> 2)
        | p & (m >> 1 & s >> 2 | s >> 1 & m >> 2)
        | s & (m >> 1 & p >> 2 | p >> 1 & m >> 2)
    )
