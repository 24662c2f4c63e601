import numpy as np
import pytest

from fastmj.kernels import completion
from fastmj.kernels import shanten as kernel_of_shanten
from fastmj.kernels.shapes import analysis
from tests.analysis_hands import arrays, hands, neighbours
from tests.reference import analysis as reference

RULES = tuple(reference.FORMS)
QUICK, ALL = 500, 20_000
LONG = pytest.mark.slow


def forms_of(rules, form="any"):
    return reference.FORMS[rules] if form == "any" else (form,)


def shanten_in(known, counts, melds, form="any"):
    """Shanten in any forms, whether a rule set with just these exists or not."""
    out = np.empty(len(counts), np.int8)
    kernel_of_shanten.shanten(counts, melds, analysis(known, form), out)
    return out


def waits_in(known, counts, melds, form="any", formal=False):
    out = np.empty(len(counts), np.uint64)
    completion.waits(counts, melds, formal, analysis(known, form), out)
    return [[slot for slot in range(34) if int(mask) >> slot & 1] for mask in out]


def wins_in(known, counts, melds, form="any"):
    out = np.empty(len(counts), np.bool_)
    completion.is_win(counts, melds, analysis(known, form), out)
    return out


@pytest.mark.parametrize("n", [QUICK, pytest.param(ALL, marks=LONG)])
@pytest.mark.parametrize("rules", RULES)
class TestAgainstTrying:
    """Every answer against the plain reference that tries all tiles."""

    def test_waits(self, rules, n):
        given = hands(n // len(RULES), f"waits {rules}")
        counts, melds = arrays(given)
        for form in ("any", *reference.FORMS[rules]):
            for formal in (False, True):
                found = waits_in(reference.FORMS[rules], counts, melds, form, formal)
                for (concealed, own), kinds in zip(given, found, strict=True):
                    assert kinds == reference.waits(concealed, own, forms_of(rules, form), formal), (concealed, own)

    def test_wins(self, rules, n):
        given = hands(n // len(RULES), f"wins {rules}", tiles=14)
        counts, melds = arrays(given)
        for form in ("any", *reference.FORMS[rules]):
            found = wins_in(reference.FORMS[rules], counts, melds, form)
            wanted = [
                any(reference.complete(own, sum(byte > 0 for byte in bytes_), f) for f in forms_of(rules, form))
                for own, bytes_ in given
            ]
            assert found.tolist() == wanted
            assert (found == (shanten_in(reference.FORMS[rules], counts, melds, form) == -1)).all()

    def test_small_distances(self, rules, n):
        given = hands(n // len(RULES), f"distance {rules}")
        counts, melds = arrays(given)
        for form in ("any", *reference.FORMS[rules]):
            found = shanten_in(reference.FORMS[rules], counts, melds, form)
            for (concealed, own), number in zip(given, found.tolist(), strict=True):
                wanted = reference.distance(concealed, own, forms_of(rules, form), 0)
                assert (number == 0) == (wanted == 0), (form, concealed, own)

    def test_one_replacement_is_one_step(self, rules, n):
        """Some replacement comes one step nearer and none two: with the ready hands right, so are all distances."""
        known = reference.FORMS[rules]
        for number, (concealed, own) in enumerate(hands(n // 10, f"steps {rules}")):
            counts, melds = arrays([(concealed, own)])
            others = neighbours(counts[0], melds[0])
            form = ("any", *known)[number % (len(known) + 1)]
            here = int(shanten_in(known, counts, melds, form)[0])
            found = shanten_in(known, others, np.repeat(melds, len(others), axis=0), form)
            if here == 127:
                assert (found == 127).all()
            else:
                assert found.min() == max(0, here - 1), (form, concealed, own)
                assert found.max() <= here + 1


@pytest.mark.parametrize("n", [20, pytest.param(300, marks=LONG)])
def test_two_replacements(n):
    """Distances up to two, searched breadth-first."""
    given = hands(n, "breadth")
    counts, melds = arrays(given)
    found = shanten_in(reference.FORMS["mcr"], counts, melds, "any")
    for (concealed, own), number in zip(given, found.tolist(), strict=True):
        wanted = reference.distance(concealed, own, forms_of("mcr"), 2 if n > 20 else 1)
        assert wanted == (number if number <= (2 if n > 20 else 1) else None), (concealed, own)
