"""Which files a report is about, and which of their columns it needs: found out before any work."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from fastmj.arguments import paths as names_of
from fastmj.arrow_in import Plan, plan
from fastmj.formats import format_name, format_of
from fastmj.formats.jobs import InputMissing, files_within, given_once, hidden, is_glob, matching, regular
from fastmj.places import Name, Place, opened, place
from fastmj.report.elements import layout_of
from fastmj.rules import RuleSet
from fastmj.schema import ACCEPTED, kind_of
from fastmj.storage import Remote

READABLE = {"parquet": ".parquet, .pq", "ipc": ".arrow, .feather, .ipc, .arrows"}
GROUPED = ("source", "win_by", "seat", "round")
"""Columns by which wins are counted wherever a file has them."""
_FILE_MAGIC = b"ARROW1"
_GROUPABLE = ("text", "integer", "bool")


class Source(NamedTuple):
    """One scored file."""

    path: Place
    rows: int | None  # None where only reading would tell
    schema: pa.Schema  # of the columns that are read
    prefix: str
    layout: str
    grouped: tuple[str, ...]
    hands: Plan | None  # how to read its hands, None where it has none


def files_of(src: Name | Sequence[Name], filesystem: Any = None) -> list[Place]:
    """The files that a file, a folder, a glob or several files mean; those of folders and globs sorted, hidden ones left out.

    Names are of the `filesystem`, unless they are URIs. Raises ``InputMissing`` where there is nothing to read, ``ValueError``
    for a file that is neither Parquet nor Arrow IPC, and for one that is given twice.
    """
    found = [path for name in names_of("src", src) for path in _files(place("src", name, filesystem))]
    if not found:
        raise InputMissing("no input is given")
    given_once(found)
    return found


def _files(path: Place) -> Iterator[Place]:
    if path.is_dir():
        root, found = path, files_within(path)
    elif not path.exists() and is_glob(path):
        root, found = matching(path)
    else:
        if not path.exists():
            raise InputMissing(f"{path}: there is no such file")
        if format_name(path) not in READABLE:
            raise ValueError(f"{path}: a report reads Parquet and Arrow files ({_endings()}); score into one of those")
        yield path if isinstance(path, Remote) else regular(path)
        return
    seen = list(found)
    if not seen and root is not path:
        raise InputMissing(f"{path}: nothing matches")
    files = [each for each in seen if format_name(each) in READABLE and not hidden(each.relative_to(root))]
    if not files:
        raise InputMissing(f"{path}: no files to read; they are known by the endings {_endings()}")
    yield from sorted(files, key=lambda each: each.relative_to(root))


def _endings() -> str:
    return ", ".join(READABLE.values())


def look_at(path: Place, rules: RuleSet | None, prefix: str, by: Sequence[str] | None, dialect: str) -> Source:
    """Find the columns of a scored file. ``ValueError`` where it is not scored, or lacks a column that is asked for."""
    probe = format_of(path).probe(path)
    schema = probe.schema
    layout = layout_of(schema, prefix, rules)
    grouped = tuple(name for name in GROUPED if name in schema.names) if by is None else tuple(by)
    for name in grouped:
        if name not in schema.names:
            raise ValueError(f"no column {name!r} to count wins by; the columns are {', '.join(schema.names)}")
        kind = schema.field(name).type
        if kind_of(kind) not in (*_GROUPABLE, "null"):
            raise ValueError(f"column {name!r} is {kind}: wins are counted by columns of text, integers or bools")
    hand = [name for name in ACCEPTED if name in schema.names]
    scores = [prefix + name for name in ("status", "total", "limit", "elements")]
    wanted = dict.fromkeys([*scores, *grouped, *hand])
    read = pa.schema([field for field in schema if field.name in wanted])
    hands = plan(pa.schema([schema.field(name) for name in hand]), dialect=dialect) if "hand" in hand else None
    return Source(path, probe.rows, read, prefix, layout, grouped, hands)


def batches(source: Source, rows: int, threads: int) -> Iterator[pa.RecordBatch]:
    """The columns that are needed, in batches of at most `rows`; of Arrow files as they were written."""
    names = source.schema.names
    if format_name(source.path) == "parquet":
        with opened(source.path) as content, pq.ParquetFile(content, pre_buffer=False, buffer_size=1 << 20) as file:
            for group in range(file.num_row_groups):
                # one at a time: a batch of two groups with names of their own cannot be made (Arrow: "not implemented")
                yield from file.iter_batches(rows, [group], names, use_threads=threads > 1)
        return
    with opened(source.path) as content:
        for batch in _stored(content, names):
            for start in range(0, batch.num_rows, rows):
                yield batch.slice(start, rows)


def _stored(content: pa.NativeFile, names: list[str]) -> Iterator[pa.RecordBatch]:
    """The batches of an Arrow file or stream; other columns are not even decompressed."""
    is_file = content.read(len(_FILE_MAGIC)) == _FILE_MAGIC
    opened = pa.ipc.open_file if is_file else pa.ipc.open_stream
    content.seek(0)
    schema = opened(content).schema
    content.seek(0)
    chosen = pa.ipc.IpcReadOptions(included_fields=[schema.get_field_index(name) for name in names])
    reader = opened(content, options=chosen)
    yield from (reader.get_batch(i) for i in range(reader.num_record_batches)) if is_file else reader
