"""Hong Kong mahjong of Nine Dragons: the 25 elements, maximum hands, what each option changes, tiers and penalties."""

from collections.abc import Callable
from typing import Any

import pytest

import fastmj
from fastmj.tiles import DISCARD, ROBBED_KONG, SELF_DRAW
from tests.elements.examples import NO_WIN, counted
from tests.rules.changes import Change, by_fastmj, by_reference, expected, without_effect
from tests.rules.specs import chart, facts, held, options_of, same_loop

MAXIMUM = """
 1 | Thirteen Unique Wonders | | 10
 2 | Ones & Nines Pongs      | | 10
 3 | All Kongs               | | 10
 4 | Hidden Treasure         | | 10
 5 | Gates of Heaven         | | 10
 6 | Jade Dragon             | | 10
 7 | Ruby Dragon             | | 10
 8 | Pearl Dragon            | | 10
"""
FANS = """
 9 | Seven Pairs                                     | | 4
10 | 4 Chows                                         | | 1
11 | 4 Pongs                                         | | 3
12 | Self-Pick                                       | | 1
13 | Dragon Pong                                     | | 1
14 | Two Dragon Pongs and a Pair of the other Dragon | | 4
15 | All three Dragon Pongs                          | | 6
16 | Round Wind Pong                                 | | 1
17 | Seat Wind Pong                                  | | 1
18 | No Flowers                                      | | 1
19 | Seat Flower                                     | | 1
20 | All four Red or Blue Flowers                    | | 1
21 | Semi-Pure                                       | | 3
22 | Pure                                            | | 6
23 | All Winds and Dragons                           | | 7
24 | Kong Bonus                                      | | 1
25 | Robbing A Kong                                  | | 1
"""
SWITCH = "true | false"
OPTIONS = {
    "minimum_fan": (0, "0 | 1 | 2 | 3"),
    "seven_pairs": (True, SWITCH),
    "jade_dragon": (True, SWITCH),
    "ruby_dragon": (True, SWITCH),
    "pearl_dragon": (True, SWITCH),
    "double_wind": (2, "2 | 1"),
    "hidden_treasure_kongs": (True, SWITCH),
    "dragon_pair": ("suit", "suit | any"),
    "nine_pieces_penalty": (True, SWITCH),
    "fifth_tile_penalty": (False, SWITCH),
    "maximum_penalty": (False, SWITCH),
}
ARGUMENTS = [
    {"minimum_fan": 3},
    {"nine_pieces_penalty": False},
    {"fifth_tile_penalty": True},
    {"maximum_penalty": True},
]
DRAWN, QUIET = {"win_by": "self_draw"}, {"flowers": "2f"}
OPEN = "[123m]567p222s78s11z+9s"


def test_rows() -> None:
    assert len(facts(MAXIMUM)) + len(facts(FANS)) == 25
    assert held("hkmj") == facts(MAXIMUM) + facts(FANS)
    assert fastmj.rules.get("hkmj").source
    limits = [row.title for row in fastmj.rules.get("hkmj").rows if row.limit]
    assert limits == [fact.name for fact in facts(MAXIMUM)]


@pytest.mark.parametrize(
    ("hand", "context", "total", "scores"),
    [
        # of a maximum hand nothing else is listed; several are, and count once
        ("[222s][777s]555s666z9s+9s", {"flowers": ""}, 10, "Jade Dragon"),
        ("(1111m)(9999p)(1111s)(9999s)1p+1p", DRAWN, 10, "Ones & Nines Pongs, All Kongs, Hidden Treasure"),
        ("19m19p19s1234567z+1z", {"opening": "heaven", **DRAWN}, 10, "Thirteen Unique Wonders"),
        # whichever reading it is on, and however much another is worth
        ("111222333m999m1s+1s", DRAWN, 10, "Hidden Treasure"),
        ("1112345678999s+2s", DRAWN, 10, "Gates of Heaven"),
        # fan without end, unless it is a maximum hand
        ("1122334455667z+7z", {"flowers": "1f2f5f"}, 13, "Seven Pairs, All Winds and Dragons, Seat Flower*2"),
        ("[222z][333z]444z777z5z+5z", {}, 11, "4 Pongs, Dragon Pong, All Winds and Dragons"),
        # what a dragon or wind counts
        ("[555z][666z]777z23m44s+4m", {}, 6, "All three Dragon Pongs"),
        ("[555z][666z]234p23m77z+4m", {}, 4, "Two Dragon Pongs and a Pair of the other Dragon"),
        ("[555z][111z]234p23m77s+4m", {}, 3, "Dragon Pong, Round Wind Pong, Seat Wind Pong"),
        # a kong's replacement counts once, however many kongs
        ("[1111m][2222s]567p78s11z+9s", {**DRAWN, "kong_draws": 2}, 2, "Self-Pick, Kong Bonus"),
        # nothing for an opening, a last tile or a concealed hand
        ("123m567p222s78s11z+9s", {"opening": "earth", "seat": "W", "last_tile": True}, 0, ""),
        # the best reading
        ("112233m778899m5p+5p", {}, 4, "Seven Pairs"),
        ("111222333p888s9m+9m", {}, 3, "4 Pongs"),
    ],
)  # fmt: skip
def test_combinations(hand: str, context: dict[str, Any], total: float, scores: str) -> None:
    found = fastmj.score(hand, "hkmj", **QUIET | context)
    assert (found.total, found.elements) == (total, counted(scores))
    assert found.raw == total
    assert found.limit == bool({fact.name for fact in facts(MAXIMUM)} & set(found.elements))


CHANGES = (
    Change(
        "seven_pairs",
        "112233m778899m5p+5p",
        QUIET,
        {True: (4, "Seven Pairs"), False: (1, "4 Chows")},
    ),
    Change("seven_pairs", "1122m5566p99s33z7z+7z", QUIET, {True: (4, "Seven Pairs"), False: (None, NO_WIN)}),
    Change(
        "jade_dragon",
        "[222s][777s]555s666z9s+9s",
        QUIET,
        {True: (10, "Jade Dragon"), False: (7, "4 Pongs, Dragon Pong, Semi-Pure")},
    ),
    Change(
        "ruby_dragon",
        "[222m][777m]555m777z9m+9m",
        QUIET,
        {True: (10, "Ruby Dragon"), False: (7, "4 Pongs, Dragon Pong, Semi-Pure")},
    ),
    Change(
        "pearl_dragon",
        "[222p][777p]555p555z9p+9p",
        QUIET,
        {True: (10, "Pearl Dragon"), False: (7, "4 Pongs, Dragon Pong, Semi-Pure")},
    ),
    Change(
        "double_wind",
        "[333z][234m]567p88s99s+9s",
        QUIET | {"seat": "W", "round": "W"},
        {2: (2, "Round Wind Pong, Seat Wind Pong"), 1: (1, "Round Wind Pong")},
    ),
    Change(
        "hidden_treasure_kongs",
        "(1111m)333p555s77s22z+7s",
        QUIET | DRAWN,
        {True: (10, "Hidden Treasure"), False: (4, "4 Pongs, Self-Pick")},
    ),
    Change(
        "dragon_pair",
        "[222s][777s]555s666z2z+2z",
        QUIET,
        {"suit": (7, "4 Pongs, Dragon Pong, Semi-Pure"), "any": (10, "Jade Dragon")},
    ),
    Change(
        "dragon_pair",
        "[222m][777m]555m777z9s+9s",
        QUIET,
        {"suit": (4, "4 Pongs, Dragon Pong"), "any": (10, "Ruby Dragon")},
    ),
    Change(
        "dragon_pair",
        "[222p][777p]555p555z6z+6z",
        QUIET,
        {"suit": (7, "4 Pongs, Dragon Pong, Semi-Pure"), "any": (10, "Pearl Dragon")},
    ),
)


def test_options() -> None:
    assert options_of("hkmj") == OPTIONS
    assert {change.option for change in CHANGES} | {name for given in ARGUMENTS for name in given} == set(OPTIONS)
    assert without_effect(CHANGES) == []
    assert by_reference("hkmj", CHANGES) == expected(CHANGES)


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_option_alone(plain: bool, python: Callable[..., str]) -> None:
    assert by_fastmj("hkmj", __name__, python, plain=plain) == expected(CHANGES)


@pytest.mark.parametrize("options", ARGUMENTS, ids=str)
def test_options_that_nothing_is_compiled_for(options: dict[str, Any]) -> None:
    assert same_loop("hkmj", **options)


@pytest.mark.parametrize("minimum", range(4))
@pytest.mark.parametrize(
    ("flowers", "fan"),
    [("2f", 0), ("1f", 1), ("1f5f", 2), ("1f2f3f4f5f", 3)],
)
def test_minimum(minimum: int, flowers: str, fan: int) -> None:
    """Flowers count towards it; below it the score is told, and nobody pays."""
    found = fastmj.score(OPEN, "hkmj", flowers=flowers, discarder="S", minimum_fan=minimum)
    assert (found.status, found.total) == ("ok" if fan >= minimum else "below_minimum", fan)
    assert (found.payments is None) == (fan < minimum)


TIERS = {0: 1, 1: 2, 2: 4, 3: 8, 4: 16, 5: 16, 6: 16, 7: 32, 8: 32, 9: 32, 10: 64, 11: 64, 17: 64}


def test_tiers() -> None:
    """Each pays the base, twice of it whose tile it was; all twice of it for a tile drawn."""
    fans, bases = list(map(float, TIERS)), list(TIERS.values())
    assert chart("hkmj", fans, win_by=DISCARD, discarder=0) == [[-2 * b, -b, 4 * b, -b] for b in bases]
    assert chart("hkmj", fans, win_by=ROBBED_KONG, discarder=3) == [[-b, -b, 4 * b, -2 * b] for b in bases]
    assert chart("hkmj", fans, win_by=SELF_DRAW) == [[-2 * b, -2 * b, 6 * b, -2 * b] for b in bases]


THREE_SHOWN, FOUR_SHOWN = "[123m][567m][222m]88m99m+9m", "[123m][567m][222m][888m]9m+9m"
FED = DRAWN | {"feeder": "S"}


@pytest.mark.parametrize(
    ("hand", "context", "options", "total", "payments"),
    [
        # nine pieces: the discarder of a Pure hand that shows three sets pays for all
        (THREE_SHOWN, {"discarder": "W"}, {}, 6, [64, 0, -64, 0]),
        (THREE_SHOWN, {"discarder": "W"}, {"nine_pieces_penalty": False}, 6, [64, -16, -32, -16]),
        (FOUR_SHOWN, {"discarder": "W"}, {}, 6, [64, 0, -64, 0]),
        ("[111m][555m][222m]33m99m+9m", {"discarder": "N"}, {}, 9, [128, 0, 0, -128]),
        ("[1111m][5555m][2222m](3333m)9m+9m", {"discarder": "N"}, {}, 10, [256, 0, 0, -256]),
        # ... not two sets, a concealed kong for the third, another suit among them, or a robbed kong
        ("[123m][567m]222m88m99m+9m", {"discarder": "W"}, {}, 6, [64, -16, -32, -16]),
        ("[456m][567m](2222m)88m99m+9m", {"discarder": "W"}, {}, 6, [64, -16, -32, -16]),
        ("[123m][567m][222z]88m99m+9m", {"discarder": "W"}, {}, 3, [32, -8, -16, -8]),
        ("[123m][567m][222m]79m88m+8m", {"discarder": "W"}, {}, 6, [64, 0, -64, 0]),
        ("[123m][567m][222m]79m99m+8m", {"discarder": "W", "win_by": "robbed_kong"}, {}, 7, [128, -32, -64, -32]),
        # ... and who fed the fourth set of one that is then self-picked
        (FOUR_SHOWN, FED, {}, 7, [192, -192, 0, 0]),
        (FOUR_SHOWN, FED, {"nine_pieces_penalty": False}, 7, [192, -64, -64, -64]),
        (FOUR_SHOWN, DRAWN, {}, 7, [192, -64, -64, -64]),
        (THREE_SHOWN, FED, {}, 7, [192, -64, -64, -64]),
        ("[123m][567m][222m](8888m)9m+9m", FED, {}, 7, [192, -64, -64, -64]),
        ("[111m][555m][222m][888m]9m+9m", FED, {}, 10, [384, -384, 0, 0]),
        # a fresh tile when fewer than five are left
        (OPEN, {"discarder": "S", "fifth_tile": True}, {}, 0, [4, -2, -1, -1]),
        (OPEN, {"discarder": "S", "fifth_tile": True}, {"fifth_tile_penalty": True}, 0, [4, -4, 0, 0]),
        (OPEN, {"discarder": "S"}, {"fifth_tile_penalty": True}, 0, [4, -2, -1, -1]),
        (OPEN, DRAWN | {"fifth_tile": True}, {"fifth_tile_penalty": True}, 1, [12, -4, -4, -4]),
        # a wrong declaration
        ("[123m]567p222s78s11z+5s", {"seat": "W", "discarder": "S"}, {"maximum_penalty": True}, None, [128, 128, -384, 128]),
        ("[123m]567p222s78s11z+5s", {"seat": "W", "discarder": "S"}, {}, None, None),
        (OPEN, {}, {"maximum_penalty": True, "minimum_fan": 1}, 0, [-384, 128, 128, 128]),
        (OPEN, {"discarder": "S"}, {"maximum_penalty": True}, 0, [4, -2, -1, -1]),
        (OPEN, {}, {}, 0, None),  # nobody is named
    ],
)  # fmt: skip
def test_payments(
    hand: str, context: dict[str, Any], options: dict[str, Any], total: float | None, payments: list[int] | None
) -> None:
    found = fastmj.score(hand, "hkmj", **QUIET | context, **options)
    assert (found.total, found.payments) == (total, payments)


def test_a_penalty_is_for_wins_not_for_faulty_input() -> None:
    """Five copies of a tile are no declaration."""
    found = fastmj.score_arrays(
        [[5, 3, 3, 3] + [0] * 30], win_tile=0, rules="hkmj", maximum_penalty=True, payments=True
    )
    assert fastmj.STATUS[found.status[0]] == "too_many_copies"
    assert found.payments is not None
    assert not found.payments.any()
