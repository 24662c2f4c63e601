"""What exactly is wrong with a row: the rule it breaks and the value that breaks it, in words for people."""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import notation, status, tiles
from fastmj.arrow_in import NONE_IF_NULL, WORDS
from fastmj.faulty_row import Row, is_meld, row
from fastmj.hands import Hands
from fastmj.schema import ACCEPTED, FLAG_COLUMNS, MATRIX, WORDS_OF_BOOLS

_CODES = {"win_by": 2, "seat": 3, "round": 3, "flowers": 255, "discarder": 3, "feeder": 3, "kong_draws": 4}
_WIN_TILE = {
    "mpsz": "stands after a '+'",
    "botzone": "stands after a '+'",
    "official": "is the last one where no space follows",
}
_KNOWN_FLAGS = 0b111_00_111111


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


def fault_of_one(hands: Hands, found: int, text: str | None = None, dialect: str = "mpsz") -> str:
    """Why one hand by itself has the status `found`; `text` is what it was read from, where it was."""
    given = {} if text is None else {"hand": text}
    return "; ".join(_FAULTS[found](row(None, hands, 0, dialect)._replace(alone=True, given=given)))


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
        yield f"{_at(row, 'hand')}no winning tile, which {_WIN_TILE[row.dialect]}{_got(row)}"
    elif nothing:
        yield f"{_at(row, 'win_tile')}no winning tile ({None if row.alone else tiles.NO_TILE})"


def _unknown_rules(row: Row) -> Iterator[str]:
    yield f"column {row.rules_column!r}: no such rule set ({row.value(row.rules_column)!r})"


def _unreadable(row: Row) -> Iterator[str]:
    for name, width in MATRIX.items():
        value = row.given.get(name)
        if isinstance(value, str):
            yield _unreadable_text(row)
        elif value is not None and len(value) != width:
            yield f"column {name!r} holds {len(value)} values, {width} are needed"


def _unreadable_text(row: Row) -> str:
    text = row.given["hand"]
    try:
        notation.read(text, row.dialect)
    except notation.NotationError as error:
        return f"{_at(row, 'hand')}{error}"
    return f"{_at(row, 'hand')}no hand (got {text})"


def _bad_tile(row: Row) -> Iterator[str]:
    value = row.value("win_tile")
    yield f"{_at(row, 'win_tile')}{value} is no tile, tiles are 0-{tiles.KINDS - 1} ({tiles.NO_TILE} = none)"


def _bad_meld(row: Row) -> Iterator[str]:
    if isinstance(row.given.get("hand"), str):
        yield _unreadable_text(row)
        return
    for meld in row.value("melds"):
        if not 0 <= meld < tiles.MELD_CODES:
            yield f"{_at(row, 'melds')}{meld} is no meld, melds are 1-{tiles.MELD_CODES - 1} (0 = none)"
        elif meld and not is_meld(meld):
            first = tiles.NAMES[meld - tiles.CHOW]
            yield f"{_at(row, 'melds')}{meld} would be a chow that starts at {first}, there is none"


def _wrong_tile_count(row: Row) -> Iterator[str]:
    held, melds = sum(row.counts), sum(meld > 0 for meld in row.melds)
    beside = f" beside {melds} meld{'s' * (melds > 1)}" * (melds > 0)
    yield f"{_at(row, 'hand')}{held} tiles{beside}, with the winning tile {14 - 3 * melds} are needed{_got(row)}"


def _too_many_copies(row: Row) -> Iterator[str]:
    many = [f"{n} copies of {tiles.NAMES[slot]}" for slot, n in enumerate(row.copies()) if n > 4]
    if len(many) > 3:
        many[2:] = [f"too many of {len(many) - 2} more kinds"]
    yield f"{_at(row, 'hand')}{' and '.join(many)}, a hand has at most 4{_got(row)}"


def _win_tile_not_in_hand(row: Row) -> Iterator[str]:
    yield (
        f"{_at(row, 'win_tile')}{row.win_tile} ({tiles.NAMES[row.win_tile]}) is not among the concealed tiles, "
        f"which include the winning tile{_got(row)}"
    )


def _bad_context(row: Row) -> Iterator[str]:
    # between codes that are not known there is nothing to contradict
    yield from (
        list(_unknown_codes(row))
        or list(_contradictions(row))
        or [f"{_at(row, *WORDS)}they contradict each other (got {row._asdict()})"]
    )


def _unknown_codes(row: Row) -> Iterator[str]:
    for name in (*_CODES, "opening"):
        value = row.value(name)
        if value is None:
            known = True
        elif isinstance(value, str):
            known = name in WORDS and WORDS[name](value) is not None
        else:
            known = 0 <= value <= _CODES[name] or (name in NONE_IF_NULL and value == tiles.NO_SEAT)
        if not known:
            column = _column(row, name)
            shown = f"{value!r}" if column == name else f"{name} {value!r}"
            yield f"{_at(row, column)}{shown} is unknown; accepted: {ACCEPTED[name].words}"
    for name in FLAG_COLUMNS:
        value = row.given.get(name)
        if isinstance(value, str) and name not in _CODES and name not in WORDS and value.lower() not in WORDS_OF_BOOLS:
            yield f"{_at(row, name)}{value!r} is unknown; accepted: {', '.join(WORDS_OF_BOOLS)}"
    flags = row.value("flags")
    if isinstance(flags, str):
        yield f"{_at(row, 'flags')}{flags!r} is unknown; accepted: {ACCEPTED['flags'].words}"
    elif not 0 <= flags <= 0xFFFF or flags & ~_KNOWN_FLAGS:
        yield f"{_at(row, 'flags')}{flags:#x} has unknown bits, known are {_KNOWN_FLAGS:#x}"


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
            yield f"{_at(row, *(_column(row, name) for name in names))}{words}"


def _not_a_win(row: Row) -> Iterator[str]:
    yield f"{_at(row, 'hand')}no complete hand{_got(row)}"


def _below_minimum(row: Row) -> Iterator[str]:
    yield f"{_at(row, 'hand')}complete, but worth less than the minimum{_got(row)}"


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


def _at(row: Row, *names: str) -> str:
    """Where it is said; of one hand by itself, which has no columns, only what is said beside the tiles."""
    if row.alone:
        beside = [name for name in names if name != "hand"]
        return f"{', '.join(beside)}: " if beside else ""
    return f"column{'s' * (len(names) > 1)} {', '.join(map(repr, names))}: "


def _got(row: Row) -> str:
    """The hand, but for one by itself, which the message begins with."""
    return "" if row.alone else f" (got {row.text()})"


def _column(row: Row, name: str) -> str:
    """The column that said it: one of the named flags, or the flags where those were not named."""
    return "flags" if name in FLAG_COLUMNS and name not in row.given and not row.alone else name


def _wind(seat: int) -> str:
    return tiles.WIND_NAMES[seat] if seat < len(tiles.WIND_NAMES) else str(seat)
