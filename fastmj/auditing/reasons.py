"""What differs between a claim and a score, and why, from an explanation of the hand."""

from collections import Counter
from typing import NamedTuple

from fastmj.auditing.compare import Agreement, Claimed, Computed
from fastmj.explain import Explanation
from fastmj.explaining.data import entry_data
from fastmj.explaining.wording import name_in, reason_words
from fastmj.tiles import WIND_NAMES

TITLE = name_in("en")


class Difference(NamedTuple):
    """One thing that differs; the fields are those of the column ``differences``."""

    kind: str  # win, points, elements, payments
    element: str | None
    claimed: int | None  # points, or how often the element is claimed
    computed: float | None
    because: str
    excluded_by: tuple[str, ...] = ()  # elements beside which it does not count

    def __str__(self) -> str:
        """The difference in words."""
        if self.kind == "points":
            return f"{self.claimed} points claimed, {self.computed:g} scored"
        if self.element is None:
            return self.because
        claimed, computed = self.claimed or 0, int(self.computed or 0)
        if claimed and computed:
            return f"{self.element} claimed {_times(claimed)}, scored {_times(computed)}: {self.because}"
        return f"{self.element} {'claimed' if claimed else 'not claimed'}: {self.because}"


def differences(
    claimed: Claimed, computed: Computed, agreed: Agreement, explained: Explanation | ValueError
) -> list[Difference]:
    """All that differs; ``explained`` is the fault where the hand cannot be scored at all."""
    if isinstance(explained, ValueError):
        return [Difference("win", None, None, None, f"the hand is refused: {explained}")]
    found = [] if agreed.win else [Difference("win", None, None, None, _no_win(explained))]
    if agreed.points is False:
        found.append(Difference("points", None, claimed.total, computed.total, "the elements differ"))
    if agreed.elements is False:
        found += _elements(claimed, computed, explained)
    if agreed.points is False and not any(each.kind == "elements" for each in found):
        found = [each._replace(because="the same elements") if each.kind == "points" else each for each in found]
    if agreed.payments is False:
        found.append(Difference("payments", None, None, None, _payments(claimed, computed)))
    return found


def _no_win(explained: Explanation) -> str:
    score = explained.score
    if score.total is None:
        return "the hand is not a win"
    return f"the hand has {score.raw:g} points of the {explained.minimum:g} that it needs"


def _elements(claimed: Claimed, computed: Computed, explained: Explanation) -> list[Difference]:
    """The elements that are claimed more or less often than they score, in the order of the rule set."""
    named = Counter(name for name in claimed.elements if name is not None)
    order = [row.title for row in explained.score.rules.rows]
    titles = sorted(named | computed.elements, key=lambda title: (order.index(title) if title in order else -1, title))
    found = []
    for title in titles:
        counts = named[title], computed.elements[title]
        if counts[0] > counts[1]:
            found.append(Difference("elements", title, *counts, *_why_less(title, counts[1], explained)))
        elif counts[0] < counts[1] and None not in claimed.elements:
            found.append(Difference("elements", title, *counts, _made_by(title, explained)))
    if not found:
        lengths = len(claimed.elements), computed.elements.total()
        found.append(Difference("elements", None, *lengths, f"{lengths[0]} elements claimed, {lengths[1]} scored"))
    return found


def _why_less(title: str, computed: int, explained: Explanation) -> tuple[str, tuple[str, ...]]:
    """Why an element scores less often than is claimed, and the elements that exclude it."""
    rules = explained.score.rules
    if title not in (row.title for row in rules.rows):
        return f"{rules.label} has no such element", ()
    for entry in explained.not_counted:
        if entry.row.title == title and entry.reason is not None:
            others = tuple(other.title for other in entry.reason.rows)
            return f"met, but {reason_words(entry.row, entry.reason, TITLE)}", others
    for other in explained.others:
        if any(rules.row(key).title == title for key in other.counts):
            return f"only read as {other.reading.text}, worth {other.total:g}", ()
    return "it is met no more often" if computed else "the hand does not meet it", ()


def _made_by(title: str, explained: Explanation) -> str:
    """What makes an element that scores, and its points."""
    if explained.taken is None:
        return ""
    parts = []
    for entry in explained.elements:
        if entry.row.title == title:
            made = entry_data(entry, explained.taken.reading, TITLE)["made_by"]
            sets = ["the whole hand"] if made["whole_hand"] else [" ".join(group) for group in made["sets"]]
            flowers = [made["flowers"]] if made["flowers"] else []
            parts.append(f"{entry.points:g} by {', '.join([*sets, *flowers, *made['won']])}")
    return "; ".join(parts)


def _payments(claimed: Claimed, computed: Computed) -> str:
    return f"payments {_paid(claimed.payments)} claimed, {_paid(computed.payments)} due"


def _paid(payments: list[int] | None) -> str:
    return " ".join(f"{wind} {points:+d}" for wind, points in zip(WIND_NAMES, payments or (), strict=False))


def _times(count: int) -> str:
    return ("once", "twice")[count - 1] if count < 3 else f"{count} times"
