"""One hand as numbers, read from a dict in the case format, and every fault it can have."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

NONE = 255
WINS = ("discard", "self_draw", "robbed_kong")
SEATS = "ESWN"
LAST_TILE, LAST_OF_KIND, HEAVEN, EARTH, FLOWER_DRAW, FIFTH_TILE = (1 << bit for bit in range(6))
KNOWN_FLAGS = 0b111_0011_1111
_FLAG_FIELDS = {
    "last_tile": LAST_TILE,
    "last_of_kind": LAST_OF_KIND,
    "flower_draw": FLOWER_DRAW,
    "fifth_tile": FIFTH_TILE,
}
_OPENINGS = {"none": 0, "heaven": HEAVEN, "earth": EARTH}
_BASE = {"m": 0, "p": 9, "s": 18, "z": 27}
_TILES = r"(?:[1-9]+[mps]|[1-7]+z)"
_TEXT = re.compile(rf"((?:\[{_TILES}+\]|\({_TILES}+\))*)({_TILES}*)(?:\+({_TILES}))?")


class Row(NamedTuple):
    """A hand with the meaning of the hand columns: counts hold the winning tile, melds are four bytes."""

    counts: tuple[int, ...]
    melds: tuple[int, ...] = (0, 0, 0, 0)
    win_tile: int = NONE
    win_by: int = 0
    flags: int = 0
    seat: int = 0
    round: int = 0
    flowers: int = 0
    discarder: int = NONE
    feeder: int = NONE


def read_tiles(text: str) -> list[int]:
    """Slots of tiles such as `123m55z`."""
    return [_BASE[suit] + int(digit) - 1 for digits, suit in re.findall(r"(\d+)([mpsz])", text) for digit in digits]


def meld_tiles(byte: int) -> list[int]:
    """The tiles of a meld byte 1 to 136."""
    start = (byte - 1) % 34
    if byte <= 34:
        return [start, start + 1, start + 2]
    return [start] * (3 if byte <= 68 else 4)


def _read_meld(text: str) -> int | None:
    tiles = sorted(read_tiles(text))
    exposed = text[0] == "["
    first = tiles[0]
    if len(tiles) == 4 and len(set(tiles)) == 1:
        return first + (69 if exposed else 103)
    if len(tiles) == 3 and exposed and len(set(tiles)) == 1:
        return first + 35
    if exposed and tiles == [first, first + 1, first + 2] and first < 27 and first % 9 < 7:
        return first + 1
    return None


def _seat(name: Any) -> int | None:
    if name is None:
        return NONE
    return SEATS.index(name) if isinstance(name, str) and len(name) == 1 and name in SEATS else None


def read_case(case: Mapping[str, Any], claims: bool = False) -> Row | str:
    """The row of a case, or the status of a case whose text is at fault; `claims` as for `fault`."""
    match = _TEXT.fullmatch(re.sub(r"[\s_]", "", case["hand"]))
    if match is None:
        return "unreadable"
    meld_texts = re.findall(r"[\[(][^\])]*[\])]", match[1])
    win = read_tiles(match[3] or "")
    if len(meld_texts) > 4 or len(win) > 1:
        return "unreadable"
    if not win and not claims:
        return "missing"
    melds = [_read_meld(text) for text in meld_texts]
    held = read_tiles(match[2]) + win
    flags = sum(bit for name, bit in _FLAG_FIELDS.items() if case.get(name))
    opening = _OPENINGS.get(case.get("opening", "none"))
    flowers = re.findall(r"([1-8])f", case.get("flowers", ""))
    seats = [_seat(case.get(name, default)) for name, default in (("seat", "E"), ("round", "E"))]
    others = [_seat(case.get(name)) for name in ("discarder", "feeder")]
    win_by = case.get("win_by", "discard")
    words_known = (
        opening is not None
        and None not in seats + others
        and win_by in WINS
        and len(set(flowers)) == len(flowers)
        and 0 <= case.get("kong_draws", 0) <= 4
    )
    row = Row(
        counts=tuple(held.count(slot) for slot in range(34)),
        melds=tuple([*(meld or 0 for meld in melds), 0, 0, 0, 0][:4]),
        win_tile=win[0] if win else NONE,
        win_by=WINS.index(win_by) if win_by in WINS else NONE,
        flags=flags | (opening or 0) | case.get("kong_draws", 0) << 8,
        seat=seats[0] or 0,
        round=seats[1] or 0,
        flowers=sum(1 << int(digit) - 1 for digit in flowers),
        discarder=others[0] if others[0] is not None else NONE,
        feeder=others[1] if others[1] is not None else NONE,
    )
    if None in melds:
        return "bad_meld"
    return row if words_known else (fault(row, claims) or "bad_context")


def fault(row: Row, claims: bool = False, heaven_of_any_seat: bool = False) -> str | None:
    """The status of a row that is not a hand or contradicts itself, the weightiest first; None where all is well.

    `claims`: a row without a winning tile is a claim, for which any number of tiles will do.
    `heaven_of_any_seat`: the row may be won before the first discard by others than East.
    """
    melds = [byte for byte in row.melds if byte]
    claim = claims and row.win_tile == NONE
    if row.win_tile == NONE and not claim:
        return "missing"
    if row.win_tile > 33 and not claim:
        return "bad_tile"
    if any(byte > 136 or (byte <= 34 and (byte > 27 or (byte - 1) % 9 > 6)) for byte in melds):
        return "bad_meld"
    if sum(row.counts) + 3 * len(melds) != 14 and not claim:
        return "wrong_tile_count"
    copies = all_copies(row)
    if max(copies) > 4:
        return "too_many_copies"
    if not claim and row.counts[row.win_tile] == 0:
        return "win_tile_not_in_hand"
    return "bad_context" if _contradicts_itself(row, melds, copies, heaven_of_any_seat) else None


def all_copies(row: Row) -> list[int]:
    """How many of each kind the hand holds, melds and kongs included."""
    copies = list(row.counts)
    for byte in row.melds:
        for slot in meld_tiles(byte) if byte else []:
            copies[slot] += 1
    return copies


def _contradicts_itself(row: Row, melds: list[int], copies: list[int], heaven_of_any_seat: bool) -> bool:
    by_discard, by_self, by_robbing = (row.win_by == code for code in range(3))
    kongs = sum(byte >= 69 for byte in melds)
    exposed = sum(byte < 103 for byte in melds)
    kong_draws = row.flags >> 8 & 7
    heaven, earth, flower_draw = (bool(row.flags & bit) for bit in (HEAVEN, EARTH, FLOWER_DRAW))
    return any(
        (
            row.win_by > 2,
            row.seat > 3,
            row.round > 3,
            row.discarder not in (0, 1, 2, 3, NONE),
            row.feeder not in (0, 1, 2, 3, NONE),
            row.flags & ~KNOWN_FLAGS != 0,
            kong_draws > kongs,
            kong_draws > 0 and (not by_self or flower_draw),
            heaven and (earth or not by_self or exposed > 0 or (row.seat != 0 and not heaven_of_any_seat)),
            earth and (not by_discard or bool(melds) or row.seat == 0 or row.discarder not in (0, NONE)),
            row.discarder == row.seat,
            row.discarder != NONE and by_self,
            row.feeder == row.seat,
            flower_draw and (not by_self or row.flowers == 0),
            by_robbing and row.win_tile != NONE and copies[row.win_tile] > 1,
        )
    )
