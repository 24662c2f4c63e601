"""One output file while it is written: under its name when it is whole, noted when it is, and noted at checkpoints."""

from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Self

import pyarrow as pa

from fastmj.formats import open_writer
from fastmj.formats.whole import aside, scratch, temporary_name, to_disk, whole_file
from fastmj.inputs import Ready
from fastmj.journal import Journal, Noted
from fastmj.places import Place
from fastmj.refused import Aside, RefusedRows
from fastmj.storage import Remote
from fastmj.summary import Tally

CHECKPOINT_ROWS = 1 << 22
"""After so many rows it is noted how far a file is: some seconds of work."""


class PartFile:
    """A context manager. Goes on from the last checkpoint that the journal notes, if there is one."""

    def __init__(
        self, output: Place, ready: Ready, journal: Journal, overwrite: bool, refused: RefusedRows | None
    ) -> None:
        self._output, self._ready, self._journal, self._overwrite = output, ready, journal, overwrite
        self._refused = refused
        self._begun = journal.unfinished(output)
        self._tally = Tally()
        if self._begun is not None:
            self._tally.add(self._begun.tally)
        self.rows = self._begun.rows if self._begun is not None else 0
        self._checkpoint = self.rows
        self._checkpoints = list(self._begun.checkpoints) if self._begun is not None else []

    def __enter__(self) -> Self:
        begun, journal = self._begun, self._journal
        with ExitStack() as stack:
            self._temporary = stack.enter_context(
                whole_file(
                    self._output,
                    self._overwrite,
                    self._output.with_name(begun.temporary) if begun is not None else None,
                    keep=lambda: journal.unfinished(self._output) is not None,
                )
            )
            self.writer = stack.enter_context(
                open_writer(self._output, self._ready.schema, self._ready.carried, self._temporary, self._checkpoints)
            )
            self._aside = None
            if self._refused is not None:
                size, beside = begun.aside if begun is not None else 0, aside(self._output)
                at = stack.enter_context(scratch(beside)) if isinstance(beside, Remote) else beside
                self._aside = Aside(at, self._refused.schema, size)
            self._stack = stack.pop_all()
        return self

    def write(self, encoded: Any, refused: pa.RecordBatch | None, found: Tally, first_row: int) -> None:
        """Append the next batch, whose first row is row `first_row` of the input."""
        self.writer.write(encoded)
        if refused is not None and self._refused is not None and self._aside is not None:
            self._aside.write(self._refused.from_row(refused, first_row))
        self._tally.add(found)
        self.rows += found.rows
        if self.rows >= self._checkpoint + CHECKPOINT_ROWS:
            self._note_checkpoint()

    def _note_checkpoint(self) -> None:
        size = None if isinstance(self._output, Remote) else self.writer.checkpoint()
        if size is None:
            return
        self._checkpoint = self.rows
        to_disk(self._temporary)
        self._checkpoints.append(size)
        self._journal.begun[self._journal.name(self._output)] = Noted(
            self.rows,
            size,
            self._end_aside(),
            _copy(self._tally),
            self._temporary.name,
            list(self._checkpoints),
        )
        self._journal.note()

    def _end_aside(self) -> int:
        if self._aside is None:
            return 0
        size, beside = self._aside.close(), aside(self._output)
        if isinstance(beside, Remote):
            beside.put(self._aside.path, beside.with_name(temporary_name(beside.name)))
        else:
            to_disk(beside)
        return size

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            if self._aside is not None:
                with suppress(OSError):
                    self._aside.close()
                if self._journal.unfinished(self._output) is None:
                    aside(self._output).unlink(missing_ok=True)
            self._stack.__exit__(kind, error, trace)
            return
        with self._stack:
            aside_size = self._end_aside()
        name = self._journal.name(self._output)
        self._journal.begun.pop(name, None)
        self._journal.done[name] = Noted(self.rows, self._output.stat().st_size, aside_size, self._tally)
        if self._journal.kept:
            self._journal.note(now=False)


def _copy(tally: Tally) -> Tally:
    copy = Tally()
    copy.add(tally)
    return copy
