"""Hands of which nobody says which tile won: the best or the worst of the tiles they hold."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fastmj.arguments import Misuse
from fastmj.engine import Engine
from fastmj.hands import Hands, read_only
from fastmj.status import BELOW_MINIMUM, OK
from fastmj.tiles import NO_TILE

Tiles = npt.NDArray[np.uint8]

UNKNOWN_WIN_TILE = ("refuse", "best", "worst")
"""What to do with a hand without a winning tile: refuse it, or take the tile that scores most or least."""

ROWS = 1 << 13  # hands looked at together: each becomes up to fourteen


def check_choice(how: str) -> None:
    """ValueError for what is not of UNKNOWN_WIN_TILE."""
    if how not in UNKNOWN_WIN_TILE:
        raise Misuse(f"unknown_win_tile={how!r}; accepted: {', '.join(UNKNOWN_WIN_TILE)}")


def with_win_tiles(engine: Engine, hands: Hands, how: str) -> tuple[Hands, Tiles]:
    """(the hands with a winning tile where it was missing, the tiles they win with); ``how`` is best or worst.

    Of tiles that score the same the first is taken. A claim that needs no winning tile stays one where no tile is better
    (for worst: scores less). A hand that wins with none of its tiles gets the first of them, so that its status says what
    is wrong with it, and NO_TILE among the tiles used.
    """
    if how == "refuse":
        return hands, hands.win_tile
    tiles, used = hands.win_tile.copy(), hands.win_tile.copy()
    open_rows = np.flatnonzero((hands.win_tile == NO_TILE) & (hands.status == OK))
    for start in range(0, len(open_rows), ROWS):
        rows = open_rows[start : start + ROWS]
        tiles[rows], used[rows] = _chosen(engine, _taken(hands, rows), how)
    return hands._replace(win_tile=read_only(tiles)), used


def _taken(hands: Hands, rows: npt.NDArray[np.int64]) -> Hands:
    columns: tuple[Any, ...] = hands
    return Hands(*(read_only(column[rows]) for column in columns))


def _chosen(engine: Engine, hands: Hands, how: str) -> tuple[Tiles, Tiles]:
    """(the tile that each hand is scored with, the same where it is a win, else NO_TILE)."""
    owner, tile = np.nonzero(hands.counts)
    tried = _taken(hands, owner)._replace(win_tile=read_only(tile.astype(np.uint8)))
    worth, claimed = _worth(engine, tried, how), _worth(engine, hands, how)
    order = np.lexsort((tile, -worth, owner))
    rows, first = np.unique(owner[order], return_index=True)
    best = order[first]
    keep = (claimed[rows] > -np.inf) & (claimed[rows] >= worth[best])
    tiles = np.full(len(hands.counts), NO_TILE, np.uint8)
    used = tiles.copy()
    tiles[rows] = np.where(keep, NO_TILE, tile[best])
    used[rows] = np.where(keep | (worth[best] == -np.inf), NO_TILE, tile[best])
    return tiles, used


def _worth(engine: Engine, hands: Hands, how: str) -> npt.NDArray[np.float64]:
    """How good a choice each hand is: its points (for worst: fewer are better), minus infinity where it is no win."""
    found = engine.without_counts(hands)
    won = found.status >= BELOW_MINIMUM
    points = np.where(won, found.total, 0).astype(np.float64)
    return np.where(won, points if how == "best" else -points, -np.inf)
