"""Elements about which tiles the whole hand holds."""

from fastmj.elements.element import element
from fastmj.kernels.bits import any_of, only
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.view import View
from fastmj.tiles import GREEN, GREENS, HONORS, ORPHANS, REVERSIBLE, SUITED, TERMINALS


@element("All Green", zh="绿一色")
def all_green(h: View) -> bool:
    """Only 2, 3, 4, 6, 8 of bamboo and the green dragon, which is not required."""
    return only(h.kinds, GREENS)


@element("All Terminals", zh="清幺九")
def all_terminals(h: View) -> bool:
    """Only ones and nines."""
    return only(h.kinds, TERMINALS)


@element("All Honors", zh="字一色")
def all_honors(h: View) -> bool:
    """Only winds and dragons."""
    return only(h.kinds, HONORS)


@element("All Terminals and Honors", zh="混幺九")
def all_terminals_and_honors(h: View) -> bool:
    """Only ones, nines and honors, at least one of each."""
    return only(h.kinds, ORPHANS) & (h.suits > 0) & (h.has_wind | h.has_dragon)


@element("Full Flush", zh="清一色")
def full_flush(h: View) -> bool:
    """One suit, no honors."""
    return (h.suits == 1) & only(h.kinds, SUITED)


@element("Half Flush", zh="混一色")
def half_flush(h: View) -> bool:
    """One suit and honors."""
    return (h.suits == 1) & (h.has_wind | h.has_dragon)


@element("All Types", zh="五门齐")
def all_types(h: View) -> bool:
    """All three suits, a wind and a dragon."""
    return (h.suits == 3) & h.has_wind & h.has_dragon


@element("One Voided Suit", zh="缺一门")
def one_voided_suit(h: View) -> bool:
    """Exactly two suits occur."""
    return h.suits == 2


@element("No Honors", zh="无字")
def no_honors(h: View) -> bool:
    """No wind and no dragon."""
    return only(h.kinds, SUITED)


@element("Reversible Tiles", zh="推不倒")
def reversible_tiles(h: View) -> bool:
    """Only tiles that look the same upside down: 1234589 of dots, 245689 of bamboo, the white dragon."""
    return only(h.kinds, REVERSIBLE)


@element("Tile Hog", zh="四归一", most=3)
def tile_hog(h: View) -> int:
    """Each kind with all four copies in the hand, not as a kong."""
    return popcount(h.fours)


@element("All Green", zh="绿一色")
def all_green_with_dragon(h: View) -> bool:
    """Only 2, 3, 4, 6, 8 of bamboo and the green dragon, and a green dragon among them."""
    return only(h.kinds, GREENS) & any_of(h.kinds, GREEN)
