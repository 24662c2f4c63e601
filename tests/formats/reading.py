"""Reading a whole file the way score_file does, and what of it comes out."""

from pathlib import Path

import pyarrow as pa

from fastmj.formats import format_of
from fastmj.formats.spelled import typed, typed_schema


def read(path: Path, rows: int = 1 << 16, threads: int = 2) -> pa.Table:
    """All rows of a file; that every part has the schema of the probe is checked on the way."""
    kind = format_of(path)
    probe = kind.probe(path)
    batches = [part() for part in kind.parts(path, probe.schema, rows, threads)]
    assert all(batch.schema.equals(probe.schema) for batch in batches)
    assert probe.rows in (None, sum(batch.num_rows for batch in batches))
    assert sum(batch.num_rows > rows for batch in batches) == 0 or probe.rows is None
    cells = probe.cells or {}
    return pa.Table.from_batches([typed(batch, cells) for batch in batches], typed_schema(probe.schema, cells))
