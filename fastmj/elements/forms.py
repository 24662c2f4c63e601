"""Elements that are whole forms of a hand."""

from fastmj.elements.element import element
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import inlinable
from fastmj.kernels.view import HONORS_KNITTED, KNITTED_STRAIGHT, SEVEN_PAIRS, THIRTEEN_ORPHANS, WRIGGLING_SNAKE, View
from fastmj.tiles import HONORS


@inlinable
def run_of_7(ranks: int) -> bool:
    """A rank mask that is seven consecutive ranks."""
    return (ranks == 0b1111111) | (ranks == 0b11111110) | (ranks == 0b111111100)


@element("Seven Pairs", zh="七对")
def seven_pairs(h: View) -> bool:
    """Seven pairs; four of a kind counts as two."""
    return h.form == SEVEN_PAIRS


@element("Seven Shifted Pairs", zh="连七对")
def seven_shifted_pairs(h: View) -> bool:
    """Seven consecutive pairs of one suit."""
    return (h.form == SEVEN_PAIRS) & (run_of_7(h.kinds) | run_of_7(h.kinds >> 9) | run_of_7(h.kinds >> 18))


@element("Thirteen Orphans", zh="十三幺")
def thirteen_orphans(h: View) -> bool:
    """One of each terminal and honor, and a second of one of them."""
    return h.form == THIRTEEN_ORPHANS


@element("Greater Honors and Knitted Tiles", zh="七星不靠")
def greater_honors_and_knitted_tiles(h: View) -> bool:
    """All seven honors and seven tiles of one knitted pattern."""
    return (h.form == HONORS_KNITTED) & (popcount(h.kinds & HONORS) == 7)


@element("Lesser Honors and Knitted Tiles", zh="全不靠")
def lesser_honors_and_knitted_tiles(h: View) -> bool:
    """Five or six honors and tiles of one knitted pattern, fourteen different tiles."""
    return (h.form == HONORS_KNITTED) & (popcount(h.kinds & HONORS) < 7)


@element("Knitted Straight", zh="组合龙")
def knitted_straight(h: View) -> bool:
    """All nine tiles of one knitted pattern: 147, 258 and 369, one in each suit."""
    return (h.form == KNITTED_STRAIGHT) | (h.form == HONORS_KNITTED) & (popcount(h.kinds & HONORS) == 5)


@element("Nine Gates", zh="九莲宝灯")
def nine_gates(h: View) -> bool:
    """The thirteen concealed tiles before the win were 1112345678999 of one suit."""
    return h.nine_gates


@element("The Wriggling Snake")
def wriggling_snake(h: View) -> bool:
    """1, 1, 2 to 9 of one suit, and one of each wind."""
    return h.form == WRIGGLING_SNAKE
