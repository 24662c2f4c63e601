"""How many tiles a hand is from the forms that are not four sets and a pair, less one: -1 complete, 0 ready."""

from fastmj.kernels.distances import Distances
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import i64, part
from fastmj.kernels.knitted import knitted_straight
from fastmj.kernels.owned import Suits, number
from fastmj.kernels.shanten_melds import four_suits, kind_of
from fastmj.kernels.shapes import (
    HONORS_KNITTED,
    IMPOSSIBLE,
    ISOLATED_STARS,
    KNITTED_TILES,
    SEVEN_PAIRS,
    SINGLES,
    STAR_TILES,
    SUIT,
    THIRTEEN_ORPHANS,
    TILES,
    WRIGGLING_SNAKE,
    Analysis,
)
from fastmj.kernels.special_forms import most_held
from fastmj.tiles import HONORS, ORPHANS, WINDS


@part
def seven_pairs(twice: int, four: int) -> int:
    """Seven pairs; four of a kind are two of them."""
    return 6 - popcount(twice) - popcount(four)


@part
def thirteen_orphans(once: int, twice: int) -> int:
    """One of each terminal and honor, and one more of them."""
    return 13 - popcount(once & ORPHANS) - i64(twice & ORPHANS != 0)


@part
def single_tiles(once: int, most: int, forms: int) -> int:
    """Fourteen different tiles of honors and one knitted pattern, or all honors and seven of the pattern."""
    missing = TILES - 1 - popcount(once & HONORS)
    stars = missing - min(most, STAR_TILES)
    return missing - most if forms & HONORS_KNITTED else stars if forms & ISOLATED_STARS else IMPOSSIBLE


@part
def wriggling_snake(once: int, twice: int) -> int:
    """One suit 1, 1, 2 ... 9 and one of each wind."""
    m = popcount(once & SUIT) + (twice & 1)
    p = popcount(once >> 9 & SUIT) + (twice >> 9 & 1)
    s = popcount(once >> 18 & SUIT) + (twice >> 18 & 1)
    return TILES - 1 - popcount(once & WINDS) - max(m, max(p, s))


@part
def straight(suits: Suits, given: Analysis) -> int:
    """The nine tiles of a knitted pattern, a set and a pair."""
    knitted = given.distances.knitted
    m, p = i64(knitted.kinds[number(suits.m)]), i64(knitted.kinds[number(suits.p)])
    s = i64(knitted.kinds[number(suits.s)])
    return knitted_straight(m, p, s, kind_of(suits.z, given.distances), knitted)


@part
def set_and_pair(left: int, right: int, distances: Distances) -> int:
    """What a set and a pair lack, less one, with the tiles of any pattern among theirs."""
    return four_suits(1, left, right, distances)


@part
def least_straight(most: int, sets: int, left: int, right: int, given: Analysis) -> int:
    """No knitted straight is nearer than this: what its pattern lacks and, without melds, what any set and pair lack."""
    rest = set_and_pair(left, right, given.distances)
    return KNITTED_TILES - most + (rest if sets == 0 else -1)


@part
def alone(once: int, twice: int, four: int, given: Analysis) -> int:
    """The nearest of the forms that need no states, of a hand without melds."""
    forms, least = given.forms, i64(IMPOSSIBLE)
    if forms & SEVEN_PAIRS:
        least = seven_pairs(twice, four)
    if forms & THIRTEEN_ORPHANS:
        least = min(least, thirteen_orphans(once, twice))
    if forms & WRIGGLING_SNAKE:
        least = min(least, wriggling_snake(once, twice))
    if forms & SINGLES:
        least = min(least, single_tiles(once, most_held(once), forms))
    return least
