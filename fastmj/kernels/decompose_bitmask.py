"""Decomposition by bit masks: a suit is a number with four bits a rank, its pungs and its pair are masks, its chows a quotient.

A chow is 0x111 shifted to its lowest rank. So once pungs and pair are taken away, what is left are chows if and only if it
is 0x111 times a number whose digits do not exceed four, and the digits of that number say how many chows start where. What
is tried are the pungs (every subset of the ranks held three times) and the pair: twice its rank has the same remainder by
three as the ranks of the suit's tiles together, since chows and pungs have none.
"""

from typing import Any

import numpy as np

from fastmj.kernels.decompose_codes import MOST_COPIES, MOST_READINGS, MOST_TILES, Codes, Counts, Offsets, sort_readings
from fastmj.kernels.decompose_parts import CHOW_BITS, PAIR, PAIRS, PARTS, PUNG_BITS, merged
from fastmj.kernels.intrinsics import lowest_bit
from fastmj.kernels.jit import helper, i64, kernel, part
from fastmj.tiles import CHOW, KINDS, PUNG

ONES = 0x111111111  # one bit a rank
EVERY_THIRD = 0x001001001
A_CHOW = 0x111
TOO_MANY = 3 * ONES  # added to digits: above four they reach the digit's highest bit
HIGHEST = 8 * ONES


@helper
def quotient_of(rest: int) -> int:
    """How many chows start at each rank, by four bits a rank; -1 where the tiles do not divide into chows."""
    quotient = rest // A_CHOW
    exact = quotient * A_CHOW == rest and (quotient | quotient + TOO_MANY) & HIGHEST == 0
    return quotient if exact else -1


@helper
def as_part(quotient: int, pungs: int, pair: int, suit: int) -> int:
    """The part (see decompose_parts) with these chows and pungs and this pair, 0 without one: four bits a rank."""
    begin = 9 * suit
    word, chow_bits, pung_bits = i64(1) << PARTS, 0, 0
    while quotient != 0:
        rank = lowest_bit(quotient) >> 2
        word |= (CHOW + begin + rank) << chow_bits
        chow_bits += 8
        quotient -= i64(1) << 4 * rank
    while pungs != 0:
        word |= (PUNG + begin + (lowest_bit(pungs) >> 2)) << chow_bits + pung_bits
        pung_bits += 8
        pungs &= pungs - 1
    if pair != 0:
        word |= (begin + (lowest_bit(pair) >> 2)) << PAIR | i64(1) << PAIRS
    return word | chow_bits << CHOW_BITS | pung_bits << PUNG_BITS


@part
def suit_parts(digits: int, ranks: int, suit: int, found: Any) -> int:
    """Write the parts of a suit to ``found[suit]`` and return how many; ``ranks`` is the sum of its tiles' ranks."""
    n = 0
    paired = digits % 3 == 2  # 16 leaves 1 by three: the digits' sum has the remainder of the number
    thrice = (digits & digits >> 1 | digits >> 2) & ONES
    fitting = i64(EVERY_THIRD) << 4 * (2 * ranks % 3)
    pungs = thrice
    while True:
        rest = digits - 3 * pungs
        pairs = (rest >> 1 | rest >> 2) & fitting & ONES if paired else 0
        while True:
            pair = pairs & -pairs
            quotient = quotient_of(rest - 2 * pair)
            if quotient >= 0 and (pair != 0) == paired:
                found[suit, n] = as_part(quotient, pungs, pair, suit)
                n += 1
            pairs &= pairs - 1
            if pairs == 0:
                break
        if pungs == 0:
            break
        pungs = pungs - 1 & thrice
    return n


@part
def honor_parts(digits: int, found: Any) -> int:
    """The same for the honors: what is held three times is a pung, what is held twice the pair."""
    pungs = digits & digits >> 1 & ONES
    pair = digits >> 1 & ~digits & ONES
    if digits != 3 * pungs + 2 * pair or pair & pair - 1 != 0:
        return 0
    found[3, 0] = as_part(0, pungs, pair, 3)
    return 1


@helper
def read_hand(counts: Counts, i: int, digits: Any, ranks: Any) -> bool:
    """The suits of hand i as numbers, and the sums of their tiles' ranks; whether so many tiles can be a whole hand."""
    tiles, most, over = 0, 0, 0
    for suit in range(4):
        number, held, total = 0, 0, 0
        for rank in range(9 if suit < 3 else KINDS - 27):
            copies = i64(counts[i, 9 * suit + rank])
            number |= copies << 4 * rank
            held += copies
            total += copies * rank
            most = max(most, copies)
        digits[suit], ranks[suit] = number, total
        tiles += held
        over += held % 3
    # sets and one pair: of the suits' remainders by three one is 2 and the others are 0
    return over == 2 and tiles <= MOST_TILES and most <= MOST_COPIES


@kernel
def bitmask(counts: Counts, offsets: Offsets, codes: Codes) -> None:
    """Every reading of every hand; see ``fastmj.Algorithm`` for the arrays."""
    digits, ranks, found = np.empty(4, np.int64), np.empty(4, np.int64), np.empty((4, MOST_READINGS), np.int64)
    total = 0
    offsets[0] = 0
    for i in range(len(counts)):
        first = total
        if read_hand(counts, i, digits, ranks):
            m = suit_parts(digits[0], ranks[0], 0, found)
            p = suit_parts(digits[1], ranks[1], 1, found)
            s = suit_parts(digits[2], ranks[2], 2, found)
            z = honor_parts(digits[3], found)
            for a in range(m):
                for b in range(p):
                    for c in range(s * z):
                        codes[total] = merged(found[0, a], found[1, b], found[2, c], found[3, 0])
                        total += 1
            sort_readings(codes, first, total)
        offsets[i + 1] = total
