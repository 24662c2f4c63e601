"""Named tuples of arrays kept in memory as compiled code sees them.

Handing a hundred arrays from Python to compiled code takes a tenth of a millisecond. Saved once, they are one address.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from fastmj.kernels.jit import JIT, kernel

_types: Any = types  # without complete stubs
_instruction: Any = intrinsic
_typeof: Any = numba.typeof


def _pointer(context: Any, builder: Any, kind: Any, where: Any) -> Any:
    return builder.inttoptr(where, ir.PointerType(context.get_value_type(kind)))


def _store_typed(typingctx: Any, where: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[1], _pointer(context, builder, signature.args[1], args[0])).align = 8
        return context.get_dummy_value()

    return _types.none(_types.int64, value), code


_store: Any = _instruction(_store_typed)


@kernel
def _save(where: int, value: Any) -> None:
    _store(where, value)


def save(value: Any) -> tuple[npt.NDArray[np.uint8], Any]:
    """(memory, its address). The memory holds no references: what is in ``value`` must be kept as long as it."""
    if not JIT:
        return np.empty(0, np.uint8), value
    context: Any = cpu_target.target_context
    memory = np.zeros(context.get_abi_sizeof(context.get_value_type(_typeof(value))) // 8 + 1, np.int64).view(np.uint8)
    _save(memory.ctypes.data, value)
    return memory, memory.ctypes.data


def loader(example: Callable[[], Any]) -> Callable[[Any], Any]:
    """What reads a saved value back in a stage; ``example`` makes a value of its type where that is compiled.

    Not in a kernel: it would count references down that were never counted up.
    """
    if not JIT:
        return lambda saved: saved

    def load(typingctx: Any, where: Any) -> Any:
        kind = _typeof(example())

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.load(_pointer(context, builder, kind, args[0]))
            value.align = 8
            return value

        return kind(_types.int64), code

    made: Callable[[Any], Any] = _instruction(load)
    return made
