"""Concealed tiles -> suit codes -> table words. The first two stages of a block."""

from fastmj.hands import Hands
from fastmj.kernels.block import Work
from fastmj.kernels.intrinsics import CODE_HIGH, suit_codes
from fastmj.kernels.jit import helper, i64, stage, u32
from fastmj.kernels.tables import HONORS_FROM, INDEX_BITS, Tables

INDEX_MASK = (1 << INDEX_BITS) - 1
HALF = (1 << CODE_HIGH) - 1
CODE_MASK = (1 << 2 * CODE_HIGH) - 1


@stage
def keys(hands: Hands, n: int, work: Work) -> None:
    """Codes of the four suits and the number of tiles; with a count above four the codes are 0 and the number negative."""
    codes = work.codes
    for i in range(n):
        mp, sz, tiles, fine = suit_codes(hands.counts, i)
        codes[0, i] = (mp & CODE_MASK) * fine
        codes[1, i] = (mp >> 2 * CODE_HIGH & CODE_MASK) * fine
        codes[2, i] = (sz & CODE_MASK) * fine
        codes[3, i] = (sz >> 2 * CODE_HIGH & CODE_MASK) * fine
        work.tiles[i] = tiles if fine else -tiles


@helper
def word_of(tables: Tables, code: int) -> int:
    """The table word of a suit's code: index and the masks of ranks held at least 1-4 times."""
    return i64(tables.low[u32(code & HALF)] + tables.high[u32(code >> CODE_HIGH)])


@helper
def state_of(word: int, code: int, suit: int) -> int:
    """The number of a suit's state from its word, or of the honors' (suit 3) from their code."""
    honors = HONORS_FROM + (code & HALF) + 625 * (code >> CODE_HIGH)
    return u32(honors if suit == 3 else word & INDEX_MASK)


@helper
def held_at_least(copies: int, m: int, p: int, s: int, z: int) -> int:
    """Which of the 34 kinds are held at least so often, from the words of the suits."""
    shift = INDEX_BITS + 9 * (copies - 1)
    return (m >> shift & 0x1FF) | (p >> shift & 0x1FF) << 9 | (s >> shift & 0x1FF) << 18 | (z >> shift & 0x7F) << 27


@stage
def words(n: int, tables: Tables, work: Work) -> None:
    """One look-up a suit: its first reading, and which kinds are held how often."""
    codes, suits, held, found, first = work.codes, work.suits, work.held, work.records, tables.first
    for i in range(n):
        m, p = word_of(tables, codes[0, i]), word_of(tables, codes[1, i])
        s, z = word_of(tables, codes[2, i]), word_of(tables, codes[3, i])
        found[0, i], found[1, i], found[2, i], found[3, i] = m, p, s, z
        suits[0, i], suits[1, i] = first[state_of(m, codes[0, i], 0)], first[state_of(p, codes[1, i], 1)]
        suits[2, i], suits[3, i] = first[state_of(s, codes[2, i], 2)], first[state_of(z, codes[3, i], 3)]
    for i in range(n):
        m, p, s, z = found[0, i], found[1, i], found[2, i], found[3, i]
        once, twice = held_at_least(1, m, p, s, z), held_at_least(2, m, p, s, z)
        thrice, four = held_at_least(3, m, p, s, z), held_at_least(4, m, p, s, z)
        held[0, i], held[1, i], held[2, i], held[3, i] = once, twice, thrice, four
        work.odd[i] = once & ~twice | thrice & ~four
