"""Commands run in this process, in a folder of their own."""

import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.cli import main


@pytest.fixture
def fastmj_(tmp_path, monkeypatch, capsys):
    """Runs a command in this process, in a folder of its own: (exit status, output, errors)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FASTMJ_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def command(*arguments):
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def hands(tmp_path):
    pq.write_table(fastmj.sample(2000, seed=7), tmp_path / "hands.parquet")
    return tmp_path / "hands.parquet"
