"""Nothing is written, and nothing that was there is touched."""

import os

import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import InputMissing, OutputExists, score_file

ROWS = 3000


class TestRefused:
    """Nothing is written, and nothing that was there is touched."""

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"rules": "riichi"}, "unknown rule set 'riichi'; known are"),
            ({"rules": "mcr:nowhere"}, "profile='nowhere'; accepted: standard"),
            ({"minimum": 3}, "has no option 'minimum'; it has profile"),
            ({"mixed_kong": "six"}, "option mixed_kong='six'; accepted"),
            ({"layout": "tall"}, "unknown layout 'tall'; known: list, wide, mask, total"),
            ({"dialect": "tenhou"}, "unknown dialect 'tenhou'"),
            ({"threads": 0}, "threads=0: at least one thread"),
            ({"batch_rows": 0}, "batch_rows=0"),
            ({"dst": "in.parquet"}, "is an input"),
            ({"dst": "out.xlsx"}, "no known format"),
            ({"dst": "no/out.parquet"}, "there is no folder no"),
            ({"src": "no.parquet"}, "no.parquet: there is no such file"),
        ],
    )
    def test_before_work(self, parquet, monkeypatch, changes, message):
        monkeypatch.chdir(parquet.parent)
        before = parquet.read_bytes()
        arguments = {"src": "in.parquet", "dst": "out.parquet", **changes}
        with pytest.raises((ValueError, OSError), match=message):
            score_file(**arguments)
        assert os.listdir(parquet.parent) == ["in.parquet"]
        assert parquet.read_bytes() == before

    def test_missing_input_is_also_a_missing_file(self, tmp_path):
        with pytest.raises(InputMissing) as caught:
            score_file(tmp_path / "no.parquet", tmp_path / "out.parquet")
        assert isinstance(caught.value, FileNotFoundError)
        assert isinstance(caught.value, ValueError)

    def test_existing_output(self, parquet, tmp_path):
        out = tmp_path / "out.parquet"
        out.write_text("precious")
        with pytest.raises(OutputExists, match=r"out\.parquet exists"):
            score_file(parquet, out)
        assert out.read_text() == "precious"
        score_file(parquet, out, overwrite=True)
        assert pq.read_metadata(out).num_rows == ROWS

    def test_output_names_in_the_input(self, parquet, tmp_path):
        score_file(parquet, tmp_path / "a.parquet")
        with pytest.raises(ValueError, match=r"a\.parquet: the input already has a column 'status'"):
            score_file(tmp_path / "a.parquet", tmp_path / "b.parquet")

    def test_strict_names_the_row_of_the_file(self, parquet, tmp_path, hands):
        statuses = fastmj.score_batch(hands)["status"].to_pylist()
        first = next(i for i, status in enumerate(statuses) if status not in ("ok", "below_minimum", "not_a_win"))
        assert first > 900
        for rows in (64, 1 << 16):
            with pytest.raises(ValueError, match=rf"in\.parquet: row {first}, column"):
                score_file(parquet, tmp_path / "out.parquet", strict=True, batch_rows=rows, threads=2)
            assert os.listdir(tmp_path) == ["in.parquet"]

    def test_damage_found_on_the_way(self, tmp_path):
        path = tmp_path / "in.parquet"
        table = fastmj.sample(50_000)
        pq.write_table(table, path, compression="zstd", use_dictionary=False, row_group_size=10_000)
        data = bytearray(path.read_bytes())
        middle = pq.read_metadata(path).row_group(3).column(0).data_page_offset
        data[middle + 20 : middle + 2000] = bytes(1980)
        path.write_bytes(data)
        with pytest.raises(ValueError, match=r"in\.parquet: cannot be read as parquet"):
            score_file(path, tmp_path / "out.parquet", batch_rows=1000)
        assert os.listdir(tmp_path) == ["in.parquet"]
