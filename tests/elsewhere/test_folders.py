"""Folders and globs on other filesystems: what comes of them is what comes of local ones."""

import json

import pyarrow.csv as pcsv
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import OutputExists, score_file
from tests.elsewhere.alike import FILES, ROWS, same
from tests.filesystems import (
    files,
    json_of,
    of_pyarrow,
    put,
)
from tests.resume.stopped import Stop, stopping


class TestFolders:
    @pytest.mark.parametrize(
        "options", [{}, {"rows_per_file": 150, "payments": True, "columns": ["id"], "prefix": "m_"}]
    )
    def test_as_here(self, there, options):
        expected = score_file("in", "out", **options)
        summary = score_file("in", "out", filesystem=there, **options)
        assert same(there) == len(expected.outputs) == len(summary.outputs)
        assert (summary.rows, summary.wins, summary.refused) == (expected.rows, expected.wins, expected.refused)
        assert [str(path) for path in summary.outputs] == [path.as_posix() for path in expected.outputs]
        assert files(there, "") == sorted([*files(there, "in"), *files(there), "out.fastmj.json"])

    @pytest.mark.parametrize(
        "pattern", ["in/*.parquet", "in/**/p[12].parquet", "in/seat=?/*", "in/seat=[!E]/*.parquet"]
    )
    def test_globs(self, there, pattern):
        score_file(pattern, "out", filesystem=there)
        score_file(pattern, "out")
        assert same(there) in (1, 2)

    def test_refused_rows(self, there):
        score_file("in", "out", refused="refused.csv")
        score_file("in", "out", refused="else/refused.csv", filesystem=there)
        assert same(there) == FILES
        with of_pyarrow(there).open_input_stream("else/refused.csv") as file:
            found = pcsv.read_csv(file)
        assert found.num_rows >= 100
        assert found.equals(pcsv.read_csv("refused.csv"))
        assert not [name for name in files(there, "") if name.endswith(".tmp")]

    @pytest.mark.parametrize("after", [1, 700, *(pytest.param(rows, marks=pytest.mark.slow) for rows in (400, 1100))])
    @pytest.mark.parametrize("rows_per_file", [None, 100])
    def test_what_was_interrupted_is_continued(self, there, after, rows_per_file):
        options = {"rows_per_file": rows_per_file, "batch_rows": 50, "refused": "refused.csv"}
        with pytest.raises(Stop):
            score_file("in", "out", progress=stopping(after), filesystem=there, **options)
        before = [name for name in files(there) if name.endswith(".parquet")]
        assert len(before) == len(json_of(there)["done"])
        summary = score_file("in", "out", filesystem=there, **options)
        assert summary.skipped_parts == len(before)
        score_file("in", "out", **options)
        assert same(there)
        assert score_file("in", "out", filesystem=there, **options).skipped_rows == 3 * ROWS

    def test_what_is_there_but_not_noted_is_made_again(self, there):
        score_file("in", "out", filesystem=there)
        journal = json_of(there)
        del journal["done"]["p0.parquet"]
        put(there, "out.fastmj.json", json.dumps(journal))
        put(there, "out/p0.parquet", "cut short")
        summary = score_file("in", "out", filesystem=there)
        assert (summary.skipped_parts, summary.rows) == (FILES - 1, FILES * ROWS)
        score_file("in", "out")
        assert same(there) == FILES

    def test_one_that_is_there_is_refused(self, there):
        put(there, "out/seat=E/p1.parquet", "what somebody else has")
        with pytest.raises(OutputExists, match=r"out/seat=E/p1.parquet exists"):
            score_file("in", "out", filesystem=there)
        assert files(there) == ["out/seat=E/p1.parquet"]
        score_file("in", "out", filesystem=there, overwrite=True)
        score_file("in", "out")
        assert same(there) == FILES

    def test_other_options_are_refused_and_start_anew(self, there):
        score_file("in", "out", filesystem=there, rows_per_file=100)
        with pytest.raises(OutputExists, match=r"out exists, and was begun otherwise: rows_per_file"):
            score_file("in", "out", filesystem=there)
        score_file("in", "out", filesystem=there, overwrite=True)
        score_file("in", "out")
        assert same(there) == FILES

    def test_a_changed_input_is_noticed(self, there):
        score_file("in", "out", filesystem=there)
        with of_pyarrow(there).open_output_stream("in/p0.parquet") as file:
            pq.write_table(fastmj.sample(5), file)
        with pytest.raises(OutputExists, match=r"p0.parquet"):
            score_file("in", "out", filesystem=there)

    def test_an_input_that_cannot_be_read(self, there):
        put(there, "in/p0.parquet", "no table")
        with pytest.raises(ValueError, match=r"in/p0.parquet: cannot be read as parquet"):
            score_file("in", "out", filesystem=there)
        summary = score_file("in", "out", filesystem=there, keep_going=True)
        assert list(summary.failed) == ["in/p0.parquet"]
        assert summary.rows == 2 * ROWS
