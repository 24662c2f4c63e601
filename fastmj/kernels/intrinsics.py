"""Instructions that Python has no word for: bit counts, words out of byte rows, the suit codes of a hand.

Each is a plain Python function with the code that numba emits for it beside it: one instruction or a few, so that nothing
has to be inlined (a call of an inlined function costs 7 ms of compile time, and there are hundreds of bit counts).
"""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba.core import cgutils, errors, types
from numba.extending import lower_builtin, type_callable

_types: Any = types  # without complete stubs
_cgutils: Any = cgutils
_errors: Any = errors


Emit = Callable[..., Any]


def _type(function: Callable[..., Any]) -> Callable[[Emit], Emit]:
    """numba's decorator for what says the type of a function's result."""
    made: Any = type_callable
    return cast("Callable[[Emit], Emit]", made(function))


def _lower(function: Callable[..., Any], *kinds: Any) -> Callable[[Emit], Emit]:
    """numba's decorator for what writes a function's LLVM code."""
    made: Any = lower_builtin
    return cast("Callable[[Emit], Emit]", made(function, *kinds))


BYTE, SHORT, INT, WORD = (ir.IntType(bits) for bits in (8, 16, 32, 64))

CODE_HIGH = 16
"""A suit code is the base-5 number of the first four ranks, and from this bit on that of the last five."""


def _byte_pointer(context: Any, builder: Any, kind: Any, rows: Any, row: Any, offset: Any) -> Any:
    """The address of a byte in a row of a C-contiguous array."""
    view = context.make_array(kind)(context, builder, rows)
    stride = builder.extract_value(view.strides, 0)
    start = builder.bitcast(view.data, BYTE.as_pointer())
    return builder.gep(start, [builder.add(builder.mul(row, stride), offset)])


def _load(builder: Any, pointer: Any, kind: Any) -> Any:
    value = builder.load(builder.bitcast(pointer, kind.as_pointer()))
    value.align = 1
    return value


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
    pointer = _byte_pointer(context, builder, signature.args[0], args[0], row, offset)
    builder.store(word, builder.bitcast(pointer, WORD.as_pointer())).align = 1
    return context.get_dummy_value()


KONG_MARK = 64
"""Added to the four tiles of a kong where tiles of whole hands are counted: more than all other tiles of a kind come to."""


def whole_hand(counts: Any, melds: Any, row: int, meld_tiles: Any) -> tuple[int, int, int, int]:
    """Masks of the kinds that concealed tiles and melds hold together: at all, four times but not as a kong, four times, more.

    ``meld_tiles``: uint8 (256, 34), the tiles of each meld, with KONG_MARK.
    """
    held = counts[row].astype(int) + sum(meld_tiles[code].astype(int) for code in melds[row])
    tiles = held % KONG_MARK
    tests = held > 0, held == 4, tiles == 4, tiles > 4
    kinds, fours, whole, more = (sum(1 << slot for slot in test.nonzero()[0].tolist()) for test in tests)
    return kinds, fours, whole, more


@_type(whole_hand)
def _type_whole_hand(context: Any) -> Any:
    return lambda counts, melds, row, meld_tiles: _types.UniTuple(types.int64, 4)


@_lower(whole_hand, types.Array, types.Array, types.Integer, types.Array)
def _emit_whole_hand(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Two byte vectors, slots 0-31 and 26-33, are added up meld by meld, and four comparisons give the masks."""
    counts, melds, row, meld_tiles = args
    kinds = signature.args
    row = context.cast(builder, row, kinds[2], types.int64)

    def tiles_of(kind: Any, rows: Any, number: Any) -> list[Any]:
        """The two vectors of one row."""
        ends = ((0, 32), (26, 8))
        pointers = [_byte_pointer(context, builder, kind, rows, number, ir.Constant(WORD, slot)) for slot, _ in ends]
        return [_load(builder, at, ir.VectorType(BYTE, width)) for at, (_, width) in zip(pointers, ends, strict=True)]

    held = tiles_of(kinds[0], counts, row)
    for j in range(4):
        at = _byte_pointer(context, builder, kinds[1], melds, row, ir.Constant(WORD, j))
        code = builder.zext(builder.load(at), WORD)
        held = [builder.add(a, b) for a, b in zip(held, tiles_of(kinds[3], meld_tiles, code), strict=True)]

    def all_equal(vector: Any, number: int) -> Any:
        return ir.Constant(vector.type, [number] * vector.type.count)

    def mask(test: str, vectors: list[Any], number: int) -> Any:
        """The kinds that pass a comparison: bits 0-31 from the first vector, 32 and 33 from the second."""
        first, last = (builder.icmp_unsigned(test, vector, all_equal(vector, number)) for vector in vectors)
        low = builder.zext(builder.bitcast(first, INT), WORD)
        high = builder.zext(builder.lshr(builder.bitcast(last, BYTE), ir.Constant(BYTE, 6)), WORD)
        return builder.or_(low, builder.shl(high, ir.Constant(WORD, 32)))

    tiles = [builder.and_(vector, all_equal(vector, KONG_MARK - 1)) for vector in held]
    parts = [mask("!=", held, 0), mask("==", held, 4), mask("==", tiles, 4), mask(">", tiles, 4)]
    return context.make_tuple(builder, signature.return_type, parts)
