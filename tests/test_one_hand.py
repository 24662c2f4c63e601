"""The analysis of one ``Hand``."""

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
    for option in ("aka", "mask"):
        with pytest.raises(ValueError, match=f"has no option '{option}'"):
            hand.waits("mcr", **{option: True})


def test_is_win():
    assert Hand.parse("19m19p19s1234567z+1m").is_win("hk") is True
    assert Hand.parse("19m19p19s1234567z").is_win("hk") is False
    assert Hand.parse("1122335577m88p99s").is_win("classical") is False  # knows no seven pairs
    assert Hand.parse("1122335577m88p99s").is_win() is True


def test_acceptance():
    """Of 23s and 2p3p one set is to be made: 1s 4s complete the one, 1p 4p the other."""
    helpful = Hand.parse("123456789m23p23s9p").acceptance()
    assert {item["discard"]: (item["shanten"], item["tiles"], item["left"]) for item in helpful}["9p"] == (
        1,
        ["1p", "2p", "3p", "4p", "1s", "2s", "3s", "4s"],
        4 * 4 + 3 * 4,
    )
    assert [item["discard"] for item in helpful] == [*(f"{i}m" for i in range(1, 10)), "2p", "3p", "9p", "2s", "3s"]
    ready = Hand.parse("[123m]456789m1112p")
    assert ready.acceptance() == [{"discard": None, "shanten": 0, "tiles": ["2p", "3p"], "left": 7}]
    seen = [0] * 10 + [1, 2] + [0] * 22
    assert ready.acceptance("hk", "regular", visible=seen)[0]["left"] == 4
    assert Hand.parse("[222z][777z]1466888m").acceptance(form="seven_pairs") == []


def test_win_points():
    """What the score of the whole hand says. In hk: All Chows, Concealed Hand and No Flower, 1 each."""
    hand = Hand.parse("123456789m1112p", win_by="self_draw")
    scores = {tile: Hand.parse(f"123456789m1112p+{tile}", win_by="self_draw").score().total for tile in ("2p", "3p")}
    assert hand.win_points() == scores
    assert Hand.parse("123456789m1112p+3p", win_by="self_draw").win_points() == scores
    assert Hand.parse("[123m]234m678p1124s").win_points() == {}  # 2 + 1 + 1 points on 3s
    assert Hand.parse("123m456p789s123s4z").win_points("hk", max_points=None) == {"4z": 3.0}


@pytest.mark.parametrize(
    ("hand", "call", "message"),
    [
        (Hand.parse("123m"), "shanten", r"123m: 3 concealed tiles, 13 or 14 are needed beside 0 melds"),
        (Hand.parse("[123m]123m"), "shanten", r"3 concealed tiles, 10 or 11 are needed beside 1 melds"),
        (Hand.parse("123456789m11122p"), "waits", r"14 concealed tiles, 13 are needed beside 0 melds"),
        (Hand.parse("123m"), "is_win", r"123m: 3 concealed tiles, 13 or 14 are needed beside 0 melds"),
        (Hand.parse("123m"), "acceptance", r"123m: 3 concealed tiles, 13 or 14 are needed beside 0 melds"),
        (Hand.parse("123456789m11122p"), "win_points", r"14 concealed tiles, 13 are needed beside 0 melds"),
        (Hand.parse("[111m]1123456789m"), "waits", "5 copies of 1m, a hand has at most 4"),
        (Hand((0,) * 20 + (2,) * 7 + (0,) * 7, (), 3), "waits", "win_tile: no 4m is among the concealed tiles"),
    ],
)
def test_faults(hand, call, message):
    with pytest.raises(ValueError, match=message):
        getattr(hand, call)("mcr")
