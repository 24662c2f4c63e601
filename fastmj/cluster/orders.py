"""What an actor is told to make, and what it tells."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastmj.formats import format_name
from fastmj.formats.jobs import Job
from fastmj.inputs import Wanted
from fastmj.journal import Noted
from fastmj.refused import RefusedRows
from fastmj.spans import Span
from fastmj.task import Task

ROWS = 1 << 20
"""Of an input that becomes several files, about so many rows are one order: a second of work."""
_ANYWHERE = ("parquet", "ipc")  # formats that can be read from any row on


@dataclass(frozen=True)
class Terms:
    """What is the same for all orders of a run."""

    package: dict[str, str]
    working: Path  # the folder that relative names begin at
    wanted: Wanted
    threads: int
    batch_rows: int
    rows_per_file: int | None
    refused: RefusedRows | None
    keep_going: bool
    folder: Path  # that of the output


@dataclass(frozen=True)
class Order:
    """Output files of one input that are made in one go."""

    job: Job
    root: Path | None
    name: str  # of the input, in the journal
    size: int  # of the input, bytes
    rows: int | None  # of the input, where that is known
    span: Span
    begun: dict[str, Noted]  # what is there already of the first of them
    overwrite: bool


@dataclass
class News:
    """What has happened since the last time."""

    rows: int = 0  # written
    done: dict[str, Noted] = field(default_factory=dict)
    begun: dict[str, Noted] = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)  # inputs that were read to the end, and their rows
    failed: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)  # the last news: why some of it could not be made
    error: Any = None  # the last news: what ended it


def pieces(task: Task, spans: list[Span], rows_per_file: int | None) -> Iterator[Span]:
    """The spans, cut into orders."""
    for span in spans:
        if rows_per_file is None or span.stop is None or format_name(task.source) not in _ANYWHERE:
            yield span
            continue
        step = max(1, ROWS // rows_per_file)
        for part in range(span.part, span.stop, step):
            yield Span(part, min(part + step, span.stop))
