"""``fastmj audit``: logs of real games in, what is wrong in them out."""

from collections.abc import Iterable, Iterator
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
        str | None,
        Parameter(
            name=["--output", "-o"],
            help="A file to write, one row a win: .parquet, .arrow, .feather, .csv, .jsonl; also as URI.",
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
    from fastmj.places import place

    target = None if output is None else place("output", output)
    if target is not None and not overwrite:
        refuse_existing([target])
    shown: list[str] = []
    with progress_bar("bytes", quiet) as progress:
        reader = AuditReader(
            logs, format, chosen, on_progress=lambda done, in_all, _: progress(done, in_all) if progress else None
        )
        batches = _watched(reader, shown)
        if target is not None:
            no_input(target, reader.files)
            write_file(target, reader.schema, batches, overwrite)
        else:
            for _ in batches:
                pass
    found = reader.summary
    show_broken(found.games, _SHOWN)
    if json:
        show_json({**found.as_dict(), "output": None if target is None else str(target)})
    elif not quiet:
        for line in shown:
            print(line)
        if found.differing > len(shown):
            print(f"and {found.differing - len(shown):,} more that differ")
        print(found)
        if target is not None:
            print(f"written   {target}")
    return 1 if found.differing else 0


def _watched(batches: "Iterable[pa.RecordBatch]", shown: list[str]) -> "Iterator[pa.RecordBatch]":
    """The batches, while the first wins that differ are put into words."""
    for batch in batches:
        if len(shown) < _SHOWN:
            columns = [batch.column(name).to_pylist() for name in ("source", "game_id", "explanation")]
            differing = [row for row in zip(*columns, strict=True) if row[2] is not None]
            shown += [f"{source}: {game}: {words}" for source, game, words in differing[: _SHOWN - len(shown)]]
        yield batch
