"""Single files on other filesystems."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.arguments import Misuse
from fastmj.file import InputMissing, OutputExists, score_file
from tests.elsewhere.alike import FILES, ROWS
from tests.filesystems import (
    below,
    files,
    mock,
    of_pyarrow,
    particular,
    put,
    table,
    unmoving,
)
from tests.resume.stopped import Stop, stopping


class TestFiles:
    @pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl"])
    def test_every_format_both_ways(self, there, kind):
        score_file("in/p0.parquet", f"first.{kind}", filesystem=there, layout="total")
        score_file("in/p0.parquet", f"first.{kind}", layout="total")
        score_file(f"first.{kind}", f"new/second.{kind}", filesystem=there, prefix="hk_", rules="hk", batch_rows=70)
        score_file(f"first.{kind}", f"second.{kind}", prefix="hk_", rules="hk", batch_rows=70)
        with of_pyarrow(there).open_input_stream(f"new/second.{kind}") as file:
            assert file.read() == Path(f"second.{kind}").read_bytes()
        assert files(there, "new") == [f"new/second.{kind}"]

    def test_compressed_text(self, there):
        put(there, "in/a.jsonl", '{"hand": "123456789m123p5s+5s"}\n' * 3)
        with of_pyarrow(there).open_output_stream("in/b.jsonl.gz", compression="gzip") as file:
            file.write(b'{"hand": "123456789m123p5s+5s"}\n' * 3)
        for name in ("a.jsonl", "b.jsonl.gz"):
            assert score_file(f"in/{name}", "out/", filesystem=there, overwrite=True).rows == 3
        assert table(there, "out/a.parquet").equals(table(there, "out/b.parquet"))

    def test_one_that_is_there_is_refused(self, there):
        put(there, "a.parquet", "what somebody else has")
        with pytest.raises(OutputExists, match=r"a.parquet exists"):
            score_file("in/p0.parquet", "a.parquet", filesystem=there)
        score_file("in/p0.parquet", "a.parquet", filesystem=there, overwrite=True)
        assert table(there, "a.parquet").num_rows == ROWS

    def test_nothing_is_left_of_one_that_was_interrupted(self, there):
        before = files(there, "")
        with pytest.raises(Stop):
            score_file("in/p0.parquet", "a.parquet", filesystem=there, progress=stopping(1), batch_rows=50)
        assert files(there, "") == before

    def test_inputs_there_and_outputs_here_and_back(self, there, here):
        expected = score_file("in", "out").rows
        assert score_file("in", (here / "local").as_uri(), filesystem=there).rows == expected
        assert score_file((here / "in").as_uri(), "back", filesystem=there).rows == expected
        for path in sorted(Path("out").rglob("*.parquet")):
            name = path.relative_to("out").as_posix()
            assert pq.read_table(path, partitioning=None).equals(pq.read_table(f"local/{name}", partitioning=None))
            assert table(there, f"back/{name}").equals(pq.read_table(path, partitioning=None))

    def test_missing_ones(self, there):
        with pytest.raises(InputMissing, match=r"in/nix.parquet: there is no such file"):
            score_file("in/nix.parquet", "a.parquet", filesystem=there)
        with pytest.raises(InputMissing, match=r"in/\*.csv: nothing matches"):
            score_file("in/*.csv", "out", filesystem=there)

    def test_an_input_is_no_output(self, there):
        with pytest.raises(Misuse, match=r"in/p0.parquet is an input"):
            score_file("in/p0.parquet", "in/p0.parquet", filesystem=there, overwrite=True)
        with pytest.raises(Misuse, match=r"in/out lies within the input in"):
            score_file("in", "in/out", filesystem=there)

    def test_check(self, there):
        found = fastmj.check_file("in", "out", filesystem=there)
        assert (found.rows, found.refused) == (FILES * ROWS, fastmj.check_file("in").refused)
        assert files(there) == []


@pytest.mark.parametrize("kind", [mock, below, unmoving, particular])
def test_what_is_replaced(here, kind):
    """On every kind of filesystem a file takes the place of one that is there."""
    there = kind(here)
    put(there, "out/a.parquet", "what was there")
    score_file((here / "in/p0.parquet").as_uri(), "out/a.parquet", filesystem=there, overwrite=True)
    assert files(there) == ["out/a.parquet"]
    assert table(there, "out/a.parquet").num_rows == ROWS
