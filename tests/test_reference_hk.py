"""The slow references of the Hong Kong and classical rules against hands with known answers."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.case_data import load, mismatch, names
from tests.elements.examples import counted
from tests.random_hk_hands import random_rows
from tests.reference import classical, hk, hkmj
from tests.reference.outcome import Outcome, with_defaults
from tests.reference.rows import NONE, Row
from tests.reference.rule_shapes import hand_of

MODULES: dict[str, Any] = {"hk": hk, "hkmj": hkmj, "classical": classical}
DRAWN = {"win_by": "self_draw"}
CHICKEN = "[123m][678p]222s45s99p+6s"
ALL_FLOWERS = "1f2f3f4f5f6f7f8f"
Score = Callable[[Mapping[str, Any]], Outcome]


@pytest.mark.parametrize("name", names("hk", "hkmj", "classical"))
def test_known_hands(name: str) -> None:
    score: Score = MODULES[name.split("_")[0]].score
    cases = load(name)
    assert cases
    problems = [
        mismatch(case, found.status, found.total, found.raw, found.elements, found.payments, found.limit)
        for case in cases
        for found in [score(case.as_dict())]
    ]
    assert [problem for problem in problems if problem] == []


@pytest.mark.parametrize(
    ("hand", "context", "options", "total", "elements"),
    [
        # what a tighter item contains, item by item
        ("[111z][222z][333z]444z8p+8p", {}, {}, 8, "Big Four Winds, Half Flush"),
        (
            "[111z][222z][333z]444z8p+8p",
            {},
            {"count_implied": True, "max_points": None},
            13,
            "Big Four Winds, Half Flush, All Pungs, Prevalent Wind, Seat Wind",
        ),
        ("[555z][666z]777z23m88p+4m", {}, {"count_implied": True}, 7, "Big Three Dragons, Two Dragons"),
        ("[555z][666z]234m88p77z+8p", {}, {"count_implied": True}, 5, "Little Three Dragons, Two Dragons"),
        ("[1111m][5555p](8888s)[2222z]6p+6p", {}, {"count_implied": True}, 8, "Four Kongs, All Pungs"),
        (
            "[222z][333z]444z777z5z+5z",
            {},
            {"count_implied": True, "max_points": None},
            12,
            "All Honors, All Pungs, Dragon Pung",
        ),
        ("1122m5566p99s33z7z+7z", {}, {"count_implied": True}, 6, "Seven Pairs, Concealed Hand"),
        ("1122m5566p99s33z7z+7z", DRAWN, {"count_implied": True}, 7, "Seven Pairs, Fully Concealed Hand, Self-Draws"),
        (
            "19m19p19s1234567z+1m",
            {},
            {"count_implied": True, "max_points": None},
            9,
            "Thirteen Orphans, Concealed Hand",
        ),
        # never counted, whatever the option
        (CHICKEN, {"win_by": "robbed_kong", "last_tile": True}, {"count_implied": True}, 1, "Robbing The Kong"),
        (CHICKEN, DRAWN | {"last_tile": True}, {"count_implied": True}, 1, "Last Tile Draw"),
        (CHICKEN, {"flowers": ALL_FLOWERS}, {"count_implied": True}, 8, "Eight Flowers"),
        # the other options
        ("123m678p222s45s99p+6s", DRAWN, {}, 2, "Fully Concealed Hand, Self-Draws"),
        ("123m678p222s45s99p+6s", DRAWN, {"fully_concealed_with_self_draw": False}, 1, "Fully Concealed Hand"),
        (CHICKEN, DRAWN, {"fully_concealed_with_self_draw": False}, 1, "Self-Draws"),
        (CHICKEN, {"round": "S", "seat": "W", "flowers": "2f"}, {}, 1, "Prevalent Flower"),
        (CHICKEN, {"round": "S", "seat": "W", "flowers": "2f"}, {"prevalent_flower": "seat"}, 0, ""),
        (CHICKEN, {"round": "S", "seat": "W", "flowers": "3f"}, {"prevalent_flower": "seat"}, 1, "Prevalent Flower"),
        ("147m25p369s12346z", {"flowers": ALL_FLOWERS}, {"eight_flowers_instant": True}, 8, "Eight Flowers"),
        (
            "147m25p369s12346z",
            DRAWN | {"flowers": ALL_FLOWERS, "opening": "heaven"},
            {"eight_flowers_instant": True, "max_points": None},
            21,
            "Heaven And Earth, Eight Flowers",
        ),
        ("147m25p369s12346z", {"flowers": "1f2f3f4f5f6f7f"}, {"eight_flowers_instant": True}, None, ""),
        ("147m25p369s12346z+7z", {"flowers": ALL_FLOWERS}, {"eight_flowers_instant": True}, None, ""),
        ("147m25p369s12346z", {"flowers": ALL_FLOWERS}, {}, None, ""),
    ],
)
def test_hk_options(
    hand: str, context: Mapping[str, Any], options: Mapping[str, Any], total: int | None, elements: str
) -> None:
    found = hk.score({"hand": hand, "flowers": "6f", **context, "options": options})
    assert (found.total, found.elements) == (total, counted(elements))


@pytest.mark.parametrize(
    ("hand", "context", "options", "total", "elements"),
    [
        ("112233m778899m5p+5p", {}, {}, 4, "Seven Pairs"),
        ("112233m778899m5p+5p", {}, {"seven_pairs": False}, 1, "4 Chows"),
        ("1122m5566p99s33z7z+7z", {}, {"seven_pairs": False}, None, ""),
        ("[222s][777s]555s666z9s+9s", {}, {}, 10, "Jade Dragon"),
        ("[222s][777s]555s666z9m+9m", {}, {}, 4, "4 Pongs, Dragon Pong"),
        ("[222s][777s]555s666z9m+9m", {}, {"dragon_pair": "any"}, 10, "Jade Dragon"),
        ("[222m][777m]555m777z1z+1z", {}, {"dragon_pair": "any"}, 10, "Ruby Dragon"),
        ("[222s][777m]555s666z9s+9s", {}, {"dragon_pair": "any"}, 4, "4 Pongs, Dragon Pong"),
        ("[222p][777p]555p555z9p+9p", {}, {"pearl_dragon": False}, 7, "4 Pongs, Dragon Pong, Semi-Pure"),
        ("(1111m)333p555s77s22z+7s", DRAWN, {}, 10, "Hidden Treasure"),
        ("(1111m)333p555s77s22z+7s", DRAWN, {"hidden_treasure_kongs": False}, 4, "4 Pongs, Self-Pick"),
        ("111m333p555s77s22z+7s", DRAWN, {"hidden_treasure_kongs": False}, 10, "Hidden Treasure"),
        ("[333z][234m]567p88s99s+9s", {"seat": "W", "round": "W"}, {}, 2, "Round Wind Pong, Seat Wind Pong"),
        ("[333z][234m]567p88s99s+9s", {"seat": "W", "round": "W"}, {"double_wind": 1}, 1, "Round Wind Pong"),
        ("[333z][234m]567p88s99s+9s", {"seat": "W"}, {"double_wind": 1}, 1, "Seat Wind Pong"),
        # all maximum hands of all readings: pongs and chows at once
        ("111222333m999m1s+1s", DRAWN, {}, 10, "Hidden Treasure"),
        ("(1111m)(9999p)(1111s)(9999s)1p+1p", DRAWN, {}, 10, "Ones & Nines Pongs, All Kongs, Hidden Treasure"),
        ("11m99p", {}, {}, None, ""),
    ],
)
def test_hkmj_options(
    hand: str, context: Mapping[str, Any], options: Mapping[str, Any], total: int | None, elements: str
) -> None:
    found = hkmj.score({"hand": hand, "flowers": "2f", **context, "options": options})
    assert (found.total, found.elements) == (total, counted(elements))
    assert found.limit == bool(set(found.elements) & set(hkmj.MAXIMUM_HANDS))


PURE = "[123m][567m][222m]88m99m+9m"


@pytest.mark.parametrize(
    ("hand", "context", "options", "status", "payments"),
    [
        # a tier of 16 for 4 to 6 fan: base from all, twice from who threw it
        (PURE, {"discarder": "W"}, {"nine_pieces_penalty": False}, "ok", (64, -16, -32, -16)),
        (PURE, {"discarder": "W"}, {}, "ok", (64, 0, -64, 0)),
        ("[123m][567m]222m88m99m+9m", {"discarder": "W"}, {}, "ok", (64, -16, -32, -16)),
        ("[1111m][5555m][2222m](3333m)9m+9m", {"discarder": "N"}, {}, "ok", (256, 0, 0, -256)),
        ("[123m][567m][222m][888m]9m+9m", DRAWN | {"feeder": "S"}, {}, "ok", (192, -192, 0, 0)),
        (
            "[123m][567m][222m][888m]9m+9m",
            DRAWN | {"feeder": "S"},
            {"nine_pieces_penalty": False},
            "ok",
            (192, -64, -64, -64),
        ),
        ("[123m][567m][222m](8888m)9m+9m", DRAWN | {"feeder": "S"}, {}, "ok", (192, -64, -64, -64)),
        (PURE, {}, {}, "ok", None),
        (CHICKEN, {"discarder": "S", "fifth_tile": True}, {}, "ok", (4, -2, -1, -1)),
        (CHICKEN, {"discarder": "S", "fifth_tile": True}, {"fifth_tile_penalty": True}, "ok", (4, -4, 0, 0)),
        (
            CHICKEN,
            {"discarder": "S", "fifth_tile": True, "win_by": "robbed_kong"},
            {"fifth_tile_penalty": True},
            "ok",
            (8, -4, -2, -2),
        ),
        (CHICKEN, DRAWN | {"fifth_tile": True}, {"fifth_tile_penalty": True}, "ok", (12, -4, -4, -4)),
        (CHICKEN, {"discarder": "S"}, {"minimum_fan": 1}, "below_minimum", None),
        (
            CHICKEN,
            {"discarder": "S"},
            {"minimum_fan": 1, "maximum_penalty": True},
            "below_minimum",
            (-384, 128, 128, 128),
        ),
        (CHICKEN.replace("+6s", "+7s"), {"seat": "N"}, {"maximum_penalty": True}, "not_a_win", (128, 128, 128, -384)),
        (CHICKEN, {"discarder": "S"}, {"maximum_penalty": True}, "ok", (4, -2, -1, -1)),
        (CHICKEN, {"discarder": "E"}, {"maximum_penalty": True}, "bad_context", None),
    ],
)
def test_hkmj_payments(
    hand: str,
    context: Mapping[str, Any],
    options: Mapping[str, Any],
    status: str,
    payments: tuple[int, ...] | None,
) -> None:
    found = hkmj.score({"hand": hand, "flowers": "2f", **context, "options": options})
    assert (found.status, found.payments) == (status, payments)


@pytest.mark.parametrize(
    ("hand", "context", "options", "total", "elements"),
    [
        ("1123456789p1234z+1z", {}, {}, None, ""),
        ("1123456789p123z+4z", {}, {}, 1, "The Wriggling Snake"),
        ("1123456789p123z+4z", DRAWN | {"opening": "heaven"}, {}, 1, "Heaven's Blessing, The Wriggling Snake"),
        (
            "1123456789p123z+4z",
            DRAWN | {"opening": "heaven"},
            {"limits_add": True},
            2,
            "Heaven's Blessing, The Wriggling Snake",
        ),
        (CHICKEN, {}, {"limits_add": True}, 0, ""),
        ("[234s][234s]234s66s88s+8s", {}, {}, 1, "All Green"),
        ("[234s][234s]234s66s88s+8s", {}, {"green_needs_dragon": True}, 0, ""),
        ("[234s][234s]234s88s66z+8s", {}, {"green_needs_dragon": True}, 1, "All Green"),
        ("1122m5566p99s33z7z+7z", {}, {}, None, ""),
    ],
)
def test_classical_options(
    hand: str, context: Mapping[str, Any], options: Mapping[str, Any], total: int | None, elements: str
) -> None:
    found = classical.score({"hand": hand, **context, "options": options})
    assert (found.total, found.elements) == (total, counted(elements))
    assert found.payments is None


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="known are count_implied"):
        with_defaults({"count_implied": True, "counted": 1}, hk.OPTIONS)


def titles() -> dict[str, set[str]]:
    """The elements of each rule set."""
    hand = hand_of(Row(counts=(2, 3, 3, 3, 3) + (0,) * 29, win_tile=0))
    limits = classical.special_hands(hand, with_defaults({}, classical.OPTIONS))
    return {
        "hk": {name for name, _ in hk.ITEMS.values()},
        "hkmj": {*hkmj.FAN, *hkmj.MAXIMUM_HANDS},
        "classical": set(limits),
    }


def test_names_are_complete() -> None:
    assert {name: len(found) for name, found in titles().items()} == {"hk": 29, "hkmj": 25, "classical": 15}


@pytest.mark.parametrize("name", list(MODULES))
def test_random_rows_meet_every_element_and_status(name: str) -> None:
    found = [MODULES[name].score_row(row, {}) for row in random_rows(20_000, "variety")]
    assert {title for outcome in found for title in outcome.elements} == titles()[name]
    assert {outcome.status for outcome in found} == {
        "missing", "bad_tile", "bad_meld", "wrong_tile_count", "too_many_copies", "win_tile_not_in_hand", "bad_context",
        "not_a_win", "ok",
    }  # fmt: skip


def test_random_rows_hold_claims() -> None:
    claims = [row for row in random_rows(5_000, "claims") if row.win_tile == NONE]
    statuses = {hk.score_row(row, {"eight_flowers_instant": True}).status for row in claims}
    assert statuses == {"ok", "not_a_win", "too_many_copies", "bad_context"}
    assert {hk.score_row(row, {}).status for row in claims} == {"missing"}
