"""Wins -> Arrow."""

from collections.abc import Sequence

import pyarrow as pa

from fastmj.convert.games import Win
from fastmj.schema import hand_schema

SCHEMA = pa.schema(
    [
        *(column for column in hand_schema() if column.name != "feeder"),  # a penalty that no log states
        pa.field("game_id", pa.string()),
        pa.field("win_index", pa.uint8()),
        pa.field("source", pa.string()),
        pa.field("claimed_total", pa.int32()),
        pa.field("claimed_elements", pa.list_(pa.string())),
        pa.field("claimed_deltas", pa.list_(pa.int32(), 4)),
    ]
)
"""The columns that every importer writes, one row a win."""


def to_batch(wins: Sequence[Win]) -> pa.RecordBatch:
    """One record batch with ``SCHEMA``, one row a win, in order."""
    columns = zip(*wins, strict=True) if wins else [()] * len(SCHEMA)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)
