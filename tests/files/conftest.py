"""Hands, and a file of them."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj

ROWS = 3000


@pytest.fixture(scope="module")
def hands():
    """Typed hands, sound and faulty ones mixed, with a column that is no hand's."""
    sound, faulty = fastmj.sample(ROWS - 500, "mixed", seed=3), fastmj.sample(500, "invalid", seed=4)
    table = pa.concat_tables([sound.slice(0, 1000), faulty, sound.slice(1000)]).combine_chunks()
    return table.append_column("game_id", pa.array([f"game {i}" for i in range(ROWS)]))


@pytest.fixture
def parquet(tmp_path, hands):
    pq.write_table(hands, tmp_path / "in.parquet", row_group_size=700)
    return tmp_path / "in.parquet"
