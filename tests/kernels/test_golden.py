"""The scores of every hand of one suit are those that scripts/make_golden.py wrote down."""

import json

import pytest

from tests.kernels.golden import FILE, KEPT, fingerprint

QUICK = ("standard", "p")


def test_everything_is_kept() -> None:
    assert list(json.loads(FILE.read_text("utf-8"))) == [f"{profile} {suit}" for profile, suit in KEPT]


@pytest.mark.parametrize(
    ("profile", "suit"), [pytest.param(*kept, marks=() if kept == QUICK else pytest.mark.slow) for kept in KEPT]
)
def test_scores_of_every_hand_of_one_suit(profile: str, suit: str) -> None:
    assert fingerprint(profile, suit) == json.loads(FILE.read_text("utf-8"))[f"{profile} {suit}"]
