"""What a hand scores under a rule set whose elements are named, not numbered as fans."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    """Status and score; a refused hand has neither points nor elements, and payments only as a penalty."""

    status: str
    total: int | None = None
    raw: int | None = None
    limit: bool = False
    elements: Mapping[str, int] = MappingProxyType({})
    payments: tuple[int, ...] | None = None


def with_defaults(given: Mapping[str, Any], known: Mapping[str, Iterable[Any]]) -> dict[str, Any]:
    """Every option with its value; `known` lists the values of each, the default first."""
    unknown = set(given) - set(known)
    if unknown:
        raise ValueError(f"unknown options {sorted(unknown)}; known are {', '.join(known)}")
    return {name: next(iter(values)) for name, values in known.items()} | dict(given)


def paid_by(shares: Mapping[int, int], winner: int) -> tuple[int, ...]:
    """Payments to E, S, W, N, where each seat but the winner's pays its share (0 where it is not named)."""
    paid = [0 if seat == winner else -shares.get(seat, 0) for seat in range(4)]
    paid[winner] = -sum(paid)
    return tuple(paid)
