"""Typed hand columns as words."""

import numpy as np
import pyarrow as pa
import pytest

from fastmj import notation
from fastmj.formats.plain import hand_text, readable
from fastmj.tiles import SLOT


def counts(*tiles):
    row = [0] * 34
    for tile in tiles:
        row[SLOT[tile]] += 1
    return row


PURE = [f"{rank}p" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)]


@pytest.mark.parametrize(
    ("held", "melds", "win_tile", "text"),
    [
        (counts(*PURE, "5p"), [], 13, "1112345678999p+5p"),
        (counts("4p", "4p", "1s", "2s", "3s"), [1, 35 + 30, 0, 103 + 27], 18, "[123m][444z](1111z)44p23s+1s"),
        (counts("9m", "9m"), [69 + 33, 7 + 18, 35 + 8, 35 + 9], 8, "[7777z][789s][999m][111p]9m+9m"),
        (counts("1m", "2z"), [], 255, "1m2z"),
        (counts(), [], 255, ""),
        # what is no hand: nothing is invented, and reading it again refuses it
        (counts("1m", "1m", "1m", "1m", "1m"), [200], 255, "[?]11111m"),
        (counts("1m"), [8], 77, "[?]1m+?"),
        (counts("1m"), [28], 1, "[?]1m+2m"),
    ],
)
def test_hand_text(held, melds, win_tile, text):
    rows = np.array([held, held], np.uint8)
    codes = np.array([melds + [0] * (4 - len(melds))] * 2, np.uint8)
    assert hand_text(rows, codes, np.array([win_tile] * 2, np.uint8)).to_pylist() == [text, text]


def test_hand_text_of_no_rows():
    empty = hand_text(np.empty((0, 34), np.uint8), np.empty((0, 4), np.uint8), np.empty(0, np.uint8))
    assert empty == pa.array([], pa.string())


def test_every_meld_reads_back():
    real = [code for code in range(1, 137) if not (code <= 34 and (code > 27 or (code - 1) % 9 > 6))]
    melds = np.zeros((len(real), 4), np.uint8)
    melds[:, 0] = real
    texts = hand_text(np.zeros((len(real), 34), np.uint8), melds, np.full(len(real), 255, np.uint8)).to_pylist()
    assert [notation.read(text, "mpsz").melds for text in texts] == [(code,) for code in real]


def typed(**columns):
    row = {"hand": bytes(counts("4p", "4p")), "melds": bytes(4), "win_tile": 12, **columns}
    types = {"hand": pa.binary(34), "melds": pa.binary(4), "flags": pa.uint16()}
    return pa.record_batch({name: pa.array([value], types.get(name)) for name, value in row.items()})


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("win_by", 0, {"win_by": "discard"}),
        ("win_by", 2, {"win_by": "robbed_kong"}),
        ("win_by", 3, {"win_by": "3"}),
        ("seat", 3, {"seat": "N"}),
        ("seat", 255, {"seat": "255"}),
        ("seat", -1, {"seat": "?"}),
        ("round", 1000, {"round": "?"}),
        ("discarder", 1, {"discarder": "S"}),
        ("discarder", 255, {"discarder": None}),
        ("feeder", None, {"feeder": None}),
        ("flowers", 0b10010001, {"flowers": "1f5f8f"}),
        ("flowers", 0, {"flowers": ""}),
        ("flowers", 256, {"flowers": "?"}),
        ("seat", None, {"seat": None}),
        ("seat", "E", {"seat": "E"}),
        ("game", 7, {"game": 7}),
    ],
)
def test_words(name, code, words):
    row = readable(typed(**{name: code})).to_pylist()[0]
    assert row == {"hand": "4p+4p", **words}


NONE = {"last_tile": False, "last_of_kind": False, "flower_draw": False, "fifth_tile": False, "kong_draws": 0}


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (0, {"opening": "none"}),
        (0b100011, {"last_tile": True, "last_of_kind": True, "fifth_tile": True, "opening": "none"}),
        (0b000100, {"opening": "heaven"}),
        (0b011000 | 3 << 8, {"opening": "earth", "flower_draw": True, "kong_draws": 3}),
        (0b001100, {"opening": "flags 0xc"}),  # heaven and earth
        (1 << 6 | 4 << 8, {"opening": "flags 0x40", "kong_draws": 4}),
    ],
)
def test_flags(flags, words):
    assert readable(typed(flags=flags)).to_pylist()[0] == {"hand": "4p+4p", **NONE, **words}


def test_null_flags():
    words = readable(typed(flags=None)).to_pylist()[0]
    assert set(words.values()) == {"4p+4p", None}


@pytest.mark.parametrize("missing", ["hand", "melds", "win_tile"])
def test_null_in_a_hand(missing):
    assert readable(typed(**{missing: None})).to_pylist() == [{"hand": None}]


def test_lists_and_slices():
    held = [counts("4p", "4p"), counts("1m", "1m"), None, counts("7z", "7z")]
    batch = pa.record_batch({"id": [0, 1, 2, 3], "hand": pa.array(held, pa.list_(pa.int64()))})
    expected = [{"id": i, "hand": text} for i, text in enumerate(["44p", "11m", None, "77z"])]
    assert readable(batch).to_pylist() == expected
    assert readable(batch.slice(1, 3)).to_pylist() == expected[1:]


def test_text_is_left_alone():
    batch = pa.record_batch({"hand": ["no hand"], "win_by": ["x"], "win_tile": [3]})
    assert readable(batch).equals(batch)
