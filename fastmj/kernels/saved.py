"""Named tuples of arrays kept in memory as compiled code sees them.

Handing a hundred arrays from Python to compiled code takes a tenth of a millisecond. Saved once, they are one address.
"""

import struct
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from fastmj.kernels.jit import JIT

_types: Any = types  # without complete stubs
_instruction: Any = intrinsic
_typeof: Any = numba.typeof


def _words(value: Any) -> Iterator[int]:
    """The value as numba lays it out: every part is eight bytes.

    An array is an owner and a parent (none: nobody counts references here), number and size of its items, address, shape
    and strides.
    """
    if isinstance(value, tuple):
        for part in value:
            yield from _words(part)
    elif isinstance(value, np.ndarray):
        yield from (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
    elif isinstance(value, float):
        yield from struct.unpack("q", struct.pack("d", value))
    else:
        yield value


class Saved:
    """A value in memory, as long as this lives; ``where`` is its address (without numba the value itself)."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.where = value
        if JIT:
            self._memory = np.fromiter(_words(value), np.int64)
            self.where = self._memory.ctypes.data
            context: Any = cpu_target.target_context
            expected = context.get_abi_sizeof(context.get_value_type(_typeof(value)))
            if self._memory.nbytes != expected:  # a numba that lays arrays out in another way
                raise SystemError(f"{type(value).__name__}: {self._memory.nbytes} bytes, numba takes {expected}")


def loader(example: Callable[[], Any]) -> Callable[[Any], Any]:
    """What reads a saved value back in a stage; ``example`` makes a value of its type where that is compiled.

    Not in a kernel: it would count references down that were never counted up.
    """
    if not JIT:
        return lambda saved: saved

    def load(typingctx: Any, where: Any) -> Any:
        kind = _typeof(example())

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = builder.inttoptr(args[0], ir.PointerType(context.get_value_type(kind)))
            value = builder.load(pointer)
            value.align = 8
            return value

        return kind(_types.int64), code

    made: Callable[[Any], Any] = _instruction(load)
    return made
