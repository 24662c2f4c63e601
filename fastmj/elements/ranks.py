"""Elements about the numbers on the tiles."""

from fastmj.elements.element import element
from fastmj.kernels.bits import only
from fastmj.kernels.view import View
from fastmj.tiles import LOWER, LOWER_FOUR, MIDDLE, SIMPLES, UPPER, UPPER_FOUR


@element("Upper Tiles", zh="全大")
def upper_tiles(h: View) -> bool:
    """Only 7, 8 and 9."""
    return only(h.kinds, UPPER)


@element("Middle Tiles", zh="全中")
def middle_tiles(h: View) -> bool:
    """Only 4, 5 and 6."""
    return only(h.kinds, MIDDLE)


@element("Lower Tiles", zh="全小")
def lower_tiles(h: View) -> bool:
    """Only 1, 2 and 3."""
    return only(h.kinds, LOWER)


@element("Upper Four", zh="大于五")
def upper_four(h: View) -> bool:
    """Only 6, 7, 8 and 9."""
    return only(h.kinds, UPPER_FOUR)


@element("Lower Four", zh="小于五")
def lower_four(h: View) -> bool:
    """Only 1, 2, 3 and 4."""
    return only(h.kinds, LOWER_FOUR)


@element("All Simples", zh="断幺")
def all_simples(h: View) -> bool:
    """No terminal and no honor."""
    return only(h.kinds, SIMPLES)


@element("All Fives", zh="全带五")
def all_fives(h: View) -> bool:
    """Every set and the pair hold a five."""
    return h.sets_without_five == 0


@element("Outside Hand", zh="全带幺")
def outside_hand(h: View) -> bool:
    """Every set and the pair hold a terminal or an honor."""
    return h.inner_sets == 0


@element("All Even Pungs", zh="全双刻")
def all_even_pungs(h: View) -> bool:
    """Four pungs and the pair of 2, 4, 6 or 8."""
    return (h.pungs == 4) & (h.sets_not_even == 0)
