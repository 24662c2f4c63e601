"""Anything that streams Arrow data in, the same rows with their analysis out. The way is that of ``fastmj.score_batch``."""

from collections.abc import Collection
from typing import Any

import pyarrow as pa

from fastmj.analyse_columns import BatchAnalyser
from fastmj.batches import batches_of, through
from fastmj.rules import RuleSet
from fastmj.workers import BATCH_ROWS, checked_threads

WANTED = ("shanten", "waits")


def analyse_stream(
    data: Any,
    wanted: Collection[str] = WANTED,
    rules: "str | RuleSet" = "mcr",
    form: str = "any",
    prefix: str = "",
    threads: int = 1,
    dialect: str = "mpsz",
    visible: str | None = None,
    **options: Any,
) -> pa.RecordBatchReader:
    """Analyse lazily, batch by batch: the same as ``analyse_batch`` for data that need not fit into memory."""
    schema, batches = batches_of(data, BATCH_ROWS)
    analyser = BatchAnalyser(schema, wanted, rules, form, prefix, dialect, visible=visible, **options)

    def run(batch: pa.RecordBatch, first_row: int) -> pa.RecordBatch:
        return analyser(batch)[0]

    return pa.RecordBatchReader.from_batches(analyser.schema, through(run, batches, checked_threads(threads)))


def analyse_batch(
    data: Any,
    wanted: Collection[str] = WANTED,
    rules: "str | RuleSet" = "mcr",
    form: str = "any",
    prefix: str = "",
    threads: int = 1,
    dialect: str = "mpsz",
    visible: str | None = None,
    **options: Any,
) -> pa.Table:
    """Analyse every row of a table: its columns and those `wanted`, rows in = rows out, in order.

    `data` is what ``score_batch`` takes, of which ``hand``, ``melds`` and ``win_tile`` are read. `wanted`: some of
    ``shanten``, ``waits``, ``acceptance``: those of all tiles held, but ``waits`` with a winning tile put aside first. A row
    that cannot be analysed has nulls. `visible` names a column of how many of each kind are seen besides hand and melds, as 34
    bytes, a list of 34 integers or text (``1m555p7z``): ``acceptance`` then counts what is left of the rest, and is null where
    that is null or cannot be read. `form` as in ``waits``; `prefix` goes before the new columns' names. ``ValueError`` for
    wrong columns, rules or options, before any work.
    """
    return analyse_stream(data, wanted, rules, form, prefix, threads, dialect, visible, **options).read_all()
