"""Arrow columns of every accepted type, sliced, chunked and with nulls, against values written down here."""

import numpy as np
import pyarrow as pa
import pytest

from fastmj import columns

THREE = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]
AS_BYTES = [bytes(row) for row in THREE]

MATRIX_TYPES = {
    "fixed_size_binary": (pa.binary(3), AS_BYTES),
    "binary": (pa.binary(), AS_BYTES),
    "large_binary": (pa.large_binary(), AS_BYTES),
    "binary_view": (pa.binary_view(), AS_BYTES),
    "fixed_list": (pa.list_(pa.uint8(), 3), THREE),
    "list": (pa.list_(pa.uint8()), THREE),
    "large_list": (pa.large_list(pa.uint8()), THREE),
    "list_int8": (pa.list_(pa.int8()), THREE),
    "list_int64": (pa.list_(pa.int64()), THREE),
    "fixed_list_uint16": (pa.list_(pa.uint16(), 3), THREE),
    "large_list_uint64": (pa.large_list(pa.uint64()), THREE),
    "list_view": (pa.list_view(pa.uint8()), THREE),
    "large_list_view": (pa.large_list_view(pa.int64()), THREE),
}


def tolist(mask, rows):
    return [False] * rows if mask is None else mask.tolist()


@pytest.mark.parametrize("name", MATRIX_TYPES)
class TestMatrix:
    def test_whole(self, name):
        kind, rows = MATRIX_TYPES[name]
        read = columns.matrix(pa.array(rows, kind), 3)
        assert read.values.dtype == np.uint8
        assert read.values.tolist() == THREE
        assert (read.null, read.unfit) == (None, None)

    @pytest.mark.parametrize(("start", "rows"), [(0, 2), (1, 2), (3, 1), (2, 0), (4, 0)])
    def test_slice(self, name, start, rows):
        kind, values = MATRIX_TYPES[name]
        read = columns.matrix(pa.array(values, kind).slice(start, rows), 3)
        assert read.values.shape == (rows, 3)
        assert read.values.tolist() == THREE[start : start + rows]

    @pytest.mark.parametrize("holes", [[0], [1], [2], [3], [0, 3], [1, 2], [0, 1, 2, 3]])
    def test_null_rows_do_not_shift_others(self, name, holes):
        kind, rows = MATRIX_TYPES[name]
        array = pa.array([None if i in holes else row for i, row in enumerate(rows)], kind)
        for start in range(4):
            read = columns.matrix(array.slice(start), 3)
            missing = [i in holes for i in range(start, 4)]
            assert tolist(read.null, 4 - start) == missing
            assert read.unfit is None
            for row, values in enumerate(read.values.tolist()):
                assert missing[row] or values == THREE[start + row]


@pytest.mark.parametrize("name", [name for name in MATRIX_TYPES if "view" not in name])  # pyarrow cannot take those
def test_take_and_filter(name):
    kind, rows = MATRIX_TYPES[name]
    array = pa.array([*rows[:2], None, rows[3]], kind)
    read = columns.matrix(array.filter(pa.array([False, True, True, True])), 3)
    assert read.values[[0, 2]].tolist() == [THREE[1], THREE[3]]
    assert tolist(read.null, 3) == [False, True, False]
    read = columns.matrix(array.take(pa.array([3, 0, 2])), 3)
    assert read.values[:2].tolist() == [THREE[3], THREE[0]]
    assert tolist(read.null, 3) == [False, False, True]


@pytest.mark.parametrize(
    "kind", [pa.binary(3), pa.list_(pa.uint8(), 3), pa.list_(pa.uint8()), pa.large_list(pa.uint8())]
)
def test_bytes_in_place_are_not_copied(kind):
    array = pa.array(AS_BYTES if kind == pa.binary(3) else THREE, kind).slice(1, 2)
    data = np.frombuffer((array if kind == pa.binary(3) else array.values).buffers()[1], np.uint8)
    values = columns.matrix(array, 3).values
    assert np.shares_memory(values, data)
    assert values.tolist() == THREE[1:3]


@pytest.mark.parametrize("kind", [pa.list_(pa.uint8()), pa.large_list(pa.int32()), pa.list_(pa.int16(), 3)])
def test_null_inside_a_list_is_a_missing_row(kind):
    array = pa.array([[1, 2, 3], [4, None, 6], [7, 8, 9], None, [None, None, None], [1, 2, None]], kind)
    read = columns.matrix(array, 3)
    assert tolist(read.null, 6) == [False, True, False, True, True, True]
    assert read.values[[0, 2]].tolist() == [[1, 2, 3], [7, 8, 9]]
    read = columns.matrix(array.slice(1, 2), 3)
    assert tolist(read.null, 2) == [True, False]
    assert read.values[1].tolist() == [7, 8, 9]


@pytest.mark.parametrize(
    "kind", [pa.list_(pa.uint8()), pa.large_list(pa.int64()), pa.list_view(pa.int8()), pa.binary(), pa.binary_view()]
)
def test_rows_of_another_length_are_unfit(kind):
    rows = [[1, 2], [3, 4, 5], [], None, [6, 7, 8, 9], [10, 11, 12]]
    if pa.types.is_binary(kind) or pa.types.is_binary_view(kind):
        rows = [None if row is None else bytes(row) for row in rows]
    read = columns.matrix(pa.array(rows, kind), 3)
    assert tolist(read.unfit, 6) == [True, False, True, False, True, False]
    assert tolist(read.null, 6) == [False, False, False, True, False, False]
    assert read.values[[1, 5]].tolist() == [[3, 4, 5], [10, 11, 12]]


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        (pa.int8(), [-1, -120, -128]),
        (pa.int16(), [256, 300, -32768]),
        (pa.uint16(), [256, 300, 65535]),
        (pa.int32(), [256, -1, -(2**31)]),
        (pa.int64(), [2**32 + 1, -1, -(2**63)]),
        (pa.uint64(), [256, 2**32 + 1, 2**64 - 1]),
    ],
)
def test_numbers_outside_a_byte_become_255_and_never_wrap(kind, row):
    read = columns.matrix(pa.array([[1, 2, 3], row], pa.list_(kind)), 3)
    assert read.values.tolist() == [[1, 2, 3], [255, 255, 255]]


def test_rows_of_a_view_in_any_order():
    values = pa.array([4, 5, 6, 1, 2, 3], pa.uint8())
    starts, sizes = pa.array([3, 0, 0, 3], pa.int32()), pa.array([3, 3, 2, 3], pa.int32())
    read = columns.matrix(pa.ListViewArray.from_arrays(starts, sizes, values).slice(1), 3)
    assert read.values[[0, 2]].tolist() == [[4, 5, 6], [1, 2, 3]]
    assert tolist(read.unfit, 3) == [False, True, False]


def test_null_rows_of_nonzero_length_hide_what_they_hold():
    values = pa.array([1, 2, 3, 9, 9, 9, 9, 4, 5, 6], pa.uint8())
    array = pa.ListArray.from_arrays(pa.array([0, 3, 7, 10], pa.int32()), values, mask=pa.array([False, True, False]))
    read = columns.matrix(array, 3)
    assert tolist(read.null, 3) == [False, True, False]
    assert read.values[[0, 2]].tolist() == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize("kind", [pa.binary(3), pa.binary(), pa.large_binary(), pa.binary_view()])
def test_dictionary_of_bytes(kind):
    array = pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1], pa.int8()), pa.array(AS_BYTES[:2], kind))
    read = columns.matrix(array.slice(1), 3)
    assert tolist(read.null, 3) == [True, False, False]
    assert read.values[1:].tolist() == [THREE[0], THREE[1]]


def test_column_without_a_type_is_all_null():
    for read in (
        columns.matrix(pa.nulls(2), 3),
        columns.integers(pa.nulls(2), np.uint8),
        columns.booleans(pa.nulls(2)),
        columns.words(pa.nulls(2), {}.get),
    ):
        assert read.values.shape[0] == 2
        assert tolist(read.null, 2) == [True, True]


class TestIntegers:
    @pytest.mark.parametrize("kind", [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)])
    def test_every_width(self, kind):
        array = pa.array([9, 0, None, 127, 3], getattr(pa, kind)())
        read = columns.integers(array.slice(1), np.uint8)
        assert read.values.dtype == np.uint8
        assert read.values[[0, 2, 3]].tolist() == [0, 127, 3]
        assert tolist(read.null, 4) == [False, True, False, False]
        assert read.unfit is None

    @pytest.mark.parametrize(
        ("kind", "value"),
        [
            ("int8", -1),
            ("int8", -128),
            ("int16", 300),
            ("uint16", 256),
            ("int32", -1),
            ("int64", 2**40),
            ("uint64", 2**64 - 1),
        ],
    )
    def test_outside_is_unfit(self, kind, value):
        read = columns.integers(pa.array([1, value, 2], getattr(pa, kind)()), np.uint8)
        assert read.values.tolist() == [1, columns.UNFIT, 2]
        assert tolist(read.unfit, 3) == [False, True, False]

    def test_a_dictionary(self):
        """As a category of numbers comes from pandas."""
        read = columns.integers(pa.array([9, 300, None, 9, 3], pa.int64()).dictionary_encode().slice(1), np.uint8)
        assert read.values[[2, 3]].tolist() == [9, 3]
        assert tolist(read.null, 4) == [False, True, False, False]
        assert tolist(read.unfit, 4) == [True, False, False, False]

    def test_sixteen_bits(self):
        read = columns.integers(pa.array([0, 65535, 65536, -1], pa.int64()), np.uint16)
        assert read.values.dtype == np.uint16
        assert read.values[:2].tolist() == [0, 65535]
        assert tolist(read.unfit, 4) == [False, False, True, True]
        read = columns.integers(pa.array([-1, 5], pa.int16()), np.uint16)
        assert tolist(read.unfit, 2) == [True, False]

    def test_same_width_is_not_copied(self):
        array = pa.array([1, 2, 3, 4], pa.uint8())
        read = columns.integers(array.slice(2), np.uint8)
        assert np.shares_memory(read.values, np.frombuffer(array.buffers()[1], np.uint8))
        assert read.values.tolist() == [3, 4]

    def test_what_lies_under_a_null_is_not_judged(self):
        data = pa.py_buffer(np.array([1, -7, 2], np.int32))
        array = pa.Array.from_buffers(pa.int32(), 3, [pa.py_buffer(b"\x05"), data])
        read = columns.integers(array, np.uint8)
        assert tolist(read.null, 3) == [False, True, False]
        assert read.unfit is None

    def test_buffer_at_an_odd_address(self):
        odd = pa.py_buffer(b"x" + np.array([1, 2, 700], np.uint16).tobytes()).slice(1)
        read = columns.integers(pa.Array.from_buffers(pa.uint16(), 3, [None, odd]), np.uint16)
        assert read.values.tolist() == [1, 2, 700]
        assert read.values.flags.aligned


@pytest.mark.parametrize("start", range(4))
def test_booleans(start):
    read = columns.booleans(pa.array([True, False, None, True]).slice(start))
    assert tolist(read.null, 4 - start) == [False, False, True, False][start:]
    assert [
        value for value, null in zip(read.values.tolist(), tolist(read.null, 4 - start), strict=True) if not null
    ] == ([1, 0, 1] if start == 0 else [0, 1] if start == 1 else [1])


CODES = {"E": 0, "S": 1, "W": 2}
WORD_TYPES = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
    "dictionary_uint8": pa.dictionary(pa.uint8(), pa.large_string()),
}


@pytest.mark.parametrize("name", WORD_TYPES)
def test_words(name):
    array = pa.array(["W", "E", None, "east", "S", "", None, "W"], WORD_TYPES[name])
    for start in range(8):
        read = columns.words(array.slice(start), CODES.get)
        assert tolist(read.null, 8 - start) == [False, False, True, False, False, False, True, False][start:]
        assert tolist(read.unfit, 8 - start) == [False, False, False, True, False, True, False, False][start:]
        codes = [2, 0, None, None, 1, None, None, 2][start:]
        assert [c for c, wanted in zip(read.values.tolist(), codes, strict=True) if wanted is not None] == [
            c for c in codes if c is not None
        ]


@pytest.mark.parametrize("kind", [pa.string(), pa.string_view()])
def test_words_of_a_dictionary_that_holds_a_null(kind):
    words = pa.array(["S", None, "nobody"], kind)
    array = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 2, 0], pa.uint32()), words)
    read = columns.words(array, CODES.get)
    assert tolist(read.null, 5) == [False, True, True, False, False]
    assert tolist(read.unfit, 5) == [False, False, False, True, False]
    assert read.values[[0, 4]].tolist() == [1, 1]


def test_words_that_are_no_utf8_are_unfit():
    array = pa.StringArray.from_buffers(2, pa.py_buffer(np.array([0, 1, 3], np.int32)), pa.py_buffer(b"E\xff\xfe"))
    read = columns.words(array, CODES.get)
    assert read.values[0] == 0
    assert tolist(read.unfit, 2) == [False, True]


@pytest.mark.parametrize("name", WORD_TYPES)
def test_text_buffers(name):
    words = ["one", None, "", "three", None, "one"]
    array = pa.array(words, WORD_TYPES[name])
    for start, rows in ((0, 6), (1, 4), (3, 3), (2, 1), (6, 0)):
        data, offsets, valid = columns.text_buffers(array.slice(start, rows))
        assert (data.dtype, offsets.dtype, len(offsets)) == (np.uint8, np.int64, rows + 1)
        texts = [
            data[a:b].tobytes().decode() if ok else None for a, b, ok in zip(offsets, offsets[1:], valid, strict=False)
        ]
        assert texts == words[start : start + rows]
