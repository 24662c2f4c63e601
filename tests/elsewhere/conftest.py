"""A folder to work in, and filesystems with the same files."""

import tempfile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.elsewhere.alike import NAMES, ROWS
from tests.filesystems import KINDS, copied


@pytest.fixture(scope="module")
def hands():
    """Hands without seats, sound and faulty ones, numbered."""
    table = pa.concat_tables([fastmj.sample(1100, "mixed", seed=1), fastmj.sample(100, "invalid", seed=2)])
    return table.combine_chunks().drop_columns("seat").append_column("id", pa.array(range(1200)))


@pytest.fixture
def here(tmp_path, monkeypatch, hands):
    """A working folder with ``in/``, two of whose folders say the seat; nothing temporary may be left."""
    monkeypatch.chdir(tmp_path)
    for i, name in enumerate(NAMES):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(hands.slice(i * ROWS, ROWS), path, row_group_size=150)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    yield tmp_path
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.fixture(params=KINDS)
def there(request, here):
    """A filesystem that holds the same ``in/``."""
    found = request.param(here)
    copied(here, found)
    return found
