"""Concealed tiles -> suit codes -> table words. The first two stages of a block."""

from fastmj.hands import Hands
from fastmj.kernels.block import Column, Work
from fastmj.kernels.intrinsics import CODE_HIGH, wide_vectors
from fastmj.kernels.jit import helper, i64, stage, u32
from fastmj.kernels.rows import store_codes
from fastmj.kernels.tables import HONORS_FROM, INDEX_BITS, TILES_SHIFT, Tables
from fastmj.tiles import KINDS

INDEX_MASK = (1 << INDEX_BITS) - 1
HALF = (1 << CODE_HIGH) - 1
CODE_MASK = (1 << 2 * CODE_HIGH) - 1


@stage
def keys(hands: Hands, n: int, work: Work) -> int:
    """Codes of the four suits; hands with a count above four get codes 0 and are listed: returns how many they are."""
    codes, listed = work.codes, work.listed
    crowded = 0
    for i in range(n):
        if not store_codes(hands.counts, i, codes, i):
            listed[crowded] = i
            crowded += 1
    return crowded


@stage
def crowded(hands: Hands, found: int, work: Work) -> None:
    """The tiles of the hands listed by ``keys``, which have a count above four: their number, negative."""
    for k in range(found):
        i = i64(work.listed[k])
        tiles = i64(0)
        for slot in range(KINDS):
            tiles += i64(hands.counts[i, slot])
        work.tiles[i] = -tiles


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


@helper
def word_of_halves(tables: Tables, halves: Column, i: int, suit: int) -> int:
    """The same from where the codes of hand i lie in halves, which saves taking them apart."""
    return i64(tables.low[halves[i, 2 * suit]] + tables.high[halves[i, 2 * suit + 1]])


@stage
def words(n: int, tables: Tables, work: Work) -> None:
    """One look-up a suit: its first reading and the record of that, which kinds are held how often, how many tiles."""
    wide_vectors()
    codes, halves, suits, held, found = work.codes, work.halves, work.suits, work.held, work.words
    first, readings, records = tables.first, tables.readings, work.records
    for i in range(n):
        m, p = word_of_halves(tables, halves, i, 0), word_of_halves(tables, halves, i, 1)
        s, z = word_of_halves(tables, halves, i, 2), word_of_halves(tables, halves, i, 3)
        found[0, i], found[1, i], found[2, i], found[3, i] = m, p, s, z
        first_m, first_p = first[state_of(m, 0, 0)], first[state_of(p, 0, 1)]
        first_s, first_z = first[state_of(s, 0, 2)], first[state_of(z, codes[i, 3], 3)]
        suits[0, i], suits[1, i], suits[2, i], suits[3, i] = first_m, first_p, first_s, first_z
        records[0, i], records[1, i] = readings[first_m], readings[first_p]
        records[2, i], records[3, i] = readings[first_s], readings[first_z]
    for i in range(n):
        m, p, s, z = found[0, i], found[1, i], found[2, i], found[3, i]
        once, twice = held_at_least(1, m, p, s, z), held_at_least(2, m, p, s, z)
        thrice, four = held_at_least(3, m, p, s, z), held_at_least(4, m, p, s, z)
        held[0, i], held[1, i], held[2, i], held[3, i] = once, twice, thrice, four
        work.odd[i] = once & ~twice | thrice & ~four
        work.tiles[i] = (m >> TILES_SHIFT) + (p >> TILES_SHIFT) + (s >> TILES_SHIFT) + (z >> TILES_SHIFT)
