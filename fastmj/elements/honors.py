"""Elements about pungs of winds and dragons."""

from fastmj.elements.element import element
from fastmj.kernels.bits import any_of
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import inlinable
from fastmj.kernels.view import View
from fastmj.tiles import DRAGONS_Z, WINDS_Z


@inlinable
def wind_pungs(h: View) -> int:
    """How many pungs of winds."""
    return popcount(h.pungs_z & WINDS_Z)


@inlinable
def dragon_pungs(h: View) -> int:
    """How many pungs of dragons."""
    return popcount(h.pungs_z & DRAGONS_Z)


@element("Big Four Winds", zh="大四喜")
def big_four_winds(h: View) -> bool:
    """Pungs of all four winds."""
    return wind_pungs(h) == 4


@element("Little Four Winds", zh="小四喜")
def little_four_winds(h: View) -> bool:
    """Pungs of three winds and a pair of the fourth."""
    return (wind_pungs(h) == 3) & (h.pair >= 27) & (h.pair < 31)


@element("Big Three Winds", zh="三风刻")
def big_three_winds(h: View) -> bool:
    """Exactly three pungs of winds."""
    return wind_pungs(h) == 3


@element("Big Three Dragons", zh="大三元")
def big_three_dragons(h: View) -> bool:
    """Pungs of all three dragons."""
    return dragon_pungs(h) == 3


@element("Little Three Dragons", zh="小三元")
def little_three_dragons(h: View) -> bool:
    """Pungs of two dragons and a pair of the third."""
    return (dragon_pungs(h) == 2) & (h.pair >= 31)


@element("Two Dragons", zh="双箭刻")
def two_dragons(h: View) -> bool:
    """Two pungs of dragons."""
    return dragon_pungs(h) == 2


@element("Dragon Pung", zh="箭刻", most=3)
def dragon_pung(h: View) -> int:
    """Each pung of dragons."""
    return dragon_pungs(h)


@element("Seat Wind", zh="门风刻")
def seat_wind(h: View) -> bool:
    """A pung of the seat's wind."""
    return any_of(h.pungs_z, h.seat_wind)


@element("Prevalent Wind", zh="圈风刻")
def prevalent_wind(h: View) -> bool:
    """A pung of the round's wind."""
    return any_of(h.pungs_z, h.round_wind)
