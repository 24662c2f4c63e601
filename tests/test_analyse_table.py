"""The analysis of tables: what ``fastmj analyse`` does to files."""

from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.analyse_file import analyse_file

HANDS = ["23455m456p22678s", "123456789m11p23s+4s", "[123m]456p77s23s+1s", "1m", "no hand", None]
TABLE = pa.table({"hand": HANDS, "note": ["a", None, "b", "c", "d", "e"]})


def test_columns_and_rows() -> None:
    found = fastmj.analyse_batch(TABLE, ["acceptance", "waits", "shanten"])
    assert found.column_names == ["hand", "note", "shanten", "waits", "acceptance"]
    assert found.select(["hand", "note"]).equals(TABLE)
    assert found["shanten"].to_pylist() == [0, -1, None, None, None, None]
    assert found["waits"].to_pylist() == [["5m", "2s"], ["1s", "4s"], None, None, None, None]
    assert [row and len(row) for row in found["acceptance"].to_pylist()] == [1, 13, None, None, None, None]
    assert fastmj.analyse_batch(TABLE, prefix="my_").column_names[2:] == ["my_shanten", "my_waits"]


@pytest.mark.parametrize("made", [pl.from_arrow, lambda t: duckdb.connect().from_arrow(t), lambda t: t.to_pandas()])
def test_any_table(made: Any) -> None:
    found = fastmj.analyse_batch(made(TABLE), rules="hk", threads=2)
    assert found.drop(["hand", "note"]).equals(fastmj.analyse_batch(TABLE, rules="hk").drop(["hand", "note"]))


def test_the_same_as_of_files(tmp_path: Any) -> None:
    pq.write_table(fastmj.sample(2000, "near", 1), tmp_path / "in.parquet")
    wanted = ("shanten", "waits", "acceptance")
    analyse_file(tmp_path / "in.parquet", tmp_path / "out.parquet", wanted, "imj", "seven_pairs")
    stream = fastmj.analyse_stream(pq.read_table(tmp_path / "in.parquet"), wanted, "imj", "seven_pairs", threads=3)
    assert stream.read_all().to_pylist() == pq.read_table(tmp_path / "out.parquet").to_pylist()


def test_lazily() -> None:
    taken = []

    def batches() -> Any:
        for number in range(10):
            taken.append(number)
            yield pa.RecordBatch.from_pydict({"hand": [HANDS[0]] * 70_000})

    schema = pa.schema([("hand", pa.string())])
    stream = fastmj.analyse_stream(pa.RecordBatchReader.from_batches(schema, batches()), ["shanten"])
    assert taken == []
    assert stream.read_next_batch()["shanten"].to_pylist() == [0] * 65_536
    assert taken == [0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"wanted": ["points"]}, "columns points: ask for some of shanten, waits, acceptance"),
        ({"wanted": []}, "ask for some of"),
        ({"form": "pairs"}, "pairs"),
        ({"rules": "riichi"}, "riichi"),
        ({"threads": 0}, "at least one thread"),
    ],
)
def test_refused_before_any_work(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        fastmj.analyse_stream(TABLE, **arguments)
    with pytest.raises(ValueError, match="already has a column 'waits'"):
        fastmj.analyse_stream(TABLE.append_column("waits", TABLE["note"]))
