"""What exactly is wrong with a row: the rule it breaks and the value that breaks it, in words for people."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import columns, notation, status, tiles
from fastmj.arrow_in import NONE_IF_NULL, WORDS
from fastmj.hands import Hands
from fastmj.schema import ACCEPTED, FLAG_COLUMNS, MATRIX, kind_of

_CODES = {"win_by": 2, "seat": 3, "round": 3, "flowers": 255, "discarder": 3, "feeder": 3, "kong_draws": 4}
_KNOWN_FLAGS = 0b111_00_111111
_LONGEST = 80


class Row(NamedTuple):
    """One hand as Python numbers, and what the input said in its own words."""

    counts: list[int]
    melds: list[int]
    win_tile: int
    win_by: int
    flags: int
    seat: int
    round: int
    flowers: int
    discarder: int
    feeder: int
    given: dict[str, Any]  # column of the input -> its value
    dialect: str
    rules_column: str = ""  # the column that names the row's rule set, where one does

    def value(self, name: str) -> Any:
        """The value as the input had it, or else as it was read."""
        return self.given.get(name, self.kong_draws if name == "kong_draws" else getattr(self, name, None))

    @property
    def kongs(self) -> int:
        """Exposed and concealed kongs."""
        return sum(meld >= tiles.KONG for meld in self.melds)

    @property
    def exposed(self) -> int:
        """Melds that are no concealed kong."""
        return sum(0 < meld < tiles.CONCEALED_KONG for meld in self.melds)

    @property
    def kong_draws(self) -> int:
        """The number in bits 8-10 of the flags."""
        return self.flags >> tiles.KONG_DRAWS_SHIFT & 7

    def has(self, flag: int) -> bool:
        """Whether one of the flags is set."""
        return bool(self.flags & flag)

    def copies(self) -> list[int]:
        """How many of each kind the hand holds, melds counted."""
        held = list(self.counts)
        for meld in filter(_is_meld, self.melds):
            for slot in notation.meld_slots(meld):
                held[slot] += 1
        return held

    def text(self) -> str:
        """The hand in words, shortened where it is absurd."""
        text = self.given.get("hand")
        if not isinstance(text, str):
            win = self.win_tile if self.win_tile < tiles.KINDS and self.counts[self.win_tile] else None
            text = notation.write(notation.HandText(tuple(self.counts), tuple(filter(_is_meld, self.melds)), win, {}))
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def first_fault(
    batch: pa.RecordBatch | None,
    hands: Hands,
    found: npt.NDArray[np.uint8],
    *,
    first_row: int = 0,
    below: int = status.NOT_A_WIN,
    dialect: str = "mpsz",
    rules_column: str = "",
) -> str | None:
    """One line about the first row whose status `found` comes before `below`: row, column, value, rule broken; or None.

    `batch` holds the columns the hands were read from (None: they came as arrays), `first_row` is the number of its
    first row in the whole input, `rules_column` the column that names each row's rule set, where one does. By default
    only faults of the input count; ``below=BELOW_MINIMUM`` counts what is no win too.
    """
    bad = np.flatnonzero(found < below)
    if not bad.size:
        return None
    at = int(bad[0])
    return f"row {first_row + at}, {fault(batch, hands, at, int(found[at]), dialect, rules_column)}"


def fault(
    batch: pa.RecordBatch | None, hands: Hands, at: int, found: int, dialect: str = "mpsz", rules_column: str = ""
) -> str:
    """Why row `at` has the status `found`: ``column 'hand': 5 copies of 3p, a hand has at most 4 (got 33333p)``."""
    return "; ".join(_FAULTS[found](row(batch, hands, at, dialect, rules_column)))


def row(batch: pa.RecordBatch | None, hands: Hands, at: int, dialect: str = "mpsz", rules_column: str = "") -> Row:
    """Row `at`: as it was read, and as the columns of `batch` have it."""
    given = {}
    if batch is not None:
        given = {
            name: _value(batch.column(name), at) for name in (*ACCEPTED, rules_column) if name in batch.schema.names
        }
    numbers = {name: getattr(hands, name)[at].tolist() for name in hands._fields if name != "status"}
    return Row(**numbers, given=given, dialect=dialect, rules_column=rules_column)


def _missing(row: Row) -> Iterator[str]:
    nothing = True
    for name, value in row.given.items():
        if value is None and name not in NONE_IF_NULL:
            yield f"column {name!r} is null"
        elif isinstance(value, list) and None in value:
            yield f"column {name!r} holds a null: {value}"
        else:
            continue
        nothing = False
    if nothing and isinstance(row.given.get("hand"), str):
        yield f"column 'hand': no winning tile, which stands after a '+' (got {row.text()})"
    elif nothing:
        yield f"column 'win_tile': no winning tile ({tiles.NO_TILE})"


def _unknown_rules(row: Row) -> Iterator[str]:
    yield f"column {row.rules_column!r}: no such rule set ({row.value(row.rules_column)!r})"


def _unreadable(row: Row) -> Iterator[str]:
    for name, width in MATRIX.items():
        value = row.given.get(name)
        if isinstance(value, str):
            yield _unreadable_text(value, row.dialect)
        elif value is not None and len(value) != width:
            yield f"column {name!r} holds {len(value)} values, {width} are needed"


def _unreadable_text(text: str, dialect: str) -> str:
    try:
        notation.read(text, dialect)
    except notation.NotationError as error:
        return f"column 'hand': {error}"
    return f"column 'hand': no hand (got {text})"


def _bad_tile(row: Row) -> Iterator[str]:
    value = row.value("win_tile")
    yield f"column 'win_tile': {value} is no tile, tiles are 0-{tiles.KINDS - 1} ({tiles.NO_TILE} = none)"


def _bad_meld(row: Row) -> Iterator[str]:
    if isinstance(row.given.get("hand"), str):
        yield _unreadable_text(row.given["hand"], row.dialect)
        return
    for meld in row.value("melds"):
        if not 0 <= meld < tiles.MELD_CODES:
            yield f"column 'melds': {meld} is no meld, melds are 1-{tiles.MELD_CODES - 1} (0 = none)"
        elif meld and not _is_meld(meld):
            first = tiles.NAMES[meld - tiles.CHOW]
            yield f"column 'melds': {meld} would be a chow that starts at {first}, there is none"


def _is_meld(meld: int) -> bool:
    first = meld - tiles.CHOW
    return tiles.PUNG <= meld < tiles.MELD_CODES or (0 <= first < 27 and first % 9 < 7)


def _wrong_tile_count(row: Row) -> Iterator[str]:
    held, melds = sum(row.counts), sum(meld > 0 for meld in row.melds)
    beside = f" beside {melds} meld{'s' * (melds > 1)}" * (melds > 0)
    yield f"column 'hand': {held} tiles{beside}, with the winning tile {14 - 3 * melds} are needed (got {row.text()})"


def _too_many_copies(row: Row) -> Iterator[str]:
    many = [f"{n} copies of {tiles.NAMES[slot]}" for slot, n in enumerate(row.copies()) if n > 4]
    if len(many) > 3:
        many[2:] = [f"too many of {len(many) - 2} more kinds"]
    yield f"column 'hand': {' and '.join(many)}, a hand has at most 4 (got {row.text()})"


def _win_tile_not_in_hand(row: Row) -> Iterator[str]:
    yield (
        f"column 'win_tile': {row.win_tile} ({tiles.NAMES[row.win_tile]}) is not among the concealed tiles, "
        f"which include the winning tile (got {row.text()})"
    )


def _bad_context(row: Row) -> Iterator[str]:
    # between codes that are not known there is nothing to contradict
    yield from (
        list(_unknown_codes(row))
        or list(_contradictions(row))
        or [f"columns {', '.join(map(repr, WORDS))}: they contradict each other (got {row._asdict()})"]
    )


def _unknown_codes(row: Row) -> Iterator[str]:
    for name in (*_CODES, "opening"):
        value = row.value(name)
        if value is None:
            known = True
        elif isinstance(value, str):
            known = WORDS[name](value) is not None
        else:
            known = 0 <= value <= _CODES[name] or (name in NONE_IF_NULL and value == tiles.NO_SEAT)
        if not known:
            column = _column(row, name)
            shown = f"{value!r}" if column == name else f"{name} {value!r}"
            yield f"column {column!r}: {shown} is unknown; accepted: {ACCEPTED[name].words}"
    flags = row.value("flags")
    if not 0 <= flags <= 0xFFFF or flags & ~_KNOWN_FLAGS:
        yield f"column 'flags': {flags:#x} has unknown bits, known are {_KNOWN_FLAGS:#x}"


def _contradictions(row: Row) -> Iterator[str]:
    heaven, earth, flower = (row.has(bit) for bit in (tiles.FLAG_HEAVEN, tiles.FLAG_EARTH, tiles.FLAG_FLOWER_DRAW))
    drawn, nobody = row.win_by == tiles.SELF_DRAW, row.discarder == tiles.NO_SEAT
    robbed = row.win_by == tiles.ROBBED_KONG and row.win_tile < tiles.KINDS and row.copies()[row.win_tile] > 1
    draws, kongs = row.kong_draws, row.kongs
    rules = (
        (draws > 0 and not drawn, ("kong_draws", "win_by"), f"kong_draws is {draws}, which needs self_draw"),
        (draws > kongs, ("kong_draws", "melds"), f"kong_draws is {draws}, but kongs among the melds: {kongs}"),
        (draws > 0 and flower, ("kong_draws", "flower_draw"), "a tile drawn after a kong replaced no flower"),
        (heaven and earth, ("opening",), "heaven and earth exclude each other"),
        (heaven and not drawn, ("opening", "win_by"), "heaven needs self_draw"),
        (heaven and row.exposed > 0, ("opening", "melds"), f"heaven allows no exposed set, there are {row.exposed}"),
        (heaven and row.seat != 0, ("opening", "seat"), f"heaven is for seat E, not {_wind(row.seat)}"),
        (earth and row.win_by != tiles.DISCARD, ("opening", "win_by"), "earth needs a discard"),
        (earth and any(row.melds), ("opening", "melds"), "earth allows no meld"),
        (earth and row.seat == 0, ("opening", "seat"), "earth is for another seat than E"),
        (earth and not nobody and row.discarder != 0, ("opening", "discarder"), "earth is won on the discard of E"),
        (not nobody and row.discarder == row.seat, ("discarder", "seat"), f"both are {_wind(row.seat)}"),
        (not nobody and drawn, ("discarder", "win_by"), "nobody discards on self_draw"),
        (row.feeder == row.seat, ("feeder", "seat"), f"both are {_wind(row.seat)}"),
        (flower and not drawn, ("flower_draw", "win_by"), "a drawn tile replaced a flower: self_draw"),
        (flower and not row.flowers, ("flower_draw", "flowers"), "a drawn tile replaced a flower, but there is none"),
        (robbed, ("win_by", "hand"), f"a robbed tile is the only copy, the hand holds more ({row.text()})"),
    )
    for broken, names, words in rules:
        if broken:
            shown = ", ".join(repr(_column(row, name)) for name in names)
            yield f"column{'s' * (len(names) > 1)} {shown}: {words}"


def _not_a_win(row: Row) -> Iterator[str]:
    yield f"column 'hand': no complete hand (got {row.text()})"


def _below_minimum(row: Row) -> Iterator[str]:
    yield f"column 'hand': complete, but worth less than the minimum (got {row.text()})"


_FAULTS: dict[int, Callable[[Row], Iterator[str]]] = {
    status.MISSING: _missing,
    status.UNKNOWN_RULES: _unknown_rules,
    status.UNREADABLE: _unreadable,
    status.BAD_TILE: _bad_tile,
    status.BAD_MELD: _bad_meld,
    status.WRONG_TILE_COUNT: _wrong_tile_count,
    status.TOO_MANY_COPIES: _too_many_copies,
    status.WIN_TILE_NOT_IN_HAND: _win_tile_not_in_hand,
    status.BAD_CONTEXT: _bad_context,
    status.NOT_A_WIN: _not_a_win,
    status.BELOW_MINIMUM: _below_minimum,
}


def _column(row: Row, name: str) -> str:
    """The column that said it: one of the named flags, or the flags where those were not named."""
    return "flags" if name in FLAG_COLUMNS and name not in row.given else name


def _wind(seat: int) -> str:
    return tiles.WIND_NAMES[seat] if seat < len(tiles.WIND_NAMES) else str(seat)


def _value(array: pa.Array, at: int) -> Any:
    """One value of the input: bytes as a list of numbers, text even where it is no UTF-8."""
    one, kind = columns.plain(array.slice(at, 1)), kind_of(array.type)
    if kind == "text":
        one = one.cast(pa.large_binary())
    value = one[0].as_py()
    if value is None:
        return None
    return value.decode("utf-8", "replace") if kind == "text" else list(value) if kind == "bytes" else value
