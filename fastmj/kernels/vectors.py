"""A row of 34 counts as one vector, for the code that numba emits for ``kernels/rows.py``.

The vector has 64 bytes: 32 of one load, two of another, zeros. One comparison then asks all kinds at once, and its outcome is
a mask of kinds. Processors permute one vector a cycle, so what reads a hand has as few permutations as can be.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import errors, types

from fastmj.tiles import KINDS

_types: Any = types  # without complete stubs
_errors: Any = errors

BYTE, SHORT, INT, WORD = (ir.IntType(bits) for bits in (8, 16, 32, 64))
HALVES = 8  # half codes of a hand: of each suit that of the first four ranks, then that of the others
COPIES = 4
LOADED = 32  # bytes of the first load
VECTOR, VECTOR_SHIFT = 64, 6  # bytes of a vector
LINE = 64  # bytes of memory that come together
NO_SLOT = VECTOR - 1  # a byte that is zero
RANKS = [
    range(first, last) for suit in range(4) for first, last in ((9 * suit, 9 * suit + 4), (9 * suit + 4, 9 * suit + 9))
]


def place_of(half: int, digit: int) -> int:
    """Where a digit of a half code lies in the vector."""
    slots = [slot for slot in RANKS[half] if slot < KINDS]
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


def check_bytes(name: str, array: Any) -> None:
    """A numba ``TypingError`` for what is no contiguous array of uint8."""
    if array.dtype != _types.uint8 or array.layout != "C":
        raise _errors.TypingError(f"{name}: a contiguous array of uint8 is needed, got {array}")


def row_pointer(context: Any, builder: Any, kind: Any, rows: Any, row: Any) -> Any:
    """The address of a row of a C-contiguous array."""
    view = context.make_array(kind)(context, builder, rows)
    start = builder.bitcast(view.data, BYTE.as_pointer())
    return builder.gep(start, [builder.mul(row, builder.extract_value(view.strides, 0))])


def load(builder: Any, pointer: Any, kind: Any) -> Any:
    """What lies at an address, aligned or not."""
    value = builder.load(builder.bitcast(pointer, kind.as_pointer()))
    value.align = 1
    return value


def shuffled(builder: Any, a: Any, b: Any, order: Any) -> Any:
    """A permutation of two vectors."""
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(INT, len(order)), list(order)))


def splat(kind: Any, value: int) -> Any:
    """A vector of one number."""
    return ir.Constant(kind, [value] * kind.count)


def row_vector(context: Any, builder: Any, kind: Any, rows: Any, row: Any) -> Any:
    """A row of 34 bytes, and zeros."""
    pointer = row_pointer(context, builder, kind, rows, row)
    low = load(builder, pointer, ir.VectorType(BYTE, LOADED))
    wide = shuffled(builder, low, splat(low.type, 0), range(VECTOR))
    last = load(builder, builder.gep(pointer, [ir.Constant(WORD, LOADED)]), SHORT)
    pair = builder.insert_element(
        ir.Constant(ir.VectorType(SHORT, VECTOR // 2), ir.Undefined), last, ir.Constant(INT, 0)
    )
    spread = builder.bitcast(shuffled(builder, pair, pair, [0] * (VECTOR // 2)), wide.type)
    chosen = ir.Constant(ir.VectorType(ir.IntType(1), VECTOR), [int(LOADED <= k < KINDS) for k in range(VECTOR)])
    return builder.select(chosen, spread, wide)


def kinds_mask(builder: Any, test: Any) -> Any:
    """64 truths as a mask of kinds."""
    return builder.bitcast(test, WORD)


def above_four(builder: Any, vector: Any) -> Any:
    """Whether any byte exceeds four."""
    test = builder.icmp_unsigned(">", vector, splat(vector.type, COPIES))
    return builder.icmp_unsigned("!=", builder.bitcast(test, WORD), ir.Constant(WORD, 0))


def at_least_mask(context: Any, builder: Any, vector: Any, copies: Any, kind: Any) -> Any:
    """The kinds of which a vector has at least so many, a number of that numba type."""
    copies = context.cast(builder, copies, kind, types.uint8)
    one = builder.insert_element(ir.Constant(vector.type, ir.Undefined), copies, ir.Constant(INT, 0))
    return kinds_mask(builder, builder.icmp_unsigned(">=", vector, shuffled(builder, one, one, [0] * VECTOR)))


def half_codes(builder: Any, vector: Any) -> Any:
    """The eight half codes; zeros where a count exceeds four.

    One permutation brings digit d of half code h to lane 8 d + h, widened by zeros; one multiplication weighs the digits and
    two halvings sum them. The fifth digits come by a permutation of their own.
    """
    none, wide, narrow = splat(vector.type, 0), ir.VectorType(SHORT, 4 * HALVES), ir.VectorType(SHORT, HALVES)

    def digits(numbers: Any, kind: Any) -> Any:
        places = [place for d in numbers for half in range(HALVES) for place in (place_of(half, d), NO_SLOT)]
        return builder.bitcast(shuffled(builder, vector, none, places), kind)

    summed = builder.mul(digits(range(4), wide), ir.Constant(wide, [5**d for d in range(4) for _ in range(HALVES)]))
    for half in (2 * HALVES, HALVES):
        low, high = (
            shuffled(builder, summed, summed, range(half)),
            shuffled(builder, summed, summed, range(half, 2 * half)),
        )
        summed = builder.add(low, high)
    summed = builder.add(summed, builder.mul(digits((4,), narrow), splat(narrow, 5**4)))
    return builder.select(above_four(builder, vector), splat(narrow, 0), summed)
