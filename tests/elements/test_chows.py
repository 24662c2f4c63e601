"""Elements about chows."""

import pytest

from fastmj.elements import chows
from fastmj.elements.element import Chow, Element
from tests.elements.examples import Example, Table, check, each, no, seen, yes

TABLE: Table = {
    chows.quadruple_chow: (
        yes("[234s][234s]22334s66m+4s", "Quadruple Chow, All Chows, All Simples, One Voided Suit"),
        yes(
            "[123m][123m]112233m5z+5z",
            "Quadruple Chow, Half Flush, Outside Hand, Single Wait, Self-Drawn",
            win_by="self_draw",
        ),
        no(
            "[234s][234s]234s567s6m+6m",
            "Pure Triple Chow, All Chows, All Simples, Short Straight, One Voided Suit, Single Wait",
        ),
    ),
    chows.four_shifted_chows: (
        yes("[123m]234345456m9p+9p", "Four Shifted Chows, All Chows, One Voided Suit, Single Wait"),
        yes("[123p][345p]567p78p55z+9p", "Four Shifted Chows, Half Flush"),
        no("[123m]234345m567m9p+9p", "Pure Shifted Chows, All Chows, Short Straight, One Voided Suit, Single Wait"),
    ),
    chows.pure_triple_chow: (
        yes("[345s][345s]345s678p2z+2z", "Pure Triple Chow, One Voided Suit, Single Wait"),
        yes("[678p]667788p123m9s+9s", "Pure Triple Chow, All Chows, Single Wait"),
        no("[345s][345s]345m678p2z+2z", "Pure Double Chow, Mixed Double Chow, Single Wait"),
    ),
    chows.pure_straight: (
        yes("123456789m123p5s+5s", "Pure Straight, Concealed Hand, All Chows, Mixed Double Chow, Single Wait"),
        yes("[123s][789s]456s999m5z+5z", "Pure Straight, Pung of Terminals or Honors, One Voided Suit, Single Wait"),
        no(
            "123456m789p123p5s+5s",
            "Concealed Hand, All Chows, Mixed Double Chow, Short Straight, Two Terminal Chows, Single Wait",
        ),
    ),
    chows.pure_shifted_chows: (
        yes("[123m]234m345m999p1z+1z", "Pure Shifted Chows, Pung of Terminals or Honors, One Voided Suit, Single Wait"),
        yes("[123s]345567s222p6z+6z", "Pure Shifted Chows, One Voided Suit, Single Wait"),
        no("[123m]234m456m999p1z+1z", "Short Straight, Pung of Terminals or Honors, One Voided Suit, Single Wait"),
    ),
    chows.mixed_straight: (
        yes("[123m]456p789s222s1z+1z", "Mixed Straight, Single Wait"),
        yes("[234s]123p456s78m55m+9m", "Mixed Straight, All Chows"),
        no("[123m]456p789m222s1z+1z", "Two Terminal Chows, Single Wait"),
    ),
    chows.mixed_triple_chow: (
        yes("[234m]234p234s789s1z+1z", "Mixed Triple Chow, Single Wait"),
        yes("[678m]67p678s111m99s+8p", "Mixed Triple Chow, Pung of Terminals or Honors, No Honors"),
        no("[234m]234p234p789s1z+1z", "Pure Double Chow, Mixed Double Chow, Single Wait"),
    ),
    chows.mixed_shifted_chows: (
        yes("[123m]234p345s999s1z+1z", "Mixed Shifted Chows, Pung of Terminals or Honors, Single Wait"),
        yes("[567p]678m78s111m22z+9s", "Mixed Shifted Chows, Pung of Terminals or Honors"),
        no("[123m]345p567s999s1z+1z", "Pung of Terminals or Honors, Single Wait"),
    ),
    chows.pure_double_chow: (
        yes("[123m]123m678p888s5z+5z", "Pure Double Chow, Single Wait"),
        yes("[234m][234m][678p]678p9s+9s", "All Chows, Pure Double Chow*2, Single Wait"),
        no("[123m]123p678p888s5z+5z", "Mixed Double Chow, Single Wait"),
    ),
    chows.mixed_double_chow: (
        yes("[123m]123p678p888s5z+5z", "Mixed Double Chow, Single Wait"),
        yes("[234m][234p]567m567p9s+9s", "All Chows, Mixed Double Chow*2, Short Straight, Single Wait"),
        no("[123m]234p678p888s5z+5z", "Single Wait"),
    ),
    chows.short_straight: (
        yes("[123m]456m678p888s5z+5z", "Short Straight, Single Wait"),
        yes("[123m][456m]345p678p9s+9s", "All Chows, Short Straight*2, Single Wait"),
        no("[123m]567m678p888s5z+5z", "Single Wait"),
    ),
    chows.two_terminal_chows: (
        yes("[123m]789m678p888s5z+5z", "Two Terminal Chows, Single Wait"),
        yes("[789s]12s456p999m11p+3s", "Two Terminal Chows, Pung of Terminals or Honors, No Honors, Edge Wait"),
        no("[123m]789p678p888s5z+5z", "Single Wait"),
    ),
    chows.all_chows: (
        yes("[123m]456m678p234s5s+5s", "All Chows, Short Straight"),
        yes("147m258p369s234m5s+5s", "Knitted Straight, Concealed Hand, All Chows, Single Wait"),
        no("[123m]456m678p234s5z+5z", "Short Straight, Single Wait"),
    ),
    chows.pure_terminal_chows: (
        yes("[123m]123m789789m5m+5m", "Pure Terminal Chows, Single Wait"),
        yes("1122335577889p+9p", "Pure Terminal Chows, Concealed Hand"),
        no("[123m]123m789789m6m+6m", "Full Flush, All Chows, Pure Double Chow*2, Two Terminal Chows"),
    ),
    chows.three_suited_terminal_chows: (
        yes("[123m][789m]123p789p5s+5s", "Three-Suited Terminal Chows, Single Wait"),
        yes("123s789s123m78m55p+9m", "Three-Suited Terminal Chows, Concealed Hand"),
        no("[123m][789m]123p789p6s+6s", "All Chows, Mixed Double Chow*2, Two Terminal Chows, Single Wait"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


M, P, S = range(3)


@pytest.mark.parametrize(
    ("relation", "of", "holds"),
    [
        (chows.quadruple_chow, [(P, 3)] * 4, True),
        (chows.quadruple_chow, [(P, 3), (P, 3), (P, 3), (P, 4)], False),
        (chows.four_shifted_chows, [(S, 4), (S, 5), (S, 6), (S, 7)], True),
        (chows.four_shifted_chows, [(S, 1), (S, 3), (S, 5), (S, 7)], True),
        (chows.four_shifted_chows, [(S, 1), (S, 2), (S, 4), (S, 6)], False),
        (chows.four_shifted_chows, [(P, 1), (P, 2), (P, 3), (S, 4)], False),
        (chows.pure_straight, [(M, 1), (M, 4), (M, 7)], True),
        (chows.pure_straight, [(M, 1), (M, 4), (P, 7)], False),
        (chows.pure_shifted_chows, [(P, 3), (P, 5), (P, 7)], True),
        (chows.pure_shifted_chows, [(P, 3), (P, 3), (P, 4)], False),
        (chows.mixed_straight, [(M, 7), (P, 1), (S, 4)], True),
        (chows.mixed_straight, [(M, 7), (P, 1), (P, 4)], False),
        (chows.mixed_triple_chow, [(M, 2), (P, 2), (S, 2)], True),
        (chows.mixed_triple_chow, [(M, 2), (P, 2), (P, 2)], False),
        (chows.mixed_shifted_chows, [(M, 3), (P, 1), (S, 2)], True),
        (chows.mixed_shifted_chows, [(M, 5), (P, 1), (S, 3)], False),
        (chows.pure_double_chow, [(M, 6), (M, 6)], True),
        (chows.mixed_double_chow, [(M, 6), (M, 6)], False),
        (chows.mixed_double_chow, [(M, 6), (S, 6)], True),
        (chows.short_straight, [(S, 2), (S, 5)], True),
        (chows.short_straight, [(P, 2), (S, 5)], False),
        (chows.two_terminal_chows, [(S, 1), (S, 7)], True),
        (chows.two_terminal_chows, [(S, 1), (S, 4)], False),
        (chows.four_stepping_chows, [(S, 4), (S, 5), (S, 6), (S, 7)], True),
        (chows.four_stepping_chows, [(S, 1), (S, 3), (S, 5), (S, 7)], False),
        (chows.four_stepping_chows, [(P, 1), (P, 2), (P, 3), (S, 4)], False),
        (chows.pure_stepping_chows, [(P, 3), (P, 4), (P, 5)], True),
        (chows.pure_stepping_chows, [(P, 3), (P, 5), (P, 7)], False),
        (chows.pure_stepping_chows, [(M, 3), (P, 4), (P, 5)], False),
    ],
)
def test_relations(relation: Element, of: list[Chow], holds: bool) -> None:
    assert relation(*of) is holds


def test_detectors() -> None:
    ends = 1 + 5**6  # 123 and 789
    assert chows.pure_terminal_chows(seen(chows_p=2 * ends, pair=13))
    assert not chows.pure_terminal_chows(seen(chows_p=2 * ends, pair=4))
    assert chows.three_suited_terminal_chows(seen(chows_m=ends, chows_s=ends, pair=13))
    assert not chows.three_suited_terminal_chows(seen(chows_m=ends, chows_s=ends, pair=31))
    assert chows.all_chows(seen(chows=4, pair=26))
    assert not chows.all_chows(seen(chows=4, pair=27))
    assert not chows.all_chows(seen(chows=3, pair=0))
    assert chows.four_chows(seen(chows=4, pair=27))
    assert not chows.four_chows(seen(chows=3, pungs=1))
    assert chows.chows_and_pungs(seen(chows=1, pungs=3))
    assert not chows.chows_and_pungs(seen(chows=4))
    assert not chows.chows_and_pungs(seen(pungs=4))
