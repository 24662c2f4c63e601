"""Named tuples of arrays kept in memory, which compiled code reads by address.

Handing a hundred arrays from Python to compiled code takes a tenth of a millisecond, and handing them from stage to stage
makes each call of a stage five hundred arguments, which took a third of the compile time. Saved once, they are one address;
a stage loads what it uses.
"""

import struct
from collections.abc import Callable, Iterator
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, lower_getattr_generic, models, register_model

from fastmj.kernels.jit import JIT

_types: Any = types  # without complete stubs
_cgutils: Any = cgutils
_models: Any = models
_instruction: Any = intrinsic
_typeof: Any = numba.typeof
_template: Any = AttributeTemplate
_infer_getattr: Any = infer_getattr
_generic: Any = lower_getattr_generic
_register: Any = register_model

WORD = 8  # bytes; every part of a saved value is one
ARRAY_WORDS = (
    5  # of an array: an owner and a parent (none: nobody counts references here), items, bytes an item, address
)


def _words(value: Any) -> Iterator[int]:
    """The value as numba lays it out, a word a part; shape and strides come last in an array."""
    if isinstance(value, tuple):
        for part in value:
            yield from _words(part)
    elif isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:  # compiled code takes its word for it
            raise ValueError(f"an array of shape {value.shape} and strides {value.strides} is not contiguous")
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


class Reference(_types.Type):  # type: ignore[misc]
    """The type of a saved named tuple that is known by its address; its attributes are those of the tuple."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(f"reference({kind})")


@_register(Reference)
class ReferenceModel(_models.PrimitiveModel):  # type: ignore[misc]
    """An address."""

    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, ir.IntType(64))


def _size(kind: Any) -> int:
    """How many words a value of this type takes."""
    if isinstance(kind, _types.BaseTuple):
        return sum(_size(part) for part in kind)
    return ARRAY_WORDS + 2 * kind.ndim if isinstance(kind, _types.Array) else 1


@_infer_getattr
class ReferenceAttribute(_template):  # type: ignore[misc]
    """The types of what lies behind a reference: inner tuples are references too."""

    key = Reference

    def generic_resolve(self, reference: Any, name: str) -> Any:
        """The type of an attribute."""
        if name not in reference.kind.fields:
            return None
        found = reference.kind[reference.kind.fields.index(name)]
        return Reference(found) if isinstance(found, _types.BaseTuple) else found


def _lower_getattr(function: Callable[..., Any]) -> Callable[..., Any]:
    """numba's decorator for what writes the code of an attribute of a reference."""
    return cast("Callable[..., Any]", _generic(Reference)(function))


@_lower_getattr
def _load_attribute(context: Any, builder: Any, reference: Any, where: Any, name: str) -> Any:
    """Load one attribute, word by word, and say that nothing ever changes it: loads move out of loops."""
    place = reference.kind.fields.index(name)
    kind = reference.kind[place]
    start = builder.add(where, ir.Constant(where.type, WORD * sum(_size(reference.kind[k]) for k in range(place))))

    def word(number: int, made: Any) -> Any:
        pointer = builder.inttoptr(builder.add(start, ir.Constant(start.type, WORD * number)), made.as_pointer())
        loaded = builder.load(pointer)
        loaded.align = WORD
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    if isinstance(kind, _types.BaseTuple):
        return start
    if not isinstance(kind, _types.Array):
        return word(0, context.get_value_type(kind))
    array = _cgutils.create_struct_proxy(kind)(context, builder)
    integer = ir.IntType(64)
    item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    array.nitems = word(2, integer)
    array.itemsize = ir.Constant(integer, item)
    array.data = word(4, array.data.type)
    array.shape = _cgutils.pack_array(builder, [word(ARRAY_WORDS + k, integer) for k in range(kind.ndim)])
    outer = [word(ARRAY_WORDS + kind.ndim + k, integer) for k in range(kind.ndim - 1)]
    array.strides = _cgutils.pack_array(builder, [*outer, ir.Constant(integer, item)])  # all are C-contiguous
    return array._getvalue()


def reference_to(value: Any) -> Any:
    """The type of a reference to such a value, for ``pointers.address``."""
    return Reference(_typeof(value))


def reader(example: Callable[[], Any]) -> Callable[[Any], Any]:
    """What makes a reference of an address in a stage; ``example`` makes a value of its type where that is compiled.

    Not in a kernel: it would count references down that were never counted up.
    """
    return _from_address(example, Reference, lambda context, builder, kind, where: where)


def loader(example: Callable[[], Any]) -> Callable[[Any], Any]:
    """What reads a saved value back as a whole."""

    def whole(context: Any, builder: Any, kind: Any, where: Any) -> Any:
        value = builder.load(builder.inttoptr(where, ir.PointerType(context.get_value_type(kind))))
        value.align = WORD
        return value

    return _from_address(example, lambda kind: kind, whole)


def _from_address(
    example: Callable[[], Any], made: Callable[[Any], Any], code: Callable[..., Any]
) -> Callable[[Any], Any]:
    if not JIT:
        return lambda saved: saved

    def load(typingctx: Any, where: Any) -> Any:
        kind = _typeof(example())
        return made(kind)(_types.int64), lambda context, builder, signature, args: code(context, builder, kind, args[0])

    instruction: Callable[[Any], Any] = _instruction(load)
    return instruction
