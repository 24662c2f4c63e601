"""Counting what a run came to."""

from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest

import fastmj
from fastmj.summary import Summary, Tally, tally

HANDS = [
    "[111z][2222z]55p33344z+4z",  # a big hand
    "1112345678999p+5p",
    "19m19p19s1234567z+1m",
    "[234m]11p234p56567s+7s",  # complete, but worth too little
    "123m456p789s1122z+9s",  # no win
    "123m456p789s112z+2z",  # a tile short
    "1x",
    None,
]
STATUS = {"ok": 3, "below_minimum": 1, "not_a_win": 1, "wrong_tile_count": 1, "unreadable": 1, "missing": 1}


@pytest.fixture(scope="module")
def named():
    """How many of the hands hold each element, from the hands scored one at a time."""
    count = Counter()
    for hand in HANDS[:4]:
        count.update(fastmj.score(hand, win_by="self_draw").elements.keys())
    return count


@pytest.mark.parametrize("layout", ["list", "wide", "mask", "total"])
@pytest.mark.parametrize("prefix", ["", "x_"])
def test_tally(layout, prefix, named):
    rules = fastmj.rules.get("mcr")
    table = pa.table({"hand": HANDS, "win_by": ["self_draw"] * len(HANDS)})
    batch = fastmj.score_batch(table, rules, layout, prefix=prefix).to_batches()[0]
    found = tally(batch, rules, layout, prefix)
    assert found.rows == len(HANDS)
    assert found.status == STATUS
    assert found.elements == ({} if layout == "total" else named)
    assert len(named) > 5


@pytest.mark.parametrize("layout", ["list", "wide", "mask", "total"])
def test_tally_of_no_rows(layout):
    rules = fastmj.rules.get("mcr")
    batch = pa.record_batch({"hand": pa.array(HANDS[:1])})
    scorer = fastmj.score_batch(pa.Table.from_batches([batch]), rules, layout)
    empty = pa.RecordBatch.from_pylist([], scorer.schema)
    assert tally(empty, rules, layout) == Tally()


def test_tallies_add_up():
    both = Tally(Counter(ok=2), Counter({"All Pungs": 2}))
    both.add(Tally(Counter(ok=1, missing=4), Counter({"All Pungs": 1, "Half Flush": 1})))
    assert both == Tally(Counter(ok=3, missing=4), Counter({"All Pungs": 3, "Half Flush": 1}))
    assert both.rows == 7


def summary(**status):
    elements = Counter({"All Pungs": 1200, **{f"Element {i}": 20 - i for i in range(12)}})
    return Summary.of(Tally(Counter(status), elements), 2.0, tuple(Path(f"out{i}.parquet") for i in range(5)))


def test_summary():
    found = summary(ok=1500, below_minimum=300, missing=3, not_a_win=20)
    assert (found.rows, found.wins, found.ok, found.below_minimum) == (1823, 1800, 1500, 300)
    assert list(found.refused.items()) == [("not_a_win", 20), ("missing", 3)]
    assert found.hands_per_second == 911.5
    lines = str(found).splitlines()
    assert lines[:7] == [
        "rows      1,823",
        "wins      1,800",
        "          300 below_minimum, 1,500 ok",
        "refused   23",
        "          20 not_a_win",
        "          3 missing",
        "time      2.00 s, 912 hands/s",
    ]
    assert lines[7:9] == ["elements  1,200 All Pungs", "             20 Element 0"]
    assert lines[16] == "             12 Element 8"
    assert lines[17:] == [
        "written   out0.parquet",
        "          out1.parquet",
        "          out2.parquet",
        "          and 2 more",
    ]


def test_summary_of_a_run_that_went_on_and_could_not_do_all():
    outputs = (Path("a.parquet"),)
    found = Summary.of(
        Tally(Counter(ok=1000)), 2.0, outputs, skipped_parts=1, skipped_rows=900, failed={"b.csv": "b.csv: no hands"}
    )
    assert (found.rows, found.hands_per_second) == (1000, 50)
    assert str(found).splitlines()[-3:] == [
        "written   a.parquet",
        "skipped   1 file, 900 rows: done before",
        "failed    b.csv: no hands",
    ]


def test_summary_of_nothing():
    found = Summary.of(Tally(), 0.0, (Path("a.parquet"),))
    assert (found.rows, found.hands_per_second) == (0, 0.0)
    assert str(found).splitlines() == [
        "rows      0",
        "wins      0",
        "refused   0",
        "time      0.00 s, 0 hands/s",
        "written   a.parquet",
    ]
