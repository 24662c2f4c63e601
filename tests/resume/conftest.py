"""Folders to work in."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj import part_file
from tests.resume.stopped import FILES, ROWS


@pytest.fixture(scope="module")
def hands():
    """Typed hands, sound and faulty ones mixed, numbered."""
    tables = [fastmj.sample(ROWS - 100, "mixed", seed=i) for i in range(FILES)]
    faulty = fastmj.sample(100, "invalid", seed=9)
    whole = pa.concat_tables([part for table in tables for part in (table, faulty)]).combine_chunks()
    return whole.append_column("id", pa.array(range(ROWS * FILES)))


@pytest.fixture
def folder(tmp_path, monkeypatch, hands):
    """A working folder with the inputs: ``in/`` with four files, two of them deeper, and ``all.parquet``."""
    monkeypatch.chdir(tmp_path)
    for i in range(FILES):
        path = tmp_path / "in" / ("z" if i > 1 else "") / f"p{i}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(hands.slice(i * ROWS, ROWS), path, row_group_size=300)
    pq.write_table(hands, tmp_path / "all.parquet", row_group_size=300)
    monkeypatch.setattr(part_file, "CHECKPOINT_ROWS", 500)
    return tmp_path
