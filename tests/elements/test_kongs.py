"""Elements about kongs."""

import pytest

from fastmj.elements import kongs
from fastmj.elements.element import Element
from tests.elements.examples import Example, Table, check, each, no, seen, yes

TABLE: Table = {
    kongs.four_kongs: (
        yes(
            "[1111m](3333p)[5555z](7777s)2z+2z",
            "Four Kongs, Two Concealed Kongs, All Types, Dragon Pung, Pung of Terminals or Honors",
        ),
        yes(
            "(1111m)(3333p)(5555z)(7777s)2z+2z",
            "Four Kongs, Four Concealed Pungs, Out with Replacement Tile, All Types, "
            "Fully Concealed Hand, Dragon Pung, Pung of Terminals or Honors",
            win_by="self_draw",
            kong_draws=1,
        ),
        no(
            "[1111m](3333p)[5555z][777s]2z+2z",
            "Three Kongs, All Pungs, All Types, Dragon Pung, Concealed Kong, Pung of Terminals or Honors, Single Wait",
        ),
    ),
    kongs.three_kongs: (
        yes(
            "[1111m](3333p)[5555z]78s22z+9s",
            "Three Kongs, All Types, Dragon Pung, Concealed Kong, Pung of Terminals or Honors",
        ),
        yes("(2222m)[4444p](6666s)678p8s+8s", "Three Kongs, Two Concealed Kongs, All Simples, Single Wait"),
        no(
            "[1111m](3333p)[555z]78s22z+9s",
            "All Types, Concealed Kong and Melded Kong, Dragon Pung, Pung of Terminals or Honors",
        ),
    ),
    kongs.two_concealed_kongs: (
        yes("(1111m)(3333p)234s78s22z+9s", "Two Concealed Kongs, Concealed Hand, Pung of Terminals or Honors"),
        yes("(2222m)(8888s)[555p]345p8m+8m", "Two Concealed Kongs, Tile Hog, All Simples, Single Wait"),
        no("(1111m)[3333p]234s78s22z+9s", "Concealed Kong and Melded Kong, Pung of Terminals or Honors"),
    ),
    kongs.two_melded_kongs: (
        yes("[1111m][3333p]234s78s22z+9s", "Two Melded Kongs, Pung of Terminals or Honors"),
        yes("[2222m][8888s][555p]345p8m+8m", "Two Melded Kongs, Tile Hog, All Simples, Single Wait"),
        no("[1111m](3333p)234s78s22z+9s", "Concealed Kong and Melded Kong, Pung of Terminals or Honors"),
    ),
    kongs.concealed_kong_and_melded_kong: (
        yes("(1111m)[3333p]234s78s22z+9s", "Concealed Kong and Melded Kong, Pung of Terminals or Honors"),
        yes(
            "[2222m](8888s)[555p]345p8m+8m",
            "Out with Replacement Tile, Concealed Kong and Melded Kong, Tile Hog, All Simples, Single Wait",
            win_by="self_draw",
            kong_draws=1,
        ),
        no("[1111m][3333p]234s78s22z+9s", "Two Melded Kongs, Pung of Terminals or Honors"),
    ),
    kongs.concealed_kong: (
        yes(
            "(1111m)333p234s78s22z+9s",
            "Concealed Hand, Two Concealed Pungs, Concealed Kong, Pung of Terminals or Honors",
        ),
        yes("(8888s)[555p]345p678m8m+8m", "Tile Hog, Concealed Kong, All Simples"),
        no("[1111m]333p234s78s22z+9s", "Pung of Terminals or Honors, Melded Kong"),
    ),
    kongs.melded_kong: (
        yes("[1111m]333p234s78s22z+9s", "Pung of Terminals or Honors, Melded Kong"),
        yes("[8888s][555p]345p678m8m+8m", "Tile Hog, All Simples, Melded Kong"),
        no(
            "(1111m)333p234s78s22z+9s",
            "Concealed Hand, Two Concealed Pungs, Concealed Kong, Pung of Terminals or Honors",
        ),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


@pytest.mark.parametrize("melded", range(5))
@pytest.mark.parametrize("concealed", range(5))
def test_detectors(melded: int, concealed: int) -> None:
    """Two kongs of one hand are one element, and so are three and four; a single concealed one stays beside others."""
    view = seen(melded_kongs=melded, concealed_kongs=concealed)
    assert kongs.four_kongs(view) == (melded + concealed == 4)
    assert kongs.three_kongs(view) == (melded + concealed == 3)
    assert kongs.two_melded_kongs(view) == ((melded, concealed) == (2, 0))
    assert kongs.concealed_kong_and_melded_kong(view) == ((melded, concealed) == (1, 1))
    assert kongs.melded_kong(view) == ((melded, concealed) == (1, 0))
    assert kongs.two_concealed_kongs(view) == (concealed == 2)
    assert kongs.concealed_kong(view) == (concealed == 1)
    for draws in range(5):
        in_a_row = seen(melded_kongs=melded, concealed_kongs=concealed, kong_draws=draws)
        assert kongs.kong_to_fourth(in_a_row) == ((melded + concealed, draws) == (4, 4))
