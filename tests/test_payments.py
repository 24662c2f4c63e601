"""Who pays whom: the tables of the rule pages in plain Python, for every seat, and hands with what they pay."""

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pytest

import fastmj
from fastmj.arrays_in import hands_of
from fastmj.engine import ScoreArrays
from fastmj.status import BELOW_MINIMUM, OK

DISCARD, DRAW, ROBBED = range(3)
NOBODY = 255
IMJ = {1: 2, 2: 4, 3: 8, 4: 16, 5: 32, 6: 64, 7: 128, 8: 256, 9: 512, 10: 1000, 11: 2000, 12: 3000, 13: 4000, 14: 5000}
HK = {0: 1, 1: 2, 2: 4, 3: 8, 4: 16, 5: 32}
HKMJ = {0: 1, 1: 2, 2: 4, 3: 8, 4: 16, 5: 16, 6: 16, 7: 32, 8: 32, 9: 32}


class Win(NamedTuple):
    """How a hand was won; seats are 0 to 3."""

    by: int
    seat: int
    discarder: int
    total: float
    claim: bool = False


Losses = Callable[[Win], dict[int, int]]
"""(how it was won) -> seat of a loser -> what he pays"""


def others(win: Win) -> list[int]:
    return [seat for seat in range(4) if seat != win.seat]


def mcr(win: Win) -> dict[int, int]:
    """Each loser 8; the points too on a self-draw, or if the tile was his."""
    total = int(win.total)
    return {seat: 8 + total if win.by == DRAW or seat == win.discarder else 8 for seat in others(win)}


def imj_score(fans: float) -> int:
    """Half a fan counts as one, other halves are dropped; the chart ends at 15 fans."""
    return IMJ.get(max(1, int(fans)), 6000)


def imj_extended(fans: float) -> int:
    """1000 for every fan beyond 15."""
    return imj_score(fans) + 1000 * max(0, int(fans) - 15)


def imj_by(chart: Callable[[float], int]) -> Losses:
    """All three, or who discarded alone; for a robbed kong alone and three times."""

    def losses(win: Win) -> dict[int, int]:
        points = chart(win.total)
        if win.by == DRAW or win.claim:
            return dict.fromkeys(others(win), points)
        return {win.discarder: 3 * points if win.by == ROBBED else points}

    return losses


def hk(win: Win) -> dict[int, int]:
    """All three, or who discarded or was robbed alone."""
    chips = HK.get(int(win.total), 64)
    return dict.fromkeys(others(win), chips) if win.by == DRAW or win.claim else {win.discarder: chips}


def hkmj(win: Win) -> dict[int, int]:
    """Twice the base of all, or of who discarded or was robbed, and once of the others."""
    base = HKMJ.get(int(win.total), 64)
    return {seat: 2 * base if win.by == DRAW or seat == win.discarder else base for seat in others(win)}


CHARTS: list[tuple[str, dict[str, Any], Losses, list[float]]] = [
    ("mcr", {}, mcr, [8, 9, 24, 88, 91, 337]),
    ("mcr", {"profile": "online"}, mcr, [8, 13, 90]),
    ("imj", {}, imj_by(imj_score), [0.5, *np.arange(1, 25, 0.5).tolist()]),
    ("imj", {"chart_beyond_15": "extend"}, imj_by(imj_extended), [0.5, *np.arange(1, 25, 0.5).tolist()]),
    ("hk", {}, hk, list(range(9))),
    ("hk", {"max_points": None}, hk, list(range(30))),
    ("hkmj", {}, hkmj, list(range(11))),
]


def wins(totals: list[float], *, claims: bool) -> list[Win]:
    """Every kind of win by every seat, with every other seat as discarder or nobody."""
    found = []
    for by, seat, discarder, total in product(range(3), range(4), (0, 1, 2, 3, NOBODY), totals):
        if discarder != seat and (by != DRAW or discarder == NOBODY):
            found.append(Win(by, seat, discarder, total))
            if claims:
                found.append(Win(by, seat, discarder, total, claim=True))
    return found


def paid(rules: str, options: dict[str, Any], won: list[Win], status: int = OK) -> list[list[int] | None]:
    """What a rule set says of hands whose points are these."""
    chosen = fastmj.rules.get(rules, **options)
    n = len(won)
    by, seat, discarder = (np.array([win[i] for win in won]) for i in range(3))
    tile = np.array([NOBODY if win.claim else 0 for win in won])
    hands = hands_of(np.zeros((n, 34), np.uint8), win_by=by, seat=seat, discarder=discarder, win_tile=tile)
    total = np.array([win.total for win in won], np.float32)
    words, counts = np.zeros((n, chosen.words), np.uint64), np.zeros((n, chosen.counters), np.uint8)
    scores = ScoreArrays(total, total, np.full(n, status, np.uint8), np.zeros(n, np.bool_), words, counts)
    amounts, valid = chosen.payments(hands, scores)
    assert amounts.dtype == np.int32
    assert not amounts[~valid].any()
    assert not amounts.sum(1).any()
    return [row if known else None for row, known in zip(amounts.tolist(), valid.tolist(), strict=True)]


@pytest.mark.parametrize(("rules", "options", "losses", "totals"), CHARTS)
def test_every_seat_win_and_total(rules: str, options: dict[str, Any], losses: Losses, totals: list[float]) -> None:
    won = wins(totals, claims=rules in ("imj", "hk"))
    expected: list[list[int] | None] = []
    for win in won:
        if win.by != DRAW and not win.claim and win.discarder == NOBODY:
            expected.append(None)
            continue
        lost = losses(win)
        expected.append([sum(lost.values()) if seat == win.seat else -lost.get(seat, 0) for seat in range(4)])
    assert paid(rules, options, won) == expected


@pytest.mark.parametrize(("rules", "options"), [(rules, options) for rules, options, _, _ in CHARTS])
@pytest.mark.parametrize("status", range(BELOW_MINIMUM + 1))
def test_nothing_is_paid_for_what_may_not_be_declared(rules: str, options: dict[str, Any], status: int) -> None:
    won = wins([8, 10], claims=True)
    assert paid(rules, options, won, status) == [None] * len(won)


def test_classical_defines_none() -> None:
    won = wins([0, 1], claims=False)
    assert paid("classical", {}, won) == [None] * len(won)


CHOWS = "[123m]456m789m23p55s+1p"  # mcr: 16 straight, 2 chows, 1 double chow, 8 for the robbed kong, 1 self-drawn
FOUR_CHOWS = "[123m]456m789p23p55s+1p"  # hk, hkmj: 1, and 1 without flowers
NINE = "[123m][456m][789m]11m22m+2m"  # hkmj: Pure 6, No Flowers 1
ROBBED_NINE = "[456m][456m][789m]23m88m+1m"  # hkmj: Pure 6, 4 Chows 1, No Flowers 1
TWELVE = "[456m][456m][789m][123m]8m+8m"  # hkmj: the same
WINDS = "[111z][222z][333z][444z]5z+5z"  # imj: 3, 8, 9, No Flower 1, and 1 for All Pickups or From The Wall
COWARD = "[123m]567p222s78s11z+9s"  # imj: half a fan, and 1 for a tile drawn or robbed
CLAIM = "147m25p369s12346z"  # of eight flowers: imj 9, hk 13 capped at 8
NO_WIN = "[123m]456m789p23p55s+2p"
ORPHANS = "19m19p1s11234567z+9s"
FLOWERS = {"flowers": "1f2f3f4f5f6f7f8f"}
DRAWN = {"win_by": "self_draw"}
KONG = {"win_by": "robbed_kong"}
FRESH = {"fifth_tile": True}
FINED = {"maximum_penalty": True}
EXTEND = {"chart_beyond_15": "extend"}
INSTANT = {"eight_flowers_instant": True}
FIFTH = {"fifth_tile_penalty": True}
NO_PIECES = {"nine_pieces_penalty": False}

Case = tuple[str, dict[str, Any], str, dict[str, Any], str, "float | None", "list[int] | None"]
CASES: list[Case] = [
    # (rule set, options, hand, context, status, total, payments)
    ("mcr", {}, CHOWS, {"seat": "S", "discarder": "W"}, "ok", 19, [-8, 43, -27, -8]),
    ("mcr", {}, CHOWS, {"seat": "S", "discarder": "W", **KONG}, "ok", 27, [-8, 51, -35, -8]),
    ("mcr", {}, CHOWS, {"seat": "N", **DRAWN}, "ok", 20, [-28, -28, -28, 84]),
    ("mcr", {}, CHOWS, {"seat": "E", "flowers": "1f7f", **DRAWN}, "ok", 22, [90, -30, -30, -30]),
    ("mcr", {}, CHOWS, {}, "ok", 19, None),
    ("mcr", {}, CHOWS, KONG, "ok", 27, None),
    ("mcr", {}, "[123m]123m678p888s5z+5z", {"discarder": "S"}, "below_minimum", 2, None),
    ("mcr", {}, "[123m]123m678p888s5z+5z", {**FLOWERS, **DRAWN}, "below_minimum", 11, None),
    ("mcr", {}, "[123m]456m789m23p55s+2p", {"discarder": "S"}, "not_a_win", None, None),
    # half a fan counts as one, other halves are dropped; the discarder alone, three times for a robbed kong
    ("imj", {}, COWARD, {"flowers": "2f", "discarder": "S"}, "ok", 0.5, [2, -2, 0, 0]),
    ("imj", {}, COWARD, {"flowers": "2f", **DRAWN}, "ok", 1.5, [6, -2, -2, -2]),
    ("imj", {}, COWARD, {"flowers": "2f", "seat": "N", "discarder": "E", **KONG}, "ok", 1.5, [-6, 0, 0, 6]),
    ("imj", {}, COWARD, {"flowers": "2f"}, "ok", 0.5, None),
    ("imj", {}, ORPHANS, {"discarder": "S", **KONG}, "ok", 13, [12000, -12000, 0, 0]),
    ("imj", {}, WINDS, {"seat": "W", "discarder": "E"}, "ok", 22, [-6000, 0, 6000, 0]),
    ("imj", {}, WINDS, {"seat": "W", **DRAWN}, "ok", 22, [-6000, -6000, 18000, -6000]),
    ("imj", EXTEND, WINDS, {"discarder": "N"}, "ok", 22, [13000, 0, 0, -13000]),
    ("imj", EXTEND, WINDS, {"seat": "N", **DRAWN}, "ok", 22, [-13000] * 3 + [39000]),
    # claims are paid by all, whoever discarded last; on The Earth East pays alone
    ("imj", {}, CLAIM, {"seat": "S", **FLOWERS}, "ok", 9, [-512, 1536, -512, -512]),
    ("imj", {}, CLAIM, {"seat": "S", **FLOWERS, "discarder": "W"}, "ok", 9, [-512, 1536, -512, -512]),
    ("imj", {}, ORPHANS, {"seat": "S", "opening": "earth", "discarder": "E"}, "ok", 6, [-64, 64, 0, 0]),
    # chips, no dealer; capped at 8 points, and at 64 chips without the cap
    ("hk", {}, FOUR_CHOWS, {"seat": "S", "discarder": "E"}, "ok", 2, [-4, 4, 0, 0]),
    ("hk", {}, FOUR_CHOWS, {"seat": "S", "discarder": "E", **KONG}, "ok", 3, [-8, 8, 0, 0]),
    ("hk", {}, FOUR_CHOWS, {"seat": "W", **DRAWN}, "ok", 3, [-8, -8, 24, -8]),
    ("hk", {}, FOUR_CHOWS, {}, "ok", 2, None),
    ("hk", {}, "[123m][456p][777s]23p99s+1p", {"flowers": "2f", "discarder": "S"}, "ok", 0, [1, -1, 0, 0]),
    ("hk", {}, ORPHANS, {"discarder": "N"}, "ok", 8, [64, 0, 0, -64]),
    ("hk", {}, ORPHANS, DRAWN, "ok", 8, [192, -64, -64, -64]),
    ("hk", {"max_points": None}, ORPHANS, DRAWN, "ok", 11, [192, -64, -64, -64]),
    ("hk", INSTANT, CLAIM, {"seat": "N", **FLOWERS}, "ok", 8, [-64, -64, -64, 192]),
    ("hk", {}, CLAIM, {"seat": "N", **FLOWERS}, "missing", None, None),
    # the discarder twice; who is robbed of a kong is the discarder
    ("hkmj", {}, FOUR_CHOWS, {"seat": "S", "discarder": "W"}, "ok", 2, [-4, 16, -8, -4]),
    ("hkmj", {}, FOUR_CHOWS, {"seat": "S", "discarder": "W", **KONG}, "ok", 3, [-8, 32, -16, -8]),
    ("hkmj", {}, FOUR_CHOWS, DRAWN, "ok", 3, [48, -16, -16, -16]),
    ("hkmj", {}, FOUR_CHOWS, {}, "ok", 2, None),
    ("hkmj", {}, ORPHANS, {"discarder": "S"}, "ok", 10, [256, -128, -64, -64]),
    ("hkmj", {}, ORPHANS, DRAWN, "ok", 10, [384, -128, -128, -128]),
    # nine pieces: a discard to three or more sets that show one suit is paid by him alone
    ("hkmj", {}, NINE, {"discarder": "N"}, "ok", 7, [128, 0, 0, -128]),
    ("hkmj", {}, NINE, {}, "ok", 7, None),
    ("hkmj", NO_PIECES, NINE, {"discarder": "N"}, "ok", 7, [128, -32, -32, -64]),
    ("hkmj", {}, "[1111m][2222m][3333m](5555m)9m+9m", {"discarder": "N"}, "ok", 10, [256, 0, 0, -256]),
    ("hkmj", {}, "[456m][456m]78m23m88m9m+1m", {"discarder": "S"}, "ok", 8, [128, -64, -32, -32]),  # two show
    ("hkmj", {}, "[456m][456m](2222m)78m11m+9m", {"discarder": "S"}, "ok", 7, [128, -64, -32, -32]),  # two show
    ("hkmj", {}, "[456m][456m][789m]23m88p+1m", {"discarder": "S"}, "ok", 2, [16, -8, -4, -4]),  # two suits
    ("hkmj", {}, "[456m][456m][789m]23m11z+1m", {"discarder": "S"}, "ok", 5, [64, -32, -16, -16]),  # honors
    ("hkmj", {}, "[456m][456m][789m](3333p)1m+1m", {"discarder": "S"}, "ok", 1, [8, -4, -2, -2]),  # a kong hidden
    ("hkmj", {}, ROBBED_NINE, {"discarder": "S"}, "ok", 8, [128, -128, 0, 0]),
    ("hkmj", {}, ROBBED_NINE, {"discarder": "S", **KONG}, "ok", 9, [128, -64, -32, -32]),  # no throw
    # who fed the fourth set pays a self-pick
    ("hkmj", {}, TWELVE, {"seat": "S", "feeder": "W", **DRAWN}, "ok", 9, [0, 192, -192, 0]),
    ("hkmj", {}, TWELVE, {"seat": "S", **DRAWN}, "ok", 9, [-64, 192, -64, -64]),
    ("hkmj", {}, TWELVE, {"seat": "S", "feeder": "W", "discarder": "N"}, "ok", 8, [0, 128, 0, -128]),
    ("hkmj", {}, ROBBED_NINE, {"seat": "S", "feeder": "W", **DRAWN}, "ok", 9, [-64, 192, -64, -64]),  # three show
    ("hkmj", {}, "[456m][456m][789m](2222m)1m+1m", {"feeder": "W", **DRAWN}, "ok", 8, [192, -64, -64, -64]),
    (
        "hkmj",
        {},
        "[1111m][2222m][3333m][5555m]9m+9m",
        {"seat": "N", "feeder": "E", **DRAWN},
        "ok",
        10,
        [-384, 0, 0, 384],
    ),
    ("hkmj", NO_PIECES, TWELVE, {"seat": "S", "feeder": "W", **DRAWN}, "ok", 9, [-64, 192, -64, -64]),
    # the fifth tile: only where the rules have it, and only for a throw
    ("hkmj", FIFTH, FOUR_CHOWS, {"seat": "S", "discarder": "W", **FRESH}, "ok", 2, [0, 16, -16, 0]),
    ("hkmj", FIFTH, FOUR_CHOWS, {"seat": "S", "discarder": "W"}, "ok", 2, [-4, 16, -8, -4]),
    ("hkmj", FIFTH, FOUR_CHOWS, FRESH, "ok", 2, None),
    ("hkmj", {}, FOUR_CHOWS, {"seat": "S", "discarder": "W", **FRESH}, "ok", 2, [-4, 16, -8, -4]),
    ("hkmj", FIFTH, FOUR_CHOWS, {"seat": "S", "discarder": "W", **KONG, **FRESH}, "ok", 3, [-8, 32, -16, -8]),
    ("hkmj", FIFTH, FOUR_CHOWS, {**DRAWN, **FRESH}, "ok", 3, [48, -16, -16, -16]),
    ("hkmj", FIFTH, NINE, {"discarder": "N", **FRESH}, "ok", 7, [128, 0, 0, -128]),
    # a wrong declaration: 128 to each, whoever discarded; nothing for a hand that is at fault
    ("hkmj", FINED, NO_WIN, {"seat": "W"}, "not_a_win", None, [128, 128, -384, 128]),
    ("hkmj", FINED, NO_WIN, {"discarder": "N"}, "not_a_win", None, [-384, 128, 128, 128]),
    (
        "hkmj",
        {"minimum_fan": 3, **FINED},
        FOUR_CHOWS,
        {"seat": "N", "discarder": "S"},
        "below_minimum",
        2,
        [128, 128, 128, -384],
    ),
    ("hkmj", {"minimum_fan": 3}, FOUR_CHOWS, {"seat": "N", "discarder": "S"}, "below_minimum", 2, None),
    ("hkmj", {}, NO_WIN, {"seat": "W"}, "not_a_win", None, None),
    ("hkmj", FINED, "[123m]456m789p23p555s+1p", {"seat": "W"}, "wrong_tile_count", None, None),
    ("hkmj", FINED, FOUR_CHOWS, {"seat": "W", "discarder": "W"}, "bad_context", None, None),
    ("hkmj", FINED, FOUR_CHOWS, {"seat": "S", "discarder": "W"}, "ok", 2, [-4, 16, -8, -4]),
    # whatever it is worth
    ("classical", {}, ORPHANS, DRAWN, "ok", 1, None),
    ("classical", {}, ORPHANS, {"discarder": "S"}, "ok", 1, None),
]


@pytest.mark.parametrize(("rules", "options", "hand", "context", "status", "total", "payments"), CASES)
def test_hands(
    rules: str,
    options: dict[str, Any],
    hand: str,
    context: dict[str, Any],
    status: str,
    total: float | None,
    payments: list[int] | None,
) -> None:
    """The amounts, or null, in a table; the same or zeros in arrays."""
    assert payments is None or sum(payments) == 0
    table = pa.table({"hand": [hand], **{name: [value] for name, value in context.items()}})
    row = fastmj.score_batch(table, rules, payments=True, **options).to_pylist()[0]
    assert (row["status"], row["total"], row["payments"]) == (status, total, payments)
    assert "payments" not in fastmj.score_batch(table, rules, **options).column_names
    if status != "bad_context":  # which a Hand refuses
        columns = fastmj.Hand.parse(hand, **context).to_row()
        arrays = {name: np.frombuffer(columns.pop(name), np.uint8)[None, :] for name in ("hand", "melds")}
        found = fastmj.score_arrays(
            arrays["hand"], melds=arrays["melds"], **columns, rules=rules, payments=True, **options
        )
        assert found.payments is not None
        assert found.payments.tolist() == [payments or [0, 0, 0, 0]]
