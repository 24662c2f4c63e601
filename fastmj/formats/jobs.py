"""Which files to read, and where the result of each goes."""

import glob
from collections.abc import Iterator, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

from fastmj.formats import KNOWN, format_name, format_of, output_format, stem

Name = str | PathLike[str]
_MAGIC = "*?["


class InputMissing(FileNotFoundError, ValueError):
    """There is no such input."""


class Job(NamedTuple):
    """One file to read, and the file to write for it."""

    source: Path
    output: Path


def plan_jobs(src: Name | Sequence[Name], dst: Name) -> list[Job]:
    """The jobs that a file, a folder, a glob or several files and an output mean; those of a folder by name.

    A file goes to the file `dst`, or into the folder `dst`. Several files, and those of a folder (with those of its
    folders) or a glob, go into a folder `dst`, each to one of the same name, as Parquet. In folders and globs hidden
    files and those of other kinds are passed over.

    Raises ``InputMissing`` where there is nothing to read, ``ValueError`` for a name whose ending says no format, two
    files with one output, and an output that is, or will be, an input.
    """
    sources = [src] if isinstance(src, str | PathLike) else list(src)
    for given in (*sources, dst):
        if "://" in fspath(given):
            raise ValueError(f"{given}: only files of this machine are read and written")
    if len(sources) == 1:
        jobs = _of_one(sources[0], dst)
    else:
        folder = _folder(dst, "there are several inputs")
        jobs = [Job(path, folder / f"{stem(path)}.parquet") for path in map(_file, sources)]
    _check(jobs)
    return jobs


def _of_one(src: Name, dst: Name) -> list[Job]:
    source, output = Path(src), Path(dst)
    if source.is_dir():
        if output.resolve().is_relative_to(source.resolve()):
            raise ValueError(f"the output {output} lies within the input {source}: it would be an input next time")
        return _of_folder(source, source.rglob("*"), _folder(dst, f"the input {src} is a folder"))
    if not source.exists() and any(sign in fspath(src) for sign in _MAGIC):
        found = map(Path, glob.glob(fspath(src), recursive=True))
        return _of_folder(Path(*_until_magic(source)), found, _folder(dst, f"the input {src} is a glob"))
    into_folder = output.is_dir() or fspath(dst).endswith("/")
    return [Job(_file(source), output / f"{stem(source)}.parquet" if into_folder else output)]


def _of_folder(root: Path, found: Iterator[Path], output: Path) -> list[Job]:
    files = sorted(
        path for path in found if path.is_file() and format_name(path) and not _hidden(path.relative_to(root))
    )
    if not files:
        raise InputMissing(f"{root}: no files to read; they are known by the endings {KNOWN} (text also .gz)")
    return [Job(path, output / path.relative_to(root).with_name(f"{stem(path)}.parquet")) for path in files]


def _file(name: Name) -> Path:
    """The path of one file that can be read."""
    path = Path(name)
    if not path.exists():
        raise InputMissing(f"{path}: there is no such file")
    if path.is_dir():
        raise ValueError(f"{path} is a folder: give one folder, or several files")
    format_of(path)
    return path


def _folder(name: Name, reason: str) -> Path:
    """The path of a folder that is there or can be made."""
    path = Path(name)
    if path.is_dir() or not (path.exists() or format_name(path)):
        return path
    raise ValueError(f"{path}: the output must be a folder, because {reason}")


def _until_magic(path: Path) -> Iterator[str]:
    """The folders of a glob before the first that holds a wild card."""
    for part in path.parts[:-1]:
        if any(sign in part for sign in _MAGIC):
            return
        yield part


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _check(jobs: list[Job]) -> None:
    sources = {job.source.resolve() for job in jobs}
    outputs: dict[Path, Path] = {}
    for source, output in jobs:
        output_format(output)
        place = output.resolve()
        if place in sources:
            raise ValueError(f"{output} is an input: it would be overwritten while it is read")
        if place in outputs:
            raise ValueError(f"{outputs[place]} and {source} would both be written to {output}: rename one")
        outputs[place] = source
