"""An explanation as plain data."""

from typing import Any

from fastmj.explaining.entries import Entry
from fastmj.explaining.glyphs import letters
from fastmj.explaining.parts import Part, Reading
from fastmj.explaining.verdict import Verdict
from fastmj.explaining.wording import Naming, reason_words
from fastmj.notation import flower_text
from fastmj.rules.ruleset import RuleSet


def part_data(part: Part) -> dict[str, Any]:
    """A set of the reading taken."""
    return {
        "tiles": letters(part.slots),
        "kind": part.kind,
        "exposed": part.exposed,
        "meld": part.meld,
        "wins": part.wins,
    }


def entry_data(entry: Entry, reading: Reading, naming: Naming) -> dict[str, Any]:
    """An element with what makes it, and why it does not count if it does not."""
    causes = entry.causes
    made_by = {
        "sets": [[letters(reading.parts[i].slots) for i in group] for group in causes.groups],
        "whole_hand": causes.whole,
        "flowers": flower_text(causes.flowers),
        "won": list(causes.won),
    }
    found = {
        "element": naming(entry.row),
        "number": entry.row.number,
        "count": entry.count,
        "points": entry.points,
        "made_by": made_by,
    }
    if entry.reason is not None:
        found["because"] = {
            "rule": entry.reason.rule,
            "elements": [naming(row) for row in entry.reason.rows],
            "words": reason_words(entry.row, entry.reason, naming),
        }
    return found


def other_data(rules: RuleSet, verdict: Verdict, naming: Naming) -> dict[str, Any]:
    """A reading that was not taken."""
    elements = [
        {"element": naming(row), "count": count, "points": row.points * count}
        for row, count in ((rules.row(key), count) for key, count in verdict.counts.items())
    ]
    return {"reading": verdict.reading.text, "total": verdict.total, "raw": verdict.raw, "elements": elements}
