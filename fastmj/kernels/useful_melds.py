"""Which tiles bring a hand with melds nearer.

The tables of ``useful_for_sets`` do not know what the melds took. But they never miss a tile: where the hand is as near as
they say, every tile that helps is among those they name, and only these are tried. Where the melds cost a step, or in the
knitted straight, all kinds are tried.
"""

from fastmj.kernels.intrinsics import lowest_bit
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.owned import Concealed, Melded, at_least, changed
from fastmj.kernels.shanten import FOUR, four_suits, kind_of
from fastmj.kernels.shanten_melds import HONORS_FROM_SLOT, beside_melds, knitted_beside, regular_beside
from fastmj.kernels.shapes import KNITTED_STRAIGHT, REGULAR, Analysis
from fastmj.kernels.useful import Useful, useful_for_sets
from fastmj.tiles import ALL_KINDS


@part
def without_melded_honors(hand: Concealed, melds: Melded, given: Analysis) -> Concealed:
    """The hand without the honors that are melded: no set and no pair of them is left."""
    taken = (melds.one | melds.two | melds.four) & at_least(1, hand)
    z = hand.code_z - i64(given.distances.held_code[u32(taken >> HONORS_FROM_SLOT)])
    return Concealed(
        hand.tiles, hand.code_m, hand.code_p, hand.code_s, z, hand.word_m, hand.word_p, hand.word_s, i64(0)
    )


@part
def candidates(least: int, hand: Concealed, melds: Melded, given: Analysis, useful: Useful) -> int:
    """The kinds that could lower the tiles missing for the regular form."""
    rest, sets, distances = without_melded_honors(hand, melds, given), FOUR - melds.sets, given.distances
    missing = 1 + four_suits(
        sets,
        kind_of(rest.code_m, rest.word_m, 0, distances),
        kind_of(rest.code_p, rest.word_p, 1, distances),
        kind_of(rest.code_s, rest.word_s, 2, distances),
        kind_of(rest.code_z, rest.word_z, 3, distances),
        distances,
    )
    if missing - 1 < least:
        return ALL_KINDS
    return useful_for_sets(sets, missing, rest, distances, useful)


@part
def useful_beside(least: int, hand: Concealed, melds: Melded, given: Analysis, useful: Useful) -> int:
    """The kinds that lower the shanten ``least`` of 13 tiles (3 less a meld)."""
    tried = i64(0)
    if (given.forms & REGULAR != 0) and regular_beside(hand, melds, given.distances) == least:
        tried |= candidates(least, hand, melds, given, useful)
    if (given.forms & KNITTED_STRAIGHT != 0) & (melds.sets == 1) and knitted_beside(hand, melds, given) == least:
        tried = ALL_KINDS
    tried &= ~melds.full
    kinds = i64(0)
    while tried != 0:
        kind = lowest_bit(tried)
        if beside_melds(changed(hand, kind, 1, given.tables), melds, given) < least:
            kinds |= i64(1) << kind
        tried &= tried - 1
    return kinds
