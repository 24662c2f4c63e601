"""JSON Lines in and out."""

import gzip
import json

import pyarrow as pa
import pytest

from fastmj.formats import open_writer
from tests.formats.reading import read

DEFAULTS = {
    "win_by": "discard",
    "opening": "none",
    "seat": "E",
    "round": "E",
    "flowers": "",
    "discarder": None,
    "feeder": None,
    "last_tile": False,
    "last_of_kind": False,
    "flower_draw": False,
    "fifth_tile": False,
    "kong_draws": 0,
}


@pytest.fixture
def jsonl(tmp_path):
    def make(*lines, name="a.jsonl", end="\n"):
        path = tmp_path / name
        data = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + end
        path.write_bytes(gzip.compress(data.encode()) if name.endswith(".gz") else data.encode())
        return path

    return make


class TestRead:
    def test_what_is_left_out_has_its_default(self, jsonl):
        path = jsonl({"hand": "1m+1m"}, {"hand": "2m", "seat": "N", "last_tile": True, "kong_draws": 1})
        assert read(path).to_pylist() == [
            {"hand": "1m+1m", **DEFAULTS},
            {"hand": "2m", **DEFAULTS, "seat": "N", "last_tile": True, "kong_draws": 1},
        ]

    def test_null_is_a_missing_value(self, jsonl):
        path = jsonl({"hand": "1m", "seat": None, "kong_draws": None}, "", {"last_tile": None}, {"hand": None})
        rows = read(path).to_pylist()
        assert rows == [
            {**DEFAULTS, "hand": "1m", "seat": None, "kong_draws": None},
            {**DEFAULTS, "hand": None, "last_tile": None},
            {**DEFAULTS, "hand": None},
        ]

    def test_the_word_null_in_a_text_is_none(self, jsonl):
        assert read(jsonl({"hand": "1m", "note": "null and void"})).to_pylist() == [
            {"hand": "1m", "note": "null and void", **DEFAULTS}
        ]

    @pytest.mark.parametrize(
        ("values", "kind"),
        [
            (["2024-01-01", "007"], pa.string()),
            ([1, -5], pa.int64()),
            ([1, 2.5, None], pa.float64()),
            ([2**63, 1], pa.float64()),
            ([True, None], pa.bool_()),
            ([None, None], pa.string()),
            ([["a", None], [], None], pa.list_(pa.string())),
            ([[1], [2, 3]], pa.list_(pa.int64())),
            ([[], []], pa.list_(pa.string())),
            ([[[1]], []], pa.list_(pa.list_(pa.int64()))),
        ],
    )
    def test_carried_fields(self, jsonl, values, kind):
        column = read(jsonl({"hand": "1m"}, *({"hand": "1m", "x": value} for value in values)))["x"]
        assert (column.type, column.to_pylist()) == (kind, [None, *values])

    def test_objects_are_left_out(self, jsonl):
        path = jsonl(
            {"hand": "1m", "expect": {"total": 8}, "many": [{"a": 1}], "id": 1}, {"expect": None, "hand": "1m"}
        )
        assert read(path).to_pylist() == [{"hand": "1m", **DEFAULTS, "id": 1}, {"hand": "1m", **DEFAULTS, "id": None}]

    def test_typed_hands_and_codes(self, jsonl):
        held = [2] + [0] * 33
        path = jsonl({"hand": held, "melds": [1, 2, 3, 4], "win_tile": 0, "flags": 3, "seat": 2}, {"hand": held})
        given, left_out = read(path).to_pylist()
        assert given["hand"] == left_out["hand"] == held
        names = ("melds", "win_tile", "flags", "seat", "win_by")
        assert [given[name] for name in names] == [[1, 2, 3, 4], 0, 3, 2, "discard"]
        assert [left_out[name] for name in names] == [[0, 0, 0, 0], 255, 0, 0, "discard"]
        assert not {"last_tile", "kong_draws", "opening"} & set(given)  # which `flags` says

    @pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.ndjson"])
    @pytest.mark.parametrize("end", ["", "\n", "\n\n  \n"])
    def test_ends_and_blank_lines(self, jsonl, name, end):
        path = jsonl("\ufeff" + json.dumps({"hand": "1m", "id": 1}), "", '  {"hand":"2m","id":2}\r', name=name, end=end)
        assert read(path).select(["hand", "id"]).to_pylist() == [{"hand": "1m", "id": 1}, {"hand": "2m", "id": 2}]

    def test_many_blocks(self, jsonl):
        path = jsonl(*({"hand": "1m", "id": i, "seat": "ESWN"[i % 4]} for i in range(5000)))
        table = read(path, rows=100)
        assert table["id"].to_pylist() == list(range(5000))
        assert table["seat"].to_pylist() == list("ESWN" * 1250)
        assert table["hand"].num_chunks > 20

    def test_a_line_longer_than_a_block(self, jsonl):
        note = "x" * 100_000
        assert read(jsonl({"hand": "1m", "note": note}, {"hand": "2m"}), rows=1)["note"].to_pylist() == [note, None]

    @pytest.mark.parametrize("content", ["", "\n \n"])
    def test_nothing_in_it(self, jsonl, content):
        table = read(jsonl(content, end=""))
        assert table.num_rows == 0
        assert table.schema.names == ["hand", *sorted(DEFAULTS, key=list(table.schema.names).index)]

    @pytest.mark.parametrize(
        ("lines", "message"),
        [
            ([{"hand": "1m"}, "", '{"hand": "2m"'], "line 3: not JSON: Expecting"),
            ([{"hand": "1m"}, "[1, 2]"], r"line 2: one JSON object a line is wanted, got \[1, 2\]"),
            (
                [{"hand": "1m", "a": 1}, {"hand": "1m", "a": "x"}],
                "field 'a' holds numbers and text; one kind is wanted",
            ),
            ([{"hand": "1m", "a": [1, "x"]}], "field 'a' holds numbers and text"),
            ([{"hand": "1m", "seat": "E"}, {"hand": "1m", "seat": 1}], "field 'seat' holds numbers and text"),
            (['{"hand": "1m", "a": 1, "a": 2}'], "lines 1 to 1: JSON parse error: Column.*specified twice"),
        ],
    )
    def test_faults(self, jsonl, lines, message):
        path = jsonl(*lines)
        with pytest.raises(ValueError, match=message) as caught:
            read(path)
        assert str(caught.value).startswith(str(path))
        assert "\n" not in str(caught.value)

    MANY = [{"hand": "1m", "a": 1, "note": "x" * 100}] * 10_000

    @pytest.mark.parametrize(
        ("last", "message"),
        [
            (
                {"hand": "1m", "a": "x"},
                r"lines \d+ to 10001: JSON parse error: Column\(/a\) changed from number to string",
            ),
            ({"hand": "1m", "a": 1.5}, r"lines \d+ to 10001: .*1.5"),
            ({"hand": "1m", "flags": 3}, "field 'flags' must occur within the first mebibyte, or nowhere"),
            ({"hand": "1m", "melds": [1]}, "field 'melds' must occur within the first mebibyte, or nowhere"),
            ('{"hand": "1m', "line 10001: not JSON"),
        ],
    )
    def test_faults_far_down(self, jsonl, last, message):
        path = jsonl(*self.MANY, last)
        with pytest.raises(ValueError, match=message):
            read(path)

    def test_context_may_begin_far_down(self, jsonl):
        table = read(jsonl(*self.MANY, {"hand": "1m", "kong_draws": 2, "discarder": "S"}))
        assert table["kong_draws"].to_pylist() == [0] * 10_000 + [2]
        assert table["discarder"].to_pylist() == [None] * 10_000 + ["S"]

    def test_a_gzip_file_cut_short(self, jsonl):
        path = jsonl(*self.MANY, name="a.jsonl.gz")
        path.write_bytes(path.read_bytes()[:-5])
        with pytest.raises(ValueError, match="Truncated compressed stream"):
            read(path)


def test_written_lines(tmp_path):
    counted = pa.list_(pa.struct([("element", pa.string()), ("count", pa.uint8())]))
    batch = pa.record_batch(
        {
            "hand": pa.array([bytes([2] + [0] * 33), None], pa.binary(34)),
            "win_tile": pa.array([0, 0], pa.uint8()),
            "win_by": pa.array([1, 0], pa.uint8()),
            "total": pa.array([8.5, None], pa.float32()),
            "elements": pa.array([[("Tile Hog", 2)], None], counted),
        }
    )
    path = tmp_path / "a.jsonl"
    with open_writer(path, batch.schema) as writer:
        for part in (batch.slice(0, 1), batch.slice(1), batch.slice(2)):
            writer.write(writer.encode(part))
    assert path.read_text().splitlines() == [
        '{"hand":"1m+1m","win_by":"self_draw","total":8.5,"elements":{"Tile Hog":2}}',
        '{"hand":null,"win_by":"discard","total":null,"elements":null}',
    ]
