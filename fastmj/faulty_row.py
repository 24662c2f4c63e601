"""One row as Python numbers, beside what the input said in its own words."""

from typing import Any, NamedTuple

import pyarrow as pa

from fastmj import columns, notation, tiles
from fastmj.hands import Hands
from fastmj.schema import ACCEPTED, kind_of

_LONGEST = 80
_NUMBERS = ("flags", "win_by", "seat", "round", "flowers", "discarder", "feeder", "kong_draws")


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
    alone: bool = False  # one hand by itself: there are no columns

    def value(self, name: str) -> Any:
        """The value as the input had it, or else as it was read."""
        return self.given.get(name, self.read(name))

    def read(self, name: str) -> Any:
        """The value as it was read; None where the name is none of a number."""
        return self.kong_draws if name == "kong_draws" else getattr(self, name, None)

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
        for meld in filter(is_meld, self.melds):
            for slot in notation.meld_slots(meld):
                held[slot] += 1
        return held

    def text(self) -> str:
        """The hand in words, shortened where it is absurd."""
        text = self.given.get("hand")
        if not isinstance(text, str):
            win = self.win_tile if self.win_tile < tiles.KINDS and self.counts[self.win_tile] else None
            text = notation.write(
                notation.HandText(tuple(self.counts), tuple(filter(is_meld, self.melds)), win, {}), self.dialect
            )
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def row(batch: pa.RecordBatch | None, hands: Hands, at: int, dialect: str = "mpsz", rules_column: str = "") -> Row:
    """Row `at`: as it was read, and as the columns of `batch` have it."""
    given = {}
    if batch is not None:
        given = {
            name: _value(batch.column(name), at) for name in (*ACCEPTED, rules_column) if name in batch.schema.names
        }
    numbers = {name: getattr(hands, name)[at].tolist() for name in hands._fields if name != "status"}
    found = Row(**numbers, given=given, dialect=dialect, rules_column=rules_column)
    for name in _NUMBERS:
        # a cell of text that was read as the number it spells
        text = given.get(name)
        if isinstance(text, str) and text.isdecimal() and int(text) == found.read(name):
            given[name] = int(text)
    return found


def is_meld(meld: int) -> bool:
    """Whether this byte is a meld that can be."""
    first = meld - tiles.CHOW
    return tiles.PUNG <= meld < tiles.MELD_CODES or (0 <= first < 27 and first % 9 < 7)


def _value(array: pa.Array, at: int) -> Any:
    """One value of the input: bytes as a list of numbers, text even where it is no UTF-8."""
    one, kind = columns.plain(array.slice(at, 1)), kind_of(array.type)
    if kind == "text":
        one = one.cast(pa.large_binary())
    value = one[0].as_py()
    if value is None:
        return None
    return value.decode("utf-8", "replace") if kind == "text" else list(value) if kind == "bytes" else value
