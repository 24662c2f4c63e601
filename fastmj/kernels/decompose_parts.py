"""One suit's part of a reading as an integer, and how the parts of four suits become a reading.

bits  0-31  the sets as meld bytes, chows first, ascending from the lowest byte, 0 = none
bits 32-34  0: room for the carry when parts are added
bits 35-40  eight times the number of chows: where the pungs begin
bits 41-46  eight times the number of pungs
bits 47-52  the slot of the pair, 0 without one
bits 53-55  1 with a pair, else 0
bits 56-58  1: this is a part; the integer 0 stands for tiles that do not divide
bits 61-62  how many further parts of the same tiles follow

In a reading all chows come before all pungs, as they do in each part, so that merging is shifting. The sum of four parts
tells the pair and, with the number of sets, whether they make up a whole hand. (Of more than four sets the sum may carry
from one field to the next; with two pairs or more it never shows one.)
"""

from collections.abc import Sequence

from fastmj.kernels.decompose_codes import PAIR_SHIFT as READING_PAIR
from fastmj.kernels.jit import helper
from fastmj.tiles import CHOW, PUNG

CHOW_BITS, PUNG_BITS, PAIR, PAIRS, PARTS, MORE = 35, 41, 47, 53, 56, 61
SETS_MASK = 0xFFFFFFFF
ONE_PAIR, FOUR_PARTS = 1, 4 << PARTS - PAIRS


def part(chows: Sequence[int], pungs: Sequence[int], pair: int, more: int = 0) -> int:
    """The part of chows and pungs (slots, ascending) and a pair (-1 = none) with so many others after it."""
    sets = [CHOW + slot for slot in chows] + [PUNG + slot for slot in pungs]
    word = sum(code << 8 * k for k, code in enumerate(sets))
    word |= 8 * len(chows) << CHOW_BITS | 8 * len(pungs) << PUNG_BITS | 1 << PARTS | more << MORE
    return word if pair < 0 else word | pair << PAIR | 1 << PAIRS


@helper
def more_parts(word: int) -> int:
    """How many further parts follow; also right for the OR of several parts when compared with 0."""
    return word >> MORE & 3


@helper
def chow_bits(word: int) -> int:
    """How many bits the chows take."""
    return word >> CHOW_BITS & 63


@helper
def pung_bits(word: int) -> int:
    """How many bits the pungs take."""
    return word >> PUNG_BITS & 63


@helper
def whole(m: int, p: int, s: int, z: int) -> bool:
    """Whether four words are parts with one pair and at most four sets in all."""
    bits = chow_bits(m) + chow_bits(p) + chow_bits(s) + pung_bits(m) + pung_bits(p) + pung_bits(s) + pung_bits(z)
    return (bits <= 32) & ((m + p + s + z) >> PAIRS & 63 == ONE_PAIR | FOUR_PARTS)


@helper
def merged(m: int, p: int, s: int, z: int) -> int:
    """The reading that four parts make up; of other words something without meaning."""
    sets_m, sets_p, sets_s = m & SETS_MASK, p & SETS_MASK, s & SETS_MASK
    pungs_m, pungs_p, pungs_s = sets_m >> chow_bits(m), sets_p >> chow_bits(p), sets_s >> chow_bits(s)
    code = sets_m ^ pungs_m << chow_bits(m)  # what the pungs leave of the sets are the chows
    place = chow_bits(m)
    code |= (sets_p ^ pungs_p << chow_bits(p)) << place
    place += chow_bits(p)
    code |= (sets_s ^ pungs_s << chow_bits(s)) << place
    place += chow_bits(s)
    code |= pungs_m << place
    place += pung_bits(m)
    code |= pungs_p << place
    place += pung_bits(p)
    code |= pungs_s << place
    place += pung_bits(s)
    code |= (z & SETS_MASK) << place
    return code | ((m + p + s + z) >> PAIR & 63) << READING_PAIR
