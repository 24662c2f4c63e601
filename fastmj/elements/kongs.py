"""Elements about kongs."""

from fastmj.elements.element import element
from fastmj.kernels.jit import inlinable
from fastmj.kernels.view import View


@inlinable
def kongs(h: View) -> int:
    """How many kongs, melded or concealed."""
    return h.melded_kongs + h.concealed_kongs


@element("Four Kongs", zh="四杠")
def four_kongs(h: View) -> bool:
    """Four kongs, melded or concealed."""
    return kongs(h) == 4


@element("Three Kongs", zh="三杠")
def three_kongs(h: View) -> bool:
    """Three kongs, melded or concealed."""
    return kongs(h) == 3


@element("Two Concealed Kongs", zh="双暗杠")
def two_concealed_kongs(h: View) -> bool:
    """Exactly two concealed kongs."""
    return h.concealed_kongs == 2


@element("Two Melded Kongs", zh="双明杠")
def two_melded_kongs(h: View) -> bool:
    """Two kongs, both melded."""
    return (h.melded_kongs == 2) & (h.concealed_kongs == 0)


@element("Concealed Kong and Melded Kong", zh="明暗杠")
def concealed_kong_and_melded_kong(h: View) -> bool:
    """Two kongs, one of them concealed."""
    return (h.melded_kongs == 1) & (h.concealed_kongs == 1)


@element("Concealed Kong", zh="暗杠")
def concealed_kong(h: View) -> bool:
    """Exactly one concealed kong."""
    return h.concealed_kongs == 1


@element("Melded Kong", zh="明杠")
def melded_kong(h: View) -> bool:
    """One kong, melded."""
    return (h.melded_kongs == 1) & (h.concealed_kongs == 0)


@element("Kong To Fourth", zh="杠四杠")
def kong_to_fourth(h: View) -> bool:
    """Four kongs in a row and one tile left; no winning tile is needed."""
    return (h.kong_draws == 4) & (kongs(h) == 4)
