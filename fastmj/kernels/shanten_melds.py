"""How many tiles a hand with melds is from being ready.

The melds take copies: of a kind they hold three times one more can be drawn at most. Suits where that could matter go
through ``limited_row`` (some 50 ns), the others through the classes. It cannot matter

- where the melds hold one copy of some kinds and no goal of the suit wants a fourth copy drawn (UNSAFE says so), and
- where they hold more copies of a kind, but no tile within two ranks of it is held: a set or pair with such a kind would
  have to be drawn whole, and a pung or pair of some kind that nobody uses costs no more.

By the same reason honors that are melded are left out: no set or pair of them is left.
"""

from fastmj.kernels.distances import NOTHING, UNSAFE, Distances
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.keys import state_of
from fastmj.kernels.limited import ALL_LEFT, limited_row
from fastmj.kernels.owned import Concealed, Melded, at_least
from fastmj.kernels.shapes import IMPOSSIBLE, KNITTED_STRAIGHT, KNITTED_TILES, REGULAR, SUIT, Analysis
from fastmj.tiles import suited

FOUR = 4
ONES, NINES = suited((1,)), suited((9,))
HONORS_FROM_SLOT = 27


@part
def around(kinds: int) -> int:
    """The suited kinds within two ranks of these."""
    up = kinds << 1 & ~ONES
    down = kinds >> 1 & ~NINES
    return kinds | up | down | up << 1 & ~ONES | down >> 1 & ~NINES


@part
def symbols(suit: int, hand: Concealed, melds: Melded, distances: Distances) -> int:
    """What the melds leave and the hand holds of each rank of a suit, as ``limited_row`` wants it."""
    spread, shift = distances.spread, 9 * suit
    held = (
        spread[u32(at_least(1, hand) >> shift & SUIT)]
        + spread[u32(at_least(2, hand) >> shift & SUIT)]
        + spread[u32(at_least(3, hand) >> shift & SUIT)]
        + spread[u32(at_least(4, hand) >> shift & SUIT)]
    )
    taken = (
        spread[u32(melds.one >> shift & SUIT)]
        + 2 * spread[u32(melds.two >> shift & SUIT)]
        + 4 * spread[u32(melds.four >> shift & SUIT)]
    )
    return ALL_LEFT + i64(held) - 5 * i64(taken)


@part
def suit_kind(suit: int, code: int, word: int, hand: Concealed, melds: Melded, distances: Distances) -> int:
    """The class of a suit, or NOTHING where what the melds took could matter."""
    kind = i64(distances.kind[state_of(word, code, suit)])
    melded, often = melds.one | melds.two | melds.four, melds.two | melds.four
    shift = 9 * suit
    if melded >> shift & SUIT != 0:
        if (kind & UNSAFE != 0) | (around(often) & at_least(1, hand) & SUIT << shift != 0):
            return NOTHING
    return kind & ~UNSAFE


@part
def honors_kind(hand: Concealed, melds: Melded, distances: Distances) -> int:
    """The class of the honors that are not melded."""
    melded = (melds.one | melds.two | melds.four) & at_least(1, hand)
    code = hand.code_z - i64(distances.held_code[u32(melded >> HONORS_FROM_SLOT)])
    return i64(distances.kind[state_of(0, code, 3)])


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
def regular_beside(hand: Concealed, melds: Melded, distances: Distances) -> int:
    """The sets that are wanted beside the melds, and a pair."""
    m = suit_kind(0, hand.code_m, hand.word_m, hand, melds, distances)
    p = suit_kind(1, hand.code_p, hand.word_p, hand, melds, distances)
    s = suit_kind(2, hand.code_s, hand.word_s, hand, melds, distances)
    left = distances.characters_dots[u32(m), u32(p)]
    right = distances.bamboo_honors[u32(s), u32(honors_kind(hand, melds, distances))]
    sets = FOUR - melds.sets
    if (m != NOTHING) & (p != NOTHING) & (s != NOTHING):
        return i64(distances.all_four[u32(sets), u32(left), u32(right)])
    row = i64(distances.rows_left[u32(left)])
    if m == NOTHING:
        row = limited_row(distances.limits, symbols(0, hand, melds, distances), row)
    if p == NOTHING:
        row = limited_row(distances.limits, symbols(1, hand, melds, distances), row)
    if s == NOTHING:
        row = limited_row(distances.limits, symbols(2, hand, melds, distances), row)
    return joined(sets, row, i64(distances.rows_right[u32(right)]))


@part
def knitted_beside(hand: Concealed, melds: Melded, given: Analysis) -> int:
    """The knitted straight beside one meld: the nine tiles of a pattern and a pair."""
    once, twice, thrice = at_least(1, hand), at_least(2, hand), at_least(3, hand)
    thrice_melded = melds.one & melds.two
    least = i64(IMPOSSIBLE)
    for pattern in range(6):
        knitted = given.tables.knitted[pattern]
        if melds.four & knitted & ~once == 0:  # else a tile of the pattern is gone
            paired = twice & ~knitted | thrice & knitted
            single = once & ~knitted & ~(thrice_melded | melds.four) | twice & knitted & ~(melds.two | melds.four)
            pair = 0 if paired != 0 else 1 if single != 0 else 2
            least = min(least, KNITTED_TILES - popcount(once & knitted) + pair - 1)
    return least


@part
def beside_melds(hand: Concealed, melds: Melded, given: Analysis) -> int:
    """The nearest form of a hand with melds; IMPOSSIBLE where no form that is asked for has so many."""
    least = i64(IMPOSSIBLE)
    if given.forms & REGULAR:
        least = regular_beside(hand, melds, given.distances)
    if (given.forms & KNITTED_STRAIGHT != 0) & (melds.sets == 1):
        least = min(least, knitted_beside(hand, melds, given))
    return least
