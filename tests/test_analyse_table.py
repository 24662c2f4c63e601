"""The analysis of tables: what ``fastmj analyse`` does to files."""

import re
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


READY = "123456789m1112p"  # waits for 2p and 3p, of which seven are left
SEEN = ["", "22p3p", "222p3333p", "2222222222p", None, "22", "[222p]"]
LEFT = [7, 4, 0, 4, None, None, None]


def bare(texts: list[str | None]) -> list[list[int] | None]:
    """The same as counts; what is no text of tiles becomes a list of the wrong length."""
    rows: list[list[int] | None] = []
    for text in texts:
        if text is None:
            rows.append(None)
        elif text in ("22", "[222p]"):
            rows.append([0])
        else:
            rows.append([text.count(str(i - 8)) if 9 <= i < 12 and "p" in text else 0 for i in range(34)])
    return rows


@pytest.mark.parametrize(
    "seen",
    [
        pa.array(SEEN),
        pa.array(SEEN, pa.large_string()),
        pa.array(SEEN, pa.string_view()),
        pa.array(SEEN).dictionary_encode(),
        pa.array(bare(SEEN)),
        pa.array([row and bytes(row) for row in bare(SEEN)]),
    ],
    ids=lambda seen: str(seen.type)[:12],
)
def test_visible_tiles(seen: pa.Array) -> None:
    table = pa.table({"hand": [READY] * len(SEEN), "seen": seen})
    found = fastmj.analyse_batch(table, ["shanten", "acceptance"], visible="seen")
    assert found["shanten"].to_pylist() == [0] * len(SEEN)
    assert [row and row[0]["left"] for row in found["acceptance"].to_pylist()] == LEFT
    assert fastmj.analyse_batch(table, "acceptance")["acceptance"][1].as_py()[0]["left"] == 7  # not asked to look


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            {"visible": "sen"},
            "visible='sen': one column of the input is needed; it has 'hand', 'seen', 'n'; did you mean 'seen'?",
        ),
        (
            {"visible": "n"},
            "column 'n' is double; accepted for visible tiles: 34 bytes a row, a list of 34 integers, or text",
        ),
        (
            {"visible": "seen", "wanted": ["waits"]},
            "only the column acceptance counts what is left, which is not asked for",
        ),
    ],
)
def test_visible_tiles_that_are_refused(arguments: dict[str, Any], words: str) -> None:
    table = pa.table({"hand": [READY], "seen": ["1m"], "n": [1.5]})
    with pytest.raises(ValueError, match=re.escape(words)):
        fastmj.analyse_batch(table, **{"wanted": ["acceptance"], **arguments})
    with pytest.raises(TypeError, match="visible: a text is needed, got 3"):
        fastmj.analyse_batch(table, ["acceptance"], visible=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="prefix: a text is needed, got None"):
        fastmj.analyse_batch(table, prefix=None)  # type: ignore[arg-type]


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
