"""``fastmj bench``: how fast things are on this machine."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.validators import Number

from fastmj.cli.common import WHOLE, Json, show_json, usage
from fastmj.cli.sample import FAMILIES

if TYPE_CHECKING:
    from rich.table import Table

bench = App("bench", help="Measure how fast things are on this machine.")


@bench.command
def decompose(
    *,
    family: Annotated[str, Parameter(help=f"What kind of hands: {FAMILIES}.")] = "mixed",
    against: Annotated[
        tuple[str, ...],
        Parameter(help="An algorithm of your own, as my_algo.py:kernel: the file is run. Repeatable."),
    ] = (),
    hands: Annotated[int, WHOLE, Parameter(help="How many hands.", validator=Number(gte=1))] = 200_000,
    seed: Annotated[int, WHOLE, Parameter(help="The same seed, the same hands.")] = 0,
    rounds: Annotated[int, WHOLE, Parameter(help="The best of so many rounds is taken.", validator=Number(gte=1))] = 7,
    warm_only: Annotated[bool, Parameter(help="Leave out the compile times, which take some seconds.")] = False,
    json: Json = False,
) -> None:
    """Let the algorithms that decompose hands race.

    All readings of all hands are found, on one core, in CPU time. First every
    algorithm's answers are compared; one that differs ends the run. A kernel
    of your own is compiled by numba.njit and called as kernel(counts,
    offsets, codes), as help(fastmj.Algorithm) says.
    """
    from fastmj.algorithms import algorithms, check, difference, known
    from fastmj.cycles import CycleCounter
    from fastmj.decompose import run, tiles_of
    from fastmj.machine import facts
    from fastmj.race import cold_compile, entrants, race
    from fastmj.sample import sample_arrays

    with usage():
        counts = tiles_of(sample_arrays(hands, family, seed).counts)
        ours, yours = algorithms(), entrants(against)
    for algorithm in yours.values():
        check(algorithm)
    entered = [*ours.items(), *yours.items()]
    for _, algorithm in entered:
        difference(algorithm, known("suit_table"), counts)
    with CycleCounter() as counter:
        laps = race(counts, [algorithm for _, algorithm in entered], rounds, counter)
        reason = counter.reason
    offsets = run(known("suit_table"), counts).offsets
    found: dict[str, Any] = {
        "what": "decompose",
        "family": family,
        "seed": seed,
        "hands": hands,
        "whole_hands": int((offsets[1:] > offsets[:-1]).sum()),
        "readings": int(offsets[-1]),
        "rounds": rounds,
        "cycles": reason or "counted",
        "machine": facts(),
        "algorithms": [
            {
                "name": lap.name,
                "hands_per_second": lap.hands_per_second,
                "ns_per_hand": lap.ns_per_hand,
                "cycles_per_hand": lap.cycles_per_hand,
                "cold_compile_seconds": None if warm_only else cold_compile(what),
                "table_bytes": algorithm.memory,
                "idea": algorithm.idea,
                "source": algorithm.source,
            }
            for lap, (what, algorithm) in zip(laps, entered, strict=True)
        ],
    }
    if json:
        show_json(found)
    else:
        _show(found)


def _show(found: dict[str, Any]) -> None:
    from rich.console import Console

    console, machine = Console(highlight=False, soft_wrap=True), found["machine"]
    console.print(
        f"{found['hands']:,} hands of family {found['family']}, seed {found['seed']}: {found['whole_hands']:,} whole, "
        f"{found['readings']:,} readings, the same from every algorithm",
        markup=False,
    )
    console.print(_laps(found))
    if found["cycles"] != "counted":
        console.print(f"no cycles: {found['cycles']}", markup=False)
    console.print(
        f"{machine['processor']}, one core of {machine['cores']}; Python {machine['python']}, numba {machine['numba']}, "
        f"numpy {machine['numpy']}, fastmj {machine['fastmj']}; the best of {found['rounds']} rounds, CPU time",
        markup=False,
    )


def _laps(found: dict[str, Any]) -> "Table":
    """One line an algorithm, the fastest first; columns of what was not measured are left out."""
    from rich.table import Table

    ranked = sorted(found["algorithms"], key=lambda each: each["ns_per_hand"])
    columns: dict[str, list[str]] = {
        "algorithm": [each["name"] for each in ranked],
        "million hands/s": [f"{each['hands_per_second'] / 1e6:.2f}" for each in ranked],
        "ns/hand": [f"{each['ns_per_hand']:.1f}" for each in ranked],
        "times": [f"{each['ns_per_hand'] / ranked[0]['ns_per_hand']:.1f}" for each in ranked],
        "tables KB": [f"{each['table_bytes'] / 1000:,.0f}" for each in ranked],
    }
    for title, name in (("cycles/hand", "cycles_per_hand"), ("compile s", "cold_compile_seconds")):
        if ranked[0][name] is not None:
            columns[title] = [f"{each[name]:.1f}" for each in ranked]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in columns:
        table.add_column(title, justify="left" if title == "algorithm" else "right")
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table
