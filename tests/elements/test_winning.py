"""Elements about how the hand was won."""

import pytest

from fastmj.elements import winning
from fastmj.elements.element import Element
from fastmj.kernels.view import CLOSED, EDGE, SINGLE
from fastmj.tiles import SLOT
from tests.elements.examples import Example, Table, check, each, no, seen, yes

TABLE: Table = {
    winning.last_tile_draw: (
        yes("[123m]567p222s78s11z+9s", "Last Tile Draw", win_by="self_draw", last_tile=True),
        yes(
            "1122446677889s+9s",
            "Seven Pairs, Full Flush, Last Tile Draw, Fully Concealed Hand",
            win_by="self_draw",
            last_tile=True,
        ),
        no("[123m]567p222s78s11z+9s", "Last Tile Claim", win_by="discard", last_tile=True),
    ),
    winning.last_tile_claim: (
        yes("[123m]567p222s78s11z+9s", "Last Tile Claim", last_tile=True),
        yes("1122446677889s+9s", "Seven Pairs, Full Flush, Last Tile Claim", last_tile=True),
        no("[123m]567p222s78s11z+9s", "Robbing the Kong", win_by="robbed_kong", last_tile=True),
    ),
    winning.out_with_replacement_tile: (
        yes(
            "(1111m)567p222s78s11z+9s",
            "Out with Replacement Tile, Fully Concealed Hand, Two Concealed Pungs, Concealed Kong, Pung of Terminals or Honors",
            win_by="self_draw",
            kong_draws=1,
        ),
        yes(
            "[1111m]567p222s78s11z+9s",
            "Last Tile Draw, Out with Replacement Tile, Pung of Terminals or Honors, Melded Kong",
            win_by="self_draw",
            kong_draws=1,
            last_tile=True,
        ),
        no(
            "(1111m)567p222s78s11z+9s",
            "Fully Concealed Hand, Two Concealed Pungs, Concealed Kong, Pung of Terminals or Honors, Flower Tiles",
            win_by="self_draw",
            flower_draw=True,
            flowers="1f",
        ),
    ),
    winning.robbing_the_kong: (
        yes("[123m]567p222s78s11z+9s", "Robbing the Kong", win_by="robbed_kong"),
        yes("123m567p222s78s11z+9s", "Robbing the Kong, Concealed Hand", win_by="robbed_kong", last_of_kind=True),
        no("[123m]567p222s78s11z+9s", "Chicken Hand"),
    ),
    winning.melded_hand: (
        yes("[123m][567p][222s][789s]9p+9p", "Melded Hand, No Honors"),
        yes("[1111m][567p][222s][789s]9p+9p", "Melded Hand, Pung of Terminals or Honors, Melded Kong, No Honors"),
        no("(1111m)[567p][222s][789s]9p+9p", "Concealed Kong, Pung of Terminals or Honors, No Honors, Single Wait"),
    ),
    winning.fully_concealed_hand: (
        yes("123m567p222s78s11z+9s", "Fully Concealed Hand", win_by="self_draw"),
        yes("(2222s)123m567p78s11z+9s", "Fully Concealed Hand, Concealed Kong", win_by="self_draw"),
        no("[2222s]123m567p78s11z+9s", "Melded Kong, Self-Drawn", win_by="self_draw"),
    ),
    winning.concealed_hand: (
        yes("123m567p222s78s11z+9s", "Concealed Hand"),
        yes("(2222s)123m567p78s11z+9s", "Robbing the Kong, Concealed Hand, Concealed Kong", win_by="robbed_kong"),
        no("[123m]567p222s78s11z+9s", "Chicken Hand"),
    ),
    winning.last_tile: (
        yes("[123m]567p222s78s11z+9s", "Last Tile", last_of_kind=True),
        yes("[999s]567p222m78s11z+9s", "Last Tile, Tile Hog, Pung of Terminals or Honors"),
        no("[123m]567p789s78s11z+9s", "Pure Double Chow", last_of_kind=True),
    ),
    winning.self_drawn: (
        yes("[123m]567p222s78s11z+9s", "Self-Drawn", win_by="self_draw"),
        yes("[2222s]123m567p78s11z+9s", "Melded Kong, Self-Drawn", win_by="self_draw"),
        no("[123m]567p222s78s11z+9s", "Last Tile Draw", win_by="self_draw", last_tile=True),
    ),
    winning.edge_wait: (
        yes("[123m]567p222s12s11z+3s", "Tile Hog, Mixed Double Chow, Edge Wait"),
        yes("[678m]567p222s7789s+7s", "Mixed Shifted Chows, No Honors, Edge Wait"),
        no("[789m][567p]88p12345s+3s", "All Chows"),
        no("[789m][123p]88p56789s+7s", "All Chows, Mixed Double Chow"),
    ),
    winning.closed_wait: (
        yes("[123m]567p222s79s11z+8s", "Closed Wait"),
        yes("[123m][789m]567p4556s+5s", "All Chows, Two Terminal Chows, Closed Wait"),
        no("[123m]567p88p45567s+6s", "All Chows, Mixed Double Chow"),
        no("445566m2277779s+8s", "Concealed Hand, Tile Hog, Pure Double Chow, One Voided Suit, No Honors"),
    ),
    winning.single_wait: (
        yes("[123m][567p]222s789s1z+1z", "Single Wait"),
        yes("[555m]147m258p3699s+9s", "Knitted Straight, No Honors, Single Wait"),
        no("[123m][567p]234s3555s+3s", "No Honors"),
    ),
    winning.chicken_hand: (
        yes("[123m]567p345s78s22z+9s", "Chicken Hand"),
        yes("[123m][567p]345s22z88s+8s", "Chicken Hand, Flower Tiles*2", flowers="1f2f"),
        no("[123m][567p]345s22z88s+8s", "Self-Drawn", win_by="self_draw"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


WAITS = {winning.edge_wait: EDGE, winning.closed_wait: CLOSED, winning.single_wait: SINGLE}


@pytest.mark.parametrize("wait", [0, *WAITS.values()])
def test_one_wait_at_most(wait: int) -> None:
    assert [element for element in WAITS if element(seen(wait=wait))] == [e for e, w in WAITS.items() if w == wait]


@pytest.mark.parametrize(
    ("element", "fields", "found"),
    [
        (winning.last_tile_draw, {"self_drawn": True, "last_tile": True}, 1),
        (winning.last_tile_draw, {"self_drawn": False, "last_tile": True}, 0),
        (winning.last_tile_claim, {"self_drawn": False, "last_tile": True}, 1),
        (winning.last_tile_claim, {"self_drawn": False, "last_tile": True, "robbed_kong": True}, 0),
        (winning.out_with_replacement_tile, {"self_drawn": True, "kong_draws": 4}, 1),
        (winning.out_with_replacement_tile, {"self_drawn": True, "flower_draw": True}, 0),
        (winning.robbing_the_kong, {"robbed_kong": True}, 1),
        (winning.melded_hand, {"open_sets": 4}, 1),
        (winning.melded_hand, {"open_sets": 4, "self_drawn": True}, 0),
        (winning.melded_hand, {"open_sets": 3}, 0),
        (winning.fully_concealed_hand, {"self_drawn": True}, 1),
        (winning.fully_concealed_hand, {"self_drawn": True, "open_sets": 1}, 0),
        (winning.concealed_hand, {"self_drawn": False}, 1),
        (winning.concealed_hand, {"self_drawn": True}, 0),
        (winning.last_tile, {"last_of_kind": True}, 1),
        (winning.self_drawn, {"self_drawn": True}, 1),
        (winning.chicken_hand, {}, 0),
        (winning.won_by_discard, {}, 1),
        (winning.won_by_discard, {"self_drawn": True}, 0),
        (winning.won_by_discard, {"robbed_kong": True}, 0),
        (winning.heaven, {"heaven": True}, 1),
        (winning.heaven, {"earth": True}, 0),
        (winning.earth, {"earth": True}, 1),
        (winning.earth, {"heaven": True}, 0),
        (winning.heaven_and_earth, {"heaven": True}, 1),
        (winning.heaven_and_earth, {"earth": True}, 1),
        (winning.heaven_and_earth, {"self_drawn": True}, 0),
        (winning.heaven_without_kong, {"heaven": True}, 1),
        (winning.heaven_without_kong, {"heaven": True, "concealed_kongs": 1}, 0),
        (winning.all_pickups, {"open_sets": 4}, 1),
        (winning.all_pickups, {"open_sets": 4, "self_drawn": True}, 0),
        (winning.all_pickups, {"open_sets": 3, "win_in_set": True}, 0),
        (winning.all_sets_picked_up, {"open_sets": 4}, 1),
        (winning.all_sets_picked_up, {"open_sets": 3, "win_in_set": True}, 1),
        (winning.all_sets_picked_up, {"open_sets": 3, "win_in_set": True, "robbed_kong": True}, 1),
        (winning.all_sets_picked_up, {"open_sets": 3, "win_in_set": True, "self_drawn": True}, 0),
        (winning.all_sets_picked_up, {"open_sets": 3, "concealed_kongs": 1}, 0),
        (winning.all_sets_picked_up, {"open_sets": 3}, 0),
        (winning.clear_front, {"self_drawn": True}, 1),
        (winning.clear_front, {"open_sets": 1}, 0),
        (winning.clear_front, {"concealed_kongs": 1}, 0),
        (winning.moon_from_the_sea, {"self_drawn": True, "last_tile": True, "win_tile": SLOT["1p"]}, 1),
        (winning.moon_from_the_sea, {"self_drawn": True, "last_tile": True, "win_tile": SLOT["1s"]}, 0),
        (winning.moon_from_the_sea, {"last_tile": True, "win_tile": SLOT["1p"]}, 0),
        (winning.moon_from_the_sea, {"self_drawn": True, "win_tile": SLOT["1p"]}, 0),
        (winning.plum_blossom, {"kong_draws": 1, "win_tile": SLOT["5p"]}, 1),
        (winning.plum_blossom, {"flower_draw": True, "win_tile": SLOT["5p"]}, 1),
        (winning.plum_blossom, {"self_drawn": True, "win_tile": SLOT["5p"]}, 0),
        (winning.plum_blossom, {"kong_draws": 1, "win_tile": SLOT["5m"]}, 0),
    ],
)
def test_detectors(element: Element, fields: dict[str, int], found: int) -> None:
    assert element(seen(**fields)) == found


@pytest.mark.parametrize("draws", range(5))
def test_kongs_in_a_row(draws: int) -> None:
    view = seen(self_drawn=True, kong_draws=draws)
    assert winning.on_first_kong(view) == (draws == 1)
    assert winning.on_second_kong(view) == (draws == 2)
    assert winning.on_third_kong(view) == (draws == 3)
    assert winning.twofold_plenty(view) == (draws >= 2)
