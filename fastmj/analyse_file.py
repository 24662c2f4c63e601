"""Files of hands in, the same rows with their analysis out. The way is that of ``fastmj.file``."""

import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from fastmj.analyse_columns import BatchAnalyser, Found
from fastmj.arguments import at_least_one, function_or_none
from fastmj.formats import Part, Writer, format_of, open_writer
from fastmj.formats.jobs import plan_jobs
from fastmj.formats.spelled import typed, typed_schema
from fastmj.formats.whole import make_folder, refuse_existing, whole_file
from fastmj.inputs import schema_key
from fastmj.places import Name, Place, place
from fastmj.rules import RuleSet, get
from fastmj.storage import Remote
from fastmj.workers import BATCH_ROWS, Progress, checked_threads, in_order, naming_input, workers


@dataclass(frozen=True)
class Analysed:
    """What was done: rows in all, those that could be analysed, seconds, and the files written."""

    rows: int
    analysed: int
    seconds: float
    outputs: tuple[Place, ...]

    def __str__(self) -> str:
        """A line a number."""
        speed = self.rows / self.seconds if self.seconds else 0
        lines = [
            f"rows      {self.rows:,}",
            f"analysed  {self.analysed:,}",
            f"time      {self.seconds:.2f} s, {speed:,.0f} hands/s",
        ]
        return "\n".join([*lines, *(f"written   {path}" for path in self.outputs)])


@dataclass(frozen=True)
class _Run:
    analyser: BatchAnalyser
    writer: Writer
    cells: Mapping[str, pa.DataType]  # what columns of text come out as

    def __call__(self, part: Part, first_row: int = 0) -> tuple[Any, Found]:
        """Decode, analyse, count and encode one batch. Any thread may do this."""
        batch, found = self.analyser(part())
        return self.writer.encode(typed(batch, self.cells)), found


def analyse_file(
    src: Name | Sequence[Name],
    dst: Name,
    wanted: Collection[str],
    rules: "str | RuleSet" = "mcr",
    form: str = "any",
    threads: int | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    *,
    batch_rows: int = BATCH_ROWS,
    prefix: str = "",
    dialect: str = "mpsz",
    visible: str | None = None,
    **options: Any,
) -> Analysed:
    """Analyse the hands of a file, a folder, a glob or several files: its rows and columns with those `wanted` added.

    `wanted`: some of ``shanten``, ``waits``, ``acceptance`` (see ``BatchAnalyser``); `visible` names the column of visible
    tiles. Names of files, formats, threads and errors are those of ``fastmj.score_file``. A row that cannot be analysed has
    nulls.
    """
    threads, batch_rows = checked_threads(threads), at_least_one("batch_rows", batch_rows, "row")
    function_or_none("progress", progress)
    chosen = get(rules, **options)
    jobs = plan_jobs(src, dst)
    if not overwrite:
        refuse_existing(job.output for job in jobs)
    probes = [format_of(job.source).probe(job.source) for job in jobs]
    analysers: dict[bytes, BatchAnalyser] = {}
    for job, probe in zip(jobs, probes, strict=True):
        with naming_input(job.source):
            analyser = BatchAnalyser(
                probe.schema, wanted, chosen, form, prefix, dialect, probe.spelled, visible=visible
            )
            analysers.setdefault(schema_key(probe.schema), analyser)
    known = [probe.rows for probe in probes if probe.rows is not None]
    in_all = sum(known) if len(known) == len(probes) else None
    rows = analysed = 0
    begun = time.perf_counter()
    with workers(threads) as pool:
        for job, probe in zip(jobs, probes, strict=True):
            analyser, cells = analysers[schema_key(probe.schema)], probe.cells or {}
            if isinstance(job.output, Remote) or job.output != place("dst", dst):
                make_folder(job.output.parent)
            with (
                whole_file(job.output, overwrite) as temporary,
                naming_input(job.source),
                open_writer(job.output, typed_schema(analyser.schema, cells), probe.schema.names, temporary) as writer,
            ):
                parts = format_of(job.source).parts(job.source, probe.schema, batch_rows, threads)
                with closing(in_order(pool, _Run(analyser, writer, cells), parts, threads + 2)) as results:
                    for encoded, found in results:
                        writer.write(encoded)
                        rows, analysed = rows + found.rows, analysed + found.analysed
                        if progress is not None:
                            progress(rows, in_all)
    return Analysed(rows, analysed, time.perf_counter() - begun, tuple(job.output for job in jobs))
