"""The functions on arrays: what they accept, what they refuse, and hands whose answers are known from elsewhere."""

import json

import numpy as np
import pytest

import fastmj
from fastmj.tiles import NAMES
from tests.analysis_hands import arrays, hands
from tests.case_data import DATA
from tests.oracle import CODES
from tests.reference.analysis import FORMS

CASES = [json.loads(line) for line in (DATA / "analysis.jsonl").read_text().splitlines()]


def row(text, without_win=False):
    """A hand as arrays of one row."""
    hand = fastmj.Hand.parse(text)
    counts = np.array([hand.counts], np.uint8)
    if without_win and hand.win_tile is not None:
        counts[0, hand.win_tile] -= 1
    melds = np.zeros((1, 4), np.uint8)
    melds[0, : len(hand.melds)] = hand.melds
    return counts, melds


def names(mask):
    return [name for kind, name in enumerate(NAMES) if int(mask) >> kind & 1]


def test_known_hands():
    assert len(CASES) == 335
    for case in CASES:
        counts, melds = row(case["hand"], case["kind"] == "waits")
        if case["kind"] == "waits":
            found = names(fastmj.waits(counts, melds, case["rules"], mask=True)[0])
            assert found == sorted(case["expect"], key=NAMES.index), case
        else:
            assert fastmj.shanten(counts, melds, case["rules"], case["form"])[0] == case["expect"], case


def test_each_rule_set_knows_its_forms():
    counts, melds = arrays(hands(100, "forms"))
    for rules, forms in FORMS.items():
        each = np.array([fastmj.shanten(counts, melds, rules, form) for form in forms])
        assert (each.min(axis=0) == fastmj.shanten(counts, melds, rules)).all()
        for form in set().union(*FORMS.values()) - set(forms):
            with pytest.raises(ValueError, match=f"form '{form}' is none of this rule set's: any, {', '.join(forms)}"):
                fastmj.shanten(counts, melds, rules, form)
    with pytest.raises(ValueError, match="form 'seven_pairs' is none"):
        fastmj.waits(counts, melds, "hkmj", "seven_pairs", seven_pairs=False)


class TestArguments:
    def test_any_integers_in_any_layout(self):
        counts, melds = arrays(hands(50, "layouts"))
        wanted = fastmj.shanten(counts, melds)
        assert wanted.dtype == np.int8
        for concealed in (
            counts.astype(np.int64),
            np.asfortranarray(counts),
            counts.tolist(),
            np.repeat(counts, 2, 0)[::2],
        ):
            assert fastmj.shanten(concealed, melds.astype(np.int32)).tolist() == wanted.tolist()
            assert (fastmj.waits(concealed, melds) == fastmj.waits(counts, melds)).all()

    def test_shapes_of_results(self):
        counts, melds = arrays(hands(7, "shapes", 14))
        assert fastmj.is_win(counts, melds).shape == (7,)
        assert fastmj.is_win(counts, melds).dtype == np.bool_
        assert fastmj.waits(counts, melds).shape == (7, 34)
        assert fastmj.waits(counts, melds).dtype == np.bool_
        assert fastmj.waits(counts, melds, mask=True).dtype == np.uint64
        found = fastmj.acceptance(counts, melds)
        assert [part.shape for part in found] == [(7, 34)] * 3
        assert [part.dtype for part in found] == [np.int8, np.uint64, np.uint8]
        assert found._fields == ("shanten", "tiles", "left")

    def test_no_rows(self):
        nothing = np.zeros((0, 34), np.uint8)
        assert fastmj.shanten(nothing).shape == (0,)
        assert fastmj.waits(nothing).shape == (0, 34)
        assert fastmj.acceptance(nothing).left.shape == (0, 34)

    @pytest.mark.parametrize(
        ("arguments", "keywords", "error", "message"),
        [
            ((np.zeros((3, 33), int),), {}, ValueError, r"counts: shape \(n, 34\) is needed, got \(3, 33\)"),
            ((np.zeros(34, int),), {}, ValueError, r"counts: shape \(n, 34\)"),
            ((np.zeros((3, 34)),), {}, TypeError, "counts: integers are needed, got float64"),
            ((np.zeros((3, 34), int), np.zeros((2, 4), int)), {}, ValueError, r"melds: shape \(3, 4\) is needed"),
            ((np.zeros((3, 34), int), np.zeros((3, 5), int)), {}, ValueError, r"melds: shape \(n, 4\) is needed"),
            ((np.zeros((3, 34), int),), {"rules": "riichi"}, ValueError, "unknown rule set 'riichi'; known are mcr"),
            ((np.zeros((3, 34), int),), {"mixed": 3}, ValueError, "has no option 'mixed'"),
        ],
    )
    def test_wrong_ones(self, arguments, keywords, error, message):
        for function in (fastmj.is_win, fastmj.waits, fastmj.shanten):
            with pytest.raises(error, match=message):
                function(*arguments, **keywords)

    def test_visible_of_a_wrong_shape(self):
        with pytest.raises(ValueError, match=r"visible: shape \(3, 34\) or \(34,\) is needed, got \(2, 34\)"):
            fastmj.acceptance(np.zeros((3, 34), int), None, np.zeros((2, 34), int))

    def test_a_form_that_the_rules_do_not_know(self):
        message = "rule set 'mcr': form 'wriggling_snake' is none of this rule set's: any, regular, seven_pairs, "
        for function in (fastmj.waits, fastmj.shanten, fastmj.acceptance):
            with pytest.raises(ValueError, match=message):
                function(np.zeros((1, 34), int), form="wriggling_snake")


class TestBadRows:
    BAD = (
        ("a tile short", [2] * 6 + [0] * 28, ()),
        ("a tile too many", [2] * 7 + [1] + [0] * 26, ()),
        ("no tiles", [0] * 34, ()),
        ("five of a kind", [5, 3, 3, 2] + [0] * 30, ()),
        ("256 + 1 of a kind", [257, 3, 3, 3, 3] + [0] * 29, ()),
        ("minus one", [-1, 4, 4, 4, 2] + [0] * 29, ()),
        ("all kinds four times", [4] * 34, ()),
        ("no meld", [2] * 7 + [0] * 27, (200,)),
        ("a chow from 8", [0] * 9 + [2] * 4 + [3] + [0] * 20, (8,)),
        ("a fifth copy in a meld", [2] * 5 + [1] + [0] * 28, (35,)),
        ("two like kongs", [0] * 9 + [2] * 4 + [0] * 21, (69, 103)),
        ("five melds' worth of tiles", [1, 1] + [0] * 32, (36, 37, 38, 300)),
    )

    def test_they_have_no_answers_and_leave_their_neighbours_alone(self):
        good_counts, good_melds = arrays(hands(len(self.BAD), "neighbours", 14))
        counts = np.zeros((2 * len(self.BAD), 34), np.int64)
        melds = np.zeros((2 * len(self.BAD), 4), np.int64)
        counts[::2], melds[::2] = good_counts, good_melds
        for i, (_, concealed, own) in enumerate(self.BAD):
            counts[2 * i + 1] = concealed
            melds[2 * i + 1, : len(own)] = own
        bad = slice(1, None, 2)
        assert fastmj.shanten(counts, melds)[bad].tolist() == [127] * len(self.BAD)
        assert fastmj.shanten(counts, melds)[::2].tolist() == fastmj.shanten(good_counts, good_melds).tolist()
        assert not fastmj.waits(counts, melds)[bad].any()
        assert not fastmj.waits(counts, melds, formal=True)[bad].any()
        assert not fastmj.is_win(counts, melds)[bad].any()
        assert fastmj.is_win(counts, melds)[::2].tolist() == fastmj.is_win(good_counts, good_melds).tolist()
        found, good = fastmj.acceptance(counts, melds), fastmj.acceptance(good_counts, good_melds)
        assert (found.shanten[bad] == 127).all()
        assert not found.tiles[bad].any()
        assert not found.left[bad].any()
        assert all((mine[::2] == theirs).all() for mine, theirs in zip(found, good, strict=True))

    def test_forms_that_melds_rule_out(self):
        counts, melds = row("[123m]456m789m11p23s")
        for form in ("seven_pairs", "thirteen_orphans", "honors_knitted"):
            assert fastmj.shanten(counts, melds, form=form).tolist() == [127]
            assert not fastmj.acceptance(counts, melds, form=form).tiles.any()
        counts, melds = row("[123m][456m]7m11p2345s")
        assert fastmj.shanten(counts, melds, form="knitted_straight").tolist() == [127]


@pytest.mark.parametrize(
    ("text", "waits", "formal"),
    [
        ("456m456p456s1111z", [], ["1z"]),
        ("5678888s234m234p", ["5s"], ["5s", "8s"]),
        ("[1111m]123s456s789s5m", ["5m"], ["5m"]),
        ("(1111m)23m456p789s55z", ["4m"], ["1m", "4m"]),
        ("[123m][666p][777s][222z]6p", [], ["6p"]),
        ("(1111m)47m258p369s55z", [], ["1m"]),
    ],
)
def test_formal_waits(text, waits, formal):
    counts, melds = row(text)
    assert names(fastmj.waits(counts, melds, mask=True)[0]) == waits
    assert names(fastmj.waits(counts, melds, formal=True, mask=True)[0]) == formal


def test_acceptance_of_a_known_hand():
    counts, melds = row("123m456p22z12357s9s")
    found = fastmj.acceptance(counts, melds, form="regular")
    by_name = {
        NAMES[kind]: (found.shanten[0, kind], names(found.tiles[0, kind]), found.left[0, kind]) for kind in range(34)
    }
    assert by_name["9s"] == (0, ["6s"], 4)
    assert by_name["5s"] == (0, ["8s"], 4)
    assert by_name["1m"][0] == 1
    assert by_name["9m"] == (127, [], 0)
    seen = np.zeros(34, int)
    seen[[NAMES.index("6s"), NAMES.index("8s")]] = 3, 9
    fewer = fastmj.acceptance(counts, melds, seen, form="regular")
    assert (fewer.left[0, NAMES.index("9s")], fewer.left[0, NAMES.index("5s")]) == (1, 0)
    assert (fewer.tiles == found.tiles).all()


@pytest.mark.oracle
@pytest.mark.parametrize("n", [500, pytest.param(200_000, marks=pytest.mark.slow)])
def test_pymahjonggb(n):
    """Shanten and useful tiles are PyMahjongGB's where no kind is held four times.

    Beside four of a kind it counts a fifth as a tile that could be drawn, so it may be nearer: 245 in 46 is one tile from
    ready there, waiting on the fifth 2 of 2222p 999m 4445567m, and names such tiles among the useful.
    """
    gb = pytest.importorskip("MahjongGB")
    functions = {
        "regular": gb.RegularShanten,
        "seven_pairs": gb.SevenPairsShanten,
        "thirteen_orphans": gb.ThirteenOrphansShanten,
        "honors_knitted": gb.HonorsAndKnittedTilesShanten,
        "knitted_straight": gb.KnittedStraightShanten,
    }
    counts, _ = arrays([hand for hand in hands(n if n < 1000 else n // 8, "oracle") if not any(hand[1])])
    sure = counts.max(axis=1) < 4
    assert 0.5 < sure.mean() < 1
    for form, function in functions.items():
        shanten, useful = fastmj.shanten(counts, form=form), fastmj.acceptance(counts, form=form).tiles[:, 0]
        for i, concealed in enumerate(counts):
            number, tiles = function(tuple(CODES[kind] for kind in range(34) for _ in range(concealed[kind])))
            if sure[i]:
                assert (shanten[i], int(useful[i])) == (number, sum(1 << CODES.index(tile) for tile in set(tiles)))
            else:
                assert shanten[i] >= number
    everything = fastmj.shanten(counts)
    for i in np.flatnonzero(sure):
        tiles = tuple(CODES[kind] for kind in range(34) for _ in range(counts[i, kind]))
        assert everything[i] == gb.MahjongShanten((), tiles)


@pytest.mark.parametrize("form", ["regular", "seven_pairs", "honors_knitted", "isolated_stars", "wriggling_snake"])
def test_the_distance_to_each_form_is_said_where_help_finds_it(form):
    assert f"``{form}``" in (fastmj.shanten.__doc__ or "")
