"""One hand for people: fields, text, rows. Rows below are worked out by hand from the codes of the columns."""

import subprocess
import sys
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastmj.hand import Hand
from fastmj.notation import DIALECTS, NotationError

TEXT = "[123m][555p](1111z)23s44p+1s"


def counts(tiles: dict[int, int]) -> tuple[int, ...]:
    return tuple(tiles.get(slot, 0) for slot in range(34))


COUNTS = counts({12: 2, 18: 1, 19: 1, 20: 1})


def test_parse_keeps_tiles_and_context():
    hand = Hand.parse(TEXT, win_by="self_draw", seat="S", round="W", flowers="1f5f", kong_draws=1)
    assert hand == Hand(COUNTS, (1, 48, 130), 18, win_by="self_draw", seat="S", round="W", flowers="1f5f", kong_draws=1)


def test_defaults():
    hand = Hand(COUNTS)
    assert {field.name: getattr(hand, field.name) for field in fields(hand)} == {
        "counts": COUNTS,
        "melds": (),
        "win_tile": None,
        "win_by": "discard",
        "last_tile": False,
        "kong_draws": 0,
        "flower_draw": False,
        "last_of_kind": False,
        "opening": "none",
        "seat": "E",
        "round": "E",
        "flowers": "",
        "discarder": None,
        "feeder": None,
        "fifth_tile": False,
    }


def test_equal_hands_are_equal_and_frozen():
    hand = Hand(bytearray(COUNTS), [0, 1, 0, 48], 18, last_tile=1, flowers="5f1f")
    assert hand == Hand(COUNTS, (1, 48), 18, last_tile=True, flowers="1f5f")
    assert len({hand, Hand(COUNTS, (1, 48), 18, last_tile=True, flowers="15f")}) == 1
    with pytest.raises(FrozenInstanceError):
        hand.seat = "S"


WRONG = [
    ({"counts": (0,) * 33}, "counts.*34 in all, not 33"),
    ({"counts": (-1,) * 34}, "counts: -1 .*0 to 255"),
    ({"counts": (256,) * 34}, "counts: 256 .*0 to 255"),
    ({"counts": (1.5,) * 34}, "counts: 1.5 "),
    ({"counts": None}, "counts: None .*sequence"),
    ({"melds": (1,) * 5}, "melds: at most 4 melds, not 5"),
    ({"melds": (137,)}, "melds: 137 .*0 to 136"),
    ({"melds": (8,)}, "melds: 8 would be a chow that starts at slot 7"),
    ({"melds": (27,)}, "melds: 27 would be a chow"),
    ({"melds": (28,)}, "melds: 28 would be a chow"),
    ({"melds": (34,)}, "melds: 34 would be a chow"),
    ({"win_tile": 34}, "win_tile: 34 .*0 to 33"),
    ({"win_tile": "1m"}, "win_tile: '1m' .*0 to 33"),
    ({"win_by": "ron"}, "win_by: 'ron' .*'discard', 'self_draw', 'robbed_kong'"),
    ({"win_by": 1}, "win_by: 1 "),
    ({"kong_draws": 5}, "kong_draws: 5 .*0 to 4"),
    ({"kong_draws": None}, "kong_draws: None "),
    ({"last_tile": "yes"}, "last_tile: 'yes' .*False, True"),
    ({"last_of_kind": 2}, "last_of_kind: 2 "),
    ({"flower_draw": None}, "flower_draw: None "),
    ({"fifth_tile": []}, r"fifth_tile: \[\] "),
    ({"opening": "earthly"}, "opening: 'earthly' .*'none', 'heaven', 'earth'"),
    ({"seat": "X"}, "seat: 'X' .*'E', 'S', 'W', 'N'"),
    ({"seat": "ES"}, "seat: 'ES' "),
    ({"seat": None}, "seat: None "),
    ({"round": 0}, "round: 0 "),
    ({"discarder": "e"}, "discarder: 'e' .*None, 'E'"),
    ({"feeder": 255}, "feeder: 255 .*None, 'E'"),
    ({"flowers": "9f"}, "flowers.*1f to 8f.*'9f'"),
    ({"flowers": 3}, "flowers: 3 .*'1f5f'"),
]


@pytest.mark.parametrize(("wrong", "words"), WRONG)
def test_a_value_that_no_hand_can_have(wrong, words):
    with pytest.raises(ValueError, match=words):
        Hand(**{"counts": COUNTS} | wrong)


def test_parse_refuses_unknown_context():
    with pytest.raises(ValueError, match=r"unknown context selfdraw: the known names are win_by, .*fifth_tile"):
        Hand.parse(TEXT, selfdraw=True)
    with pytest.raises(ValueError, match="unknown context melds"):
        Hand.parse(TEXT, melds=(1,))


def test_parse_checks_the_shape_of_the_text_only():
    assert Hand.parse("11111m").counts == counts({0: 5})
    assert Hand.parse("1m", opening="heaven", seat="N").opening == "heaven"
    with pytest.raises(NotationError) as caught:
        Hand.parse("[123z]")
    assert caught.value.status == "bad_meld"


OFFICIAL = "[123m,1][5555p,1]23s44p1s|SW1101|ae"


def test_context_of_the_official_tail():
    hand = Hand.parse(OFFICIAL, "official", kong_draws=2, discarder=None, seat="W", flowers="1f5f")
    assert hand == Hand(
        COUNTS,
        (1, 82),
        18,
        win_by="self_draw",
        round="S",
        seat="W",
        last_of_kind=True,
        kong_draws=2,
        flowers="1f5f",
    )


@pytest.mark.parametrize(
    "given",
    [{"seat": "E"}, {"round": "E"}, {"win_by": "discard"}, {"last_of_kind": False}, {"kong_draws": 0}, {"flowers": ""}],
)
def test_context_that_contradicts_the_text(given):
    (name, value) = next(iter(given.items()))
    with pytest.raises(NotationError, match=f"{name}: the hand .* says .*, {value!r} is given beside it") as caught:
        Hand.parse(OFFICIAL, "official", **given)
    assert caught.value.status == "bad_context"


def test_botzone_flowers_contradict():
    assert Hand.parse("W1H2+W1", "botzone", flowers="2f").flowers == "2f"
    with pytest.raises(NotationError, match="flowers"):
        Hand.parse("W1H2+W1", "botzone", flowers="3f")


ROWS = [
    (
        {},
        {"win_by": 0, "flags": 0, "seat": 0, "round": 0, "flowers": 0, "discarder": 255, "feeder": 255},
    ),
    (
        {"win_by": "self_draw", "kong_draws": 4, "opening": "heaven", "seat": "N", "round": "W", "flowers": "1f8f"},
        {"win_by": 1, "flags": 0x404, "seat": 3, "round": 2, "flowers": 129, "discarder": 255, "feeder": 255},
    ),
    (
        {"win_by": "robbed_kong", "last_tile": True, "last_of_kind": True, "discarder": "S", "feeder": "E"},
        {"win_by": 2, "flags": 0b11, "seat": 0, "round": 0, "flowers": 0, "discarder": 1, "feeder": 0},
    ),
    (
        {"opening": "earth", "flower_draw": True, "fifth_tile": True, "kong_draws": 1, "discarder": "N"},
        {"win_by": 0, "flags": 0x138, "seat": 0, "round": 0, "flowers": 0, "discarder": 3, "feeder": 255},
    ),
]


@pytest.mark.parametrize(("context", "columns"), ROWS)
def test_row(context, columns):
    hand = Hand.parse(TEXT, **context)
    row = {"hand": bytes(COUNTS), "melds": bytes([1, 48, 130, 0]), "win_tile": 18} | columns
    assert hand.to_row() == row
    assert Hand.from_row(row) == hand


def test_row_with_less_and_with_other_columns():
    assert Hand.from_row({"hand": list(COUNTS), "game_id": "g", "discarder": None}) == Hand(COUNTS)
    assert Hand(COUNTS).to_row()["win_tile"] == 255


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"hand": b"12"}, "counts.*34 in all, not 2"),
        ({"melds": b"\x08\0\0\0"}, "melds: 8 would be a chow"),
        ({"win_tile": 34}, "win_tile: 34 "),
        ({"win_by": 3}, "win_by: 3 .*0 to 2"),
        ({"flags": 64}, "flags: 0x40 has unknown bits"),
        ({"flags": 12}, "flags: 0xc .*heaven and earth"),
        ({"flags": 0x500}, "kong_draws: 5 "),
        ({"flags": None}, "flags: None "),
        ({"seat": 4}, "seat: 4 .*0 to 3"),
        ({"round": 255}, "round: 255 "),
        ({"flowers": 256}, "flowers: 256 "),
        ({"discarder": 4}, "discarder: 4 "),
        ({"feeder": -1}, "feeder: -1 "),
    ],
)
def test_a_row_that_is_no_hand(wrong, words):
    with pytest.raises(ValueError, match=words):
        Hand.from_row({"hand": bytes(COUNTS)} | wrong)


def test_a_row_needs_a_hand():
    with pytest.raises(ValueError, match="needs the column hand, it has melds"):
        Hand.from_row({"melds": b"\0\0\0\0"})


CHOWS = [9 * suit + start + 1 for suit in range(3) for start in range(7)]


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Any tiles, not only hands that could win."""
    held = draw(st.lists(st.integers(0, 33), min_size=1, max_size=20))
    seat = st.sampled_from("ESWN")
    return Hand(
        tuple(held.count(slot) for slot in range(34)),
        tuple(draw(st.lists(st.one_of(st.sampled_from(CHOWS), st.integers(35, 136)), max_size=4))),
        draw(st.one_of(st.none(), st.sampled_from(held))),
        win_by=draw(st.sampled_from(["discard", "self_draw", "robbed_kong"])),
        last_tile=draw(st.booleans()),
        kong_draws=draw(st.integers(0, 4)),
        flower_draw=draw(st.booleans()),
        last_of_kind=draw(st.booleans()),
        opening=draw(st.sampled_from(["none", "heaven", "earth"])),
        seat=draw(seat),
        round=draw(seat),
        flowers="".join(f"{i}f" for i in draw(st.sets(st.integers(1, 8)))),
        discarder=draw(st.one_of(st.none(), seat)),
        feeder=draw(st.one_of(st.none(), seat)),
        fifth_tile=draw(st.booleans()),
    )


def context_of(hand: Hand) -> dict[str, object]:
    return {field.name: getattr(hand, field.name) for field in fields(hand)[3:]}


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(deadline=None, derandomize=True, database=None)
@given(hand=hands())
def test_round_trip_of_texts(dialect, hand):
    assert Hand.parse(hand.to_text(dialect), dialect, **context_of(hand)) == hand


@settings(deadline=None, derandomize=True, database=None)
@given(hand=hands())
def test_round_trip_of_what_the_official_tail_holds(hand):
    held = ("win_by", "last_tile", "last_of_kind", "seat", "round", "flowers")
    plain = Hand(hand.counts, hand.melds, hand.win_tile, **{name: getattr(hand, name) for name in held})
    assert Hand.parse(plain.to_text("official"), "official") == plain


@settings(deadline=None, derandomize=True, database=None)
@given(hand=hands())
def test_round_trip_of_rows(hand):
    assert Hand.from_row(hand.to_row()) == hand


def test_hands_need_no_numpy_numba_or_pyarrow():
    code = (
        "import sys; from fastmj import Hand; assert Hand.parse('1m+1m').to_row();"
        "print({'numpy', 'numba', 'pyarrow'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
