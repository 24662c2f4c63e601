"""What a report refuses, and that nothing is left of one that fails."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.formats.jobs import InputMissing
from fastmj.formats.whole import OutputExists
from fastmj.report import page
from tests.report.scored import hands, scored

LIST = pa.list_(pa.struct([("element", pa.string()), ("count", pa.uint8())]))


def with_column(name, values, kind=None):
    table = scored()
    return table.set_column(table.schema.get_field_index(name), name, pa.array(values, kind))


TABLES = {
    "hands": hands(),
    "mask": scored("mask"),
    "prefixed": fastmj.score_batch(fastmj.score_batch(hands(), prefix="a_"), prefix="b_"),
    "numbers": with_column("status", range(12)),
    "words": with_column("total", ["1"] * 12),
    "texts": with_column("elements", ["1"] * 12),
    "other_status": with_column("status", [*["ok"] * 3, *["fine"] * 9]),
    "null_status": with_column("status", [*["ok"] * 3, *[None] * 9]),
    "no_total": with_column("total", [None] * 12, pa.float32()),
    "no_name": with_column("elements", [[{"element": None, "count": 1}]] * 12, LIST),
}


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("hands", {}, "no column 'status'; score it first"),
        ("prefixed", {}, "whose names begin with 'a_' or 'b_': give that as the prefix"),
        ("prefixed", {"prefix": "c_"}, "no column 'c_status'"),
        ("mask", {}, "only their rule set can name"),
        ("mask", {"rules": "classical"}, "has 2 words a row, rule set 'classical' has 1"),
        ("numbers", {}, "column 'status' is int64"),
        ("words", {}, "column 'total' is string"),
        ("texts", {}, "column 'elements' is string: no layout"),
        ("other_status", {}, "column 'status' holds 'fine'; known are missing,"),
        ("null_status", {}, "column 'status' holds nulls"),
        ("no_total", {}, "has no total"),
        ("no_name", {}, "holds one without a name"),
        ("mask", {"rules": "mcr", "by": ["table"]}, "no column 'table' to count wins by; the columns are hand, seat"),
        ("mask", {"rules": "mcr", "by": ["total"]}, "column 'total' is float"),
    ],
)
def test_files(name, options, message, tmp_path):
    pq.write_table(TABLES[name], tmp_path / f"{name}.parquet")
    with pytest.raises(ValueError, match=r"\.parquet: ") as caught:
        fastmj.report(tmp_path / f"{name}.parquet", tmp_path / "r.html", **options)
    assert message in str(caught.value)
    assert os.listdir(tmp_path) == [f"{name}.parquet"]


def test_inputs_and_outputs(tmp_path):
    (tmp_path / "empty").mkdir()
    pq.write_table(scored(), tmp_path / "scores.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "scores.parquet").read_bytes()[:-9])
    (tmp_path / "scores.csv").touch()
    for source, output, kind, message in (
        ("no.parquet", "r.html", InputMissing, "there is no such file"),
        ("empty", "r.html", InputMissing, "no files to read"),
        ("*.arrow", "r.html", InputMissing, "nothing matches"),
        ("scores.csv", "r.html", ValueError, "a report reads Parquet and Arrow files"),
        ("cut.parquet", "r.html", ValueError, "cannot be read as parquet"),
        ("scores.parquet", "r.pdf", ValueError, "name it .*r.html"),
        ("scores.parquet", "no/r.html", OSError, "there is no folder"),
    ):
        with pytest.raises(kind, match=message):
            fastmj.report(tmp_path / source, tmp_path / output)
    assert sorted(os.listdir(tmp_path)) == ["cut.parquet", "empty", "scores.csv", "scores.parquet"]


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "scores.parquet"
    pq.write_table(scored(), path, compression="none", use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[4:60] = b"\xff" * 56
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"scores\.parquet: cannot be read as parquet"):
        fastmj.report(path, tmp_path / "r.html")
    assert os.listdir(tmp_path) == ["scores.parquet"]


def test_an_existing_page_is_kept(tmp_path):
    pq.write_table(scored(), tmp_path / "scores.parquet")
    (tmp_path / "r.html").write_text("mine")
    with pytest.raises(OutputExists, match=r"r\.html exists"):
        fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text() == "mine"
    fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", overwrite=True)
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_nothing_is_left_of_a_page_that_fails(tmp_path, monkeypatch):
    pq.write_table(scored(), tmp_path / "scores.parquet")
    (tmp_path / "r.html").write_text("mine")
    monkeypatch.setattr(page, "page", lambda *given: "\ud800")  # no UTF-8 can hold it
    with pytest.raises(ValueError, match="surrogates"):
        fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", overwrite=True)
    assert sorted(os.listdir(tmp_path)) == ["r.html", "scores.parquet"]
    assert (tmp_path / "r.html").read_text() == "mine"


def test_runs(tmp_path):
    pq.write_table(scored(), tmp_path / "scores.parquet")
    run = tmp_path / "run.json"
    for told, message in (
        ({"rows": 13, "seconds": 2.0}, "the run scored 13 rows, the files have 12"),
        ({"rows": 12}, "run.json: not what fastmj score --json prints"),
        ([], "run.json: not what"),
    ):
        run.write_text(json.dumps(told))
        with pytest.raises(ValueError, match=message):
            fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", run=run)
    run.write_text(json.dumps({"rows": 12, "seconds": 2.0}))
    assert fastmj.report(tmp_path / "scores.parquet", tmp_path / "r.html", run=run).scoring == 2.0


def test_without_matplotlib(python, tmp_path):
    pq.write_table(scored(), tmp_path / "scores.parquet")
    code = (
        "import sys, fastmj; sys.modules['matplotlib'] = None\n"
        "try: fastmj.report('scores.parquet', 'r.html')\n"
        "except ImportError as error: print(error)"
    )
    assert python(code, cwd=tmp_path, PYTHONPATH=os.path.dirname(fastmj.__path__[0])).startswith(
        "a report needs matplotlib (pip install 'fastmj[report]')"
    )


def test_one_file_twice_and_none(tmp_path):
    (tmp_path / "in").mkdir()
    pq.write_table(scored(), tmp_path / "in" / "a.parquet")
    (tmp_path / "b.parquet").symlink_to(tmp_path / "in" / "a.parquet")
    names = [tmp_path / "b.parquet", str(tmp_path / "in")]
    with pytest.raises(ValueError, match=r"in/a\.parquet is given twice, the other time as .*/b\.parquet$"):
        fastmj.report(names, tmp_path / "r.html")
    with pytest.raises(ValueError, match=r"in/a\.parquet is given twice$"):
        fastmj.report([tmp_path / "in" / "a.parquet"] * 2, tmp_path / "r.html")
    with pytest.raises(InputMissing, match=r"^no input is given$"):
        fastmj.report([], tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


def test_elements_in_either_language(tmp_path):
    """What they are worth is known whichever the files have."""
    pq.write_table(fastmj.score_batch(hands(), names="zh"), tmp_path / "zh.parquet")
    found = fastmj.report(tmp_path / "zh.parquet", tmp_path / "r.html", "mcr")
    assert {each.name: each.points for each in found.elements}["大四喜"] == 88


def test_rules_that_it_was_not_scored_by(tmp_path):
    pq.write_table(scored(), tmp_path / "mcr.parquet")
    with pytest.raises(ValueError, match=r"is no element of rule set 'imj': the files were scored by another$"):
        fastmj.report(tmp_path / "mcr.parquet", tmp_path / "r.html", "imj")
    assert not (tmp_path / "r.html").exists()
