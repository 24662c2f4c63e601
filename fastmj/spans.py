"""Which output files an input becomes, and which of them are still to be made."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fastmj.formats import Part, ready
from fastmj.journal import Journal, Noted


class Span(NamedTuple):
    """Output files of one input that are made in one go."""

    part: int  # the first of them
    stop: int | None  # the one after the last; None: up to the end of the input


ALL = Span(0, None)


@dataclass(frozen=True)
class Parts:
    """The output files of one input: one, or one for each `rows_per_file` rows."""

    output: Path
    rows_per_file: int | None
    rows: int | None  # of the input; None where that is not known
    journal: Journal

    def name(self, part: int) -> Path:
        """The file of this number."""
        if self.rows_per_file is None:
            return self.output
        return self.output.with_name(f"{self.output.stem}-{part:05}{self.output.suffix}")

    def part(self, name: str) -> int:
        """The number of a file, by its name."""
        return 0 if self.rows_per_file is None else int(Path(name).stem.rpartition("-")[2])

    @property
    def number(self) -> int | None:
        """How many files there are, or None where that is not known. An input without rows becomes one file."""
        if self.rows_per_file is None:
            return 1
        return None if self.rows is None else max(1, -(-self.rows // self.rows_per_file))

    def _known(self) -> int:
        """How many files have to be looked for."""
        if self.number is not None:
            return self.number
        part = 0
        stem = self.journal.name(self.output).removesuffix(self.output.suffix)
        while f"{stem}-{part:05}{self.output.suffix}" in self.journal.done:
            part += 1
        return part

    def finished(self) -> dict[int, Noted]:
        """The files that need not be made again, by number."""
        found = ((part, self.journal.finished(self.name(part))) for part in range(self._known()))
        return {part: noted for part, noted in found if noted is not None}

    def missing(self, within: Span = ALL) -> list[Span]:
        """The files to be made. One that was begun is the first of its span, because only there a reader can go on."""
        finished, spans = self.finished(), list[Span]()
        for part in range(self._known()):
            if part in finished:
                continue
            follows = spans and spans[-1].stop == part and self.journal.unfinished(self.name(part)) is None
            spans[-1:] = [Span(spans[-1].part, part + 1)] if follows else [*spans[-1:], Span(part, part + 1)]
        if self.number is None:
            spans.append(Span(self._known(), None))
        return [
            span for span in (_common(span, within) for span in spans) if span.stop is None or span.part < span.stop
        ]

    def first_row(self, part: int) -> int:
        """The row of the input that a file begins with."""
        return 0 if self.rows_per_file is None else part * self.rows_per_file

    def stop_row(self, span: Span) -> int | None:
        """The row of the input after those of a span; None: up to the end."""
        if self.rows_per_file is None or span.stop is None or span.stop == self.number:
            return None
        return span.stop * self.rows_per_file


def _common(one: Span, other: Span) -> Span:
    """The files that are in both; without end only where both are."""
    stops = [span.stop for span in (one, other) if span.stop is not None]
    return Span(max(one.part, other.part), min(stops, default=None))


def cut(parts: Iterator[Part], row: int, every: int | None, stop: int | None) -> Iterator[Part]:
    """Parts that begin at `row` of the input, cut so that none crosses a multiple of `every`; no rows from `stop` on.

    Parts that need no cutting are handed on as they are; the others are decoded here, to be counted.
    """
    if every is None:
        yield from parts
        return
    for part in parts:
        batch, done = part(), 0
        while done < batch.num_rows and (stop is None or row < stop):
            piece = batch.slice(done, min(every - row % every, batch.num_rows - done))
            yield ready(piece)
            done, row = done + piece.num_rows, row + piece.num_rows
        if stop is not None and row >= stop:
            return
