"""``fastmj sample``."""

import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import fastmj


class TestSample:
    def test_the_hands_of_a_family_and_seed(self, fastmj_):
        status, out, err = fastmj_("sample", "1000", "-o", "hands.parquet", "--family", "flush", "--seed", "9")
        assert (status, err) == (0, "")
        assert out == "1,000 hands of family flush, seed 9, written to hands.parquet\n"
        assert pq.read_table("hands.parquet").equals(fastmj.sample(1000, "flush", 9))

    def test_as_text(self, fastmj_):
        assert fastmj_("sample", "5", "-o", "hands.csv", "-q") == (0, "", "")
        lines = Path("hands.csv").read_text().splitlines()
        assert lines[0].startswith('"hand","win_by"')
        assert len(lines) == 6

    @pytest.mark.parametrize(
        ("arguments", "status", "message"),
        [
            (["10", "-o", "a.parquet", "--family", "rare"], 2, "unknown family 'rare'; known: mixed, "),
            (["-5", "-o", "a.parquet"], 2, ""),
            (["ten", "-o", "a.parquet"], 2, "a whole number is needed, got 'ten'"),
            (["10.7", "-o", "a.parquet"], 2, "a whole number is needed, got '10.7'"),
            (["10", "-o", "a.parquet", "--seed", "1.5"], 2, "--seed: a whole number is needed, got '1.5'"),
            (["10", "-o", "a.parquet", "--seed", "-1"], 2, ""),
            (["10"], 2, "--output requires an argument"),
            (["10", "-o", "a.xlsx"], 2, "no known format"),
            (["10", "-o", "no/a.csv"], 1, "there is no folder no"),
            (["10", "-o", "there.csv"], 1, "there.csv exists"),
        ],
    )
    def test_faults(self, fastmj_, tmp_path, arguments, status, message):
        (tmp_path / "there.csv").touch()
        ended, out, err = fastmj_("sample", *arguments)
        assert (ended, out) == (status, "")
        assert message in err
        assert os.listdir(tmp_path) == ["there.csv"]
