"""Rule sets are checked when they are made, frozen, and small to pickle."""

import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

import fastmj
from fastmj.elements.chows import all_chows
from fastmj.elements.element import Element, element
from fastmj.elements.flowers import flower_tiles
from fastmj.elements.honors import dragon_pung
from fastmj.elements.pungs import all_pungs
from fastmj.elements.suits import full_flush, no_honors
from fastmj.elements.winning import chicken_hand
from fastmj.kernels.view import View
from fastmj.rules import Row, RuleSet

ROWS = (Row(full_flush, 24, (no_honors,)), Row(all_pungs, 6), Row(no_honors, 1))


@element("All Pungs", zh="又一")
def all_pungs_again(h: View) -> bool:
    """Another element of the same name."""
    return h.pungs == 4


@element("Too Often", most=16)
def too_often(h: View) -> int:
    """Scores more often than a row can hold."""
    return h.pungs


@pytest.mark.parametrize(
    ("rows", "more", "message"),
    [
        ((*ROWS, Row(all_pungs, 8)), {}, "'mine' lists 'All Pungs' more than once"),
        ((*ROWS, Row(all_pungs_again, 8)), {}, "'mine' lists 'All Pungs' more than once"),
        ((*ROWS, Row(all_chows, 2, name="No Honors")), {}, "'mine' lists '(All Chows|No Honors)' more than once"),
        (
            (*ROWS, Row(all_chows, 2, (dragon_pung,))),
            {},
            "'All Chows' excludes 'Dragon Pung', which the rule set does not",
        ),
        (
            (*ROWS, Row(all_chows, 2, (all_chows,))),
            {},
            "'All Chows' exclude one another in a ring; of two rows only one",
        ),
        (
            (Row(full_flush, 24, (no_honors,)), Row(all_pungs, 6), Row(no_honors, 1, (full_flush,))),
            {},
            "'Full Flush', 'No Honors' exclude one another in a ring",
        ),
        ((*ROWS, Row(all_chows, 2, starred=True)), {}, "'All Chows' is starred, which means something in a group only"),
        (ROWS, {"preferred": (all_chows,)}, "'All Chows' is preferred but is not listed"),
        (ROWS, {"claims": ("nine_flowers",)}, "unknown claim 'nine_flowers'; known are seven_flowers, eight_flowers"),
        (ROWS, {"final_policy": "never"}, "unknown final_policy 'never'; known are always, higher"),
        (ROWS, {"chow_policy": "twice"}, "unknown chow_policy 'twice'; known are account_once, one, all"),
        (ROWS, {"forms": ()}, " knows no winning form"),
        (ROWS, {"cap": -1}, "cap=-1 is not 0 or more in steps of 1"),
        (ROWS, {"minimum": 2.5}, "minimum=2.5 is not 0 or more in steps of 1"),
        (ROWS, {"exact": ("123m",)}, "exact hand '123m' is not thirteen concealed tiles"),
        (ROWS, {"exact": ("12x",)}, "exact hand '12x': "),
        ((*ROWS, Row(all_chows, -2)), {}, "'All Chows' is worth -2; points are 0 or more"),
        ((*ROWS, Row(all_chows, 0.5)), {}, "'All Chows' is worth 0.5, no multiple of 1"),
        ((*ROWS, Row(too_often, 2)), {}, "'Too Often' could score 16 times; 1 to 15 are possible"),
        (ROWS, {"nothing": chicken_hand}, "'Chicken Hand' is to score alone but is not listed"),
        (
            ROWS,
            {"forms": ("regular", "eight_pairs")},
            "unknown winning form 'eight_pairs'; known are regular, seven_pairs",
        ),
    ],
)
def test_faults(rows: tuple[Row, ...], more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        RuleSet("mine", rows, **more)
    assert str(caught.value).startswith("rule set 'mine'")


def test_exclusions_go_in_any_order() -> None:
    """A row may exclude one that stands before it, and one that is excluded itself excludes nothing."""
    rows = (Row(no_honors, 1), Row(all_pungs, 6, (no_honors,)), Row(full_flush, 24, (all_pungs,)))
    found = fastmj.score("[222m][333m][444m]66m99m+6m", RuleSet("mine", rows))
    assert found.elements == {"No Honors": 1, "Full Flush": 1}
    found = fastmj.score("[222m][333m][444m]66m99p+6m", RuleSet("mine", rows))
    assert found.elements == {"All Pungs": 1}


def test_half_points_where_the_unit_allows_them() -> None:
    assert RuleSet("mine", (Row(all_chows, 0.5),), unit=0.5).rows[0].points == 0.5


def test_a_title_of_its_own() -> None:
    assert RuleSet("mine", (*ROWS, Row(all_chows, 2, name="Peace"))).names == (*(r.title for r in ROWS), "Peace")


def test_frozen() -> None:
    rules = fastmj.rules.get("mcr")
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.minimum = 0  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.rows[0].points = 0  # type: ignore[misc]


@pytest.mark.parametrize("name", fastmj.rules.names())
def test_the_packing_has_a_place_for_every_row(name: str) -> None:
    rules = fastmj.rules.get(name)
    bits = [(word, bit + i) for word, bit, width in rules.place.values() for i in range(width)]
    assert len(bits) == len(set(bits)) == sum(row.element.most.bit_length() for row in rules.rows)
    assert max(bit for _, bit in bits) < 63
    assert rules.words == 1 + max(word for word, _ in bits)
    for i, row in enumerate(rules.rows):
        word, mask = rules.mask(row.key)
        assert (rules.row_of_bit[word] == i).tolist() == [bool(mask >> bit & 1) for bit in range(63)]


@pytest.mark.parametrize("name", fastmj.rules.names())
def test_unpack_names_every_count(name: str) -> None:
    """Every element alone, each as often as it can score."""
    rules = fastmj.rules.get(name)
    words = np.zeros((len(rules.rows), rules.words), np.uint64)
    for i, row in enumerate(rules.rows):
        word, bit, _ = rules.place[row.key]
        words[i, word] = row.element.most << bit
    expected = [[{"element": row.title, "count": row.element.most}] for row in rules.rows]
    assert rules.unpack(words).to_pylist() == expected
    wide = rules.unpack_wide(words)
    assert wide.shape == (len(rules.rows),) * 2
    np.testing.assert_array_equal(wide, np.diag([row.element.most for row in rules.rows]))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mcr", {}),
        ("mcr", {"profile": "online"}),
        ("mcr", {"dead_waits": "ignore", "mixed_kong": 3}),
        ("imj", {"special_vs_ordinary": "higher"}),
        ("hk", {"max_points": None}),
        ("hkmj", {"seven_pairs": False, "minimum_fan": 3}),
        ("classical", {"green_needs_dragon": True}),
    ],
)
def test_pickled_by_name_and_options(name: str, options: dict[str, Any]) -> None:
    rules = fastmj.rules.get(name, **options)
    data = pickle.dumps(rules)
    assert len(data) < 1000
    again = pickle.loads(data)
    assert again.name == name
    assert again.options == rules.options
    assert [row.points for row in again.rows] == [row.points for row in rules.rows]
    assert again.names == rules.names


def test_what_counts_more_than_once() -> None:
    most = {row.element: row.element.most for row in fastmj.rules.get("mcr").counted}
    assert most[flower_tiles] == 8
    assert most[dragon_pung] == 3
    assert all(isinstance(e, Element) and n > 1 for e, n in most.items())
