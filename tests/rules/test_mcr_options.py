"""Chinese Official rules: what each option changes, and which column each profile takes."""

from collections.abc import Callable
from typing import Any

import pytest

import fastmj
from tests.elements.examples import counted
from tests.rules.changes import Change, by_fastmj, by_reference, expected, without_effect

STANDARD = {
    "mixed_kong": 6,
    "two_concealed_kongs": 8,
    "kongs_add_concealed": True,
    "special_fully_concealed": True,
    "fcp_fully_concealed": True,
    "all_green_half_flush": False,
    "all_terminals_double_pung": False,
    "knitted_wait": "residual",
    "dead_waits": "count",
}
PROFILES: dict[str, dict[str, Any]] = {
    "standard": STANDARD,
    "online": STANDARD
    | {
        "mixed_kong": 5,
        "two_concealed_kongs": 6,
        "kongs_add_concealed": False,
        "special_fully_concealed": False,
        "fcp_fully_concealed": False,
    },
    "wmo2014": STANDARD | {"all_green_half_flush": True, "all_terminals_double_pung": True},
}


DRAWN = {"win_by": "self_draw"}
CHANGES = (
    Change(
        "mixed_kong",
        "(1111m)[3333p]234s78s22z+9s",
        {},
        {points: (1 + points, "Concealed Kong and Melded Kong, Pung of Terminals or Honors") for points in (3, 5, 6)},
    ),
    Change(
        "two_concealed_kongs",
        "(2222m)(8888s)[555p]345p8m+8m",
        {},
        {points: (5 + points, "Two Concealed Kongs, Tile Hog, All Simples, Single Wait") for points in (6, 8)},
    ),
    Change(
        "kongs_add_concealed",
        "[1111m](3333p)[5555z]78s22z+9s",
        {},
        {
            True: (43, "Three Kongs, All Types, Dragon Pung, Concealed Kong, Pung of Terminals or Honors"),
            False: (41, "Three Kongs, All Types, Dragon Pung, Pung of Terminals or Honors"),
        },
    ),
    Change(
        "kongs_add_concealed",
        "[1111m](3333p)(5555z)78s22z+9s",
        {},
        {
            True: (49, "Three Kongs, Two Concealed Kongs, All Types, Dragon Pung, Pung of Terminals or Honors"),
            False: (43, "Three Kongs, All Types, Dragon Pung, Two Concealed Pungs, Pung of Terminals or Honors"),
        },
    ),
    Change(
        "kongs_add_concealed",
        "[1111m](3333p)[5555z](7777s)2z+2z",
        {},
        {
            True: (105, "Four Kongs, Two Concealed Kongs, All Types, Dragon Pung, Pung of Terminals or Honors"),
            False: (99, "Four Kongs, All Types, Dragon Pung, Two Concealed Pungs, Pung of Terminals or Honors"),
        },
    ),
    Change(
        "special_fully_concealed",
        "1122446677889s+9s",
        DRAWN,
        {
            True: (52, "Seven Pairs, Full Flush, Fully Concealed Hand"),
            False: (49, "Seven Pairs, Full Flush, Self-Drawn"),
        },
    ),
    Change(
        "special_fully_concealed",
        "1112345678999m+5m",
        DRAWN,
        {
            True: (95, "Nine Gates, Fully Concealed Hand, Two Concealed Pungs, Pung of Terminals or Honors"),
            False: (92, "Nine Gates, Two Concealed Pungs, Pung of Terminals or Honors, Self-Drawn"),
        },
    ),
    Change(
        "special_fully_concealed",
        "1122334455667m+7m",
        DRAWN,
        {True: (92, "Seven Shifted Pairs, Fully Concealed Hand"), False: (89, "Seven Shifted Pairs, Self-Drawn")},
    ),
    Change(
        "special_fully_concealed",
        "19m19p119s123456z+7z",
        DRAWN,
        {True: (92, "Thirteen Orphans, Fully Concealed Hand"), False: (89, "Thirteen Orphans, Self-Drawn")},
    ),
    Change(
        "special_fully_concealed",
        "14m258p69s124567z+3z",
        DRAWN,
        {
            True: (28, "Greater Honors and Knitted Tiles, Fully Concealed Hand"),
            False: (25, "Greater Honors and Knitted Tiles, Self-Drawn"),
        },
    ),
    Change(
        "special_fully_concealed",
        "147m258p36s12345z+6z",
        DRAWN,
        {
            True: (16, "Lesser Honors and Knitted Tiles, Fully Concealed Hand"),
            False: (13, "Lesser Honors and Knitted Tiles, Self-Drawn"),
        },
    ),
    Change(
        "fcp_fully_concealed",
        "111m444p666s99s22z+9s",
        DRAWN,
        {
            True: (70, "Four Concealed Pungs, Fully Concealed Hand, Pung of Terminals or Honors*2"),
            False: (67, "Four Concealed Pungs, Pung of Terminals or Honors*2, Self-Drawn"),
        },
    ),
    Change(
        "all_green_half_flush",
        "[234s]234s666s88s66z+6z",
        {},
        {
            False: (91, "All Green, Dragon Pung, Pure Double Chow"),
            True: (97, "All Green, Half Flush, Dragon Pung, Pure Double Chow"),
        },
    ),
    Change(
        "all_terminals_double_pung",
        "[111m][999m][111p]99p11s+9p",
        {},
        {False: (64, "All Terminals"), True: (68, "All Terminals, Double Pung*2")},
    ),
    Change(
        "knitted_wait",
        "[555m]147m258p3699s+9s",
        {},
        {
            "residual": (14, "Knitted Straight, No Honors, Single Wait"),
            "not_on_body": (13, "Knitted Straight, No Honors"),
        },
    ),
    Change(
        "dead_waits",
        "[567s][567s][567s]5678s+8s",
        {},
        {
            "count": (76, "Quadruple Chow, Full Flush, All Chows, All Simples"),
            "ignore": (77, "Quadruple Chow, Full Flush, All Chows, All Simples, Single Wait"),
        },
    ),
)


def test_the_reference_knows_each_option() -> None:
    assert by_reference("mcr", CHANGES) == expected(CHANGES)


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_option_alone(plain: bool, python: Callable[..., str]) -> None:
    assert by_fastmj("mcr", __name__, python, plain=plain) == expected(CHANGES)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.option}-{change.hand}")
def test_profiles(profile: str, change: Change) -> None:
    total, scores = change.by_value[PROFILES[profile][change.option]]
    found = fastmj.score(change.hand, f"mcr:{profile}", **change.context)
    assert (found.total, found.elements) == (total, counted(scores))


@pytest.mark.parametrize("profile", PROFILES)
def test_a_value_outweighs_its_profile(profile: str) -> None:
    for change in CHANGES:
        for value in change.by_value:
            rules = fastmj.rules.get("mcr", profile=profile, **{change.option: value})
            assert vars(rules.options) == PROFILES[profile] | {"profile": profile, change.option: value}


def test_every_option_changes_a_hand() -> None:
    assert {change.option for change in CHANGES} == set(STANDARD)
    assert without_effect(CHANGES) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_the_options_of_a_profile(profile: str) -> None:
    assert vars(fastmj.rules.get("mcr", profile=profile).options) == PROFILES[profile] | {"profile": profile}
