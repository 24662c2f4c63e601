"""Files that are whole or not there: written to a temporary name beside the final one, renamed when safe on disk."""

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from fastmj.formats import open_writer


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


@contextmanager
def whole_file(path: Path, overwrite: bool = False) -> Iterator[Path]:
    """The temporary name to write to. When the block ends well the file gets its name, otherwise it is removed.

    The temporary name is hidden and ends in ``.tmp``, so that nothing takes what a killed process left for a result.
    Raises ``OutputExists`` before the block unless `overwrite`, and once more if the name was taken meanwhile;
    ``OSError`` that names the file where it cannot be written.
    """
    if not overwrite:
        refuse_existing([path])
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path}: there is no folder {path.parent}")
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        yield temporary
        _to_disk(temporary)
        if not overwrite:
            refuse_existing([path])
        temporary.replace(path)
    except OSError as error:
        if isinstance(error, OutputExists) or error.filename not in (None, str(temporary)):
            raise
        failure = OSError(f"{path} could not be written: {error.strerror or error}")
        failure.errno = error.errno
        raise failure from error
    finally:
        temporary.unlink(missing_ok=True)
    _to_disk(path.parent)


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


def _to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
