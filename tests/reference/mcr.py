"""The score of one hand: every reading, every place of the winning tile, every choice of combination fans."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.reference import shapes
from tests.reference.combine import CHOW, PUNG, Kind, selections
from tests.reference.detect import Hand, Meld, every_set, of_sets, single_pungs, tile_hogs, tiles, whole_hand, winning
from tests.reference.fans import FLOWERS, NAMES, list_key, points, settings, without_excluded
from tests.reference.rows import NONE, Row, all_copies, fault, meld_tiles, read_case

MINIMUM = 8
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


class Result(NamedTuple):
    """What a hand scores. `best` holds every list of fans that reaches the total, `elements` the one to report."""

    status: str
    total: int | None = None
    raw: int | None = None
    elements: Mapping[str, int] = MappingProxyType({})
    best: frozenset[tuple[int, ...]] = frozenset()
    payments: tuple[int, ...] | None = None


def score(case: Mapping[str, Any]) -> Result:
    """Score a dict in the case format, its `options` included."""
    row = read_case(case)
    return Result(row) if isinstance(row, str) else score_row(row, case.get("options", {}))


def score_row(row: Row, options: Mapping[str, Any]) -> Result:
    """Score a row under the given options (a profile, single options or both)."""
    status = fault(row)
    if status:
        return Result(status)
    hand = _hand(row, settings(options))
    best_total = 0
    best: set[tuple[int, ...]] = set()
    for found in _readings(hand):
        total = sum(points(number, hand.options) for number in found)
        if total > best_total:
            best_total, best = total, set()
        if total == best_total:
            best.add(tuple(found))
    if not best:
        return Result("not_a_win")
    flowers = row.flowers.bit_count()
    lists = frozenset(found + (FLOWERS,) * flowers for found in best)
    reported = min(lists, key=lambda found: [list_key(number) for number in found])
    elements = {NAMES[number]: reported.count(number) for number in reported}
    enough = best_total >= MINIMUM
    return Result(
        status="ok" if enough else "below_minimum",
        total=best_total + flowers,
        raw=best_total,
        elements=elements,
        best=lists,
        payments=_payments(row, best_total + flowers) if enough else None,
    )


def _hand(row: Row, options: Mapping[str, Any]) -> Hand:
    melds = []
    for byte in row.melds:
        if byte:
            kind = CHOW if byte <= 34 else PUNG
            melds.append(Meld((kind, meld_tiles(byte)[0]), kong=byte >= 69, exposed=byte < 103))
    before = tuple(n - (slot == row.win_tile) for slot, n in enumerate(row.counts))
    parts = (before[:9], before[9:18], before[18:27])
    nine_gates = not melds and NINE_GATES in parts
    return Hand(row, options, tuple(melds), before, tuple(all_copies(row)), row.win_by == 1, nine_gates)


def _payments(row: Row, total: int) -> tuple[int, ...] | None:
    if row.win_by != 1 and row.discarder == NONE:
        return None
    paid = [-(MINIMUM + total if row.win_by == 1 or seat == row.discarder else MINIMUM) for seat in range(4)]
    paid[row.seat] = 0
    paid[row.seat] = -sum(paid)
    return tuple(paid)


def _readings(hand: Hand) -> Iterator[list[int]]:
    """The fans of every way to read the hand that may be the best one."""
    counts = hand.row.counts
    if not hand.melds:
        for fans in _special_forms(hand):
            yield without_excluded(fans + winning(hand) + _drawn_special(hand), hand.options)
    body = shapes.knitted_body(counts) if len(hand.melds) < 2 else None
    if body:
        left = tuple(n - (slot in body) for slot, n in enumerate(counts))
        for sets, pair in shapes.regular(left):
            for place in _places(hand, sets, pair):
                fans = [35, *whole_hand(hand), *of_sets(hand, sets, pair, place, body), *winning(hand)]
                yield without_excluded(fans, hand.options)
    for sets, pair in shapes.regular(counts):
        every = tuple(sorted([*sets, *(meld.set for meld in hand.melds)]))
        for place in _places(hand, sets, pair):
            shared = [*whole_hand(hand), *of_sets(hand, sets, pair, place, None), *winning(hand)]
            shared += every_set(every, pair)
            for chosen in selections(every, pair):
                fans = shared + list(chosen) + single_pungs(hand, every, chosen)
                yield without_excluded(fans, hand.options) or [43]


def _places(hand: Hand, sets: tuple[Kind, ...], pair: int) -> list[Kind | None]:
    """Where the winning tile can lie: one of the concealed sets, None for the pair, ("body", slot) for nowhere else."""
    win = hand.row.win_tile
    places: list[Kind | None] = [kind for kind in sorted(set(sets)) if win in tiles(kind)]
    if pair == win:
        places.append(None)
    return places or [("body", win)]


def _special_forms(hand: Hand) -> Iterator[list[int]]:
    """Shapes that are not made of sets."""
    counts = hand.row.counts
    if shapes.is_seven_pairs(counts):
        held = [slot for slot, n in enumerate(counts) if n]
        shifted = len(held) == 7 and held[-1] < 27 and held[-1] - held[0] == 6 and held[0] // 9 == held[-1] // 9
        yield [19, *([6] if shifted else []), *whole_hand(hand), *tile_hogs(hand)]
    if shapes.is_thirteen_orphans(counts):
        yield [7]
    honors = shapes.honors_and_knitted(counts)
    if honors == 7:
        yield [20]
    elif honors:
        yield [34, 35] if honors == 5 else [34]


def _drawn_special(hand: Hand) -> list[int]:
    if not hand.self_drawn:
        return []
    return [56] if hand.options["special_fully_concealed"] else [80]
