"""``fastmj sample``: generated hands."""

from typing import Annotated

from cyclopts import Parameter

from fastmj.cli.common import WHOLE, Output, Overwrite, Quiet, usage
from fastmj.cli.progress import progress_bar

FAMILIES = "mixed, ordinary, flush, pungs, many_ways, special, near, ready, random, worst, invalid"


def sample(
    n: Annotated[int, WHOLE, Parameter(name="N", help="How many hands.")],
    /,
    *,
    output: Output,
    family: Annotated[str, Parameter(help=f"What kind of hands: {FAMILIES}.")] = "mixed",
    seed: Annotated[int, WHOLE, Parameter(help="The same seed, the same hands.")] = 0,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Write generated hands, to try things out."""
    from fastmj.formats.whole import write_file
    from fastmj.places import place
    from fastmj.sample import SCHEMA, sample_batches

    with usage():
        batches = sample_batches(n, family, seed)
    with progress_bar("hands", quiet) as progress:
        write_file(
            place("output", output), SCHEMA, batches, overwrite, lambda rows: progress(rows, n) if progress else None
        )
    if not quiet:
        print(f"{n:,} hands of family {family}, seed {seed}, written to {output}")
