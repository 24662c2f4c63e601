"""Columns as cells of CSV and as JSON."""

import datetime
import json
from decimal import Decimal

import pyarrow as pa
import pytest

from fastmj.formats.cells import flat_columns, json_rows
from fastmj.schema import ELEMENTS

COUNTED = [
    [{"element": "Full Flush", "count": 1}, {"element": 'A "b"', "count": 2}],
    [],
    None,
    [{"element": "All Pungs", "count": 1}],
]
DAY = datetime.date(2024, 2, 29)


@pytest.mark.parametrize(
    ("values", "kind", "cells", "json_values"),
    [
        ([1, None], pa.int8(), [1, None], [1, None]),
        ([True, None], pa.bool_(), [True, None], [True, None]),
        (
            [8, 0.5, None, float("nan")],
            pa.float32(),
            [8, 0.5, None, pytest.approx(float("nan"), nan_ok=True)],
            [8, 0.5, None, None],
        ),
        (["a", 'q"\\', "", "l\n\t\x01", "花", None], pa.string(), None, ["a", 'q"\\', "", "l\n\t\x01", "花", None]),
        (["a", None, "a"], pa.dictionary(pa.int8(), pa.string()), ["a", None, "a"], ["a", None, "a"]),
        (["a", None], pa.large_string(), ["a", None], ["a", None]),
        ([b"\x00\xff", None], pa.binary(2), ["00ff", None], ["00ff", None]),
        ([[1, 2], [], None, [None, 3]], pa.list_(pa.int8()), ["1; 2", "", None, "; 3"], [[1, 2], [], None, [None, 3]]),
        ([[1, 2], None], pa.list_(pa.int8(), 2), ["1; 2", None], [[1, 2], None]),
        ([["a"], ['b"']], pa.large_list(pa.string()), ["a", 'b"'], [["a"], ['b"']]),
        ([[[1], []], None], pa.list_(pa.list_(pa.int8())), ["[1]; []", None], [[[1], []], None]),
        (
            COUNTED,
            ELEMENTS,
            ['Full Flush; A "b"*2', "", None, "All Pungs"],
            [{"Full Flush": 1, 'A "b"': 2}, {}, None, {"All Pungs": 1}],
        ),
        ([DAY, None], pa.date32(), [DAY, None], ["2024-02-29", None]),
        ([Decimal("1.10"), None], pa.decimal128(5, 2), ["1.10", None], ["1.10", None]),
        ([None, None], pa.null(), [None, None], [None, None]),
        ([[("k", 1)], None], pa.map_(pa.string(), pa.int8()), ['[["k", 1]]', None], ['[["k", 1]]', None]),
    ],
)
def test_cells(values, kind, cells, json_values):
    # a row before and after, sliced off: nothing may look at the whole memory
    column = pa.array([values[-1], *values, values[0]], kind).slice(1, len(values))
    batch = pa.RecordBatch.from_arrays([column], ["c"])
    assert flat_columns(batch)["c"].to_pylist() == (values if cells is None else cells)
    lines = json_rows(batch).to_pylist()
    assert all(line.endswith("}\n") for line in lines)
    assert [json.loads(line)["c"] for line in lines] == json_values


def test_structs_lie_side_by_side_in_cells_and_are_objects_in_json():
    column = pa.array([{"x y": 1, "z": "a"}, None], pa.struct([("x y", pa.uint8()), ("z", pa.string())]))
    batch = pa.RecordBatch.from_arrays([column, pa.array([5, 6])], ["s", 'n"'])
    flat = flat_columns(batch)
    assert {name: cells.to_pylist() for name, cells in flat.items()} == {
        "s.x y": [1, None],
        "s.z": ["a", None],
        'n"': [5, 6],
    }
    rows = [json.loads(line) for line in json_rows(batch).to_pylist()]
    assert rows == [{"s": {"x y": 1, "z": "a"}, 'n"': 5}, {"s": None, 'n"': 6}]
