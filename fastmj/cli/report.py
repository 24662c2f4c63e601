"""``fastmj report``: scored files in, one page about them out."""

from typing import Annotated

from cyclopts import Parameter

from fastmj.cli.common import WHOLE, Dialect, Json, Names, Overwrite, Quiet, Settings, UsageError, rule_set, show_json
from fastmj.cli.progress import progress_bar


def report(
    *inputs: Annotated[
        str,
        Parameter(
            name="IN",
            help="Scored files, a folder, or a glob: .parquet, .arrow, .feather; also as URIs.",
            required=True,
        ),
    ],
    output: Annotated[str, Parameter(name=["--output", "-o"], help="The page to write (.html).")],
    rules: Annotated[
        str,
        Parameter(
            help="The rule set they were scored by: names the elements of layout mask, tells what each is worth."
        ),
    ] = "",
    settings: Settings = (),
    prefix: Annotated[str, Parameter(help="What the names of score columns begin with, as hk_.")] = "",
    by: Annotated[
        tuple[str, ...],
        Parameter(
            help="A column to count wins by, instead of source, win_by, seat and round. Repeatable.", show_default=False
        ),
    ] = (),
    run: Annotated[
        str | None, Parameter(help="What fastmj score --json printed: the page then tells how fast scoring was.")
    ] = None,
    title: Annotated[str | None, Parameter(help="What stands on top of the page.")] = None,
    names: Names = "en",
    dialect: Dialect = "mpsz",
    threads: Annotated[int | None, WHOLE, Parameter(help="Threads that count; one a core if not given.")] = None,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a page about scored files.

    It tells totals, elements, what goes together, what was refused. The files
    are read once, in bounded memory. The page is one file that loads nothing;
    it needs matplotlib (the extra report of the package).
    """
    if settings and not rules:
        raise UsageError("--set changes a rule set: name it with --rules")
    chosen = rule_set(rules, settings) if rules else None
    from fastmj.report import report as write

    with progress_bar("rows", quiet) as progress:
        done = write(
            inputs[0] if len(inputs) == 1 else inputs,
            output,
            chosen,
            prefix=prefix,
            by=by or None,
            title=title,
            run=run,
            names=names,
            dialect=dialect,
            threads=threads,
            overwrite=overwrite,
            progress=progress,
        )
    if json:
        show_json(done.as_dict())
    elif not quiet:
        print(done)
