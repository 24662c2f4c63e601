"""Which tiles bring a hand with melds nearer.

The tables of ``useful_for_sets`` do not know what the melds took. But they never miss a tile, and in suits without melds they
are right where nothing that the melds took matters for the hand. The others among those they name are tried. Where the melds
cost a step, and for a knitted straight, all kinds are tried.
"""

from typing import Any

import numpy.typing as npt

from fastmj.kernels.intrinsics import lowest_bit
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.owned import Beside, Concealed, Suits, drawn
from fastmj.kernels.shanten_melds import FOUR, HONORS_FROM_SLOT, by_classes, knitted_beside, limited
from fastmj.kernels.shapes import KNITTED_STRAIGHT, REGULAR, SUIT, Analysis
from fastmj.kernels.useful import Useful, useful_for_sets
from fastmj.tiles import ALL_KINDS, HONORS

Array = npt.NDArray[Any]


@part
def with_kind(hand: Concealed, kind: int, given: Analysis) -> Concealed:
    """The hand after drawing a tile."""
    return drawn(hand, kind, i64(given.tables.tile_code[u32(kind)]), given.states)


@part
def suits_with_melds(melded: int) -> int:
    """All kinds of the suits (not honors) in which melds are."""
    kinds = i64(0)
    for suit in range(3):
        kinds |= SUIT << 9 * suit if melded >> 9 * suit & SUIT != 0 else 0
    return kinds


@part
def named(missing: int, hand: Concealed, own: Beside, given: Analysis, useful: Useful) -> int:
    """The kinds that the tables name for the sets wanted beside the melds, of which so many tiles are missing.

    Honors that are melded are left out: no set and no pair of them is left.
    """
    suits = hand.suits
    z = suits.z - i64(given.states.honor[u32((own.melded & hand.once) >> HONORS_FROM_SLOT)])
    rest = Suits(suits.m, suits.p, suits.s, z)
    return useful_for_sets(FOUR - own.sets, missing, rest, given.distances, useful) & ~(own.melded & HONORS)


@part
def regular_distance(hand: Concealed, melds: Array, i: int, own: Beside, given: Analysis) -> int:
    """Shanten of the regular form."""
    least, _, _, doubtful = by_classes(hand.suits, own, hand.once, given)
    return limited(hand, melds, i, own, given) if doubtful else least


@part
def regular_beside(
    least: int, hand: Concealed, melds: Array, i: int, own: Beside, given: Analysis, useful: Useful
) -> int:
    """The kinds that lower the shanten ``least`` of the regular form."""
    by_tables, _, _, doubtful = by_classes(hand.suits, own, hand.once, given)
    found = ALL_KINDS if by_tables < least else named(least + 1, hand, own, given, useful)
    found &= ~own.full
    tried = found if doubtful else found & suits_with_melds(own.melded)
    kinds = found & ~tried
    while tried != 0:
        kind = lowest_bit(tried)
        if regular_distance(with_kind(hand, kind, given), melds, i, own, given) < least:
            kinds |= i64(1) << kind
        tried &= tried - 1
    return kinds


@part
def straight_beside(least: int, hand: Concealed, own: Beside, three: int, given: Analysis) -> int:
    """The kinds that lower the shanten ``least`` of the knitted straight; ``three``: kinds of which three are held in all."""
    kinds, tried = i64(0), ALL_KINDS & ~own.full
    while tried != 0:
        kind = lowest_bit(tried)
        full = own.full | three & i64(1) << kind
        if knitted_beside(with_kind(hand, kind, given), full, given) < least:
            kinds |= i64(1) << kind
        tried &= tried - 1
    return kinds


@part
def useful_beside(
    least: int,
    regular: int,
    three: int,
    hand: Concealed,
    melds: Array,
    i: int,
    own: Beside,
    given: Analysis,
    useful: Useful,
) -> int:
    """The kinds that lower the shanten ``least`` of 13 tiles (3 less a meld); ``regular``: that of the regular form."""
    kinds = i64(0)
    if (given.forms & REGULAR != 0) & (regular == least):
        kinds |= regular_beside(least, hand, melds, i, own, given, useful)
    if (given.forms & KNITTED_STRAIGHT != 0) & (own.sets == 1):
        if knitted_beside(hand, own.full, given) == least:
            kinds |= straight_beside(least, hand, own, three, given)
    return kinds
