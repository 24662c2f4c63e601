"""Parquet: read in bounded memory, written in row groups of useful size whatever the batches were."""

import os
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fastmj.formats import Gathered, Part, Probe, Writer, later, reading, ready
from fastmj.formats.descriptors import descriptor
from fastmj.places import Place
from fastmj.storage import Remote, key

ROW_GROUP_ROWS = 1 << 18
_MAGIC = b"PAR1"
_FETCHED = 1 << 23  # bytes of a column that are asked for at a time where a network lies between
_TAIL = 8  # bytes that a footer ends with: its length and the magic


def probe(path: Place) -> Probe:
    """Schema and number of rows, from the footer."""
    with reading(path), _opened(path) as file:
        return Probe(file.schema_arrow, file.metadata.num_rows)


def parts(
    path: Place, schema: pa.Schema, rows: int, threads: int, first: int = 0, columns: Sequence[str] | None = None
) -> Iterator[Part]:
    """The rows in batches of `rows`. Decoded while reading: the columns side by side where `threads` allows it.

    Row groups that end before row `first` are not read. A ``ValueError`` names the row group that cannot be.
    """
    with reading(path), _opened(path) as file:
        sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        group, row = 0, 0
        while group < len(sizes) and row + sizes[group] <= first:
            row += sizes[group]
            group += 1
        wanted = range(group, len(sizes))
        # One row group after another: a batch over two with dictionaries of their own inside lists cannot be made.
        runs = [[each] for each in wanted] if _has_nested_words(schema) else [wanted] if wanted else []
        batches = (file.iter_batches(rows, run, columns, use_threads=threads > 1) for run in runs)
        try:
            for part in later(map(ready, chain.from_iterable(batches)), first - row):
                row += part().num_rows
                yield part
        except (pa.ArrowException, OSError) as error:
            raise ValueError(f"{path}: cannot be read as parquet: {_damage(path, max(row, first), columns)}") from error


def _opened(path: Place) -> pq.ParquetFile:
    if isinstance(path, Remote):
        filesystem = path.store.filesystem
        return pq.ParquetFile(key(path.path), pre_buffer=False, buffer_size=_FETCHED, filesystem=filesystem)
    # A buffered stream instead of whole column chunks: with one row group of 20 million hands this halves the memory.
    return pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20)


def _damage(path: Place, row: int, columns: Sequence[str] | None) -> str:
    """Which row group from that of `row` on cannot be read, and why."""
    with _opened(path) as file:
        stop = 0
        for group in range(file.num_row_groups):
            start, stop = stop, stop + file.metadata.row_group(group).num_rows
            if stop > row:
                try:
                    for _ in file.iter_batches(row_groups=[group], columns=columns):
                        pass
                except (pa.ArrowException, OSError) as error:
                    reason = str(error).strip().split("\n")[0]
                    return f"row group {group} (rows {start:,} to {stop - 1:,}): {reason}"
    return "it was changed while it was read"


def _has_nested_words(schema: pa.Schema) -> bool:
    """Whether a column holds dictionaries inside lists or structs, as scored elements do."""
    return any(_words_within(field.type) for field in schema if pa.types.is_nested(field.type))


def _words_within(kind: pa.DataType) -> bool:
    return pa.types.is_dictionary(kind) or any(_words_within(kind.field(i).type) for i in range(kind.num_fields))


def parquet_settings(schema: pa.Schema) -> dict[str, Any]:
    """How fastmj writes a table of this schema: arguments of ``pyarrow.parquet.ParquetWriter``.

    Measured on 2 million scored hands (layout list, one core): zstd level 1 takes 0.42 us and 14.7 bytes a row, lz4
    0.37 us and 21.5 bytes, snappy 0.37 us and 19.7 bytes; level 3 gains nothing more. Statistics of the hands and of
    what lies inside lists cost another 0.09 us and help no query, so only plain columns have them.
    """
    plain = [
        field.name
        for field in schema
        if not (pa.types.is_nested(field.type) or pa.types.is_fixed_size_binary(field.type))
    ]
    return {"compression": "zstd", "compression_level": 1, "use_dictionary": True, "write_statistics": plain or False}


class ParquetWriter(Writer):
    """Writes row groups of useful size, whatever size the batches have.

    Up to each checkpoint the file is a whole one, with a footer of its own. The last footer, which is the one that
    readers look at, knows the row groups of all.
    """

    def __init__(
        self, path: Path, schema: pa.Schema, carried: Collection[str] = (), checkpoints: Sequence[int] = ()
    ) -> None:
        self._path, self._schema, self._checkpoints = path, schema, list(checkpoints)
        self._gathered = Gathered(ROW_GROUP_ROWS)
        self._open()

    def _open(self) -> None:
        self._file = pa.OSFile(str(self._path), "ab" if self._checkpoints else "wb")
        if self._checkpoints:
            # a writer begins at the beginning of a file, or not at all; the file itself only grows, wherever one is in it
            handle = descriptor(self._path)
            assert handle is not None, "there was one at the checkpoint"
            os.lseek(handle, 0, os.SEEK_SET)
        self._writer = pq.ParquetWriter(self._file, self._schema, **parquet_settings(self._schema))

    def encode(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch itself: what is encoded is a row group at a time."""
        return batch

    def write(self, encoded: pa.RecordBatch) -> None:
        """Add rows; a row group is written whenever there are enough for one."""
        for group in self._gathered.add(encoded):
            self._writer.write_batch(group)

    def checkpoint(self) -> int | None:
        """Write what is held as a row group, and a footer; the next rows come after it."""
        if descriptor(self._path) is None:
            return None
        self._finish()
        self._checkpoints.append(self._path.stat().st_size)
        self._open()
        return self._checkpoints[-1]

    def close(self) -> None:
        """Write what is left and the footer."""
        self._finish()
        if self._checkpoints:
            with self._path.open("ab") as file:
                file.write(_footer_of_all(self._path, [*self._checkpoints, file.tell()]))

    def _finish(self) -> None:
        try:
            for group in self._gathered.rest():
                self._writer.write_batch(group)
            self._writer.close()
        finally:
            self._file.close()


def _footer_of_all(path: Path, ends: Sequence[int]) -> bytes:
    """A footer with the row groups of all the footers that end at `ends`."""
    footers = []
    with path.open("rb") as file:
        for end in ends:
            file.seek(end - _TAIL)
            length = int.from_bytes(file.read(4), "little")
            file.seek(end - _TAIL - length)
            footers.append(pq.read_metadata(pa.BufferReader(_MAGIC + file.read(length + _TAIL))))
    for footer in footers[1:]:
        footers[0].append_row_groups(footer)
    out = pa.BufferOutputStream()
    footers[0].write_metadata_file(out)
    return bytes(out.getvalue().to_pybytes().removeprefix(_MAGIC))


writer = ParquetWriter
