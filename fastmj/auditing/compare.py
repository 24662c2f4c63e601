"""Whether what is claimed of a win agrees with what is computed."""

from collections import Counter
from typing import NamedTuple


class Claimed(NamedTuple):
    """What a log says of a win."""

    total: int
    elements: tuple[str | None, ...]  # repeated by count; None where the log lost the name
    payments: list[int] | None


class Computed(NamedTuple):
    """What the scorer says of it; nothing but the status of a hand that is no win."""

    status: str
    total: float | None
    elements: Counter[str]
    payments: list[int] | None


class Agreement(NamedTuple):
    """Whether they agree; None where one side says nothing."""

    win: bool
    points: bool | None
    elements: bool | None
    payments: bool | None

    @property
    def whole(self) -> bool:
        """Nothing differs."""
        return False not in self


def agreement(claimed: Claimed, computed: Computed) -> Agreement:
    """Compare a claim with a score, part by part."""
    scored = computed.total is not None
    paid = claimed.payments is not None and computed.payments is not None
    return Agreement(
        win=computed.status == "ok",
        points=claimed.total == computed.total if scored else None,
        elements=_elements_agree(claimed.elements, computed.elements) if scored else None,
        payments=claimed.payments == computed.payments if paid else None,
    )


def _elements_agree(claimed: tuple[str | None, ...], computed: Counter[str]) -> bool | None:
    """None where names are lost, and what is left of them contradicts nothing."""
    named = Counter(name for name in claimed if name is not None)
    if None not in claimed:
        return named == computed
    return None if named <= computed and len(claimed) == computed.total() else False
