"""Made-up rule sets of every policy, each told twice: as rows for fastmj, and in plain words over sets and tiles.

`MEANINGS` count each element in a hand and reading without looking at fastmj. A
reading is the name of its form for hands without sets. `expected` scores a hand from these alone.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from fastmj.elements.flowers import flower_tiles, no_flower
from fastmj.elements.forms import seven_pairs, thirteen_orphans, wriggling_snake
from fastmj.elements.pungs import all_pungs
from fastmj.elements.suits import full_flush, half_flush
from fastmj.elements.winning import chicken_hand, self_drawn
from fastmj.rules import Row, RuleSet, View, element, inlinable, relation
from tests.reference.combine import CHOW
from tests.reference.outcome import Outcome
from tests.reference.rows import Row as Numbers
from tests.reference.rows import fault
from tests.reference.rule_shapes import Hand, Reading, hand_of

MARKET = "2468m2468p2468s5z"
EAST_PAIR = "19m19p19s1234567z"  # thirteen orphans by another name


@inlinable
def is_even(slot: int) -> bool:
    """A tile with an even number."""
    return (slot >= 0) & (slot < 27) & (slot % 9 % 2 == 1)


@element("Even Pair", zh="双数将")
def even_pair(h: View) -> bool:
    """The pair has an even number."""
    return is_even(h.pair)


@element("Pungs", most=4)
def pungs(h: View) -> int:
    """Each pung or kong."""
    return h.pungs


@element("Concealed Sets", most=2)
def too_many(h: View) -> int:
    """Four when nothing is exposed: more than a row of two can hold, which counts two."""
    return (4 - h.open_sets) * (h.open_sets < 4)


@element("Market Day", zh="赶集")
def market_day(h: View) -> bool:
    """One of each even number, a white dragon, and a second of one of them."""
    return h.exact == 0


@element("Orphans Again")
def orphans_again(h: View) -> bool:
    """The second exact hand."""
    return h.exact == 1


@relation("Stairs", chows=2, most=2)
def stairs(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Two chows of one suit, the second two higher."""
    return a[0] == b[0] and b[1] - a[1] == 2


@relation("Neighbors", chows=2)
def neighbors(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Two chows of two suits, one a step higher."""
    return a[0] != b[0] and b[1] - a[1] == 1


@relation("Long Stairs", chows=3)
def long_stairs(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    """Three chows of one suit, each two higher."""
    return stairs(a, b) and stairs(b, c)


Way = Reading | str
"""Sets and a pair, or the form of a hand without them."""
Count = Callable[[Hand, Way], int]


EVEN = [9 * suit + rank for suit in range(3) for rank in (1, 3, 5, 7)]
MARKET_SLOTS = [*EVEN, 31]


MEANINGS: dict[str, Count] = {
    "Even Pair": lambda hand, reading: isinstance(reading, Reading) and reading.pair in EVEN,
    "Pungs": lambda hand, reading: sum(kind != CHOW for kind, _ in reading.sets) if isinstance(reading, Reading) else 0,
    "Concealed Sets": lambda hand, reading: min(2, 4 - hand.exposed) if hand.exposed < 4 else 0,
    "Market Day": lambda hand, reading: reading == "exact 0",
    "Orphans Again": lambda hand, reading: reading == "exact 1",
    "Full Flush": lambda hand, reading: hand.one_suit,
    "Half Flush": lambda hand, reading: hand.one_suit_and_honors,
    "All Pungs": lambda hand, reading: isinstance(reading, Reading) and reading.all_pungs,
    "Self-Drawn": lambda hand, reading: hand.self_drawn,
    "No Flower": lambda hand, reading: hand.row.flowers == 0,
    "Flower Tiles": lambda hand, reading: hand.row.flowers.bit_count(),
    "Seven Pairs": lambda hand, reading: reading == "seven pairs",
    "Thirteen Orphans": lambda hand, reading: reading == "thirteen orphans",
    "The Wriggling Snake": lambda hand, reading: reading == "snake",
}


def _is_market(row: Numbers) -> bool:
    return sum(row.counts) == 14 and all(row.counts[slot] for slot in MARKET_SLOTS) and {
        slot for slot in range(34) if row.counts[slot]
    } == set(MARKET_SLOTS)  # fmt: skip


STEPS = Row(stairs, 2), Row(neighbors, 3), Row(long_stairs, 5)
HOUSES = {
    "sums": RuleSet(
        "sums",
        (
            Row(full_flush, 10, (half_flush, self_drawn)),
            Row(all_pungs, 6, (pungs,)),
            Row(half_flush, 4),
            Row(pungs, 1, self_drawn),  # an excluded row excludes nothing
            Row(self_drawn, 1),
            Row(even_pair, 0.5),
            *STEPS,
            Row(chicken_hand, 2.5),
            Row(flower_tiles, 1, outside=True),
        ),
        forms=("regular", "seven_pairs"),
        nothing=chicken_hand,
        unit=0.5,
        cap=12,
        minimum=3,
    ),
    "groups": RuleSet(
        "groups",
        (
            Row(full_flush, 5, group="flush"),
            Row(half_flush, 5, group="flush"),
            Row(pungs, 2, group="sets"),
            Row(too_many, 3, group="sets"),
            Row(even_pair, 1, group="sets", starred=True),
            Row(stairs, 2, group="steps"),
            Row(neighbors, 2, group="steps"),
            Row(long_stairs, 4, (stairs,), group="steps"),
        ),
        forms=("regular",),
        chow_policy="all",
        preferred=(even_pair,),
    ),
    "finals": RuleSet(
        "finals",
        (
            Row(market_day, 7, final=True, limit=True),
            Row(orphans_again, 8, final=True, limit=True),
            Row(thirteen_orphans, 3, final=True),
            Row(wriggling_snake, 2, final=True),
            Row(full_flush, 4, final=True),
            Row(all_pungs, 9),
            Row(no_flower, 1),
            Row(even_pair, 1),
            Row(neighbors, 6),
        ),
        forms=("regular", "thirteen_orphans", "wriggling_snake"),
        exact=(MARKET, EAST_PAIR),
        chow_policy="one",
        fixed=13,
    ),
    "higher": RuleSet(
        "higher",
        (
            Row(full_flush, 4, final=True),
            Row(seven_pairs, 2, final=True),
            Row(all_pungs, 9),
            Row(pungs, 2),
            Row(long_stairs, 5),
            Row(stairs, 1),
        ),
        forms=("regular", "seven_pairs"),
        final_policy="higher",
        chow_policy="one",
    ),
}


def readings(hand: Hand, rules: RuleSet) -> Iterator[Way]:
    """Every reading of a hand."""
    yield from hand.readings
    for form, there in (
        ("seven pairs", hand.seven_pairs and "seven_pairs" in rules.forms),
        ("thirteen orphans", hand.thirteen_orphans and "thirteen_orphans" in rules.forms),
        ("snake", hand.wriggling_snake and "wriggling_snake" in rules.forms),
        ("exact 0", MARKET in rules.exact and hand.melds == 0 and _is_market(hand.row)),
        ("exact 1", EAST_PAIR in rules.exact and hand.thirteen_orphans),
    ):
        if there:
            yield form


def chow_counts(reading: Way, rules: RuleSet) -> dict[str, int]:
    """How often each relation between chows counts, before exclusions."""
    rows = [row for row in rules.rows if row.element.chows]
    chows = (
        [(slot // 9, slot % 9 + 1) for kind, slot in reading.sets if kind == CHOW]
        if isinstance(reading, Reading)
        else []
    )
    holds = [
        (row, chosen)
        for row in rows
        for chosen in combinations(range(len(chows)), row.element.chows)
        if row.element.detect(*sorted((chows[i] for i in chosen), key=lambda chow: chow[1]))
    ]
    if rules.chow_policy == "one":
        holds = [max(holds, key=lambda held: held[0].points)] if holds else []
    elif rules.chow_policy == "account_once":
        holds = max(_allowed(holds), key=lambda some: sum(row.points for row, _ in some))
    found: dict[str, int] = {}
    for row, _ in holds:
        found[row.title] = min(found.get(row.title, 0) + 1, row.element.most)
    return found


def _allowed(holds: Sequence[tuple[Row, tuple[int, ...]]]) -> Iterator[list[tuple[Row, tuple[int, ...]]]]:
    """Every choice that joins no two chows twice, and none twice under one name."""
    for many in range(len(holds) + 1):
        for some in combinations(holds, many):
            names = [(row.title, chow) for row, sets in some for chow in sets]
            often = [row.title for row, _ in some]
            too_often = any(often.count(row.title) > row.element.most for row, _ in some)
            if len(set(names)) == len(names) and not too_often and _is_forest([sets for _, sets in some]):
                yield list(some)


def _is_forest(joins: Sequence[tuple[int, ...]]) -> bool:
    group = {chow: chow for sets in joins for chow in sets}
    for sets in joins:
        if len({group[chow] for chow in sets}) < len(sets):
            return False
        together = {group[chow] for chow in sets}
        group = {chow: sets[0] + 100 if of in together else of for chow, of in group.items()}
    return True


def counts(hand: Hand, reading: Way, rules: RuleSet) -> dict[str, int]:
    """What one reading scores."""
    told = {row.title: MEANINGS[row.title] for row in rules.rows if row.title in MEANINGS}
    met = {name: int(count(hand, reading)) for name, count in told.items()} | chow_counts(reading, rules)
    rows = [row for row in rules.rows if met.get(row.title)]
    place = {row.title: i for i, row in enumerate(rules.rows)}

    def excluded(row: Row) -> bool:
        return any(beats(other, row) and not excluded(other) for other in rows)

    def beats(other: Row, row: Row) -> bool:
        named = any(each.name == row.element.name for each in other.excludes)
        same = bool(row.group) and other.group == row.group and not row.starred and not other.starred and other != row
        return named or (same and (-other.points, place[other.title]) < (-row.points, place[row.title]))

    left = [row for row in rows if not excluded(row)]
    finals = [row for row in left if row.final]
    ordinary = [row for row in left if not row.final]
    if finals:
        higher = sum(r.points * met[r.title] for r in finals) >= sum(r.points * met[r.title] for r in ordinary)
        left = finals if rules.final_policy == "always" or higher else ordinary
    found = {row.title: met[row.title] for row in left}
    if rules.nothing and not any(row.points for row in left if not row.outside):
        found[rules.nothing.name] = 1
    return found


def worth(found: dict[str, int], rules: RuleSet, outside: bool) -> float:
    """Points of elements, without those outside the minimum or with them."""
    rows = [row for row in rules.rows if row.title in found]
    inside = sum(row.points * found[row.title] for row in rows if not row.outside)
    if rules.fixed is not None and any(row.final for row in rows):
        inside = rules.fixed
    if not outside:
        return inside
    whole = inside + sum(row.points * found[row.title] for row in rows if row.outside)
    return whole if rules.cap is None else min(whole, rules.cap)


def expected(row: Numbers, rules: RuleSet) -> Outcome:
    """What a hand is worth."""
    status = fault(row)
    if status:
        return Outcome(status)
    hand = hand_of(row)
    lists = [counts(hand, reading, rules) for reading in readings(hand, rules)]
    if not lists:
        return Outcome("not_a_win")

    def rank(found: dict[str, int]) -> Any:
        final = rules.final_policy == "always" and any(r.final for r in rules.rows if r.title in found)
        preferred = [element.name not in found for element in rules.preferred]
        return not final, -worth(found, rules, False), preferred, [-found.get(r.title, 0) for r in rules.rows]

    best = min(lists, key=rank)
    raw, total = worth(best, rules, False), worth(best, rules, True)
    limit = any(r.limit for r in rules.rows if r.title in best)
    return Outcome("ok" if raw >= rules.minimum else "below_minimum", total, raw, limit, best)  # type: ignore[arg-type]
