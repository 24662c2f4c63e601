"""What of the input changed nothing, or was put right."""

from typing import Any

import pytest

import fastmj

CHOWS = "123m123456p1239s+9s"
PURE = "[222m][345m][678m]4499m+9m"


@pytest.mark.parametrize(
    ("rules", "hand", "context", "field", "words"),
    [
        ("mcr", CHOWS, {"last_of_kind": True}, "last_of_kind", "the concealed tiles hold another 9s"),
        ("mcr", "[999s]123m12355p78s+9s", {}, "last_of_kind", "added: the exposed sets"),
        ("mcr", "123m12356p12399s+4p", {"win_by": "robbed_kong", "last_of_kind": True}, "last_of_kind", "robbed kong"),
        ("mcr", "123m12356p12399s+4p", {"win_by": "robbed_kong", "last_tile": True}, "last_tile", "wall is empty"),
        ("mcr", CHOWS, {"win_by": "self_draw", "opening": "heaven"}, "opening", "changes nothing here in mcr"),
        ("imj", CHOWS, {"win_by": "self_draw", "flower_draw": True, "flowers": "1f"}, "flower_draw", "changes nothing"),
        ("hkmj", CHOWS, {"last_tile": True}, "last_tile", "changes nothing"),
        ("hk", CHOWS, {"discarder": "S", "feeder": "W"}, "feeder", "changes nothing here in hk"),
        ("hkmj", PURE, {"discarder": "S", "feeder": "W"}, "feeder", "changes nothing here in hkmj"),
        ("hkmj", CHOWS, {"discarder": "S", "fifth_tile": True}, "fifth_tile", "changes nothing"),
        ("imj", "(1111z)(2222z)(3333z)(4444z)5z+6z", {"win_by": "self_draw", "kong_draws": 4}, "win_tile", "6z is ignored"),
        ("mcr", CHOWS, {}, "payments", "discarder is not given"),
        ("mcr", "345m345p2344556s+5s", {"discarder": "S"}, "payments", "below the minimum"),
        ("classical", CHOWS, {"discarder": "S"}, "payments", "classical defines none"),
    ],
)  # fmt: skip
def test_noted(rules: str, hand: str, context: dict[str, Any], field: str, words: str) -> None:
    found = {note.field: note.text for note in fastmj.explain(hand, rules, **context).notes}
    assert words in found[field]


@pytest.mark.parametrize(
    ("rules", "hand", "context"),
    [
        ("mcr", CHOWS, {"discarder": "S", "last_tile": True}),
        ("mcr", "(1111z)123p12399s56m+4m", {"win_by": "self_draw", "kong_draws": 1, "last_of_kind": True}),
        ("mcr", "[999s]123m12355p78s+9s", {"discarder": "S", "last_of_kind": True}),
        ("hkmj", "[999s]123m12355p78s+9s", {"discarder": "S"}),  # no element looks at the last of its kind
    ],
)
def test_nothing_to_note(rules: str, hand: str, context: dict[str, Any]) -> None:
    assert fastmj.explain(hand, rules, **context).notes == ()


def test_what_changes_the_payments() -> None:
    hand, fed = "[222m][345m][678m][111m]9m+9m", {"win_by": "self_draw", "feeder": "W"}
    assert fastmj.explain(hand, "hkmj", **fed).notes == ()
    late = {"discarder": "S", "fifth_tile": True, "fifth_tile_penalty": True}
    assert fastmj.explain(CHOWS, "hkmj", **late).notes == ()
