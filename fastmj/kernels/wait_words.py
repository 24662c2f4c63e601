"""What four suits wait for together, from their wait words in one integer, 16 bits a suit.

A wait word tells which tiles complete a suit (bits 0-8) and its class (from bit 9; see ``fastmj.kernels.tables.wait_words``).
In blocks the words of all suits are looked up first, one after another; what they come to is plain arithmetic on one integer
a hand, which becomes vector code.
"""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.jit import i64, part, stage, u32
from fastmj.kernels.owned import TILES_SHIFT, StateTables, Suits, number, state
from fastmj.kernels.waits import CLASS_SHIFT

Array = npt.NDArray[Any]
CLASSES = 0x0007_0007_0007_0007  # of a packed integer shifted down by CLASS_SHIFT


@part
def packed_words(suits: Suits, words: Array) -> int:
    """The wait words of four suits in one integer."""
    m, p = i64(words[number(suits.m)]), i64(words[number(suits.p)])
    s, z = i64(words[number(suits.s)]), i64(words[number(suits.z)])
    return m | p << 16 | s << 32 | z << 48


@part
def kinds_of(packed: int) -> int:
    """The kinds that complete each suit."""
    return packed & 0x1FF | packed >> 7 & 0x1FF << 9 | packed >> 14 & 0x1FF << 18 | packed >> 21 & 0x1FF << 27


@part
def classes_of(packed: int) -> int:
    """The four classes, three bits each: an index of ``Distances.active``."""
    apart = packed >> CLASS_SHIFT & CLASSES
    two = apart | apart >> 13
    return two & 0x3F | two >> 26 & 0xFC0


@part
def sum_of_classes(packed: int) -> int:
    """The four classes added up."""
    apart = packed >> CLASS_SHIFT & CLASSES
    two = apart + (apart >> 32)
    return two + (two >> 16) & 0x3F


@stage
def find_words(n: int, codes: Array, states: StateTables, table: Array, words: Array, tiles: Array) -> None:
    """The wait words of n hands, uint16, from the codes of their suits, int32: four a hand; and how many tiles they have."""
    for k in range(n):
        at, held = u32(4 * k), i64(0)
        for suit in range(4):
            found = state(u32(codes[u32(at + suit)]), i64(suit == 3), states)
            words[u32(at + suit)] = table[number(found)]
            held += found
        tiles[k] = held >> TILES_SHIFT
