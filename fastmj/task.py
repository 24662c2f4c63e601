"""One input after another: read, scored by a pool of threads, written to its output files."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from fastmj.formats import Part
from fastmj.formats.jobs import Job
from fastmj.formats.whole import OutputExists
from fastmj.inputs import Ready, Wanted
from fastmj.journal import Journal
from fastmj.part_file import PartFile
from fastmj.refused import RefusedRows
from fastmj.spans import Parts, Span, cut
from fastmj.summary import Tally, tally
from fastmj.workers import in_order, naming_input


@dataclass(frozen=True)
class Work:
    """What is the same for all inputs of a run."""

    wanted: Wanted
    threads: int
    batch_rows: int
    rows_per_file: int | None
    overwrite: bool
    journal: Journal
    refused: RefusedRows | None
    pool: ThreadPoolExecutor
    advance: Callable[[int], None]  # called with the number of rows after each batch


class Run:
    """What is done with each batch of an input."""

    encode: Callable[[Any], Any]

    def __init__(self, ready: Ready, wanted: Wanted, refused: RefusedRows | None) -> None:
        self._ready, self._wanted, self._refused = ready, wanted, refused

    def __call__(self, part: Part, first_row: int = 0) -> tuple[Any, Tally]:
        """Decode, score, count and encode one batch. Any thread may do this."""
        ready, wanted = self._ready, self._wanted
        batch = ready.complete(part())
        scored = ready.scorer(batch, first_row)
        refused = None if self._refused is None else self._refused.of(ready, batch, scored)
        encoded = self.encode(ready.outgoing(scored))
        return (encoded, refused), tally(scored, ready.scorer.naming, wanted.layout, wanted.prefix)


class Task:
    """One input and the output files that it becomes."""

    def __init__(self, job: Job, ready: Ready, name: str, work: Work) -> None:
        """`name` is what the journal calls the input."""
        self._ready, self._name, self._work = ready, name, work
        self.source = ready.source
        rows = ready.probe.rows if ready.probe.rows is not None else work.journal.rows.get(name)
        self._parts = Parts(job.output, work.rows_per_file, rows, work.journal)
        self._spans = self._parts.missing()
        self._done = set(self._parts.finished())
        self._at = 0  # the part that is being made
        begun = [work.journal.unfinished(self._parts.name(span.part)) for span in self._spans]
        self.skipped_parts = len(self._done)
        self.skipped_rows = sum(noted.rows for noted in (*self._parts.finished().values(), *begun) if noted is not None)

    @property
    def outputs(self) -> list[Path]:
        """The files that are whole, in order."""
        return [self._parts.name(part) for part in sorted(self._done)]

    def run(self, keep_going: bool) -> list[str]:
        """Make what is missing. With `keep_going`: why some of it cannot be made, where that is the input's fault."""
        spans, faults = deque(self._spans), list[str]()
        while spans:
            span = spans.popleft()
            try:
                with naming_input(self._ready.source):
                    self._make(span)
            except OutputExists:
                raise
            except (ValueError, FileNotFoundError) as error:
                if not self._done and self._work.journal.unfinished(self._parts.name(self._at)) is None:
                    self._work.journal.failed[self._name] = str(error)
                if not keep_going:
                    raise
                faults.append(str(error))
                stop = self._parts.number if span.stop is None else span.stop
                if stop is not None and self._at + 1 < stop:
                    spans.appendleft(Span(self._at + 1, span.stop))
        return faults

    def _make(self, span: Span) -> None:
        """Make the files of a span."""
        work, every = self._work, self._work.rows_per_file
        self._at = span.part
        begun = work.journal.unfinished(self._parts.name(span.part))
        row = self._parts.first_row(span.part) + (begun.rows if begun is not None else 0)
        parts = self._ready.parts(work.batch_rows, work.threads, row)
        parts = cut(parts, row, every, self._parts.stop_row(span))
        if span.part and span.stop is None:
            first = next(parts, None)
            if first is None:  # the last file of an earlier run was the last
                work.journal.rows[self._name] = row
                return
            parts = chain([first], parts)
        run, held = Run(self._ready, work.wanted, work.refused), None
        with closing(in_order(work.pool, run, parts, work.threads + 2, row)) as results:
            while True:
                output = self._parts.name(self._at)
                with PartFile(output, self._ready, work.journal, work.overwrite, work.refused) as file:
                    run.encode = file.writer.encode
                    while every is None or file.rows < every:
                        held = held or next(results, None)
                        if held is None:
                            break
                        (encoded, refused), found = held
                        file.write(encoded, refused, found, row)
                        row, held = row + found.rows, None
                        work.advance(found.rows)
                self._done.add(self._at)
                held = next(results, None)
                if held is None:
                    break
                self._at += 1
        if span.stop is None:
            work.journal.rows[self._name] = row
