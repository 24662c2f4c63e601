"""Files that are whole or not there: written to a temporary name beside the final one, renamed when safe on disk."""

import errno
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa

from fastmj.formats import open_writer, writable
from fastmj.formats.locks import is_locked, locked
from fastmj.places import Place
from fastmj.storage import Remote, StorageError

_TEMPORARY = re.compile(r"\.(?P<name>.+)\.([0-9a-f]{8}|refused)\.tmp")


class OutputExists(FileExistsError, ValueError):
    """A file that would be overwritten, without leave to do so."""


def refuse_existing(paths: Iterable[Place]) -> None:
    """Raise ``OutputExists`` where one of the files is there already."""
    found = [path for path in paths if path.exists()]
    if found:
        more = f" (and {len(found) - 1:,} more of the outputs)" if len(found) > 1 else ""
        raise OutputExists(
            f"{found[0]} exists{more}: name another output, or allow overwriting it (overwrite, --overwrite)"
        )


def temporary_name(name: str, token: str = "") -> str:
    """A hidden name for what becomes the file `name`, which nothing takes for a result."""
    return f".{name}.{token or secrets.token_hex(4)}.tmp"


def aside(output: Place) -> Place:
    """The hidden name of what was refused of an output, until all of it is put together."""
    return output.with_name(temporary_name(output.name, "refused"))


def sweep(outputs: Iterable[Place], keep: Collection[Place] = (), whole_folders: bool = False) -> bool:
    """Remove what killed processes left of these outputs under temporary names, but for those to `keep`.

    What a living process writes to stays: then this is False. With `whole_folders` the rests of all other files beside
    the outputs go too.
    """
    all_gone = True
    by_folder: dict[Place, set[str]] = {}
    for path in outputs:
        by_folder.setdefault(path.parent, set()).add(path.name)
    for folder, names in by_folder.items():
        for path in _entries(folder):
            found = _TEMPORARY.fullmatch(path.name)
            if found and (whole_folders or found["name"] in names) and path not in keep:
                with suppress(FileNotFoundError):  # its owner was faster
                    if isinstance(path, Path) and is_locked(path):
                        all_gone = False
                    else:
                        path.unlink()
    return all_gone


def _entries(folder: Place) -> Iterable[Place]:
    """What lies in a folder; nothing where there is none."""
    if isinstance(folder, Remote):
        return folder.files(deep=False)
    return (folder / entry.name for entry in os.scandir(folder)) if folder.is_dir() else ()


@contextmanager
def whole_file(
    path: Place, overwrite: bool = False, begun: Place | None = None, keep: Callable[[], bool] = lambda: False
) -> Iterator[Path]:
    """The temporary name to write to. When the block ends well the file gets its name, otherwise it is removed.

    The temporary name is hidden and ends in ``.tmp``, so that nothing takes what a killed process left for a result.
    `begun` is one that is there already and will be written on; where the block fails and ``keep()`` holds, the
    temporary file stays. It is locked meanwhile. A file of another filesystem is written on this machine, in the folder for
    temporary files, and put there by ``Remote.put``; then `begun` and `keep` mean nothing.

    Raises ``OutputExists`` before the block unless `overwrite`, and once more if the name was taken meanwhile;
    ``OSError`` that names the file where it cannot be written.
    """
    if not overwrite:
        refuse_existing([path])
    if isinstance(path, Remote):
        writable(path)
        with scratch(path) as temporary:
            yield temporary
            path.store.ask(path.path)
            if not overwrite:
                refuse_existing([path])
            path.put(temporary, path.with_name(temporary_name(path.name)))
        return
    assert not isinstance(begun, Remote), "it lies beside the file"
    _in_a_folder(path)
    writable(path)
    temporary, done = begun or path.with_name(temporary_name(path.name)), False
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
        raise _unwritten(path, error) from error
    finally:
        if not done and not keep():
            with suppress(OSError):  # why it failed says more than why nothing could be removed
                temporary.unlink(missing_ok=True)
    to_disk(path.parent)


def check_writable(path: Place) -> None:
    """Find out, before work, whether a file can be made under a name, by making one beside it for a moment.

    Raises ``Misuse`` for the name of a folder, a pipe or a device, and ``OSError`` that names the file for anything else.
    """
    writable(path)
    probe = path.with_name(temporary_name(path.name))
    if isinstance(probe, Remote):
        probe.parent.mkdir()
        with scratch(path) as empty:
            probe.put(empty, probe)
        probe.unlink()
        return
    assert not isinstance(path, Remote), "the probe lies beside it"
    _in_a_folder(path)
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise _unwritten(path, error) from error


def _in_a_folder(path: Path) -> None:
    """``OSError`` where there is no folder that a file could be in."""
    if not path.parent.is_dir():
        if path.parent.exists():
            raise NotADirectoryError(f"{path}: {path.parent} is a file, no folder: name another place")
        raise FileNotFoundError(f"{path}: there is no folder {path.parent}")


def _unwritten(path: Path, error: OSError) -> OSError:
    """The same error, about the file that was to be written."""
    failure = OSError(f"{path} could not be written: {error.strerror or error}")
    failure.errno = error.errno
    return failure


@contextmanager
def scratch(path: Place) -> Iterator[Path]:
    """A temporary file of this machine for what becomes `path`; removed at the end. ``OSError`` where there is no room."""
    folder = Path(tempfile.gettempdir())
    handle, name = tempfile.mkstemp(prefix="fastmj-", suffix=".tmp", dir=folder)
    os.close(handle)
    try:
        yield Path(name)
    except OSError as error:
        if isinstance(error, StorageError) or error.errno != errno.ENOSPC:
            raise
        failure = OSError(
            f"{path} could not be written: no room in {folder}, where files lie until they are whole: fewer rows a file "
            "(rows_per_file, --rows-per-file) need less, and TMPDIR names another folder"
        )
        failure.errno = error.errno
        raise failure from error
    finally:
        with suppress(OSError):
            os.unlink(name)


def make_folder(path: Place) -> None:
    """Make a folder, and those it is in, where there is none. ``OSError`` that names it where it cannot be made."""
    if isinstance(path, Remote):
        path.mkdir()
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        failure = OSError(f"the folder {path} could not be made: {error.strerror or error}")
        failure.errno = error.errno
        raise failure from error


def write_text(path: Place, text: str) -> None:
    """Replace a small file by one with this text, in one step."""
    with whole_file(path, overwrite=True) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_file(
    path: Place,
    schema: pa.Schema,
    batches: Iterable[pa.RecordBatch],
    overwrite: bool = False,
    progress: Callable[[int], None] = lambda rows: None,
) -> int:
    """Write batches of `schema` to a whole file in the format that its name means, and return the number of rows.

    ``progress`` is called with the rows so far. Errors are those of ``check_writable``, ``whole_file`` and ``open_writer``.
    """
    if not overwrite:
        refuse_existing([path])
    check_writable(path)
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
