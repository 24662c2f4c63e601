"""The names of elements in logs."""

import pytest

from fastmj.aliases import canonical
from fastmj.convert.names import claimed, repeated


@pytest.mark.parametrize(
    ("name", "english"),
    [
        ("嵌张", "Closed Wait"),
        ("坎张", "Closed Wait"),
        ("坎張", "Closed Wait"),
        ("独听・嵌张", "Closed Wait"),
        ("独听・单钓", "Single Wait"),
        ("单钓将", "Single Wait"),
        ("單釣將", "Single Wait"),
        ("边张", "Edge Wait"),
        ("碰碰和", "All Pungs"),
        ("碰碰胡", "All Pungs"),
        ("碰碰糊", "All Pungs"),
        ("对对胡", "All Pungs"),
        ("無番和", "Chicken Hand"),
        ("抢杠胡", "Robbing the Kong"),
        ("搶槓和", "Robbing the Kong"),
        ("胡绝张", "Last Tile"),
        ("平胡", "All Chows"),
        ("全帶么", "Outside Hand"),
        ("断么", "All Simples"),
        ("么九刻", "Pung of Terminals or Honors"),
        ("九蓮寶燈", "Nine Gates"),
        ("明暗杠", "Concealed Kong and Melded Kong"),
        ("缺一门 ", "One Voided Suit"),
        ("Robbing The Kong", "Robbing the Kong"),
        ("All Five", "All Fives"),
        ("all fives", "All Fives"),
        ("Quadruple Chows", "Quadruple Chow"),
        ("Pure Triple Chows", "Pure Triple Chow"),
        ("Triple Pungs", "Triple Pung"),
        ("Four Pure Shifted Chows", "Four Shifted Chows"),
        ("Three suited Terminal Chows", "Three-Suited Terminal Chows"),
        ("All Terminal and Honors", "All Terminals and Honors"),
        ("All Terminals and Honours", "All Terminals and Honors"),
        ("Two Dragons Pungs", "Two Dragons"),
        ("Self Drawn", "Self-Drawn"),
    ],
)
def test_spellings(name: str, english: str) -> None:
    assert canonical(name) == english
    assert claimed(name) == english


def test_a_name_nobody_knows_is_kept_and_a_lost_one_is_none() -> None:
    assert canonical("国士无双") is None
    assert claimed("国士无双") == "国士无双"
    assert claimed("???") is None
    assert claimed("\ufffd\ufffd*") is None


def test_repeated() -> None:
    assert repeated([("喜相逢", 2), ("??", 1)]) == ("Mixed Double Chow", "Mixed Double Chow", None)
    with pytest.raises(ValueError, match="'喜相逢' is counted 1000000000 times"):
        repeated([("喜相逢", 10**9)])
