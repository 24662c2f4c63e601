"""``fastmj report``."""

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.report.scored import scored


@pytest.fixture
def files(tmp_path):
    pq.write_table(scored(), tmp_path / "scores.parquet")
    pq.write_table(scored("mask", prefix="x_"), tmp_path / "mask.parquet")
    return tmp_path


class TestReport:
    def test_a_page_and_what_is_said(self, fastmj_, files):
        status, out, err = fastmj_("report", "scores.parquet", "-o", "r.html")
        assert (status, err) == (0, "")
        first, second = out.splitlines()
        assert first.startswith("12 rows in ")
        assert first.endswith(" on average, 7 refused")
        assert second == "written to r.html"
        assert Path("r.html").read_text("utf-8").startswith("<!DOCTYPE html>")
        assert fastmj_("report", "scores.parquet", "-o", "r.html", "--overwrite", "-q") == (0, "", "")

    def test_json(self, fastmj_, files):
        status, out, err = fastmj_(
            *("report", "mask.parquet", "-o", "r.html", "--prefix", "x_", "--rules", "mcr", "--by", "seat", "--json")
        )
        found = json.loads(out)
        assert (status, err) == (0, "")
        assert (found["rows"], found["wins"], found["output"]) == (12, 5, "r.html")
        assert list(found["groups"]) == ["seat"]
        assert {each["name"]: each["points"] for each in found["elements"]}["Big Four Winds"] == 88

    def test_title_and_run(self, fastmj_, files):
        Path("run.json").write_text(json.dumps({"rows": 12, "seconds": 0.5}))
        assert fastmj_("report", "scores.parquet", "-o", "r.html", "--title", "Ours", "--run", "run.json", "-q")[0] == 0
        text = Path("r.html").read_text("utf-8")
        assert "<h1>Ours</h1>" in text
        assert "<dt>scored a second</dt><dd>24<" in text

    def test_help_fits_80_columns(self, fastmj_):
        status, out, err = fastmj_("report", "--help")
        assert (status, err) == (0, "")
        assert max(map(len, out.splitlines())) <= 80
        assert out.startswith("Usage: fastmj report")

    @pytest.mark.parametrize(
        ("arguments", "status", "message"),
        [
            (["scores.parquet"], 2, "--output requires an argument"),
            (["-o", "r.html"], 2, ""),
            (["scores.parquet", "-o", "r.html", "--rules", "mah"], 2, "mah"),
            (["scores.parquet", "-o", "r.html", "--set", "profile=online"], 2, "name it with --rules"),
            (["mask.parquet", "-o", "r.html"], 1, "whose names begin with 'x_'"),
            (["no.parquet", "-o", "r.html"], 1, "there is no such file"),
            (["scores.parquet", "-o", "r.pdf"], 2, "name it r.html"),
            (["scores.parquet", "-o", "r.html", "--run", "no.json"], 1, "no.json"),
        ],
    )
    def test_faults(self, fastmj_, files, arguments, status, message):
        ended, out, err = fastmj_("report", *arguments)
        assert (ended, out) == (status, "")
        assert message in err
        assert err.startswith("fastmj: ")
        assert sorted(os.listdir()) == ["mask.parquet", "scores.parquet"]
