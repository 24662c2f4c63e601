"""Who pays whom: what the payments of rule sets have in common."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fastmj.hands import Hands
from fastmj.status import OK
from fastmj.tiles import NO_TILE, ROBBED_KONG, SELF_DRAW

if TYPE_CHECKING:
    from fastmj.engine import ScoreArrays

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int32]
Paid = tuple[Ints, Bools]
"""(points paid to E, S, W, N (n, 4), which rows have payments (n,))"""
SEATS = np.arange(4)[None, :]


def drawn(hands: Hands) -> Bools:
    """Self-drawn, or a claim that needs no winning tile: all three pay."""
    found: Bools = (hands.win_by == SELF_DRAW) | (hands.win_tile == NO_TILE)
    return found


def robbed(hands: Hands) -> Bools:
    """Won by robbing a kong; ``discarder`` is the seat that was robbed."""
    found: Bools = (hands.win_by == ROBBED_KONG) & (hands.win_tile != NO_TILE)
    return found


def payable(hands: Hands, scores: "ScoreArrays") -> Bools:
    """The hand may be declared, and it is known who pays."""
    found: Bools = (scores.status == OK) & (drawn(hands) | (hands.discarder < 4))
    return found


def from_chart(chart: tuple[int, ...], points: npt.NDArray[Any], rows: Bools) -> Ints:
    """What a chart from 0 points up says of the points; past its end its last entry; 0 where not ``rows``."""
    index = np.clip(np.where(rows, points, 0).astype(np.int64), 0, len(chart) - 1)
    return np.where(rows, np.array(chart, np.int32)[index], 0).astype(np.int32)


def paid(hands: Hands, valid: Bools, *, each: Any, thrower: Any) -> Paid:
    """The winner gets ``thrower`` from who discarded, if anybody did, and ``each`` from the other losers."""
    seat, discarder = hands.seat[:, None], hands.discarder[:, None]
    amount = np.where(discarder == SEATS, np.reshape(thrower, (-1, 1)), np.reshape(each, (-1, 1)))
    return settled(hands, np.where(seat == SEATS, 0, amount), valid)


def settled(hands: Hands, losses: npt.NDArray[Any], valid: Bools) -> Paid:
    """What the losers (n, 4) pay goes to the winner; rows that are not valid pay nothing."""
    losses = np.where(valid[:, None], losses, 0)
    winner = (hands.seat[:, None] == SEATS) * losses.sum(1, keepdims=True)
    return (winner - losses).astype(np.int32), valid
