"""Elements about which tiles the whole hand holds."""

import pytest

from fastmj.elements import suits
from fastmj.elements.element import Element
from tests.elements.examples import Example, Table, check, each, no, seen, yes
from tests.reference.rows import read_tiles

TABLE: Table = {
    suits.all_green: (
        yes("[234s]234s666s88s66z+6z", "All Green, Dragon Pung, Pure Double Chow"),
        yes(
            "[234s][234s]666s888s2s+2s",
            "All Green, Full Flush, Tile Hog, Two Concealed Pungs, All Simples, Pure Double Chow, Single Wait",
        ),
        no("[234s]345s666s88s66z+6z", "Half Flush, Dragon Pung"),
    ),
    suits.all_terminals: (
        yes("[111m][999m][111p]99p11s+9p", "All Terminals"),
        yes("111199m1199p119s+9s", "All Terminals, Seven Pairs, Tile Hog"),
        no("[111m][999m][111p]99p22s+9p", "All Pungs, Double Pung*2, Pung of Terminals or Honors*4, No Honors"),
    ),
    suits.all_honors: (
        yes("[111z][222z]555z66z77z+6z", "Little Three Dragons, All Honors, Prevalent Wind, Seat Wind"),
        yes("1122334455667z+7z", "All Honors, Seven Pairs"),
        no("[111z][222z]555z66z99m+6z", "All Terminals and Honors, Half Flush, Two Dragons, Prevalent Wind, Seat Wind"),
    ),
    suits.all_terminals_and_honors: (
        yes("[111m][999p]111z55z99s+5z", "All Terminals and Honors, All Types, Dragon Pung, Prevalent Wind, Seat Wind"),
        yes("1199m1199p1155z6z+6z", "All Terminals and Honors, Seven Pairs, One Voided Suit"),
        no(
            "[111m][999p]111z55z88s+5z",
            "All Pungs, All Types, Dragon Pung, Prevalent Wind, Seat Wind, Pung of Terminals or Honors*2",
        ),
    ),
    suits.full_flush: (
        yes("[123p]345p67p88p999p+8p", "Full Flush, Short Straight, Pung of Terminals or Honors"),
        yes("1122446677889s+9s", "Seven Pairs, Full Flush"),
        no("[123p]345p67p999p55z+8p", "Half Flush, Short Straight, Pung of Terminals or Honors"),
    ),
    suits.half_flush: (
        yes("[123p]345p67p999p55z+8p", "Half Flush, Short Straight, Pung of Terminals or Honors"),
        yes("1133557799p66z5z+5z", "Seven Pairs, Half Flush"),
        no("[123p]345p67p999s55z+8p", "Short Straight, Pung of Terminals or Honors, One Voided Suit"),
    ),
    suits.all_types: (
        yes("[123m]456p789s11z55z+5z", "Mixed Straight, All Types, Dragon Pung"),
        yes("1155m22p7788s33z6z+6z", "Seven Pairs, All Types"),
        no("[123m]456p789s11z44z+4z", "Mixed Straight, Pung of Terminals or Honors"),
    ),
    suits.one_voided_suit: (
        yes("[123m]678m222p11z55z+5z", "Dragon Pung, One Voided Suit"),
        yes("[123m]567m222p34p88m+5p", "One Voided Suit, No Honors"),
        no("[123m]678s222p11z55z+5z", "All Types, Dragon Pung"),
    ),
    suits.no_honors: (
        yes("[123m]678s222p99p34s+5s", "Short Straight, No Honors"),
        yes("[123m]567m222p34p88m+5p", "One Voided Suit, No Honors"),
        no("[123m]678s222p11z34s+5s", "Short Straight"),
    ),
    suits.reversible_tiles: (
        yes("[123p]88p222s456s55z+8p", "Reversible Tiles"),
        yes("1133p2244668s55z+8s", "Seven Pairs, Reversible Tiles"),
        no("[123p]77p222s456s55z+7p", "One Voided Suit"),
    ),
    suits.tile_hog: (
        yes("[123m]111m456p99p78s+9s", "Mixed Straight, Tile Hog, Pung of Terminals or Honors, No Honors"),
        yes("1111m3333p5555s7z+7z", "Seven Pairs, Tile Hog*3"),
        no("(1111m)234m456p78s9p9p+9s", "Concealed Hand, Concealed Kong, Pung of Terminals or Honors, No Honors"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


def kinds(text: str) -> int:
    """A mask of tiles such as `19m1z`."""
    return sum(1 << slot for slot in read_tiles(text))


@pytest.mark.parametrize(
    ("element", "tiles", "holds"),
    [
        (suits.all_green, "23468s6z", True),
        (suits.all_green, "234s", True),
        (suits.all_green, "2345s6z", False),
        (suits.all_green, "234s5z", False),
        (suits.all_green_with_dragon, "23468s6z", True),
        (suits.all_green_with_dragon, "23468s", False),
        (suits.all_green_with_dragon, "2345s6z", False),
        (suits.all_terminals, "19m19p19s", True),
        (suits.all_terminals, "19m19p19s1z", False),
        (suits.all_honors, "1234567z", True),
        (suits.all_honors, "1234567z9s", False),
        (suits.reversible_tiles, "1234589p245689s5z", True),
        (suits.reversible_tiles, "6p", False),
        (suits.reversible_tiles, "1s", False),
        (suits.reversible_tiles, "6z", False),
        (suits.no_honors, "123456789m123456789p123456789s", True),
        (suits.no_honors, "1m7z", False),
    ],
)
def test_only(element: Element, tiles: str, holds: bool) -> None:
    assert element(seen(kinds=kinds(tiles))) == holds


@pytest.mark.parametrize(
    ("element", "tiles", "fields", "holds"),
    [
        (suits.full_flush, "12345m", {"suits": 1}, True),
        (suits.full_flush, "12345m1z", {"suits": 1, "has_wind": True}, False),
        (suits.half_flush, "12345m", {"suits": 1}, False),
        (suits.half_flush, "12345m5z", {"suits": 1, "has_dragon": True}, True),
        (suits.half_flush, "5z", {"suits": 0, "has_dragon": True}, False),
        (suits.all_terminals_and_honors, "19m1z", {"suits": 1, "has_wind": True}, True),
        (suits.all_terminals_and_honors, "19m", {"suits": 1}, False),
        (suits.all_terminals_and_honors, "1z", {"suits": 0, "has_wind": True}, False),
        (suits.all_types, "1m1p1s1z5z", {"suits": 3, "has_wind": True, "has_dragon": True}, True),
        (suits.all_types, "1m1p1s1z", {"suits": 3, "has_wind": True}, False),
        (suits.one_voided_suit, "1m1p1z", {"suits": 2, "has_wind": True}, True),
        (suits.one_voided_suit, "1m1z", {"suits": 1, "has_wind": True}, False),
    ],
)
def test_suits(element: Element, tiles: str, fields: dict[str, int], holds: bool) -> None:
    assert element(seen(kinds=kinds(tiles), **fields)) == holds


def test_tile_hog() -> None:
    assert suits.tile_hog(seen(fours=kinds("1m5s7z"))) == 3
    assert suits.tile_hog(seen()) == 0
