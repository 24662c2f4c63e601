"""Elements about chows.

A relation looks at chows as (suit, rank) pairs in ascending order, the rank being that of the lowest tile.
"""

from itertools import pairwise

from fastmj.elements.element import Chow, element, relation
from fastmj.kernels.view import View


def one_suit(*chows: Chow) -> bool:
    """All chows lie in one suit."""
    return len({suit for suit, _ in chows}) == 1


def three_suits(*chows: Chow) -> bool:
    """Three chows lie in three suits."""
    return len({suit for suit, _ in chows}) == 3


def steps(*chows: Chow) -> set[int]:
    """The differences between consecutive ranks, ascending."""
    ranks = sorted(rank for _, rank in chows)
    return {b - a for a, b in pairwise(ranks)}


@relation("Quadruple Chow", zh="一色四同顺", chows=4)
def quadruple_chow(a: Chow, b: Chow, c: Chow, d: Chow) -> bool:
    """One chow four times."""
    return a == b == c == d


@relation("Four Shifted Chows", zh="一色四步高", chows=4)
def four_shifted_chows(a: Chow, b: Chow, c: Chow, d: Chow) -> bool:
    """Four chows of one suit, each one higher than the last, or each two higher."""
    return one_suit(a, b, c, d) and steps(a, b, c, d) in ({1}, {2})


@relation("Pure Triple Chow", zh="一色三同顺", chows=3)
def pure_triple_chow(a: Chow, b: Chow, c: Chow) -> bool:
    """One chow three times."""
    return a == b == c


@relation("Pure Straight", zh="清龙", chows=3)
def pure_straight(a: Chow, b: Chow, c: Chow) -> bool:
    """123, 456 and 789 of one suit."""
    return one_suit(a, b, c) and steps(a, b, c) == {3}


@relation("Pure Shifted Chows", zh="一色三步高", chows=3)
def pure_shifted_chows(a: Chow, b: Chow, c: Chow) -> bool:
    """Three chows of one suit, each one higher than the last, or each two higher."""
    return one_suit(a, b, c) and steps(a, b, c) in ({1}, {2})


@relation("Mixed Straight", zh="花龙", chows=3)
def mixed_straight(a: Chow, b: Chow, c: Chow) -> bool:
    """123, 456 and 789 in three suits."""
    return three_suits(a, b, c) and steps(a, b, c) == {3}


@relation("Mixed Triple Chow", zh="三色三同顺", chows=3)
def mixed_triple_chow(a: Chow, b: Chow, c: Chow) -> bool:
    """One chow in all three suits."""
    return three_suits(a, b, c) and steps(a, b, c) == {0}


@relation("Mixed Shifted Chows", zh="三色三步高", chows=3)
def mixed_shifted_chows(a: Chow, b: Chow, c: Chow) -> bool:
    """Three chows in three suits, each one higher than the last."""
    return three_suits(a, b, c) and steps(a, b, c) == {1}


@relation("Pure Double Chow", zh="一般高", chows=2, most=2)
def pure_double_chow(a: Chow, b: Chow) -> bool:
    """Two equal chows."""
    return a == b


@relation("Mixed Double Chow", zh="喜相逢", chows=2, most=3)
def mixed_double_chow(a: Chow, b: Chow) -> bool:
    """Two chows of the same numbers in two suits."""
    return a[0] != b[0] and a[1] == b[1]


@relation("Short Straight", zh="连六", chows=2, most=2)
def short_straight(a: Chow, b: Chow) -> bool:
    """Two chows that make six consecutive numbers of one suit."""
    return one_suit(a, b) and steps(a, b) == {3}


@relation("Two Terminal Chows", zh="老少副", chows=2, most=2)
def two_terminal_chows(a: Chow, b: Chow) -> bool:
    """123 and 789 of one suit."""
    return one_suit(a, b) and steps(a, b) == {6}


ONCE, TWICE = 1 + 5**6, 2 + 2 * 5**6  # 123 and 789, once and twice each, as View writes chows


@element("All Chows", zh="平和")
def all_chows(h: View) -> bool:
    """Four chows (a knitted straight stands for three) and a pair that is no honor."""
    return (h.chows == 4) & (h.pair < 27)


@element("Pure Terminal Chows", zh="一色双龙会")
def pure_terminal_chows(h: View) -> bool:
    """123 123 789 789 and a pair of fives, all of one suit."""
    return (
        (h.chows_m == TWICE) & (h.pair == 4)
        | (h.chows_p == TWICE) & (h.pair == 13)
        | (h.chows_s == TWICE) & (h.pair == 22)
    )


@element("Three-Suited Terminal Chows", zh="三色双龙会")
def three_suited_terminal_chows(h: View) -> bool:
    """123 and 789 in two suits and a pair of fives in the third."""
    return (
        (h.chows_p == ONCE) & (h.chows_s == ONCE) & (h.pair == 4)
        | (h.chows_m == ONCE) & (h.chows_s == ONCE) & (h.pair == 13)
        | (h.chows_m == ONCE) & (h.chows_p == ONCE) & (h.pair == 22)
    )


@element("All Chows", zh="平胡")
def four_chows(h: View) -> bool:
    """Four chows and any pair."""
    return h.chows == 4


@element("The Coward", zh="鸡胡")
def chows_and_pungs(h: View) -> bool:
    """At least one chow and at least one pung."""
    return (h.chows > 0) & (h.pungs > 0)


@relation("Four Stepping Chows", zh="一色四跳顺", chows=4)
def four_stepping_chows(a: Chow, b: Chow, c: Chow, d: Chow) -> bool:
    """Four chows of one suit, each one higher than the last."""
    return one_suit(a, b, c, d) and steps(a, b, c, d) == {1}


@relation("Pure Stepping Chows", zh="一色三跳顺", chows=3)
def pure_stepping_chows(a: Chow, b: Chow, c: Chow) -> bool:
    """Three chows of one suit, each one higher than the last."""
    return one_suit(a, b, c) and steps(a, b, c) == {1}
