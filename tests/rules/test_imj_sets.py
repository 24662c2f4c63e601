"""imj: hands and near misses of articles 26 and 27, what a hand is made of."""

import pytest

from fastmj.elements import chows, forms, honors, pungs, ranks, suits
from fastmj.elements.element import Element
from tests.elements.examples import NO_WIN, Example, Table, check, each, examples_of

yes, no = examples_of("imj", flowers="2f")  # South's flower: nothing for the other seats
DRAWN = {"win_by": "self_draw"}
SOUTH = {"seat": "S", "flowers": "1f"}

TABLE: Table = {
    # 26 basic structure
    chows.chows_and_pungs: (
        yes("[123m]567p222s78s11z+9s", "The Coward, From The Floor"),
        yes("[1111m]567p222s78s11z+9s", "The Coward, From The Floor"),
        no("[123m]567p234s78s11z+9s", "All Chows, From The Floor"),
    ),
    chows.four_chows: (
        yes("[123m]567p234s78s11z+9s", "All Chows, From The Floor"),
        yes("[234m][567m]123s66p78p+9p", "All Chows, From The Floor"),
        no("[123m]567p222s78s11z+9s", "The Coward, From The Floor"),
    ),
    pungs.all_pungs: (
        yes("[111m][444p]666s99s22z+9s", "All Pungs, From The Floor"),
        yes("(2222m)[4444p]666s888s7z+7z", "All Pungs, From The Floor"),
        no("[111m][444p]666s78s22z+9s", "The Coward, From The Floor"),
    ),
    forms.seven_pairs: (
        yes("1122m5566p99s33z7z+7z", "Seven Pairs, All Types, From The Floor, Clear Front"),
        yes("6666p7777z33m88m2z+2z", "Seven Pairs, From The Floor, Clear Front"),
        no("222233334444m5p+5p", "All Chows, Four Identical Chows, From The Floor, Clear Front"),
        no("1122m5566p99s33z7z+1z", NO_WIN),
    ),
    # 27.1 composition
    suits.all_terminals: (
        yes("[111m][999m][111p]99p11s+9p", "All Pungs, Pure Terminals, From The Floor"),
        yes("111199m1199p119s+9s", "Seven Pairs, Pure Terminals, From The Floor, Clear Front"),
        no("[111m][999m][111p]99p22s+9p", "All Pungs, From The Floor"),
    ),
    suits.all_terminals_and_honors: (
        yes("[111m][999m]222z33z99p+3z", "All Pungs, Mixed Unios, From The Floor"),
        yes("1199m1199p2255z6z+6z", "Seven Pairs, Mixed Unios, From The Floor, Clear Front"),
        no("[111m][999m]222z33z88p+3z", "All Pungs, From The Floor"),
        no("[111m][999m][111p]99p11s+9p", "All Pungs, Pure Terminals, From The Floor"),
    ),
    suits.all_honors: (
        yes("[222z][333z]444z777z5z+5z", "All Pungs, Pure Honours, Pung Of Dragon, From The Floor"),
        yes("1122334455667z+7z", "Seven Pairs, Pure Honours, From The Floor, Clear Front"),
        no(
            "[222z][333z]444z777z9p+9p",
            "All Pungs, Mixed Unios, Mixed Same, Pung Of Dragon, From The Floor",
        ),
    ),
    suits.full_flush: (
        yes("[123p]345p67p88p999p+8p", "The Coward, Pure Same, From The Floor"),
        yes("1133446677889m+9m", "Seven Pairs, Pure Same, From The Floor, Clear Front"),
        no("[123p]345p67p999p55z+8p", "The Coward, Mixed Same, From The Floor"),
    ),
    suits.half_flush: (
        yes("[123p]345p67p999p55z+8p", "The Coward, Mixed Same, From The Floor"),
        yes("1133557799p66z5z+5z", "Seven Pairs, Mixed Same, From The Floor, Clear Front"),
        no("[123p]345p67p999s55z+8p", "The Coward, From The Floor"),
    ),
    ranks.all_fives: (
        yes("[345m]567p456s67s55m+5s", "All Chows, Five In All, Mixed Stepping Chows, From The Floor"),
        yes("[555p][456s]345m34m55s+5m", "The Coward, Five In All, From The Floor"),
        no("[345m]567p456s67s66m+5s", "All Chows, Mixed Stepping Chows, From The Floor"),
        no("1155m5522p5533s5z+5z", "Seven Pairs, From The Floor, Clear Front"),
    ),
    ranks.outside_hand: (
        yes("[123m]999p11s789s55z+1s", "The Coward, Unio In All, From The Floor"),
        yes("[111m][789p]123s78s99m+9s", "The Coward, Unio In All, From The Floor"),
        no("[123m]999p11s678s55z+1s", "The Coward, From The Floor"),
        no("[111m][999m]222z33z99p+3z", "All Pungs, Mixed Unios, From The Floor"),
    ),
    suits.all_types: (
        yes(
            "[123m]456p789s11z55z+5z",
            "The Coward, All Types, Pung Of Dragon, Mixed Straight Nine, From The Floor",
        ),
        yes("1155m22p7788s33z6z+6z", "Seven Pairs, All Types, From The Floor, Clear Front"),
        no("[123m]456p789s11z44z+4z", "The Coward, Mixed Straight Nine, From The Floor"),
    ),
    # 27.2 honours
    honors.big_four_winds: (
        yes(
            "[111z][222z](3333z)444z9m+9m",
            "All Pungs, Mixed Unios, Mixed Same, Big Four Winds, From The Floor",
        ),
        yes("[111z][222z][333z][444z]5z+5z", "All Pungs, Pure Honours, Big Four Winds, From The Floor, All Pickups"),
        no(
            "[111z][222z][333z]99m44z+9m",
            "All Pungs, Mixed Unios, Mixed Same, Little Four Winds, From The Floor",
        ),
    ),
    honors.little_four_winds: (
        yes(
            "[111z][222z][333z]99m44z+9m",
            "All Pungs, Mixed Unios, Mixed Same, Little Four Winds, From The Floor",
        ),
        yes(
            "111z222z444z78s33z+9s",
            "The Coward, Mixed Same, Unio In All, Little Four Winds, From The Wall, Self Help",
            **DRAWN,
        ),
        no(
            "[111z][222z][333z]999m5z+5z",
            "All Pungs, Mixed Unios, Mixed Same, Chance Wind, Chance Round, From The Floor",
        ),
    ),
    honors.big_three_dragons: (
        yes("[555z][666z]777z23m44s+4m", "The Coward, Big Three Dragons, From The Floor"),
        yes("[5555z](6666z)77z11m234p+7z", "The Coward, Big Three Dragons, From The Floor"),
        no("[555z][666z]234p23m77z+4m", "The Coward, Little Three Dragons, From The Floor"),
    ),
    honors.little_three_dragons: (
        yes("[555z][666z]234p23m77z+4m", "The Coward, Little Three Dragons, From The Floor"),
        yes("[777z][123m]555z66z99p+9p", "The Coward, Unio In All, Little Three Dragons, From The Floor"),
        no("[555z][666z]234p23m77s+4m", "The Coward, Pung Of Dragon*2, From The Floor"),
    ),
    honors.dragon_pung: (
        yes("[555z][666z]234p23m77s+4m", "The Coward, Pung Of Dragon*2, From The Floor"),
        yes("[5555z]234p234s23m77s+4m", "The Coward, Pung Of Dragon, Three Matching Chows, From The Floor"),
        no("[222p][333z]234p23m55z+4m", "The Coward, From The Floor"),
        no("[555z][666z]777z23m44s+4m", "The Coward, Big Three Dragons, From The Floor"),
    ),
    honors.seat_wind: (
        yes("[222z][345p]678p23m77s+4m", "The Coward, Chance Wind, From The Floor", **SOUTH),
        yes("[345p]111z678p23m77s+4m", "The Coward, Chance Wind, From The Floor", round="N"),
        no("[222z][345p]678p23m77s+4m", "The Coward, From The Floor", seat="W", round="N"),
    ),
    honors.prevalent_wind: (
        yes("[222z][345p]678p23m77s+4m", "The Coward, Chance Round, From The Floor", seat="W", round="S"),
        yes("[111z][345p]678p23m77s+4m", "The Coward, Chance Wind, Chance Round, From The Floor"),
        no("[222z][345p]678p23m77s+4m", "The Coward, Chance Wind, From The Floor", round="N", **SOUTH),
    ),
    # 27.3 pungs
    pungs.four_pure_shifted_pungs: (
        yes("[222m][333m]444m55m99p+5m", "All Pungs, Four Jumping Pungs, From The Floor"),
        yes("[666s][777s][888s]999s1z+1z", "All Pungs, Mixed Same, Four Jumping Pungs, From The Floor"),
        no("[222m][333m][444m]66m99p+6m", "All Pungs, Pure Jumping Pungs, From The Floor"),
    ),
    pungs.pure_shifted_pungs: (
        yes("[222m][333m][444m]66m99p+6m", "All Pungs, Pure Jumping Pungs, From The Floor"),
        yes("[888s]777s99s123p55z+9s", "The Coward, Pure Jumping Pungs, From The Floor"),
        no("[222m][333m][444p]66m99p+6m", "All Pungs, From The Floor"),
    ),
    pungs.triple_pung: (
        yes("[222m][222p]22s678s11z+2s", "The Coward, Three Matching Pungs, From The Floor"),
        yes("[888p]888m888s34m55z+2m", "The Coward, Three Matching Pungs, From The Floor"),
        no("[222m][222p]33s678s11z+3s", "The Coward, From The Floor"),
    ),
    pungs.mixed_shifted_pungs: (
        yes("[222m][333p]44s678s11z+4s", "The Coward, Mixed Jumping Pungs, From The Floor"),
        yes("[555p][666m]777s22m99m+9m", "All Pungs, Mixed Jumping Pungs, From The Floor"),
        no("[222m][333p]44p678s11z+4p", "The Coward, From The Floor"),
    ),
    # 27.4 chows
    chows.quadruple_chow: (
        yes("[234s][234s]22334s66m+4s", "All Chows, Four Identical Chows, From The Floor"),
        yes(
            "[123m][123m]112233m5z+5z",
            "All Chows, Mixed Same, Unio In All, Four Identical Chows, From The Floor",
        ),
        no("[234s][234s]234s567s6m+6m", "All Chows, Three Identical Chows, From The Floor"),
    ),
    chows.four_stepping_chows: (
        yes("[123m]234345456m9p+9p", "All Chows, Four Stepping Chows, From The Floor"),
        yes("[345p][456p]567678p1z+1z", "All Chows, Mixed Same, Four Stepping Chows, From The Floor"),
        no("[123p][345p]567p78p55z+9p", "All Chows, Mixed Same, From The Floor"),
    ),
    chows.pure_triple_chow: (
        yes("[345s][345s]345s678p2z+2z", "All Chows, Three Identical Chows, From The Floor"),
        yes("[678p]667788p123m9s+9s", "All Chows, Three Identical Chows, From The Floor"),
        no("[345s][345s]345m678p2z+2z", "All Chows, From The Floor"),
    ),
    chows.pure_stepping_chows: (
        yes("[123m]234m345m999p1z+1z", "The Coward, Pure Stepping Chows, From The Floor"),
        yes("[456s]567678s22p66z+6z", "The Coward, Pung Of Dragon, Pure Stepping Chows, From The Floor"),
        no("[123s]345567s222p6z+6z", "The Coward, From The Floor"),
    ),
    chows.mixed_triple_chow: (
        yes("[234m]234p234s789s1z+1z", "All Chows, Three Matching Chows, From The Floor"),
        yes("[678m]67p678s111m99s+8p", "The Coward, Three Matching Chows, From The Floor"),
        no("[234m]234p234p789s1z+1z", "All Chows, From The Floor"),
    ),
    chows.mixed_shifted_chows: (
        yes("[123m]234p345s999s1z+1z", "The Coward, Mixed Stepping Chows, From The Floor"),
        yes("[567p]678m78s111m22z+9s", "The Coward, Mixed Stepping Chows, From The Floor"),
        no("[123m]345p567s999s1z+1z", "The Coward, From The Floor"),
    ),
    chows.pure_straight: (
        yes("123456789m123p5s+5s", "All Chows, Pure Straight Nine, From The Floor, Clear Front"),
        yes("[123s][789s]456s999m5z+5z", "The Coward, Pure Straight Nine, From The Floor"),
        no("123456m789p123p5s+5s", "All Chows, From The Floor, Clear Front"),
    ),
    chows.mixed_straight: (
        yes("[123m]456p789s222s1z+1z", "The Coward, Mixed Straight Nine, From The Floor"),
        yes("[123p]456s78m222m55m+9m", "The Coward, Mixed Straight Nine, From The Floor"),
        no("[123m]456p789m222s1z+1z", "The Coward, From The Floor"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)
