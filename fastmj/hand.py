"""One hand and how it was won, for people. Many hands belong in a table or in arrays."""

import operator
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from fastmj import notation
from fastmj.tiles import (
    CHOW,
    FLAG_EARTH,
    FLAG_FIFTH_TILE,
    FLAG_FLOWER_DRAW,
    FLAG_HEAVEN,
    FLAG_LAST_OF_KIND,
    FLAG_LAST_TILE,
    KINDS,
    KONG_DRAWS_SHIFT,
    MELD_CODES,
    NO_SEAT,
    NO_TILE,
    PUNG,
    WIN_BY_NAMES,
    WIND_NAMES,
)

if TYPE_CHECKING:
    from fastmj.explain import Explanation
    from fastmj.score import Score

MOST_KONG_DRAWS = 4
OPENINGS = ("none", "heaven", "earth")
_FLAG_FIELDS = {
    "last_tile": FLAG_LAST_TILE,
    "last_of_kind": FLAG_LAST_OF_KIND,
    "flower_draw": FLAG_FLOWER_DRAW,
    "fifth_tile": FLAG_FIFTH_TILE,
}
_OPENING_BITS = {"none": 0, "heaven": FLAG_HEAVEN, "earth": FLAG_EARTH}


@dataclass(frozen=True)
class Hand:
    """A hand and how it was won. A value that no hand can have raises ``ValueError`` naming field, value and what fits.

    Values are checked one by one. Whether they fit together (14 tiles, four copies, a kong for the kong draw) is found
    when the hand is scored.
    """

    counts: tuple[int, ...]
    """Concealed tiles by slot, 34 counts, the winning tile among them."""
    melds: tuple[int, ...] = ()
    """One byte ``b`` a meld: 1-34 chow from slot ``b - 1``, 35-68 pung, 69-102 exposed, 103-136 concealed kong."""
    win_tile: int | None = None
    """Slot of the winning tile; None for a claim without one, or for tiles that are only held."""
    win_by: str = "discard"
    """``discard``, ``self_draw`` or ``robbed_kong``."""
    last_tile: bool = False
    """The last tile of the wall (self_draw) or the last discard (discard)."""
    kong_draws: int = 0
    """Consecutive kongs in this turn whose replacement is the winning tile, 0-4."""
    flower_draw: bool = False
    """The winning tile replaced a flower."""
    last_of_kind: bool = False
    """The other three copies are visible to all."""
    opening: str = "none"
    """``none``, ``heaven`` or ``earth``."""
    seat: str = "E"
    """Seat wind of the winner."""
    round: str = "E"
    """Round wind."""
    flowers: str = ""
    """Such as ``1f5f``."""
    discarder: str | None = None
    """Seat that discarded the tile or whose kong was robbed."""
    feeder: str | None = None
    """Seat that threw the tile for the winner's fourth exposed set, where a rule set asks."""
    fifth_tile: bool = False
    """The winning tile was thrown fresh with fewer than five tiles left, where a rule set asks."""

    def __post_init__(self) -> None:
        """Check each value, and bring counts, melds and flowers into one form so that equal hands are equal."""
        self._set("counts", _whole_numbers("counts", self.counts, 0, notation.MOST_COPIES))
        if len(self.counts) != KINDS:
            raise ValueError(f"counts: one count a kind of tile, {KINDS} in all, not {len(self.counts)}")
        self._set("melds", tuple(meld for meld in _whole_numbers("melds", self.melds, 0, MELD_CODES - 1) if meld))
        if len(self.melds) > notation.MOST_MELDS:
            raise ValueError(f"melds: at most {notation.MOST_MELDS} melds, not {len(self.melds)}")
        for meld in self.melds:
            if meld < PUNG and (meld - CHOW >= 27 or (meld - CHOW) % 9 > 6):
                raise ValueError(f"melds: {meld} would be a chow that starts at slot {meld - CHOW}, there is none")
        if self.win_tile is not None:
            self._set("win_tile", _whole_number("win_tile", self.win_tile, 0, KINDS - 1))
        self._set("kong_draws", _whole_number("kong_draws", self.kong_draws, 0, MOST_KONG_DRAWS))
        for name in _FLAG_FIELDS:
            self._set(name, bool(_one_of(name, getattr(self, name), (False, True))))
        _one_of("win_by", self.win_by, WIN_BY_NAMES)
        _one_of("opening", self.opening, OPENINGS)
        for name in ("seat", "round"):
            _one_of(name, getattr(self, name), tuple(WIND_NAMES))
        for name in ("discarder", "feeder"):
            _one_of(name, getattr(self, name), (None, *WIND_NAMES))
        if not isinstance(self.flowers, str):
            raise ValueError(f"flowers: {self.flowers!r} is not accepted, a text such as '1f5f' is")
        self._set("flowers", notation.flower_text(notation.flower_mask(self.flowers)))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @classmethod
    def parse(cls, text: str, dialect: str = "mpsz", **context: Any) -> "Hand":
        """Read a hand in a named dialect (``mpsz``, ``official``, ``botzone``; see ``fastmj.notation``).

        ``context`` holds the other fields of ``Hand``. What the text itself states (flowers, the tail of ``official``)
        need not be given again; given otherwise it is refused. Raises ``NotationError``, a ``ValueError`` with a
        ``status``.
        """
        read = notation.read(text, dialect)
        unknown = [name for name in context if name not in _CONTEXT]
        if unknown:
            raise ValueError(f"unknown context {', '.join(unknown)}: the known names are {', '.join(_CONTEXT)}")
        given = cls(read.counts, read.melds, read.win_tile, **read.context | context)
        for name, stated in read.context.items():
            kept = getattr(given, name)
            if name == "kong_draws":  # a text says only whether there was one
                kept = min(kept, 1)
            if kept != stated:
                raise notation.NotationError(
                    f"{name}: the hand {text!r} says {stated!r}, {context[name]!r} is given beside it", "bad_context"
                )
        return given

    def to_text(self, dialect: str = "mpsz") -> str:
        """The hand in a named dialect, for ``parse``. Context that the dialect has no place for is not in the text."""
        context = {name: getattr(self, name) for name in _CONTEXT}
        return notation.write(notation.HandText(self.counts, self.melds, self.win_tile, context), dialect)

    def to_row(self) -> dict[str, Any]:
        """The typed columns of a table of hands, one value each (255: no winning tile, no such seat)."""
        flags = sum(bit for name, bit in _FLAG_FIELDS.items() if getattr(self, name))
        return {
            "hand": bytes(self.counts),
            "melds": bytes(self.melds).ljust(notation.MOST_MELDS, b"\0"),
            "win_tile": NO_TILE if self.win_tile is None else self.win_tile,
            "win_by": WIN_BY_NAMES.index(self.win_by),
            "flags": flags | _OPENING_BITS[self.opening] | self.kong_draws << KONG_DRAWS_SHIFT,
            "seat": WIND_NAMES.index(self.seat),
            "round": WIND_NAMES.index(self.round),
            "flowers": notation.flower_mask(self.flowers),
            "discarder": NO_SEAT if self.discarder is None else WIND_NAMES.index(self.discarder),
            "feeder": NO_SEAT if self.feeder is None else WIND_NAMES.index(self.feeder),
        }

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "Hand":
        """The hand of a row of typed columns, the reverse of ``to_row``; only ``hand`` is required.

        Names that are no hand column are ignored, None is none for ``discarder`` and ``feeder``.
        """
        if not isinstance(row, Mapping):
            raise TypeError(f"row: a mapping of names of columns to values is needed, got {row!r}")
        if "hand" not in row:
            raise ValueError(f"a row needs the column hand, it has {', '.join(row) or 'none'}")
        flags = _whole_number("flags", row.get("flags", 0), 0, 0xFFFF)
        known = sum(_FLAG_FIELDS.values()) | FLAG_HEAVEN | FLAG_EARTH | 7 << KONG_DRAWS_SHIFT
        if flags & ~known or (flags & FLAG_HEAVEN and flags & FLAG_EARTH):
            raise ValueError(
                f"flags: {flags:#x} has unknown bits, or heaven and earth together (known bits: {known:#x})"
            )
        win_tile = _whole_number("win_tile", row.get("win_tile", NO_TILE), 0, NO_TILE)
        return cls(
            row["hand"],
            row.get("melds", ()),
            None if win_tile == NO_TILE else win_tile,
            win_by=WIN_BY_NAMES[_whole_number("win_by", row.get("win_by", 0), 0, len(WIN_BY_NAMES) - 1)],
            kong_draws=flags >> KONG_DRAWS_SHIFT,
            opening="heaven" if flags & FLAG_HEAVEN else "earth" if flags & FLAG_EARTH else "none",
            seat=WIND_NAMES[_whole_number("seat", row.get("seat", 0), 0, 3)],
            round=WIND_NAMES[_whole_number("round", row.get("round", 0), 0, 3)],
            flowers=notation.flower_text(_whole_number("flowers", row.get("flowers", 0), 0, 0xFF)),
            discarder=_seat_or_none("discarder", row.get("discarder")),
            feeder=_seat_or_none("feeder", row.get("feeder")),
            **{name: bool(flags & bit) for name, bit in _FLAG_FIELDS.items()},
        )

    def score(self, rules: Any = "mcr", **options: Any) -> "Score":
        """``fastmj.score`` of this hand."""
        import fastmj

        return fastmj.score(self, rules=rules, **options)

    def is_win(self, rules: Any = "mcr", **options: Any) -> bool:
        """Whether the hand is complete: ``fastmj.is_win`` of this hand. ``ValueError`` as ``shanten``."""
        from fastmj.one_hand import is_win

        return is_win(self, rules, **options)

    def waits(self, rules: Any = "mcr", form: str = "any", formal: bool = False, **options: Any) -> list[str]:
        """The kinds that complete the hand, as ``["9m", ...]``; the winning tile, if any, is put aside first.

        ``fastmj.waits`` of this hand. ``ValueError`` for a hand that cannot wait: not 13 tiles (3 less a meld), five of a
        kind.
        """
        from fastmj.one_hand import waits

        return waits(self, rules, form, formal, **options)

    def shanten(self, rules: Any = "mcr", form: str = "any", **options: Any) -> int:
        """How many tiles the hand is from being ready: 0 ready, -1 complete; 127 where its melds rule the form out.

        ``fastmj.shanten`` of this hand. ``ValueError`` for what is no hand: not 13 or 14 tiles (3 less a meld), five of a
        kind.
        """
        from fastmj.one_hand import shanten

        return shanten(self, rules, form, **options)

    def acceptance(
        self, rules: Any = "mcr", form: str = "any", visible: Any = None, **options: Any
    ) -> list[dict[str, Any]]:
        """What helps after each discard: ``[{"discard": "9m", "shanten": 0, "tiles": ["1p", "4p"], "left": 6}, ...]``.

        ``fastmj.acceptance`` of this hand; a hand of 13 tiles has one item, whose discard is None. ``visible``: 34 numbers.
        ``ValueError`` as ``shanten``.
        """
        from fastmj.one_hand import acceptance

        return acceptance(self, rules, form, visible, **options)

    def win_points(self, rules: Any = "mcr", **options: Any) -> dict[str, float]:
        """The points on each tile that may be declared, as ``{"9m": 12.0, ...}``, with what the hand says of how it is won.

        ``fastmj.win_points`` of this hand; the winning tile, if any, is put aside first. ``ValueError`` as ``waits``.
        """
        from fastmj.one_hand import win_points

        return win_points(self, rules, **options)

    def explain(self, rules: Any = "mcr", **options: Any) -> "Explanation":
        """``fastmj.explain`` of this hand."""
        import fastmj

        return fastmj.explain(self, rules=rules, **options)

    def decompositions(self) -> list[str]:
        """Every way to read the concealed tiles as sets and one pair: ``["123m 456p 777z 55s", ...]``, sets, then the pair.

        The winning tile counts; melds are left out. ValueError where the tiles are not 14 (three less for each meld) or
        more than four of a kind.
        """
        from fastmj.decompose import decompositions

        return decompositions(self)


_CONTEXT = tuple(field.name for field in fields(Hand))[3:]


def _whole_number(name: str, value: Any, low: int, high: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"{name}: {value!r} is not accepted, a whole number from {low} to {high} is")
    return number


def _whole_numbers(name: str, values: Any, low: int, high: int) -> tuple[int, ...]:
    try:
        each = list(values)
    except TypeError:
        raise ValueError(f"{name}: {values!r} is not accepted, a sequence of whole numbers is") from None
    return tuple(_whole_number(name, value, low, high) for value in each)


def _one_of(name: str, value: Any, accepted: tuple[Any, ...]) -> Any:
    if value not in accepted:
        raise ValueError(f"{name}: {value!r} is not accepted, one of {', '.join(map(repr, accepted))} is")
    return value


def _seat_or_none(name: str, code: Any) -> str | None:
    if code is None or code == NO_SEAT:
        return None
    return WIND_NAMES[_whole_number(name, code, 0, 3)]
