"""Why a hand scores what it scores."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from fastmj.arrays_in import hands_of_one
from fastmj.engine import engine
from fastmj.explaining.data import entry_data, other_data, part_data
from fastmj.explaining.entries import Entry, entries_of
from fastmj.explaining.notes import Note, notes_on
from fastmj.explaining.parts import Part, readings_of
from fastmj.explaining.show import text
from fastmj.explaining.verdict import Verdict, best, judge
from fastmj.explaining.wording import name_in
from fastmj.score import Score, score

if TYPE_CHECKING:
    from fastmj.hand import Hand
    from fastmj.rules.ruleset import RuleSet

Names = Literal["en", "zh"]


@dataclass(frozen=True)
class Explanation:
    """A scored hand and why it scores that; ``str()`` and ``text()`` are for people, ``as_dict()`` for programs.

    A hand that is no win has no reading, and no elements.
    """

    score: Score
    minimum: float
    missing: float  # points up to the minimum; 0 where it is met
    taken: Verdict | None  # the reading taken
    elements: tuple[Entry, ...]  # what it scores, and which sets make it
    not_counted: tuple[Entry, ...]  # what it meets besides, and why that does not count
    others: tuple[Verdict, ...]  # the readings not taken
    notes: tuple[Note, ...]  # what of the input changed nothing, or was put right

    @property
    def sets(self) -> tuple[Part, ...]:
        """The sets of the reading taken: melds as they are written, then the concealed ones."""
        return self.taken.reading.parts if self.taken is not None else ()

    @property
    def fixed(self) -> float | None:
        """What the hand is worth whatever it holds, where an element makes it so."""
        return self.score.rules.fixed if self.taken is not None and self.taken.final else None

    @property
    def capped(self) -> bool:
        """The elements are worth more than the rule set's cap."""
        cap = self.score.rules.cap
        return self.taken is not None and cap is not None and self.taken.sum > cap

    @property
    def outside(self) -> float:
        """Points that do not count for the minimum."""
        rows = self.score.rules.rows
        counts = self.taken.counts if self.taken is not None else {}
        return sum(row.points * counts.get(row.key, 0) for row in rows if row.outside)

    def as_dict(self, names: Names = "en") -> dict[str, Any]:
        """The same as plain data, for JSON; with ``names="zh"`` elements have their Chinese names where there are any."""
        s, naming = self.score, name_in(names)
        reading = self.taken.reading if self.taken is not None else None
        lines = [
            [entry_data(entry, reading, naming) for entry in entries] if reading is not None else []
            for entries in (self.elements, self.not_counted)
        ]
        return {
            "hand": s.hand.to_text(),
            "rules": s.rules.label,
            "status": s.status,
            "total": s.total,
            "raw": s.raw,
            "limit": s.limit,
            "reading": s.split or None,
            "sets": [part_data(part) for part in self.sets],
            "elements": lines[0],
            "not_counted": lines[1],
            "other_readings": [other_data(s.rules, other, naming) for other in self.others],
            "sum": self.taken.sum if self.taken is not None else None,
            "fixed": self.fixed,
            "cap": s.rules.cap,
            "payments": s.payments,
            "minimum": self.minimum,
            "missing": self.missing,
            "notes": [note._asdict() for note in self.notes],
        }

    def text(self, *, ascii: bool = False, names: Names = "en") -> str:
        """For people, 80 columns wide; ``ascii`` leaves out the pictures of tiles, ``names="zh"`` is as in ``as_dict``."""
        return text(self, ascii, names)

    def __str__(self) -> str:
        """The whole explanation with pictures of tiles."""
        return self.text()


def explain(
    hand: "str | Hand", rules: "str | RuleSet" = "mcr", *, dialect: str = "mpsz", **context_and_options: Any
) -> Explanation:
    """Explain one hand; the arguments and errors are those of ``score``.

    The total, the elements and the reading are those of ``score``. Sets, reasons and the other readings come from the same
    detectors, asked once more. ``ValueError`` for a detector of somebody else's that does not give one answer twice.
    """
    found = score(hand, rules, dialect=dialect, **context_and_options)
    hands = hands_of_one(found.hand.to_row())
    verdicts = [judge(found.rules, reading) for reading in readings_of(hands, found.rules)]
    taken = best(verdicts) if verdicts else None
    _check_same(found, taken)
    counted, left = entries_of(found.rules, taken) if taken is not None else ((), ())
    view = taken.reading.view if taken is not None else None
    minimum = found.rules.minimum
    return Explanation(
        score=found,
        minimum=minimum,
        missing=max(0.0, minimum - found.raw) if found.raw is not None else 0.0,
        taken=taken,
        elements=counted,
        not_counted=left,
        others=tuple(verdict for verdict in verdicts if verdict is not taken),
        notes=notes_on(found.hand, found.rules, hands, engine(found.rules)(hands), view),
    )


def _check_same(found: Score, taken: Verdict | None) -> None:
    """What detectors of somebody else's do that is not defined, as to shift by -1, may come out otherwise each time."""
    counts = taken.counts if taken is not None else {}
    for row in found.rules.rows:
        bulk, alone = found.elements.get(row.title, 0), counts.get(row.key, 0)
        if bulk != alone and found.total is not None:
            raise ValueError(
                f"rule set {found.rules.name!r}: {row.title!r} is found {bulk} times when {found.hand.to_text()} is scored, "
                f"{alone} times when asked again: its detector does something undefined, as to shift by less than 0 or by "
                "more than 63"
            )
