"""CSV files in and out."""

import gzip

import pyarrow as pa
import pytest

from fastmj.formats import open_writer
from tests.formats.reading import read


@pytest.fixture
def csv(tmp_path):
    def make(text, name="a.csv"):
        path = tmp_path / name
        data = text if isinstance(text, bytes) else text.encode()
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path

    return make


class TestRead:
    def test_what_belongs_to_no_hand_stays_text(self, csv):
        table = read(csv("hand,id,price,day,note\n1m,007,1.10,2024-01-01,NA\n2m,,nan,,true\n"))
        assert table.to_pylist() == [
            {"hand": "1m", "id": "007", "price": "1.10", "day": "2024-01-01", "note": "NA"},
            {"hand": "2m", "id": None, "price": "nan", "day": None, "note": "true"},
        ]

    def test_empty_fields_are_null_but_quoted_ones_empty_text(self, csv):
        assert read(csv('hand,note\n,\n"",""\n')).to_pylist() == [
            {"hand": None, "note": None},
            {"hand": "", "note": ""},
        ]

    def test_empty_flowers_are_none_at_all(self, csv):
        assert read(csv('hand,flowers\n1m,\n1m,""\n1m,1f\n'))["flowers"].to_pylist() == ["", "", "1f"]

    @pytest.mark.parametrize(
        ("name", "cells", "kind", "values"),
        [
            ("seat", ["E", "", "S", "0"], pa.string(), ["E", None, "S", "0"]),
            ("seat", ["0", "3", ""], pa.int64(), [0, 3, None]),
            ("seat", ["0", "3", "", "1", "x", "-1"], pa.string(), ["0", "3", None, "1", "x", "-1"]),
            ("seat", ["0", "9" * 20], pa.string(), ["0", "9" * 20]),
            ("seat", [""], pa.string(), [None]),
            ("win_by", ["", "1"], pa.int64(), [None, 1]),
            ("win_by", ["self_draw", "robbed_kong"], pa.string(), ["self_draw", "robbed_kong"]),
            ("flowers", ["1f5f"], pa.string(), ["1f5f"]),
            ("flowers", ["17", "0"], pa.int64(), [17, 0]),
            ("discarder", ["", "S"], pa.string(), [None, "S"]),
            ("discarder", ["", "255"], pa.int64(), [None, 255]),
            ("flags", ["256", "007"], pa.int64(), [256, 7]),
            ("flags", ["256", "?"], pa.string(), ["256", "?"]),
            ("kong_draws", ["1", ""], pa.int64(), [1, None]),
            ("kong_draws", ["1", "one"], pa.string(), ["1", "one"]),
            ("kong_draws", ["", ""], pa.int64(), [None, None]),
            ("opening", ["heaven", ""], pa.string(), ["heaven", None]),
            ("last_tile", ["true", "FALSE", "1", "0", ""], pa.bool_(), [True, False, True, False, None]),
            ("last_tile", ["true", "1", "maybe"], pa.string(), ["true", "1", "maybe"]),
        ],
    )
    def test_hand_columns(self, csv, name, cells, kind, values):
        lines = "".join(f'"1m","{cell}"\n' if cell else '"1m",\n' for cell in cells)
        column = read(csv(f"hand,{name}\n{lines}"))[name]
        assert (column.type, column.to_pylist()) == (kind, values)

    def test_what_the_first_rows_come_out_as_all_do(self, csv):
        # more than the first block: the word is only met on the way
        rows = "".join(f"1m,{i % 4}\n" for i in range(400_000))
        column = read(csv(f"hand,seat\n{rows}1m,E\n"))["seat"]
        assert len(column) == 400_001
        assert column[-3:].to_pylist() == [2, 3, None]

    @pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "A.CSV"])
    def test_line_ends_quotes_and_marks(self, csv, name):
        text = '\ufeff"hand","note"\r\n1m,"two\nlines, ""quoted"""\r\n\r\n2m,花'
        assert read(csv(text, name)).to_pylist() == [
            {"hand": "1m", "note": 'two\nlines, "quoted"'},
            {"hand": "2m", "note": "花"},
        ]

    def test_no_rows(self, csv):
        table = read(csv("hand,last_tile,id\n"))
        assert table.num_rows == 0
        assert table.schema == pa.schema([("hand", pa.string()), ("last_tile", pa.bool_()), ("id", pa.string())])

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("", "Empty CSV file"),
            ("hand,seat\n1m,E\n2m\n", "Expected 2 columns, got 1: 2m"),
            ("hand,a,a\n1m,1,2\n", "more than one column is named 'a'"),
            ("hand,手\n1m,1\n".encode("gbk"), "utf-8"),
            ("hand,note\n1m,手\n".encode("gbk"), "invalid UTF8"),
        ],
    )
    def test_faults(self, csv, content, message):
        path = csv(content)
        with pytest.raises(ValueError, match=message) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: cannot be read as csv: ")
        assert "\n" not in str(caught.value)

    def test_a_gzip_file_cut_short(self, csv):
        path = csv("hand,id\n" + "".join(f"1m,{i}\n" for i in range(100_000)), "a.csv.gz")
        path.write_bytes(path.read_bytes()[:-5])
        with pytest.raises(ValueError, match="Truncated compressed stream"):
            read(path)


def test_written_text(tmp_path):
    elements = pa.array(
        [[("Full Flush", 1), ("Tile Hog", 2)], None],
        pa.list_(pa.struct([("element", pa.string()), ("count", pa.uint8())])),
    )
    batch = pa.record_batch(
        {
            "hand": ["1m+1m", "2m,+"],
            "seat": pa.array([0, 3], pa.uint8()),
            "note": ['say "hi"', None],
            "total": pa.array([8, None], pa.float32()),
            "elements": elements,
        }
    )
    path = tmp_path / "a.csv"
    with open_writer(path, batch.schema) as writer:
        for part in (batch.slice(0, 1), batch.slice(1)):
            writer.write(writer.encode(part))
    assert path.read_text().splitlines() == [
        '"hand","seat","note","total","elements"',
        '"1m+1m","E","say ""hi""",8,"Full Flush; Tile Hog*2"',
        '"2m,+","N",,,',
    ]


def test_written_without_rows(tmp_path):
    path = tmp_path / "a.csv"
    with open_writer(path, pa.schema([("hand", pa.binary(34)), ("melds", pa.binary(4)), ("id", pa.int8())])):
        pass
    assert path.read_text() == '"hand","id"\n'
