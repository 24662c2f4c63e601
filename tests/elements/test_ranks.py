"""Elements about the numbers on the tiles."""

import pytest

from fastmj.elements import ranks
from fastmj.elements.element import Element
from tests.elements.examples import Example, Table, check, each, no, seen, yes

TABLE: Table = {
    ranks.upper_tiles: (
        yes("[789m]789p77s888s99s+7s", "Upper Tiles, Mixed Double Chow"),
        yes("[777m][888p]789m789s9p+9p", "Upper Tiles, Tile Hog, Mixed Double Chow, Single Wait"),
        no("[678m]789p77s888s99s+7s", "Upper Four"),
    ),
    ranks.middle_tiles: (
        yes("[456m]456s44p666p55s+4p", "Middle Tiles, Mixed Double Chow"),
        yes("445566m445566p5s+5s", "Seven Pairs, Middle Tiles"),
        no("[345m]456s44p666p55s+4p", "All Simples"),
    ),
    ranks.lower_tiles: (
        yes("[123m]123p11s333s22m+1s", "Lower Tiles, Mixed Double Chow, Pung of Terminals or Honors"),
        yes(
            "[111m][222p]123m123s3p+3p",
            "Lower Tiles, Tile Hog, Mixed Double Chow, Pung of Terminals or Honors, Single Wait",
        ),
        no("[234m]123p11s333s22m+1s", "Lower Four, Pung of Terminals or Honors"),
    ),
    ranks.upper_four: (
        yes("[678m]789p77s999s66m+7s", "Upper Four, Pung of Terminals or Honors"),
        yes("[666p]678s789m99p88s+9p", "Upper Four, Pung of Terminals or Honors"),
        no("[567m]789p77s999s66m+7s", "Pung of Terminals or Honors, No Honors"),
    ),
    ranks.lower_four: (
        yes("[234m]123p11s333s44m+1s", "Lower Four, Pung of Terminals or Honors"),
        yes("[444p]123s234m11p22s+1p", "Lower Four, Pung of Terminals or Honors"),
        no("[345m]123p11s333s44m+1s", "Pung of Terminals or Honors, No Honors"),
    ),
    ranks.all_simples: (
        yes("[234m]567p33s888s44m+3s", "All Simples"),
        yes("2244m3355p66778s+8s", "Seven Pairs, All Simples"),
        no("[123m]567p33s888s44m+3s", "No Honors"),
    ),
    ranks.all_fives: (
        yes("[345m]567p456s67s55m+5s", "All Fives, Mixed Shifted Chows, All Chows, Mixed Double Chow"),
        yes("[555p][456s]345m34m55s+5m", "All Fives, Pure Double Chow"),
        no("[345m]567p456s67s66m+5s", "Mixed Shifted Chows, All Chows, All Simples, Mixed Double Chow"),
    ),
    ranks.outside_hand: (
        yes("[123m]999p11s789s55z+1s", "Outside Hand, Pung of Terminals or Honors*2"),
        yes(
            "[111m][789p]123s78s99m+9s",
            "Outside Hand, Mixed Double Chow, Two Terminal Chows, Pung of Terminals or Honors, No Honors",
        ),
        no("[123m]999p11s678s55z+1s", "Pung of Terminals or Honors*2"),
    ),
    ranks.all_even_pungs: (
        yes("[222m][444p]66s888s44m+6s", "All Even Pungs"),
        yes("[222m]444m666m22s88p+8p", "All Even Pungs, Two Concealed Pungs"),
        no("[222m][444p]66s888s55m+6s", "All Pungs, All Simples"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


def kinds(*numbers: int) -> int:
    """These numbers of each suit."""
    return sum(1 << 9 * suit + number - 1 for suit in range(3) for number in numbers)


HONOR = 1 << 30


@pytest.mark.parametrize(
    ("element", "least", "most"),
    [
        (ranks.upper_tiles, 7, 9),
        (ranks.middle_tiles, 4, 6),
        (ranks.lower_tiles, 1, 3),
        (ranks.upper_four, 6, 9),
        (ranks.lower_four, 1, 4),
        (ranks.all_simples, 2, 8),
    ],
)
def test_ranges(element: Element, least: int, most: int) -> None:
    full = range(least, most + 1)
    assert element(seen(kinds=kinds(*full)))
    assert element(seen(kinds=kinds(least)))
    assert not element(seen(kinds=kinds(*full) | HONOR))
    for number in set(range(1, 10)) - set(full):
        assert not element(seen(kinds=kinds(*full) | kinds(number)))


def test_counters_of_sets() -> None:
    assert ranks.all_fives(seen(sets_without_five=0))
    assert not ranks.all_fives(seen(sets_without_five=1))
    assert ranks.outside_hand(seen(inner_sets=0))
    assert not ranks.outside_hand(seen(inner_sets=7))
    assert ranks.all_even_pungs(seen(pungs=4, sets_not_even=0))
    assert not ranks.all_even_pungs(seen(pungs=4, sets_not_even=1))
