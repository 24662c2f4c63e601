"""imj: hands and near misses of article 25, special hands, and article 28, how a hand is won."""

import pytest

from fastmj.elements import flowers, forms, kongs, pungs, winning
from fastmj.elements.element import Element
from tests.elements.examples import NO_WIN, Example, Table, check, each, examples_of

PICKUPS = {"all_pickups": "any_last_set"}
yes, no = examples_of("imj", flowers="2f")  # South's flower: nothing for the other seats
also, nor = examples_of("imj", options=PICKUPS, flowers="2f")
DRAWN = {"win_by": "self_draw"}
HEAVEN = DRAWN | {"opening": "heaven"}
SOUTH = {"seat": "S", "flowers": "1f"}
SEVEN, EIGHT = "1f2f3f4f5f6f7f", "1f2f3f4f5f6f7f8f"
OPEN, CLOSED, WITH_KONG = "[123m]567p222s78s11z+9s", "123m567p222s78s11z+9s", "(2222s)123m567p78s11z+9s"
STRAIGHT = "123m456p789s777z2s+2s"

TABLE: Table = {
    # 25 special hands
    winning.heaven: (
        yes(STRAIGHT, "The Heaven", **HEAVEN),
        yes("(2222m)345m567p88s22z+8s", "The Heaven", **HEAVEN),
        yes("147m258p369s1234z", "The Heaven", **HEAVEN | {"seat": "W", "flowers": SEVEN}),
        no(STRAIGHT, "The Coward, Pung Of Dragon, Mixed Straight Nine, From The Wall, Self Help", **DRAWN),
    ),
    winning.earth: (
        yes(STRAIGHT, "The Earth", opening="earth", **SOUTH),
        yes("1122446677889s+9s", "The Earth", opening="earth", seat="W", discarder="E"),
        no(STRAIGHT, "The Coward, Pung Of Dragon, Mixed Straight Nine, From The Floor, Clear Front", **SOUTH),
    ),
    pungs.all_hidden_pungs: (
        yes("111m333p555s77s22z+7s", "All Hidden Pungs", **DRAWN),
        yes("111222333444m5m+5m", "All Hidden Pungs", **DRAWN),
        no("111m333p555s77s22z+7s", "All Pungs, From The Floor, Clear Front"),
        no("(1111m)333p555s77s22z+7s", "All Pungs, From The Wall, Self Help", **DRAWN),
    ),
    forms.seven_shifted_pairs: (
        yes("1122334455667m+7m", "Seven Consecutive Pairs"),
        yes("2233445566778s+8s", "Seven Consecutive Pairs", **DRAWN),
        no("1122334455668m+8m", "Seven Pairs, Pure Same, From The Floor, Clear Front"),
    ),
    forms.nine_gates: (
        yes("1112345678999m+5m", "Nine Gates"),
        yes("1112345678999s+9s", "Nine Gates", **DRAWN),
        no("1112344678999m+5m", "The Coward, Pure Same, From The Floor, Clear Front"),
    ),
    flowers.seven_flowers_claimed: (
        yes("147m25p369s12346z", "Seven Flowers", flowers=SEVEN, **DRAWN),
        yes("[123m]258p369s1234z", "Seven Flowers", flowers="2f3f4f5f6f7f8f", **DRAWN),
        no(
            "[123m]456p789s22s77z+2s",
            "The Coward, Mixed Straight Nine, From The Floor, Chance Flower*2, Full Set Of Flowers",
            flowers=SEVEN,
        ),
        no("147m25p369s12346z", NO_WIN, flowers="2f3f4f6f7f8f", **DRAWN),
    ),
    flowers.eight_flowers_claimed: (
        yes("147m25p369s12346z", "Eight Flowers", flowers=EIGHT, **DRAWN),
        yes("[111z]258p369s1234m", "Eight Flowers", flowers=EIGHT, **DRAWN),
        no("147m25p369s12346z", "Seven Flowers", flowers=SEVEN, **DRAWN),
        no(
            OPEN,
            "The Coward, From The Floor, Chance Flower*2, Full Set Of Flowers*2",
            flowers=EIGHT,
        ),
    ),
    forms.greater_honors_and_knitted_tiles: (
        yes("147m28p36s123456z+7z", "Seven Isolated Stars"),
        yes("14m258p69s124567z+3z", "Seven Isolated Stars", **DRAWN),
        no("147m258p36s12345z+6z", NO_WIN),
        no("147m14p36s123456z+7z", NO_WIN),
    ),
    forms.thirteen_orphans: (
        yes("19m19p19s1234567z+1z", "Thirteen Unios"),
        yes("19m19p119s123456z+7z", "Thirteen Unios", win_by="robbed_kong"),
        no("19m19p19s1234567z+2m", NO_WIN),
    ),
    kongs.kong_to_fourth: (
        yes("(1111m)[5555p](8888s)(2222z)5s", "Kong To Fourth", kong_draws=4, **DRAWN),
        yes("(1111m)[5555p](8888s)(2222z)5s+9s", "Kong To Fourth", kong_draws=4, **DRAWN),
        yes("(1111m)[5555p](8888s)(2222z)5s+5s", "Kong To Fourth", kong_draws=4, **DRAWN),
        no("(1111m)[5555p](8888s)(2222z)5s+5s", "All Pungs, From The Wall, On Third Kong", kong_draws=3, **DRAWN),
    ),
    # 28.1 where the winning tile came from
    winning.won_by_discard: (
        yes(OPEN, "The Coward, From The Floor"),
        yes("1122446677889s+9s", "Seven Pairs, Pure Same, From The Floor, Clear Front"),
        no(OPEN, "The Coward, From Robbed Kong", win_by="robbed_kong"),
    ),
    winning.self_drawn: (
        yes(OPEN, "The Coward, From The Wall", **DRAWN),
        yes("[2222s]123m567p78s11z+9s", "The Coward, From The Wall", **DRAWN),
        no(OPEN, "The Coward, From The Floor"),
    ),
    winning.robbing_the_kong: (
        yes(OPEN, "The Coward, From Robbed Kong", win_by="robbed_kong"),
        yes(CLOSED, "The Coward, From Robbed Kong, Clear Front", win_by="robbed_kong"),
        no(OPEN, "The Coward, From The Floor"),
    ),
    # 28.2 the final tile
    winning.last_tile_draw: (
        yes(OPEN, "The Coward, From The Wall, From Final Draw", last_tile=True, **DRAWN),
        yes(CLOSED, "The Coward, From The Wall, From Final Draw, Self Help", last_tile=True, **DRAWN),
        no(OPEN, "The Coward, From The Floor, From Final Exposed", last_tile=True),
    ),
    winning.last_tile_claim: (
        yes(OPEN, "The Coward, From The Floor, From Final Exposed", last_tile=True),
        yes(
            "1122446677889s+9s",
            "Seven Pairs, Pure Same, From The Floor, From Final Exposed, Clear Front",
            last_tile=True,
        ),
        no(OPEN, "The Coward, From Robbed Kong", last_tile=True, win_by="robbed_kong"),
    ),
    # 28.3 kongs in a row
    winning.on_first_kong: (
        yes("(1111m)567p222s78s11z+9s", "The Coward, From The Wall, On First Kong, Self Help", kong_draws=1, **DRAWN),
        yes("[1111m]567p222s78s11z+9s", "The Coward, From The Wall, On First Kong", kong_draws=1, **DRAWN),
        no("(1111m)567p222s78s11z+9s", "The Coward, From The Wall, Self Help", flower_draw=True, **DRAWN),
    ),
    winning.on_second_kong: (
        yes("(1111m)[2222s]567p78s11z+9s", "The Coward, From The Wall, On Second Kong", kong_draws=2, **DRAWN),
        yes("[1111m][2222s]567p78s11z+9s", "The Coward, From The Wall, On Second Kong", kong_draws=2, **DRAWN),
        no("(1111m)[2222s]567p78s11z+9s", "The Coward, From The Wall, On First Kong", kong_draws=1, **DRAWN),
    ),
    winning.on_third_kong: (
        yes("(1111m)[2222s](6666p)78s11z+9s", "The Coward, From The Wall, On Third Kong", kong_draws=3, **DRAWN),
        yes("[1111m][2222s][6666p]99s11z+9s", "All Pungs, From The Wall, On Third Kong", kong_draws=3, **DRAWN),
        no("(1111m)[2222s](6666p)78s11z+9s", "The Coward, From The Wall, On Second Kong", kong_draws=2, **DRAWN),
    ),
    # 28.4 exposed or not
    winning.all_pickups: (
        yes("[123m][567p][222s][789s]9p+9p", "The Coward, From The Floor, All Pickups"),
        yes("[1111m][567p][222s][789s]9p+9p", "The Coward, From The Floor, All Pickups"),
        no("(1111m)[567p][222s][789s]9p+9p", "The Coward, From The Floor"),
        no("[123m][567p][222s][789s]9p+9p", "The Coward, From The Wall", **DRAWN),
        no("[123m][567p][222s]78s11z+9s", "The Coward, From Robbed Kong", win_by="robbed_kong"),
    ),
    winning.all_sets_picked_up: (
        also("[123m][567p][222s][789s]9p+9p", "The Coward, From The Floor, All Pickups"),
        also("[123m][567p][222s]78s11z+9s", "The Coward, From The Floor, All Pickups"),
        also("[123m][567p][222s]78s11z+9s", "The Coward, From Robbed Kong, All Pickups", win_by="robbed_kong"),
        nor("[123m][567p][222s]789s1z+1z", "The Coward, From The Floor"),
        nor("(1111m)[567p][222s]78s11z+9s", "The Coward, From The Floor"),
        nor("[123m][567p][222s]78s11z+9s", "The Coward, From The Wall", **DRAWN),
    ),
    winning.fully_concealed_hand: (
        yes(CLOSED, "The Coward, From The Wall, Self Help", **DRAWN),
        yes(WITH_KONG, "The Coward, From The Wall, Self Help", **DRAWN),
        no("[2222s]123m567p78s11z+9s", "The Coward, From The Wall", **DRAWN),
    ),
    winning.clear_front: (
        yes(CLOSED, "The Coward, From The Floor, Clear Front"),
        yes("1122m5566p99s33z7z+7z", "Seven Pairs, All Types, From The Floor, Clear Front"),
        no(WITH_KONG, "The Coward, From The Floor"),
    ),
    # 28.5 flowers
    flowers.no_flower: (
        yes(OPEN, "The Coward, From The Floor, No Flower", flowers=""),
        yes(CLOSED, "The Coward, From The Floor, Clear Front, No Flower", flowers=""),
        no(OPEN, "The Coward, From The Floor", flowers="3f"),
    ),
    flowers.chance_flower: (
        yes(OPEN, "The Coward, From The Floor, Chance Flower", flowers="1f"),
        yes(OPEN, "The Coward, From The Floor, Chance Flower*2", flowers="3f7f", seat="W"),
        no(OPEN, "The Coward, From The Floor", flowers="2f3f4f6f7f8f"),
    ),
    flowers.full_set_of_flowers: (
        yes(OPEN, "The Coward, From The Floor, Chance Flower, Full Set Of Flowers", flowers="1f2f3f4f"),
        yes(OPEN, "The Coward, From The Floor, Chance Flower*2, Full Set Of Flowers*2", flowers=EIGHT),
        no(OPEN, "The Coward, From The Floor, Chance Flower*2", flowers="1f2f3f5f6f7f"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)
