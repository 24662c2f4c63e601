"""A column of texts in the dialect ``botzone``, spelled as ``mpsz`` for pack.py: ``W1`` as ``1m``, ``J1`` as ``7z``.

Flowers are put aside and leave a gap. A text that no spelling can make readable becomes an empty one, which is no hand
either, so that what is read of the new texts is what ``fastmj.notation.read`` says of the old ones.
"""

import numpy as np

from fastmj.hands import U8, read_only
from fastmj.kernels.jit import helper, kernel
from fastmj.kernels.pack import I64, Texts

ZERO, PLUS, GAP, DRAGON, FLOWER = b"0+_JH"
TOKENS = ((b"W", b"m", 9), (b"B", b"p", 9), (b"T", b"s", 9), (b"F", b"z", 4), (b"J", b"z", 3), (b"H", b"_", 8))
"""Letter, what stands for it in ``mpsz``, the highest digit after it."""


def _spelling() -> tuple[U8, U8]:
    """By byte: what it becomes (0 where it may not stand), and the highest digit that follows it (0 where none does)."""
    becomes, highest = np.zeros(256, np.uint8), np.zeros(256, np.uint8)
    for mark in b" _+[]()":
        becomes[mark] = mark
    for letter, suit, most in TOKENS:
        becomes[ord(letter)], highest[ord(letter)] = ord(suit), most
    return read_only(becomes), read_only(highest)


BECOMES, HIGHEST = _spelling()


@helper
def _rank(letter: int, digit: int) -> int:
    """The digit that stands in ``mpsz`` before the suit: dragons count the other way round, Red is J1 and 7z."""
    return 8 - digit if letter == DRAGON else digit


@helper
def _spell(data: U8, start: int, stop: int, becomes: U8, highest: U8, out: U8, begin: int) -> tuple[int, int]:
    """Write one text as ``mpsz`` from ``out[begin]`` on: (where it ends, mask of the flowers); empty where it is faulty."""
    to, flowers, won = begin, 0, False
    at = start
    while at < stop:
        letter = int(data[at])
        suit, most = int(becomes[letter]), int(highest[letter])
        if suit == 0:
            return begin, 0
        if most > 0:
            at += 1
            digit = int(data[at]) - ZERO if at < stop else 0
            if digit < 1 or digit > most:
                return begin, 0
            if letter == FLOWER:
                flower = 1 << digit - 1
                if won or flowers & flower != 0:
                    return begin, 0
                flowers |= flower
                out[to] = GAP
            else:
                out[to] = ZERO + _rank(letter, digit)
            to += 1
        won = won or letter == PLUS
        out[to] = suit
        to += 1
        at += 1
    return to, flowers


@kernel
def spell_botzone(data: U8, offsets: I64, valid: U8, becomes: U8, highest: U8, out: U8, ends: I64, flowers: U8) -> None:
    """Write text i (as in ``pack``) as ``out[ends[i]:ends[i + 1]]`` and its flowers as a mask into ``flowers[i]``.

    becomes ``BECOMES``, highest ``HIGHEST``; out as long as all texts together, ends (n + 1,), flowers (n,).
    """
    to = 0
    ends[0] = 0
    for row in range(len(valid)):
        mask = 0
        if valid[row] != 0:
            to, mask = _spell(data, offsets[row], offsets[row + 1], becomes, highest, out, to)
        flowers[row] = mask
        ends[row + 1] = to


def from_botzone(read: Texts, flowers: U8) -> Texts:
    """The texts as ``mpsz``; writes into `flowers` (n,) which of them each text names, bit 0 the first."""
    out, ends = np.empty(read.offsets[-1] - read.offsets[0], np.uint8), np.empty_like(read.offsets)
    spell_botzone(*read, BECOMES, HIGHEST, out, ends, flowers)
    return Texts(read_only(out), read_only(ends), read.valid)
