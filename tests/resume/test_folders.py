"""Runs over folders that end early and go on: what is there afterwards is what an undisturbed run gives."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import score_file
from fastmj.formats.locks import locked
from tests.resume.stopped import Stop, files, kept_rows, rows, stopping


class TestFolders:
    @pytest.mark.parametrize("after", [1, 100, 900, 1000, 1900, 3000, 4000])
    @pytest.mark.parametrize("rows_per_file", [None, 300, 1000])
    def test_what_was_interrupted_is_continued(self, folder, hands, after, rows_per_file):
        options = {"rows_per_file": rows_per_file, "payments": True, "batch_rows": 100, "threads": 2}
        with pytest.raises(Stop):
            score_file("in", "out", progress=stopping(after), **options)
        before = {path: os.stat(path).st_mtime_ns for path in files("out") if path.endswith(".parquet")}
        summary = score_file("in", "out", **options)
        assert all(os.stat(path).st_mtime_ns == time for path, time in before.items())
        assert summary.skipped_parts == len(before)
        assert summary.rows == 4000
        assert 0 <= summary.skipped_rows - sum(map(kept_rows, before)) <= 1000
        expected = fastmj.score_batch(hands, payments=True)
        found = pa.concat_tables(pq.read_table(path) for path in map(str, summary.outputs))
        assert found.schema.equals(expected.schema)
        assert found.to_pylist() == expected.to_pylist()
        assert files("out") == sorted(map(str, summary.outputs))
        assert files() == ["out.fastmj.json", *files("out")]

    def test_an_undisturbed_run_and_a_resumed_one_tell_the_same(self, folder):
        whole = score_file("in", "whole", refused="whole.jsonl")
        for after in (300, 1500, 2500):
            with pytest.raises(Stop):
                score_file("in", "out", refused="out.jsonl", progress=stopping(after), batch_rows=100)
        found = score_file("in", "out", refused="out.jsonl")
        assert (found.rows, found.wins, found.refused, found.elements) == (
            whole.rows,
            whole.wins,
            whole.refused,
            whole.elements,
        )
        assert rows("out.jsonl") == rows("whole.jsonl")
        assert len(rows("out.jsonl")) == sum(found.refused.values()) > 300

    def test_names_and_rows_of_the_parts(self, folder):
        summary = score_file("in", "out", rows_per_file=400)
        names = [f"out/{at}p{i}-0000{k}.parquet" for i, at in enumerate(("", "", "z/", "z/")) for k in range(3)]
        assert sorted(map(str, summary.outputs)) == sorted(names)
        assert [kept_rows(name) for name in sorted(names)] == [400, 400, 200] * 4

    def test_rows_that_divide_evenly_and_none(self, folder, hands):
        pq.write_table(hands.slice(0, 0), "none.parquet")
        score_file("in/p0.parquet", "even", rows_per_file=500)
        score_file("none.parquet", "none", rows_per_file=500)
        assert files("even") == ["even/p0-00000.parquet", "even/p0-00001.parquet"]
        assert files("none") == ["none/none-00000.parquet"]
        assert pq.read_schema("none/none-00000.parquet").equals(pq.read_schema("even/p0-00000.parquet"))

    @pytest.mark.parametrize("after", [1, 100, 200, 350, 999])
    def test_text_whose_rows_nobody_knows(self, folder, hands, after):
        text = "".join(f'{{"hand": "19m19p19s1234567z+1m", "id": {i}}}\n' for i in range(1000))
        (folder / "in.jsonl").write_text(text)
        with pytest.raises(Stop):
            score_file("in.jsonl", "out", rows_per_file=200, progress=stopping(after), batch_rows=50)
        summary = score_file("in.jsonl", "out", rows_per_file=200)
        assert [row["id"] for path in summary.outputs for row in rows(str(path))] == list(range(1000))
        assert [kept_rows(str(path)) for path in summary.outputs] == [200] * 5
        assert len(files("out")) == 5
        assert score_file("in.jsonl", "out", rows_per_file=200).skipped_parts == 5
        assert len(files("out")) == 5

    def test_a_rerun_does_nothing(self, folder):
        first = score_file("in", "out")
        before = {path: os.stat(path).st_mtime_ns for path in files("out")}
        seen = []
        again = score_file("in", "out", progress=lambda *amounts: seen.append(amounts))
        assert (again.skipped_parts, again.skipped_rows, seen) == (4, 4000, [(4000, 4000)])
        assert (again.rows, again.wins, again.refused, again.elements, again.outputs) == (
            first.rows,
            first.wins,
            first.refused,
            first.elements,
            first.outputs,
        )
        assert {path: os.stat(path).st_mtime_ns for path in files("out")} == before

    @pytest.mark.parametrize("harm", ["removed", "cut", "not noted"])
    def test_a_part_that_is_missing_or_not_whole_is_made_again(self, folder, harm):
        score_file("in", "out", refused="refused.csv")
        expected, aside = rows("out/p1.parquet"), rows("refused.csv")
        if harm == "removed":
            os.remove("out/p1.parquet")
        elif harm == "cut":
            os.truncate("out/p1.parquet", 100)
        else:  # killed between the file and the journal
            journal = json.loads((folder / "out.fastmj.json").read_text())
            del journal["done"]["p1.parquet"]
            (folder / "out.fastmj.json").write_text(json.dumps(journal))
        summary = score_file("in", "out", refused="refused.csv")
        assert (summary.skipped_parts, summary.rows) == (3, 4000)
        assert rows("out/p1.parquet") == expected
        assert rows("refused.csv") == aside
        assert len(files()) == 6

    def test_refused_rows_that_are_gone_come_again(self, folder):
        """Nothing but the rows themselves tells why they were refused."""
        score_file("in", "out", refused="refused.csv")
        expected = rows("refused.csv")
        os.remove("refused.csv")
        summary = score_file("in", "out", refused="refused.csv")
        assert (summary.rows, summary.skipped_parts) == (4000, 0)
        assert rows("refused.csv") == expected
        assert score_file("in", "out", refused="refused.csv").skipped_parts == 4
        assert files() == ["out.fastmj.json", *files("out"), "refused.csv"]

    def test_what_killed_runs_left_is_removed_and_what_living_ones_write_is_not(self, folder):
        score_file("in", "out")
        for name in (".p1.parquet.0123abcd.tmp", ".old-00000.parquet.0123abcd.tmp", ".p1.parquet.refused.tmp"):
            (folder / "out" / name).touch()
        (folder / ".out.fastmj.json.0123abcd.tmp").touch()
        with locked(folder / "out" / ".old-00000.parquet.0123abcd.tmp"):
            score_file("in", "out")
        assert [name for name in files() if ".tmp" in name] == ["out/.old-00000.parquet.0123abcd.tmp"]

    def test_two_runs_at_once(self, folder):
        (folder / "out").mkdir()
        with locked(folder / "out"), pytest.raises(BlockingIOError, match="out: another run is writing there"):
            score_file("in", "out")
        score_file("in", "out")


def test_what_a_kill_left_of_the_refused_rows_goes(folder):
    """Of the one file that they are put together in at the end; under a name that is only like it, nothing is touched."""
    for name in (".refused.csv.0123abcd.tmp", ".other.csv.0123abcd.tmp"):
        (folder / name).write_text("cut off")
    score_file("in", "out", refused="refused.csv")
    assert [name for name in files() if "tmp" in name] == [".other.csv.0123abcd.tmp"]
