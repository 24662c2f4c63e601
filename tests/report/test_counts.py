"""Values told apart, and sums that stay bounded."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.report import counts
from tests.report.scored import scored

pytestmark = pytest.mark.usefixtures("no_plots")


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("seat", pa.array([0, 3, 3, None, 9]), {"E": 1, "N": 2, "(none)": 1, "(others)": 1}),
        ("round", pa.array(["E", "W", "W", "", "Q"]), {"E": 1, "W": 2, "(none)": 1, "(others)": 1}),
        ("win_by", pa.array([0, 1, 2, 1, 2], pa.uint8()), {"discard": 1, "self_draw": 2, "robbed_kong": 2}),
        ("source", pa.array(["a", "b", "a", None, "b"]).dictionary_encode(), {"a": 2, "b": 2, "(none)": 1}),
        ("source", pa.array(["a", "b", "a", "b", "b"], pa.string_view()), {"a": 2, "b": 3}),
        ("table", pa.array([0, 1, 2, 2, 2], pa.int64()), {"0": 1, "1": 1, "2": 3}),
        ("east", pa.array([True, True, False, None, True]), {"True": 3, "False": 1, "(none)": 1}),
        ("nothing", pa.nulls(5), {"(none)": 5}),
    ],
)
def test_values_of_columns(name, values, expected, tmp_path):
    table = scored().slice(0, 5).drop_columns(["hand", "seat", "source", "win_by"])
    pq.write_table(table.append_column(name, values), tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", by=[name]).groups[name]
    assert {each.value: each.rows for each in found} == expected
    assert sum(each.share for each in found) == pytest.approx(1)


def test_so_many_values_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr(counts, "MOST_VALUES", 3)
    table = scored().append_column("game", pa.array([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]))
    pq.write_table(table, tmp_path / "scores.parquet")
    found = fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", by=["game"]).groups["game"]
    assert [(each.value, each.rows, each.wins) for each in found] == [
        ("0", 2, 1),
        ("1", 2, 1),
        ("2", 2, 1),
        ("(others)", 6, 2),
    ]


def test_totals_are_exact_where_there_are_few_and_never_many():
    exact = np.arange(0, 1024, 0.5)
    assert counts._values(exact) == dict.fromkeys(exact.tolist(), 1)
    large = np.linspace(1, 1e9, 1_000_000)
    found = counts._values(large)
    assert sum(found.values()) == 1_000_000
    assert len(found) < 1 << 17
    assert max(found) == pytest.approx(1e9, rel=1e-3)


def test_elements_of_several_parts_are_brought_together():
    first, second = counts.Counts(2), counts.Counts(3)
    first.names, first.hands, first.sums = ["a", "b"], np.array([2, 1]), np.array([8.0, 3.0])
    first.together = np.array([[2, 1], [1, 1]])
    second.names, second.hands, second.sums = ["c", "b"], np.array([3, 2]), np.array([9.0, 4.0])
    second.together = np.array([[3, 2], [2, 2]])
    both = counts.Counts()
    both.add(first)
    both.add(second)
    assert (both.rows, both.names) == (5, ["a", "b", "c"])
    assert both.hands.tolist() == [2, 3, 3]
    assert both.sums.tolist() == [8, 7, 9]
    assert both.together.tolist() == [[2, 1, 0], [1, 3, 2], [0, 2, 3]]
