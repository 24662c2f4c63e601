"""Files of hands and scores: one module a format, all with the same three functions.

``probe`` tells schema and number of rows before any work; ``parts`` yields the file in order, piece by piece, each a
function that any thread may call to get its record batch; ``writer`` makes a ``Writer``. What is wrong with a file is
said in one ``ValueError`` that names it.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

import pyarrow as pa

from fastmj.arguments import Misuse

Part = Callable[[], pa.RecordBatch]
"""A piece of a file, still to be decoded."""

_SUFFIXES = {
    "parquet": (".parquet", ".pq"),
    "ipc": (".arrow", ".feather", ".ipc", ".arrows"),
    "csv": (".csv",),
    "jsonl": (".jsonl", ".ndjson"),
}
_GZIPPED = ("csv", "jsonl")
KNOWN = ", ".join(suffix for suffixes in _SUFFIXES.values() for suffix in suffixes)
"""The file name endings of all formats, for messages."""


class Probe(NamedTuple):
    """What is known of a file before it is read."""

    schema: pa.Schema
    rows: int | None  # None where only reading would tell
    cells: Mapping[str, pa.DataType] | None = None
    """Of a file of text: what the columns come out as that are not to stay text (``formats/spelled.py``)."""

    @property
    def spelled(self) -> bool:
        """Whether text spells numbers and bools too."""
        return self.cells is not None


class Writer(ABC):
    """Writes record batches of one schema to a file, in two steps. A context manager: leaving it closes the file."""

    @abstractmethod
    def encode(self, batch: pa.RecordBatch) -> Any:
        """What `write` takes. Any number of threads may do this at once."""

    @abstractmethod
    def write(self, encoded: Any) -> None:
        """Append what `encode` made; in order, from one thread."""

    def checkpoint(self) -> int | None:
        """Bring the file to a point from which another process can go on, and return its size there.

        All rows written so far come before it. None, and nothing happens, where the format has no such points.
        """
        return None

    @abstractmethod
    def close(self) -> None:
        """Finish the file. One that was not closed is not whole."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            self.close()
        else:
            # the file will be thrown away, and what it holds may be what cannot be written
            with suppress(Exception):
                self.close()


class Format(Protocol):
    """What every module of this package has."""

    def probe(self, path: Path) -> Probe:
        """Look at a file before any work."""

    def parts(
        self,
        path: Path,
        schema: pa.Schema,
        rows: int,
        threads: int,
        first: int = 0,
        columns: Sequence[str] | None = None,
    ) -> Iterator[Part]:
        """The rows of a file whose probe found `schema`, about `rows` a part; read with up to `threads` threads.

        The `first` rows are passed over. `columns` are those that will be used, where not all: others may come too.
        """

    def writer(
        self, path: Path, schema: pa.Schema, carried: Collection[str] = (), checkpoints: Sequence[int] = ()
    ) -> Writer:
        """A writer to `path`, see ``open_writer``."""


def format_name(path: Path) -> str | None:
    """The format that the ending of a file's name means: parquet, ipc, csv, jsonl; None for another ending."""
    name = path.name.lower()
    for kind, suffixes in _SUFFIXES.items():
        if name.endswith(suffixes) or (kind in _GZIPPED and name.removesuffix(".gz").endswith(suffixes)):
            return kind
    return None


def stem(path: Path) -> str:
    """The file's name without the ending that means its format: ``a.jsonl.gz`` -> ``a``."""
    name = path.name[:-3] if path.name.lower().endswith(".gz") else path.name
    return Path(name).stem


def format_of(path: Path) -> Format:
    """The module that reads and writes files named like `path`. ``ValueError`` for an unknown ending."""
    kind = format_name(path)
    if kind is None:
        raise ValueError(f"{path}: the ending of the name says no known format; known: {KNOWN} (text also .gz)")
    module: Any = import_module(f"fastmj.formats.{kind}")
    return module  # type: ignore[no-any-return]


def open_writer(
    path: Path,
    schema: pa.Schema,
    carried: Collection[str] = (),
    at: Path | None = None,
    checkpoints: Sequence[int] = (),
) -> Writer:
    """A writer of batches of `schema`, in the format that the ending of `path` means. An existing file is overwritten.

    `carried` names the columns that were there before scoring: those may be encoded otherwise in each batch. `at` is
    where to write meanwhile, instead of `path`. `checkpoints` are what the ``checkpoint`` of earlier writers of the
    same file returned: it is cut there, and written on.
    """
    if checkpoints:
        os.truncate(at or path, checkpoints[-1])
    return output_format(path).writer(at or path, schema, carried, checkpoints)


def output_format(path: Path) -> Format:
    """The module that writes files named like `path`. ``ValueError`` for an unknown ending, and for ``.gz``."""
    if path.name.lower().endswith(".gz"):
        raise Misuse(f"{path}: compressed text is read but not written; write {path.with_suffix('')} and compress it")
    try:
        return format_of(path)
    except ValueError as error:
        raise Misuse(str(error)) from None


def writable(path: Path) -> None:
    """``Misuse`` for the name of a folder, a pipe or a device, which no file of rows can take the place of."""
    if path.exists() and not path.is_file():
        raise Misuse(f"{path} is {'a folder' if path.is_dir() else 'a pipe or device'}: name a file to write")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn whatever a reader stumbles over into one ``ValueError`` that names the file."""
    try:
        yield
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = str(error).strip().split("\n")[0]
        raise ValueError(f"{path}: cannot be read as {format_name(path)}: {reason}") from error


def ready(batch: pa.RecordBatch) -> Part:
    """A part that needs no decoding."""
    return lambda: batch


def later(parts: Iterator[Part], first: int) -> Iterator[Part]:
    """The parts without their `first` rows. Those are decoded to be counted, for formats that know no shorter way."""
    for part in parts:
        if first:
            batch = part()
            if batch.num_rows > first:
                yield ready(batch.slice(first))
            first = max(0, first - batch.num_rows)
        else:
            yield part


class Gathered:
    """Slices large batches and puts small ones together: at most `rows` rows and not much over `size` bytes.

    Batches that Arrow cannot join stay apart: more words than an index can count, more than 2 GB of text.
    """

    def __init__(self, rows: int, size: int = 1 << 27) -> None:
        self._most_rows, self._most_bytes = rows, size
        self._held: list[pa.RecordBatch] = []
        self._rows = self._bytes = 0

    def add(self, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        """Take the rows of `batch`, and yield what is full."""
        for start in range(0, batch.num_rows, self._most_rows):
            piece = batch.slice(start, self._most_rows)
            if self._rows + piece.num_rows > self._most_rows or self._bytes > self._most_bytes:
                yield from self.rest()
            self._held.append(piece)
            self._rows += piece.num_rows
            self._bytes += piece.nbytes

    def rest(self) -> Iterator[pa.RecordBatch]:
        """Yield what is held, if anything is."""
        held, self._held, self._rows, self._bytes = self._held, [], 0, 0
        if len(held) > 1:
            with suppress(pa.ArrowException):
                held = [pa.concat_batches(held)]
        yield from held


class TextWriter(Writer):
    """Writes what subclasses encode as bytes."""

    def __init__(
        self, path: Path, schema: pa.Schema, carried: Collection[str] = (), checkpoints: Sequence[int] = ()
    ) -> None:
        twice = [name for name in schema.names if schema.names.count(name) > 1]
        if twice:
            raise ValueError(
                f"more than one column is named {twice[0]!r}, text needs one of a name: rename it, or leave it out"
            )
        head = b"" if checkpoints else self.head(schema)
        self._file = path.open("ab" if checkpoints else "wb")
        self._file.write(head)

    def head(self, schema: pa.Schema) -> bytes:
        """What stands before the first row."""
        return b""

    def write(self, encoded: bytes) -> None:
        """Append rows."""
        self._file.write(encoded)

    def checkpoint(self) -> int:
        """The size so far: lines can always be added."""
        self._file.flush()
        return self._file.tell()

    def close(self) -> None:
        """Finish the file."""
        self._file.close()
