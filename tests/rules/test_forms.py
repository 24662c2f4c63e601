"""Winning shapes by name, exact hands and claims: each rule set wins with those that it names, and no others."""

from typing import Any

import pytest

import fastmj
from fastmj.elements.flowers import flower_tiles
from fastmj.kernels.view import FORMS
from fastmj.rules import Row, RuleSet, View, element
from fastmj.rules.checks import CLAIMS

HANDS = {
    "regular": "123456789m123p5s+5s",
    "seven_pairs": "1133557799m113p+3p",
    "thirteen_orphans": "19m19p19s1234567z+1m",
    "honors_knitted": "147m258p36s12345z+9s",
    "knitted_straight": "147m258p36s111z22z+9s",
    "isolated_stars": "147m25p36s123456z+7z",
    "wriggling_snake": "123456789m1234z+1m",
    "market": "2468m2468p2468s5z+5z",
}
MARKET = "2468m2468p2468s5z"


@element("Any Hand")
def any_hand(h: View) -> bool:
    """Every hand."""
    return h.kinds != 0


@element("Which Form", most=15)
def which_form(h: View) -> int:
    """The number of the form, and one more."""
    return h.form + 1


def wins(**how: Any) -> set[str]:
    rules = RuleSet("shapes", (Row(any_hand, 1), Row(flower_tiles, 1), Row(which_form, 0)), **how)
    return {name for name, hand in HANDS.items() if fastmj.score(hand, rules).status == "ok"}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_alone(form: str) -> None:
    also = {"isolated_stars"} if form == "honors_knitted" else set()  # all seven honors are among any honors
    assert wins(forms=(form,)) == {form} | also
    assert wins(forms=form) == {form} | also


def test_exact_hands() -> None:
    assert wins(forms=(), exact=(MARKET,)) == {"market"}
    assert wins(forms=("regular",), exact=(MARKET, "123456789m1234z")) == {"regular", "market", "wriggling_snake"}


@pytest.mark.parametrize("tile", ["2m", "8p", "4s", "5z"])
def test_an_exact_hand_and_a_second_of_any_of_its_tiles(tile: str) -> None:
    rules = RuleSet("shapes", (Row(any_hand, 1), Row(flower_tiles, 1), Row(which_form, 0)), forms=(), exact=(MARKET,))
    assert fastmj.score(f"{MARKET}+{tile}", rules).status == "ok"
    assert fastmj.score(f"{MARKET}+1z", rules).status == "not_a_win"
    assert fastmj.score(f"2468m2468p248s6z{tile}+5z", rules).status == "not_a_win"


def test_claims() -> None:
    rows = (Row(any_hand, 1), Row(flower_tiles, 1), Row(which_form, 0))
    with_flowers = RuleSet("shapes", rows, claims=("eight_flowers",))
    claim = fastmj.score("123456789m", with_flowers, flowers="1f2f3f4f5f6f7f8f")
    assert (claim.status, claim.elements["Flower Tiles"]) == ("ok", 8)
    assert fastmj.score("123456789m", with_flowers, flowers="1f2f3f4f5f6f7f").status == "not_a_win"
    assert fastmj.score("123456789m", RuleSet("shapes", rows, claims=CLAIMS), flowers="1f2f3f4f5f6f7f").status == "ok"
    with pytest.raises(ValueError, match="no winning tile"):
        fastmj.score("123456789m", RuleSet("shapes", rows), flowers="1f2f3f4f5f6f7f8f")
