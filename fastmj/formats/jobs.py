"""Which files to read, and where the result of each goes."""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, NamedTuple

from fastmj.arguments import Misuse
from fastmj.arguments import paths as names_of
from fastmj.formats import KNOWN, format_name, format_of, output_format, stem, writable
from fastmj.places import MAGIC, Name, Place, place, says_folder
from fastmj.storage import Remote


class InputMissing(FileNotFoundError, ValueError):
    """There is no such input."""


class Job(NamedTuple):
    """One file to read, and the file to write for it."""

    source: Place
    output: Place


class Inputs(NamedTuple):
    """What is read: the files, by name, and what they were given as."""

    files: list[Place]
    root: Place | None  # the folder whose sub-folders are kept; None for files that were named one by one
    folder: str  # why the output has to be a folder; empty where it need not
    everything: bool = False  # all that lies within the root is an input


class Planned(NamedTuple):
    """What is to be done."""

    jobs: list[Job]
    root: Place | None  # as of Inputs
    folder: Place | None  # the folder that is the output; None where a single file is
    into: Place | None = None  # the folder that outputs go into, which need not be there
    everything: Place | None = None  # the folder of which all files are inputs


def plan_jobs(src: Name | Sequence[Name], dst: Name) -> list[Job]:
    """The jobs of ``plan_outputs``."""
    return plan_outputs(src, dst).jobs


def plan_outputs(src: Name | Sequence[Name], dst: Name, split: bool = False, filesystem: Any = None) -> Planned:
    """The jobs that a file, a folder, a glob or several files and an output mean; those of a folder by name.

    A file goes to the file `dst`, or into the folder `dst`. Several files, and those of a folder (with those of its
    folders) or a glob, go into a folder `dst`, each to one of the same name, as Parquet. In folders and globs hidden
    files and those of other kinds are passed over. `split`: each input becomes several files, so that the output is a
    folder in any case. `filesystem` is what names that are no URIs belong to; None: this machine.

    Raises ``InputMissing`` where there is nothing to read, ``ValueError`` for a name whose ending says no format, two
    files with one output, and an output that is, or will be, an input.
    """
    output = place("dst", dst, filesystem)
    inputs = find_inputs(src, filesystem)
    reason = inputs.folder or ("each file of it has a number of rows" if split else "")
    if not reason and not (says_folder(dst) or output.is_dir()):
        planned = Planned([Job(inputs.files[0], output)], None, None)
    else:
        root, folder = inputs.root, _folder(output, says_folder(dst), reason)
        everything = root if inputs.everything else None
        if everything is not None and _lies_within(folder.resolve(), everything.resolve()):
            raise Misuse(f"the output {output} lies within the input {root}: it would be an input next time")
        names = [Path(path.name) if root is None else path.relative_to(root) for path in inputs.files]
        jobs = [
            Job(path, folder / name.with_name(f"{stem(path)}.parquet"))
            for path, name in zip(inputs.files, names, strict=True)
        ]
        planned = Planned(jobs, root, folder if reason else None, folder, everything)
    _check(planned.jobs)
    return planned


def find_inputs(src: Name | Sequence[Name], filesystem: Any = None) -> Inputs:
    """The files that a file, a folder, a glob or several files mean. Raises as ``plan_outputs``."""
    sources = names_of("src", src)
    if not sources:
        raise InputMissing("no input is given")
    places = [place("src", given, filesystem) for given in sources]
    if len(places) != 1:
        return Inputs([_file(given) for given in places], None, "there are several inputs")
    source = places[0]
    if source.is_dir():
        return Inputs(_within(source, files_within(source)), source, f"the input {source} is a folder", everything=True)
    if is_glob(source) and not source.exists():
        root, found = matching(source)
        return Inputs(_within(root, found, str(source)), root, f"the input {source} is a glob")
    return Inputs([_file(source)], None, "")


def files_within(folder: Place) -> Iterable[Place]:
    """The files in a folder, and in those within it, in no order; hidden ones too."""
    if isinstance(folder, Remote):
        return folder.files()
    return (path for path in folder.rglob("*") if path.is_file())


def _lies_within(path: Place, folder: Place) -> bool:
    return isinstance(path, Remote) == isinstance(folder, Remote) and path.is_relative_to(folder)


def is_glob(path: Place) -> bool:
    """Whether a name has wild cards."""
    return any(sign in str(path) for sign in MAGIC)


def matching(source: Place) -> tuple[Place, Iterable[Place]]:
    """What a glob matches, and the folder that it begins at."""
    if isinstance(source, Remote):
        root = Remote(source.store, PurePosixPath(*_until_magic(source.path)))
        return root, root.matching(source.path.relative_to(root.path).as_posix())
    found = (Path(name) for name in glob.glob(str(source), recursive=True))
    return Path(*_until_magic(source)), (path for path in found if path.is_file())


def _within(root: Place, found: Iterable[Place], glob: str = "") -> list[Place]:
    seen = [path for path in found if not hidden(path.relative_to(root))]
    files = sorted((path for path in seen if format_name(path)), key=lambda path: path.relative_to(root))
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


def _file(path: Place) -> Place:
    """The path of one file that can be read."""
    if not path.exists():
        raise InputMissing(f"{path}: there is no such file")
    if path.is_dir():
        raise Misuse(f"{path} is a folder: give one folder, or several files")
    format_of(path)
    return path if isinstance(path, Remote) else regular(path)


def _folder(path: Place, said: bool, reason: str) -> Place:
    """The path of a folder that is there or can be made; whether its name `said` so."""
    if isinstance(path, Remote):
        path.files()  # asks once for all of them
    named_as_file = format_name(path) and not said
    if path.is_dir() or not (path.exists() or named_as_file):
        return path
    raise Misuse(f"{path}: the output must be a folder, because {reason}")


def _until_magic(path: PurePath) -> Iterator[str]:
    """The folders of a glob before the first that holds a wild card."""
    for part in path.parts[:-1]:
        if any(sign in part for sign in MAGIC):
            return
        yield part


def hidden(path: Path) -> bool:
    """Whether a file, or a folder that it is in, has a hidden name; of the name as from the folder that is read."""
    return any(part.startswith(".") for part in path.parts)


def given_once(files: Iterable[Place]) -> None:
    """``Misuse`` where one file is among the inputs twice, by name or by links: its rows would be counted twice."""
    seen: dict[Place, Place] = {}
    for file in files:
        before = seen.setdefault(place_of(file), file)
        if before is not file:
            raise Misuse(
                f"{file} is given twice" + ("" if str(before) == str(file) else f", the other time as {before}")
            )


def no_input(output: Place, sources: Iterable[Place]) -> None:
    """``Misuse`` where an output is one of the files that are read."""
    if place_of(output) in map(place_of, sources):
        raise Misuse(f"{output} is an input: it would be overwritten while it is read")


def place_of(path: Place) -> Place:
    """Where a path leads to, links followed; a ring of links leads to itself."""
    return path if isinstance(path, Remote) else Path(os.path.realpath(path))


def check_aside(path: Place, planned: Planned) -> None:
    """``Misuse`` for a file of refused rows that would take the place of an input or an output, or lie among the outputs."""
    output_format(path)
    writable(path)
    no_input(path, (job.source for job in planned.jobs))
    if place_of(path) in (place_of(job.output) for job in planned.jobs):
        raise Misuse(f"{path} is the output too: name another file for the refused rows")
    if planned.into is not None and _lies_within(place_of(path), place_of(planned.into)):
        raise Misuse(f"{path} lies within the output {planned.into}: name a file for the refused rows elsewhere")
    if planned.everything is not None and _lies_within(place_of(path), place_of(planned.everything)):
        raise Misuse(f"{path} lies within the input {planned.everything}: it would be an input next time")


def _check(jobs: list[Job]) -> None:
    sources = {place_of(job.source): job.source for job in jobs}
    outputs: dict[Place, Place] = {}
    for source, output in jobs:
        output_format(output)
        writable(output)
        at = place_of(output)
        no_input(output, sources if at in sources else ())
        if at in outputs:
            raise ValueError(f"{outputs[at]} and {source} would both be written to {output}: rename one")
        outputs[at] = source
