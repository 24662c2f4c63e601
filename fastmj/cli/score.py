"""``fastmj score``: files of hands in, files of scores out."""

from typing import Annotated, Literal

from cyclopts import Parameter

from fastmj.cli.common import (
    Dialect,
    Json,
    Minimum,
    Names,
    Overwrite,
    Quiet,
    Settings,
    Without,
    rules_of_rows,
    show_json,
)
from fastmj.cli.progress import progress_bar


def score(
    *inputs: Annotated[
        str,
        Parameter(
            name="IN",
            help="Files, a folder, or a glob: .parquet, .arrow, .feather, .csv, .jsonl (text also .gz).",
            required=True,
        ),
    ],
    output: Annotated[
        str,
        Parameter(
            name=["--output", "-o"],
            help="The file to write (.parquet, .arrow, .feather, .csv, .jsonl), or a folder for a file each.",
        ),
    ],
    rules: Annotated[
        str,
        Parameter(help="A rule set, as name, name:profile or FILE.py:NAME; or @COLUMN, which names each row's own."),
    ] = "mcr",
    settings: Settings = (),
    without: Without = (),
    minimum: Minimum = None,
    layout: Annotated[
        Literal["list", "wide", "mask", "total"],
        Parameter(help="Elements as names and counts, a column each, packed (fastest), or none."),
    ] = "list",
    payments: Annotated[bool, Parameter(help="Add a column of who pays whom.")] = False,
    split: Annotated[bool, Parameter(help="Add a column of the reading taken.")] = False,
    names: Names = "en",
    prefix: Annotated[str, Parameter(help="What the names of score columns begin with, as hk_.")] = "",
    dialect: Dialect = "mpsz",
    threads: Annotated[int | None, Parameter(help="Threads that score; one a core if not given.")] = None,
    strict: Annotated[bool, Parameter(help="Stop at the first faulty row.")] = False,
    unknown_win_tile: Annotated[
        Literal["refuse", "best", "worst"],
        Parameter(help="Hands without a winning tile: refuse them, or take the tile that scores most or least."),
    ] = "refuse",
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Score files of hands: all their rows and columns in order, and the score columns.

    Rows that are refused are no failure: they have a status, and the summary counts them.
    """
    chosen = rules_of_rows(rules, layout, settings, without, minimum)
    from fastmj.file import score_file

    with progress_bar("rows", quiet) as progress:
        summary = score_file(
            inputs[0] if len(inputs) == 1 else inputs,
            output,
            chosen,
            layout,
            threads,
            overwrite=overwrite,
            progress=progress,
            payments=payments,
            split=split,
            prefix=prefix,
            unknown_win_tile=unknown_win_tile,
            strict=strict,
            dialect=dialect,
            names=names,
        )
    if json:
        show_json(
            {
                "rows": summary.rows,
                "wins": summary.wins,
                "ok": summary.ok,
                "below_minimum": summary.below_minimum,
                "refused": summary.refused,
                "seconds": round(summary.seconds, 3),
                "hands_per_second": round(summary.hands_per_second),
                "elements": dict(summary.elements.most_common()),
                "outputs": [str(path) for path in summary.outputs],
            }
        )
    elif not quiet:
        print(summary)
