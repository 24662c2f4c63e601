"""Log files -> record batches of wins: finds and opens the files, keeps the count, reports progress."""

import gzip
import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any, BinaryIO, TextIO, cast

import pyarrow as pa

from fastmj.arguments import paths as names_of
from fastmj.convert.formats import Format, get_format
from fastmj.convert.games import BrokenGame, Summary, Win
from fastmj.convert.table import SCHEMA, to_batch
from fastmj.formats.jobs import InputMissing, files_within, given_once, hidden, is_glob, matching, regular
from fastmj.places import Place, opened, place
from fastmj.storage import Remote

Paths = str | PathLike[str] | Iterable[str | PathLike[str]]
Progress = Callable[[int, int, Summary], None]
"""Called with the bytes read so far, the bytes of all files, and the counts so far."""

_WINS_PER_REPORT = 200


def log_files(paths: Paths, format: str | Format, filesystem: Any = None) -> list[Place]:
    """The files that paths, folders and globs mean, in order; of a folder those with the format's suffixes, or ``.gz``.

    Hidden files of a folder are passed over. Names may be URIs, or be on the `filesystem` that is given, as for
    ``score_file``. Raises ``InputMissing`` (a ``FileNotFoundError``) for a path that leads to nothing, ``ValueError`` for an
    unknown format.
    """
    suffixes = get_format(format).suffixes
    endings = (*suffixes, *(f"{suffix}.gz" for suffix in suffixes))
    files: list[Place] = []
    for given in names_of("logs", paths):
        path = place("logs", given, filesystem)
        if path.is_dir():
            inside = (file for file in sorted(files_within(path)) if file.name.endswith(endings))
            files += (file for file in inside if not hidden(file.relative_to(path)))
        elif path.exists():
            files.append(path if isinstance(path, Remote) else regular(path))
        elif found := sorted(matching(path)[1]) if is_glob(path) else []:
            files += found
        else:
            raise InputMissing(f"{given}: there is no such file, folder or glob")
    given_once(files)
    return files


def read(format: str | Format, lines: Iterable[str], source: str, summary: Summary) -> Iterator[Win]:
    """The wins of one text (a stream, or any lines); all games are counted in ``summary``.

    Raises ``ValueError`` when the text is not of that format at all, or the format is unknown.
    """
    _, split, play = get_format(format)
    number = 0
    try:
        for number, (line, game) in enumerate(split(lines, source), 1):
            try:
                outcome = play(game, source)
            except BrokenGame as fault:
                summary.add_broken(source, number, str(fault), line + fault.line)
                continue
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
                summary.add_broken(source, number, f"unreadable ({type(fault).__name__}: {fault})", line)
                continue
            summary.add(outcome)
            if isinstance(outcome, Win):
                yield outcome
    except (EOFError, zlib.error, gzip.BadGzipFile) as fault:
        summary.add_broken(source, number + 1, f"the compressed file is damaged or cut off: {fault}")


class LogReader:
    """Logs as a stream of record batches (``table.SCHEMA``, one row a win); iterate once, then see ``summary``.

    ``rows`` is the size of a batch. ``on_progress(bytes_read, bytes_in_all, summary)`` is called now and then and after
    each file. Raises at once ``InputMissing`` where there is nothing to read, ``ValueError`` for an unknown format;
    later, while iterating, ``ValueError`` for a file of another format and ``OSError`` for one that cannot be read, as long as
    no game was read; after that such a file counts as a broken game, as an empty one does in any case where there are others.
    """

    schema = SCHEMA

    def __init__(
        self,
        paths: Paths,
        format: str | Format,
        *,
        rows: int = 65_536,
        on_progress: Progress | None = None,
        filesystem: Any = None,
    ) -> None:
        self.files = log_files(paths, format, filesystem)
        if not self.files:
            endings = ", ".join(get_format(format).suffixes)
            name = format if isinstance(format, str) else "such"
            raise InputMissing(f"{paths}: no {name} logs; of a folder, files that end in {endings} (or .gz) are read")
        if rows < 1:
            raise ValueError(f"rows={rows}: a batch has at least one row")
        self.summary = Summary()
        self._format = format
        self._rows = rows
        self._on_progress = on_progress

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        wins: list[Win] = []
        for win in self._wins():
            wins.append(win)
            if len(wins) == self._rows:
                yield to_batch(wins)
                wins = []
        if wins:
            yield to_batch(wins)

    def _wins(self) -> Iterator[Win]:
        sizes = [file.stat().st_size for file in self.files]
        done, total = 0, sum(sizes)
        for file, size in zip(self.files, sizes, strict=True):
            for win, at in self._wins_of(file, size):
                yield win
                if self._on_progress and self.summary.wins % _WINS_PER_REPORT == 0:
                    self._on_progress(done + at, total, self.summary)
            done += size
            if self._on_progress:
                self._on_progress(done, total, self.summary)

    def _wins_of(self, file: Place, size: int) -> Iterator[tuple[Win, int]]:
        """The wins of one file, each with how far the file is read.

        One that cannot be read, or is of another format, is an error as long as no game was read, and a broken game later:
        after hours of work a stray file is no reason to lose it. An empty one is a broken game where there are others.
        """
        games = self.summary.games
        try:
            with _content(file) as raw, _text(raw) as lines:
                for win in read(self._format, lines, str(file), self.summary):
                    yield win, raw.tell()
        except (ValueError, OSError) as error:
            if self.summary.games == self.summary.broken and (size or len(self.files) == 1):
                raise
            reason = str(error).removeprefix(f"{file}: ") if size else "the file is empty"
            self.summary.add_broken(str(file), self.summary.games - games + 1, reason)


def read_logs(
    paths: Paths, format: str | Format, on_progress: Progress | None = None, filesystem: Any = None
) -> tuple[pa.Table, Summary]:
    """All wins of logs as one table (``table.SCHEMA``), and the counts. Arguments and errors as in ``LogReader``."""
    reader = LogReader(paths, format, on_progress=on_progress, filesystem=filesystem)
    return pa.Table.from_batches(list(reader), schema=SCHEMA), reader.summary


def _content(file: Place) -> BinaryIO:
    return cast("BinaryIO", opened(file)) if isinstance(file, Remote) else file.open("rb")


@contextmanager
def _text(raw: BinaryIO) -> Iterator[TextIO]:
    """A file's text, unpacked when it is gzip. What is not UTF-8 becomes U+FFFD: names of old copies."""
    packed = raw.read(2) == b"\x1f\x8b"
    raw.seek(0)
    content = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
    with io.TextIOWrapper(content, "utf-8-sig", errors="replace") as text:
        yield text
