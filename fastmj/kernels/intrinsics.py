"""Instructions that Python has no word for: bit counts, tests of masks, words as bytes of a row.

Each is a plain Python function with the code that numba emits for it beside it: one instruction or a few, so that nothing
has to be inlined (a call of an inlined function costs 7 ms of compile time, and there are hundreds of bit counts).
"""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba.core import types
from numba.extending import lower_builtin, type_callable

from fastmj.kernels.vectors import WORD, row_pointer

Emit = Callable[..., Any]


def _type(function: Callable[..., Any]) -> Callable[[Emit], Emit]:
    """numba's decorator for what says the type of a function's result."""
    made: Any = type_callable
    return cast("Callable[[Emit], Emit]", made(function))


def _lower(function: Callable[..., Any], *kinds: Any) -> Callable[[Emit], Emit]:
    """numba's decorator for what writes a function's LLVM code."""
    made: Any = lower_builtin
    return cast("Callable[[Emit], Emit]", made(function, *kinds))


CODE_HIGH = 16
"""A suit code is the base-5 number of the first four ranks, and from this bit on that of the last five."""


def popcount(x: int) -> int:
    """How many bits of x are set."""
    return int(x).bit_count()


@_type(popcount)
def _type_popcount(context: Any) -> Any:
    return lambda x: types.int64


@_lower(popcount, types.Integer)
def _emit_popcount(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.ctpop(context.cast(builder, args[0], signature.args[0], types.int64))


def lowest_bit(x: int) -> int:
    """The number of the lowest set bit; undefined for 0."""
    return (int(x) & -int(x)).bit_length() - 1


@_type(lowest_bit)
def _type_lowest_bit(context: Any) -> Any:
    return lambda x: types.int64


@_lower(lowest_bit, types.Integer)
def _emit_lowest_bit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    word = context.cast(builder, args[0], signature.args[0], types.int64)
    return builder.cttz(word, context.get_constant(types.boolean, True))


def only(mask: int, allowed: int) -> bool:
    """Nothing in mask lies outside allowed."""
    return (mask & ~allowed) == 0


def any_of(mask: int, wanted: int) -> bool:
    """Mask and wanted share a bit."""
    return (mask & wanted) != 0


@_type(only)
@_type(any_of)
def _type_test(context: Any) -> Any:
    return lambda mask, other: types.boolean


def _both(context: Any, builder: Any, signature: Any, args: Any) -> list[Any]:
    return [context.cast(builder, arg, kind, types.int64) for arg, kind in zip(args, signature.args, strict=True)]


@_lower(only, types.Integer, types.Integer)
def _emit_only(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    mask, allowed = _both(context, builder, signature, args)
    return builder.icmp_signed("==", builder.and_(mask, builder.not_(allowed)), ir.Constant(WORD, 0))


@_lower(any_of, types.Integer, types.Integer)
def _emit_any_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    mask, wanted = _both(context, builder, signature, args)
    return builder.icmp_signed("!=", builder.and_(mask, wanted), ir.Constant(WORD, 0))


def wide_vectors() -> None:
    """Let LLVM use vectors of 512 bits in the function that says this, where the processor has them.

    By itself it stays at 256 for fear of a lower clock, which newer processors do not have for integers: 5 % less a hand.
    """


@_type(wide_vectors)
def _type_wide_vectors(context: Any) -> Any:
    return lambda: types.none


@_lower(wide_vectors)
def _emit_wide_vectors(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    set.add(builder.function.attributes, '"prefer-vector-width"="512"')  # llvmlite's own add knows no such attribute
    return context.get_dummy_value()


def store_word(rows: Any, row: int, offset: int, word: int) -> None:
    """Write one little-endian integer as eight bytes of a row of a C-contiguous uint8 array (n, k)."""
    rows[row, offset : offset + 8] = list(int(word).to_bytes(8, "little", signed=True))


@_type(store_word)
def _type_store_word(context: Any) -> Any:
    return lambda rows, row, offset, word: types.none


@_lower(store_word, types.Array, types.Integer, types.Integer, types.Integer)
def _emit_store_word(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    row, offset, word = (
        context.cast(builder, arg, kind, types.int64) for arg, kind in zip(args[1:], signature.args[1:], strict=True)
    )
    pointer = builder.gep(row_pointer(context, builder, signature.args[0], args[0], row), [offset])
    builder.store(word, builder.bitcast(pointer, WORD.as_pointer())).align = 1
    return context.get_dummy_value()
