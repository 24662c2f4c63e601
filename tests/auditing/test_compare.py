"""What agrees with what."""

from collections import Counter

import pytest

from fastmj.auditing.compare import Agreement, Claimed, Computed, agreement

PAID = [24, -8, -8, -8]
OTHER = [-8, 24, -8, -8]


@pytest.mark.parametrize(
    ("elements", "computed", "agrees"),
    [
        (("A", "B", "B"), {"A": 1, "B": 2}, True),
        (("B", "A", "B"), {"A": 1, "B": 2}, True),
        (("A", "B"), {"A": 1, "B": 2}, False),
        (("A", "C", "B"), {"A": 1, "B": 2}, False),
        ((), {}, True),
        ((None, None), {"A": 1, "B": 1}, None),
        (("A", None), {"A": 1, "B": 1}, None),
        (("C", None), {"A": 1, "B": 1}, False),
        ((None,), {"A": 1, "B": 1}, False),
    ],
)
def test_elements(elements: tuple[str | None, ...], computed: dict[str, int], agrees: bool | None) -> None:
    found = agreement(Claimed(9, elements, PAID), Computed("ok", 9, Counter(computed), PAID))
    assert found == (True, True, agrees, True)
    assert found.whole is (agrees is not False)


@pytest.mark.parametrize(
    ("claimed", "computed", "expected"),
    [
        (Claimed(9, ("A",), PAID), Computed("ok", 9.0, Counter("A"), PAID), (True, True, True, True)),
        (Claimed(9, ("A",), PAID), Computed("ok", 8.0, Counter("A"), PAID), (True, False, True, True)),
        (Claimed(9, ("A",), PAID), Computed("ok", 9.0, Counter("A"), OTHER), (True, True, True, False)),
        (Claimed(9, ("A",), None), Computed("ok", 9.0, Counter("A"), OTHER), (True, True, True, None)),
        (Claimed(7, ("A",), PAID), Computed("below_minimum", 7.0, Counter("A"), None), (False, True, True, None)),
        (Claimed(7, ("A",), PAID), Computed("not_a_win", None, Counter(), None), (False, None, None, None)),
    ],
)
def test_parts(claimed: Claimed, computed: Computed, expected: tuple[bool | None, ...]) -> None:
    found = agreement(claimed, computed)
    assert found == Agreement(*expected)
    assert found.whole is (False not in expected)
