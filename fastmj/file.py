"""Files of hands in, files of scores out.

    plan            which files, which outputs; nothing exists yet that would be overwritten
    probe           the columns of every input, before any work
    read            one thread, batch by batch, a few batches ahead
    decode, score,  any number of threads, one batch each
    count, encode
    write           one thread, in the order of the input, to a temporary name; renamed when whole

At most ``threads + 2`` batches are held between reading and writing, so memory does not grow with the file.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pyarrow as pa

from fastmj.formats import Part, Writer, format_of, open_writer
from fastmj.formats.jobs import InputMissing, Name, plan_jobs
from fastmj.formats.parquet import parquet_settings
from fastmj.formats.whole import OutputExists, refuse_existing, whole_file
from fastmj.mixed import MixedScorer, chosen_for_rows
from fastmj.rules import RuleSet
from fastmj.scorer import BatchScorer, make_batch_scorer
from fastmj.summary import Summary, Tally, tally

__all__ = ["InputMissing", "OutputExists", "Summary", "open_writer", "parquet_settings", "score_file"]

BATCH_ROWS = 1 << 16
_MOST_THREADS = 8  # one thread writes, at some 2 million rows a second: more than a few cannot keep it busier

Progress = Callable[[int, int | None], None]
"""Called with the rows written so far, and the rows of all inputs, or None where only reading them would tell."""


class Counted(Protocol):
    """What was found in a batch."""

    @property
    def rows(self) -> int:
        """How many rows it had."""


Rows = TypeVar("Rows", bound=Counted)


@dataclass(frozen=True)
class _Run:
    """What is the same for all batches of one file."""

    scorer: BatchScorer | MixedScorer
    layout: str
    prefix: str
    writer: Writer

    def __call__(self, part: Part, first_row: int = 0) -> tuple[Any, Tally]:
        """Decode, score, count and encode one batch. Any thread may do this."""
        scored = self.scorer(part(), first_row)
        return self.writer.encode(scored), tally(scored, self.scorer.naming, self.layout, self.prefix)


def score_file(
    src: Name | Sequence[Name],
    dst: Name,
    rules: str | RuleSet = "mcr",
    layout: str = "list",
    threads: int | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    *,
    batch_rows: int = BATCH_ROWS,
    payments: bool = False,
    split: bool = False,
    prefix: str = "",
    strict: bool = False,
    dialect: str = "mpsz",
    unknown_win_tile: str = "refuse",
    names: str = "en",
    **options: Any,
) -> Summary:
    """Score the hands of a file, a folder, a glob or several files: its rows and columns with score columns added.

    The ending of a name says its format: ``.parquet``, ``.arrow`` or ``.feather`` (Arrow IPC, file or stream),
    ``.csv``, ``.jsonl`` (the case format); text that is read may be gzipped (``.csv.gz``). In text files hands are
    text and codes words, elements ``Full Flush; Seven Pairs*2`` or an object of counts. A file goes to a file, or into
    a folder; several files, and those of a folder or glob, go to a folder, each to a Parquet file of its own name.

    `threads` are those that score (default: one a core, at most 8). ``progress(rows_done, rows_in_all_or_None)`` is
    called after each batch. `layout`, `payments`, `split`, `prefix`, `strict`, `dialect`, `unknown_win_tile`, `names`
    and `options` are those of ``score_batch``.

    Everything is checked before work begins: columns, options, outputs. An output appears under its name when it is
    whole and safe on disk; after an error or an interrupt there is none, but outputs of a folder that were finished
    before stay.

    Raises ``OutputExists`` for an existing output without `overwrite`, ``InputMissing`` where there is nothing to read,
    ``ValueError`` for wrong columns, options or names and for a file that is damaged or cut short, ``OSError`` where an
    output cannot be written.
    """
    threads = checked_threads(threads)
    if batch_rows < 1:
        raise ValueError(f"batch_rows={batch_rows}: a batch has at least one row")
    chosen = chosen_for_rows(rules, layout, options)
    jobs = plan_jobs(src, dst)
    if not overwrite:
        refuse_existing(job.output for job in jobs)
    probes = [format_of(job.source).probe(job.source) for job in jobs]
    scorers: dict[bytes, BatchScorer | MixedScorer] = {}
    for job, probe in zip(jobs, probes, strict=True):
        if schema_key(probe.schema) not in scorers:
            with naming_input(job.source):
                scorers[schema_key(probe.schema)] = make_batch_scorer(
                    probe.schema, chosen, layout, payments, split, prefix, strict, dialect, unknown_win_tile, names
                )
    known = [probe.rows for probe in probes if probe.rows is not None]
    in_all = sum(known) if len(known) == len(probes) else None
    counted, begun = Tally(), time.perf_counter()
    with ThreadPoolExecutor(threads, "fastmj") as pool:
        for job, probe in zip(jobs, probes, strict=True):
            scorer = scorers[schema_key(probe.schema)]
            if job.output != Path(dst):
                job.output.parent.mkdir(parents=True, exist_ok=True)
            with (
                whole_file(job.output, overwrite) as temporary,
                naming_input(job.source),
                open_writer(job.output, scorer.schema, probe.schema.names, temporary) as writer,
            ):
                parts = format_of(job.source).parts(job.source, probe.schema, batch_rows, threads)
                run = _Run(scorer, layout, prefix, writer)
                with closing(in_order(pool, run, parts, threads + 2)) as results:
                    for encoded, found in results:
                        writer.write(encoded)
                        counted.add(found)
                        if progress is not None:
                            progress(counted.rows, in_all)
    return Summary.of(counted, time.perf_counter() - begun, tuple(job.output for job in jobs))


def in_order(
    pool: ThreadPoolExecutor, run: Callable[..., tuple[Any, Rows]], parts: Iterator[Part], most: int
) -> Generator[tuple[Any, Rows], None, None]:
    """What `run` makes of each part, in order, with at most `most` parts under way."""
    under_way: deque[tuple[Part, Future[tuple[Any, Rows]]]] = deque()
    rows, more = 0, True
    try:
        while more or under_way:
            part = next(parts, None)
            more = part is not None
            if part is not None:
                under_way.append((part, pool.submit(run, part)))
            if under_way and (len(under_way) == most or not more):
                part, future = under_way.popleft()
                try:
                    encoded, found = future.result()
                except ValueError:
                    run(part, rows)  # fails again, and now knows which row of the file it is
                    raise
                yield encoded, found
                rows += found.rows
    finally:
        for _, future in under_way:
            future.cancel()


def schema_key(schema: pa.Schema) -> bytes:
    """The schema as something that can be hashed."""
    return bytes(schema.serialize())  # older versions of pyarrow cannot hash a schema with metadata


def checked_threads(threads: int | None) -> int:
    """The number of threads, by default one a core, at most eight. ``ValueError`` for less than one."""
    if threads is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(cores, _MOST_THREADS)
    if threads < 1:
        raise ValueError(f"threads={threads}: at least one thread is needed")
    return threads


@contextmanager
def naming_input(path: Path) -> Iterator[None]:
    """Errors about what an input holds name it."""
    try:
        yield
    except ValueError as error:
        if str(path) in str(error):
            raise
        raise ValueError(f"{path}: {error}") from error
