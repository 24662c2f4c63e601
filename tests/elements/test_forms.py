"""Elements that are whole forms of a hand."""

import pytest

from fastmj.elements import forms
from fastmj.elements.element import Element
from fastmj.kernels.view import (
    HONORS_KNITTED,
    KNITTED_STRAIGHT,
    REGULAR,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    WRIGGLING_SNAKE,
)
from tests.elements.examples import NO_WIN, Example, Table, check, each, no, seen, yes

TABLE: Table = {
    forms.seven_pairs: (
        yes("1122446677889s+9s", "Seven Pairs, Full Flush"),
        yes("11m3355p6666s22z5z+5z", "Seven Pairs, All Types, Tile Hog"),
        no("1122335577889p+9p", "Pure Terminal Chows, Concealed Hand"),
    ),
    forms.seven_shifted_pairs: (
        yes("1122334455667m+7m", "Seven Shifted Pairs"),
        yes("2233445566778s+8s", "Seven Shifted Pairs, Fully Concealed Hand, All Simples", win_by="self_draw"),
        no("1122334455668m+8m", "Seven Pairs, Full Flush"),
    ),
    forms.thirteen_orphans: (
        yes("19m19p19s1234567z+1z", "Thirteen Orphans"),
        yes("19m19p119s123456z+7z", "Thirteen Orphans, Fully Concealed Hand", win_by="self_draw"),
        no("19m19p19s1234567z+2m", NO_WIN),
    ),
    forms.greater_honors_and_knitted_tiles: (
        yes("147m28p36s123456z+7z", "Greater Honors and Knitted Tiles"),
        yes("14m258p69s124567z+3z", "Greater Honors and Knitted Tiles, Fully Concealed Hand", win_by="self_draw"),
        no("147m258p36s12345z+6z", "Lesser Honors and Knitted Tiles"),
    ),
    forms.lesser_honors_and_knitted_tiles: (
        yes("147m258p36s12345z+6z", "Lesser Honors and Knitted Tiles"),
        yes(
            "147s258m369p1234z+5z",
            "Lesser Honors and Knitted Tiles, Knitted Straight, Fully Concealed Hand",
            win_by="self_draw",
        ),
        no("147m258p369s123m5z+5z", "Knitted Straight, Concealed Hand, Single Wait"),
    ),
    forms.knitted_straight: (
        yes("147m258p369s234m5s+5s", "Knitted Straight, Concealed Hand, All Chows, Single Wait"),
        yes("[555z]14s258m369p99m+7s", "Knitted Straight, Dragon Pung"),
        yes("147s258m369p1234z+5z", "Lesser Honors and Knitted Tiles, Knitted Straight"),
        no("147m258p36s12345z+6z", "Lesser Honors and Knitted Tiles"),
    ),
    forms.nine_gates: (
        yes("1112345678999m+5m", "Nine Gates, Two Concealed Pungs, Pung of Terminals or Honors"),
        yes("1112345678999p+1p", "Nine Gates, Pure Straight, Fully Concealed Hand, Tile Hog", win_by="self_draw"),
        no("1112344678999m+5m", "Full Flush, Concealed Hand, Short Straight, Pung of Terminals or Honors"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


HONORS_5, HONORS_6, HONORS_7 = 0b11111 << 27, 0b111111 << 27, 0b1111111 << 27


@pytest.mark.parametrize(
    ("element", "fields", "holds"),
    [
        (forms.seven_pairs, {"form": SEVEN_PAIRS}, True),
        (forms.seven_pairs, {"form": REGULAR}, False),
        (forms.seven_shifted_pairs, {"form": SEVEN_PAIRS, "kinds": 0b1111111 << 9 + 2}, True),
        (forms.seven_shifted_pairs, {"form": SEVEN_PAIRS, "kinds": 0b1111111 << 9 + 3}, False),
        (forms.seven_shifted_pairs, {"form": REGULAR, "kinds": 0b1111111 << 9}, False),
        (forms.thirteen_orphans, {"form": THIRTEEN_ORPHANS}, True),
        (forms.greater_honors_and_knitted_tiles, {"form": HONORS_KNITTED, "kinds": HONORS_7}, True),
        (forms.greater_honors_and_knitted_tiles, {"form": HONORS_KNITTED, "kinds": HONORS_6}, False),
        (forms.lesser_honors_and_knitted_tiles, {"form": HONORS_KNITTED, "kinds": HONORS_7}, False),
        (forms.lesser_honors_and_knitted_tiles, {"form": HONORS_KNITTED, "kinds": HONORS_6}, True),
        (forms.knitted_straight, {"form": KNITTED_STRAIGHT}, True),
        (forms.knitted_straight, {"form": HONORS_KNITTED, "kinds": HONORS_5}, True),
        (forms.knitted_straight, {"form": HONORS_KNITTED, "kinds": HONORS_6}, False),
        (forms.nine_gates, {"nine_gates": True}, True),
        (forms.nine_gates, {"nine_gates": False}, False),
        (forms.wriggling_snake, {"form": WRIGGLING_SNAKE}, True),
        (forms.wriggling_snake, {"form": REGULAR}, False),
    ],
)
def test_detectors(element: Element, fields: dict[str, int], holds: bool) -> None:
    assert element(seen(**fields)) == holds
