"""What an error says about a row: the column, the value, the rule broken."""

import re

import numpy as np
import pyarrow as pa
import pytest

import fastmj
from fastmj import arrow_in, faults, status
from fastmj.hands import DEFAULTS, Hands


def counts(*slots):
    return [slots.count(slot) for slot in range(34)]


CHOWS = counts(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 33, 33)  # 123456789m123p77z
PUNG_AND_PAIR = counts(4, 4, 4, 33, 33)  # beside three melds
KONG = 69 + 20  # 3s, exposed
HIDDEN = 103 + 20


def say(found, **columns):
    """what is said about the one row of a table"""
    columns = {"hand": pa.array([bytes(CHOWS)], pa.binary(34)), **columns}
    batch = pa.RecordBatch.from_pydict({n: c if isinstance(c, pa.Array) else pa.array([c]) for n, c in columns.items()})
    hands = arrow_in.plan(batch.schema).read(batch)
    return faults.fault(batch, hands, 0, found)


def hands_of(**arrays):
    n = len(arrays["counts"])
    full = {
        name: np.full((n, 4) if name == "melds" else n, default, dtype) for name, (dtype, default) in DEFAULTS.items()
    }
    full |= {name: np.array(array, np.uint16 if name == "flags" else np.uint8) for name, array in arrays.items()}
    return Hands(**full, status=np.full(n, status.OK, np.uint8))


MESSAGES = [
    (status.MISSING, {"seat": pa.array([None], pa.string())}, "column 'seat' is null"),
    (
        status.MISSING,
        {"hand": pa.nulls(1, pa.binary(34)), "flags": pa.nulls(1)},
        "column 'hand' is null; column 'flags' is null",
    ),
    (
        status.MISSING,
        {"melds": pa.array([[4, None, 0, 0]], pa.list_(pa.uint8()))},
        "column 'melds' holds a null: [4, None, 0, 0]",
    ),
    (status.MISSING, {"discarder": pa.nulls(1)}, "column 'win_tile': no winning tile (255)"),
    (status.MISSING, {"hand": "123m"}, "column 'hand': no winning tile, which stands after a '+' (got 123m)"),
    (
        status.UNREADABLE,
        {"hand": "12m3x+1m"},
        "column 'hand': digits need a suit letter (m, p, s, z) after them: '3x+1m' "
        "in the hand '12m3x+1m' (dialect mpsz)",
    ),
    (status.UNREADABLE, {"hand": pa.array([bytes(33)], pa.binary())}, "column 'hand' holds 33 values, 34 are needed"),
    (
        status.UNREADABLE,
        {"melds": pa.array([[4]], pa.list_(pa.int64()))},
        "column 'melds' holds 1 values, 4 are needed",
    ),
    (status.BAD_TILE, {"win_tile": 40}, "column 'win_tile': 40 is no tile, tiles are 0-33 (255 = none)"),
    (status.BAD_TILE, {"win_tile": 300}, "column 'win_tile': 300 is no tile, tiles are 0-33 (255 = none)"),
    (status.BAD_TILE, {"win_tile": -1}, "column 'win_tile': -1 is no tile, tiles are 0-33 (255 = none)"),
    (status.BAD_MELD, {"melds": bytes([4, 137, 0, 0])}, "column 'melds': 137 is no meld, melds are 1-136 (0 = none)"),
    (status.BAD_MELD, {"melds": [4, 0, 0, 300]}, "column 'melds': 300 is no meld, melds are 1-136 (0 = none)"),
    (
        status.BAD_MELD,
        {"melds": bytes([8, 9, 0, 28])},
        "column 'melds': 8 would be a chow that starts at 8m, there is none; "
        "column 'melds': 9 would be a chow that starts at 9m, there is none; "
        "column 'melds': 28 would be a chow that starts at 1z, there is none",
    ),
    (
        status.BAD_MELD,
        {"hand": "[123z]1s+1s"},
        "column 'hand': a set is a chow of one suit, three or four equal tiles: '[123z]' "
        "in the hand '[123z]1s+1s' (dialect mpsz)",
    ),
    (
        status.WRONG_TILE_COUNT,
        {"melds": bytes([4, 0, 0, 0]), "win_tile": 0},
        "column 'hand': 14 tiles beside 1 meld, with the winning tile 11 are needed (got [456m]23456789m123p77z+1m)",
    ),
    (
        status.WRONG_TILE_COUNT,
        {"hand": "[123m](4444p)1s+1s"},
        "column 'hand': 2 tiles beside 2 melds, with the winning tile 8 are needed (got [123m](4444p)1s+1s)",
    ),
    (
        status.WRONG_TILE_COUNT,
        {"hand": "1s+1s"},
        "column 'hand': 2 tiles, with the winning tile 14 are needed (got 1s+1s)",
    ),
    (
        status.TOO_MANY_COPIES,
        {"hand": "33333p123456789m+3p"},
        "column 'hand': 6 copies of 3p, a hand has at most 4 (got 33333p123456789m+3p)",
    ),
    (
        status.TOO_MANY_COPIES,
        {"hand": bytes(PUNG_AND_PAIR), "melds": bytes([4, 35 + 33, 103 + 33, 0]), "win_tile": 33},
        "column 'hand': 9 copies of 7z, a hand has at most 4 (got [456m][777z](7777z)555m7z+7z)",
    ),
    (
        status.WIN_TILE_NOT_IN_HAND,
        {"win_tile": 12},
        "column 'win_tile': 12 (4p) is not among the concealed tiles, which include the winning tile "
        "(got 123456789m123p77z)",
    ),
    (status.NOT_A_WIN, {"win_tile": 0}, "column 'hand': no complete hand (got 23456789m123p77z+1m)"),
    (
        status.BELOW_MINIMUM,
        {"win_tile": 33},
        "column 'hand': complete, but worth less than the minimum (got 123456789m123p7z+7z)",
    ),
]


@pytest.mark.parametrize(("found", "columns", "message"), MESSAGES)
def test_message(found, columns, message):
    assert say(found, **columns) == message


def one(kind, value):
    return pa.array([value], kind)


KONG_DRAW = 0x100
CONTEXT = [
    (
        {"win_by": 3},
        "column 'win_by': 3 is unknown; accepted: an integer type (0-2) or text (discard, self_draw, robbed_kong)",
    ),
    ({"win_by": "tsumo"}, "column 'win_by': 'tsumo' is unknown; accepted: an integer type (0-2) or text (discard,"),
    ({"seat": 300}, "column 'seat': 300 is unknown; accepted: an integer type (0-3) or text (E, S, W, N)"),
    ({"round": -1}, "column 'round': -1 is unknown"),
    ({"flowers": "1f1f"}, "column 'flowers': '1f1f' is unknown; accepted: an integer type (8 bits) or text (1f5f)"),
    ({"flowers": 256}, "column 'flowers': 256 is unknown"),
    (
        {"discarder": 4},
        "column 'discarder': 4 is unknown; accepted: an integer type (0-3, 255 = none) or text (E, S, W, N)",
    ),
    ({"feeder": "X"}, "column 'feeder': 'X' is unknown"),
    ({"opening": "sky"}, "column 'opening': 'sky' is unknown; accepted: text (none, heaven, earth)"),
    ({"kong_draws": 5}, "column 'kong_draws': 5 is unknown; accepted: an integer type (0-4)"),
    ({"flags": one(pa.uint16(), 0x840)}, "column 'flags': 0x840 has unknown bits, known are 0x73f"),
    ({"flags": one(pa.int64(), 70000)}, "column 'flags': 0x11170 has unknown bits, known are 0x73f"),
    ({"flags": one(pa.uint16(), 0x500)}, "column 'flags': kong_draws 5 is unknown; accepted: an integer type (0-4)"),
    (
        {"flags": KONG_DRAW, "melds": bytes([KONG, 0, 0, 0])},
        "columns 'flags', 'win_by': kong_draws is 1, which needs self_draw",
    ),
    (
        {"kong_draws": 2, "win_by": 1, "melds": bytes([0, KONG, 0, 0])},
        "columns 'kong_draws', 'melds': kong_draws is 2, but kongs among the melds: 1",
    ),
    (
        {"kong_draws": 1, "win_by": 1, "melds": bytes([0, HIDDEN, 0, 0]), "flower_draw": True, "flowers": 1},
        "columns 'kong_draws', 'flower_draw': a tile drawn after a kong replaced no flower",
    ),
    ({"opening": "heaven"}, "columns 'opening', 'win_by': heaven needs self_draw"),
    (
        {"opening": "heaven", "win_by": 1, "melds": bytes([4, HIDDEN, 0, 0])},
        "columns 'opening', 'melds': heaven allows no exposed set, there are 1",
    ),
    ({"opening": "heaven", "win_by": 1, "seat": "W"}, "columns 'opening', 'seat': heaven is for seat E, not W"),
    ({"opening": "earth", "win_by": 1, "seat": 1}, "columns 'opening', 'win_by': earth needs a discard"),
    (
        {"opening": "earth", "seat": 1, "melds": bytes([0, HIDDEN, 0, 0])},
        "columns 'opening', 'melds': earth allows no meld",
    ),
    ({"opening": "earth"}, "columns 'opening', 'seat': earth is for another seat than E"),
    (
        {"opening": "earth", "seat": 1, "discarder": "W"},
        "columns 'opening', 'discarder': earth is won on the discard of E",
    ),
    ({"seat": "N", "discarder": "N"}, "columns 'discarder', 'seat': both are N"),
    ({"win_by": "self_draw", "discarder": "N"}, "columns 'discarder', 'win_by': nobody discards on self_draw"),
    ({"feeder": "E"}, "columns 'feeder', 'seat': both are E"),
    ({"flags": 16, "flowers": 1}, "columns 'flags', 'win_by': a drawn tile replaced a flower: self_draw"),
    (
        {"flower_draw": True, "win_by": 1},
        "columns 'flower_draw', 'flowers': a drawn tile replaced a flower, but there is none",
    ),
    (
        {"win_by": "robbed_kong", "win_tile": 33},
        "columns 'win_by', 'hand': a robbed tile is the only copy, the hand holds more (123456789m123p7z+7z)",
    ),
    (
        {"win_by": 2, "win_tile": 3, "melds": bytes([3, 0, 0, 0])},
        "columns 'win_by', 'hand': a robbed tile is the only copy, the hand holds more ([345m]12356789m123p77z+4m)",
    ),
]


@pytest.mark.parametrize(("columns", "message"), CONTEXT)
def test_context(columns, message):
    said = say(status.BAD_CONTEXT, **columns)
    assert said.startswith(message)
    assert "; column" not in said.removeprefix(message), "one contradiction, one message"


def test_every_contradiction_is_named():
    said = say(status.BAD_CONTEXT, flags=one(pa.uint16(), 0x11C), discarder=0, feeder=0)
    for rule in (
        "heaven and earth",
        "heaven needs",
        "which needs self_draw",
        "among the melds: 0",
        "but there is none",
        "both are E",
    ):
        assert rule in said
    assert said.count("both are E") == 2


GOOD = [
    {"win_by": 0, "discarder": 2, "feeder": 2, "seat": 3, "flowers": 255, "flags": 0b100011},
    {"win_by": 1, "seat": 0, "flags": 4},
    {"win_by": 0, "seat": 2, "flags": 8, "discarder": 0},
    {"win_by": 1, "flags": 16, "flowers": 4},
    {"win_by": 2, "win_tile": 0, "flags": 1},
    {"win_by": 1, "flags": 0x201, "melds": bytes([KONG, HIDDEN, 0, 0])},
    {"win_by": 1, "flags": 4, "melds": bytes([HIDDEN, 0, 0, 0])},
]


@pytest.mark.parametrize("columns", GOOD)
def test_no_contradiction_is_made_up(columns):
    said = say(status.BAD_CONTEXT, **columns)
    assert said.startswith("columns 'win_by', 'seat', 'round'")
    assert "they contradict each other" in said


def test_arrays_without_a_table():
    hands = hands_of(counts=[CHOWS, counts(*[11] * 5)], win_tile=[0, 11], seat=[0, 7])
    found = np.array([status.OK, status.TOO_MANY_COPIES], np.uint8)
    said = "row 1, column 'hand': 5 copies of 3p, a hand has at most 4 (got 3333p+3p)"
    assert faults.first_fault(None, hands, found) == said
    assert faults.fault(None, hands, 1, status.BAD_CONTEXT).startswith("column 'seat': 7 is unknown")


def test_first_fault_is_the_first_row_of_the_whole_input():
    texts = pa.array(["123m+1m", "33333p123456789m+3p", None], pa.string())
    batch = pa.RecordBatch.from_pydict({"hand": texts})
    hands = arrow_in.plan(batch.schema).read(batch)
    found = np.array([status.NOT_A_WIN, status.TOO_MANY_COPIES, status.MISSING], np.uint8)
    said = "column 'hand': 6 copies of 3p, a hand has at most 4 (got 33333p123456789m+3p)"
    assert faults.first_fault(batch, hands, found, first_row=1841) == f"row 1842, {said}"
    assert faults.first_fault(batch, hands, found[:1]) is None
    said = "row 0, column 'hand': no complete hand (got 123m+1m)"
    assert faults.first_fault(batch, hands, found, below=status.BELOW_MINIMUM) == said
    assert faults.first_fault(batch, hands, np.full(3, status.OK, np.uint8), below=status.OK) is None


@pytest.mark.parametrize("kind", [pa.string_view(), pa.dictionary(pa.int8(), pa.string()), pa.large_string()])
def test_texts_of_any_type_and_in_slices(kind):
    texts = pa.array(["1m", "12x", "?"], kind).slice(1)
    batch = pa.RecordBatch.from_pydict({"hand": texts})
    hands = arrow_in.plan(batch.schema).read(batch)
    assert "unknown character: '?'" in faults.fault(batch, hands, 1, status.UNREADABLE)
    assert "'12x'" in faults.fault(batch, hands, 0, status.UNREADABLE)


def test_absurd_values_make_no_absurd_messages():
    hands = hands_of(counts=[[255] * 34], melds=[[255] * 4], win_tile=[200])
    for found in range(status.OK):
        if found != status.WIN_TILE_NOT_IN_HAND:
            assert len(faults.fault(None, hands, 0, found)) < 700
    assert len(say(status.WRONG_TILE_COUNT, hand="1m" * 5000)) < 200
    offsets, data = pa.py_buffer(np.array([0, 2], np.int32)), pa.py_buffer(b"\xff\xfe")
    assert "\ufffd" in say(status.UNREADABLE, hand=pa.StringArray.from_buffers(1, offsets, data))


def test_other_dialect():
    batch = pa.RecordBatch.from_pydict({"hand": ["[123m,9]1s"]})
    hands = arrow_in.plan(batch.schema, dialect="official").read(batch)
    said = faults.first_fault(batch, hands, hands.status, dialect="official")
    assert "'[123m,9]'" in str(said)
    assert "dialect official" in str(said)


def test_unknown_rule_set():
    batch = pa.RecordBatch.from_pydict({"hand": ["11m1x+1m"], "system": ["riichi"]})
    hands = arrow_in.plan(batch.schema).read(batch)
    said = faults.fault(batch, hands, 0, status.UNKNOWN_RULES, rules_column="system")
    assert said == "column 'system': no such rule set ('riichi')"


@pytest.mark.parametrize(
    ("hand", "given", "words"),
    [
        ("123456789m123p5s", {}, "123456789m123p5s: no winning tile, which stands after a '+'"),
        (
            "123456789m123p55s ",
            {"dialect": "official"},
            "123456789m123p55s : no winning tile, which is the last one where no space follows",
        ),
        (
            "W1W2W3B1B2B3T5",
            {"dialect": "botzone"},
            "W1W2W3B1B2B3T5: no winning tile, which stands after a '+'",
        ),
        ("123m+4m", {}, "123m+4m: 4 tiles, with the winning tile 14 are needed"),
        ("123456789m123p5s+5s", {"discarder": "E"}, "123456789m123p5s+5s: discarder, seat: both are E"),
        (
            "123456789m12p55s+3p",
            {"kong_draws": 2, "win_by": "self_draw"},
            "123456789m12p55s+3p: kong_draws, melds: kong_draws is 2, but kongs among the melds: 0",
        ),
        (fastmj.Hand.parse("123m"), {}, "123m: win_tile: no winning tile (None)"),
    ],
)
def test_one_hand_by_itself_has_no_columns(hand, given, words):
    for ask in (fastmj.score, fastmj.explain):
        with pytest.raises(ValueError, match=rf"^{re.escape(words)}$"):
            ask(hand, **given)
