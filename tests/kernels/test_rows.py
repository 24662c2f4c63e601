"""What is read of rows of counts and of melds, compiled and as plain Python, against counting tile by tile."""

import numba
import numpy as np
import pytest

from fastmj.kernels.jit import JIT
from fastmj.kernels.owned import NO_HAND, beside, concealed, state_tables, tiles_of
from fastmj.kernels.rows import (
    all_at_least,
    at_least,
    codes_of,
    melded_at_least,
    number_of_melds,
    odd,
    store_codes,
)
from tests.reference.rows import meld_tiles

HANDS = 400
COPIES = state_tables().copies
NOT_A_MELD = (26, 34, 137, 255)  # 8m8m8m would be a chow that begins too late, and no codes at all


def compiled(function):
    return numba.njit(function) if JIT else function


@compiled
def read(counts, melds, copies, i):
    codes = np.zeros(4, np.int32)
    fine = store_codes(counts, i, codes, 0)
    held = (at_least(counts, i, 1), at_least(counts, i, 2), at_least(counts, i, 3), at_least(counts, i, 4))
    own = (
        melded_at_least(melds, i, copies, 1),
        melded_at_least(melds, i, copies, 2),
        melded_at_least(melds, i, copies, 3),
        melded_at_least(melds, i, copies, 4),
    )
    whole = (
        all_at_least(counts, i, melds, copies, 1),
        all_at_least(counts, i, melds, copies, 4),
        all_at_least(counts, i, melds, copies, 5),
    )
    return codes, fine, codes_of(counts, i), held, own, whole, odd(counts, i), number_of_melds(melds, i)


def is_meld(byte):
    return byte > 34 or (0 < byte <= 25 and (byte - 1) % 9 < 7)


def rows():
    """Counts up to six and any melds, most of them possible."""
    random = np.random.default_rng(8)
    counts = random.integers(0, 5, (HANDS, 34)) * (random.random((HANDS, 34)) < 0.4)
    counts[::7] += random.random((len(counts[::7]), 34)) < 0.05
    counts[3, 5] = 255
    melds = random.choice([byte for byte in range(137) if is_meld(byte)], (HANDS, 4))
    melds[random.random((HANDS, 4)) < 0.4] = 0
    return counts.astype(np.uint8), melds.astype(np.uint8)


def mask(truths):
    return sum(1 << kind for kind, held in enumerate(truths) if held)


def code(held):
    return (
        sum(5**rank * n for rank, n in enumerate(held[:4])) | sum(5**rank * n for rank, n in enumerate(held[4:])) << 16
    )


def copies_of(melds):
    held = np.zeros(34, int)
    for byte in melds.tolist():
        np.add.at(held, list(meld_tiles(byte)) if byte else [], 1)
    return held


def test_rows_tile_by_tile():
    counts, melds = rows()
    for i in range(HANDS):
        held, own = counts[i].astype(int), copies_of(melds[i])
        codes, fine, pairs, at_leasts, melded, whole, odds, sets = read(counts, melds, COPIES, i)
        wanted = [code(held[9 * suit : 9 * suit + 9].tolist()) * int(held.max() <= 4) for suit in range(4)]
        assert fine == (held.max() <= 4)
        assert codes.tolist() == wanted
        assert pairs == (wanted[0] | wanted[1] << 32, wanted[2] | wanted[3] << 32)
        assert at_leasts == tuple(mask(held >= n) for n in range(1, 5))
        assert melded == tuple(mask(own >= n) for n in range(1, 5))
        if held.max() <= 4:
            assert whole == tuple(mask(held + own >= n) for n in (1, 4, 5))
        assert odds == mask(held % 2)
        assert sets == np.count_nonzero(melds[i])


@compiled
def owned(counts, melds, states, i):
    own = beside(counts, melds, i, states)
    return tiles_of(concealed(counts, i, states).suits), own.sets


@pytest.mark.parametrize("byte", NOT_A_MELD)
def test_what_is_no_meld_is_no_hand(byte):
    counts = np.zeros((1, 34), np.uint8)
    counts[0, 30] = 2
    melds = np.array([[1, 2, byte, 3]], np.uint8)
    assert owned(counts, melds, state_tables(), 0)[1] >= NO_HAND


def test_tiles_of_any_hand():
    """Also of suits that no hand can have: they must not be taken for others."""
    random = np.random.default_rng(9)
    counts = (random.integers(0, 5, (HANDS, 34)) * (random.random((HANDS, 34)) < 0.7)).astype(np.uint8)
    none = np.zeros((0, 4), np.uint8)
    assert [owned(counts, none, state_tables(), i)[0] for i in range(HANDS)] == counts.sum(axis=1).tolist()
