#!/usr/bin/env python3
"""Score seeded random hands of every form with fastmj and with PyMahjongGB (rule set mcr, profile online).

Prints how many hands were compared, how many totals differ and how many lists of elements are not among the best;
where both print different lists of one total, a slow reference says which lists are the best. Beside them some hands,
faulty ones among them, are compared with the reference in full, under each profile. Exit status 0: all equal, 1: not.
"""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.oracle import ask  # noqa: E402
from tests.random_hands import random_rows  # noqa: E402
from tests.reference import Row, score_row  # noqa: E402
from tests.reference.fans import NUMBERS, list_key  # noqa: E402
from tests.row_formats import to_arrays, to_text  # noqa: E402

CHUNK = 20_000
ONLINE: dict[str, Any] = {"profile": "online"}
# One hand in fifty is scored once more under each of these and compared with the reference.
OPTION_SETS: tuple[dict[str, Any], ...] = (
    ONLINE,
    {"profile": "standard"},
    {"profile": "wmo2014"},
    {"profile": "online", "knitted_wait": "not_on_body", "dead_waits": "ignore"},
)
SHARE = 50


class Score(NamedTuple):
    """One hand as fastmj scores it, elements as sorted fan numbers; a refused hand has no total."""

    status: str
    total: float | None
    raw: float | None
    fans: tuple[int, ...]
    payments: tuple[int, ...] | None


class Outcome(NamedTuple):
    """What one chunk gave: numbers and the first differences in words."""

    hands: int
    statuses: Counter[str]
    totals: int
    lists: int
    against_reference: int
    others: int
    shown: list[str]


def fastmj_scores(rows: list[Row], options: dict[str, Any]) -> list[Score]:
    """The rows as `fastmj.score_arrays` scores them."""
    import fastmj

    columns: dict[str, Any] = to_arrays(rows)
    got = fastmj.score_arrays(columns.pop("counts"), **columns, rules="mcr", payments=True, **options)
    lists = fastmj.rules.get("mcr", **options).unpack(got.words, got.counts)
    element, counts = lists.flatten().field("element"), lists.flatten().field("count").to_pylist()
    names = element.dictionary.to_pylist()
    numbers = [NUMBERS[names[index]] for index in element.indices.to_pylist()]
    ends = lists.value_lengths().fill_null(0).to_numpy().cumsum().tolist()
    totals, raws, payments = got.total.tolist(), got.raw.tolist(), got.payments.tolist()
    scores = []
    for i, (begin, end) in enumerate(pairwise([0, *ends])):
        fans = [number for at in range(begin, end) for number in [numbers[at]] * counts[at]]
        scores.append(
            Score(
                fastmj.STATUS[int(got.status[i])],
                None if totals[i] != totals[i] else totals[i],
                None if raws[i] != raws[i] else raws[i],
                tuple(sorted(fans, key=list_key)),
                tuple(payments[i]) if any(payments[i]) else None,
            )
        )
    return scores


def against_oracle(row: Row, mine: Score) -> tuple[str, str]:
    """The kind of a difference from PyMahjongGB (`total`, `list` or nothing) and the difference in words."""
    answer = ask(row)
    if answer is None or mine.total is None:
        if answer is None and mine.status == "not_a_win":
            return "", ""
        return "total", f"status {mine.status}, total {mine.total}, PyMahjongGB says {answer}"
    if mine.total != answer[0]:
        return "total", f"total {mine.total} {mine.fans}, PyMahjongGB says {answer}"
    if mine.fans != answer[1] and mine.fans not in score_row(row, ONLINE).best:
        return "list", f"list {mine.fans} is not among the best, PyMahjongGB says {answer[1]}"
    return "", ""


def against_reference(row: Row, mine: Score, options: dict[str, Any]) -> str:
    """What differs from the reference: status, points, payments, or the list to be reported."""
    result = score_row(row, options)
    fans = tuple(NUMBERS[name] for name, count in result.elements.items() for _ in range(count))
    wanted = Score(result.status, result.total, result.raw, fans, result.payments)
    return "" if mine == wanted else f"{options}: {mine}, the reference says {wanted}"


def compare_chunk(task: tuple[str, int]) -> Outcome:
    """Score one chunk both ways, and a smaller one under every option set."""
    seed, size = task
    shown: list[str] = []
    kinds: Counter[str] = Counter()
    rows = random_rows(size, seed)
    scores = fastmj_scores(rows, ONLINE)
    for row, mine in zip(rows, scores, strict=True):
        kind, problem = against_oracle(row, mine)
        if kind:
            kinds[kind] += 1
            shown.append(f"{to_text(row)} {row._asdict()}: {problem}")
    checked = 0
    for number, options in enumerate(OPTION_SETS):
        some = random_rows(-(-size // SHARE), f"{seed}/{number}", faults=True)
        checked += len(some)
        for row, mine in zip(some, fastmj_scores(some, options), strict=True):
            problem = against_reference(row, mine, options)
            if problem:
                kinds["reference"] += 1
                shown.append(f"{row._asdict()}: {problem}")
    statuses = Counter(mine.status for mine in scores)
    return Outcome(len(rows), statuses, kinds["total"], kinds["list"], checked, kinds["reference"], shown)


def main() -> int:
    """Compare, print, and say by the exit status whether all was equal."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("hands", type=int, help="how many hands to compare")
    parser.add_argument("--seed", default="1", help="any text; the same seed gives the same hands (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--show", type=int, default=10, help="differences printed in full (default 10)")
    options = parser.parse_args()
    tasks = [(f"{options.seed}:{begin}", min(CHUNK, options.hands - begin)) for begin in range(0, options.hands, CHUNK)]
    began, done, checked, shown = time.monotonic(), 0, 0, 0
    statuses: Counter[str] = Counter()
    totals = lists = others = 0
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for outcome in pool.imap_unordered(compare_chunk, tasks):
            done, checked = done + outcome.hands, checked + outcome.against_reference
            statuses += outcome.statuses
            totals, lists, others = totals + outcome.totals, lists + outcome.lists, others + outcome.others
            for line in outcome.shown[: max(0, options.show - shown)]:
                shown += 1
                print(line, flush=True)
            rate = done / (time.monotonic() - began)
            print(f"{done:,} of {options.hands:,} hands, {rate:,.0f} a second", file=sys.stderr)
    print(
        f"{done:,} hands compared with PyMahjongGB: {', '.join(f'{n:,} {name}' for name, n in statuses.most_common())}"
    )
    print(f"{totals:,} differing totals")
    print(f"{lists:,} lists that are not among the best")
    print(f"{checked:,} hands compared with the reference, {others:,} differ")
    return 1 if totals or lists or others else 0


if __name__ == "__main__":
    sys.exit(main())
