"""Reading hands for analysis: the states of their suits, which kinds they hold how often, and what their melds take.

A suit's state is a number below 2^24 with the number of its tiles above it, so that the sum of four tells the tiles of a
hand. Blocks of hands are read by two loops: the codes of the suits, then the states, four a hand (3 ns a hand; one loop for
both takes 4.5).
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.intrinsics import CODE_HIGH
from fastmj.kernels.jit import i64, part, stage, u32
from fastmj.kernels.meld_tables import meld_tiles
from fastmj.kernels.rows import (
    KONG_MARK,
    all_at_least,
    at_least,
    codes_of,
    melded_at_least,
    number_of_melds,
    store_codes,
)
from fastmj.kernels.tables import HONORS_FROM, digits, suit_index
from fastmj.kernels.vectors import vector_rows

Array = npt.NDArray[Any]
BLOCK = 256  # hands: their states take 4 KB of the first-level cache, beside the tables
TILES_SHIFT = 24
STATE = (1 << TILES_SHIFT) - 1
HALF = (1 << CODE_HIGH) - 1
CODE_MASK = (1 << 2 * CODE_HIGH) - 1
LOW, HIGH = 625, 3125  # states of the first four ranks, and of the last five
NO_HAND = 8  # stands for the number of melds of what is no hand
NO_MELD = 5  # copies that stand for a byte which is no meld: more than a hand may have


class StateTables(NamedTuple):
    """From codes to states, and from meld bytes to copies. Smaller than ``Tables``: 22 of the 48 KB that are nearest."""

    low: Array  # (1250,) int32: what the first four ranks of a suit, and then of the honors, add to the state
    high: Array  # (3250,) int32: the same of the last five ranks of a suit, and three of the honors
    copies: Array  # (256, 64) uint8: what each meld byte holds, see ``melded_at_least``
    honor: Array  # (128,) int32: what one tile of each honor of a mask adds to their state


class Suits(NamedTuple):
    """The states of the four suits of a hand, each with its tiles << TILES_SHIFT."""

    m: int
    p: int
    s: int
    z: int


class Concealed(NamedTuple):
    """The concealed tiles of one hand. With a count above four the states are those of no tiles."""

    suits: Suits
    codes_mp: int  # codes of characters | dots << 32
    codes_sz: int
    once: int  # the kinds held at least once, twice, three and four times
    twice: int
    thrice: int
    four: int


class Beside(NamedTuple):
    """What the melds of one hand hold, and how they go with its tiles."""

    sets: int  # how many melds; NO_HAND or more: one of them is no meld, or the whole hand has five of a kind
    melded: int  # the kinds in melds
    often: int  # those there twice or more
    full: int  # kinds of which hand and melds hold all four; 0 without melds


@cache
def state_tables() -> StateTables:
    """The tables, made in a few milliseconds."""
    offset, rank, _ = suit_index()
    few, many, honors = (digits(length).sum(axis=1) << TILES_SHIFT for length in (4, 5, 3))
    copies = meld_tiles() % KONG_MARK
    copies[1:][copies[1:].sum(axis=1) == 0] = NO_MELD
    weights = 5 ** np.arange(7)
    return StateTables(
        low=np.concatenate([offset + few, HONORS_FROM + np.arange(LOW) + few]).astype(np.int32),
        high=np.concatenate([rank + many, LOW * np.arange(5**3) + honors]).astype(np.int32),
        copies=vector_rows(copies),
        honor=((np.arange(128)[:, None] >> np.arange(7) & 1) * weights).sum(axis=1).astype(np.int32),
    )


@part
def state(code: int, honors: int, states: StateTables) -> int:
    """The state of a suit with this code, or of the honors (``honors`` 1, else 0)."""
    low, high = (code & HALF) + LOW * honors, (code >> CODE_HIGH) + HIGH * honors
    return i64(states.low[u32(low)]) + i64(states.high[u32(high)])


@part
def suits_of(codes_mp: int, codes_sz: int, states: StateTables) -> Suits:
    """The states of the suits with these codes."""
    return Suits(
        state(codes_mp & CODE_MASK, 0, states),
        state(codes_mp >> 2 * CODE_HIGH & CODE_MASK, 0, states),
        state(codes_sz & CODE_MASK, 0, states),
        state(codes_sz >> 2 * CODE_HIGH & CODE_MASK, 1, states),
    )


@part
def tiles_of(suits: Suits) -> int:
    """How many tiles four suits have; 0 where a count exceeds four."""
    return (suits.m + suits.p + suits.s + suits.z) >> TILES_SHIFT


@part
def number(word: int) -> int:
    """The number of a state, without its tiles: an index."""
    return u32(word & STATE)


@part
def concealed(counts: Array, i: int, states: StateTables) -> Concealed:
    """Row i of uint8 counts. What is not asked for is not looked up either: LLVM drops it."""
    mp, sz = codes_of(counts, i)
    held = at_least(counts, i, 1), at_least(counts, i, 2), at_least(counts, i, 3), at_least(counts, i, 4)
    return Concealed(suits_of(mp, sz, states), mp, sz, *held)


@part
def beside(counts: Array, melds: Array, i: int, states: StateTables) -> Beside:
    """What goes with row i of the counts; no rows of melds at all mean that no hand has any."""
    if melds.shape[0] == 0:
        return Beside(i64(0), i64(0), i64(0), i64(0))
    copies = states.copies
    bad = all_at_least(counts, i, melds, copies, 5) != 0
    return Beside(
        number_of_melds(melds, i) | NO_HAND * i64(bad),
        melded_at_least(melds, i, copies, 1),
        melded_at_least(melds, i, copies, 2),
        all_at_least(counts, i, melds, copies, 4),
    )


@part
def drawn(hand: Concealed, kind: int, given_code: int, states: StateTables) -> Concealed:
    """The hand with one tile of a kind more; ``given_code`` is what it adds to the code of its suit."""
    suit, bit = kind // 9, i64(1) << kind
    mp, sz = hand.codes_mp, hand.codes_sz
    if suit < 2:
        mp += given_code << 2 * CODE_HIGH * suit
    else:
        sz += given_code << 2 * CODE_HIGH * (suit - 2)
    return Concealed(
        suits_of(mp, sz, states),
        mp,
        sz,
        hand.once | bit,
        hand.twice | bit & hand.once,
        hand.thrice | bit & hand.twice,
        hand.four | bit & hand.thrice,
    )


@part
def suits_at(read: Array, k: int) -> Suits:
    """The suits of hand k of a block."""
    at = u32(4 * k)
    return Suits(i64(read[at]), i64(read[u32(at + 1)]), i64(read[u32(at + 2)]), i64(read[u32(at + 3)]))


@stage
def store_block(counts: Array, first: int, n: int, read: Array) -> None:
    """The codes of n hands from ``first`` on, four integers each."""
    for k in range(n):
        store_codes(counts, first + k, read, 4 * k)


@stage
def find_states(n: int, tables: StateTables, read: Array) -> None:
    """Codes of n hands become states."""
    for k in range(n):
        at = u32(4 * k)
        for suit in range(4):
            read[u32(at + suit)] = state(u32(read[u32(at + suit)]), i64(suit == 3), tables)


@part
def read_block(counts: Array, first: int, n: int, tables: StateTables, read: Array) -> None:
    """The states of n hands from ``first`` on, for ``suits_at``; ``read`` int32 (4 * BLOCK,)."""
    store_block(counts, first, n, read)
    find_states(n, tables, read)
