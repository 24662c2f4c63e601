"""Files that lie on other filesystems than this machine's: on any that pyarrow knows.

A ``Remote`` has what is used here of a ``Path``, so that most code need not know which of the two it has. Files are read where
they lie. One that is written is made on this machine and put there when it is whole: under a temporary name that is moved,
or at once where files appear whole in any case, as they do in object stores.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.fs as pafs

_OBJECT_STORES = ("s3", "gcs", "gs", "abfs")
_PIECE = 1 << 22  # bytes that are sent at a time


class StorageError(OSError):
    """A filesystem does not answer, or not do what it was asked for."""


class Stat(NamedTuple):
    """What is asked of a file."""

    st_size: int
    st_mtime_ns: int  # 0 where the filesystem does not tell


@dataclass
class Store:
    """A filesystem, and what is known of it: folders that were listed are not asked for again, file by file."""

    filesystem: pafs.FileSystem
    address: str  # what the names of files on it begin with
    _listed: list[PurePosixPath] = field(default_factory=list)
    _known: dict[PurePosixPath, pafs.FileInfo] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """What the filesystem calls itself: ``s3``, ``gcs``, ``hdfs``, ``memory``."""
        return str(self.filesystem.type_name).rpartition("+")[2]

    @property
    def of_objects(self) -> bool:
        """Whether it has no folders, and files appear whole."""
        return self.kind in _OBJECT_STORES

    def info(self, path: PurePosixPath) -> pafs.FileInfo:
        """What there is under a name. ``StorageError`` where the filesystem does not answer."""
        if path not in self._known and any(path.is_relative_to(folder) for folder in self._listed):
            return pafs.FileInfo(key(path), pafs.FileType.NotFound)
        return self._known.get(path) or self.ask(path)

    def ask(self, path: PurePosixPath) -> pafs.FileInfo:
        """The same, of now."""
        with self.naming(path):
            found = self.filesystem.get_file_info(key(path))
        if any(path.is_relative_to(folder) for folder in self._listed):
            self._known[path] = found
        return found

    def listing(self, folder: PurePosixPath, recursive: bool = True) -> list[PurePosixPath]:
        """The files within a folder, and in those within it."""
        selector = pafs.FileSelector(key(folder), allow_not_found=True, recursive=recursive)
        with self.naming(folder):
            infos = self.filesystem.get_file_info(selector)
        start = len(key(folder).strip("/"))  # some tell names with a slash in front, whatever they were asked
        found = {folder / info.path.strip("/")[start:].strip("/"): info for info in infos}
        if recursive:
            self._known = {path: info for path, info in self._known.items() if not path.is_relative_to(folder)} | found
            self._listed.append(folder)
            self._known[folder] = self.filesystem.get_file_info(key(folder))
        return sorted(path for path, info in found.items() if info.type == pafs.FileType.File)

    def name(self, path: PurePosixPath) -> str:
        """A file's name with that of the filesystem."""
        return self.address + key(path)

    @contextmanager
    def naming(self, path: PurePosixPath) -> Iterator[None]:
        """Errors of the filesystem name what they are about."""
        try:
            yield
        except StorageError:
            raise
        except FileNotFoundError as error:
            raise FileNotFoundError(f"{self.name(path)}: there is no such file or folder") from error
        except (OSError, NotImplementedError, pa.ArrowException) as error:
            failure = StorageError(f"{self.name(path)}: {reason_of(error)}")
            failure.errno = getattr(error, "errno", None)
            raise failure from error


@dataclass(frozen=True, eq=False)
class Remote(PathLike[str]):
    """A file or folder of a filesystem. Made by ``place``."""

    store: Store
    path: PurePosixPath

    def __str__(self) -> str:
        return self.store.name(self.path)

    __fspath__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Remote):
            return False
        return self.path == other.path and bool(self.store.filesystem == other.store.filesystem)

    def __hash__(self) -> int:
        return hash(self.path)

    def __lt__(self, other: "Remote") -> bool:
        return self.path < other.path

    def __truediv__(self, name: str | PurePath) -> "Remote":
        return self._at(self.path / (name if isinstance(name, str) else name.as_posix()))

    def _at(self, path: PurePosixPath) -> "Remote":
        return Remote(self.store, path)

    @property
    def name(self) -> str:
        """The last part."""
        return self.path.name

    @property
    def stem(self) -> str:
        """The name without its ending."""
        return self.path.stem

    @property
    def suffix(self) -> str:
        """The ending of the name."""
        return self.path.suffix

    @property
    def parent(self) -> "Remote":
        """The folder that it is in."""
        return self._at(self.path.parent)

    def with_name(self, name: str) -> "Remote":
        """Another in the same folder."""
        return self._at(self.path.with_name(name))

    def with_suffix(self, suffix: str) -> "Remote":
        """The same name with another ending."""
        return self._at(self.path.with_suffix(suffix))

    def relative_to(self, other: Any) -> Path:
        """The name from a folder on. ``ValueError`` where it is not within."""
        if not self.is_relative_to(other):
            raise ValueError(f"{self} is not within {other}")
        return Path(self.path.relative_to(other.path))

    def is_relative_to(self, other: Any) -> bool:
        """Whether it is, or lies within, a folder."""
        return (
            isinstance(other, Remote)
            and bool(self.store.filesystem == other.store.filesystem)
            and self.path.is_relative_to(other.path)
        )

    def resolve(self) -> "Remote":
        """Itself: links are not followed."""
        return self

    def exists(self) -> bool:
        """Whether there is a file or folder."""
        return bool(self.store.info(self.path).type != pafs.FileType.NotFound)

    def is_file(self) -> bool:
        """Whether there is a file."""
        return bool(self.store.info(self.path).type == pafs.FileType.File)

    def is_dir(self) -> bool:
        """Whether there is a folder."""
        return bool(self.store.info(self.path).type == pafs.FileType.Directory)

    def stat(self) -> Stat:
        """Size and time. ``FileNotFoundError`` where there is no file."""
        info = self.store.info(self.path)
        if info.type != pafs.FileType.File:
            raise FileNotFoundError(f"{self}: there is no such file")
        return Stat(info.size, info.mtime_ns or 0)

    def files(self, deep: bool = True) -> "list[Remote]":
        """The files within a folder and, if `deep`, in those within it, by name; none where there is no folder."""
        return [self._at(path) for path in self.store.listing(self.path, deep)]

    def matching(self, pattern: str) -> "list[Remote]":
        """The files within a folder whose names from there on are of a pattern; ``**`` is any number of folders."""
        parts = ("(?:[^/]+/)*" if part == "**" else f"{_of_one(part)}/" for part in pattern.split("/"))
        wanted = re.compile("".join(parts))
        return [file for file in self.files() if wanted.fullmatch(f"{file.relative_to(self).as_posix()}/")]

    def read_text(self, encoding: str = "utf-8") -> str:
        """The text of a small file. ``FileNotFoundError`` where there is none."""
        self.stat()
        with self.store.naming(self.path), self.store.filesystem.open_input_stream(key(self.path)) as file:
            return str(file.read().decode(encoding))

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove a file."""
        if missing_ok and not self.exists():
            return
        with self.store.naming(self.path):
            self.store.filesystem.delete_file(key(self.path))
        self.store.ask(self.path)

    def mkdir(self) -> None:
        """Make a folder, and those it is in, where there is none. Object stores need only the bucket, which must be there."""
        if self.store.of_objects:
            bucket = self._at(PurePosixPath(*self.path.parts[:1]))
            if not bucket.is_dir():
                raise FileNotFoundError(f"{bucket}: there is no such bucket")
        elif not self.is_dir():
            with self.store.naming(self.path):
                self.store.filesystem.create_dir(key(self.path), recursive=True)
            self.store.ask(self.path)

    def put(self, file: Path, temporary: "Remote") -> None:
        """Copy a file of this machine here, by way of a `temporary` name where files do not appear whole.

        What there was is replaced. After an error or an interrupt nothing of it is left.
        """
        target = self if self.store.of_objects else temporary
        with self.store.naming(self.path):
            try:
                target._send(file)
                if target is not self:
                    self._take(target, file)
            except BaseException:
                with suppress(OSError, pa.ArrowException):
                    self.store.filesystem.delete_file(key(target.path))
                raise
        info = self.store.ask(self.path)
        if info.size != file.stat().st_size:
            raise StorageError(f"{self}: {file.stat().st_size:,} bytes were written, {info.size} are there")

    def _send(self, file: Path) -> None:
        with file.open("rb") as local, self.store.filesystem.open_output_stream(key(self.path)) as out:
            shutil.copyfileobj(local, out, _PIECE)

    def _take(self, temporary: "Remote", file: Path) -> None:
        """Rename what was sent to this name; send it once more where nothing can be renamed."""
        filesystem, names = self.store.filesystem, (key(temporary.path), key(self.path))
        try:
            filesystem.move(*names)
        except NotImplementedError:
            self._send(file)
            filesystem.delete_file(names[0])
        except (OSError, pa.ArrowException):  # some do not rename to a name that is taken
            if not self.is_file():
                raise
            filesystem.delete_file(names[1])
            filesystem.move(*names)


def reason_of(error: BaseException) -> str:
    """The first line of what an error says."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _of_one(part: str) -> str:
    """The expression for one part of a name with wild cards, none of which is a slash."""
    signs = {"*": "[^/]*", "?": "[^/]"}
    return "".join(
        signs.get(piece) or (f"[{_class(piece)}]" if len(piece) > 1 else re.escape(piece))
        for piece in re.findall(r"\[!?\]?[^\]]*\]|.", part)
    )


def _class(piece: str) -> str:
    inner = piece[1:-1].replace("\\", "\\\\").replace("[", r"\[")
    return f"^{inner[1:]}" if inner.startswith("!") else inner.replace("^", r"\^")


def key(path: PurePosixPath) -> str:
    """What the filesystem calls a path; its root is without a name."""
    return "" if path == PurePosixPath() else path.as_posix()
