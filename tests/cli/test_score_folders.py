"""``fastmj score`` of folders: what is done is not done again, and what cannot be done is named."""

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import fastmj


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    for i in range(3):
        pq.write_table(fastmj.sample(200, seed=i), tmp_path / "in" / f"p{i}.parquet")
    pq.write_table(fastmj.sample(35, "invalid"), tmp_path / "in" / "p3.parquet")
    return tmp_path


def test_the_same_command_goes_on(fastmj_, folder):
    assert fastmj_("score", "in", "-o", "out", "-q") == (0, "", "")
    os.remove("out/p1.parquet")
    status, out, err = fastmj_("score", "in", "-o", "out", "--json")
    assert (status, err) == (0, "")
    summary = json.loads(out)
    assert summary["skipped"] == {"parts": 3, "rows": 435}
    assert (summary["rows"], summary["failed"], len(summary["outputs"])) == (635, {}, 4)
    status, out, _ = fastmj_("score", "in", "-o", "out")
    lines = out.splitlines()
    assert lines[-1] == "skipped   4 files, 635 rows: done before"
    assert max(map(len, lines)) <= 80


def test_other_options(fastmj_, folder):
    fastmj_("score", "in", "-o", "out", "-q")
    status, out, err = fastmj_("score", "in", "-o", "out", "--layout", "total")
    assert (status, out) == (1, "")
    assert err == (
        "fastmj: out exists, and was begun otherwise: layout was list, is total. Give what was given then, start anew "
        "(overwrite, --overwrite), or name another output (noted in out.fastmj.json)\n"
    )
    assert fastmj_("score", "in", "-o", "out", "--layout", "total", "--overwrite", "-q") == (0, "", "")


def test_parts_columns_and_refused_rows(fastmj_, folder):
    arguments = ("--rows-per-file", "150", "--columns", "hand, seat", "--refused", "refused.csv", "-q")
    assert fastmj_("score", "in", "-o", "out", *arguments) == (0, "", "")
    assert sorted(os.listdir("out")) == sorted(f"p{i}-0000{k}.parquet" for i in range(4) for k in range(2 - (i == 3)))
    assert pq.read_schema("out/p0-00001.parquet").names[:3] == ["hand", "seat", "status"]
    lines = Path("refused.csv").read_text().splitlines()
    assert len(lines) == 35
    assert lines[0].startswith('"in_file","in_row","status","reason","hand",')
    assert lines[1].startswith('"in/p3.parquet",1,"missing","column \'win_tile\': no winning tile (255)",')


def test_several_rule_sets_one_after_another(fastmj_, folder):
    assert fastmj_("score", "in", "-o", "mcr", "--prefix", "mcr_", "-q") == (0, "", "")
    assert fastmj_("score", "mcr", "-o", "both", "--rules", "hk", "--prefix", "hk_", "-q") == (0, "", "")
    found, hands = pq.read_table("both/p1.parquet"), pq.read_table("in/p1.parquet")
    for name in ("mcr", "hk"):
        assert found[f"{name}_total"].to_pylist() == fastmj.score_batch(hands, name)["total"].to_pylist()


def test_check_writes_nothing(fastmj_, folder):
    before = sorted(folder.rglob("*"))
    status, out, err = fastmj_("score", "in", "--check")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "rows      635"
    assert "          24 bad_context" in out.splitlines()
    assert "written" not in out
    Path("in/cards.csv").write_text("cards\n1m\n")
    status, out, err = fastmj_("score", "in", "--check", "--quiet")
    assert (status, out) == (1, "")
    assert err.startswith("fastmj: in/cards.csv: the input has no column 'hand'")
    os.remove("in/cards.csv")
    assert sorted(folder.rglob("*")) == before


def test_keep_going(fastmj_, folder):
    Path("in/bad.parquet").write_text("no Parquet")
    assert fastmj_("score", "in", "-o", "out", "-q")[0] == 1
    assert not os.path.exists("out")
    status, out, err = fastmj_("score", "in", "-o", "out", "--keep-going")
    assert status == 1
    assert err.startswith("fastmj: 1 of the inputs could not be scored: in/bad.parquet: cannot be read as parquet: ")
    assert [line[:24] for line in out.splitlines() if line.startswith("failed")] == ["failed    in/bad.parquet"]
    assert len(os.listdir("out")) == 4
    os.replace("in/p0.parquet", "in/bad.parquet")
    pq.write_table(fastmj.sample(200, seed=0), "in/p0.parquet")
    os.utime("in/p0.parquet", ns=(0, os.stat("in/bad.parquet").st_mtime_ns))
    status, out, err = fastmj_("score", "in", "-o", "out", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["skipped"]["parts"] == 4


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["in"], 2, "fastmj: -o says where to write (or --check writes nothing)"),
        (["in", "-o", "out", "--rows-per-file", "0"], 2, "fastmj: rows_per_file=0: at least one row is needed"),
        (["in", "-o", "out", "--rows-per-file", "x"], 2, "--rows-per-file"),
        (
            ["in/p0.parquet", "-o", "out.parquet", "--rows-per-file", "5"],
            2,
            "the output must be a folder, because each",
        ),
        (["in", "-o", "out", "--columns", "id"], 1, "columns: the input has no column 'id' to carry; it has hand"),
        (["in", "-o", "out", "--refused", "x.txt"], 2, "fastmj: x.txt: the ending of the name says no known format"),
        (["in", "-o", "out", "--refused", "no/x.csv"], 1, "fastmj: no/x.csv: there is no folder no"),
        (["in", "-o", "out", "--refused", "there.csv"], 1, "fastmj: there.csv exists: name another output"),
    ],
)
def test_wrong_command_lines(fastmj_, folder, arguments, status, message):
    Path("there.csv").touch()
    found, out, err = fastmj_("score", *arguments)
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert message in err
    assert not [path for path in folder.rglob("*.parquet") if "in" not in path.parts]
