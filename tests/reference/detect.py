"""The fans of one reading of a hand, found by looking at its tiles, its sets and how it was won."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.reference import shapes
from tests.reference.combine import CHOW, PUNG, Kind
from tests.reference.fans import MIXED_KONG
from tests.reference.rows import LAST_OF_KIND, LAST_TILE, Row

GREEN = {19, 20, 21, 23, 25, 32}
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31}


class Meld(NamedTuple):
    """A meld: what it counts as, whether it is a kong, whether it is exposed."""

    set: Kind
    kong: bool
    exposed: bool


class Hand(NamedTuple):
    """A faultless row and what all of its readings share."""

    row: Row
    options: Mapping[str, Any]
    melds: tuple[Meld, ...]
    before: tuple[int, ...]  # concealed tiles before the win
    copies: tuple[int, ...]  # every tile, melds included
    self_drawn: bool
    nine_gates: bool

    @property
    def concealed(self) -> bool:
        """No exposed set."""
        return not any(meld.exposed for meld in self.melds)


def tiles(kind: Kind) -> range | tuple[int, ...]:
    """The kinds of tile in a chow or pung."""
    return range(kind[1], kind[1] + 3) if kind[0] == CHOW else (kind[1],)


def winning(hand: Hand) -> list[int]:
    """How the winning tile came: 44 to 47 and 58."""
    row = hand.row
    fans = []
    if row.flags & LAST_TILE and row.win_by < 2:
        fans.append(44 if hand.self_drawn else 45)
    if hand.self_drawn and row.flags >> 8 & 7:
        fans.append(46)
    if row.win_by == 2:
        fans.append(47)
    exposed_copies = hand.copies[row.win_tile] - row.counts[row.win_tile]
    if row.counts[row.win_tile] == 1 and (row.flags & LAST_OF_KIND or exposed_copies == 3):
        fans.append(58)
    return fans


def whole_hand(hand: Hand) -> list[int]:
    """Fans that look at nothing but which tiles there are."""
    held = {slot for slot, n in enumerate(hand.copies) if n}
    suits = {slot // 9 for slot in held if slot < 27}
    honors = {slot for slot in held if slot >= 27}
    ranks = {slot % 9 + 1 for slot in held if slot < 27}
    tests = {
        3: held <= GREEN,
        8: not honors and ranks <= {1, 9},
        11: not suits,
        18: bool(honors and suits) and ranks <= {1, 9},
        22: len(suits) == 1 and not honors,
        25: not honors and ranks <= {7, 8, 9},
        26: not honors and ranks <= {4, 5, 6},
        27: not honors and ranks <= {1, 2, 3},
        36: not honors and ranks <= {6, 7, 8, 9},
        37: not honors and ranks <= {1, 2, 3, 4},
        40: held <= REVERSIBLE,
        50: len(suits) == 1 and bool(honors),
        52: len(suits) == 3 and bool(held & {27, 28, 29, 30}) and bool(held & {31, 32, 33}),
        68: not honors and not ranks & {1, 9},
        75: len(suits) == 2,
        76: not honors,
    }
    return [fan for fan, there in tests.items() if there] + ([4] if hand.nine_gates else [])


def tile_hogs(hand: Hand) -> list[int]:
    """64 for each kind of which the hand holds all four and no kong."""
    kongs = {meld.set[1] for meld in hand.melds if meld.kong}
    return [64] * sum(n == 4 and slot not in kongs for slot, n in enumerate(hand.copies))


def of_sets(
    hand: Hand, sets: tuple[Kind, ...], pair: int, place: Kind | None, body: frozenset[int] | None
) -> list[int]:
    """Fans of a reading with sets, with or without a knitted body, that no combination decides."""
    every = [*sets, *(meld.set for meld in hand.melds)]
    fans = tile_hogs(hand) + _kongs(hand) + _wait(hand, pair, place, body)
    if pair < 27 and all(kind == CHOW for kind, _ in every):
        fans.append(63)
    claimed = not hand.self_drawn and place is not None and place[0] == PUNG
    concealed_pungs = sum(kind == PUNG for kind, _ in sets) - claimed
    concealed_pungs += sum(meld.kong and not meld.exposed for meld in hand.melds)
    if concealed_pungs >= 2:
        fans.append({2: 66, 3: 33, 4: 12}[concealed_pungs])
    if hand.self_drawn:
        special = (hand.nine_gates and not hand.options["special_fully_concealed"]) or (
            concealed_pungs == 4 and not hand.options["fcp_fully_concealed"]
        )
        fans.append(56 if hand.concealed and not special else 80)
    elif hand.concealed:
        fans.append(62)
    if not hand.self_drawn and sum(meld.exposed for meld in hand.melds) == 4:
        fans.append(53)
    if body is not None:
        fans += single_pungs(hand, tuple(every), ())
    return fans


def _kongs(hand: Hand) -> list[int]:
    exposed = sum(meld.kong and meld.exposed for meld in hand.melds)
    concealed = sum(meld.kong and not meld.exposed for meld in hand.melds)
    if exposed + concealed < 2:
        return [74] * exposed + [67] * concealed
    if exposed + concealed == 2:
        return [{0: 57, 1: MIXED_KONG, 2: 48}[concealed]]
    fans = [17 if exposed + concealed == 3 else 5]
    if hand.options["kongs_add_concealed"] and concealed in (1, 2):
        fans.append(67 if concealed == 1 else 48)
    return fans


def _wait(hand: Hand, pair: int, place: Kind | None, body: frozenset[int] | None) -> list[int]:
    """Edge, closed or single wait: only where one kind alone completes the hand."""
    win = hand.row.win_tile
    if place is None:
        fan = 79
    elif place[0] == CHOW and win == place[1] + 1:
        fan = 78
    elif place[0] == CHOW and (win, win % 9) in ((place[1] + 2, 2), (place[1], 6)):
        fan = 77
    else:
        return []
    waiting = hand.before
    if body is not None:
        if any(waiting[slot] == 0 for slot in body):
            return []
        if win in body and hand.options["knitted_wait"] == "not_on_body":
            return []
        waiting = tuple(n - (slot in body) for slot, n in enumerate(waiting))
    kinds = shapes.completing_kinds(waiting, seven_pairs=not hand.melds and body is None)
    if hand.options["dead_waits"] == "ignore":
        kinds = [kind for kind in kinds if hand.copies[kind] - (kind == win) < 4]
    return [fan] if kinds == [win] else []


def every_set(every: tuple[Kind, ...], pair: int) -> list[int]:
    """Fans that ask something of every one of four sets, or of these and the pair."""
    fans = []
    parts = [set(tiles(kind)) for kind in every] + [{pair}]
    all_pungs = all(kind == PUNG for kind, _ in every)
    if all_pungs:
        fans.append(49)
    if all_pungs and all(slot < 27 and slot % 9 % 2 == 1 for part in parts for slot in part):
        fans.append(21)
    if all(any(slot < 27 and slot % 9 == 4 for slot in part) for part in parts):
        fans.append(31)
    if all(any(slot in shapes.ORPHANS for slot in part) for part in parts):
        fans.append(55)
    return fans


def single_pungs(hand: Hand, every: tuple[Kind, ...], chosen: tuple[int, ...]) -> list[int]:
    """Pungs that score by themselves: 59, 60, 61, 73."""
    fans = []
    for kind, slot in every:
        if kind != PUNG or slot not in shapes.ORPHANS:
            continue
        if slot >= 31:
            fans.append(59)
        elif slot >= 27 and slot - 27 in (hand.row.round, hand.row.seat):
            fans += [60] * (slot - 27 == hand.row.round) + [61] * (slot - 27 == hand.row.seat)
        elif not (slot >= 27 and {9, 38} & set(chosen)):
            fans.append(73)
    if hand.nine_gates and 73 in fans:
        fans.remove(73)
    return fans
