"""How one suit's part of a reading is packed into one integer.

Records of the suits and of the melds are added: a meld is one add, and "every set ..." elements are lane == 0.

bits  0-16  chows: a base-5 number, the digit of weight 5**i counts the chows that start at rank i + 1
bits 17-25  pungs and kongs: one bit a rank
bits 26-32  where concealed chows start: one bit a rank
bits 33-36  the pair's rank, 0 without a pair
bits 37-60  eight lanes of three bits, see LANES
bits 61-62  how many further readings of this suit follow in the table
"""

from collections.abc import Sequence

from fastmj.kernels.jit import part

CHOW_BITS, SETS_BITS = 17, 26
CHOW_MASK, SETS_MASK = (1 << CHOW_BITS) - 1, (1 << SETS_BITS) - 1
START_SHIFT, PAIR_SHIFT, LANE_SHIFT, MORE_SHIFT = 26, 33, 37, 61
LANES_MASK = (1 << 24) - 1

LANES = ("chows", "pungs", "inner", "without_five", "not_even", "melded_kongs", "concealed_kongs", "open")
CHOWS, PUNGS, INNER, WITHOUT_FIVE, NOT_EVEN, MELDED_KONGS, CONCEALED_KONGS, OPEN = range(len(LANES))
"""What the lanes count: sets by kind; sets and pairs without terminal or honor, without a five, other than a pung or pair of
an even number; kongs; exposed sets."""


@part
def lane(lanes: int, k: int) -> int:
    """The k-th counter."""
    return lanes >> 3 * k & 7


@part
def lanes_of(record: int) -> int:
    """The eight counters of a record, lowest at bit 0."""
    return record >> LANE_SHIFT & LANES_MASK


@part
def sets_of(record: int) -> int:
    """Chows and pungs of a record."""
    return record & SETS_MASK


@part
def pungs_of(record: int) -> int:
    """The mask of pungs."""
    return record >> CHOW_BITS & 0x1FF


@part
def starts_of(record: int) -> int:
    """Where concealed chows start."""
    return record >> START_SHIFT & 0x7F


@part
def pair_of(record: int) -> int:
    """The rank of the pair, 0 without one."""
    return record >> PAIR_SHIFT & 15


@part
def more_of(record: int) -> int:
    """How many further readings follow; also right for the OR of several records when compared with 0."""
    return record >> MORE_SHIFT & 3


def lane_counts(chows: Sequence[int], pungs: Sequence[int], pair: int, honors: bool = False) -> int:
    """The lanes of concealed sets and a pair (ranks from 0; pair -1 = none), lowest lane at bit 0."""
    total = 0
    for start in chows:
        total += 1 << 3 * CHOWS
        total += (start not in (0, 6)) << 3 * INNER
        total += (not 2 <= start <= 4) << 3 * WITHOUT_FIVE
        total += 1 << 3 * NOT_EVEN
    for rank in (*pungs, *([pair] if pair >= 0 else [])):
        total += (not honors and rank not in (0, 8)) << 3 * INNER
        total += (honors or rank != 4) << 3 * WITHOUT_FIVE
        total += (honors or rank % 2 == 0) << 3 * NOT_EVEN
    return total + (len(pungs) << 3 * PUNGS)


def record(chows: Sequence[int], pungs: Sequence[int], pair: int, honors: bool = False, more: int = 0) -> int:
    """The record of one suit's concealed sets and pair (ranks from 0; pair -1 = none)."""
    packed = sum(5**start for start in chows)
    packed |= sum(1 << CHOW_BITS + rank for rank in pungs)
    packed |= sum(1 << START_SHIFT + start for start in set(chows))
    packed |= pair + 1 << PAIR_SHIFT
    packed |= lane_counts(chows, pungs, pair, honors) << LANE_SHIFT
    return int(packed | more << MORE_SHIFT)
