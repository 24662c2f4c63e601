"""Waits, wins, distances and useful tiles of every form and rule set against trying all tiles."""

import numpy as np
import pytest

from fastmj.kernels import completion
from fastmj.kernels import shanten as kernel_of_shanten
from fastmj.kernels.acceptance import Accepted, acceptance
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
    return [kinds_of(mask) for mask in out]


def kinds_of(mask):
    return [kind for kind in range(34) if int(mask) >> kind & 1]


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


@pytest.mark.parametrize(("n", "most"), [(20, 1), pytest.param(300, 1, marks=LONG), pytest.param(2, 2, marks=LONG)])
def test_small_distances_breadth_first(n, most):
    given = hands(n, f"breadth {most}")
    counts, melds = arrays(given)
    found = shanten_in(reference.FORMS["mcr"], counts, melds)
    for (concealed, own), number in zip(given, found.tolist(), strict=True):
        wanted = reference.distance(concealed, own, reference.FORMS["mcr"], most)
        assert wanted == (number if number <= most else None), (concealed, own)


def accepted(known, counts, melds, visible, form="any"):
    shape = (len(counts), 34)
    out = Accepted(np.empty(shape, np.int8), np.empty(shape, np.uint64), np.empty(shape, np.uint8))
    acceptance(counts, melds, visible, analysis(known, form), out)
    return out


def helping(known, form, counts, own, held):
    """Shanten of 13 tiles and the kinds that lower it, each drawn in turn."""
    drawn = np.repeat(counts[None], 34, axis=0) + np.eye(34, dtype=np.uint8)
    here = int(shanten_in(known, counts[None], own[None], form)[0])
    after = shanten_in(known, drawn, np.repeat(own[None], 34, axis=0), form)
    return here, [kind for kind in range(34) if here != 127 and held[kind] < 4 and after[kind] < here]


@pytest.mark.parametrize("n", [40, pytest.param(600, marks=LONG)])
@pytest.mark.parametrize("tiles", [13, 14])
@pytest.mark.parametrize("rules", RULES)
def test_acceptance_is_what_its_words_say(rules, tiles, n):
    """Put aside, draw, and look at the shanten."""
    known = reference.FORMS[rules]
    counts, melds = arrays(hands(n, f"acceptance {rules}", tiles))
    random = np.random.default_rng(n)
    visible = random.integers(0, 3, counts.shape, dtype=np.uint8) * (random.random(counts.shape) < 0.2)
    for form in ("any", *known):
        found = accepted(known, counts, melds, visible.astype(np.uint8), form)
        for i, (concealed, own) in enumerate(zip(counts, melds, strict=True)):
            held = np.array(reference.copies(tuple(concealed.tolist()), tuple(own.tolist())))
            for away in range(34):
                result = found.shanten[i, away], kinds_of(found.tiles[i, away]), found.left[i, away]
                if tiles == 14 and not concealed[away]:
                    assert result == (127, [], 0)
                    continue
                gone = np.eye(34, dtype=np.uint8)[away] * (tiles == 14)
                here, kinds = helping(known, form, concealed - gone, own, held - gone)
                left = sum(max(0, 4 - int(held[kind]) - int(visible[i, kind])) for kind in kinds)
                assert result == (here, kinds, left), (form, concealed.tolist(), own.tolist(), away)
                if tiles == 13 and away > 1:
                    break  # the other columns are the same, as the next line says
            if tiles == 13:
                assert all((column[i] == column[i, 0]).all() for column in found)
