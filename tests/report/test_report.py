"""What a report tells of scored files."""

from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.report.facts import SHARES
from tests.report.scored import HANDS, STATUS, WINS, hands, one_by_one, pairs_of, scored

pytestmark = pytest.mark.usefixtures("no_plots")
REFUSED = {name: n for name, n in STATUS.items() if name not in ("ok", "below_minimum")}


def to_stream(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=5)


WRITERS = {
    "scores.parquet": pq.write_table,
    "small_groups.parquet": lambda table, path: pq.write_table(table, path, row_group_size=2),
    "scores.arrow": lambda table, path: pyarrow.feather.write_feather(table, path, compression="lz4", chunksize=5),
    "stream.arrows": to_stream,
    "of_polars.parquet": lambda table, path: pl.from_arrow(table).write_parquet(path),
    "of_pandas.parquet": lambda table, path: pd.DataFrame(table.to_pandas()).to_parquet(path),
    "plain.parquet": lambda table, path: pq.write_table(table, path, store_schema=False),
}


def check(found, layout="list"):
    """Compare with the hands scored one at a time."""
    scores = one_by_one()
    totals = [score.total for score in scores]
    assert (found.rows, found.wins, found.ok, found.below_minimum) == (len(HANDS), WINS, 3, 2)
    assert found.refused == REFUSED
    assert found.totals == Counter(totals)
    assert found.declared == Counter(score.total for score in scores if score.status == "ok")
    assert found.average == pytest.approx(sum(totals) / WINS)
    assert (found.spread[0], found.spread[50], found.spread[100]) == (min(totals), sorted(totals)[2], max(totals))
    seats = {each.value: (each.rows, each.wins) for each in found.groups["seat"]}
    assert list(seats.items()) == [("E", (5, 2)), ("S", (2, 1)), ("W", (4, 1)), ("N", (1, 1))]
    sources = {each.value: (each.rows, each.wins, each.average) for each in found.groups["source"]}
    assert sources["club"] == (8, 2, pytest.approx(sum(totals[:2]) / 2))
    assert sources["(none)"] == (1, 0, None)
    if layout == "total":
        assert found.elements == []
        return
    with_it = {name: [s.total for s in scores if name in s.elements] for s in scores for name in s.elements}
    assert {each.name: (each.hands, each.average) for each in found.elements} == {
        name: (len(worth), pytest.approx(sum(worth) / len(worth))) for name, worth in with_it.items()
    }
    assert [each.hands for each in found.elements] == sorted(map(len, with_it.values()), reverse=True)
    pairs, names = pairs_of(scores), found.together.names
    assert sorted(names) == sorted(with_it)
    for i, first in enumerate(names):
        for j, second in enumerate(names):
            beside = len(with_it[first]) if i == j else pairs[first, second]
            assert found.together.shares[i][j] == pytest.approx(beside / len(with_it[first]))


@pytest.mark.parametrize("layout", ["list", "wide", "mask", "total"])
@pytest.mark.parametrize("name", WRITERS)
def test_facts(layout, name, tmp_path):
    WRITERS[name](scored(layout), tmp_path / name)
    rules = "mcr" if layout == "mask" else None
    check(fastmj.report(tmp_path / name, tmp_path / "report.html", rules), layout)


@pytest.mark.parametrize("rows", [1, 4])
def test_small_batches(rows, tmp_path, monkeypatch):
    monkeypatch.setattr(__import__("sys").modules["fastmj.report"], "BATCH_ROWS", rows)
    pq.write_table(scored(), tmp_path / "scores.parquet")
    seen = []
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", progress=lambda *done: seen.append(done))
    check(found)
    assert seen == [(min(done, 12), 12) for done in range(rows, 12 + rows, rows)]
    assert [each.row for each in found.examples["not_a_win"]] == [5, 9, 10]


def test_prefix(tmp_path):
    both = fastmj.score_batch(scored(), rules="hk", prefix="hk_")
    pq.write_table(both, tmp_path / "scores.parquet")
    check(fastmj.report(tmp_path / "scores.parquet", tmp_path / "mcr.html"))
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "hk.html", prefix="hk_")
    assert {each.name for each in found.elements} <= set(fastmj.rules.get("hk").names)


def test_files_of_several_layouts_add_up(tmp_path):
    folder = tmp_path / "scores"
    (folder / "more").mkdir(parents=True)
    pq.write_table(scored(), folder / "a.parquet")
    pq.write_table(scored("wide"), folder / "more" / "b.parquet")
    pyarrow.feather.write_feather(scored("mask"), folder / "c.feather")
    (folder / ".d.parquet.1234.tmp").touch()
    (folder / "notes.txt").touch()
    sources = [
        folder,
        [folder / "a.parquet", folder / "more" / "b.parquet", folder / "c.feather"],
        f"{folder}/**/*.[pf]*",
    ]
    for source in sources:
        found = fastmj.report(source, tmp_path / "r.html", "mcr", overwrite=True)
        assert (found.rows, found.wins) == (3 * len(HANDS), 3 * WINS)
        assert found.totals == {total: 3 * n for total, n in Counter(s.total for s in one_by_one()).items()}
        assert {each.hands % 3 for each in found.elements} == {0}
        assert found.examples["unreadable"][0][:2] == ("a.parquet", 7)
        assert {each.row for each in found.examples["unreadable"]} == {7}


def test_examples(tmp_path):
    pq.write_table(scored(), tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html").examples
    assert set(found) == set(REFUSED)
    assert [each.row for each in found["not_a_win"]] == [5, 9, 10]  # three of four
    assert found["not_a_win"][0] == ("scores.parquet", 5, "123m456p789s1122z+9s", "")
    assert found["wrong_tile_count"][0][2:] == (
        "123m456p789s112z+2z",
        "column 'hand': 13 tiles, with the winning tile 14 are needed",
    )
    assert found["missing"][0][1:] == (8, "", "column 'hand' is null")
    assert "1x" in found["unreadable"][0].hand


def test_hands_need_not_be_kept(tmp_path):
    table = scored().drop_columns(["hand", "seat", "source", "win_by"])
    pq.write_table(table, tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html")
    assert found.groups == {}
    assert found.examples["missing"] == [("scores.parquet", 8, "", "")]


def test_many_hands(tmp_path):
    """Counted another way: from the rows as Python objects."""
    sample = pa.concat_tables([fastmj.sample(3000, seed=5), fastmj.sample(300, "invalid", seed=5)])
    table = fastmj.score_batch(sample, rules="imj")
    pq.write_table(table, tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", rules="imj")
    rows = table.to_pylist()
    wins = [row for row in rows if row["total"] is not None]
    assert found.totals == Counter(row["total"] for row in wins)
    names = Counter(item["element"] for row in wins for item in row["elements"])
    assert {each.name: each.hands for each in found.elements} == names
    assert found.refused == Counter(row["status"] for row in rows if row["total"] is None)
    assert found.limit == sum(row["limit"] for row in wins)
    points = dict(zip(*(fastmj.rules.get("imj").table()[name].to_pylist() for name in ("name", "points")), strict=True))
    assert {each.name: each.points for each in found.elements} == {name: points[name] for name in names}
    ordered = sorted(row["total"] for row in wins)
    assert found.spread == {share: np.percentile(ordered, share, method="inverted_cdf") for share in SHARES}
    for pair in found.pairs:
        both = sum({pair.first, pair.second} <= {item["element"] for item in row["elements"]} for row in wins)
        assert pair.hands == both
        assert pair.lift == pytest.approx(both * len(wins) / (names[pair.first] * names[pair.second]))
    assert found.pairs


def test_chosen_columns(tmp_path):
    table = scored().append_column("table", pa.array([i % 2 == 0 for i in range(len(HANDS))]))
    table = table.append_column("game", pa.array(range(len(HANDS))))
    pq.write_table(table, tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", by=["table", "game"])
    assert {each.value: each.wins for each in found.groups["table"]} == {"True": 3, "False": 2}
    assert [each.value for each in found.groups["game"]][:5] == ["0", "1", "2", "3", "4"]


def test_a_mixed_table(tmp_path):
    table = pa.table({"hand": ["1122446677889s+9s"] * 3, "rules": ["mcr", "hk", "mcr"]})
    pq.write_table(fastmj.score_batch(table, "@rules"), tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", by=["rules"])
    assert {each.value: each.wins for each in found.groups["rules"]} == {"mcr": 2, "hk": 1}
    assert {each.name: each.hands for each in found.elements} == {"Full Flush": 3, "Seven Pairs": 3, "No Flower": 1}


def test_chinese_names(tmp_path):
    for layout in ("list", "mask"):
        pq.write_table(scored(layout, names="zh"), tmp_path / "scores.parquet")
        out = tmp_path / f"{layout}.html"
        found = fastmj.report(tmp_path / "scores.parquet", out, "mcr", names="zh")
        assert {"大四喜", "十三幺"} <= {each.name for each in found.elements}
        assert "大四喜" in out.read_text("utf-8")


def test_a_run_tells_how_fast_it_was(tmp_path):
    pq.write_table(hands(), tmp_path / "hands.parquet")
    summary = fastmj.score_file(tmp_path / "hands.parquet", tmp_path / "scores.parquet")
    found = fastmj.report(summary, tmp_path / "r.html")
    assert found.scoring == summary.seconds
    assert "scored a second" in (tmp_path / "r.html").read_text("utf-8")
    again = fastmj.report(tmp_path / "scores.parquet", tmp_path / "again.html")
    assert again.scoring is None
    assert "scored a second" not in (tmp_path / "again.html").read_text("utf-8")


@pytest.mark.parametrize("kept", [0, [8], [0], [0, 8]])
def test_few_rows(kept, tmp_path):
    """Nothing, nothing but a refused row, one win, both."""
    table = scored().slice(0, 0) if kept == 0 else scored().take(kept)
    pq.write_table(table, tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html")
    assert (found.rows, found.wins) == (table.num_rows, sum(row == 0 for row in kept or []))
    assert found.as_dict()["average"] == found.average == (None if not found.wins else one_by_one()[0].total)
    assert "Refused rows" in (tmp_path / "r.html").read_text("utf-8")
