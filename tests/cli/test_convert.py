"""``fastmj convert``."""

import json
import os
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import fastmj

LOGS = Path(__file__).parents[1] / "convert" / "data"


class TestConvert:
    @pytest.fixture(params=["botzone", "pku"])
    def logs(self, request):
        from fastmj.convert import log_files

        return request.param, log_files(LOGS, request.param)

    def test_counts(self, fastmj_, logs):
        source, files = logs
        assert files
        expected, summary = fastmj.convert.read_logs(files, source)
        status, out, _ = fastmj_("convert", *files, "-o", "hands.parquet", "--from", source, "--json")
        assert status == 0
        assert json.loads(out) == {
            "games": summary.games,
            "wins": summary.wins,
            "draws": summary.draws,
            "errors": summary.errors,
            "broken": summary.broken,
            "output": "hands.parquet",
        }
        assert pq.read_table("hands.parquet").equals(expected)

    def test_text_and_complaints(self, fastmj_, logs):
        source, files = logs
        _, summary = fastmj.convert.read_logs(files, source)
        status, out, err = fastmj_("convert", LOGS, "-o", "hands.jsonl", "--from", source)
        assert status == 0
        assert out.splitlines() == [
            f"games     {summary.games}",
            f"wins      {summary.wins}",
            f"draws     {summary.draws}",
            f"errors    {summary.errors}",
            f"broken    {summary.broken}",
            "written   hands.jsonl",
        ]
        assert len(err.splitlines()) == min(summary.broken, 5) + (summary.broken > 5)
        with open("hands.jsonl") as file:
            assert sum(1 for _ in file) == summary.wins

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["no.json", "-o", "a.parquet", "--from", "botzone"], 1),
            ([LOGS, "-o", "a.parquet", "--from", "tenhou"], 2),
            ([LOGS, "-o", "a.parquet"], 2),
            ([LOGS, "-o", "a.xlsx", "--from", "pku"], 2),
        ],
    )
    def test_faults(self, fastmj_, tmp_path, arguments, status):
        ended, out, err = fastmj_("convert", *arguments)
        assert (ended, out) == (status, "")
        assert re.fullmatch(r"fastmj: .+\n", err)
        assert os.listdir(tmp_path) == []
