"""Checking files of hands: columns, types, options and every row, as scoring would; nothing is written."""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from fastmj.arguments import at_least_one, function_or_none
from fastmj.arguments import names as texts
from fastmj.file import Watch, all_ready
from fastmj.formats.jobs import check_aside, find_inputs, plan_outputs
from fastmj.inputs import Wanted
from fastmj.mixed import chosen_for_rows
from fastmj.places import Name, place
from fastmj.refused import RefusedRows
from fastmj.rules import RuleSet
from fastmj.summary import Summary, Tally
from fastmj.task import Run
from fastmj.workers import BATCH_ROWS, Progress, checked_threads, in_order, naming_input, workers


def check_file(
    src: Name | Sequence[Name],
    dst: Name | None = None,
    rules: str | RuleSet = "mcr",
    layout: str = "list",
    threads: int | None = None,
    progress: Progress | None = None,
    *,
    batch_rows: int = BATCH_ROWS,
    rows_per_file: int | None = None,
    columns: Sequence[str] | None = None,
    refused: Name | None = None,
    keep_going: bool = False,
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
    """What ``score_file`` with the same arguments would come to, without elements; it raises what that would raise.

    Of the outputs, `dst` and `refused`, only the names are looked at. ``outputs`` of the summary is empty.
    """
    threads, batch_rows = checked_threads(threads), at_least_one("batch_rows", batch_rows, "row")
    rows_per_file = None if rows_per_file is None else at_least_one("rows_per_file", rows_per_file, "row")
    aside = None if refused is None else place("refused", refused, filesystem)
    chosen = chosen_for_rows(rules, layout, options)
    carried = None if columns is None else texts("columns", columns)
    function_or_none("progress", progress)
    wanted = Wanted(chosen, layout, payments, split, prefix, strict, dialect, unknown_win_tile, names, carried)
    inputs = find_inputs(src, filesystem)
    if dst is not None:
        planned = plan_outputs(src, dst, rows_per_file is not None, filesystem)
        if aside is not None:
            check_aside(aside, planned)
    ready, failed = all_ready(inputs.files, inputs.root, wanted, keep_going)
    if aside is not None:
        RefusedRows(aside, list(ready.values()), prefix)
    bare = replace(wanted, layout="total", payments=False, split=False)  # the same statuses, for less
    ready, _ = all_ready(list(ready), inputs.root, bare, keep_going=False)
    counted, begun_at, watch = Tally(), time.perf_counter(), Watch(progress, ready)
    with workers(threads) as pool:
        for source, each in ready.items():
            run = Run(each, bare, None)
            run.encode = _nothing
            try:
                parts = each.parts(batch_rows, threads)
                with naming_input(source), closing(in_order(pool, run, parts, threads + 2)) as results:
                    for _, found in results:
                        counted.add(found)
                        watch.advance(found.rows)
            except (ValueError, FileNotFoundError) as error:
                if not keep_going:
                    raise
                failed[source] = str(error)
    seconds = time.perf_counter() - begun_at
    return Summary.of(counted, seconds, (), failed={str(path): reason for path, reason in failed.items()})


def _nothing(batch: Any) -> None:
    """What is written of a batch."""
