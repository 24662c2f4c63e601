"""One input after another: read, scored by a pool of threads, written to its output files."""

from collections import deque
from collections.abc import Callable, Sequence
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
        self._ready, self._work = ready, work
        self.job, self.name, self.source = job, name, ready.source
        rows = ready.probe.rows if ready.probe.rows is not None else work.journal.rows.get(name)
        self.parts = Parts(job.output, work.rows_per_file, rows, work.journal)
        self.spans = self.parts.missing()
        self.done = set(self.parts.finished())  # the parts that are whole
        self._at = 0  # the part that is being made
        begun = [work.journal.unfinished(self.parts.name(span.part)) for span in self.spans]
        self.skipped_parts = len(self.done)
        self.skipped_rows = sum(noted.rows for noted in (*self.parts.finished().values(), *begun) if noted is not None)

    @property
    def outputs(self) -> list[Path]:
        """The files that are whole, in order."""
        return [self.parts.name(part) for part in sorted(self.done)]

    def run(self, pool: ThreadPoolExecutor, keep_going: bool, spans: Sequence[Span] | None = None) -> list[str]:
        """Make what is missing, or these `spans` of it, with the threads of a pool.

        With `keep_going`: why some of it cannot be made, where that is the input's fault.
        """
        spans, faults = deque(self.spans if spans is None else spans), list[str]()
        while spans:
            span = spans.popleft()
            try:
                with naming_input(self._ready.source):
                    self._make(pool, span)
            except OutputExists:
                raise
            except (ValueError, FileNotFoundError) as error:
                if not self.done and self._work.journal.unfinished(self.parts.name(self._at)) is None:
                    self._work.journal.failed[self.name] = str(error)
                if not keep_going:
                    raise
                faults.append(str(error))
                stop = self.parts.number if span.stop is None else span.stop
                if stop is not None and self._at + 1 < stop:
                    spans.appendleft(Span(self._at + 1, span.stop))
        return faults

    def _make(self, pool: ThreadPoolExecutor, span: Span) -> None:
        """Make the files of a span."""
        work, every = self._work, self._work.rows_per_file
        self._at = span.part
        begun = work.journal.unfinished(self.parts.name(span.part))
        row = self.parts.first_row(span.part) + (begun.rows if begun is not None else 0)
        parts = self._ready.parts(work.batch_rows, work.threads, row)
        parts = cut(parts, row, every, self.parts.stop_row(span))
        if span.part and span.stop is None:
            first = next(parts, None)
            if first is None:  # the last file of an earlier run was the last
                work.journal.rows[self.name] = row
                return
            parts = chain([first], parts)
        run, held = Run(self._ready, work.wanted, work.refused), None
        with closing(in_order(pool, run, parts, work.threads + 2, row)) as results:
            while True:
                output = self.parts.name(self._at)
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
                self.done.add(self._at)
                held = next(results, None)
                if held is None:
                    break
                self._at += 1
        if span.stop is None:
            work.journal.rows[self.name] = row
