"""Text columns in each dialect: the same hand three ways, and rows that are no hand."""

import numpy as np
import pyarrow as pa
import pytest

from fastmj.status import BAD_CONTEXT, BAD_MELD, MISSING, OK, UNREADABLE
from fastmj.text_in import read_text

# chow of 1-3 characters, concealed kong of Red, pung of White, pair of 9 dots; won on the 9 dots
MELDS = [1, 103 + 33, 0, 0]
COUNTS = [2 if slot == 17 else 3 if slot == 31 else 0 for slot in range(34)]
TEXTS = {
    "mpsz": "[123m](7777z)555z9p+9p",
    "official": "[123m,1][CCCC]PPP9p9p",
    "botzone": "[W1W2W3](J1J1J1J1)J3J3J3B9+B9",
}
NO_HAND = {
    "mpsz": ("[135m]1s+1s", "123"),
    "official": ("[135m,1]1s1s", "123"),
    "botzone": ("[W1W3W5]T1+T1", "123"),
}


@pytest.mark.parametrize("dialect", TEXTS)
@pytest.mark.parametrize("kind", [pa.string(), pa.string_view(), pa.dictionary(pa.int32(), pa.large_string())])
def test_same_hand_in_every_dialect(dialect, kind):
    bad_meld, unreadable = NO_HAND[dialect]
    texts = pa.array([unreadable, TEXTS[dialect], None, bad_meld, TEXTS[dialect]], kind).slice(1)
    status = np.full(4, OK, np.uint8)
    arrays = read_text(texts, dialect, status)
    assert status.tolist() == [OK, MISSING, BAD_MELD, OK]
    for row in (0, 3):
        assert arrays["hand"][row].tolist() == COUNTS
        assert arrays["melds"][row].tolist() == MELDS
        assert arrays["win_tile"][row] == 17
    assert (arrays["hand"].shape, arrays["hand"].dtype) == ((4, 34), np.uint8)
    assert not arrays["hand"][1:3].any()
    assert arrays["win_tile"][2] != 255, "a row that is no hand does not lack a winning tile"
    status = np.full(1, OK, np.uint8)
    read_text(pa.array([unreadable], kind), dialect, status)
    assert status.tolist() == [UNREADABLE]


def test_context_stated_by_a_text():
    status = np.full(3, OK, np.uint8)
    arrays = read_text(pa.array(["123m|SW1010|bc", "123m", "123m|EE0001"]), "official", status)
    assert arrays["win_by"].tolist() == [1, 0, 2]
    assert arrays["seat"].tolist() == [2, 0, 0]
    assert arrays["round"].tolist() == [1, 0, 0]
    assert arrays["flags"].tolist() == [1, 0, 0]
    assert arrays["flags"].dtype == np.uint16
    assert arrays["flowers"].tolist() == [0b110, 0, 0]
    assert arrays["discarder"].tolist() == [255] * 3
    assert "flags" not in read_text(pa.array(["123m"] * 3), "mpsz", status)


def test_graver_fault_that_was_found_before_is_kept():
    for dialect in TEXTS:
        status = np.array([MISSING, BAD_CONTEXT], np.uint8)
        read_text(pa.array(["?", "?"]), dialect, status)
        assert status.tolist() == [MISSING, UNREADABLE]


@pytest.mark.parametrize("dialect", TEXTS)
def test_no_rows_and_no_utf8(dialect):
    arrays = read_text(pa.array([], pa.string()), dialect, np.zeros(0, np.uint8))
    assert (arrays["hand"].shape, arrays["melds"].shape) == ((0, 34), (0, 4))
    status = np.full(1, OK, np.uint8)
    offsets, data = pa.py_buffer(np.array([0, 2], np.int32)), pa.py_buffer(b"\xff\xfe")
    read_text(pa.StringArray.from_buffers(1, offsets, data), dialect, status)
    assert status.tolist() == [UNREADABLE]
