"""``fastmj analyse``: files of hands in, how far they are and what helps them out."""

from typing import Annotated

from cyclopts import Parameter

from fastmj.cli.common import (
    WHOLE,
    Dialect,
    Json,
    Overwrite,
    Quiet,
    Rules,
    Settings,
    UsageError,
    rule_set,
    show_json,
    usage,
)
from fastmj.cli.progress import progress_bar


def analyse(
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
    shanten: Annotated[bool, Parameter(help="Add how many tiles a hand is from being ready.")] = False,
    waits: Annotated[bool, Parameter(help="Add the tiles that complete it, a winning tile put aside.")] = False,
    acceptance: Annotated[bool, Parameter(help="Add, for each tile it can put aside, what helps it then.")] = False,
    visible: Annotated[
        str | None,
        Parameter(help="The column of tiles seen besides hand and melds, for --acceptance: text, or 34 numbers."),
    ] = None,
    rules: Rules = "mcr",
    settings: Settings = (),
    form: Annotated[str, Parameter(help="One winning form, as regular or seven_pairs; any is the nearest.")] = "any",
    prefix: Annotated[str, Parameter(help="What the names of the new columns begin with.")] = "",
    dialect: Dialect = "mpsz",
    threads: Annotated[int | None, WHOLE, Parameter(help="Threads that analyse; one a core if not given.")] = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Add shanten, waits and useful tiles to files of hands.

    All their rows and columns come out in order, and the columns asked for.
    Hands have 13 or 14 tiles, three less a meld. Rows that cannot be analysed
    have nulls, and the summary counts them.
    """
    asked = {"shanten": shanten, "waits": waits, "acceptance": acceptance}
    wanted = [name for name, given in asked.items() if given]
    if not wanted:
        raise UsageError("nothing is asked for: give some of --shanten, --waits, --acceptance")
    if visible is not None and not acceptance:
        raise UsageError(f"--visible {visible}: only --acceptance counts what is left, which is not asked for")
    chosen = rule_set(rules, settings)
    from fastmj.analyse_file import analyse_file
    from fastmj.kernels.shapes import forms_mask

    with usage():
        forms_mask(chosen.forms, form)
    with progress_bar("rows", quiet) as progress:
        done = analyse_file(
            inputs[0] if len(inputs) == 1 else inputs,
            output,
            wanted,
            chosen,
            form,
            threads,
            overwrite,
            progress,
            prefix=prefix,
            dialect=dialect,
            visible=visible,
        )
    if json:
        show_json(
            {
                "rows": done.rows,
                "analysed": done.analysed,
                "seconds": round(done.seconds, 3),
                "outputs": [str(path) for path in done.outputs],
            }
        )
    elif not quiet:
        print(done)
