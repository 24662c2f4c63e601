"""A column of what is seen on the table: how many of each kind, besides a hand and its melds."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from fastmj import columns
from fastmj.arguments import Misuse, nearest, text
from fastmj.arrow_in import plan
from fastmj.schema import kind_of
from fastmj.status import OK

KINDS_TAKEN = "34 bytes a row, a list of 34 integers, or text (1m555p7z)"

Read = tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]


def seen_reader(schema: pa.Schema, column: str, dialect: str) -> Callable[[pa.RecordBatch], Read]:
    """A function that reads the column of a batch: (counts (n, 34), which rows could be read).

    Text is tiles in the dialect of the hands, without melds. ``ValueError`` for a column that is not there or of another type.
    """
    places = schema.get_all_field_indices(text("visible", column))
    if len(places) != 1:
        there = ", ".join(map(repr, schema.names))
        raise Misuse(
            f"visible={column!r}: one column of the input is needed; it has {there}{nearest(column, schema.names)}"
        )
    kind = schema.field(places[0]).type
    try:
        reader = plan(pa.schema([("hand", kind)]), dialect=dialect)
    except ValueError:
        raise ValueError(f"column {column!r} is {kind}; accepted for visible tiles: {KINDS_TAKEN}") from None
    empty = kind_of(kind) == "text"

    def read(batch: pa.RecordBatch) -> Read:
        given = batch.column(places[0])
        hands = reader.read(pa.RecordBatch.from_arrays([given], names=["hand"]))
        good = (hands.status == OK) & ~hands.melds.any(axis=1)
        if empty:  # no tile is no hand, but here it is nothing seen
            nothing = pc.equal(columns.plain(given).cast(pa.large_binary()), b"")
            good |= nothing.fill_null(False).to_numpy(zero_copy_only=False)
        return np.where(good[:, None], hands.counts, 0), good

    return read
