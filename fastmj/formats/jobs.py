"""Which files to read, and where the result of each goes."""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

from fastmj.arguments import Misuse
from fastmj.arguments import path as checked
from fastmj.arguments import paths as names_of
from fastmj.formats import KNOWN, format_name, format_of, output_format, stem, writable

Name = str | PathLike[str]
_MAGIC = "*?["


class InputMissing(FileNotFoundError, ValueError):
    """There is no such input."""


class Job(NamedTuple):
    """One file to read, and the file to write for it."""

    source: Path
    output: Path


class Inputs(NamedTuple):
    """What is read: the files, by name, and what they were given as."""

    files: list[Path]
    root: Path | None  # the folder whose sub-folders are kept; None for files that were named one by one
    folder: str  # why the output has to be a folder; empty where it need not
    everything: bool = False  # all that lies within the root is an input


class Planned(NamedTuple):
    """What is to be done."""

    jobs: list[Job]
    root: Path | None  # as of Inputs
    folder: Path | None  # the folder that is the output; None where a single file is
    into: Path | None = None  # the folder that outputs go into, which need not be there


def plan_jobs(src: Name | Sequence[Name], dst: Name) -> list[Job]:
    """The jobs of ``plan_outputs``."""
    return plan_outputs(src, dst).jobs


def plan_outputs(src: Name | Sequence[Name], dst: Name, split: bool = False) -> Planned:
    """The jobs that a file, a folder, a glob or several files and an output mean; those of a folder by name.

    A file goes to the file `dst`, or into the folder `dst`. Several files, and those of a folder (with those of its
    folders) or a glob, go into a folder `dst`, each to one of the same name, as Parquet. In folders and globs hidden
    files and those of other kinds are passed over. `split`: each input becomes several files, so that the output is a
    folder in any case.

    Raises ``InputMissing`` where there is nothing to read, ``ValueError`` for a name whose ending says no format, two
    files with one output, and an output that is, or will be, an input.
    """
    checked("dst", dst)
    _local(dst)
    inputs, output = find_inputs(src), Path(dst)
    reason = inputs.folder or ("each file of it has a number of rows" if split else "")
    if not reason and not (output.is_dir() or fspath(dst).endswith("/")):
        planned = Planned([Job(inputs.files[0], output)], None, None)
    else:
        root, folder = inputs.root, _folder(dst, reason)
        if root is not None and inputs.everything and folder.resolve().is_relative_to(root.resolve()):
            raise Misuse(f"the output {output} lies within the input {root}: it would be an input next time")
        places = [Path(path.name) if root is None else path.relative_to(root) for path in inputs.files]
        jobs = [
            Job(path, folder / place.with_name(f"{stem(path)}.parquet"))
            for path, place in zip(inputs.files, places, strict=True)
        ]
        planned = Planned(jobs, root, folder if reason else None, folder)
    _check(planned.jobs)
    return planned


def find_inputs(src: Name | Sequence[Name]) -> Inputs:
    """The files that a file, a folder, a glob or several files mean. Raises as ``plan_outputs``."""
    sources = names_of("src", src)
    if not sources:
        raise InputMissing("no input is given")
    for given in sources:
        _local(given)
    if len(sources) != 1:
        return Inputs([_file(given) for given in sources], None, "there are several inputs")
    source = Path(sources[0])
    if source.is_dir():
        return Inputs(_within(source, source.rglob("*")), source, f"the input {source} is a folder", everything=True)
    if not source.exists() and any(sign in str(source) for sign in _MAGIC):
        root = Path(*_until_magic(source))
        found = map(Path, glob.glob(str(source), recursive=True))
        return Inputs(_within(root, found, str(source)), root, f"the input {source} is a glob")
    return Inputs([_file(source)], None, "")


def _within(root: Path, found: Iterator[Path], glob: str = "") -> list[Path]:
    seen = [path for path in found if path.is_file() and not _hidden(path.relative_to(root))]
    files = sorted(path for path in seen if format_name(path))
    if not files:
        none = "nothing matches" if glob and not seen else "no files to read; they are known by the endings"
        endings = "" if glob and not seen else f" {KNOWN} (text also .gz)"
        raise InputMissing(f"{glob or root}: {none}{endings}")
    return files


def regular(path: Path) -> Path:
    """The path of a file that can be read from any place in it. ``Misuse`` for pipes and devices."""
    if not path.is_file():
        raise Misuse(f"{path}: only regular files are read, no pipes and devices: write what comes to a file first")
    return path


def _local(name: Name) -> None:
    if "://" in fspath(name):
        raise Misuse(f"{name}: only files of this machine are read and written")


def _file(name: Name) -> Path:
    """The path of one file that can be read."""
    path = Path(name)
    if not path.exists():
        raise InputMissing(f"{path}: there is no such file")
    if path.is_dir():
        raise Misuse(f"{path} is a folder: give one folder, or several files")
    format_of(path)
    return regular(path)


def _folder(name: Name, reason: str) -> Path:
    """The path of a folder that is there or can be made."""
    path = Path(name)
    named_as_file = format_name(path) and not fspath(name).endswith("/")
    if path.is_dir() or not (path.exists() or named_as_file):
        return path
    raise Misuse(f"{path}: the output must be a folder, because {reason}")


def _until_magic(path: Path) -> Iterator[str]:
    """The folders of a glob before the first that holds a wild card."""
    for part in path.parts[:-1]:
        if any(sign in part for sign in _MAGIC):
            return
        yield part


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def no_input(output: Path, sources: Iterable[Path]) -> None:
    """``Misuse`` where an output is one of the files that are read."""
    if place_of(output) in map(place_of, sources):
        raise Misuse(f"{output} is an input: it would be overwritten while it is read")


def place_of(path: Path) -> Path:
    """Where a path leads to, links followed; a ring of links leads to itself."""
    return Path(os.path.realpath(path))


def check_aside(path: Path, planned: Planned) -> None:
    """``Misuse`` for a file of refused rows that would take the place of an input or an output, or lie among the outputs."""
    output_format(path)
    writable(path)
    no_input(path, (job.source for job in planned.jobs))
    if place_of(path) in (place_of(job.output) for job in planned.jobs):
        raise Misuse(f"{path} is the output too: name another file for the refused rows")
    if planned.into is not None and place_of(path).is_relative_to(place_of(planned.into)):
        raise Misuse(f"{path} lies within the output {planned.into}: name a file for the refused rows elsewhere")


def _check(jobs: list[Job]) -> None:
    sources = {place_of(job.source): job.source for job in jobs}
    outputs: dict[Path, Path] = {}
    for source, output in jobs:
        output_format(output)
        writable(output)
        place = place_of(output)
        no_input(output, sources if place in sources else ())
        if place in outputs:
            raise ValueError(f"{outputs[place]} and {source} would both be written to {output}: rename one")
        outputs[place] = source
