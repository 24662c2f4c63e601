"""Named tuples of arrays kept in memory as compiled code sees them.

Handing a hundred arrays from Python to compiled code takes a tenth of a millisecond. Saved once, they are one address.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
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


class Saved:
    """A value in memory, as long as this lives; ``where`` is its address (without numba the value itself)."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.where = value
        if JIT:
            context: Any = cpu_target.target_context
            size = context.get_abi_sizeof(context.get_value_type(_typeof(value)))
            self._memory = np.zeros(size // 8 + 1, np.int64)
            self.where = self._memory.ctypes.data
            _save(self.where, value)


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
