"""A row of 34 counts as one vector: what analysis reads of a hand, in a few instructions each.

The vector has 64 bytes: slots 0 to 31, then slots 2 to 33, two loads that stay inside the row. One comparison then asks all
kinds at once, and moving two bits of its mask makes it a mask of kinds. Processors permute one vector a cycle, so what reads
a hand has as few permutations as can be: two and two halvings for the codes of all suits (1.9 ns, where a byte at a time
takes 15). Each function is plain Python, with the code that numba emits for it beside it.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import errors, types

from fastmj.kernels.intrinsics import _lower, _type
from fastmj.tiles import KINDS

_types: Any = types
_errors: Any = errors

BYTE, SHORT, INT, WORD = (ir.IntType(bits) for bits in (8, 16, 32, 64))
HALVES = 8  # half codes of a hand: of each suit that of the first four ranks, then that of the others
COPIES = 4
LOADED = 32  # bytes of the first load
VECTOR, VECTOR_SHIFT = 64, 6  # bytes of a vector
LINE = 64  # bytes of memory that come together
NO_SLOT = VECTOR - 1  # a byte that is zero
_RANKS = [range(first, last) for suit in range(4) for first, last in ((9 * suit, 9 * suit + 4), (9 * suit + 4, 9 * suit + 9))]


def _place(half: int, digit: int) -> int:
    """Where a digit of a half code lies in the vector."""
    slots = [slot for slot in _RANKS[half] if slot < KINDS]
    return slots[digit] if digit < len(slots) else NO_SLOT


def vector_rows(rows: Any) -> Any:
    """Rows of 34 bytes (n, 34) as vectors lie: (n, 64)."""
    return in_lines(np.pad(rows, ((0, 0), (0, VECTOR - KINDS))))


def in_lines(array: Any) -> Any:
    """A copy of bytes that begins where a line of the cache does: vectors that lie across two take twice as long."""
    room = np.empty(array.size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    copy = room[start : start + array.size].reshape(array.shape)
    copy[...] = array
    return copy


def _of_bytes(name: str, array: Any) -> None:
    if array.dtype != _types.uint8 or array.layout != "C":
        raise _errors.TypingError(f"{name}: a contiguous array of uint8 is needed, got {array}")


def _pointer(context: Any, builder: Any, kind: Any, rows: Any, row: Any, offset: int = 0) -> Any:
    """The address of a row of a C-contiguous array."""
    view = context.make_array(kind)(context, builder, rows)
    start = builder.bitcast(view.data, BYTE.as_pointer())
    at = builder.mul(row, builder.extract_value(view.strides, 0))
    return builder.gep(start, [builder.add(at, ir.Constant(WORD, offset))])


def _load(builder: Any, pointer: Any, kind: Any) -> Any:
    value = builder.load(builder.bitcast(pointer, kind.as_pointer()))
    value.align = 1
    return value


def _shuffled(builder: Any, a: Any, b: Any, order: Any) -> Any:
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(INT, len(order)), list(order)))


def _splat(kind: Any, value: int) -> Any:
    return ir.Constant(kind, [value] * kind.count)


def _vector(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The row that the first two arguments name, and zeros."""
    row = context.cast(builder, args[1], signature.args[1], types.int64)
    pointer = _pointer(context, builder, signature.args[0], args[0], row)
    low = _load(builder, pointer, ir.VectorType(BYTE, LOADED))
    wide = _shuffled(builder, low, _splat(low.type, 0), range(VECTOR))
    last = _load(builder, builder.gep(pointer, [ir.Constant(WORD, LOADED)]), SHORT)
    pair = builder.insert_element(ir.Constant(ir.VectorType(SHORT, VECTOR // 2), ir.Undefined), last, ir.Constant(INT, 0))
    spread = builder.bitcast(_shuffled(builder, pair, pair, [0] * (VECTOR // 2)), wide.type)
    chosen = ir.Constant(ir.VectorType(ir.IntType(1), VECTOR), [int(LOADED <= k < KINDS) for k in range(VECTOR)])
    return builder.select(chosen, spread, wide)


def _mask(builder: Any, test: Any) -> Any:
    """64 truths as a mask of kinds."""
    return builder.bitcast(test, WORD)


def _above(builder: Any, vector: Any) -> Any:
    """Whether any byte exceeds four."""
    test = builder.icmp_unsigned(">", vector, _splat(vector.type, COPIES))
    return builder.icmp_unsigned("!=", builder.bitcast(test, WORD), ir.Constant(WORD, 0))


def _at_least(context: Any, builder: Any, vector: Any, copies: Any, kind: Any) -> Any:
    """The kinds of which a vector has at least so many, a number of that numba type."""
    copies = context.cast(builder, copies, kind, types.uint8)
    one = builder.insert_element(ir.Constant(vector.type, ir.Undefined), copies, ir.Constant(INT, 0))
    return _mask(builder, builder.icmp_unsigned(">=", vector, _shuffled(builder, one, one, [0] * VECTOR)))


def _half_codes(builder: Any, vector: Any) -> Any:
    """The eight half codes; zeros where a count exceeds four.

    One permutation brings digit d of half code h to lane 8 d + h, widened by zeros; one multiplication weighs the digits and
    two halvings sum them. The fifth digits come by a permutation of their own.
    """
    none, wide, narrow = _splat(vector.type, 0), ir.VectorType(SHORT, 4 * HALVES), ir.VectorType(SHORT, HALVES)

    def digits(numbers: Any, kind: Any) -> Any:
        places = [place for d in numbers for half in range(HALVES) for place in (_place(half, d), NO_SLOT)]
        return builder.bitcast(_shuffled(builder, vector, none, places), kind)

    summed = builder.mul(digits(range(4), wide), ir.Constant(wide, [5**d for d in range(4) for _ in range(HALVES)]))
    for half in (2 * HALVES, HALVES):
        low, high = _shuffled(builder, summed, summed, range(half)), _shuffled(builder, summed, summed, range(half, 2 * half))
        summed = builder.add(low, high)
    summed = builder.add(summed, builder.mul(digits((4,), narrow), _splat(narrow, 5**4)))
    return builder.select(_above(builder, vector), _splat(narrow, 0), summed)


def _codes(counts: Any, row: int) -> list[int]:
    held = counts[row].tolist()
    if max(held) > COPIES:
        return [0] * 4
    halves = [sum(5**d * held[slot] for d, slot in enumerate(slots) if slot < KINDS) for slots in _RANKS]
    return [halves[suit] | halves[suit + 1] << 16 for suit in range(0, HALVES, 2)]


def store_codes(counts: Any, row: int, codes: Any, at: int) -> bool:
    """Write the codes of the four suits (see ``kernels/intrinsics.py``) to ``codes[at:at + 4]``, int32, or to a row of four.

    Zeros, and False, where a count exceeds four.
    """
    where = codes[at] if codes.ndim == 2 else codes[at : at + 4]
    where[:] = _codes(counts, row)
    return bool(counts[row].max() <= COPIES)


@_type(store_codes)
def _type_store_codes(context: Any) -> Any:
    def typed(counts: Any, row: Any, codes: Any, at: Any) -> Any:
        _of_bytes("counts", counts)
        return types.boolean

    return typed


@_lower(store_codes, types.Array, types.Integer, types.Array, types.Integer)
def _emit_store_codes(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    vector = _vector(context, builder, signature, args)
    halves = _half_codes(builder, vector)
    at = context.cast(builder, args[3], signature.args[3], types.int64)
    pointer = _pointer(context, builder, signature.args[2], args[2], at)
    builder.store(halves, builder.bitcast(pointer, halves.type.as_pointer())).align = 1
    return builder.not_(_above(builder, vector))


def codes_of(counts: Any, row: int) -> tuple[int, int]:
    """The codes of characters | dots << 32, and of bamboo | honors << 32; zeros where a count exceeds four."""
    m, p, s, z = _codes(counts, row)
    return m | p << 32, s | z << 32


@_type(codes_of)
def _type_codes_of(context: Any) -> Any:
    def typed(counts: Any, row: Any) -> Any:
        _of_bytes("counts", counts)
        return _types.UniTuple(types.int64, 2)

    return typed


@_lower(codes_of, types.Array, types.Integer)
def _emit_codes_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    halves = _half_codes(builder, _vector(context, builder, signature, args))
    words = builder.bitcast(halves, ir.VectorType(WORD, 2))
    parts = [builder.extract_element(words, ir.Constant(INT, k)) for k in range(2)]
    return context.make_tuple(builder, signature.return_type, parts)


def at_least(counts: Any, row: int, copies: int) -> int:
    """The kinds that a row holds at least so often, as a mask."""
    return sum(1 << kind for kind, held in enumerate(counts[row].tolist()) if held >= copies)


def odd(counts: Any, row: int) -> int:
    """The kinds that a row holds an odd number of times, as a mask."""
    return sum(1 << kind for kind, held in enumerate(counts[row].tolist()) if held & 1)


@_type(at_least)
def _type_at_least(context: Any) -> Any:
    def typed(counts: Any, row: Any, copies: Any) -> Any:
        _of_bytes("counts", counts)
        return types.int64

    return typed


@_type(odd)
def _type_odd(context: Any) -> Any:
    def typed(counts: Any, row: Any) -> Any:
        _of_bytes("counts", counts)
        return types.int64

    return typed


@_lower(at_least, types.Array, types.Integer, types.Integer)
def _emit_at_least(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _at_least(context, builder, _vector(context, builder, signature, args), args[2], signature.args[2])


@_lower(odd, types.Array, types.Integer)
def _emit_odd(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    vector = _vector(context, builder, signature, args)
    return _mask(builder, builder.trunc(vector, ir.VectorType(ir.IntType(1), VECTOR)))


def _melded(melds: Any, row: int, copies: Any) -> Any:
    """How often each kind is in the melds of a row."""
    return copies[melds[row], :KINDS].sum(axis=0, dtype=np.int64)


def melded_at_least(melds: Any, row: int, copies: Any, least: int) -> int:
    """The kinds that the melds of a row hold at least so often, as a mask.

    ``copies`` uint8 (256, 64): what a meld byte holds, as ``vector_rows`` lays it out, and fives where it is no meld.
    """
    return sum(1 << kind for kind, held in enumerate(_melded(melds, row, copies).tolist()) if held >= least)


def all_at_least(counts: Any, row: int, melds: Any, copies: Any, least: int) -> int:
    """The kinds that a row and its melds together hold at least so often, as a mask."""
    held = _melded(melds, row, copies) + counts[row]
    return sum(1 << kind for kind, number in enumerate(held.tolist()) if number >= least)


def number_of_melds(melds: Any, row: int) -> int:
    """How many melds a row has."""
    return int((melds[row] != 0).sum())


@_type(melded_at_least)
def _type_melded_at_least(context: Any) -> Any:
    def typed(melds: Any, row: Any, copies: Any, least: Any) -> Any:
        _of_bytes("melds", melds)
        return types.int64

    return typed


@_type(all_at_least)
def _type_all_at_least(context: Any) -> Any:
    def typed(counts: Any, row: Any, melds: Any, copies: Any, least: Any) -> Any:
        _of_bytes("counts", counts)
        _of_bytes("melds", melds)
        return types.int64

    return typed


@_type(number_of_melds)
def _type_number_of_melds(context: Any) -> Any:
    def typed(melds: Any, row: Any) -> Any:
        _of_bytes("melds", melds)
        return types.int64

    return typed


def _four_melds(context: Any, builder: Any, kind: Any, melds: Any, row: Any, row_kind: Any) -> Any:
    """The four meld bytes of a row as one integer."""
    row = context.cast(builder, row, row_kind, types.int64)
    return _load(builder, _pointer(context, builder, kind, melds, row), INT)


def _sum_of_melds(context: Any, builder: Any, four: Any, kind: Any, copies: Any) -> Any:
    """What four melds hold, as a vector: three additions, which take less than asking whether there is any."""
    held = []
    for k in range(4):
        byte = builder.and_(builder.lshr(four, ir.Constant(INT, 8 * k)), ir.Constant(INT, 255))
        start = context.make_array(kind)(context, builder, copies).data
        at = builder.gep(start, [builder.shl(builder.zext(byte, WORD), ir.Constant(WORD, VECTOR_SHIFT))])
        held.append(_load(builder, at, ir.VectorType(BYTE, VECTOR)))
    return builder.add(builder.add(held[0], held[1]), builder.add(held[2], held[3]))


@_lower(melded_at_least, types.Array, types.Integer, types.Array, types.Integer)
def _emit_melded_at_least(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kinds = signature.args
    four = _four_melds(context, builder, kinds[0], args[0], args[1], kinds[1])
    return _at_least(context, builder, _sum_of_melds(context, builder, four, kinds[2], args[2]), args[3], kinds[3])


@_lower(all_at_least, types.Array, types.Integer, types.Array, types.Array, types.Integer)
def _emit_all_at_least(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kinds = signature.args
    four = _four_melds(context, builder, kinds[2], args[2], args[1], kinds[1])
    melded = _sum_of_melds(context, builder, four, kinds[3], args[3])
    held = builder.add(_vector(context, builder, signature, args), melded)
    return _at_least(context, builder, held, args[4], kinds[4])


@_lower(number_of_melds, types.Array, types.Integer)
def _emit_number_of_melds(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Added to the low seven bits of a byte, ones carry into its highest where any bit is set."""
    four = _four_melds(context, builder, signature.args[0], args[0], args[1], signature.args[1])
    ones = ir.Constant(INT, 0x7F7F7F7F)
    some = builder.or_(builder.add(builder.and_(four, ones), ones), four)
    return builder.zext(builder.ctpop(builder.and_(some, ir.Constant(INT, 0x80808080))), WORD)
