"""``fastmj score``: files of hands in, files of scores out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from fastmj.cli.common import (
    WHOLE,
    Dialect,
    Json,
    Minimum,
    Names,
    Quiet,
    Settings,
    UsageError,
    Without,
    rules_of_rows,
    show_json,
    usage,
)
from fastmj.cli.progress import progress_bar

if TYPE_CHECKING:
    from fastmj.summary import Summary

_SHOWN = 3  # faults of inputs in an error message


def score(
    *inputs: Annotated[
        str,
        Parameter(
            name="IN",
            help="Files, a folder, or a glob: .parquet, .arrow, .feather, .csv, .jsonl (text also .gz); also as URIs (s3://).",
            required=True,
        ),
    ],
    output: Annotated[
        str | None,
        Parameter(
            name=["--output", "-o"],
            help="The file to write (.parquet, .arrow, .feather, .csv, .jsonl), or a folder for a file each.",
        ),
    ] = None,
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
    columns: Annotated[
        str | None, Parameter(help="The columns of the input that come out too, as id,game; all if not given.")
    ] = None,
    rows_per_file: Annotated[
        int | None, WHOLE, Parameter(help="Write each input to files of at most so many rows, into a folder.")
    ] = None,
    refused: Annotated[
        str | None, Parameter(help="A file for the refused rows, with the reason; they stay in the output too.")
    ] = None,
    dialect: Dialect = "mpsz",
    threads: Annotated[
        int | None, WHOLE, Parameter(help="Threads that score; one a core if not given, on Ray one of each worker.")
    ] = None,
    engine: Annotated[
        Literal["local", "ray"],
        Parameter(help="Score on this machine, or on a Ray cluster that sees the same files (extra ray)."),
    ] = "local",
    address: Annotated[
        str | None,
        Parameter(
            help="The cluster: HOST:PORT, auto (that of this machine), local (a Ray started here for this run); "
            "if not given RAY_ADDRESS, else local."
        ),
    ] = None,
    workers: Annotated[int | None, WHOLE, Parameter(help="Workers on the cluster; one a CPU if not given.")] = None,
    strict: Annotated[bool, Parameter(help="Stop at the first faulty row.")] = False,
    keep_going: Annotated[
        bool, Parameter(help="Score the other inputs where one cannot be read; the exit status is 1 then.")
    ] = False,
    unknown_win_tile: Annotated[
        Literal["refuse", "best", "worst"],
        Parameter(help="Hands without a winning tile: refuse them, or take the tile that scores most or least."),
    ] = "refuse",
    check: Annotated[bool, Parameter(help="Only check columns, options and rows; write nothing.")] = False,
    overwrite: Annotated[bool, Parameter(help="Start anew, and replace outputs that exist.")] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Score files of hands.

    All their rows and columns come out in order, and the score columns. Rows
    that are refused are no failure: they have a status, and the summary
    counts them. After an interrupt the same command goes on where it was: of
    a folder, files that are whole are not made again, nor is what is done of
    a long file.
    """
    if output is None and not check:
        raise UsageError("-o says where to write (or --check writes nothing)")
    if check and engine != "local":
        raise UsageError("--check is done on this machine, without --engine ray")
    chosen = rules_of_rows(rules, layout, settings, without, minimum)
    from fastmj.check import check_file
    from fastmj.cluster.connect import checked
    from fastmj.file import score_file

    with usage():
        checked(engine, address, workers, threads)
    source: str | Sequence[str] = inputs[0] if len(inputs) == 1 else inputs
    same: dict[str, Any] = {
        "columns": None if columns is None else [name.strip() for name in columns.split(",") if name.strip()],
        "keep_going": keep_going,
        "rows_per_file": rows_per_file,
        "refused": refused,
        "payments": payments,
        "split": split,
        "prefix": prefix,
        "unknown_win_tile": unknown_win_tile,
        "strict": strict,
        "dialect": dialect,
        "names": names,
    }
    with progress_bar("rows", quiet) as progress:
        if check or output is None:
            summary = check_file(source, output, chosen, layout, threads, progress, **same)
        else:
            summary = score_file(
                source,
                output,
                chosen,
                layout,
                threads,
                overwrite=overwrite,
                progress=progress,
                engine=engine,
                address=address,
                workers=workers,
                **same,
            )
    if json:
        show_json(_as_json(summary))
    elif not quiet:
        print(summary)
    if summary.failed:
        reasons = list(summary.failed.values())
        more = f"; and {len(reasons) - _SHOWN:,} more" if len(reasons) > _SHOWN else ""
        raise ValueError(f"{len(reasons):,} of the inputs could not be scored: {'; '.join(reasons[:_SHOWN])}{more}")


def _as_json(summary: "Summary") -> dict[str, Any]:
    return {
        "rows": summary.rows,
        "wins": summary.wins,
        "ok": summary.ok,
        "below_minimum": summary.below_minimum,
        "refused": summary.refused,
        "seconds": round(summary.seconds, 3),
        "hands_per_second": round(summary.hands_per_second),
        "elements": dict(summary.elements.most_common()),
        "outputs": [str(path) for path in summary.outputs],
        "skipped": {"parts": summary.skipped_parts, "rows": summary.skipped_rows},
        "failed": summary.failed,
    }
