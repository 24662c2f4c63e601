"""Files of hands in, files of scores out.

    plan            which files, which outputs                                          formats/jobs.py
    make ready      the columns of every input, before any work                         inputs.py
    begin           what earlier runs left; nothing is overwritten that is not to be    resume.py, journal.py
    read            one thread, batch by batch, a few batches ahead
    decode, score,  any number of threads, one batch each
    count, encode
    write           one thread, in the order of the input, to a temporary name;
                    renamed when whole, noted in the journal                            part_file.py

With ``engine="ray"`` the three last steps are done by actors on other machines, an output file each: cluster/.
At most ``threads + 2`` batches are held between reading and writing, so memory does not grow with the file.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from fastmj.arguments import Misuse, at_least_one, function_or_none, switches
from fastmj.arguments import names as texts
from fastmj.cluster.connect import checked, refuse_silence
from fastmj.formats import open_writer
from fastmj.formats.jobs import InputMissing, Planned, check_aside, plan_outputs
from fastmj.formats.parquet import parquet_settings
from fastmj.formats.whole import OutputExists, check_writable, refuse_existing, sweep
from fastmj.identity import described, package
from fastmj.inputs import Ready, Wanted, made_ready
from fastmj.journal import input_notes
from fastmj.mixed import chosen_for_rows
from fastmj.places import Name, Place, place
from fastmj.refused import RefusedRows
from fastmj.resume import begun
from fastmj.rules import RuleSet
from fastmj.storage import Remote
from fastmj.summary import Summary, Tally
from fastmj.task import Task, Work
from fastmj.workers import BATCH_ROWS, Progress, checked_threads, naming_input
from fastmj.workers import workers as workers_here

__all__ = ["InputMissing", "OutputExists", "Summary", "open_writer", "parquet_settings", "score_file"]


def score_file(
    src: Name | Sequence[Name],
    dst: Name,
    rules: str | RuleSet = "mcr",
    layout: str = "list",
    threads: int | None = None,
    resume: bool = True,
    overwrite: bool = False,
    progress: Progress | None = None,
    *,
    batch_rows: int = BATCH_ROWS,
    rows_per_file: int | None = None,
    columns: Sequence[str] | None = None,
    refused: Name | None = None,
    keep_going: bool = False,
    engine: str = "local",
    address: str | None = None,
    workers: int | None = None,
    payments: bool = False,
    split: bool = False,
    prefix: str = "",
    strict: bool = False,
    dialect: str = "mpsz",
    unknown_win_tile: str = "refuse",
    names: str = "en",
    filesystem: Any = None,
    **options: Any,
) -> Summary:
    """Score the hands of a file, a folder, a glob or several files: its rows and columns with score columns added.

    The ending of a name says its format: ``.parquet``, ``.arrow`` or ``.feather`` (Arrow IPC, file or stream),
    ``.csv``, ``.jsonl`` (the case format); text that is read may be gzipped (``.csv.gz``). In text files hands are
    text and codes words, elements ``Full Flush; Seven Pairs*2`` or an object of counts. A file goes to a file, or into
    a folder; several files, and those of a folder or glob, go to a folder, each to a Parquet file of its own name, or with
    `rows_per_file` to several of at most so many rows. Sub-folders are kept; what ``seat=E/`` says counts as a column.

    Names may be URIs of any filesystem that pyarrow knows (``s3://``, ``gs://``, ``hdfs://``, ``abfs://``, ``file://``), or
    be on the `filesystem` that is given, one of ``pyarrow.fs`` or of fsspec. Files that are not of this machine are read where
    they lie; an output is written to a temporary file here, and put there when it is whole. There a long file that was begun
    is made again from its beginning, unless `rows_per_file` divides it, and two runs into one folder are not kept apart.

    `columns` of the input are carried to the output (None: all). `refused` names a file for the refused rows, with their
    reason; they stay in the output too. `threads` are those that score (default: one a core, at most 8).
    ``progress(rows_done, rows_in_all_or_None)`` is called after each batch. `layout`, `payments`, `split`, `prefix`,
    `strict`, `dialect`, `unknown_win_tile`, `names` and `options` are those of ``score_batch``.

    ``engine="ray"`` gives the output files to `workers` on a Ray cluster (default: one a CPU), each with `threads` (default:
    1); `address` is HOST:PORT, ``auto`` for the cluster that this machine is part of, or ``local`` for a Ray started here
    for this run; None is the cluster that this process is connected to, else RAY_ADDRESS, else ``local``. Inputs and outputs
    must lie on storage that all machines see under one name. The files are those of a local run, and one goes on with the
    other's; what a worker that died was at is made again.

    Everything is checked before work begins: columns, options, outputs. An output appears under its name when it is
    whole and safe on disk; after an error or an interrupt there is none, but outputs of a folder that were finished
    before stay. The same call then does what is missing (`resume`): beside a folder lies a journal, ``scores.fastmj.json``,
    and beside a long file while it is written. It goes on only where inputs, options and version are the same;
    `overwrite` starts anew, and removes what the journal says an earlier run wrote. With `keep_going` an input that cannot
    be read is named in the summary, and the others are scored.

    Raises ``OutputExists`` for an existing output without `overwrite` and for one that was begun otherwise, ``InputMissing``
    where there is nothing to read, ``ValueError`` for wrong columns, options or names and for a file that is damaged or cut
    short, ``OSError`` where an output cannot be written; of that kind are ``StorageError`` where a filesystem does not answer,
    and ``ClusterError`` where a cluster does not or cannot reach the files.
    """
    cluster = checked(engine, address, workers, threads)
    threads = cluster.threads if cluster is not None else checked_threads(threads)
    batch_rows = at_least_one("batch_rows", batch_rows, "row")
    rows_per_file = None if rows_per_file is None else at_least_one("rows_per_file", rows_per_file, "row")
    aside = None if refused is None else place("refused", refused, filesystem)
    switches(resume=resume, overwrite=overwrite, keep_going=keep_going)
    chosen = chosen_for_rows(rules, layout, options)
    carried = None if columns is None else texts("columns", columns)
    function_or_none("progress", progress)
    wanted = Wanted(chosen, layout, payments, split, prefix, strict, dialect, unknown_win_tile, names, carried)
    if cluster is not None:
        refuse_silence(cluster)
    planned = plan_outputs(src, dst, rows_per_file is not None, filesystem)
    if cluster is not None:
        refuse_elsewhere(planned, aside)
    if aside is not None:
        check_aside(aside, planned)
        check_writable(aside)
    ready, failed = all_ready([job.source for job in planned.jobs], planned.root, wanted, keep_going)
    apart = None if aside is None else RefusedRows(aside, list(ready.values()), prefix)
    names_of = {job.source: input_name(job.source, planned.root) for job in planned.jobs}

    def head() -> dict[str, Any]:
        told = {"rows_per_file": rows_per_file, "refused": None if refused is None else str(refused)}
        return {"package": package(), "run": described(wanted, **told), "inputs": input_notes(names_of)}

    begun_at = time.perf_counter()
    with begun(planned, head, resume, overwrite, apart is not None) as journal:
        if apart is not None:
            sweep([apart.path])
            if not apart.path.exists():
                journal.refused_done = False  # what was done is done again, but for those whose rows are still aside
            if not (overwrite or journal.done or journal.begun):
                refuse_existing([apart.path])
        journal.failed |= {names_of[source]: reason for source, reason in failed.items()}
        watch = Watch(progress, ready)
        replace = overwrite or journal.kept
        work = Work(wanted, threads, batch_rows, rows_per_file, replace, journal, apart, watch.advance)
        tasks = [
            Task(job, ready[job.source], names_of[job.source], work) for job in planned.jobs if job.source in ready
        ]
        skipped_rows = sum(task.skipped_rows for task in tasks)
        if skipped_rows:
            watch.advance(skipped_rows)
        if cluster is None:
            faults = run_here(tasks, threads, keep_going)
        else:
            from fastmj.cluster.crew import run_on

            faults = run_on(cluster, work, tasks, planned.root, keep_going)
        failed |= {source: "; ".join(dict.fromkeys(found)) for source, found in faults.items()}
        outputs = [output for task in tasks for output in task.outputs]
        if apart is not None:
            apart.gather(outputs, journal, whole=not failed)
        counted = Tally()
        for output in outputs:
            counted.add(journal.done[journal.name(output)].tally)
    return Summary.of(
        counted,
        time.perf_counter() - begun_at,
        tuple(outputs),
        skipped_parts=sum(task.skipped_parts for task in tasks),
        skipped_rows=skipped_rows,
        failed={str(path): reason for path, reason in failed.items()},
    )


def all_ready(
    sources: Sequence[Place], root: Place | None, wanted: Wanted, keep_going: bool
) -> tuple[dict[Place, Ready], dict[Place, str]]:
    """The inputs made ready, and why others cannot be (which only with `keep_going` is no error)."""
    ready: dict[Place, Ready] = {}
    failed: dict[Place, str] = {}
    scorers: dict[bytes, Any] = {}
    for source in sources:
        try:
            with naming_input(source):
                ready[source] = made_ready(source, root, wanted, scorers)
        except (ValueError, FileNotFoundError) as error:
            if not keep_going:
                raise
            failed[source] = str(error)
    return ready, failed


def run_here(tasks: Sequence[Task], threads: int, keep_going: bool) -> dict[Place, list[str]]:
    """Make what is missing of these tasks. With `keep_going`: why some of it cannot be made, by input."""
    with workers_here(threads) as pool:
        found = {task.source: task.run(pool, keep_going) for task in tasks}
    return {source: faults for source, faults in found.items() if faults}


class Watch:
    """Tells a progress function the rows done so far, of all rows where those are known."""

    def __init__(self, progress: Progress | None, ready: Mapping[Place, Ready]) -> None:
        known = [each.probe.rows for each in ready.values() if each.probe.rows is not None]
        self._in_all = sum(known) if len(known) == len(ready) else None
        self._progress, self._done = progress, 0

    def advance(self, rows: int) -> None:
        """So many rows more are done."""
        self._done += rows
        if self._progress is not None:
            self._progress(self._done, self._in_all)


def input_name(source: Place, root: Place | None) -> str:
    """What the journal calls an input."""
    return source.name if root is None else source.relative_to(root).as_posix()


def refuse_elsewhere(planned: Planned, aside: Place | None) -> None:
    """``Misuse`` for files of other filesystems, which workers of a cluster do not read or write."""
    files = [*(file for job in planned.jobs for file in job), *([aside] if aside is not None else [])]
    for file in files:
        if isinstance(file, Remote):
            raise Misuse(f"{file}: with engine='ray' inputs and outputs must be paths that all machines see")
