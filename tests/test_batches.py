"""Tables, readers and data frames of other libraries -> batches, and the hands in them."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fastmj.arrow_in import plan
from fastmj.batches import batches_of
from fastmj.status import MISSING, OK
from tests.hand_columns import ALL, HANDS, HELD, MELDS, assert_all, assert_ready_for_kernels


class TestBatchesOf:
    def sizes(self, lengths, rows):
        table = pa.table({"i": pa.array(range(sum(lengths)), pa.int64())})
        starts = np.cumsum([0, *lengths])[:-1]
        parts = [
            table.slice(start, length).combine_chunks().to_batches()
            for start, length in zip(starts, lengths, strict=True)
        ]
        schema, batches = batches_of(pa.Table.from_batches([b for part in parts for b in part], table.schema), rows)
        batches = list(batches)
        assert schema == table.schema
        assert [i for batch in batches for i in batch.column(0).to_pylist()] == list(range(sum(lengths)))
        return [batch.num_rows for batch in batches]

    @pytest.mark.parametrize(
        ("lengths", "rows", "sizes"),
        [
            ([10], 4, [4, 4, 2]),
            ([4, 4], 4, [4, 4]),
            ([1] * 10, 4, [4, 4, 2]),
            ([3, 3, 3], 4, [3, 3, 3]),
            ([3, 1, 2, 2], 4, [4, 4]),
            ([2, 0, 2], 4, [4]),
            ([6, 2, 1], 4, [4, 4, 1]),
            ([], 4, []),
        ],
    )
    def test_sizes(self, lengths, rows, sizes):
        assert self.sizes(lengths, rows) == sizes

    def test_large_batches_are_not_copied(self):
        batch = pa.RecordBatch.from_pydict(ALL)
        whole = batch.column("hand").buffers()[1].address
        _, batches = batches_of(batch, 2)
        assert [part.column("hand").buffers()[1].address for part in batches] == [whole, whole]

    def test_streams(self):
        table = pa.table(ALL)

        class Stream:
            def __arrow_c_stream__(self, requested_schema=None):
                return table.__arrow_c_stream__(requested_schema)

        class Array:
            def __arrow_c_array__(self, requested_schema=None):
                return table.to_batches()[0].__arrow_c_array__(requested_schema)

        for data in (table, table.to_batches()[0], table.to_reader(), Stream(), Array()):
            schema, batches = batches_of(data, 100)
            assert schema == table.schema
            assert pa.Table.from_batches(batches, schema) == table

    def test_reader_is_read_lazily(self):
        def endless():
            while True:
                yield pa.RecordBatch.from_pydict(HANDS)

        schema = pa.RecordBatch.from_pydict(HANDS).schema
        _, batches = batches_of(pa.RecordBatchReader.from_batches(schema, endless()), 7)
        assert [next(batches).num_rows for _ in range(3)] == [6, 6, 6]

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            ([{"hand": "1m"}], "got builtins.list"),
            ({"hand": ["1m"]}, "got builtins.dict"),
            ("hands.parquet", "got builtins.str"),
            (np.zeros((2, 34)), "got numpy.ndarray"),
            (None, "got builtins.NoneType"),
            (pl.Series([1]), "Series is not"),
            (pa.chunked_array([[1]]), "ChunkedArray is not"),
            (pa.array([1]), "Int64Array is not"),
        ],
    )
    def test_anything_else(self, data, words):
        with pytest.raises(TypeError, match=words):
            batches_of(data, 10)


class TestFrames:
    def frame(self):
        return {
            "hand": [bytes(row) for row in HELD],
            "win_by": ["self_draw", "discard", "robbed_kong"],
            "seat": ["E", "S", "N"],
            "last_tile": [True, False, None],
            "discarder": [None, None, None],
            "mine": [1.5, None, 2.5],
        }

    def assert_read(self, data):
        schema, batches = batches_of(data, 100)
        (batch,) = batches
        assert batch.schema == schema
        hands = plan(schema).read(batch)
        assert hands.counts.tolist() == HELD
        assert hands.win_by.tolist() == [1, 0, 2]
        assert hands.seat.tolist() == [0, 1, 3]
        assert hands.discarder.tolist() == [255] * 3
        assert hands.flags.tolist() == [1, 0, 0]
        assert hands.status.tolist() == [OK, OK, MISSING]
        assert_ready_for_kernels(hands)

    def test_polars(self):
        frame = pl.DataFrame(self.frame())
        self.assert_read(frame)
        self.assert_read(frame.with_columns(pl.col("seat").cast(pl.Categorical), pl.col("win_by").cast(pl.Categorical)))
        self.assert_read(frame.with_columns(pl.Series("hand", HELD, dtype=pl.Array(pl.UInt8, 34))))
        self.assert_read(frame.with_columns(pl.Series("hand", HELD, dtype=pl.List(pl.Int64))))
        self.assert_read(pl.concat([frame.tail(1), frame, frame.head(1)]).slice(1, 3))

    def test_pandas(self):
        frame = pd.DataFrame(self.frame())
        frame["last_tile"] = frame["last_tile"].astype("boolean")
        self.assert_read(frame)
        self.assert_read(frame.assign(seat=frame["seat"].astype("category")))
        self.assert_read(frame.assign(hand=HELD))

    def test_table_after_a_round_trip(self):
        table = pa.table({**ALL, "hand": pa.array(HELD, pa.list_(pa.uint8(), 34))})
        for data in (pa.table(pl.from_arrow(table)), pa.Table.from_pandas(table.to_pandas())):
            assert_all(plan(data.schema).read(data))

    def test_parquet(self, tmp_path):
        lists = {"hand": pa.array(HELD, pa.list_(pa.uint8(), 34)), "melds": pa.array(MELDS, pa.list_(pa.uint8(), 4))}
        for number, columns in enumerate((ALL, {**ALL, **lists})):
            path = tmp_path / f"{number}.parquet"
            pq.write_table(pa.table(columns), path)
            assert_all(plan(pq.read_schema(path)).read(pq.read_table(path)))
            pl.from_arrow(pa.table(columns)).write_parquet(path)
            table = pq.read_table(path)
            assert_all(plan(table.schema).read(table))
