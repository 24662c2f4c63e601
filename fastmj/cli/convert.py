"""``fastmj convert``: logs of real games in, a file of hands out."""

from fastmj.cli.common import Json, Logs, Output, Overwrite, Quiet, Source, log_format, show_broken, show_json
from fastmj.cli.progress import progress_bar

_SHOWN = 5


def convert(
    *logs: Logs,
    source: Source,
    output: Output,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Turn logs of real games into a file of hands.

    One row a win, with what the log claims about it in further columns. Draws
    and games that ended in an error give no row; they are counted. Broken
    games are passed over and counted.
    """
    format = log_format(source)
    from fastmj.convert import SCHEMA, LogReader
    from fastmj.formats.jobs import no_input
    from fastmj.formats.whole import write_file
    from fastmj.places import place

    target = place("output", output)
    with progress_bar("bytes", quiet) as progress:
        reader = LogReader(
            logs, format, on_progress=lambda done, in_all, _: progress(done, in_all) if progress else None
        )
        no_input(target, reader.files)
        rows = write_file(target, SCHEMA, reader, overwrite)
    found = reader.summary
    show_broken(found, _SHOWN)
    counts = {"games": found.games, "wins": rows, "draws": found.draws, "errors": found.errors, "broken": found.broken}
    if json:
        show_json({**counts, "output": str(target)})
    elif not quiet:
        for name, count in counts.items():
            print(f"{name:<9} {count:,}")
        print(f"written   {target}")
