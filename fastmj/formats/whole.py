"""Files that are whole or not there: written to a temporary name beside the final one, renamed when safe on disk."""

import os
import re
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa

from fastmj.formats import open_writer, writable
from fastmj.formats.locks import is_locked, locked

_TEMPORARY = re.compile(r"\.(?P<name>.+)\.([0-9a-f]{8}|refused)\.tmp")


class OutputExists(FileExistsError, ValueError):
    """A file that would be overwritten, without leave to do so."""


def refuse_existing(paths: Iterable[Path]) -> None:
    """Raise ``OutputExists`` where one of the files is there already."""
    found = [path for path in paths if path.exists()]
    if found:
        more = f" (and {len(found) - 1:,} more of the outputs)" if len(found) > 1 else ""
        raise OutputExists(
            f"{found[0]} exists{more}: name another output, or allow overwriting it (overwrite, --overwrite)"
        )


def temporary_name(path: Path, token: str = "") -> Path:
    """A hidden name beside `path` that nothing takes for a result."""
    return path.with_name(f".{path.name}.{token or secrets.token_hex(4)}.tmp")


def aside(output: Path) -> Path:
    """The hidden name of what was refused of an output, until all of it is put together."""
    return temporary_name(output, "refused")


def sweep(outputs: Iterable[Path], keep: Collection[Path] = (), whole_folders: bool = False) -> bool:
    """Remove what killed processes left of these outputs under temporary names, but for those to `keep`.

    What a living process writes to stays: then this is False. With `whole_folders` the rests of all other files beside
    the outputs go too.
    """
    all_gone = True
    by_folder: dict[Path, set[str]] = {}
    for path in outputs:
        by_folder.setdefault(path.parent, set()).add(path.name)
    for folder, names in by_folder.items():
        for entry in os.scandir(folder) if folder.is_dir() else ():
            found, path = _TEMPORARY.fullmatch(entry.name), folder / entry.name
            if found and (whole_folders or found["name"] in names) and path not in keep:
                with suppress(FileNotFoundError):  # its owner was faster
                    if is_locked(path):
                        all_gone = False
                    else:
                        path.unlink()
    return all_gone


@contextmanager
def whole_file(
    path: Path, overwrite: bool = False, begun: Path | None = None, keep: Callable[[], bool] = lambda: False
) -> Iterator[Path]:
    """The temporary name to write to. When the block ends well the file gets its name, otherwise it is removed.

    The temporary name is hidden and ends in ``.tmp``, so that nothing takes what a killed process left for a result.
    `begun` is one that is there already and will be written on; where the block fails and ``keep()`` holds, the
    temporary file stays. It is locked meanwhile.

    Raises ``OutputExists`` before the block unless `overwrite`, and once more if the name was taken meanwhile;
    ``OSError`` that names the file where it cannot be written.
    """
    if not overwrite:
        refuse_existing([path])
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path}: there is no folder {path.parent}")
    writable(path)
    temporary, done = begun or temporary_name(path), False
    try:
        temporary.touch()
        with locked(temporary):
            yield temporary
            to_disk(temporary)
            if not overwrite:
                refuse_existing([path])
            temporary.replace(path)
            done = True
    except OSError as error:
        if isinstance(error, OutputExists) or error.filename not in (None, str(temporary)):
            raise
        failure = OSError(f"{path} could not be written: {error.strerror or error}")
        failure.errno = error.errno
        raise failure from error
    finally:
        if not done and not keep():
            with suppress(OSError):  # why it failed says more than why nothing could be removed
                temporary.unlink(missing_ok=True)
    to_disk(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder, and those it is in, where there is none. ``OSError`` that names it where it cannot be made."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        failure = OSError(f"the folder {path} could not be made: {error.strerror or error}")
        failure.errno = error.errno
        raise failure from error


def write_text(path: Path, text: str) -> None:
    """Replace a small file by one with this text, in one step."""
    with whole_file(path, overwrite=True) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_file(
    path: Path,
    schema: pa.Schema,
    batches: Iterable[pa.RecordBatch],
    overwrite: bool = False,
    progress: Callable[[int], None] = lambda rows: None,
) -> int:
    """Write batches of `schema` to a whole file in the format that its name means, and return the number of rows.

    ``progress`` is called with the rows so far. Errors are those of ``whole_file`` and ``open_writer``.
    """
    rows = 0
    with whole_file(path, overwrite) as temporary, open_writer(path, schema, at=temporary) as writer:
        for batch in batches:
            writer.write(writer.encode(batch))
            rows += batch.num_rows
            progress(rows)
    return rows


def to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
