"""Arrays of scores -> columns: values, nulls of refused rows, one schema for every batch."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fastmj import arrow_out, schema
from fastmj.status import BELOW_MINIMUM, MISSING, NOT_A_WIN, OK


class Result(NamedTuple):
    total: np.ndarray
    raw: np.ndarray
    status: np.ndarray
    limit: np.ndarray
    words: np.ndarray
    counts: np.ndarray


class Rules:
    """Three elements: two bits of word 0, and one counter."""

    names = ("Pure Straight", "Tile Hog", "Flower Tiles")
    words, counters = 2, 1

    def unpack_wide(self, words, counts):
        return np.array([words[:, 0] & 1, words[:, 0] >> 1 & 3, counts[:, 0]], np.uint8)

    def unpack(self, words, counts):
        wide = self.unpack_wide(words, counts).T
        row, element = np.nonzero(wide)
        names = pa.DictionaryArray.from_arrays(pa.array(element, pa.int16()), pa.array(self.names))
        pairs = pa.StructArray.from_arrays([names, pa.array(wide[row, element])], ["element", "count"])
        offsets = np.searchsorted(row, np.arange(len(words) + 1)).astype(np.int32)
        return pa.ListArray.from_arrays(offsets, pairs)


def result(status):
    """row i: one Pure Straight, i Tile Hogs and i flowers, total 10 + i, unless refused"""
    n = len(status)
    scored = np.array(status) >= BELOW_MINIMUM
    number = np.arange(n)
    return Result(
        total=np.where(scored, 10 + number, np.nan).astype(np.float32),
        raw=np.where(scored, 10, np.nan).astype(np.float32),
        status=np.array(status, np.uint8),
        limit=scored & (number == 1),
        words=np.where(scored[:, None], np.column_stack([1 | number << 1, number]), 0).astype(np.uint64),
        counts=np.where(scored, number, 0).astype(np.uint8)[:, None],
    )


STATUSES = [OK, NOT_A_WIN, BELOW_MINIMUM, MISSING]
PAYMENTS = np.array([[30, -10, -10, -10], [0] * 4, [0] * 4, [0] * 4], np.int32), np.array([True, False, False, False])


def table(status, layout, prefix="", **more):
    columns = arrow_out.score_columns(result(status), Rules(), layout, **more)
    asked = {name: more.get(name) is not None for name in ("payments", "split")}
    return pa.Table.from_arrays(columns, schema=pa.schema(schema.score_fields(Rules(), layout, prefix=prefix, **asked)))


def test_values_and_nulls():
    got = table(STATUSES, "total", payments=PAYMENTS, split=pa.array(["a", None, "c", None]))
    got.validate(full=True)
    assert got.to_pydict() == {
        "status": ["ok", "not_a_win", "below_minimum", "missing"],
        "total": [10.0, None, 12.0, None],
        "raw": [10.0, None, 10.0, None],
        "limit": [False, None, False, None],
        "split": ["a", None, "c", None],
        "payments": [[30, -10, -10, -10], None, None, None],
    }
    assert table([OK, OK], "total")["limit"].to_pylist() == [False, True]


def test_list():
    got = table(STATUSES, "list")
    got.validate(full=True)
    assert got["elements"].to_pylist() == [
        [{"element": "Pure Straight", "count": 1}],
        None,
        [
            {"element": "Pure Straight", "count": 1},
            {"element": "Tile Hog", "count": 2},
            {"element": "Flower Tiles", "count": 2},
        ],
        None,
    ]


def test_wide():
    got = table(STATUSES, "wide")
    got.validate(full=True)
    names = ("Pure Straight", "Tile Hog", "Flower Tiles")
    assert got["elements"].to_pylist() == [
        dict(zip(names, (1, 0, 0), strict=True)),
        None,
        dict(zip(names, (1, 2, 2), strict=True)),
        None,
    ]


def test_mask_has_no_gaps_and_no_copies():
    scores = result(STATUSES)
    columns = arrow_out.score_columns(scores, Rules(), "mask")
    words, counts = columns[-2:]
    words.validate(full=True)
    assert words.null_count == counts.null_count == 0
    assert words.to_pylist() == [[1, 0], [0, 0], [5, 2], [0, 0]]
    assert counts.to_pylist() == [[0], [0], [2], [0]]
    assert words.values.buffers()[1].address == scores.words.ctypes.data
    assert counts.values.buffers()[1].address == scores.counts.ctypes.data
    assert columns[1].buffers()[1].address == scores.total.ctypes.data
    named = Rules().unpack(words.flatten().to_numpy().reshape(-1, 2), counts.flatten().to_numpy().reshape(-1, 1))
    assert [len(row) for row in named.to_pylist()] == [1, 0, 3, 0]


@pytest.mark.parametrize("layout", schema.LAYOUTS)
class TestEveryLayout:
    def test_one_schema_for_every_batch(self, layout, tmp_path):
        batches = [[OK] * 3, [NOT_A_WIN] * 2, STATUSES, [], [MISSING], [BELOW_MINIMUM] * 9]
        fields = schema.score_fields(Rules(), layout, prefix="a_", payments=True, split=True)
        path = tmp_path / "scores.parquet"
        with pq.ParquetWriter(path, pa.schema(fields)) as writer:
            for status in batches:
                paid = np.zeros((len(status), 4), np.int32), np.array([s == OK for s in status], bool)
                got = table(status, layout, "a_", payments=paid, split=pa.nulls(len(status), pa.string()))
                got.validate(full=True)
                assert got.schema == pa.schema(fields)
                writer.write_table(got)
        back = pq.read_table(path)
        assert back["a_status"].to_pylist() == [
            name for status in batches for name in table(status, "total")["status"].to_pylist()
        ]
        assert back.schema.names == [field.name for field in fields]

    def test_no_rows(self, layout):
        got = table([], layout, payments=(np.zeros((0, 4), np.int32), np.zeros(0, bool)))
        got.validate(full=True)
        assert got.num_rows == 0

    def test_polars_and_pandas_read_it(self, layout):
        got = table(STATUSES, layout, payments=PAYMENTS)
        frame = pl.from_arrow(got)
        assert frame["status"].cast(pl.String).to_list() == ["ok", "not_a_win", "below_minimum", "missing"]
        assert frame["total"].to_list() == [10.0, None, 12.0, None]
        assert frame["payments"].to_list()[0] == [30, -10, -10, -10]
        if layout != "total":
            assert frame["elements"].to_list() == got["elements"].to_pylist()
        pandas = got.to_pandas()
        assert pandas["status"].tolist() == ["ok", "not_a_win", "below_minimum", "missing"]
        assert pd.isna(pandas["total"]).tolist() == [False, True, False, True]

    def test_concatenated_tables_keep_their_names(self, layout):
        both = pa.concat_tables([table(STATUSES, layout), table([OK], layout)]).combine_chunks()
        assert both["status"].to_pylist() == ["ok", "not_a_win", "below_minimum", "missing", "ok"]


@pytest.mark.parametrize("rows", [1, 7, 8, 9, 63, 64, 65, 1000])
def test_nulls_lie_where_rows_were_refused(rows):
    status = [OK if i % 3 else NOT_A_WIN for i in range(rows)]
    got = table(status, "list")
    for name in ("total", "raw", "limit", "elements"):
        assert [v is None for v in got[name].to_pylist()] == [i % 3 == 0 for i in range(rows)], name


def test_unknown_layout():
    with pytest.raises(ValueError, match="unknown layout 'dense'"):
        arrow_out.score_columns(result([OK]), Rules(), "dense")
