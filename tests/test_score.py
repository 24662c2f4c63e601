"""Scoring whole tables: columns carried, prefix, strict, streams, splits; what other libraries hand over."""

import re
import threading
from collections.abc import Iterator
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import fastmj
from fastmj.schema import LAYOUTS

HANDS = ["1122446677889s+9s", "123456789m123p5s+5s", "[123m]123m678p888s5z+5z", "1m+2m", "", "5x", None]
STATUS = ["ok", "ok", "below_minimum", "wrong_tile_count", "unreadable", "unreadable", "missing"]
TOTAL = [48, 22, 2, None, None, None, None]
TABLE = pa.table({"hand": HANDS, "id": range(7)})
SCORES = ["status", "total", "raw", "limit"]


def check(scored: pa.Table) -> None:
    assert scored["id"].to_pylist() == list(range(7))
    assert scored["status"].to_pylist() == STATUS
    assert scored["total"].to_pylist() == TOTAL


@pytest.mark.parametrize("layout", LAYOUTS)
def test_columns_are_carried_and_rows_keep_their_places(layout: str) -> None:
    scored = fastmj.score_batch(TABLE, layout=layout)
    check(scored)
    elements = {"total": [], "mask": ["elements", "counts"]}.get(layout, ["elements"])
    assert scored.column_names == ["hand", "id", *SCORES, *elements]
    assert scored.select(["hand", "id"]).equals(TABLE)


@pytest.mark.parametrize(
    "data",
    [
        TABLE.to_batches()[0],
        TABLE.to_reader(),
        pa.table(TABLE).cast(pa.schema([("hand", pa.large_string()), ("id", pa.int8())])),
        pa.concat_tables([TABLE.slice(0, 3), TABLE.slice(3, 0), TABLE.slice(3)]),
        pl.from_arrow(TABLE),
        pl.from_arrow(TABLE).with_columns(pl.col("hand").cast(pl.Categorical)),
        pd.DataFrame({"hand": HANDS, "id": range(7)}),
        TABLE.to_pandas(),
    ],
    ids=["batch", "reader", "large", "chunks", "polars", "categorical", "pandas", "to_pandas"],
)
def test_whatever_streams_arrow(data: Any) -> None:
    check(fastmj.score_batch(data))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("rows", [0, 1, 6])
def test_the_schema_is_that_of_any_table(layout: str, rows: int) -> None:
    """No rows, or rows that are all refused, make no other table."""
    some = TABLE.slice(7 - rows)
    scored = fastmj.score_batch(some, layout=layout, payments=True, split=True)
    assert scored.num_rows == rows
    assert scored.schema == fastmj.score_batch(TABLE, layout=layout, payments=True, split=True).schema
    assert scored["status"].to_pylist() == STATUS[7 - rows :]


class TestPrefix:
    def test_names(self) -> None:
        scored = fastmj.score_batch(TABLE, prefix="mcr_", payments=True, split=True)
        names = [*SCORES, "elements", "split", "payments"]
        assert scored.column_names == ["hand", "id", *(f"mcr_{name}" for name in names)]

    def test_scores_beside_scores(self) -> None:
        once = fastmj.score_batch(TABLE)
        with pytest.raises(ValueError, match=r"already has a column 'status'.*prefix="):
            fastmj.score_batch(once)
        twice = fastmj.score_batch(once, "mcr:online", prefix="online_")
        assert twice.select(once.column_names).equals(once)
        assert twice["online_status"].to_pylist() == STATUS


class TestStrict:
    def test_nothing_to_complain_about(self) -> None:
        good = TABLE.slice(0, 3)
        assert fastmj.score_batch(good, strict=True).equals(fastmj.score_batch(good))

    @pytest.mark.parametrize(
        ("row", "words"),
        [
            (3, ": 2 tiles, with the winning tile 14 are needed"),
            (4, ": a hand has at least one tile"),
            (5, ": digits need a suit letter (m, p, s, z) after them: '5x'"),
            (6, " is null"),
        ],
    )
    def test_the_first_fault(self, row: int, words: str) -> None:
        some = pa.concat_tables([TABLE.slice(0, 3), TABLE.slice(row, 1), TABLE.slice(5, 1)])
        with pytest.raises(ValueError, match=re.escape(f"row 3, column 'hand'{words}")):
            fastmj.score_batch(some, strict=True)

    def test_rows_are_counted_over_batches(self) -> None:
        some = pa.concat_tables([TABLE.slice(0, 2)] * 50_000 + [TABLE.slice(3, 1)])
        for threads in (1, 3):
            with pytest.raises(ValueError, match="row 100000, column 'hand'"):
                fastmj.score_batch(some, strict=True, threads=threads)

    def test_no_win_is_no_fault(self) -> None:
        scored = fastmj.score_batch(pa.table({"hand": ["123456789m123p5s+6s"]}), strict=True)
        assert scored["status"].to_pylist() == ["not_a_win"]


class TestStream:
    def batches(self, seen: list[int]) -> Iterator[pa.RecordBatch]:
        for i in range(1000):
            seen.append(i)
            yield fastmj.sample(50_000, seed=i).to_batches()[0]

    def reader(self, seen: list[int]) -> pa.RecordBatchReader:
        return pa.RecordBatchReader.from_batches(fastmj.sample(0).schema, self.batches(seen))

    @pytest.mark.parametrize("threads", [1, 2])
    def test_lazy(self, threads: int) -> None:
        """A batch is read when it is wanted, and never more than a few ahead."""
        seen: list[int] = []
        scored = fastmj.score_stream(self.reader(seen), layout="mask", threads=threads)
        assert not seen
        first = scored.read_next_batch()
        assert 0 < len(seen) <= 2 * threads + 3
        read = pa.concat_tables(fastmj.sample(50_000, seed=i) for i in range(3)).slice(0, first.num_rows)
        assert pa.Table.from_batches([first]).equals(fastmj.score_batch(read, layout="mask").combine_chunks())
        scored.close()

    def test_wrong_columns_and_options_before_any_batch(self) -> None:
        seen: list[int] = []
        with pytest.raises(ValueError, match="mixed_kongs"):
            fastmj.score_stream(self.reader(seen), mixed_kongs=5)
        with pytest.raises(ValueError, match="layout 'lists'"):
            fastmj.score_stream(self.reader(seen), layout="lists")
        with pytest.raises(ValueError, match="threads=0"):
            fastmj.score_stream(self.reader(seen), threads=0)
        with pytest.raises(ValueError, match="no column 'hand'"):
            fastmj.score_stream(pa.table({"hands": HANDS}))
        assert not seen

    @pytest.mark.parametrize("threads", [2, 5])
    def test_order_over_threads(self, threads: int) -> None:
        hands = fastmj.sample(300_000, seed=8)
        parts = pa.concat_tables([hands.slice(i, 7_000) for i in range(0, 300_000, 7_000)])
        alone = fastmj.score_batch(parts, layout="total")
        assert fastmj.score_batch(parts, layout="total", threads=threads).equals(alone)

    def test_an_abandoned_stream_leaves_no_thread(self) -> None:
        before = threading.active_count()
        scored = fastmj.score_stream(self.reader([]), layout="total", threads=2)
        scored.read_next_batch()
        del scored
        assert threading.active_count() == before


class TestSplit:
    def test_text(self) -> None:
        hands = [
            "123456789m123p5s+5s",
            "1122446677889s+9s",
            "147m258p369s234m5s+5s",
            "(1111z)[333p]234s78s22z+9s",
            "5x",
        ]
        scored = fastmj.score_batch(pa.table({"hand": hands}), split=True)
        assert scored["split"].to_pylist() == [
            "123m 456m 789m 123p 55s",
            "11s 22s 44s 66s 77s 88s 99s",
            "147m 258p 369s 234m 55s",
            "(1111z)[333p] 234s 789s 22z",
            None,
        ]

    def test_every_reading_holds_the_tiles_of_its_hand(self) -> None:
        hands = fastmj.sample(3000, "mixed", 6)
        scored = fastmj.score_batch(hands, split=True).to_pylist()
        for row in scored:
            if row["split"] is not None:
                hand = fastmj.Hand.from_row(row)
                read = fastmj.Hand.parse(row["split"].replace(" ", "_"))
                assert (read.counts, read.melds) == (hand.counts, hand.melds), row["split"]
        assert sum(row["split"] is not None for row in scored) > 2900


def test_payments_column() -> None:
    table = pa.table(
        {
            "hand": ["1122446677889s+9s"] * 4 + ["[123m]123m678p888s5z+5z", "5x"],
            "win_by": ["discard", "discard", "self_draw", "self_draw", "self_draw", "discard"],
            "discarder": ["N", None, None, None, None, None],
            "seat": ["E", "E", "E", "S", "E", "E"],
        }
    )
    scored = fastmj.score_batch(table, payments=True)
    # 48 by discard, 52 by self-draw (Fully Concealed Hand); nothing is paid below the minimum
    assert scored["payments"].to_pylist() == [
        [72, -8, -8, -56],
        None,
        [180, -60, -60, -60],
        [-60, 180, -60, -60],
        None,
        None,
    ]
