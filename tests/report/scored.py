"""A few scored hands, and what is to be found in them: from the hands scored one at a time."""

from collections import Counter
from itertools import permutations
from typing import Any

import pyarrow as pa

import fastmj

HANDS = [
    "[111z][2222z]55p33344z+4z",  # a big hand
    "1112345678999p+5p",
    "19m19p19s1234567z+1m",
    "[234m]11p234p56567s+7s",  # complete, but worth too little
    "[234m]11p234p56567s+7s",
    "123m456p789s1122z+9s",  # no win
    "123m456p789s112z+2z",  # a tile short
    "1x",
    None,
    "123m456p789s1133z+9s",
    "123m456p789s1144z+9s",
    "123m456p789s2244z+9s",
]
SEATS = ["E", "S", "W", "N", "E", "S", "E", "E", "E", "W", "W", "W"]
SOURCES = ["club", "club", "home", "home", "<b>", None, "club", "club", "club", "club", "club", "club"]
STATUS = {"ok": 3, "below_minimum": 2, "not_a_win": 4, "wrong_tile_count": 1, "unreadable": 1, "missing": 1}
WINS = 5


def hands() -> pa.Table:
    """The hands as a table."""
    return pa.table({"hand": HANDS, "seat": SEATS, "source": SOURCES, "win_by": ["self_draw"] * len(HANDS)})


def scored(layout: str = "list", **options: Any) -> pa.Table:
    """The same, scored."""
    return fastmj.score_batch(hands(), layout=layout, **options)


def one_by_one() -> list[fastmj.Score]:
    """The wins, scored one at a time."""
    return [fastmj.score(HANDS[i] or "", win_by="self_draw", seat=SEATS[i]) for i in range(WINS)]


def pairs_of(scores: list[fastmj.Score]) -> Counter[tuple[str, str]]:
    """In how many wins two elements meet, both ways round."""
    return Counter(pair for score in scores for pair in permutations(score.elements, 2))
