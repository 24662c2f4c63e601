"""hk: hands and near misses of every item."""

import pytest

from fastmj.elements import chows, flowers, forms, honors, kongs, pungs, suits, winning
from fastmj.elements.element import Element
from tests.elements.examples import NO_WIN, Example, Table, check, each, examples_of

yes, no = examples_of("hk", flowers="2f")  # not East's, nor the East round's
also, nor = examples_of("hk", options={"prevalent_flower": "seat"})
DRAWN = {"win_by": "self_draw"}
OPEN, CLOSED, WITH_KONG = "[123m]567p222s78s11z+9s", "123m567p222s78s11z+9s", "(2222s)123m567p78s11z+9s"
STRAIGHT, PAIRS, ORPHANS = "123m456p789s777z2s+2s", "1122m5566p99s33z7z+7z", "19m19p19s1234567z+1z"

TABLE: Table = {
    winning.heaven_and_earth: (
        yes(
            STRAIGHT,
            "Heaven And Earth, Fully Concealed Hand, Dragon Pung, Self-Draws",
            opening="heaven",
            **DRAWN,
        ),
        yes(STRAIGHT, "Heaven And Earth, Dragon Pung, Concealed Hand", opening="earth", seat="S"),
        no(STRAIGHT, "Fully Concealed Hand, Dragon Pung, Self-Draws", **DRAWN),
    ),
    honors.big_four_winds: (
        yes("[111z][222z][333z]444z8p+8p", "Big Four Winds, Half Flush"),
        yes("[111z][222z]333z444z6z+6z", "Big Four Winds, All Honors"),
        no("[111z][222z][333z]99m44z+9m", "Little Four Winds, All Pungs, Half Flush, Prevalent Wind, Seat Wind"),
    ),
    honors.big_three_dragons: (
        yes("[555z][666z]777z23m44s+4m", "Big Three Dragons"),
        yes("[5555z](6666z)77z11m234p+7z", "Big Three Dragons"),
        no("[555z][666z]234p23m77z+4m", "Little Three Dragons"),
    ),
    kongs.four_kongs: (
        yes("[1111m](3333p)[5555z](7777s)2z+2z", "Four Kongs, Dragon Pung"),
        yes(
            "(1111m)(3333p)(5555z)(7777s)2z+2z",
            "Four Kongs, Out with Replacement Tile, Fully Concealed Hand, Dragon Pung",
            kong_draws=1,
            **DRAWN,
        ),
        no("[1111m](3333p)[5555z][777s]2z+2z", "All Pungs, Dragon Pung"),
    ),
    forms.thirteen_orphans: (
        yes(ORPHANS, "Thirteen Orphans"),
        yes(ORPHANS, "Thirteen Orphans, Fully Concealed Hand, Self-Draws", **DRAWN),
        no("19m19p19s1234567z+2m", NO_WIN),
    ),
    honors.little_four_winds: (
        yes("[111z][222z][333z]99m44z+9m", "Little Four Winds, All Pungs, Half Flush, Prevalent Wind, Seat Wind"),
        yes(
            "111z222z444z78s33z+9s",
            "Little Four Winds, Half Flush, Fully Concealed Hand, Prevalent Wind, Seat Wind, Self-Draws",
            **DRAWN,
        ),
        no("[111z][222z][333z]999m5z+5z", "All Pungs, Half Flush, Prevalent Wind, Seat Wind"),
    ),
    honors.little_three_dragons: (
        yes("[555z][666z]234p23m77z+4m", "Little Three Dragons"),
        yes("[777z][123m]555z66z99p+9p", "Little Three Dragons"),
        no("[555z][666z]234p23m77s+4m", "Two Dragons"),
    ),
    honors.pungs_of_honors: (
        yes("[222z][333z]444z777z5z+5z", "All Honors, Dragon Pung"),
        yes("[111z][222z]555z66z77z+6z", "Little Three Dragons, All Honors, Prevalent Wind, Seat Wind"),
        no("1122334455667z+7z", "Seven Pairs"),
        no("[222z][333z]444z777z9p+9p", "All Pungs, Half Flush, Dragon Pung"),
    ),
    forms.seven_pairs: (
        yes(PAIRS, "Seven Pairs"),
        yes("6666p7777z33m88m2z+2z", "Seven Pairs, Fully Concealed Hand, Self-Draws", **DRAWN),
        no("1122m5566p99s33z7z+1z", NO_WIN),
    ),
    suits.full_flush: (
        yes("[123p]345p67p88p999p+8p", "Full Flush"),
        yes("1133446677889m+9m", "Seven Pairs, Full Flush"),
        no("[123p]345p67p999p55z+8p", "Half Flush"),
    ),
    winning.last_tile_draw: (
        yes(OPEN, "Last Tile Draw", last_tile=True, **DRAWN),
        yes(PAIRS, "Seven Pairs, Last Tile Draw, Fully Concealed Hand", last_tile=True, **DRAWN),
        no(OPEN, "Last Tile Claim", last_tile=True),
    ),
    winning.last_tile_claim: (
        yes(OPEN, "Last Tile Claim", last_tile=True),
        yes(PAIRS, "Seven Pairs, Last Tile Claim", last_tile=True),
        no(OPEN, "Robbing The Kong", last_tile=True, win_by="robbed_kong"),
    ),
    winning.out_with_replacement_tile: (
        yes("(1111m)567p222s78s11z+9s", "Out with Replacement Tile, Fully Concealed Hand", kong_draws=1, **DRAWN),
        yes(
            "[1111m]567p222s78s11z+9s",
            "Last Tile Draw, Out with Replacement Tile",
            kong_draws=1,
            last_tile=True,
            **DRAWN,
        ),
        no("(1111m)567p222s78s11z+9s", "Fully Concealed Hand, Self-Draws", flower_draw=True, **DRAWN),
    ),
    winning.robbing_the_kong: (
        yes(OPEN, "Robbing The Kong", win_by="robbed_kong"),
        yes(CLOSED, "Robbing The Kong, Concealed Hand", win_by="robbed_kong"),
        no(OPEN, ""),
    ),
    pungs.all_pungs: (
        yes("[111m][444p]666s99s22z+9s", "All Pungs"),
        yes("(2222m)[4444p]666s888s7z+7z", "All Pungs"),
        no("[111m][444p]666s78s22z+9s", ""),
    ),
    suits.half_flush: (
        yes("[123p]345p67p999p55z+8p", "Half Flush"),
        yes("1133557799p66z5z+5z", "Seven Pairs, Half Flush"),
        no("[123p]345p67p999s55z+8p", ""),
    ),
    honors.two_dragons: (
        yes("[555z][666z]234p23m77s+4m", "Two Dragons"),
        yes("[222p][456s]555z77z11m+7z", "Two Dragons"),
        no("[555z][111z]234p23m77s+4m", "Dragon Pung, Prevalent Wind, Seat Wind"),
    ),
    winning.fully_concealed_hand: (
        yes(CLOSED, "Fully Concealed Hand, Self-Draws", **DRAWN),
        yes(WITH_KONG, "Fully Concealed Hand, Self-Draws", **DRAWN),
        no("[2222s]123m567p78s11z+9s", "Self-Draws", **DRAWN),
    ),
    honors.one_dragon_pung: (
        yes("[555z][111z]234p23m77s+4m", "Dragon Pung, Prevalent Wind, Seat Wind"),
        yes("[5555z]234p234s23m77s+4m", "Dragon Pung"),
        no("[222p][333z]234p23m55z+4m", ""),
        no("[555z][666z]234p23m77s+4m", "Two Dragons"),
    ),
    honors.prevalent_wind: (
        yes("[222z][345p]678p23m77s+4m", "Prevalent Wind", seat="W", round="S", flowers="3f"),
        yes("[111z][345p]678p23m77s+4m", "Prevalent Wind, Seat Wind"),
        no("[222z][345p]678p23m77s+4m", "Seat Wind", seat="S", round="N"),
    ),
    honors.seat_wind: (
        yes("[222z][345p]678p23m77s+4m", "Seat Wind", seat="S"),
        yes("[345p]111z678p23m77s+4m", "Seat Wind", round="N"),
        no("[222z][345p]678p23m77s+4m", "", seat="W", round="N"),
    ),
    winning.concealed_hand: (
        yes(CLOSED, "Concealed Hand"),
        yes(WITH_KONG, "Robbing The Kong, Concealed Hand", win_by="robbed_kong"),
        no(OPEN, ""),
        no(CLOSED, "Fully Concealed Hand, Self-Draws", **DRAWN),
    ),
    chows.four_chows: (
        yes("[123m]567p234s78s11z+9s", "All Chows"),
        yes("[234m][567m]123s66p78p+9p", "All Chows"),
        no(OPEN, ""),
    ),
    winning.self_drawn: (
        yes(OPEN, "Self-Draws", **DRAWN),
        yes("[2222s]123m567p78s11z+9s", "Self-Draws", flower_draw=True, **DRAWN),
        no(OPEN, "Last Tile Draw", last_tile=True, **DRAWN),
    ),
    flowers.eight_flowers: (
        yes(OPEN, "Eight Flowers", flowers="1f2f3f4f5f6f7f8f"),
        yes(CLOSED, "Eight Flowers, Concealed Hand", flowers="1f2f3f4f5f6f7f8f"),
        no(OPEN, "Four Flowers, Seat Flower, Prevalent Flower", flowers="1f2f3f4f5f6f7f"),
    ),
    flowers.full_set_of_flowers: (
        yes(OPEN, "Four Flowers, Prevalent Flower", flowers="1f2f3f4f", round="S"),
        yes(OPEN, "Four Flowers, Seat Flower", flowers="5f6f7f8f"),
        no(OPEN, "Seat Flower, Prevalent Flower", flowers="1f2f3f5f6f7f"),
    ),
    flowers.seat_season: (
        yes(OPEN, "Seat Flower", flowers="5f"),
        yes(OPEN, "Seat Flower", flowers="7f", seat="W"),
        no(OPEN, "", flowers="3f", seat="W"),
    ),
    flowers.flower_of_the_round: (
        yes(OPEN, "Prevalent Flower", flowers="1f"),
        yes(OPEN, "Prevalent Flower", flowers="2f", round="S"),
        no(OPEN, "", flowers="6f", round="S"),
    ),
    flowers.flower_of_the_seat: (
        also(OPEN, "Prevalent Flower", flowers="1f"),
        also(OPEN, "Prevalent Flower", flowers="3f", seat="W"),
        nor(OPEN, "", flowers="2f", round="S"),
    ),
    flowers.no_flower: (
        yes(OPEN, "No Flower", flowers=""),
        yes(CLOSED, "Fully Concealed Hand, Self-Draws, No Flower", flowers="", **DRAWN),
        no(OPEN, "", flowers="8f"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)
