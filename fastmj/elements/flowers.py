"""Elements about flowers: bits 0-3 one series, 4-7 the other; the n-th of each belongs to the n-th seat."""

from fastmj.elements.element import element
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.view import CLAIM, View


@element("Flower Tiles", zh="花牌", most=8)
def flower_tiles(h: View) -> int:
    """Each flower."""
    return popcount(h.flowers)


@element("No Flower", zh="无花")
def no_flower(h: View) -> bool:
    """No flower."""
    return h.flowers == 0


@element("Chance Flower", zh="正花", most=2)
def chance_flower(h: View) -> int:
    """Each of the two flowers of one's seat."""
    return popcount(h.flowers & (h.seat_wind | h.seat_wind << 4))


@element("Full Set Of Flowers", zh="四只花", most=2)
def full_set_of_flowers(h: View) -> int:
    """Each series of flowers that is complete."""
    return (h.flowers & 15 == 15) * 1 + (h.flowers >> 4 == 15) * 1


@element("Seat Flower", zh="门风季")
def seat_season(h: View) -> bool:
    """The seat's flower of the second series."""
    return h.flowers & h.seat_wind << 4 != 0


@element("Prevalent Flower", zh="圈风花")
def flower_of_the_round(h: View) -> bool:
    """The flower of the first series that belongs to the round's wind."""
    return h.flowers & h.round_wind != 0


@element("Prevalent Flower", zh="门风花")
def flower_of_the_seat(h: View) -> bool:
    """The seat's flower of the first series."""
    return h.flowers & h.seat_wind != 0


@element("Eight Flowers", zh="八朵花")
def eight_flowers(h: View) -> bool:
    """All eight flowers."""
    return h.flowers == 255


@element("Seven Flowers", zh="七只花")
def seven_flowers_claimed(h: View) -> bool:
    """Exactly seven flowers claimed, without a winning tile."""
    return (h.form == CLAIM) & (popcount(h.flowers) == 7)


@element("Eight Flowers", zh="八只花")
def eight_flowers_claimed(h: View) -> bool:
    """Eight flowers claimed, without a winning tile."""
    return (h.form == CLAIM) & (h.flowers == 255)
