"""Why a hand scores what it scores."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastmj.score import Score, score

if TYPE_CHECKING:
    from fastmj.hand import Hand
    from fastmj.rules.ruleset import RuleSet


@dataclass(frozen=True)
class Explanation:
    """A scored hand with what is missing to the minimum; ``str()`` is for people, ``as_dict()`` for programs."""

    score: Score
    minimum: float
    missing: float  # points up to the minimum; 0 where it is met

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        s = self.score
        return {
            "hand": s.hand.to_text(),
            "rules": s.rules.label,
            "status": s.status,
            "total": s.total,
            "raw": s.raw,
            "limit": s.limit,
            "reading": s.split or None,
            "elements": [{"element": e, "count": n, "points": s.points[e]} for e, n in s.elements.items()],
            "payments": s.payments,
            "minimum": self.minimum,
            "missing": self.missing,
        }

    def __str__(self) -> str:
        """The score's table, and how many points are missing."""
        if not self.missing:
            return str(self.score)
        return f"{self.score}\n{self.missing:g} more needed for the minimum of {self.minimum:g}"


def explain(
    hand: "str | Hand", rules: "str | RuleSet" = "mcr", *, dialect: str = "mpsz", **context_and_options: Any
) -> Explanation:
    """Explain one hand; the arguments and errors are those of ``score``."""
    found = score(hand, rules, dialect=dialect, **context_and_options)
    minimum = found.rules.minimum
    missing = max(0.0, minimum - found.raw) if found.raw is not None else 0.0
    return Explanation(found, minimum, missing)
