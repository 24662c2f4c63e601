"""The rows that were refused, with the reason, in a file of their own beside the scores.

While a run goes on each output has them in a temporary file, which can be written on from any checkpoint; when all is done
these become one file.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from fastmj.formats.whole import aside, write_file
from fastmj.inputs import Ready
from fastmj.journal import Journal
from fastmj.places import Place, opened
from fastmj.schema import STATUS_WORDS
from fastmj.status import BELOW_MINIMUM
from fastmj.storage import reason_of

_OWN = (("in_file", pa.string()), ("in_row", pa.int64()), ("status", pa.string()), ("reason", pa.string()))


class RefusedRows:
    """What becomes of refused rows: their columns, and the file that they come to."""

    def __init__(self, path: Place, inputs: Sequence[Ready], prefix: str) -> None:
        """ValueError for inputs whose columns do not go together, with each other or with those that refused rows get."""
        self.path, self._prefix = path, prefix
        own = [pa.field(prefix + name, kind) for name, kind in _OWN]
        for each in inputs:
            twice = [name for name, times in Counter(_columns(each).names).items() if times > 1]
            if twice:
                raise ValueError(
                    f"{each.source}: more than one column is named {twice[0]!r}: refused rows need one of each name"
                )
        try:
            columns = pa.unify_schemas([pa.schema([]), *map(_columns, inputs)])
        except pa.ArrowException as error:
            raise ValueError(
                f"{path}: the inputs have columns of one name and several types, which one file of refused rows cannot "
                f"hold ({reason_of(error).removeprefix('Unable to merge: ')}): score those inputs apart, or without refused"
            ) from error
        for field in own:
            if field.name in columns.names:
                raise ValueError(
                    f"{path}: the input already has a column {field.name!r}, which is one that refused rows get: "
                    'rename it, or choose another name, as prefix="hk_" would'
                )
        self.schema = pa.schema([*own, *columns])

    def of(self, ready: Ready, batch: pa.RecordBatch, scored: pa.RecordBatch) -> pa.RecordBatch | None:
        """The refused rows of a batch, or None; ``in_row`` counts from the batch's beginning.

        `batch` is what was scored, `scored` what came of it.
        """
        codes = scored.column(self._prefix + "status").indices.to_numpy(zero_copy_only=False).astype(np.uint8)
        rows = np.flatnonzero(codes < BELOW_MINIMUM)
        if not rows.size:
            return None
        some, status = batch.take(pa.array(rows)), codes[rows]
        own: dict[str, Any] = {
            "in_file": pa.array([str(ready.source)] * len(rows), pa.string()),
            "in_row": pa.array(rows),
            "status": STATUS_WORDS.take(pa.array(status)),
            "reason": pa.array(ready.scorer.reasons(some, status), pa.string()),
        }
        columns = {self._prefix + name: value for name, value in own.items()}
        columns |= dict(zip(some.schema.names, some.columns, strict=True))
        arrays = [
            columns[field.name].cast(field.type) if field.name in columns else pa.nulls(len(rows), field.type)
            for field in self.schema
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def from_row(self, batch: pa.RecordBatch, first: int) -> pa.RecordBatch:
        """The refused rows with ``in_row`` counted from the beginning of the input, `first` rows before."""
        rows = pa.array(batch.column(1).to_numpy() + first)
        return batch.set_column(1, batch.schema.field(1), rows)

    def gather(self, outputs: Sequence[Place], journal: Journal, whole: bool) -> None:
        """Write the refused rows of these outputs, in order, into the one file.

        The temporary files are removed if that is the `whole` of it; else another run will need them.
        """
        if not journal.refused_done:
            batches = (batch for output in outputs for batch in _read(aside(output)))
            write_file(self.path, self.schema, batches, overwrite=True)
            journal.refused_done = whole
            if journal.kept:
                journal.note()
        if whole:
            for output in outputs:
                aside(output).unlink(missing_ok=True)


class Aside:
    """The temporary file of one output's refused rows."""

    def __init__(self, path: Path, schema: pa.Schema, size: int = 0) -> None:
        """`size`: how much of an earlier run's file is kept."""
        self.path, self._schema, self.size = path, schema, size
        path.touch()
        os.truncate(path, size)
        self._file: Any = None

    def write(self, batch: pa.RecordBatch) -> None:
        """Add rows."""
        if self._file is None:
            self._file = pa.OSFile(str(self.path), "ab")
            self._stream = pa.ipc.new_stream(self._file, self._schema)
        self._stream.write_batch(batch)

    def close(self) -> int:
        """Bring the file to an end, from which it can be written on, and return its size."""
        if self._file is not None:
            try:
                self._stream.close()
            finally:
                self._file.close()
                self._file = None
            self.size = self.path.stat().st_size
        return self.size


def _columns(ready: Ready) -> pa.Schema:
    """The columns that the scorer is given, without dictionaries: those of several inputs would not go together."""
    width = len(ready.read if ready.read is not None else ready.probe.schema) + len(ready.keys)
    fields = [ready.scorer.schema.field(place).remove_metadata() for place in range(width)]
    return pa.schema(f.with_type(f.type.value_type) if pa.types.is_dictionary(f.type) else f for f in fields)


def _read(path: Place) -> Iterator[pa.RecordBatch]:
    """The batches of one stream after another."""
    if not path.stat().st_size:
        return
    with opened(path) as source:
        while source.tell() < source.size():
            yield from pa.ipc.open_stream(source)
