"""Scoring: one hand, arrays, and anything that streams Arrow data.

The flow, whichever door a hand comes in by:

1. names      the rule set is made from its name and options, and checked            rules/
2. columns    Arrow columns or NumPy arrays become ``Hands``: n rows of plain arrays  arrow_in.py, arrays_in.py
3. block      1024 hands at a time go through short loops                             kernels/
     keys, words      tiles -> one code a suit -> one table word a suit
     melds, copies    melds add their records; how often each kind is held
     check            one status a row; faulty rows lose their readings
     splits           every regular reading is a row
     unique_waits     was the winning tile the only one waited for?
     special_forms    seven pairs, orphans, knitted forms: further rows
     relations        what the chow table says of a row's chows
     detect           the generated loop: every detector, exclusions, points
     choose, finish   the best row of each hand is written out
4. results    packed words become names where somebody wants names                    kernels/output.py, arrow_out.py

One hand takes the same way: it is a block of one.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import pyarrow as pa

from fastmj import rules as rule_sets
from fastmj.arguments import at_least_one, switches
from fastmj.arrays_in import hands_of, hands_of_one
from fastmj.batches import batches_of, through
from fastmj.engine import ScoreArrays, engine
from fastmj.faults import fault_of_one
from fastmj.hand import Hand
from fastmj.notation import DIALECTS
from fastmj.out_arrays import check_out
from fastmj.rules.ruleset import RuleSet
from fastmj.scorer import make_batch_scorer
from fastmj.status import NOT_A_WIN, STATUS
from fastmj.text_in import read_text
from fastmj.tiles import KINDS, NO_TILE
from fastmj.unknown import check_choice, with_win_tiles

__all__ = [
    "Score",
    "ScoreArrays",
    "score",
    "score_arrays",
    "score_batch",
    "score_stream",
    "warm",
]

BATCH_ROWS = 1 << 17  # a call of the compiled scorer has a fixed cost of a tenth of a millisecond
CONTEXT = tuple(field.name for field in fields(Hand) if field.name not in ("counts", "melds", "win_tile"))


@dataclass(frozen=True)
class Score:
    """One scored hand; ``str()`` is a small table."""

    hand: Hand
    rules: RuleSet
    status: str  # ok, below_minimum or not_a_win
    total: float | None  # None for what is not a win
    raw: float | None  # before a cap; mcr: without flower tiles
    limit: bool
    elements: dict[str, int]  # name -> how often
    points: dict[str, float]  # name -> points, all counts together
    split: str  # the reading taken
    payments: list[int] | None  # E S W N; None where the rule set defines none or a field they need is missing

    def __str__(self) -> str:
        """The elements with their points, a line each, and the total."""
        width = max(map(len, (*self.elements, "total")))
        lines = [f"{self.hand.to_text()}  {self.rules.label}: {self.status.replace('_', ' ')}"]
        if self.total is not None:
            if self.split:
                lines.append(f"read as {self.split}")
            for name, count in self.elements.items():
                times = f" x{count}" if count > 1 else ""
                lines.append(f"  {name:<{width}} {self.points[name]:>5g}{times}")
            lines.append(f"  {'total':<{width}} {self.total:>5g}")
        if self.payments is not None:
            lines.append("  " + "  ".join(f"{w} {p:+d}" for w, p in zip("ESWN", self.payments, strict=True)))
        return "\n".join(lines)


def score(
    hand: "str | Hand", rules: "str | RuleSet" = "mcr", *, dialect: str = "mpsz", **context_and_options: Any
) -> Score:
    """Score one hand, given as text or as a Hand.

    Keyword arguments are the context (``win_by="self_draw"``, ``seat="S"``, ...: the fields of Hand) and the options of the
    rule set. A hand that is no win, or below the minimum, has that status; a fault in the input is a ValueError that names
    the rule broken and the value.
    """
    context = {name: context_and_options.pop(name) for name in CONTEXT if name in context_and_options}
    text = None if isinstance(hand, Hand) else hand
    if isinstance(hand, Hand):
        hand = replace(hand, **context) if context else hand
    else:
        hand = Hand.parse(hand, dialect, **context)
    chosen = rule_sets.get(rules, **context_and_options)
    hands = hands_of_one(hand.to_row())
    found = engine(chosen)(hands)
    status = int(found.status[0])
    if status < NOT_A_WIN:
        raise ValueError(f"{hand.to_text(dialect)}: {fault_of_one(hands, status, text, dialect)}")
    paid, payable = chosen.payments(hands, found)
    times = chosen.unpack_wide(found.words)[:, 0].tolist()
    named = [(row.title, count, row.points) for row, count in zip(chosen.rows, times, strict=True) if count]
    won = status > NOT_A_WIN
    return Score(
        hand=hand,
        rules=chosen,
        status=STATUS[status],
        total=float(found.total[0]) if won else None,
        raw=float(found.raw[0]) if won else None,
        limit=bool(found.limit[0]),
        elements={name: count for name, count, _ in named},
        points={name: count * points for name, count, points in named},
        split=engine(chosen).splits(hands)[0],
        payments=paid[0].tolist() if payable[0] else None,
    )


def score_arrays(
    counts: Any,
    *,
    melds: Any = None,
    win_tile: Any = None,
    win_by: Any = None,
    flags: Any = None,
    seat: Any = None,
    round: Any = None,
    flowers: Any = None,
    discarder: Any = None,
    feeder: Any = None,
    rules: "str | RuleSet" = "mcr",
    payments: bool = False,
    threads: int = 1,
    unknown_win_tile: str = "refuse",
    out: ScoreArrays | None = None,
    **options: Any,
) -> ScoreArrays:
    """Score n hands given as arrays: the fastest door.

    ``counts`` uint8 (n, 34) are the concealed tiles with the winning tile, ``melds`` uint8 (n, 4) one byte a meld, the others
    (n,) arrays or one number for all, named and coded like the columns of a table; those left out take their defaults. What
    is the same for all may be a word: ``win_by="self_draw"``, ``seat="S"``, ``flowers="1f5f"``. Other integer types are
    converted, and what does not fit gives its row a status. ``out``: arrays of an earlier result of the same size and rule set,
    which are overwritten and returned. ``unknown_win_tile`` as in ``score_batch``.

    ``status`` indexes ``fastmj.STATUS``. Rows that are refused have total and raw NaN, words, counts and payments 0; rows
    without payments have zeros. ValueError for wrong shapes or options, TypeError for what is not made of integers.
    """
    chosen = rule_sets.get(rules, **options)
    switches(payments=payments)
    hands = hands_of(
        counts,
        melds=melds,
        win_tile=win_tile,
        win_by=win_by,
        flags=flags,
        seat=seat,
        round=round,
        flowers=flowers,
        discarder=discarder,
        feeder=feeder,
    )
    if out is not None:
        check_out(out, len(hands.counts), chosen)
    check_choice(unknown_win_tile)
    hands, tiles = with_win_tiles(engine(chosen), hands, unknown_win_tile)
    found = engine(chosen)(hands, at_least_one("threads", threads, "thread"), out)
    used = None if unknown_win_tile == "refuse" else np.where(found.status > NOT_A_WIN, tiles, NO_TILE)
    paid = chosen.payments(hands, found)[0] if payments else None
    if paid is found.payments and used is found.win_tile_used:  # None, if nobody asks for them or did before
        return found
    return found._replace(payments=paid, win_tile_used=used)


def score_stream(
    data: Any,
    rules: "str | RuleSet" = "mcr",
    layout: str = "list",
    payments: bool = False,
    split: bool = False,
    prefix: str = "",
    threads: int = 1,
    strict: bool = False,
    dialect: str = "mpsz",
    unknown_win_tile: str = "refuse",
    names: str = "en",
    **options: Any,
) -> pa.RecordBatchReader:
    """Score lazily, batch by batch: the same as ``score_batch`` for data that need not fit into memory.

    Nothing is read before the first batch is asked for, and then not more than the ``threads + 1`` batches under way, of at
    most ``BATCH_ROWS`` rows each, and one more. An error of the source is passed on, after the scores of the rows before.
    What the reader holds, the source and the threads, is let go with the reader itself: pyarrow's ``close`` does nothing
    to a reader over Python code.
    """
    schema, batches = batches_of(data, BATCH_ROWS)
    scorer = make_batch_scorer(
        schema, rules, layout, payments, split, prefix, strict, dialect, unknown_win_tile, names, **options
    )
    return pa.RecordBatchReader.from_batches(
        scorer.schema, through(scorer, batches, at_least_one("threads", threads, "thread"))
    )


def score_batch(
    data: Any,
    rules: "str | RuleSet" = "mcr",
    layout: str = "list",
    payments: bool = False,
    split: bool = False,
    prefix: str = "",
    threads: int = 1,
    strict: bool = False,
    dialect: str = "mpsz",
    unknown_win_tile: str = "refuse",
    names: str = "en",
    **options: Any,
) -> pa.Table:
    """Score every row of a table: its columns and the score columns, rows in = rows out, in order.

    ``data``: a pyarrow Table, RecordBatch, reader, Dataset or Scanner, or anything with ``__arrow_c_stream__`` (data frames
    of polars and pandas, relations of duckdb, tables of ibis). Hand columns are those of ``fastmj.schema``; only ``hand`` is
    required. ``rules``: one rule set for all rows, or ``"@column"``: each row's own, which that column of text names as
    ``hk`` or ``mcr:online`` (layouts list and total, no options).
    ``layout``: ``list`` (names and counts), ``wide`` (a struct with one count an element), ``mask`` (packed words and counts,
    fastest; ``RuleSet.unpack`` names them), ``total``. ``payments``, ``split``: add those columns. ``prefix`` goes before
    every score column's name. ``dialect``: how text hands are written. A faulty row gets a status and null scores; with
    ``strict`` it raises a ValueError naming row, column, value and the rule broken. ``names``: ``en``, or ``zh`` for elements
    in Chinese where the rule set has such names. Wrong columns, types and options raise ValueError before any work.
    """
    stream = score_stream(
        data, rules, layout, payments, split, prefix, threads, strict, dialect, unknown_win_tile, names, **options
    )
    return stream.read_all()


def warm(*rules: "str | RuleSet", analysis: bool = True, **options: Any) -> None:
    """Compile the named rule sets (default: all) ahead of time and keep them in the cache folder.

    ``analysis``: also what is the same for all rule sets, ``waits``, ``shanten``, ``acceptance``, ``is_win`` and
    ``decompose``, some 15 seconds where they are not there yet.
    """
    one = pa.table({"hand": ["123456789m123p+5s", "[123m]1z"]})
    for name in rules or rule_sets.names():
        for layout in ("list", "wide"):
            score_batch(one, name, layout, payments=True, split=True, **options)
    score_batch(one.append_column("rules", pa.nulls(2)), "@rules")  # what names the elements of mixed tables
    for dialect in DIALECTS:
        read_text(one["hand"].chunk(0), dialect, np.zeros(2, np.uint8))
    if analysis:
        warm_analysis()


def warm_analysis() -> None:
    """Call once what analyses hands; forms and melds are values there, so that one call compiles for all of them."""
    from fastmj import analyse
    from fastmj.decompose import decompose

    hand = np.zeros((1, KINDS), np.uint8)
    for mask in (False, True):
        analyse.waits(hand, mask=mask)
    for ask in (analyse.is_win, analyse.shanten, analyse.acceptance, decompose):
        ask(hand)
