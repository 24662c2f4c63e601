"""Folders, globs and several files."""

import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import OutputExists, score_file

ROWS = 3000


class TestManyFiles:
    def test_folder(self, tmp_path, hands):
        (tmp_path / "in" / "deep").mkdir(parents=True)
        pq.write_table(hands.slice(0, 100), tmp_path / "in" / "b.parquet")
        with pa.ipc.new_stream(tmp_path / "in" / "deep" / "a.arrow", hands.schema) as writer:
            writer.write_table(hands.slice(100, 200))
        (tmp_path / "in" / "c.csv").write_text("hand\n19m19p19s1234567z+1m\n")
        (tmp_path / "in" / "README.txt").touch()
        summary = score_file(tmp_path / "in", tmp_path / "out")
        outputs = [tmp_path / "out" / name for name in ("b.parquet", "c.parquet", "deep/a.parquet")]
        assert summary.outputs == tuple(outputs)
        assert [pq.read_metadata(path).num_rows for path in outputs] == [100, 1, 200]
        assert summary.rows == 301
        assert pq.read_table(outputs[2]).to_pylist() == fastmj.score_batch(hands.slice(100, 200)).to_pylist()

    def test_glob_and_several_files(self, tmp_path, hands):
        for i in range(3):
            pq.write_table(hands.slice(100 * i, 100), tmp_path / f"part{i}.parquet")
        score_file(str(tmp_path / "part[01].parquet"), tmp_path / "out")
        assert sorted(os.listdir(tmp_path / "out")) == ["part0.parquet", "part1.parquet"]
        with pytest.raises(OutputExists, match=r"out exists, and was begun otherwise: input part2\.parquet is new"):
            score_file(tmp_path / "part*.parquet", tmp_path / "out")
        assert sorted(os.listdir(tmp_path / "out")) == ["part0.parquet", "part1.parquet"]
        score_file([tmp_path / f"part{i}.parquet" for i in (1, 2)], tmp_path / "out", overwrite=True)
        assert sorted(os.listdir(tmp_path / "out")) == ["part1.parquet", "part2.parquet"]

    def test_all_columns_are_checked_before_work(self, tmp_path, hands):
        (tmp_path / "in").mkdir()
        pq.write_table(hands, tmp_path / "in" / "a.parquet")
        pq.write_table(hands.rename_columns(["cards", *hands.column_names[1:]]), tmp_path / "in" / "b.parquet")
        with pytest.raises(ValueError, match=r"b\.parquet: the input has no column 'hand'"):
            score_file(tmp_path / "in", tmp_path / "out")
        assert not (tmp_path / "out").exists()

    def test_a_damaged_file_leaves_the_outputs_before_it_whole(self, tmp_path, hands):
        (tmp_path / "in").mkdir()
        pq.write_table(hands, tmp_path / "in" / "a.parquet")
        (tmp_path / "in" / "b.jsonl").write_text('{"hand": "1m"}\n' * 200_000 + '{"hand"')
        with pytest.raises(ValueError, match=r"b\.jsonl, line 200001: not JSON"):
            score_file(tmp_path / "in", tmp_path / "out", layout="total")
        assert os.listdir(tmp_path / "out") == ["a.parquet"]
        assert pq.read_metadata(tmp_path / "out" / "a.parquet").num_rows == ROWS
