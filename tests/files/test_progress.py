"""What a progress function is told, and that nothing piles up meanwhile."""

import os
import threading
import time

import pytest

from fastmj.file import score_file

ROWS = 3000


class TestProgress:
    def test_rows_done_of_all(self, parquet, tmp_path):
        seen = []
        score_file(parquet, tmp_path / "out.parquet", progress=lambda *amounts: seen.append(amounts), batch_rows=1000)
        assert seen == [(1000, ROWS), (2000, ROWS), (3000, ROWS)]

    def test_rows_of_text_are_not_known_before(self, tmp_path):
        (tmp_path / "in.csv").write_text("hand\n1m\n2m\n")
        seen = []
        score_file(tmp_path / "in.csv", tmp_path / "out.parquet", progress=lambda *amounts: seen.append(amounts))
        assert seen == [(2, None)]

    def test_an_error_in_it_ends_the_run(self, parquet, tmp_path):
        def stop(done, in_all):
            raise RuntimeError("enough")

        with pytest.raises(RuntimeError, match="enough"):
            score_file(parquet, tmp_path / "out.parquet", progress=stop, batch_rows=100)
        assert os.listdir(tmp_path) == ["in.parquet"]

    def test_a_slow_reader_of_results_does_not_let_batches_pile_up(self, parquet, tmp_path, monkeypatch):
        """At most threads + 2 batches are scored beyond what is written."""
        import fastmj.task as task

        lock, scored, ahead = threading.Lock(), [0], []
        tally = task.tally

        def counting(*arguments):
            with lock:
                scored[0] += 1
            return tally(*arguments)

        def slow(done, in_all):
            time.sleep(0.01)
            with lock:
                ahead.append(scored[0] - done // 50)

        monkeypatch.setattr(task, "tally", counting)
        score_file(parquet, tmp_path / "out.parquet", threads=2, batch_rows=50, progress=slow)
        assert len(ahead) == ROWS // 50
        assert max(ahead) <= 4
