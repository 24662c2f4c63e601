"""Elements about pungs of winds and dragons."""

from fastmj.elements.element import element
from fastmj.kernels.bits import any_of, only
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import inlinable
from fastmj.kernels.view import View
from fastmj.tiles import BAMBOO, CHARACTERS, DOTS, DRAGONS_Z, GREEN, HONORS, RED, WHITE, WINDS_Z


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
    """Two pungs of dragons, or three."""
    return dragon_pungs(h) >= 2


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


@element("Dragon Pung", zh="箭刻")
def one_dragon_pung(h: View) -> bool:
    """Exactly one pung of dragons."""
    return dragon_pungs(h) == 1


@element("The Three great Scholars")
def three_great_scholars(h: View) -> bool:
    """Pungs of all three dragons, a fourth pung and any pair."""
    return (dragon_pungs(h) == 3) & (h.pungs == 4)


@element("All Honors", zh="字一色")
def pungs_of_honors(h: View) -> bool:
    """Four pungs and the pair of winds and dragons only."""
    return (h.pungs == 4) & only(h.kinds, HONORS)


@inlinable
def dragon_hand(h: View, dragon: int, others: int) -> bool:
    """A pung of the dragon, and three more pungs and a pair of other kinds."""
    return (h.pungs == 4) & any_of(h.pungs_z, dragon >> 27) & only(h.kinds, dragon | others)


@inlinable
def pair_kind(h: View) -> int:
    """The kind of the pair, as a mask over the kinds; the first kind where there is no pair."""
    return 1 << max(h.pair, 0)


@element("Jade Dragon")
def jade_dragon(h: View) -> bool:
    """A pung of the green dragon, the other three pungs and the pair of bamboo."""
    return dragon_hand(h, GREEN, BAMBOO)


@element("Ruby Dragon")
def ruby_dragon(h: View) -> bool:
    """A pung of the red dragon, the other three pungs and the pair of characters."""
    return dragon_hand(h, RED, CHARACTERS)


@element("Pearl Dragon")
def pearl_dragon(h: View) -> bool:
    """A pung of the white dragon, the other three pungs and the pair of dots."""
    return dragon_hand(h, WHITE, DOTS)


@element("Jade Dragon")
def jade_dragon_any_pair(h: View) -> bool:
    """A pung of the green dragon, the other three pungs of bamboo, and any pair."""
    return dragon_hand(h, GREEN, BAMBOO | pair_kind(h))


@element("Ruby Dragon")
def ruby_dragon_any_pair(h: View) -> bool:
    """A pung of the red dragon, the other three pungs of characters, and any pair."""
    return dragon_hand(h, RED, CHARACTERS | pair_kind(h))


@element("Pearl Dragon")
def pearl_dragon_any_pair(h: View) -> bool:
    """A pung of the white dragon, the other three pungs of dots, and any pair."""
    return dragon_hand(h, WHITE, DOTS | pair_kind(h))


@element("Seat Wind")
def seat_wind_unless_round(h: View) -> bool:
    """A pung of the seat's wind, where that is not the round's wind too."""
    return any_of(h.pungs_z, h.seat_wind & ~h.round_wind)
