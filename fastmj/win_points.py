"""What a ready hand would score on each tile that it waits for."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.analyse import waits
from fastmj.arrays_in import hands_of
from fastmj.engine import engine
from fastmj.hands import Hands, read_only
from fastmj.rules import get
from fastmj.rules.ruleset import RuleSet
from fastmj.status import OK
from fastmj.tiles import KINDS

ROWS = 1 << 14  # hands looked at together


def win_points(
    counts: Any,
    melds: Any = None,
    *,
    win_by: Any = None,
    flags: Any = None,
    seat: Any = None,
    round: Any = None,
    flowers: Any = None,
    discarder: Any = None,
    feeder: Any = None,
    rules: "str | RuleSet" = "mcr",
    **options: Any,
) -> npt.NDArray[np.float32]:
    """The points of each hand on each tile that may be declared, under the given context: float32 (n, 34).

    ``counts`` (n, 34) are 13 concealed tiles (3 less a meld), before the win; the others are the columns of
    ``score_arrays``, arrays (n,), or one number or word for all. NaN where the tile does not complete the hand, all four of it
    are held, or the hand may not be declared (below the minimum, a contradiction in the context). Errors are those of
    ``score_arrays``.
    """
    chosen = get(rules, **options)
    hands = hands_of(
        counts,
        melds=melds,
        win_by=win_by,
        flags=flags,
        seat=seat,
        round=round,
        flowers=flowers,
        discarder=discarder,
        feeder=feeder,
    )
    points = np.full((len(hands.counts), KINDS), np.nan, np.float32)
    for start in range(0, len(points), ROWS):
        _fill(hands.part(start, start + ROWS), chosen, points[start : start + ROWS])
    return points


def _fill(hands: Hands, rules: RuleSet, points: npt.NDArray[np.float32]) -> None:
    """Score every hand with every tile that completes it."""
    if rules.exact:  # no analysis knows those: every tile is tried
        row, tile = np.nonzero(hands.counts < 4)
    else:
        row, tile = np.nonzero(waits(hands.counts, hands.melds, rules))
    columns: tuple[Any, ...] = hands
    drawn = Hands(*(read_only(column[row]) for column in columns))
    held = drawn.counts.copy()
    held[np.arange(len(row)), tile] += 1
    drawn = drawn._replace(counts=read_only(held), win_tile=read_only(tile.astype(np.uint8)))
    found = engine(rules).without_counts(drawn)
    points[row, tile] = np.where(found.status == OK, found.total, np.nan)
