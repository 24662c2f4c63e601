"""Concealed tiles -> suit codes -> table words. The first two stages of a block."""

import numpy as np

from fastmj.hands import Hands
from fastmj.kernels.block import Work
from fastmj.kernels.jit import helper, stage, load_word
from fastmj.kernels.tables import INDEX_BITS, Tables

EVERY_BYTE_16, EVERY_PAIR_32 = 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF
ADD_123, HIGH_BITS = 0x7B7B7B7B7B7B7B7B, -0x7F7F7F7F7F7F7F80  # a byte of 5 or more reaches bit 7 when 123 is added
ONES = 0x0101010101010101
INDEX_MASK = (1 << INDEX_BITS) - 1
SEVEN_BYTES = 0x00FFFFFFFFFFFFFF


@helper
def base5(word: int) -> int:
    """Eight counts in bytes -> the base-5 codes of the lower and the upper four, in the two halves of the result."""
    pairs = (word & EVERY_BYTE_16) + 5 * ((word >> 8) & EVERY_BYTE_16)
    return (pairs & EVERY_PAIR_32) + 25 * ((pairs >> 16) & EVERY_PAIR_32)


@helper
def too_big(word: int) -> int:
    """The high bits of the bytes that exceed four."""
    return (word | (word + ADD_123)) & HIGH_BITS


@helper
def suit_code(word: int, ninth: int) -> int:
    """The code of one suit: first four ranks | last five << 10."""
    fours = base5(word)
    return fours & 1023 | ((fours >> 32 & 1023) + 625 * ninth) << 10


@stage
def keys(hands: Hands, start: int, n: int, work: Work) -> None:
    """Codes of the four suits and the number of tiles; with a count above four the codes are 0 and the number negative.

    Word-wide arithmetic on eight counts at a time checks and converts in 7 ns a hand.
    """
    counts, codes = hands.counts, work.codes
    for i in range(n):
        row = start + i
        m, p, s = load_word(counts, row, 0), load_word(counts, row, 9), load_word(counts, row, 18)
        honors = load_word(counts, row, 26) >> 8 & SEVEN_BYTES  # a row has 34 bytes: begin one early
        m9, p9, s9 = np.int64(counts[row, 8]), np.int64(counts[row, 17]), np.int64(counts[row, 26])
        nines = m9 | p9 << 8 | s9 << 16
        fine = np.int64((too_big(m) | too_big(p) | too_big(s) | too_big(honors) | too_big(nines)) == 0)
        codes[0, i] = suit_code(m, m9) * fine
        codes[1, i] = suit_code(p, p9) * fine
        codes[2, i] = suit_code(s, s9) * fine
        codes[3, i] = suit_code(honors, 0) * fine
        total = (m + p + s + honors + nines) * ONES >> 56  # at most 4 * 5 a byte, 136 in all
        work.tiles[i] = (total & 255) * fine - (1 - fine)
    for i in range(n):
        if work.tiles[i] < 0:  # rare: sum what does not fit the bytes above
            total = np.int64(0)
            for j in range(34):
                total += counts[start + i, j]
            work.tiles[i] = -total


@helper
def word_of(tables: Tables, code: int) -> int:
    """The table word of a suit's code: index and the masks of ranks held at least 1-4 times."""
    return tables.low[np.uint32(code & 1023)] + tables.high[np.uint32(code >> 10)]


@helper
def honor_index(code: int) -> int:
    """The honors' place in their table."""
    return np.uint32((code & 1023) + 625 * (code >> 10))


@helper
def held_at_least(copies: int, m: int, p: int, s: int, z: int) -> int:
    """Which of the 34 kinds are held at least so often, from the words of the suits."""
    shift = INDEX_BITS + 9 * (copies - 1)
    return (m >> shift & 0x1FF) | (p >> shift & 0x1FF) << 9 | (s >> shift & 0x1FF) << 18 | (z >> shift & 0x7F) << 27


@stage
def words(hands: Hands, start: int, n: int, tables: Tables, work: Work) -> None:
    """One look-up a suit: first reading, waits, and which kinds are held how often."""
    codes, suits, waits, held = work.codes, work.suits, work.waits, work.held
    for i in range(n):
        m, p, s, z = (
            word_of(tables, codes[0, i]),
            word_of(tables, codes[1, i]),
            word_of(tables, codes[2, i]),
            word_of(tables, codes[3, i]),
        )
        at_m = tables.suit[np.uint32(m & INDEX_MASK)]
        at_p = tables.suit[np.uint32(p & INDEX_MASK)]
        at_s = tables.suit[np.uint32(s & INDEX_MASK)]
        at_z = tables.honors[honor_index(codes[3, i])]
        suits[0, i], suits[1, i], suits[2, i], suits[3, i] = at_m, at_p, at_s, at_z
        waits[0, i], waits[1, i], waits[2, i], waits[3, i] = at_m >> 16, at_p >> 16, at_s >> 16, at_z >> 16
        once, twice = held_at_least(1, m, p, s, z), held_at_least(2, m, p, s, z)
        thrice, four = held_at_least(3, m, p, s, z), held_at_least(4, m, p, s, z)
        held[0, i], held[1, i], held[2, i], held[3, i] = once, twice, thrice, four
        work.odd[i] = once & ~twice | thrice & ~four
