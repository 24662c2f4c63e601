"""The score of one hand by the International rules: special hands, every reading of an ordinary one, payments."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.reference import shapes
from tests.reference.combine import CHOW, PUNG
from tests.reference.imj_detect import Reading, elements_of, how_it_was_won
from tests.reference.imj_table import ELEMENTS, articles, best_of_each_group, fans, settings
from tests.reference.rows import EARTH, HEAVEN, NONE, Row, fault, meld_tiles, read_case

Elements = Mapping[str, int]
CHART = (2, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 3000, 4000, 5000, 6000)  # by fans, from 0 and 1/2
FLOWER_CLAIMS = {7: "Seven Flowers", 8: "Eight Flowers"}
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


class Result(NamedTuple):
    """What a hand scores: `best` holds every list of elements that reaches the total, first the one to report."""

    status: str
    total: float | None = None
    raw: float | None = None
    limit: bool = False
    elements: Elements = MappingProxyType({})
    best: tuple[Elements, ...] = ()
    payments: tuple[int, ...] | None = None


def score(case: Mapping[str, Any]) -> Result:
    """Score a dict in the case format, its `options` included."""
    row = read_case(case, claims=True)
    return Result(row) if isinstance(row, str) else score_row(row, case.get("options", {}))


def score_row(row: Row, options: Mapping[str, Any]) -> Result:
    """Score a row under the given options."""
    chosen = settings(options)
    status = fault(row, claims=True, heaven_of_any_seat=_flower_claim(row) is not None)
    if status:
        return Result(status)
    special = _special(row, chosen["opening_conflict"])
    ordinary = _ordinary(row, chosen)
    if special and ordinary and chosen["special_vs_ordinary"] == "higher":
        lists = [list_ for list_ in [special, *ordinary] if fans(list_) == max(fans(special), fans(ordinary[0]))]
    else:
        lists = [special] if special else ordinary
    if not lists:
        return Result("not_a_win")
    total = fans(lists[0])
    return Result("ok", total, total, False, lists[0], tuple(lists), _payments(row, total, chosen["chart_beyond_15"]))


def _flower_claim(row: Row) -> str | None:
    return FLOWER_CLAIMS.get(row.flowers.bit_count()) if row.win_tile == NONE else None


def _before(row: Row) -> tuple[int, ...]:
    """The concealed tiles without the winning one."""
    return tuple(n - (slot == row.win_tile) for slot, n in enumerate(row.counts))


def _special(row: Row, opening_conflict: str) -> Elements | None:
    """The special hand that counts, alone; None where the hand is none."""
    found = list(_special_hands(row))
    complete = bool(found) or any(True for _ in _readings(row))
    opening = None
    if row.flags & HEAVEN and complete:
        opening = "The Heaven"
    elif row.flags & EARTH and complete and row.win_tile != NONE:
        opening = "The Earth"
    if opening and opening_conflict == "opening":
        return {opening: 1}
    found += [opening] if opening else []
    if not found:
        return None
    return {min(found, key=lambda name: (-ELEMENTS[name].fans, ELEMENTS[name].article)): 1}


def _special_hands(row: Row) -> Iterator[str]:
    """Every special hand met, but for the two that look at nothing but when the hand is won."""
    kongs = sum(byte >= 69 for byte in row.melds)
    if row.flags >> 8 & 7 == 4 and kongs == 4 and sum(_before(row)) == 1:
        yield "Kong To Fourth"
    claim = _flower_claim(row)
    if claim:
        yield claim
    if row.win_tile == NONE or any(row.melds):
        return
    counts = row.counts
    if row.win_by == 1 and any(all(kind == PUNG for kind, _ in sets) for sets, _ in shapes.regular(counts)):
        yield "All Hidden Pungs"
    if shapes.is_seven_consecutive_pairs(counts):
        yield "Seven Consecutive Pairs"
    suit = row.win_tile // 9
    if suit < 3 and _before(row)[9 * suit : 9 * suit + 9] == NINE_GATES:
        yield "Nine Gates"
    if shapes.honors_and_knitted(counts) == 7:
        yield "Seven Isolated Stars"
    if shapes.is_thirteen_orphans(counts):
        yield "Thirteen Unios"


def _readings(row: Row) -> Iterator[Reading]:
    """Every way to read the tiles as an ordinary hand."""
    if row.win_tile == NONE:
        return
    melds = [(CHOW if byte <= 34 else PUNG, meld_tiles(byte)[0]) for byte in row.melds if byte]
    for sets, pair in shapes.regular(row.counts):
        yield Reading((*melds, *sets), (pair,), concealed=sets)
    if not melds and shapes.is_seven_pairs(row.counts):
        yield Reading((), tuple(slot for slot, n in enumerate(row.counts) for _ in range(n // 2)), concealed=())


def _ordinary(row: Row, chosen: Mapping[str, str]) -> list[Elements]:
    """The lists of elements that reach the most fans as an ordinary hand, first the one to report."""
    lists: list[Elements] = []
    for reading in _readings(row):
        found = elements_of(row, reading) | how_it_was_won(row, reading, chosen["all_pickups"])
        counted = best_of_each_group(found, chosen["star_rule"])
        if counted not in lists:
            lists.append(counted)
    most = max(map(fans, lists), default=0)
    return sorted((list_ for list_ in lists if fans(list_) == most), key=_reporting_order)


def _reporting_order(counted: Elements) -> tuple[float, list[tuple[int, ...]]]:
    """Of equal lists the one whose basic structure is dearer is reported, then that of the lower articles."""
    structure = next(name for name in counted if ELEMENTS[name].group == "26")
    return -ELEMENTS[structure].fans, articles(counted)


def _payments(row: Row, total: float, beyond: str) -> tuple[int, ...] | None:
    """What each seat gets; None where it is not known who pays."""
    number = int(total)
    paid = CHART[min(number, 15)]
    if beyond == "extend":
        paid += 1000 * max(0, number - 15)
    everybody = row.win_by == 1 or row.win_tile == NONE
    if not everybody and row.discarder == NONE:
        return None
    alone = paid * (3 if row.win_by == 2 else 1)
    deltas = [-paid if everybody else -alone * (seat == row.discarder) for seat in range(4)]
    deltas[row.seat] = 0
    deltas[row.seat] = -sum(deltas)
    return tuple(deltas)
