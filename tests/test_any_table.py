"""The same rows by every way in give the same table: files, batches, streams, and the tables of other libraries."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset as ds
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.case_data import load_all, table_of

NAMED = ["mcr", "imj", "hk", "hkmj", "classical", "mcr:online", None, "riichi"]
ASKED: dict[str, dict[str, Any]] = {
    "list": {"payments": True, "split": True},
    "wide": {"layout": "wide", "rules": "hk", "prefix": "hk_"},
    "mask": {"layout": "mask", "rules": "mcr:online", "payments": True},
    "total": {"layout": "total", "unknown_win_tile": "best"},
    "mixed": {"rules": "@system", "payments": True, "split": True},
}


def with_more(table: pa.Table) -> pa.Table:
    """The rows with a column of their own, and one that names rule sets."""
    named = pa.array([NAMED[i % len(NAMED)] for i in range(table.num_rows)])
    return table.append_column("system", named).append_column("my_id", pa.array(range(table.num_rows), pa.int32()))


def typed() -> pa.Table:
    """Wins of all forms with melds, claims, hands near to a win, faulty rows of every kind, and nulls."""
    families = (("mixed", 300), ("special", 100), ("near", 60), ("invalid", 200))
    hands = pa.concat_tables([fastmj.sample(n, family, seed) for seed, (family, n) in enumerate(families)])
    without = pa.array([value if i % 31 else None for i, value in enumerate(hands["hand"].to_pylist())], pa.binary(34))
    claims = pa.array(
        [255 if i % 29 == 0 else value for i, value in enumerate(hands["win_tile"].to_pylist())], pa.uint8()
    )
    return with_more(hands.set_column(0, "hand", without).set_column(2, "win_tile", claims)).combine_chunks()


def text() -> pa.Table:
    """Hands of all rule sets with known answers, faulty ones among them, a null, and a text that is no hand."""
    cases = random.Random(7).sample([case for case in load_all() if case.hand], 600)
    cases += [cases[0]._replace(hand="no hand"), cases[0]._replace(hand=None)]  # type: ignore[arg-type]
    return with_more(table_of(cases))


TABLES = {"typed": typed(), "text": text()}


def lists(table: pa.Table, fixed: bool = False) -> pa.Table:
    """Bytes as lists, of fixed length or not."""
    for place, column in enumerate(table.columns):
        if pa.types.is_fixed_size_binary(column.type):
            rows = [None if row is None else list(row) for row in column.to_pylist()]
            table = table.set_column(
                place,
                table.column_names[place],
                pa.array(rows, pa.list_(pa.uint8(), column.type.byte_width if fixed else -1)),
            )
    return table


def json_lines(table: pa.Table, path: Path) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in lists(table).to_pylist()), "utf-8")


def sliced_in_polars(table: pa.Table) -> pl.DataFrame:
    """Fixed-length arrays, with rows of others before and after."""
    frame = pl.DataFrame(lists(table, fixed=True))
    return pl.concat([frame.tail(3), frame, frame.head(2)], rechunk=True).slice(3, len(frame))


def file(ending: str, write: Callable[[pa.Table, Path], Any]) -> Callable[..., pa.Table]:
    def score(table: pa.Table, folder: Path, **asked: Any) -> pa.Table:
        write(table, folder / f"in.{ending}")
        fastmj.score_file(folder / f"in.{ending}", folder / "out.parquet", **asked)
        return pq.read_table(folder / "out.parquet")

    return score


def made(change: Callable[[pa.Table], Any]) -> Callable[..., pa.Table]:
    return lambda table, folder, **asked: fastmj.score_batch(change(table), **asked)


def in_polars(table: pa.Table, folder: Path, **asked: Any) -> pa.Table:
    """A file scored while Polars streams it."""
    pq.write_table(table, folder / "in.parquet", row_group_size=100)

    def score(frame: pl.DataFrame) -> pl.DataFrame:
        return pl.from_arrow(fastmj.score_batch(frame, **asked))  # type: ignore[return-value]

    lazy = pl.scan_parquet(folder / "in.parquet")
    schema = score(pl.DataFrame(schema=lazy.collect_schema())).schema
    return lazy.map_batches(score, schema=schema, streamable=True).collect(engine="streaming").to_arrow()


def in_duckdb(table: pa.Table, folder: Path, **asked: Any) -> pa.Table:
    """A stream of scores that DuckDB reads, from a relation that it makes."""
    scored = fastmj.score_stream(duckdb.connect().from_arrow(table), **asked)  # noqa: F841 - the query reads it
    return duckdb.connect().sql("select * from scored").to_arrow_table()


WAYS: dict[str, Callable[..., pa.Table]] = {
    "parquet": file("parquet", lambda table, path: pq.write_table(table, path, row_group_size=100)),
    "arrow": file("arrow", lambda table, path: pyarrow.feather.write_feather(table, path, chunksize=100)),
    "json lines": file("jsonl", json_lines),
    "csv": file("csv", pyarrow.csv.write_csv),
    "record batch": made(lambda table: table.to_batches()[0]),
    "reader": made(lambda table: table.to_reader(max_chunksize=7)),
    "slices": made(lambda table: pa.concat_tables([table.slice(0, 5), table]).combine_chunks().slice(5)),
    "chunks": made(lambda table: pa.concat_tables([table.slice(at, 90) for at in range(0, len(table), 90)])),
    "lists": made(lists),
    "dataset": made(ds.dataset),
    "scanner": made(lambda table: ds.dataset(table).scanner(batch_size=50)),
    "stream": lambda table, folder, **asked: fastmj.score_stream(table.to_reader(7), threads=3, **asked).read_all(),
    "polars": made(pl.from_arrow),
    "polars slices": made(sliced_in_polars),
    "polars streams": in_polars,
    "duckdb": made(lambda table: duckdb.connect().from_arrow(table)),
    "duckdb streams": in_duckdb,
    "pandas": made(lambda table: table.to_pandas()),
    "pandas of arrow": made(lambda table: table.to_pandas(types_mapper=pd.ArrowDtype)),
}
PAIRS = [(kind, way) for kind in TABLES for way in WAYS if (kind, way) != ("typed", "csv")]  # CSV has no bytes
FOREIGN = (
    "parquet",
    "arrow",
    "json lines",
    "csv",
    "polars streams",
    "duckdb streams",
)  # the result too comes from there


@pytest.mark.parametrize(("kind", "way"), PAIRS)
def test_the_same_table(kind: str, way: str, tmp_path: Path) -> None:
    table = TABLES[kind]
    for name, asked in ASKED.items():
        (tmp_path / name).mkdir()
        base = fastmj.score_batch(table, **asked)
        scores = [column for column in base.column_names if column not in table.column_names]
        found = WAYS[way](table, tmp_path / name, **asked)
        assert found["my_id"].cast(pa.int32()).to_pylist() == list(range(len(table)))
        assert [column for column in found.column_names if column in base.column_names] == found.column_names
        found, base = found.select(scores), base.select(scores)
        if way not in FOREIGN:
            assert found.schema == base.schema
            assert found.combine_chunks().equals(base.combine_chunks()), name
        assert found.to_pylist() == base.to_pylist(), name


def test_what_the_rows_hold() -> None:
    """Rows that are all alike would prove nothing: every status is there, and melds, and forms of all rule sets."""
    statuses, melds, elements = set[str](), 0, set[str]()
    for table in TABLES.values():
        scored = fastmj.score_batch(table, rules="@system")
        statuses |= set(scored["status"].to_pylist())
        elements |= {item["element"] for row in scored["elements"].to_pylist() for item in row or []}
        melds += (
            scored.num_rows - lists(scored)["melds"].to_pylist().count([0] * 4) if "melds" in table.column_names else 0
        )
    assert statuses == set(fastmj.STATUS)
    assert melds > 200
    assert {"Seven Pairs", "Thirteen Orphans", "Knitted Straight"} <= elements


def test_numbers_with_gaps_in_pandas() -> None:
    """pandas turns integers with gaps into floats, which no column of hands is; its own integers keep them."""
    frame = pd.DataFrame({"hand": ["123456789m123p5s+5s"] * 3, "seat": [0, None, 3], "discarder": [1, None, None]})
    with pytest.raises(ValueError, match=r"column 'seat' is double; accepted: an integer type .* convert_dtypes\(\)$"):
        fastmj.score_batch(frame)
    scored = fastmj.score_batch(frame.convert_dtypes(), payments=True)
    assert scored["status"].to_pylist() == ["ok", "missing", "ok"]
    assert scored["payments"].to_pylist() == [[46, -30, -8, -8], None, None]


def test_categories_of_numbers_in_pandas() -> None:
    frame = pd.DataFrame({"hand": ["123456789m123p5s+5s"] * 3, "seat": pd.Categorical([0, None, 3])})
    assert fastmj.score_batch(frame)["status"].to_pylist() == ["ok", "missing", "ok"]


def test_lists_of_duckdb_as_views() -> None:
    """An option of DuckDB, with which lists come out as views."""
    table = lists(TABLES["typed"])
    connection = duckdb.connect()
    connection.execute("set produce_arrow_string_view = true")
    connection.execute("set arrow_output_list_view = true")
    connection.execute("set arrow_output_version = '1.4'")
    found = connection.from_arrow(table).to_arrow_table()
    assert str(found.schema.field("hand").type).startswith("list_view")
    assert fastmj.score_batch(found)["total"].to_pylist() == fastmj.score_batch(table)["total"].to_pylist()


def test_a_query_without_rows_or_matches() -> None:
    none = duckdb.connect().from_arrow(TABLES["text"]).filter("false")
    for data in (none, none.pl(), none.df(), ds.dataset(TABLES["text"]).scanner(filter=ds.field("my_id") < 0)):
        assert fastmj.score_batch(data, layout="total").num_rows == 0


def test_only_some_columns_and_rows_of_a_dataset(tmp_path: Path) -> None:
    table = TABLES["typed"]
    ds.write_dataset(table, tmp_path / "parts", format="parquet", max_rows_per_file=200, max_rows_per_group=50)
    parts = ds.dataset(tmp_path / "parts")
    scored = fastmj.score_batch(parts.scanner(["hand", "melds", "win_tile", "my_id"], filter=ds.field("my_id") >= 400))
    rows = scored["my_id"].to_pylist()
    assert sorted(rows) == list(range(400, len(table)))
    again = fastmj.score_batch(table.select(["hand", "melds", "win_tile"]).take(rows))
    assert scored["elements"].to_pylist() == again["elements"].to_pylist()
    assert np.isin(["ok", "missing"], scored["status"].to_pylist()).all()


def test_a_lazy_frame_is_told_what_to_do() -> None:
    with pytest.raises(TypeError, match=r"got polars\.lazyframe\.frame\.LazyFrame; .* map_batches"):
        fastmj.score_batch(pl.LazyFrame({"hand": ["1m"]}))
