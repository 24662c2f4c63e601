"""``Hand.waits`` and ``Hand.shanten``."""

import pytest

from fastmj import Hand


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("2223456777899m", ["7m", "8m", "9m"]),
        ("2223456777899m+7m", ["7m", "8m", "9m"]),  # the winning tile is put aside
        ("[777s][888s]11223m55p", ["3m"]),
        ("147m258p36s12345z", ["9s", "6z", "7z"]),
        ("19m19p19s1234567z+1m", ["1m", "9m", "1p", "9p", "1s", "9s", *(f"{i}z" for i in range(1, 8))]),
        ("1111m2222p3333s4z", ["4z"]),
        ("147m258p369s1233z", []),
    ],
)
def test_waits(text, waits):
    assert Hand.parse(text).waits("mcr") == waits


@pytest.mark.parametrize(
    ("text", "form", "shanten"),
    [
        ("1111m2222p3333s4z", "any", 0),
        ("1111m2222p3333s4z", "regular", 2),
        ("2223456777899m+7m", "any", -1),
        ("124578m235689p1z", "regular", 4),
        ("1456s22356679m8p", "regular", 2),
        ("[222z][777z]1466888m", "regular", 1),
        ("[222z][777z]1466888m", "seven_pairs", 127),
    ],
)
def test_shanten(text, form, shanten):
    found = Hand.parse(text).shanten("mcr", form=form)
    assert found == shanten
    assert type(found) is int


def test_options_and_forms():
    hand = Hand.parse("456m456p456s1111z")
    assert hand.waits(formal=True) == ["1z"]
    assert Hand.parse("11m22m33m44p55p66p7z").waits("mcr:online", form="seven_pairs") == ["7z"]
    with pytest.raises(ValueError, match="form 'isolated_stars' is none of this rule set's: any, regular"):
        hand.shanten("mcr", form="isolated_stars")
    with pytest.raises(ValueError, match="has no option 'aka'"):
        hand.waits("mcr", aka=3)


@pytest.mark.parametrize(
    ("hand", "call", "message"),
    [
        (Hand.parse("123m"), "shanten", r"123m: 3 concealed tiles, 13 or 14 are needed beside 0 melds"),
        (Hand.parse("[123m]123m"), "shanten", r"3 concealed tiles, 10 or 11 are needed beside 1 melds"),
        (Hand.parse("123456789m11122p"), "waits", r"14 concealed tiles, 13 are needed beside 0 melds"),
        (Hand.parse("[111m]1123456789m"), "waits", "5 copies of 1m, a hand has at most 4"),
        (Hand((0,) * 20 + (2,) * 7 + (0,) * 7, (), 3), "waits", "win_tile: no 4m is among the concealed tiles"),
    ],
)
def test_faults(hand, call, message):
    with pytest.raises(ValueError, match=message):
        getattr(hand, call)("mcr")
