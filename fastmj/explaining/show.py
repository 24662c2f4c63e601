"""An explanation as text for people, 80 columns wide."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from fastmj.explaining.entries import Entry
from fastmj.explaining.glyphs import JOINED, flower_glyphs, glyphs, letters, padded, width, wrapped
from fastmj.explaining.parts import Part, Reading
from fastmj.explaining.verdict import Verdict
from fastmj.explaining.wording import Naming, name_in, numbered, reason_words
from fastmj.hand import Hand
from fastmj.kernels.view import CLAIM, FORMS, View
from fastmj.notation import flower_mask, flower_text
from fastmj.tiles import NAMES

if TYPE_CHECKING:
    from fastmj.explain import Explanation

COLUMNS = 80
MOST_NAME = 48  # a longer name pushes its points to the right
SMALLER = "for the minimum"
WINS = {"discard": "by discard", "self_draw": "self-drawn", "robbed_kong": "by robbing a kong"}
OPENINGS = {"none": "", "heaven": "with the tiles dealt", "earth": "on the first discard"}

Drawing = Callable[[Iterable[int]], str]


def text(explanation: "Explanation", ascii: bool, names: str) -> str:
    """The whole explanation; tiles as letters alone where ``ascii``, Chinese names where ``names`` is ``zh``."""
    naming = name_in(names)
    return "\n".join(line.rstrip() for block in _blocks(explanation, ascii, naming) for line in block)


def _blocks(explanation: "Explanation", ascii: bool, naming: Naming) -> Iterator[list[str]]:
    score, taken = explanation.score, explanation.taken
    draw: Drawing = letters if ascii else glyphs
    yield [f"{score.hand.to_text()}  {score.rules.label}: {score.status.replace('_', ' ')}"]
    yield wrapped(", ".join(_context(score.hand, ascii)), "", COLUMNS)
    if taken is not None:
        columns = _Columns([*explanation.elements, *explanation.not_counted], naming)
        yield ["", "Claim" if taken.reading.view.form == CLAIM else "Reading", *_reading(taken.reading, ascii)]
        yield ["", "Elements"]
        for entry in explanation.elements:
            yield columns.lines(entry, _made_by(entry, taken.reading, draw, ascii))
        yield [*columns.sums(explanation)]
        if explanation.not_counted:
            yield ["", "Met, but not counted"]
        for entry in explanation.not_counted:
            yield columns.lines(entry, _made_by(entry, taken.reading, draw, ascii))
            yield wrapped(_because(entry, naming), columns.indent, COLUMNS)
        if explanation.others:
            yield ["", "Other readings"]
        for other in explanation.others:
            yield from _other(other, taken, explanation, naming)
    yield [*_end(explanation)]


def _context(hand: Hand, ascii: bool) -> Iterator[str]:
    """How the hand was won, as the input says."""
    yield f"seat {hand.seat}, round {hand.round}"
    if hand.win_tile is not None:
        yield WINS[hand.win_by] + (f" of {hand.discarder}" if hand.discarder else "")
    if hand.opening != "none":
        yield OPENINGS[hand.opening]
    if hand.last_tile:
        yield "last tile"
    if hand.last_of_kind:
        yield "last of its kind"
    if hand.kong_draws:
        yield "after a kong" if hand.kong_draws == 1 else f"after {hand.kong_draws} kongs in a row"
    if hand.flower_draw:
        yield "replacing a flower"
    if hand.flowers:
        drawn = "" if ascii else f"{flower_glyphs(flower_mask(hand.flowers))} "
        yield f"flowers {drawn}{hand.flowers}"
    if hand.feeder:
        yield f"fourth set fed by {hand.feeder}"
    if hand.fifth_tile:
        yield "fresh tile near the end"


def _reading(reading: Reading, ascii: bool) -> list[str]:
    """A line a set."""
    pictures = ["" if ascii else glyphs(part.slots) for part in reading.parts]
    tiles = [letters(part.slots) for part in reading.parts]
    wide, long = max(map(width, pictures), default=0), max(map(len, tiles), default=0)
    return [
        f"  {padded(picture, wide)}{'' if ascii else '  '}{tile:<{long}}  {_part(part, reading.view)}"
        for picture, tile, part in zip(pictures, tiles, reading.parts, strict=True)
    ]


def _part(part: Part, view: View) -> str:
    if part.kind == "tiles":
        known = FORMS[view.form] if view.form < len(FORMS) else "held" if view.form == CLAIM else "a hand by itself"
        words = known.replace("_", " ")
    else:
        how = "exposed " if part.exposed else "concealed " if part.meld else ""
        words = how + part.kind
    return words + (f", won with {NAMES[view.win_tile]}" if part.wins else "")


def _made_by(entry: Entry, reading: Reading, draw: Drawing, ascii: bool) -> str:
    """What makes an element."""
    causes = entry.causes
    found = ["the whole hand"] if causes.whole else []
    if not causes.whole:
        found += [" ".join(draw(reading.parts[i].slots) for i in group) for group in causes.groups]
    if causes.flowers:
        found.append(flower_text(causes.flowers) if ascii else flower_glyphs(causes.flowers))
    return ", ".join([*found, *causes.won])


def _because(entry: Entry, naming: Naming) -> str:
    return reason_words(entry.row, entry.reason, naming) if entry.reason else ""


class _Columns:
    """Number, name and points of elements below one another."""

    def __init__(self, entries: Sequence[Entry], naming: Naming) -> None:
        self._naming = naming
        self._number = max((len(entry.row.number) for entry in entries), default=0)
        self._name = max([len(SMALLER), *(min(width(naming(entry.row)), MOST_NAME) for entry in entries)])
        self.indent = " " * (4 + self._number)

    def _line(self, number: str, name: str, points: float, times: str = "") -> str:
        return f"  {number:>{self._number}}  {padded(name, self._name)} {points:>5g} {times:<3}"

    def lines(self, entry: Entry, made_by: str) -> list[str]:
        """An element; what makes it stands behind it, or below where there is no room."""
        times = f"x{entry.count}" if entry.count > 1 else ""
        line = self._line(entry.row.number, self._naming(entry.row), entry.points, times)
        if width(line) + 1 + width(made_by) <= COLUMNS:
            return [f"{line} {made_by}"]
        return [line, *wrapped(made_by, self.indent + "  ", COLUMNS)]

    def sums(self, explanation: "Explanation") -> Iterator[str]:
        """The total, and how it comes from the points of the elements."""
        score, taken = explanation.score, explanation.taken
        assert taken is not None
        if taken.sum != score.total:
            yield self._line("", "sum", taken.sum)
        if explanation.fixed not in (None, taken.sum):
            yield self._line("", "fixed worth", explanation.fixed or 0)
        if explanation.capped:
            yield self._line("", "cap", score.rules.cap or 0)
        yield self._line("", "total", score.total or 0)
        if explanation.outside:
            yield self._line("", SMALLER, taken.raw)


def _other(other: Verdict, taken: Verdict, explanation: "Explanation", naming: Naming) -> Iterator[list[str]]:
    """A reading not taken."""
    rules = explanation.score.rules
    why = ""
    if other.raw == taken.raw:
        why = "  (worth the same, but comes later)"
    elif other.raw > taken.raw:
        why = "  (final elements come first)"
    yield [f"  {other.total:>5g}  {other.reading.text}{why}"]
    rows = ((rules.row(key), count) for key, count in other.counts.items())
    points = [f"{numbered(row, naming)} {row.points * count:g}".replace(" ", JOINED) for row, count in rows]
    yield wrapped(", ".join(points) or "nothing", " " * 9, COLUMNS)


def _end(explanation: "Explanation") -> Iterator[str]:
    """The minimum, payments and notes."""
    score = explanation.score
    ends = []
    if score.total is not None and explanation.minimum:
        needed = f"{explanation.missing:g} more needed for the minimum of {explanation.minimum:g}"
        ends.append(needed if explanation.missing else f"the minimum of {explanation.minimum:g} is met")
    if score.payments is not None:
        ends.append("payments  " + "  ".join(f"{w} {p:+d}" for w, p in zip("ESWN", score.payments, strict=True)))
    ends += [line for note in explanation.notes for line in wrapped(f"{note.field}: {note.text}", "", COLUMNS)]
    if ends:
        yield from ["", *ends]
