"""A page about scored files: how much hands are worth, what scores in them, what goes together, what was refused.

sources   which files, and which of their columns; nothing is read yet
counts    one pass: batches are counted by threads, added up in order; memory does not grow with the files
facts     what the counts say
plots     SVG, by matplotlib (extra `report`)
page      one HTML file without scripts that loads nothing
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pyarrow as pa

from fastmj.arguments import Misuse, function_or_none, one_of
from fastmj.formats import reading, ready
from fastmj.formats.whole import check_writable, refuse_existing, whole_file
from fastmj.places import Name, Place, place
from fastmj.report.counts import Counts, count
from fastmj.report.facts import Report, facts
from fastmj.report.sources import Source, batches, files_of, look_at
from fastmj.rules import RuleSet, get
from fastmj.rules.ruleset import LANGUAGES
from fastmj.status import BELOW_MINIMUM, STATUS
from fastmj.summary import Summary
from fastmj.workers import checked_threads, in_order, naming_input

BATCH_ROWS = 1 << 16
EXAMPLES = 3
"""So many rows of every status that is no win are shown."""

Progress = Callable[[int, int | None], None]


def report(
    src: Name | Sequence[Name] | Summary,
    dst: Name,
    rules: str | RuleSet | None = None,
    *,
    prefix: str = "",
    by: Sequence[str] | None = None,
    title: str | None = None,
    run: Name | None = None,
    names: str = "en",
    dialect: str = "mpsz",
    threads: int | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    filesystem: Any = None,
    **options: Any,
) -> Report:
    """Write a page about scored files: one HTML file that needs neither network nor scripts. Needs the extra `report`.

    `src` is a file, a folder, a glob or several files that ``score_file`` wrote (Parquet or Arrow IPC, any layout, read
    once, in bounded memory), or the ``Summary`` that it returned. `dst` ends in ``.html``. Names may be URIs, or be on the
    `filesystem` that is given, as for ``score_file``.

    `rules` (with `options`, as for ``rules.get``) is the rule set they were scored by: needed to name the elements of
    layout mask, in the language `names`; with others it adds what an element is worth. `prefix` is what the names of the
    score columns begin with. `by` are the columns to count wins by: by default source, win_by, seat and round where they
    are. `run` is a file with the JSON that ``fastmj score --json`` printed, which tells how fast scoring was. `dialect` is
    how hands are written where they are text, `threads` those that count (default: one a core, at most 8).
    ``progress(rows_done, rows_in_all_or_None)`` is called after each batch.

    Raises ``OutputExists`` for an existing page without `overwrite`, ``InputMissing`` where there is nothing to read,
    ``ValueError`` for a file that is not scored or damaged and for a column that is not there, ``OSError`` where the page
    cannot be written, ``ImportError`` where matplotlib is missing.
    """
    threads, output = checked_threads(threads), place("dst", dst, filesystem)
    function_or_none("progress", progress)
    one_of("names", names, LANGUAGES)
    if output.suffix.lower() not in (".html", ".htm"):
        raise Misuse(f"{output}: a report is an HTML page, name it {output.with_suffix('.html')}")
    try:
        from fastmj.report.page import page
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"a report needs matplotlib (pip install 'fastmj[report]'): {error}") from error
    chosen = get(rules, **options) if rules is not None else None
    if not overwrite:
        refuse_existing([output])
    scoring = _scoring(None if run is None else place("run", run, filesystem), src)
    paths = src.outputs if isinstance(src, Summary) else files_of(src, filesystem)
    check_writable(output)
    sources = []
    for path in paths:
        with naming_input(path):
            sources.append(look_at(path, chosen, prefix, by, dialect))
    begun = time.perf_counter()
    counts = _counted(sources, chosen, names, threads, progress)
    if scoring is not None and scoring[0] != counts.rows:
        raise ValueError(f"the run scored {scoring[0]:,} rows, the files have {counts.rows:,}: it is another's")
    seconds = None if scoring is None else scoring[1]
    found = facts(counts, output, chosen, seconds, time.perf_counter() - begun)
    shown = [path.name for path in paths]
    heading = title or f"Scores of {shown[0] if len(shown) == 1 else f'{len(shown):,} files'}"
    text = page(found, heading, shown, chosen.label if chosen is not None else "")
    with whole_file(output, overwrite) as temporary:
        temporary.write_text(text, "utf-8")
    return found


def _counted(
    sources: Sequence[Source], rules: RuleSet | None, names: str, threads: int, progress: Progress | None
) -> Counts:
    """Read the files once, in order, and add up what their batches hold."""
    known = [source.rows for source in sources if source.rows is not None]
    in_all = sum(known) if len(known) == len(sources) else None
    counts = Counts()
    wanted = list(
        STATUS[:BELOW_MINIMUM]
    )  # counting threads look at it: those done with are taken out as soon as possible
    with ThreadPoolExecutor(threads, "fastmj") as pool:
        for source in sources:

            def run(
                part: Callable[[], pa.RecordBatch], first_row: int = 0, source: Source = source
            ) -> tuple[None, Counts]:
                return None, count(part(), source, rules, names, tuple(wanted), EXAMPLES)

            rows = 0
            with naming_input(source.path), reading(source.path):
                parts = map(ready, batches(source, BATCH_ROWS, threads))
                with closing(in_order(pool, run, parts, threads + 2)) as results:
                    for _, found in results:
                        counts.add(found, rows, EXAMPLES)
                        rows += found.rows
                        wanted[:] = [s for s in wanted if len(counts.examples.get(s, ())) < EXAMPLES]
                        if progress is not None:
                            progress(counts.rows, in_all)
    return counts


def _scoring(run: Place | None, src: object) -> tuple[int, float] | None:
    """How many rows were scored in how many seconds, where that is known: not where an earlier run did some of them."""
    if isinstance(src, Summary):
        return None if src.skipped_rows else (src.rows, src.seconds)
    if run is None:
        return None
    try:
        told = json.loads(run.read_text("utf-8"))
        skipped = told.get("skipped", {}).get("rows", 0)
        return None if skipped else (int(told["rows"]), float(told["seconds"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{run}: not what fastmj score --json prints ({error})") from error
