"""Elements about pungs; a kong is a pung."""

import pytest

from fastmj.elements import pungs
from fastmj.elements.element import Element
from fastmj.tiles import SLOT
from tests.elements.examples import Example, Table, check, each, no, seen, yes

TABLE: Table = {
    pungs.all_pungs: (
        yes("[111m][444p]666s99s22z+9s", "All Pungs, Pung of Terminals or Honors*2"),
        yes(
            "(2222m)[4444p]666s888s7z+7z",
            "Three Concealed Pungs, All Pungs, Concealed Kong and Melded Kong, Single Wait",
        ),
        no("[111m][444p]666s78s22z+9s", "Pung of Terminals or Honors"),
    ),
    pungs.four_pure_shifted_pungs: (
        yes("[222m][333m]444m55m99p+5m", "Four Pure Shifted Pungs, One Voided Suit, No Honors"),
        yes(
            "[666s][777s][888s]999s1z+1z",
            "Four Pure Shifted Pungs, Half Flush, Pung of Terminals or Honors, Single Wait",
        ),
        no("[222m][333m][444m]66m99p+6m", "Pure Shifted Pungs, All Pungs, One Voided Suit, No Honors"),
    ),
    pungs.pure_shifted_pungs: (
        yes("[222m][333m][444m]66m99p+6m", "Pure Shifted Pungs, All Pungs, One Voided Suit, No Honors"),
        yes("[888s]777s99s123p55z+9s", "Pure Shifted Pungs, Pung of Terminals or Honors, One Voided Suit"),
        no("[222m][333m][444p]66m99p+6m", "All Pungs, One Voided Suit, No Honors"),
    ),
    pungs.mixed_shifted_pungs: (
        yes("[222m][333p]44s678s11z+4s", "Mixed Shifted Pungs"),
        yes("[555p][666m]777s22m99m+9m", "Mixed Shifted Pungs, All Pungs, Pung of Terminals or Honors, No Honors"),
        no("[222m][333p]44p678s11z+4p", "Chicken Hand"),
    ),
    pungs.triple_pung: (
        yes("[222m][222p]22s678s11z+2s", "Triple Pung"),
        yes("[888p]888m888s34m55z+2m", "Triple Pung, Two Concealed Pungs"),
        no("[222m][222p]33s678s11z+3s", "Double Pung"),
    ),
    pungs.double_pung: (
        yes("[222m][222p]33s678s11z+3s", "Double Pung"),
        yes("[222m][222p][777s]77m11z+7m", "All Pungs, Double Pung*2"),
        no("[222m][333p]55s678s11z+5s", "Chicken Hand"),
    ),
    pungs.four_concealed_pungs: (
        yes("111m444p666s999s2z+2z", "Four Concealed Pungs, Pung of Terminals or Honors*2, Single Wait"),
        yes(
            "(6666s)111m444p99s22z+9s",
            "Four Concealed Pungs, Fully Concealed Hand, Concealed Kong, Pung of Terminals or Honors*2",
            win_by="self_draw",
        ),
        no("111m444p666s99s22z+9s", "Three Concealed Pungs, All Pungs, Concealed Hand, Pung of Terminals or Honors*2"),
    ),
    pungs.three_concealed_pungs: (
        yes("111m444p666s99s22z+9s", "Three Concealed Pungs, All Pungs, Concealed Hand, Pung of Terminals or Honors*2"),
        yes(
            "[123m](4444p)666s999s2z+2z",
            "Three Concealed Pungs, Concealed Kong, Pung of Terminals or Honors, Single Wait",
        ),
        no("[123m]444p666s99s22z+9s", "Two Concealed Pungs, Pung of Terminals or Honors"),
    ),
    pungs.two_concealed_pungs: (
        yes("[123m]444p666s99s22z+9s", "Two Concealed Pungs, Pung of Terminals or Honors"),
        yes("[123m][456m](4444p)666s2z+2z", "Two Concealed Pungs, Concealed Kong, Short Straight, Single Wait"),
        no("[123m][456m]444p66s22z+6s", "Short Straight"),
    ),
    pungs.pung_of_terminals_or_honors: (
        yes("[111m]444p66s678m22z+6s", "Pung of Terminals or Honors"),
        yes("[111m][999p][999s]333z5m+5m", "All Pungs, Double Pung, Pung of Terminals or Honors*4, Single Wait"),
        no("[222m][111z]66s678m44p+6s", "Seat Wind", round="S"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


def ranks(*numbers: int) -> int:
    return sum(1 << number - 1 for number in numbers)


def kinds(*tiles: str) -> int:
    return sum(1 << SLOT[tile] for tile in tiles)


@pytest.mark.parametrize(
    ("element", "fields", "found"),
    [
        (pungs.four_pure_shifted_pungs, {"pungs_s": ranks(6, 7, 8, 9)}, 1),
        (pungs.four_pure_shifted_pungs, {"pungs_s": ranks(5, 6, 7, 9)}, 0),
        (pungs.pure_shifted_pungs, {"pungs_s": ranks(5, 6, 7, 9)}, 1),
        (pungs.pure_shifted_pungs, {"pungs_s": ranks(5, 7, 9)}, 0),
        (pungs.mixed_shifted_pungs, {"pungs_m": ranks(3), "pungs_p": ranks(1), "pungs_s": ranks(2)}, 1),
        (pungs.mixed_shifted_pungs, {"pungs_m": ranks(1, 2), "pungs_p": ranks(3)}, 0),
        (pungs.triple_pung, {"pungs_m": ranks(5), "pungs_p": ranks(5, 7), "pungs_s": ranks(5)}, 1),
        (pungs.double_pung, {"pungs_m": ranks(5), "pungs_p": ranks(5, 7), "pungs_s": ranks(7)}, 2),
        (pungs.double_pung, {"pungs_m": ranks(5), "pungs_p": ranks(5), "pungs_s": ranks(5)}, 0),
        (pungs.four_concealed_pungs, {"concealed_pungs": 4}, 1),
        (pungs.three_concealed_pungs, {"concealed_pungs": 4}, 0),
        (pungs.two_concealed_pungs, {"concealed_pungs": 2}, 1),
        (pungs.pung_of_terminals_or_honors, {"pungs_m": ranks(1, 2, 9)}, 2),
        (pungs.pung_of_terminals_or_honors, {"pungs_m": ranks(1, 9), "nine_gates": True}, 1),
        (pungs.pung_of_terminals_or_honors, {"nine_gates": True}, 0),
        (pungs.pung_of_terminals_or_honors, {"pungs_z": 0b1111111, "seat_wind": 1, "round_wind": 2}, 0),
        (pungs.pung_of_terminals_or_honors, {"pungs_z": 0b1110110, "seat_wind": 1, "round_wind": 2}, 1),
        (pungs.all_hidden_pungs, {"concealed_pungs": 4, "self_drawn": True}, 1),
        (pungs.all_hidden_pungs, {"concealed_pungs": 4, "self_drawn": True, "concealed_kongs": 1}, 0),
        (pungs.all_hidden_pungs, {"concealed_pungs": 4}, 0),
        (pungs.all_hidden_pungs, {"concealed_pungs": 3, "self_drawn": True}, 0),
        (pungs.four_hidden_pungs_or_kongs, {"concealed_pungs": 4, "self_drawn": True, "concealed_kongs": 1}, 1),
        (pungs.four_hidden_pungs_or_kongs, {"concealed_pungs": 4}, 0),
        (pungs.four_hidden_pungs_or_kongs, {"concealed_pungs": 3, "self_drawn": True}, 0),
        (pungs.heads_and_tails, {"pungs": 4, "kinds": kinds("1m", "9m", "1p", "9s")}, 1),
        (pungs.heads_and_tails, {"pungs": 4, "kinds": kinds("1m", "9m", "1p", "2s")}, 0),
        (pungs.heads_and_tails, {"pungs": 4, "kinds": kinds("1m", "9m", "1p", "1z")}, 0),
        (pungs.heads_and_tails, {"pungs": 0, "kinds": kinds("1m", "9m", "1p", "9s")}, 0),
    ],
)
def test_detectors(element: Element, fields: dict[str, int], found: int) -> None:
    assert element(seen(**fields)) == found
