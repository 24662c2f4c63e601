"""Lists of elements that are worth as much: the alternatives of the ties among the known hands, and lists that are not."""

from collections import Counter

import fastmj
from fastmj.auditing.ties import as_good
from tests.case_data import load


def test_every_known_alternative_is_as_good_and_others_are_not() -> None:
    cases = [case for case in load("mcr_ties") if case.alternatives][::3]
    assert len(cases) > 150
    for case in cases:
        rules = fastmj.rules.get("mcr", **case.options)
        explained = fastmj.explain(case.hand, rules, **case.context)
        assert explained.taken is not None
        verdicts = (explained.taken, *explained.others)
        for good in (case.elements, *case.alternatives):
            assert as_good(rules, verdicts, Counter(good)), case.id
            most = max(good, key=lambda title: (good[title], title))
            assert not as_good(rules, verdicts, Counter(good) + Counter([most])), case.id
            assert not as_good(rules, verdicts, Counter(good) - Counter([most])), case.id
            assert not as_good(rules, verdicts, Counter(good) - Counter([most]) + Counter(["Full Moon"])), case.id


def test_relations_that_would_use_a_set_twice_are_not_as_good() -> None:
    rules = fastmj.rules.get("mcr", profile="online")
    explained = fastmj.explain("[456s]445566p45s77z+6s", rules, seat="S", flowers="2f4f")
    assert explained.taken is not None
    verdicts = (explained.taken, *explained.others)
    rest = {"One Voided Suit": 1, "Flower Tiles": 2}
    assert as_good(rules, verdicts, Counter({"Pure Double Chow": 2, "Mixed Double Chow": 1} | rest))
    assert as_good(rules, verdicts, Counter({"Pure Double Chow": 1, "Mixed Double Chow": 2} | rest))
    assert not as_good(rules, verdicts, Counter({"Mixed Double Chow": 3} | rest))
