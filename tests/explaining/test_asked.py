"""Detectors of somebody else's that do what compiled code does otherwise than Python: an explanation says what score says."""

import pytest

import fastmj
from fastmj.rules import Row, RuleSet, View, element

CHOWS, PUNGS = "123456789m123p5s+5s", "111333555m777p5s+5s"


@element("Divides")
def divides(h: View) -> bool:
    """Divides by nothing where there is no pung: 0."""
    return 12 // h.pungs > 2


@element("Remainder", most=9)
def remainder(h: View) -> int:
    """The same."""
    return 7 % h.pungs


@element("Quotient", most=9)
def quotient(h: View) -> float:
    """Infinite where there is no pung, which no integer is."""
    return 4 / h.pungs


@element("Negative", most=3)
def negative(h: View) -> int:
    """-2 with four chows: none."""
    return 2 - h.chows


@element("Too Often", most=2)
def too_often(h: View) -> int:
    """Four times with four chows: twice at most."""
    return h.chows


@element("Minus")
def minus(h: View) -> int:
    """Anything but 0 is yes."""
    return -h.chows


@element("Inverted")
def inverted(h: View) -> bool:
    """In Python ``~True`` is -2."""
    return ~(h.pungs == 0)


@element("Overflow")
def overflow(h: View) -> bool:
    """Of 64 bits the upper ones are lost: bit 4, the five of characters, is a copy of bit 3 afterwards."""
    return ((h.kinds << 60) >> 60) & 16 != 0


ROWS = (divides, remainder, quotient, negative, too_often, minus, inverted, overflow)
RULES = RuleSet("odd", tuple(Row(each, 1) for each in ROWS))

FOUND = {
    CHOWS: {"Too Often": 2, "Minus": 1, "Overflow": 1},
    PUNGS: {"Divides": 1, "Remainder": 3, "Quotient": 1, "Negative": 2, "Inverted": 1},
}


@pytest.mark.parametrize("hand", FOUND)
def test_as_often_as_scored(hand):
    explained = fastmj.explain(hand, RULES)
    assert explained.score.elements == fastmj.score(hand, RULES).elements
    counted = {entry.row.title: entry.count for entry in explained.elements}
    assert counted == explained.score.elements
    assert counted == FOUND[hand]
    assert str(explained)


@element("Shifted", most=9)
def shifted(h: View) -> int:
    """Shifts by -1: nobody says what that is."""
    return 1 << (h.chows - 5)


def test_what_is_not_defined_is_told():
    rules = RuleSet("odd", (Row(shifted, 1),))
    try:
        explained = fastmj.explain(CHOWS, rules)
    except ValueError as error:
        assert "rule set 'odd': 'Shifted' is found" in str(error)  # noqa: PT017 - either is right
    else:
        assert explained.elements[0].count == explained.score.elements["Shifted"]
