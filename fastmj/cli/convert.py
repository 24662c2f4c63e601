"""``fastmj convert``: logs of real games in, a file of hands out."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from fastmj.cli.common import Json, Output, Overwrite, Quiet, show_json
from fastmj.cli.progress import progress_bar

_SHOWN = 5


def convert(
    *logs: Annotated[str, Parameter(name="LOG", help="Log files, folders or quoted globs; also .gz.", required=True)],
    source: Annotated[Literal["botzone", "pku"], Parameter(name="--from", help="The format of the logs.")],
    output: Output,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Turn game logs into hands, one row a win, with what the log claims about it in further columns.

    Draws and games that ended in an error give no row; they are counted. Broken games are passed over and counted.
    """
    from fastmj.convert import SCHEMA, LogReader
    from fastmj.formats.whole import write_file

    with progress_bar("bytes", quiet) as progress:
        reader = LogReader(
            logs, source, on_progress=lambda done, in_all, _: progress(done, in_all) if progress else None
        )
        rows = write_file(output, SCHEMA, reader, overwrite)
    found = reader.summary
    for problem in found.problems[:_SHOWN]:
        print(f"fastmj: {problem}", file=sys.stderr)
    if len(found.problems) > _SHOWN:
        print(f"fastmj: and {len(found.problems) - _SHOWN:,} more broken games", file=sys.stderr)
    counts = {"games": found.games, "wins": rows, "draws": found.draws, "errors": found.errors, "broken": found.broken}
    if json:
        show_json({**counts, "output": str(output)})
    elif not quiet:
        for name, count in counts.items():
            print(f"{name:<9} {count:,}")
        print(f"written   {output}")
