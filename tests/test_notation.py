"""Text <-> tiles and melds. Slots and meld bytes below are worked out by hand from the numbering of the tiles."""

import pickle

import pytest

from fastmj import notation
from fastmj.notation import HandText, NotationError

CONTEXT = {
    "win_by": "discard",
    "seat": "E",
    "round": "E",
    "last_of_kind": False,
    "last_tile": False,
}


def counts(tiles: dict[int, int]) -> tuple[int, ...]:
    return tuple(tiles.get(slot, 0) for slot in range(34))


# (dialect, text, {slot: copies}, melds, winning tile, context that the text states)
READ = [
    ("mpsz", "[123m][555p](1111z)23s44p+1s", {12: 2, 18: 1, 19: 1, 20: 1}, (1, 48, 130), 18, {}),
    ("mpsz", "1m", {0: 1}, (), None, {}),
    (
        "mpsz",
        "9m19p19s1234567z+1m",
        {0: 1, 8: 1, 9: 1, 17: 1, 18: 1, 26: 1} | dict.fromkeys(range(27, 34), 1),
        (),
        0,
        {},
    ),
    ("mpsz", "[1111z][789s]", {}, (96, 25), None, {}),
    ("mpsz", "  [321m]__2s_1s 3s2s + 1s ", {18: 2, 19: 2, 20: 1}, (1,), 18, {}),
    ("mpsz", "2s[1m3m2m]+2s", {19: 2}, (1,), 19, {}),
    ("mpsz", "1m1m1p1m", {0: 3, 9: 1}, (), None, {}),
    ("mpsz", "[777z][666p](7777z)[9999s]5z+5z", {31: 2}, (68, 49, 136, 95), 31, {}),
    ("official", "[123m,1][555p,2][EEEE]23s44p1s", {12: 2, 18: 1, 19: 1, 20: 1}, (1, 48, 130), 18, {}),
    ("official", "[123m1][555p2][EEEE]23s44p1s", {12: 2, 18: 1, 19: 1, 20: 1}, (1, 48, 130), 18, {}),
    ("official", "[567m2][8888p1]5s5s", {22: 2}, (5, 85), 22, {}),
    ("official", "[1111s,5][2222m,6][3333p,7][4444p]88s", {25: 2}, (87, 70, 80, 115), 25, {}),
    ("official", "[CCC,2][FFF][PPP]NN", {30: 2}, (68, 67, 66), 30, {}),
    ("official", "3344455566667m ", {2: 2, 3: 3, 4: 3, 5: 4, 6: 1}, (), None, {}),
    ("official", "55m|EE0000", {4: 2}, (), 4, CONTEXT),
    (
        "official",
        "345s3p55p5567p[7777s]4p|EN0100|cbaghdfe",
        {20: 1, 21: 1, 22: 1, 11: 1, 12: 1, 13: 4, 14: 1, 15: 1},
        (127,),
        12,
        CONTEXT | {"seat": "N", "last_of_kind": True, "flowers": "1f2f3f4f5f6f7f8f"},
    ),
    (
        "official",
        "[EEEE]NN|WS1011|2",
        {30: 2},
        (130,),
        30,
        CONTEXT
        | {"round": "W", "seat": "S", "win_by": "self_draw", "last_tile": True, "kong_draws": 1, "flowers": "1f2f"},
    ),
    ("official", "55m |EE0001|fah", {4: 2}, (), None, CONTEXT | {"win_by": "robbed_kong", "flowers": "1f6f8f"}),
    ("botzone", "[W1W2W3](J1J1J1J1)T4T5+T6", {21: 1, 22: 1, 23: 1}, (1, 136), 23, {}),
    ("botzone", "[J3J3J3][J2J2J2J2] F1F2_F3F4 B9+B1", {27: 1, 28: 1, 29: 1, 30: 1, 9: 1, 17: 1}, (66, 101), 9, {}),
    ("botzone", "H8W1H1+W1", {0: 2}, (), 0, {"flowers": "1f8f"}),
]


@pytest.mark.parametrize(("dialect", "text", "tiles", "melds", "win_tile", "context"), READ)
def test_read(dialect, text, tiles, melds, win_tile, context):
    assert notation.read(text, dialect) == HandText(counts(tiles), melds, win_tile, context)


# (dialect, text, status, words of the message)
REFUSED = [
    ("mpsz", "", "unreadable", "at least one tile"),
    ("mpsz", " _ ", "unreadable", "at least one tile"),
    ("mpsz", "+", "unreadable", "at least one tile"),
    ("mpsz", "0m", "unreadable", "red fives"),
    ("mpsz", "[333z]2226777z+0p", "unreadable", "red fives.*'0p'"),
    ("mpsz", "[406m]11z+1z", "unreadable", "red fives"),
    ("mpsz", "7z+8z", "unreadable", "no such tile: '8z'"),
    ("mpsz", "1m+1m+1m", "unreadable", r"second '\+'"),
    ("mpsz", "1m+12m", "unreadable", "one winning tile.*not 2"),
    ("mpsz", "1m+", "unreadable", "one winning tile.*not 0"),
    ("mpsz", "1m+1m2p", "unreadable", "one winning tile.*not 2"),
    ("mpsz", "1m+1m[123m]", "unreadable", r"only the winning tile.*'\[123m\]'"),
    ("mpsz", "[111m][222m][333m][444m][555m]6m+6m", "unreadable", "fifth"),
    ("mpsz", "77z+7zx", "unreadable", "unknown character: 'x'"),
    ("mpsz", "1M", "unreadable", "suit letter"),
    ("mpsz", "1m2", "unreadable", "suit letter"),
    ("mpsz", "1 2m", "unreadable", "suit letter"),
    ("mpsz", "1m+1", "unreadable", "suit letter"),
    ("mpsz", "1mp", "unreadable", "digits before it"),
    ("mpsz", "1f", "unreadable", "suit letter"),
    ("mpsz", "1m\n", "unreadable", "unknown character"),
    ("mpsz", "\uff11m", "unreadable", "unknown character"),
    ("mpsz", "1m\u00e9", "unreadable", "unknown character"),
    ("mpsz", "[123m,1]44p+4p", "unreadable", "holds tiles only"),
    ("mpsz", "[12 3m]", "unreadable", "holds tiles only"),
    ("mpsz", "[123m_]", "unreadable", "holds tiles only"),
    ("mpsz", "[123]", "unreadable", "holds tiles only"),
    ("mpsz", "[12m+3m]", "unreadable", "holds tiles only"),
    ("mpsz", "[123m", "unreadable", "not closed"),
    ("mpsz", "[123m)", "unreadable", "not closed"),
    ("mpsz", "[1[23m]]", "unreadable", "not closed"),
    ("mpsz", "123m]", "unreadable", "not opened"),
    ("mpsz", "[123z]", "bad_meld", r"chow of one suit.*'\[123z\]'"),
    ("mpsz", "[135m]", "bad_meld", "chow of one suit"),
    ("mpsz", "[891m]", "bad_meld", "chow of one suit"),
    ("mpsz", "[89m1p]", "bad_meld", "chow of one suit"),
    ("mpsz", "[89s1z]", "bad_meld", "chow of one suit"),
    ("mpsz", "[12m3p]", "bad_meld", "chow of one suit"),
    ("mpsz", "[112m]", "bad_meld", "chow of one suit"),
    ("mpsz", "[11m]", "bad_meld", "chow of one suit"),
    ("mpsz", "[1m]", "bad_meld", "chow of one suit"),
    ("mpsz", "[]", "bad_meld", "chow of one suit"),
    ("mpsz", "[11111m]", "bad_meld", "chow of one suit"),
    ("mpsz", "[1112m]", "bad_meld", "chow of one suit"),
    ("mpsz", "[1234m]", "bad_meld", "chow of one suit"),
    ("mpsz", "(123m)", "bad_meld", r"concealed kong is four equal.*'\(123m\)'"),
    ("mpsz", "(111m)", "bad_meld", "concealed kong is four equal"),
    ("mpsz", "(1112m)", "bad_meld", "concealed kong is four equal"),
    ("mpsz", "()", "bad_meld", "concealed kong is four equal"),
    ("mpsz", "[123z][135m]1m+1m", "bad_meld", r"'\[123z\]'"),
    ("mpsz", "[123z]0m", "unreadable", "red fives"),
    ("mpsz", "[123z]1m+12m", "unreadable", "one winning tile"),
    ("official", "[135m,1]1m|", "unreadable", "after the '|'"),
    ("mpsz", "[11m][11m][11m][11m][11m]", "unreadable", "fifth"),
    ("official", "(1111m)55p", "unreadable", r"round brackets are not used here, \[1111m\] is a concealed kong"),
    ("official", "[123m,1]+1s", "unreadable", r"unknown character: '\+'"),
    ("official", "55z", "unreadable", "suit letter"),
    ("official", "[123m,]", "unreadable", "1-3.*5-7"),
    ("official", "[1111m,4]", "unreadable", "1-3.*5-7"),
    ("official", "[1111m,0]", "unreadable", "1-3.*5-7"),
    ("official", "[123m,12]", "unreadable", "holds tiles only"),
    ("official", "[1231]", "unreadable", "holds tiles only"),
    ("official", "[123m,5]", "bad_meld", "only a kong can be promoted"),
    ("official", "[EEE7]", "bad_meld", "only a kong can be promoted"),
    ("official", "[ESW,1]", "bad_meld", "chow of one suit"),
    ("official", "[1234m]", "bad_meld", "concealed kong is four equal"),
    ("official", "05m", "unreadable", "red fives"),
    ("official", "55m|", "unreadable", "after the '|'"),
    ("official", "55m|EE000", "unreadable", "after the '|'"),
    ("official", "55m|EE0002", "unreadable", "after the '|'"),
    ("official", "55m|CE0000", "unreadable", "after the '|'"),
    ("official", "55m|EE0000|9", "unreadable", "after the '|'"),
    ("official", "55m|EE0000|a|b", "unreadable", "after the '|'"),
    ("official", "55m|EE0000|aa", "unreadable", "each flower exists once"),
    ("official", "|EE0000", "unreadable", "at least one tile"),
    ("botzone", "W0", "unreadable", "red fives"),
    ("botzone", "J4", "unreadable", "no such tile: 'J4'"),
    ("botzone", "F5", "unreadable", "no such tile: 'F5'"),
    ("botzone", "H9", "unreadable", "no such tile: 'H9'"),
    ("botzone", "W", "unreadable", "no such tile"),
    ("botzone", "W12", "unreadable", "unknown character: '2'"),
    ("botzone", "123m", "unreadable", "unknown character: '1'"),
    ("botzone", "W1+H1", "unreadable", "only the winning tile"),
    ("botzone", "W1H1H1", "unreadable", "each flower exists once"),
    ("botzone", "[H1H1H1]", "unreadable", "holds tiles only"),
    ("botzone", "[F1F2F3]", "bad_meld", "chow of one suit"),
    ("botzone", "[W9B1B2]", "bad_meld", "chow of one suit"),
    ("botzone", "(W1W1W1)", "bad_meld", "concealed kong is four equal"),
]


@pytest.mark.parametrize(("dialect", "text", "status", "words"), REFUSED)
def test_refused_with_the_rule_and_the_text(dialect, text, status, words):
    with pytest.raises(NotationError, match=words) as caught:
        notation.read(text, dialect)
    assert caught.value.status == status
    assert repr(text) in str(caught.value)
    assert dialect in str(caught.value)


def test_the_same_brackets_mean_opposite_things():
    exposed, concealed = 69 + 0, 103 + 0
    assert notation.read("[1111m]").melds == (exposed,)
    assert notation.read("[1111m]", "official").melds == (concealed,)
    assert notation.read("[W1W1W1W1]", "botzone").melds == (exposed,)


def test_dragons_count_the_other_way_round():
    white, green, red = 31, 32, 33
    for tiles in [("5z", "P", "J3"), ("6z", "F", "J2"), ("7z", "C", "J1")]:
        slots = {notation.read(t, d).counts.index(1) for t, d in zip(tiles, notation.DIALECTS, strict=True)}
        assert slots == {(white, green, red)[int(tiles[0][0]) - 5]}


def test_more_copies_than_a_byte_holds_do_not_wrap_around():
    assert notation.read("1" * 300 + "m+1m").counts == counts({0: 255})


def test_unknown_dialect():
    with pytest.raises(ValueError, match=r"'tenhou'.*mpsz, official, botzone"):
        notation.read("1m", "tenhou")
    with pytest.raises(ValueError, match=r"'tenhou'.*mpsz, official, botzone"):
        notation.write(notation.read("1m"), "tenhou")


@pytest.mark.parametrize("value", [None, b"1m", 1])
def test_a_hand_is_text(value):
    with pytest.raises(NotationError, match=f"not {type(value).__name__}") as caught:
        notation.read(value)
    assert caught.value.status == "unreadable"


def test_long_texts_are_shortened_in_the_message():
    with pytest.raises(NotationError) as caught:
        notation.read("1" * 10_000)
    assert len(str(caught.value)) < 400


def test_the_error_survives_pickling():
    with pytest.raises(NotationError) as caught:
        notation.read("[123z]")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.status) == (str(caught.value), "bad_meld")


# one hand in the three dialects, in the order of DIALECTS
WRITTEN = [
    ({}, "[123m][555p](1111z)44p23s+1s", "[123m,1][555p,1][EEEE]44p23s1s", "[W1W2W3][B5B5B5](F1F1F1F1)B4B4T2T3+T1"),
    ({}, "[9999s](7777z)567z", "[9999s,1][CCCC]PFC ", "[T9T9T9T9](J1J1J1J1)J3J2J1"),
    ({}, "1234p+4p", "1234p4p", "B1B2B3B4+B4"),
    ({"flowers": "2f8f"}, "1m+1m", "1m1m|EE0000|bh", "W1H2H8+W1"),
    ({"seat": "S", "round": "N"}, "1m+1m", "1m1m|NS0000|", "W1+W1"),
    ({"win_by": "self_draw", "kong_draws": 2}, "1m+1m", "1m1m|EE1001|", "W1+W1"),
    ({"win_by": "robbed_kong"}, "1m+1m", "1m1m|EE0001|", "W1+W1"),
    ({"last_tile": True, "last_of_kind": True}, "1m+1m", "1m1m|EE0110|", "W1+W1"),
]


@pytest.mark.parametrize(("context", "mpsz", "official", "botzone"), WRITTEN)
def test_write(context, mpsz, official, botzone):
    hand = notation.read(mpsz)._replace(context=context)
    assert [notation.write(hand, dialect) for dialect in notation.DIALECTS] == [mpsz, official, botzone]


def test_a_winning_tile_that_is_not_held_cannot_be_written():
    with pytest.raises(ValueError, match="no 1s"):
        notation.write(HandText(counts({0: 1}), (), 18, {}))


@pytest.mark.parametrize(
    ("text", "mask"),
    [("", 0), ("1f", 1), ("1f5f", 0b10001), ("5f1f", 0b10001), ("15f", 0b10001), ("1f 8f", 0b10000001)],
)
def test_flowers(text, mask):
    assert notation.flower_mask(text) == mask
    assert notation.flower_mask(notation.flower_text(mask)) == mask


@pytest.mark.parametrize("text", ["9f", "0f", "1f1f", "1", "f", "1m", "1f,2f", "\u0661f"])
def test_flowers_refused(text):
    with pytest.raises(NotationError, match="1f to 8f") as caught:
        notation.flower_mask(text)
    assert caught.value.status == "bad_context"


def test_the_tiles_of_every_meld_byte():
    assert [notation.meld_slots(code) for code in (1, 7, 25, 35, 68, 69, 102, 103, 136)] == [
        (0, 1, 2),
        (6, 7, 8),
        (24, 25, 26),
        (0, 0, 0),
        (33, 33, 33),
        (0, 0, 0, 0),
        (33, 33, 33, 33),
        (0, 0, 0, 0),
        (33, 33, 33, 33),
    ]
