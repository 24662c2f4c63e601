"""Inputs that cannot be read, in whole or in part, while the others are scored."""

import pyarrow.parquet as pq
import pytest

from fastmj.file import score_file
from tests.resume.stopped import ROWS, files, rows


class TestKeepGoing:
    @pytest.fixture
    def damaged(self, folder):
        """The third row group of one file cannot be read, and another file is none."""
        pq.write_table(pq.read_table("in/p1.parquet"), "in/p1.parquet", row_group_size=300, use_dictionary=False)
        data = bytearray((folder / "in/p1.parquet").read_bytes())
        place = pq.read_metadata("in/p1.parquet").row_group(2).column(0).data_page_offset
        data[place : place + 400] = bytes(400)
        (folder / "in/p1.parquet").write_bytes(data)
        (folder / "in/z/p2.parquet").write_text("no Parquet")
        return folder

    def test_without_it_nothing_is_begun(self, damaged):
        with pytest.raises(ValueError, match=r"in/z/p2\.parquet: cannot be read as parquet"):
            score_file("in", "out")
        assert files() == []

    def test_the_others_are_scored(self, damaged):
        seen = score_file("in", "out", keep_going=True, refused="refused.csv")
        assert sorted(seen.failed) == ["in/p1.parquet", "in/z/p2.parquet"]
        assert "row group 2 (rows 600 to 899)" in seen.failed["in/p1.parquet"]
        assert (seen.rows, [str(path) for path in seen.outputs]) == (2000, ["out/p0.parquet", "out/z/p3.parquet"])
        assert len(rows("refused.csv")) == sum(seen.refused.values()) + 1

    def test_not_one_can_be_read(self, damaged):
        seen = score_file("in/z/p2*", "out", keep_going=True, refused="refused.csv")
        assert (seen.rows, seen.outputs, list(seen.failed)) == (0, (), ["in/z/p2.parquet"])

    def test_once_repaired_they_are_done_too(self, damaged, hands):
        score_file("in", "out", keep_going=True, refused="refused.jsonl")
        for i, name in ((1, "in/p1.parquet"), (2, "in/z/p2.parquet")):
            pq.write_table(hands.slice(i * ROWS, ROWS), name)
        seen = score_file("in", "out", refused="refused.jsonl")
        assert (seen.rows, seen.skipped_parts, seen.failed) == (4000, 2, {})
        assert len(rows("refused.jsonl")) == sum(seen.refused.values())
        assert not [name for name in files() if ".tmp" in name]

    def test_the_parts_without_damage_are_made(self, damaged):
        seen = score_file("in", "out", keep_going=True, rows_per_file=100, batch_rows=50)
        made = [path.name for path in seen.outputs if path.name.startswith("p1")]
        # what lies behind the damaged rows of a row group cannot be had either
        assert made == [f"p1-0000{i}.parquet" for i in (0, 1, 2, 3, 4, 5, 9)]
        assert (seen.rows, len(seen.failed)) == (2700, 2)
