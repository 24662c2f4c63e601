"""``fastmj explain``: one hand, what it is worth and why."""

import sys
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from fastmj.cli.common import WHOLE, Dialect, Json, Minimum, Rules, Settings, Without, rule_set, show_json, usage


def _has_glyphs(encoding: str | None) -> bool:
    """Whether tiles can be written in this encoding."""
    try:
        "🀀".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


Wind = Literal["E", "S", "W", "N"]


def explain(
    hand: Annotated[str, Parameter(help='The hand, as "[123m](1111z)456p77s23s+1s"; quote it.')],
    /,
    *,
    rules: Rules = "mcr",
    settings: Settings = (),
    without: Without = (),
    minimum: Minimum = None,
    dialect: Dialect = "mpsz",
    win_by: Annotated[
        Literal["discard", "self_draw", "robbed_kong"] | None, Parameter(help="discard if not given.")
    ] = None,
    seat: Annotated[Wind | None, Parameter(help="Seat wind of the winner, E if not given.")] = None,
    round: Annotated[Wind | None, Parameter(help="Round wind, E if not given.")] = None,
    flowers: Annotated[str | None, Parameter(help="Flowers, as 1f5f.")] = None,
    last_tile: Annotated[bool | None, Parameter(help="On the last tile of the wall, or the last discard.")] = None,
    last_of_kind: Annotated[bool | None, Parameter(help="The other three copies are visible.")] = None,
    kong_draws: Annotated[
        int | None, WHOLE, Parameter(help="Kongs in a row that the winning tile was drawn after.")
    ] = None,
    flower_draw: Annotated[bool | None, Parameter(help="The winning tile replaced a flower.")] = None,
    opening: Annotated[Literal["none", "heaven", "earth"] | None, Parameter(help="On the first tile of all.")] = None,
    discarder: Annotated[Wind | None, Parameter(help="Who discarded the tile, or whose kong was robbed.")] = None,
    feeder: Annotated[Wind | None, Parameter(help="Who fed the fourth exposed set, where rules ask.")] = None,
    fifth_tile: Annotated[
        bool | None, Parameter(help="Thrown fresh near the end of the wall, where rules ask.")
    ] = None,
    names: Annotated[Literal["en", "zh"], Parameter(help="Language of the elements' names.")] = "en",
    ascii: Annotated[bool, Parameter(help="Tiles as letters only, no pictures.")] = False,
    json: Json = False,
) -> None:
    """Score one hand and say why.

    The reading taken, which sets make which element, what is not counted and
    why not. A complete hand below the minimum, or a hand that is not
    complete, is an answer too; a faulty one is an error.
    """
    given = {
        "win_by": win_by,
        "seat": seat,
        "round": round,
        "flowers": flowers,
        "last_tile": last_tile,
        "last_of_kind": last_of_kind,
        "kong_draws": kong_draws,
        "flower_draw": flower_draw,
        "opening": opening,
        "discarder": discarder,
        "feeder": feeder,
        "fifth_tile": fifth_tile,
    }
    chosen = rule_set(rules, settings, without, minimum)
    from fastmj.explain import explain as explained
    from fastmj.hand import Hand
    from fastmj.tiles import KINDS

    context: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    with usage():
        Hand((0,) * KINDS, **context)  # each value alone
    found = explained(hand, chosen, dialect=dialect, **context)
    if json:
        show_json(found.as_dict(names))
    else:
        print(found.text(ascii=ascii or not _has_glyphs(sys.stdout.encoding), names=names))
