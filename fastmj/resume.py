"""Beginning a run, or going on with an earlier one: what there is already, and whether it may be."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from fastmj.differences import differences
from fastmj.formats import format_name
from fastmj.formats.jobs import Planned
from fastmj.formats.locks import locked
from fastmj.formats.whole import OutputExists, make_folder, refuse_existing, sweep
from fastmj.journal import SUFFIX, Journal
from fastmj.summary import number_of

_ANEW = "start anew (overwrite, --overwrite), or name another output"


@contextmanager
def begun(
    planned: Planned, head: Callable[[], dict[str, Any]], resume: bool, overwrite: bool, asides: bool = False
) -> Iterator[Journal]:
    """The journal of a run: that of an earlier one which this goes on with, or a new one.

    A folder is made where there is none, is locked meanwhile, and keeps its journal; a single file has one only until it
    is whole. What killed runs left under temporary names is removed. With `overwrite` the outputs of an earlier run into
    a folder are removed too: all that its journal names. `asides`: an output needs the file of its refused rows.

    Raises ``OutputExists`` for outputs that no journal explains, for a run that was begun otherwise, and for any earlier
    one without `resume`; ``BlockingIOError`` where another process writes into the folder. An error within the block gets
    a note of what is done and how to go on.
    """
    folder = planned.folder
    journal = _journal(planned, head, resume, overwrite)  # refuses, before a folder is made
    for job in planned.jobs if planned.into is not None else ():
        make_folder(job.output.parent)
    if folder is None:
        yield from _noting(journal, planned, asides)
        return
    with locked(folder):
        journal = _journal(planned, head, resume, overwrite)  # what a run did that has ended meanwhile
        old = _read(journal.path, folder, lenient=True) if overwrite else None
        for name in old.done if old is not None else ():
            (folder / name).unlink(missing_ok=True)
        yield from _noting(journal, planned, asides)


def _noting(journal: Journal, planned: Planned, asides: bool) -> Iterator[Journal]:
    journal.asides = asides
    sweep([journal.path])
    sweep((job.output for job in planned.jobs), journal.temporaries(), whole_folders=journal.kept)
    if journal.kept:
        journal.note()
    try:
        yield journal
    except BaseException as error:
        if journal.done or journal.begun:
            with suppress(OSError):  # as on a full disk: less is noted then
                journal.note()
            error.add_note(_how_to_go_on(journal))
        raise
    if journal.kept:
        journal.note()
    else:
        journal.path.unlink(missing_ok=True)


def _journal(planned: Planned, head: Callable[[], dict[str, Any]], resume: bool, overwrite: bool) -> Journal:
    single = planned.folder is None
    output = planned.jobs[0].output if planned.folder is None else planned.folder
    folder = planned.folder or output.parent
    path = journal_path(planned)
    new = Journal(path, folder, head)
    new.kept = not single
    if overwrite:
        return new
    old = _read(path, folder)
    if single and (old is None or old.finished(output) is None):
        refuse_existing([output])
    found = differences(old.head, new.head, old.failed) if old is not None else []
    if old is not None and resume and not found:
        old.head, old.kept = new.head, not single
        old.failed.clear()
        return old
    if old is None or old.stale:
        if not single:
            refuse_existing(job.output for job in planned.jobs)
            _refuse_strangers(planned)
        return new
    if not resume:
        raise OutputExists(f"{output}: an earlier run wrote some of it; go on with that (resume), {_ANEW}")
    raise OutputExists(
        f"{output} exists, and was begun otherwise: {'; '.join(found)}. Give what was given then, {_ANEW} (noted in {path})"
    )


def _read(path: Path, folder: Path, lenient: bool = False) -> Journal | None:
    """The journal at a path; None where there is none, or (`lenient`) where it is no journal."""
    try:
        return Journal.read(path, folder)
    except FileNotFoundError:
        return None
    except ValueError:
        if lenient:
            return None
        raise


def journal_path(planned: Planned) -> Path:
    """Where the journal lies: beside the output; within a folder only where nothing can be beside it.

    Not within as a rule, because there are readers that take all files of a folder for data.
    """
    if planned.folder is None:
        output = planned.jobs[0].output
        return output.with_name(output.name + SUFFIX)
    folder = planned.folder if planned.folder.name not in ("", "..") else planned.folder.resolve()
    if folder.is_dir() and (os.path.ismount(folder) or not os.access(folder.parent, os.W_OK)):
        return folder / SUFFIX
    return folder.with_name(folder.name + SUFFIX)


def _refuse_strangers(planned: Planned) -> None:
    """Refuse a folder that holds data: who reads it later would take all of it for one output."""
    folder = planned.folder
    sources = {job.source.resolve() for job in planned.jobs}
    for path in sorted(folder.rglob("*")) if folder is not None and folder.is_dir() else ():
        if format_name(path) and path.is_file() and not path.name.startswith(".") and path.resolve() not in sources:
            raise OutputExists(f"{path} exists, and is no output that this run could go on with: {_ANEW}")


def _how_to_go_on(journal: Journal) -> str:
    rows = sum(noted.rows for noted in (*journal.done.values(), *journal.begun.values()))
    files = f"{number_of(len(journal.done), 'file')} and " if journal.kept else ""
    return f"{files}{number_of(rows, 'row')} are done: the same again, without overwriting, goes on from there"
