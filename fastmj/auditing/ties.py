"""Lists of elements that are worth as much as the one reported.

They come from another reading, from other relations between its chows, or from counting the winning tile to another set.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from fastmj.explaining.parts import could_win, wait_of
from fastmj.explaining.relations import chows_of
from fastmj.explaining.verdict import Verdict, judge
from fastmj.kernels.combine import Candidate, candidates, joined
from fastmj.rules.ruleset import RuleSet


def as_good(rules: RuleSet, verdicts: Iterable[Verdict], claimed: Counter[str]) -> bool:
    """Whether these elements, by title, are what a reading among those worth most can score."""
    readings = list(verdicts)
    most = max(verdict.total for verdict in readings)
    waits = [other for verdict in readings for other in _other_waits(rules, verdict)]
    return any(_can_score(rules, verdict, claimed) for verdict in (*readings, *waits) if verdict.total == most)


def _other_waits(rules: RuleSet, verdict: Verdict) -> Iterator[Verdict]:
    """The reading with the one wait it had seen as another of the three kinds, where the winning tile fits there too."""
    reading = verdict.reading
    view = reading.view
    if view.wait:
        fitting = {wait_of(reading.parts[i], view.win_tile) for i in could_win(reading.parts, view.win_tile)}
        for wait in sorted(fitting - {0, view.wait}):
            yield judge(rules, reading._replace(view=view._replace(wait=wait)))


def _can_score(rules: RuleSet, verdict: Verdict, claimed: Counter[str]) -> bool:
    rows = {row.title: row for row in rules.rows}
    if not claimed.keys() <= rows.keys():
        return False
    wanted = Counter({rows[title].key: count for title, count in claimed.items()})
    differing = (wanted - Counter(verdict.counts)) + (Counter(verdict.counts) - wanted)
    if not differing:
        return True
    if rules.chow_policy != "account_once" or not all(rules.row(key).element.chows for key in differing):
        return False
    if sum(rules.row(key).points * count for key, count in wanted.items()) != verdict.sum:
        return False
    relations = [row for row in rules.rows if row.element.chows]
    _, chows = chows_of(verdict.reading.parts)
    left = Counter({row.key: wanted[row.key] for row in relations if wanted[row.key]})
    return _possible(candidates(relations, chows), left, [], frozenset())


def _possible(
    found: list[Candidate], left: Counter[str], groups: list[frozenset[int]], used: frozenset[tuple[str, int]]
) -> bool:
    """Whether a choice of the candidates has each relation as often as is left, and accounts for each set once."""
    if not left:
        return True
    for i, (row, sets) in enumerate(found):
        merged = joined(groups, sets)
        names = {(row.key, place) for place in sets}
        fits = left[row.key] and merged is not None and not names & used
        if fits and merged is not None and _possible(found[i + 1 :], left - Counter([row.key]), merged, used | names):
            return True
    return False
