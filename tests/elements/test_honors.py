"""Elements about pungs of winds and dragons."""

import pytest

from fastmj.elements import honors
from fastmj.elements.element import Element
from fastmj.tiles import SLOT
from tests.elements.examples import Example, Table, check, each, no, seen, yes

TABLE: Table = {
    honors.big_four_winds: (
        yes(
            "[111z][222z](3333z)444z9m+9m",
            "Big Four Winds, All Terminals and Honors, Half Flush, Two Concealed Pungs, Concealed Kong, Single Wait",
        ),
        yes("[111z][222z][333z][444z]5z+5z", "Big Four Winds, All Honors, Melded Hand"),
        no(
            "[111z][222z][333z]99m44z+9m",
            "Little Four Winds, All Terminals and Honors, Half Flush, Prevalent Wind, Seat Wind",
        ),
    ),
    honors.little_four_winds: (
        yes(
            "[111z][222z][333z]99m44z+9m",
            "Little Four Winds, All Terminals and Honors, Half Flush, Prevalent Wind, Seat Wind",
        ),
        yes(
            "111z222z444z78s33z+9s",
            "Little Four Winds, Three Concealed Pungs, Half Flush, Outside Hand, "
            "Fully Concealed Hand, Prevalent Wind, Seat Wind",
            win_by="self_draw",
        ),
        no(
            "[111z][222z][333z]999m5z+5z",
            "All Terminals and Honors, Big Three Winds, Half Flush, Prevalent Wind, Seat Wind, Single Wait",
        ),
    ),
    honors.big_three_winds: (
        yes(
            "[111z][222z][333z]999m5z+5z",
            "All Terminals and Honors, Big Three Winds, Half Flush, Prevalent Wind, Seat Wind, Single Wait",
        ),
        yes("[222z][333z][444z]45s77p+6s", "Big Three Winds, One Voided Suit"),
        no("[111z][222z][333z][444z]5z+5z", "Big Four Winds, All Honors, Melded Hand"),
    ),
    honors.big_three_dragons: (
        yes("[555z][666z]777z23m44s+4m", "Big Three Dragons, One Voided Suit"),
        yes("[5555z](6666z)77z11m234p+7z", "Big Three Dragons, Concealed Kong and Melded Kong, One Voided Suit"),
        no("[555z][666z]234p23m77z+4m", "Little Three Dragons, Mixed Double Chow, One Voided Suit"),
    ),
    honors.little_three_dragons: (
        yes("[555z][666z]234p23m77z+4m", "Little Three Dragons, Mixed Double Chow, One Voided Suit"),
        yes(
            "[777z][123m]555z66z99p+9p",
            "Little Three Dragons, Outside Hand, Pung of Terminals or Honors, One Voided Suit",
        ),
        no("[555z][666z]234p23m77s+4m", "Two Dragons, Mixed Double Chow"),
    ),
    honors.two_dragons: (
        yes("[555z][666z]234p23m77s+4m", "Two Dragons, Mixed Double Chow"),
        yes("[222p][456s]555z77z11m+7z", "Two Dragons"),
        no("[555z][111z]234p23m77s+4m", "All Types, Dragon Pung, Prevalent Wind, Seat Wind, Mixed Double Chow"),
    ),
    honors.dragon_pung: (
        yes("[555z][111z]234p23m77s+4m", "All Types, Dragon Pung, Prevalent Wind, Seat Wind, Mixed Double Chow"),
        yes("[5555z]234p234s23m77s+4m", "Mixed Triple Chow, Dragon Pung, Melded Kong"),
        no("[222p][111z]234p23m55z+4m", "Prevalent Wind, Seat Wind, Tile Hog, Mixed Double Chow, One Voided Suit"),
    ),
    honors.seat_wind: (
        yes("[222z][345p]678p23m77s+4m", "Seat Wind, Short Straight", seat="S"),
        yes("[345p]111z678p23m77s+4m", "Seat Wind, Short Straight", round="N"),
        no("[222z][345p]678p23m77s+4m", "Short Straight, Pung of Terminals or Honors", seat="W", round="N"),
    ),
    honors.prevalent_wind: (
        yes("[222z][345p]678p23m77s+4m", "Prevalent Wind, Short Straight", round="S", seat="W"),
        yes("[111z][345p]678p23m77s+4m", "Prevalent Wind, Seat Wind, Short Straight"),
        no("[222z][345p]678p23m77s+4m", "Seat Wind, Short Straight", seat="S", round="N"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = (1 << slot for slot in range(7))


@pytest.mark.parametrize(
    ("element", "fields", "found"),
    [
        (honors.big_four_winds, {"pungs_z": EAST | SOUTH | WEST | NORTH}, 1),
        (honors.big_four_winds, {"pungs_z": EAST | SOUTH | WEST | RED}, 0),
        (honors.little_four_winds, {"pungs_z": EAST | SOUTH | WEST, "pair": 30}, 1),
        (honors.little_four_winds, {"pungs_z": EAST | SOUTH | WEST, "pair": 31}, 0),
        (honors.big_three_winds, {"pungs_z": EAST | SOUTH | WEST | NORTH}, 0),
        (honors.big_three_dragons, {"pungs_z": WHITE | GREEN | RED}, 1),
        (honors.little_three_dragons, {"pungs_z": WHITE | GREEN, "pair": 33}, 1),
        (honors.little_three_dragons, {"pungs_z": WHITE | GREEN, "pair": 30}, 0),
        (honors.two_dragons, {"pungs_z": WHITE | RED | EAST}, 1),
        (honors.two_dragons, {"pungs_z": WHITE | GREEN | RED}, 1),
        (honors.two_dragons, {"pungs_z": WHITE | EAST}, 0),
        (honors.one_dragon_pung, {"pungs_z": WHITE | EAST}, 1),
        (honors.one_dragon_pung, {"pungs_z": WHITE | RED}, 0),
        (honors.one_dragon_pung, {"pungs_z": EAST}, 0),
        (honors.three_great_scholars, {"pungs_z": WHITE | GREEN | RED, "pungs": 4}, 1),
        (honors.three_great_scholars, {"pungs_z": WHITE | GREEN | RED, "pungs": 3}, 0),
        (honors.three_great_scholars, {"pungs_z": WHITE | GREEN | EAST, "pungs": 4}, 0),
        (honors.seat_wind_unless_round, {"pungs_z": EAST, "seat_wind": EAST, "round_wind": SOUTH}, 1),
        (honors.seat_wind_unless_round, {"pungs_z": EAST, "seat_wind": EAST, "round_wind": EAST}, 0),
        (honors.seat_wind_unless_round, {"pungs_z": SOUTH, "seat_wind": EAST, "round_wind": SOUTH}, 0),
        (honors.dragon_pung, {"pungs_z": WHITE | RED | EAST}, 2),
        (honors.seat_wind, {"pungs_z": EAST, "seat_wind": EAST, "round_wind": SOUTH}, 1),
        (honors.seat_wind, {"pungs_z": SOUTH, "seat_wind": EAST, "round_wind": SOUTH}, 0),
        (honors.prevalent_wind, {"pungs_z": SOUTH, "seat_wind": EAST, "round_wind": SOUTH}, 1),
        (honors.prevalent_wind, {"pungs_z": WHITE, "seat_wind": EAST, "round_wind": SOUTH}, 0),
    ],
)
def test_detectors(element: Element, fields: dict[str, int], found: int) -> None:
    assert element(seen(**fields)) == found


def kinds(*tiles: str) -> int:
    return sum(1 << SLOT[tile] for tile in tiles)


def test_pungs_of_honors() -> None:
    assert honors.pungs_of_honors(seen(pungs=4, kinds=kinds("1z", "2z", "3z", "5z", "7z")))
    assert not honors.pungs_of_honors(seen(pungs=4, kinds=kinds("1z", "2z", "3z", "5z", "9s")))
    assert not honors.pungs_of_honors(seen(kinds=kinds("1z", "2z", "3z", "4z", "5z", "6z", "7z")))


@pytest.mark.parametrize(
    ("of_suit", "of_any", "dragon", "pung", "suit"),
    [
        (honors.jade_dragon, honors.jade_dragon_any_pair, "6z", GREEN, "s"),
        (honors.ruby_dragon, honors.ruby_dragon_any_pair, "7z", RED, "m"),
        (honors.pearl_dragon, honors.pearl_dragon_any_pair, "5z", WHITE, "p"),
    ],
)
def test_dragon_hands(of_suit: Element, of_any: Element, dragon: str, pung: int, suit: str) -> None:
    """(pair, other tiles, pungs, pungs of honors) -> whether the pair of its suit, and any pair, make it."""
    sets = (f"2{suit}", f"5{suit}", f"8{suit}")
    for pair, others, pungs, honor_pungs, found in (
        (f"9{suit}", sets, 4, pung, (True, True)),
        ("2z", sets, 4, pung, (False, True)),
        (f"9{suit}", sets, 3, pung, (False, False)),
        (f"9{suit}", (*sets[:2], "1z"), 4, pung | EAST, (False, False)),
        (dragon, sets, 4, 0, (False, False)),
    ):
        view = seen(pungs=pungs, pungs_z=honor_pungs, pair=SLOT[pair], kinds=kinds(pair, *others, dragon))
        assert (bool(of_suit(view)), bool(of_any(view))) == found
