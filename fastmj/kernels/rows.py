"""What is read of a row of 34 counts and of the melds beside it, in a few instructions each.

The codes of all suits take 2 ns, where a byte at a time takes 15. Each function is plain Python, with the code that numba
emits for it beside it.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from fastmj.kernels.intrinsics import _lower, _type
from fastmj.kernels.vectors import (
    BYTE,
    COPIES,
    HALVES,
    INT,
    RANKS,
    VECTOR,
    VECTOR_SHIFT,
    WORD,
    above_four,
    at_least_mask,
    check_bytes,
    half_codes,
    kinds_mask,
    load,
    row_pointer,
    row_vector,
    splat,
)
from fastmj.tiles import KINDS

_types: Any = types  # without complete stubs

KONG_MARK = 64
"""Added to the four tiles of a kong where tiles of whole hands are counted: more than all other tiles of a kind come to."""


def _codes(counts: Any, row: int) -> list[int]:
    held = counts[row].tolist()
    if max(held) > COPIES:
        return [0] * 4
    halves = [sum(5**d * held[slot] for d, slot in enumerate(slots) if slot < KINDS) for slots in RANKS]
    return [halves[suit] | halves[suit + 1] << 16 for suit in range(0, HALVES, 2)]


def _first_row(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The row of counts that the first two arguments name, as a vector."""
    row = context.cast(builder, args[1], signature.args[1], types.int64)
    return row_vector(context, builder, signature.args[0], args[0], row)


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
        check_bytes("counts", counts)
        return types.boolean

    return typed


@_lower(store_codes, types.Array, types.Integer, types.Array, types.Integer)
def _emit_store_codes(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    vector = _first_row(context, builder, signature, args)
    halves = half_codes(builder, vector)
    at = context.cast(builder, args[3], signature.args[3], types.int64)
    pointer = row_pointer(context, builder, signature.args[2], args[2], at)
    builder.store(halves, builder.bitcast(pointer, halves.type.as_pointer())).align = 1
    return builder.not_(above_four(builder, vector))


def codes_of(counts: Any, row: int) -> tuple[int, int]:
    """The codes of characters | dots << 32, and of bamboo | honors << 32; zeros where a count exceeds four."""
    m, p, s, z = _codes(counts, row)
    return m | p << 32, s | z << 32


@_type(codes_of)
def _type_codes_of(context: Any) -> Any:
    def typed(counts: Any, row: Any) -> Any:
        check_bytes("counts", counts)
        return _types.UniTuple(types.int64, 2)

    return typed


@_lower(codes_of, types.Array, types.Integer)
def _emit_codes_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    halves = half_codes(builder, _first_row(context, builder, signature, args))
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
        check_bytes("counts", counts)
        return types.int64

    return typed


@_type(odd)
def _type_odd(context: Any) -> Any:
    def typed(counts: Any, row: Any) -> Any:
        check_bytes("counts", counts)
        return types.int64

    return typed


@_lower(at_least, types.Array, types.Integer, types.Integer)
def _emit_at_least(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return at_least_mask(context, builder, _first_row(context, builder, signature, args), args[2], signature.args[2])


@_lower(odd, types.Array, types.Integer)
def _emit_odd(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    vector = _first_row(context, builder, signature, args)
    return kinds_mask(builder, builder.trunc(vector, ir.VectorType(ir.IntType(1), VECTOR)))


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


def whole_hand(counts: Any, melds: Any, row: int, meld_tiles: Any) -> tuple[int, int, int, int]:
    """Masks of the kinds that a row and its melds together hold: at all, four times but not as a kong, four times, more.

    ``meld_tiles``: uint8 (256, 64), the tiles of each meld byte as ``vector_rows`` lays them out, with KONG_MARK.
    """
    held = _melded(melds, row, meld_tiles) + counts[row]
    tiles = held % KONG_MARK
    tests = held > 0, held == COPIES, tiles == COPIES, tiles > COPIES
    kinds, fours, whole, more = (sum(1 << kind for kind in test.nonzero()[0].tolist()) for test in tests)
    return kinds, fours, whole, more


def number_of_melds(melds: Any, row: int) -> int:
    """How many melds a row has."""
    return int((melds[row] != 0).sum())


@_type(melded_at_least)
def _type_melded_at_least(context: Any) -> Any:
    def typed(melds: Any, row: Any, copies: Any, least: Any) -> Any:
        check_bytes("melds", melds)
        return types.int64

    return typed


@_type(all_at_least)
def _type_all_at_least(context: Any) -> Any:
    def typed(counts: Any, row: Any, melds: Any, copies: Any, least: Any) -> Any:
        check_bytes("counts", counts)
        check_bytes("melds", melds)
        return types.int64

    return typed


@_type(whole_hand)
def _type_whole_hand(context: Any) -> Any:
    def typed(counts: Any, melds: Any, row: Any, meld_tiles: Any) -> Any:
        check_bytes("counts", counts)
        check_bytes("melds", melds)
        return _types.UniTuple(types.int64, 4)

    return typed


@_type(number_of_melds)
def _type_number_of_melds(context: Any) -> Any:
    def typed(melds: Any, row: Any) -> Any:
        check_bytes("melds", melds)
        return types.int64

    return typed


def _four_melds(context: Any, builder: Any, kind: Any, melds: Any, row: Any, row_kind: Any) -> Any:
    """The four meld bytes of a row as one integer."""
    row = context.cast(builder, row, row_kind, types.int64)
    return load(builder, row_pointer(context, builder, kind, melds, row), INT)


def _sum_of_melds(context: Any, builder: Any, four: Any, kind: Any, copies: Any) -> Any:
    """What four melds hold, as a vector: three additions, which take less than asking whether there is any."""
    held = []
    for k in range(4):
        byte = builder.and_(builder.lshr(four, ir.Constant(INT, 8 * k)), ir.Constant(INT, 255))
        start = context.make_array(kind)(context, builder, copies).data
        at = builder.gep(start, [builder.shl(builder.zext(byte, WORD), ir.Constant(WORD, VECTOR_SHIFT))])
        held.append(load(builder, at, ir.VectorType(BYTE, VECTOR)))
    return builder.add(builder.add(held[0], held[1]), builder.add(held[2], held[3]))


@_lower(melded_at_least, types.Array, types.Integer, types.Array, types.Integer)
def _emit_melded_at_least(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kinds = signature.args
    four = _four_melds(context, builder, kinds[0], args[0], args[1], kinds[1])
    return at_least_mask(context, builder, _sum_of_melds(context, builder, four, kinds[2], args[2]), args[3], kinds[3])


@_lower(all_at_least, types.Array, types.Integer, types.Array, types.Array, types.Integer)
def _emit_all_at_least(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kinds = signature.args
    four = _four_melds(context, builder, kinds[2], args[2], args[1], kinds[1])
    melded = _sum_of_melds(context, builder, four, kinds[3], args[3])
    held = builder.add(_first_row(context, builder, signature, args), melded)
    return at_least_mask(context, builder, held, args[4], kinds[4])


@_lower(whole_hand, types.Array, types.Array, types.Integer, types.Array)
def _emit_whole_hand(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    (counts, melds, row, meld_tiles), kinds = args, signature.args
    four = _four_melds(context, builder, kinds[1], melds, row, kinds[2])
    concealed = row_vector(context, builder, kinds[0], counts, context.cast(builder, row, kinds[2], types.int64))
    held = builder.add(concealed, _sum_of_melds(context, builder, four, kinds[3], meld_tiles))
    tiles = builder.and_(held, splat(held.type, KONG_MARK - 1))
    tests = ("!=", held, 0), ("==", held, COPIES), ("==", tiles, COPIES), (">", tiles, COPIES)
    parts = [kinds_mask(builder, builder.icmp_unsigned(test, v, splat(v.type, number))) for test, v, number in tests]
    return context.make_tuple(builder, signature.return_type, parts)


@_lower(number_of_melds, types.Array, types.Integer)
def _emit_number_of_melds(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Added to the low seven bits of a byte, ones carry into its highest where any bit is set."""
    four = _four_melds(context, builder, signature.args[0], args[0], args[1], signature.args[1])
    ones = ir.Constant(INT, 0x7F7F7F7F)
    some = builder.or_(builder.add(builder.and_(four, ones), ones), four)
    return builder.zext(builder.ctpop(builder.and_(some, ir.Constant(INT, 0x80808080))), WORD)
