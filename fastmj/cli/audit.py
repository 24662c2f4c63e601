"""``fastmj audit``: logs of real games in, what is wrong in them out."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fastmj.cli.common import (
    Json,
    Logs,
    Minimum,
    Overwrite,
    Quiet,
    Rules,
    Settings,
    Source,
    Without,
    log_format,
    rule_set,
    show_broken,
    show_json,
)
from fastmj.cli.progress import progress_bar

if TYPE_CHECKING:
    import pyarrow as pa

_SHOWN = 5


def audit(
    *logs: Logs,
    source: Source,
    output: Annotated[
        Path | None,
        Parameter(
            name=["--output", "-o"],
            help="A file to write, one row a win: .parquet, .arrow, .feather, .csv, .jsonl.",
        ),
    ] = None,
    rules: Rules = "mcr:online",
    settings: Settings = (),
    without: Without = (),
    minimum: Minimum = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    json: Json = False,
) -> int:
    """Compare what logs of real games claim with the scores.

    Every win is scored; points, elements and payments are compared. Exit
    status 1 where anything differs. Draws and games that ended in an error
    are counted; broken games are passed over, named and counted.
    """
    chosen, format = rule_set(rules, settings, without, minimum), log_format(source)
    from fastmj.audit import AuditReader
    from fastmj.formats.jobs import no_input
    from fastmj.formats.whole import refuse_existing, write_file

    if output is not None and not overwrite:
        refuse_existing([output])
    shown: list[str] = []
    with progress_bar("bytes", quiet) as progress:
        reader = AuditReader(
            logs, format, chosen, on_progress=lambda done, in_all, _: progress(done, in_all) if progress else None
        )
        batches = _watched(reader, shown)
        if output is not None:
            no_input(output, reader.files)
            write_file(output, reader.schema, batches, overwrite)
        else:
            for _ in batches:
                pass
    found = reader.summary
    show_broken(found.games, _SHOWN)
    if json:
        show_json({**found.as_dict(), "output": None if output is None else str(output)})
    elif not quiet:
        for line in shown:
            print(line)
        if found.differing > len(shown):
            print(f"and {found.differing - len(shown):,} more that differ")
        print(found)
        if output is not None:
            print(f"written   {output}")
    return 1 if found.differing else 0


def _watched(batches: "Iterable[pa.RecordBatch]", shown: list[str]) -> "Iterator[pa.RecordBatch]":
    """The batches, while the first wins that differ are put into words."""
    for batch in batches:
        if len(shown) < _SHOWN:
            columns = [batch.column(name).to_pylist() for name in ("source", "game_id", "explanation")]
            differing = [row for row in zip(*columns, strict=True) if row[2] is not None]
            shown += [f"{source}: {game}: {words}" for source, game, words in differing[: _SHOWN - len(shown)]]
        yield batch
