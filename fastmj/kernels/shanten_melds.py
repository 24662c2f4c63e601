"""How many tiles a hand is from the regular form, its melds counted.

The melds take copies: of a kind they hold three times one more can be drawn at most. Suits where that could matter go
through ``limited_row`` (some 40 ns), the others through the classes. It cannot matter

- where the melds hold one copy of some kinds and no goal of the suit wants a fourth copy drawn (UNSAFE says so), and
- where they hold more copies of a kind, but no tile within two ranks of it is held: a set or pair with such a kind would
  have to be drawn whole, and a pung or pair of some kind that nobody uses costs no more; by the same reason honors that are
  melded are left out: no set or pair of them is left; and
- where they hold more copies of just one kind near tiles that are held, and no goal is further away if neither that kind nor
  a fourth copy is drawn (``Distances.matters``): so it is for nine in ten of the hands that the first two leave.
"""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.distances import NOTHING, UNSAFE, Distances
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.limited import ALL_LEFT, limited_row
from fastmj.kernels.owned import Beside, Concealed, Suits, number
from fastmj.kernels.rows import melded_at_least
from fastmj.kernels.shapes import IMPOSSIBLE, KNITTED_TILES, SUIT, Analysis
from fastmj.tiles import HONORS, suited

Array = npt.NDArray[Any]
FOUR = 4
ONES, NINES = suited((1,)), suited((9,))
HONORS_FROM_SLOT = 27
UNSAFE_BIT = UNSAFE.bit_length() - 1


@part
def around(kinds: int) -> int:
    """The suited kinds within two ranks of these."""
    up = kinds << 1 & ~ONES
    down = kinds >> 1 & ~NINES
    return kinds | up | down | up << 1 & ~ONES | down >> 1 & ~NINES


@part
def kind_of(word: int, distances: Distances) -> int:
    """The class of a suit's state, UNSAFE with it."""
    return i64(distances.kind[number(word)])


@part
def honors_kind(word: int, melded: int, once: int, given: Analysis) -> int:
    """The class of the honors that are not melded."""
    taken = i64(given.states.honor[u32((melded & once) >> HONORS_FROM_SLOT)])
    return kind_of(word - taken, given.distances)


@part
def four_suits(sets: int, left: int, right: int, distances: Distances) -> int:
    """Tiles missing for so many sets and a pair, less one, from the classes of two suits and of two."""
    return i64(distances.all_four[u32(sets), u32(left), u32(right)])


@part
def could_matter(m: int, p: int, s: int, melded: int, often: int, once: int) -> int:
    """The kinds, in suits of these classes, by which the melds could matter."""
    unsafe = -(m >> UNSAFE_BIT) & SUIT | (-(p >> UNSAFE_BIT) & SUIT) << 9 | (-(s >> UNSAFE_BIT) & SUIT) << 18
    return (unsafe & melded | around(often) & once) & ~HONORS


@part
def by_classes(suits: Suits, own: Beside, once: int, given: Analysis) -> tuple[int, int, int, bool]:
    """(tiles missing for the regular form, less one; two classes; whether what the melds took could matter).

    The sets are those wanted beside the melds; the classes those of characters and dots together and of bamboo and honors.
    """
    distances = given.distances
    m, p, s = kind_of(suits.m, distances), kind_of(suits.p, distances), kind_of(suits.s, distances)
    z = honors_kind(suits.z, own.melded, once, given)
    left = i64(distances.characters_dots[u32(m & NOTHING), u32(p & NOTHING)])
    right = i64(distances.bamboo_honors[u32(s & NOTHING), u32(z)])
    doubtful = could_matter(m, p, s, own.melded, own.often, once) != 0
    return four_suits(FOUR - own.sets, left, right, distances), left, right, doubtful


@part
def symbols(suit: int, hand: Concealed, melds: Array, i: int, own: Beside, given: Analysis) -> int:
    """What the melds leave and the hand holds of each rank of a suit, as ``limited_row`` wants it."""
    spread, shift, copies = given.distances.spread, 9 * suit, given.states.copies
    held = (
        spread[u32(hand.once >> shift & SUIT)]
        + spread[u32(hand.twice >> shift & SUIT)]
        + spread[u32(hand.thrice >> shift & SUIT)]
        + spread[u32(hand.four >> shift & SUIT)]
    )
    taken = (
        spread[u32(own.melded >> shift & SUIT)]
        + spread[u32(own.often >> shift & SUIT)]
        + spread[u32(melded_at_least(melds, i, copies, 3) >> shift & SUIT)]
        + spread[u32(melded_at_least(melds, i, copies, 4) >> shift & SUIT)]
    )
    return ALL_LEFT + i64(held) - 5 * i64(taken)


@part
def joined(sets: int, left: int, right: int) -> int:
    """The least of all ways to share so many sets and a pair between two rows of distances, less one."""
    least = i64(IMPOSSIBLE)
    for k in range(sets + 1):
        mine, theirs = left >> 16 * k, right >> 16 * (sets - k)
        pair_here = (mine >> 8 & 255) + (theirs & 255)
        pair_there = (mine & 255) + (theirs >> 8 & 255)
        least = min(least, min(pair_here, pair_there))
    return least - 1


@part
def is_limited(suit: int, word: int, own: Beside, once: int, given: Analysis) -> bool:
    """Whether a suit must be gone through rank by rank."""
    near = (own.often & around(once)) >> 9 * suit & SUIT
    unsafe = (kind_of(word, given.distances) >= UNSAFE) & (own.melded >> 9 * suit & SUIT != 0) & (near == 0)
    return unsafe | (near & (near - 1) != 0) | (i64(given.distances.matters[number(word)]) & near != 0)


@part
def limited_suits(suits: Suits, own: Beside, once: int, given: Analysis) -> tuple[bool, bool, bool]:
    """Which suits must be gone through rank by rank."""
    m, p = is_limited(0, suits.m, own, once, given), is_limited(1, suits.p, own, once, given)
    return m, p, is_limited(2, suits.s, own, once, given)


@part
def limited(hand: Concealed, melds: Array, i: int, own: Beside, given: Analysis) -> int:
    """What ``by_classes`` says first, exactly: suits where melds matter are gone through rank by rank."""
    distances, which = given.distances, limited_suits(hand.suits, own, hand.once, given)
    m = NOTHING if which[0] else kind_of(hand.suits.m, distances) & NOTHING
    p = NOTHING if which[1] else kind_of(hand.suits.p, distances) & NOTHING
    s = NOTHING if which[2] else kind_of(hand.suits.s, distances) & NOTHING
    row = i64(distances.rows_left[u32(distances.characters_dots[u32(m), u32(p)])])
    for suit in range(3):
        if which[suit]:
            row = limited_row(distances.limits, symbols(suit, hand, melds, i, own, given), row)
    z = honors_kind(hand.suits.z, own.melded, hand.once, given)
    return joined(FOUR - own.sets, row, i64(distances.rows_right[u32(distances.bamboo_honors[u32(s), u32(z)])]))


@part
def knitted_beside(hand: Concealed, full: int, given: Analysis) -> int:
    """The knitted straight beside one meld: the nine tiles of a pattern and a pair."""
    least = i64(IMPOSSIBLE)
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        if full & knitted & ~hand.once == 0:  # else a tile of the pattern is gone
            paired = hand.twice & ~knitted | hand.thrice & knitted
            single = (hand.once & ~knitted | hand.twice & knitted) & ~full
            pair = 0 if paired != 0 else 1 if single != 0 else 2
            least = min(least, KNITTED_TILES - popcount(hand.once & knitted) + pair - 1)
    return least
