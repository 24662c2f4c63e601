"""Why relations between chows do not count, and what else excludes what."""

from typing import Any

import pytest

import fastmj
from fastmj.elements.chows import mixed_triple_chow, pure_double_chow, short_straight
from fastmj.elements.element import Chow, relation
from fastmj.rules import Row, RuleSet

Left = tuple[str, int, str, list[str]]


def left(hand: str, rules: Any, **context: Any) -> list[Left]:
    """(element, count, rule, elements it gives way to) of what is met but not counted."""
    data = fastmj.explain(hand, rules, **context).as_dict()
    return [
        (line["element"], line["count"], line["because"]["rule"], line["because"]["elements"])
        for line in data["not_counted"]
    ]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (  # 1998 book: a straight is not read as two halves
            "123456789m123p5s+5s",
            [
                ("Short Straight", 2, "non_separation", ["Pure Straight"]),
                ("Two Terminal Chows", 1, "non_separation", ["Pure Straight"]),
            ],
        ),
        (  # both relations count: neither joins chows that are joined already
            "[123m]456m123p[777s]2s+2s",
            [],
        ),
        (
            "234567m234567p5s+5s",
            [
                ("Short Straight", 1, "account_once", ["Mixed Double Chow", "Short Straight"]),
            ],
        ),
        (  # the other 123m may not make a second straight
            "[123m]123m456m789m9s+9s",
            [
                ("Pure Straight", 1, "non_identical", ["Pure Straight"]),
                ("Short Straight", 1, "account_once", ["Pure Straight", "Pure Double Chow"]),
                ("Short Straight", 2, "non_separation", ["Pure Straight"]),
                ("Two Terminal Chows", 1, "account_once", ["Pure Straight", "Pure Double Chow"]),
                ("Two Terminal Chows", 1, "non_separation", ["Pure Straight"]),
            ],
        ),
        (
            "[234m][234m]234m234m9s+9s",
            [
                ("Pure Triple Chow", 4, "not_beside", ["Quadruple Chow"]),
                ("Pure Double Chow", 6, "not_beside", ["Quadruple Chow"]),
            ],
        ),
    ],
)
def test_principles_of_mcr(hand: str, expected: list[Left]) -> None:
    about_chows = [line for line in left(hand, "mcr") if line[0].endswith(("Chow", "Chows", "Straight"))]
    assert sorted(about_chows) == sorted(expected)


@relation("Chows of One and Two", chows=3)
def ones_and_twos(a: Chow, b: Chow, c: Chow) -> bool:
    """Chows that start with ones and twos, not all with the same."""
    ranks = {a[1], b[1], c[1]}
    return ranks == {1, 2}


@relation("Worthless Pair of Chows", chows=2)
def worthless(a: Chow, b: Chow) -> bool:
    """Any two chows."""
    return True


HAND = "123m123p123s234s9m+9m"


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("account_once", [("Chows of One and Two", 3, "free_choice", ["Mixed Triple Chow"])]),
        ("one", [("Chows of One and Two", 3, "one_combination", ["Mixed Triple Chow"])]),
        ("all", [("Chows of One and Two", 2, "often_enough", [])]),
    ],
)
def test_policies(policy: str, expected: list[Left]) -> None:
    house = RuleSet("house", (Row(mixed_triple_chow, 8), Row(ones_and_twos, 5)), chow_policy=policy)
    assert left(HAND, house) == expected


def test_what_is_worth_nothing() -> None:
    house = RuleSet("house", (Row(short_straight, 1), Row(pure_double_chow, 1), Row(worthless, 0)))
    assert left("[123m]456m777p888s9s+9s", house) == [
        ("Worthless Pair of Chows", 1, "non_separation", ["Short Straight"])
    ]
    assert left("[123m]567m777p888s9s+9s", house) == [("Worthless Pair of Chows", 1, "adds_nothing", [])]


@pytest.mark.parametrize(
    ("rules", "hand", "context", "expected"),
    [
        ("hk", "[111z][222z]333z444z5p+5p", {"win_by": "self_draw"}, [
            ("All Pungs", 1, "not_beside", ["Big Four Winds"]),
            ("Prevalent Wind", 1, "not_beside", ["Big Four Winds"]),
            ("Seat Wind", 1, "not_beside", ["Big Four Winds"]),
        ]),
        ("imj", "123456789m123p5s+5s", {"win_by": "self_draw", "flowers": "2f"}, [
            ("Clear Front", 1, "one_of_group", ["Self Help"]),
        ]),
        ("hkmj", "19m19p19s1234567z+1m", {}, [
            ("No Flowers", 1, "final", ["Thirteen Unique Wonders"]),
        ]),
    ],
)  # fmt: skip
def test_other_exclusions(rules: str, hand: str, context: dict[str, Any], expected: list[Left]) -> None:
    assert left(hand, rules, **context) == expected


def test_a_special_hand_worth_less() -> None:
    found = left("111z222z333z444z5z+5z", "imj", win_by="self_draw", special_vs_ordinary="higher")
    assert ("All Hidden Pungs", 1, "ordinary_is_higher", []) in found
