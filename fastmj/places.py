"""Where files lie that arguments name: on this machine, or by a URI or on a filesystem that is given elsewhere."""

import re
from os import PathLike, fspath
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import pyarrow as pa
import pyarrow.fs as pafs

from fastmj.arguments import Misuse
from fastmj.arguments import path as checked
from fastmj.storage import Remote, StorageError, Store, key, reason_of

MAGIC = "*?["
"""What makes a glob of a name."""
_QUERY = re.compile(r"\?(?=\w+=)")  # else it is the wild card

_PATIENCE = 30  # seconds without an answer from Google, of which pyarrow itself would wait 15 minutes

Place = Path | Remote
"""A file or folder, wherever it is."""
Name = str | PathLike[str]


def place(argument: str, name: Any, filesystem: Any = None) -> Place:
    """What the value of an argument names: a path of this machine, or something on another filesystem.

    With a `filesystem` plain names are of that one; URIs always say their own. `filesystem` is one of pyarrow's or fsspec's.

    Raises ``TypeError`` for what is no name or no filesystem, ``Misuse`` for a URI that pyarrow cannot make anything of, and
    ``StorageError``, which names the URI, where the filesystem cannot be reached.
    """
    if isinstance(name, Remote):
        return name
    checked(argument, name)
    text = fspath(name)
    if "://" in text:
        return _from_uri(text)
    if filesystem is None:
        return Path(name)
    filesystem = _filesystem(filesystem)
    if isinstance(filesystem, pafs.LocalFileSystem):
        return Path(name)
    return Remote(Store(filesystem, ""), PurePosixPath(text))


def says_folder(name: Any) -> bool:
    """Whether a name ends as that of a folder does, with a slash."""
    text = fspath(name)
    return bool(_QUERY.split(text)[0].endswith("/")) if "://" in text else text.endswith("/")


def _from_uri(uri: str) -> Place:
    """The place of a URI; from the first wild card on it is taken as it stands."""
    plain, *query = _QUERY.split(uri, maxsplit=1)
    parts = plain.split("/")
    first = next((i for i, part in enumerate(parts) if i > 2 and any(sign in part for sign in MAGIC)), len(parts))
    base = "/".join(parts[:first]) + ("/" if first <= 3 else "")
    if parts[0] in ("gs:", "gcs:") and not any("retry_limit_seconds=" in each for each in query):
        query = ["&".join([*query, f"retry_limit_seconds={_PATIENCE}"])]
    try:
        filesystem, path = pafs.FileSystem.from_uri("?".join([base, *query]))
    except ValueError as error:
        told = _without_secrets(f"{plain}: {reason_of(error)}")
        raise Misuse(
            f"{told}; known are s3://, gs://, hdfs://, abfs:// and file://, and from Python any filesystem that is given "
            "(filesystem=)"
        ) from error
    except (OSError, NotImplementedError) as error:
        raise StorageError(_without_secrets(f"{plain}: {reason_of(error)}")) from error
    rest = [unquote(part) for part in parts[first:]]
    if isinstance(filesystem, pafs.LocalFileSystem):
        return Path(path, *rest)
    split = urlsplit(base)
    store = Store(filesystem, f"{split.scheme}://")
    if not store.of_objects:
        store.address += split.netloc.rpartition("@")[2]
    return Remote(store, PurePosixPath(path, *rest))


def _without_secrets(text: str) -> str:
    """A text without the names and passwords of its URIs."""
    return re.sub(r"//[^/@\s]*@", "//", text)


def _filesystem(given: Any) -> pafs.FileSystem:
    """A filesystem of pyarrow; one of fsspec is wrapped. ``TypeError`` for anything else."""
    if isinstance(given, pafs.FileSystem):
        return given
    if any(kind.__module__.partition(".")[0] == "fsspec" for kind in type(given).__mro__):
        given.invalidate_cache()  # listings that it keeps, which others have written to since
        return pafs.PyFileSystem(pafs.FSSpecHandler(given))
    raise TypeError(f"filesystem: one of pyarrow.fs or of fsspec is needed, got {given!r}")


def opened(path: Place) -> Any:
    """A file to be read from any place in it: mapped into memory where it is of this machine."""
    if isinstance(path, Remote):
        with path.store.naming(path.path):
            return path.store.filesystem.open_input_file(key(path.path))
    return pa.memory_map(str(path))


def stream(path: Place) -> Any:
    """A file to be read from the beginning on, without the compression that its name tells of."""
    if isinstance(path, Remote):
        with path.store.naming(path.path):
            return path.store.filesystem.open_input_stream(key(path.path), compression="detect")
    return pa.input_stream(str(path), compression="detect")
