"""`fastmj.rules.get`: names, profiles, options, and errors that list what is known."""

from typing import Any

import pytest

import fastmj
from fastmj import rules
from fastmj.rules.options import describe


def test_names() -> None:
    assert rules.names() == ["mcr", "imj", "hk", "hkmj", "classical"]
    for name in rules.names():
        assert rules.get(name).name == name


def test_one_object_a_set_of_options() -> None:
    assert rules.get("mcr") is rules.get("mcr")
    assert rules.get("mcr:online") is rules.get("mcr", profile="online")
    assert rules.get("mcr") is not rules.get("mcr", mixed_kong=5)
    made = rules.get("mcr:online")
    assert rules.get(made) is made


def test_a_value_set_to_its_default_is_the_default() -> None:
    assert rules.get("mcr", mixed_kong=6).options == rules.get("mcr").options
    assert rules.get("hk", max_points=8, count_implied=False).options == rules.get("hk").options


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("mrc", {}, "unknown rule set 'mrc'; known are mcr, imj, hk, hkmj, classical, and FILE.py:NAME"),
        ("", {}, "unknown rule set ''; known are mcr, imj, hk, hkmj, classical"),
        ("mcr:onlin", {}, "option profile='onlin'; accepted: standard | online | wmo2014"),
        ("mcr", {"profile": "onlin"}, "option profile='onlin'; accepted: standard | online | wmo2014"),
        (
            "mcr",
            {"mixed_kongs": 5},
            "'mcr' has no option 'mixed_kongs'; it has profile, mixed_kong, two_concealed_kongs",
        ),
        ("mcr", {"mixed_kong": "5"}, "option mixed_kong='5'; accepted: a whole number"),
        ("mcr", {"mixed_kong": 5.0}, "option mixed_kong=5.0; accepted: a whole number"),
        ("mcr", {"mixed_kong": True}, "option mixed_kong=True; accepted: a whole number"),
        ("mcr", {"mixed_kong": -1}, "'Concealed Kong and Melded Kong' is worth -1; points are 0 or more"),
        ("mcr", {"kongs_add_concealed": 1}, "option kongs_add_concealed=1; accepted: true | false"),
        ("mcr", {"kongs_add_concealed": "yes"}, "option kongs_add_concealed='yes'; accepted: true | false"),
        ("mcr", {"dead_waits": "counts"}, "option dead_waits='counts'; accepted: count | ignore"),
        ("mcr", {"dead_waits": None}, "option dead_waits=None; accepted: count | ignore"),
        ("mcr", {"dead_waits": ["count"]}, "option dead_waits=['count'] is neither text nor a number"),
        ("mcr:online", {"profile": "standard"}, "'mcr:online' and profile='standard' contradict each other"),
        ("hk:online", {}, "'hk' has no option 'profile'; it has max_points, count_implied"),
        ("hk", {"max_points": -1}, "'hk': cap=-1 is not 0 or more in steps of 1"),
        ("hk", {"max_points": 8.5}, "option max_points=8.5; accepted: a whole number | null"),
        ("hk", {"max_points": True}, "option max_points=True; accepted: a whole number | null"),
        ("hk", {"prevalent_flower": "both"}, "option prevalent_flower='both'; accepted: round | seat"),
        ("hkmj", {"minimum_fan": 4}, "option minimum_fan=4; accepted: 0 | 1 | 2 | 3"),
        ("hkmj", {"minimum_fan": True}, "option minimum_fan=True; accepted: 0 | 1 | 2 | 3"),
        ("hkmj", {"double_wind": 3}, "option double_wind=3; accepted: 2 | 1"),
        ("hkmj", {"seven_pairs": None}, "option seven_pairs=None; accepted: true | false"),
        ("imj", {"star_rule": "two"}, "option star_rule='two'; accepted: one | both"),
        ("imj", {"minimum_fan": 1}, "'imj' has no option 'minimum_fan'; it has special_vs_ordinary, opening_conflict"),
        ("classical", {"limits_add": 1}, "option limits_add=1; accepted: true | false"),
    ],
)
def test_errors(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared below
        rules.get(name, **options)
    assert message in str(caught.value)
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        fastmj.score("1122446677889s+9s", name, **options)
    assert message in str(caught.value)


def test_options_beside_a_rule_set_that_is_made() -> None:
    with pytest.raises(ValueError, match=r"options \(mixed_kong\) go with a rule set's name"):
        rules.get(rules.get("mcr"), mixed_kong=5)


def test_options_tell_what_they_are() -> None:
    told = {option.name: option for option in describe(rules.get("mcr:online").options)}
    assert told["mixed_kong"].value == 5
    assert told["mixed_kong"].accepts == "a whole number"
    assert told["dead_waits"].accepts == "count | ignore"
    assert all(option.meaning for option in told.values())
