"""hkmj: hands and near misses of every element."""

import pytest

from fastmj.elements import chows, flowers, forms, honors, kongs, pungs, suits, winning
from fastmj.elements.element import Element
from tests.elements.examples import NO_WIN, Example, Table, check, each, examples_of

CHANGED = {"double_wind": 1, "dragon_pair": "any", "hidden_treasure_kongs": False}
yes, no = examples_of("hkmj", flowers="2f")  # South's flower: nothing for the other seats
also, nor = examples_of("hkmj", options=CHANGED, flowers="2f")
DRAWN = {"win_by": "self_draw"}
SOUTH = {"seat": "S", "flowers": "1f"}
OPEN, CLOSED, TREASURE = "[123m]567p222s78s11z+9s", "123m567p222s78s11z+9s", "111m333p555s77s22z+7s"
OTHERS = "Two Dragon Pongs and a Pair of the other Dragon"

TABLE: Table = {
    # maximum hands
    forms.thirteen_orphans: (
        yes("19m19p19s1234567z+1z", "Thirteen Unique Wonders"),
        yes("19m19p119s123456z+7z", "Thirteen Unique Wonders", **DRAWN),
        no("19m19p19s1234567z+2m", NO_WIN),
    ),
    pungs.heads_and_tails: (
        yes("[111m][999p]111s99s99m+9s", "Ones & Nines Pongs"),
        yes("[1111m](9999p)111p99s11s+9s", "Ones & Nines Pongs"),
        no("1111m99m11p99p11s9s+9s", "Seven Pairs"),
        no("[111m][999p]111s99s77z+9s", "4 Pongs"),
    ),
    kongs.four_kongs: (
        yes("[1111m][5555p](8888s)[2222z]6p+6p", "All Kongs"),
        yes("(1111m)(3333p)[5555z](7777s)2z+2z", "All Kongs"),
        no("[1111m][5555p](8888s)222z6p+6p", "4 Pongs"),
    ),
    pungs.four_hidden_pungs_or_kongs: (
        yes(TREASURE, "Hidden Treasure", **DRAWN),
        yes("(1111m)333p555s77s22z+7s", "Hidden Treasure", **DRAWN),
        no(TREASURE, "4 Pongs"),
        no("[111m]333p555s77s22z+7s", "4 Pongs, Self-Pick", **DRAWN),
    ),
    pungs.all_hidden_pungs: (
        also(TREASURE, "Hidden Treasure", **DRAWN),
        also("111222333444m5m+5m", "Hidden Treasure", **DRAWN),
        nor("(1111m)333p555s77s22z+7s", "4 Pongs, Self-Pick", **DRAWN),
    ),
    forms.nine_gates: (
        yes("1112345678999p+2p", "Gates of Heaven"),
        yes("1112345678999m+9m", "Gates of Heaven", **DRAWN),
        no("1112344678999m+5m", "Pure"),
    ),
    honors.jade_dragon: (
        yes("[222s][777s]555s666z9s+9s", "Jade Dragon"),
        yes("[2222s](7777s)[555s]66z99s+6z", "Jade Dragon"),
        no("[234s][777s]555s666z9s+9s", "Dragon Pong, Semi-Pure"),
        no("[222s][777s]555s666z9m+9m", "4 Pongs, Dragon Pong"),
    ),
    honors.jade_dragon_any_pair: (
        also("[222s][777s]555s666z2z+2z", "Jade Dragon"),
        also("[222s][777s]555s666z9m+9m", "Jade Dragon"),
        nor("[222s][777s]555m666z9s+9s", "4 Pongs, Dragon Pong"),
    ),
    honors.ruby_dragon: (
        yes("[222m][777m]555m777z9m+9m", "Ruby Dragon"),
        yes("[2222m](8888m)[333m]77z99m+7z", "Ruby Dragon"),
        no("[222m][777m]555m666z9m+9m", "4 Pongs, Dragon Pong, Semi-Pure"),
        no("[222m][777m]555m777z2z+2z", "4 Pongs, Dragon Pong, Semi-Pure"),
    ),
    honors.ruby_dragon_any_pair: (
        also("[222m][777m]555m777z2z+2z", "Ruby Dragon"),
        also("[222m][777m]555m777z6z+6z", "Ruby Dragon"),
        nor("[222m][777m]555m666z7z+7z", "4 Pongs, Dragon Pong, Semi-Pure"),
    ),
    honors.pearl_dragon: (
        yes("[222p][777p]555p555z9p+9p", "Pearl Dragon"),
        yes("[888p]111p333p555z6p+6p", "Pearl Dragon"),
        no("[888p]111p333p555z6s+6s", "4 Pongs, Dragon Pong"),
    ),
    honors.pearl_dragon_any_pair: (
        also("[222p][777p]555p555z9p+9p", "Pearl Dragon"),
        also("[888p]111p333p555z6s+6s", "Pearl Dragon"),
        nor("[888p]123p333p555z6s+6s", "Dragon Pong"),
    ),
    # fans
    forms.seven_pairs: (
        yes("1122m5566p99s33z7z+7z", "Seven Pairs"),
        yes("6666p7777z33m88m2z+2z", "Seven Pairs"),
        no("1122m5566p99s33z7z+1z", NO_WIN),
    ),
    chows.four_chows: (
        yes("[123m]567p234s78s11z+9s", "4 Chows"),
        yes("[234m][567m]123s66p78p+9p", "4 Chows"),
        no(OPEN, ""),
    ),
    pungs.all_pungs: (
        yes("[111m][444p]666s99s22z+9s", "4 Pongs"),
        yes("(2222m)[4444p]666s888s7z+7z", "4 Pongs"),
        no("[111m][444p]666s78s22z+9s", ""),
    ),
    winning.self_drawn: (
        yes(OPEN, "Self-Pick", **DRAWN),
        yes(CLOSED, "Self-Pick", last_tile=True, **DRAWN),
        no(OPEN, "Robbing A Kong", win_by="robbed_kong"),
    ),
    honors.dragon_pung: (
        yes("[555z][111z]234p23m77s+4m", "Dragon Pong, Round Wind Pong, Seat Wind Pong"),
        yes("[555z][666z]234p23m77s+4m", "Dragon Pong*2"),
        no("[222p][333z]234p23m55z+4m", ""),
        no("[555z][666z]777z23m44s+4m", "All three Dragon Pongs"),
    ),
    honors.little_three_dragons: (
        yes("[555z][666z]234p23m77z+4m", OTHERS),
        yes("[777z][123m]555z66z99p+9p", OTHERS),
        no("[555z][666z]234p23m77s+4m", "Dragon Pong*2"),
    ),
    honors.big_three_dragons: (
        yes("[555z][666z]777z23m44s+4m", "All three Dragon Pongs"),
        yes("[5555z](6666z)77z11m234p+7z", "All three Dragon Pongs"),
        no("[555z][666z]234p23m77z+4m", OTHERS),
    ),
    honors.prevalent_wind: (
        yes("[222z][345p]678p23m77s+4m", "Round Wind Pong", seat="W", round="S"),
        yes("[111z][345p]678p23m77s+4m", "Round Wind Pong, Seat Wind Pong"),
        no("[222z][345p]678p23m77s+4m", "Seat Wind Pong", round="N", **SOUTH),
    ),
    honors.seat_wind: (
        yes("[222z][345p]678p23m77s+4m", "Seat Wind Pong", **SOUTH),
        yes("[345p]111z678p23m77s+4m", "Seat Wind Pong", round="N"),
        no("[222z][345p]678p23m77s+4m", "", seat="W", round="N"),
    ),
    honors.seat_wind_unless_round: (
        also("[222z][345p]678p23m77s+4m", "Seat Wind Pong", **SOUTH),
        also("[345p]111z678p23m77s+4m", "Seat Wind Pong", round="N"),
        nor("[111z][345p]678p23m77s+4m", "Round Wind Pong"),
    ),
    flowers.no_flower: (
        yes(OPEN, "No Flowers", flowers=""),
        yes(CLOSED, "Self-Pick, No Flowers", flowers="", **DRAWN),
        no(OPEN, "", flowers="8f"),
    ),
    flowers.chance_flower: (
        yes(OPEN, "Seat Flower", flowers="1f"),
        yes(OPEN, "Seat Flower*2", flowers="3f7f", seat="W"),
        no(OPEN, "", flowers="2f3f4f6f7f8f"),
    ),
    flowers.full_set_of_flowers: (
        yes(OPEN, "Seat Flower, All four Red or Blue Flowers", flowers="1f2f3f4f"),
        yes(OPEN, "Seat Flower*2, All four Red or Blue Flowers*2", flowers="1f2f3f4f5f6f7f8f"),
        no(OPEN, "Seat Flower*2", flowers="1f2f3f5f6f7f"),
    ),
    suits.half_flush: (
        yes("[123p]345p67p999p55z+8p", "Semi-Pure"),
        yes("1133557799p66z5z+5z", "Seven Pairs, Semi-Pure"),
        no("[123p]345p67p999s55z+8p", ""),
    ),
    suits.full_flush: (
        yes("[123p]345p67p88p999p+8p", "Pure"),
        yes("1133446677889m+9m", "Seven Pairs, Pure"),
        no("[123p]345p67p999p55z+8p", "Semi-Pure"),
    ),
    suits.all_honors: (
        yes("[222z][333z]444z777z5z+5z", "4 Pongs, Dragon Pong, All Winds and Dragons"),
        yes("1122334455667z+7z", "Seven Pairs, All Winds and Dragons"),
        no("[222z][333z]444z777z9p+9p", "4 Pongs, Dragon Pong, Semi-Pure"),
    ),
    winning.out_with_replacement_tile: (
        yes("(1111m)567p222s78s11z+9s", "Self-Pick, Kong Bonus", kong_draws=1, **DRAWN),
        yes("[1111m][2222s]567p78s11z+9s", "Self-Pick, Kong Bonus", kong_draws=2, **DRAWN),
        no("(1111m)567p222s78s11z+9s", "Self-Pick", flower_draw=True, **DRAWN),
    ),
    winning.robbing_the_kong: (
        yes(OPEN, "Robbing A Kong", win_by="robbed_kong"),
        yes(CLOSED, "Robbing A Kong", win_by="robbed_kong", last_tile=True),
        no(OPEN, ""),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)
