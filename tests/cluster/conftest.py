"""Folders of hands for a Ray."""

import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj import part_file

ROWS = 6000


@pytest.fixture(scope="session")
def hands():
    """Typed hands, sound and faulty ones mixed, numbered."""
    whole = pa.concat_tables([fastmj.sample(ROWS * 4 - 200, seed=3), fastmj.sample(200, "invalid")])
    order = list(range(len(whole)))
    random.Random(1).shuffle(order)
    return whole.take(order).drop_columns("seat").append_column("id", pa.array(range(len(whole))))


@pytest.fixture
def folder(tmp_path, monkeypatch, hands):
    """A working folder with ``in/``: four files in several folders and formats."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(part_file, "CHECKPOINT_ROWS", 2000)  # as in the actors
    for i, place in enumerate(("a.parquet", "b.parquet", "deep/c.arrow", "deep/seat=1/d.parquet")):
        path = tmp_path / "in" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        part = hands.slice(i * ROWS, ROWS)
        if path.suffix == ".parquet":
            pq.write_table(part, path, row_group_size=1500)
        else:
            with pa.ipc.new_file(path, part.schema) as file:
                file.write_table(part, 1500)
    return tmp_path
