"""classical: hands and near misses of every special limit hand."""

import pytest

from fastmj.elements import forms, honors, kongs, pungs, suits, winning
from fastmj.elements.element import Element
from tests.elements.examples import NO_WIN, Example, Table, check, each, examples_of

yes, no = examples_of("classical")
also, nor = examples_of("classical", options={"green_needs_dragon": True})
DRAWN = {"win_by": "self_draw"}
HEAVEN, LAST, AFTER_FLOWER = (
    {**DRAWN, "opening": "heaven"},
    {**DRAWN, "last_tile": True},
    {**DRAWN, "flower_draw": True},
)
STRAIGHT = "123m456p789s777z2s+2s"

TABLE: Table = {
    winning.heaven_without_kong: (
        yes(STRAIGHT, "Heaven's Blessing", **HEAVEN),
        yes("19m19p19s1234567z+1z", "Heaven's Blessing, The Thirteen Unique Wonders", **HEAVEN),
        no("(2222m)345m567p88s22z+8s", "", **HEAVEN),
        no(STRAIGHT, "", **DRAWN),
    ),
    winning.earth: (
        yes(STRAIGHT, "Earth's Blessing", opening="earth", seat="S"),
        yes("112345678s1234z+9s", "Earth's Blessing, The Wriggling Snake", opening="earth", seat="N", discarder="E"),
        no(STRAIGHT, "", seat="S", discarder="E"),
    ),
    forms.thirteen_orphans: (
        yes("19m19p19s1234567z+1z", "The Thirteen Unique Wonders"),
        yes("19m19p119s123456z+7z", "The Thirteen Unique Wonders", **DRAWN),
        no("199m19p19s123456z+9m", NO_WIN),
    ),
    winning.moon_from_the_sea: (
        yes("[234m]567m888s23p99s+1p", "Catching the Moon from the bottom of the Sea", **LAST),
        yes("[234m]567m888s11p99s+1p", "Catching the Moon from the bottom of the Sea", **LAST),
        no("[234m]567m888p23s99p+1s", "", **LAST),
        no("[234m]567m888s23p99s+1p", "", last_tile=True),
        no("[234m]567m888s23p99s+1p", "", **DRAWN),
    ),
    winning.plum_blossom: (
        yes("(2222m)567m888s46p99s+5p", "Gathering the Plum Blossom from the Roof", kong_draws=1, **DRAWN),
        yes("[234m]567m888s46p99s+5p", "Gathering the Plum Blossom from the Roof", flowers="3f", **AFTER_FLOWER),
        no("(2222m)567m888s46p99s+5p", "", **DRAWN),
        no("(2222m)567m888p46s99p+5s", "", kong_draws=1, **DRAWN),
    ),
    honors.three_great_scholars: (
        yes("[555z][666z]777z22m44s+2m", "The Three great Scholars"),
        yes("[5555z](6666z)777z111m9s+9s", "The Three great Scholars"),
        no("[555z][666z]777z23m44s+4m", ""),
        no("[555z][666z]222m333m7z+7z", ""),
    ),
    honors.big_four_winds: (
        yes("[111z][222z](3333z)444z9m+9m", "Four large Blessings"),
        yes("[111z][222z][333z][444z]5z+5z", "Four large Blessings, All Honours"),
        no("[111z][222z][333z]99m44z+9m", ""),
    ),
    winning.twofold_plenty: (
        yes("(1111m)[2222s]567p78s11z+9s", "Twofold Plenty", kong_draws=2, **DRAWN),
        yes("(1111m)[2222s](6666p)78s11z+9s", "Twofold Plenty", kong_draws=3, **DRAWN),
        no("(1111m)[2222s]567p78s11z+9s", "", kong_draws=1, **DRAWN),
    ),
    kongs.four_kongs: (
        yes("[1111m][5555p](8888s)[2222z]6p+6p", "Fourfold Plenty"),
        yes("(1111m)(3333p)(5555z)(7777s)2z+2z", "Twofold Plenty, Fourfold Plenty", kong_draws=4, **DRAWN),
        no("[1111m][5555p](8888s)222z6p+6p", ""),
    ),
    forms.nine_gates: (
        yes("1112345678999m+5m", "The Nine Gates"),
        yes("1112345678999s+9s", "The Nine Gates", **DRAWN),
        no("1112344678999m+5m", ""),
    ),
    pungs.all_hidden_pungs: (
        yes("111m333p555s77s22z+7s", "Buried Treasure", **DRAWN),
        yes("111222333444m5m+5m", "Buried Treasure", **DRAWN),
        no("(1111m)333p555s77s22z+7s", "", **DRAWN),
        no("111m333p555s77s22z+7s", ""),
    ),
    honors.pungs_of_honors: (
        yes("[222z][333z]444z777z5z+5z", "All Honours"),
        yes("[1111z][222z]555z66z77z+6z", "All Honours"),
        no("[222z][333z]444z777z9p+9p", ""),
        no("1122334455667z+7z", NO_WIN),
    ),
    suits.all_green: (
        yes("[234s]234s666s88s66z+6z", "All Green"),
        yes("[234s][234s]666s888s2s+2s", "All Green"),
        no("[234s]345s666s88s66z+6z", ""),
    ),
    suits.all_green_with_dragon: (
        also("[234s]234s666s88s66z+6z", "All Green"),
        also("[222s][444s]666s88s66z+8s", "All Green"),
        nor("[234s][234s]666s888s2s+2s", ""),
    ),
    pungs.heads_and_tails: (
        yes("[111m][999p]111s99s99m+9s", "Heads and Tails"),
        yes("[1111m](9999p)111p99s11s+9s", "Heads and Tails"),
        no("[111m][999m][111p]99p22s+9p", ""),
    ),
    forms.wriggling_snake: (
        yes("112345678m1234z+9m", "The Wriggling Snake"),
        yes("123456789s1234z+1s", "The Wriggling Snake", **DRAWN),
        no("122345678m1234z+9m", NO_WIN),
        no("112345678m1235z+9m", NO_WIN),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)
