"""Columns of ``official`` and ``botzone`` texts: right by hand, and the same as the reader of single hands on all else."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastmj.status import BAD_MELD, MISSING, OK, UNREADABLE
from tests.kernels.dialect_texts import (
    ALPHABET,
    NOTHING,
    ODD,
    Found,
    as_bytes,
    assert_same,
    nearly_written,
    together,
    written,
)
from tests.reference.rows import LAST_OF_KIND, LAST_TILE, NONE, Row

DIALECTS = list(ALPHABET)


def row(tiles: dict[int, int], melds: tuple[int, ...] = (), win_tile: int = NONE, **context: int) -> Row:
    return Row(tuple(tiles.get(slot, 0) for slot in range(34)), (*melds, 0, 0, 0, 0)[:4], win_tile, **context)


ONE_OF_EACH_HONOR = dict.fromkeys(range(27, 34), 1)
GOOD = {
    "official": {
        "[123m,1][555p2][EEEE]23s44p1s": row({12: 2, 18: 1, 19: 1, 20: 1}, (1, 48, 130), 18),
        "[1111s,5][2222m6][3333p,7][4444p]88s": row({25: 2}, (87, 70, 80, 115), 25),
        "[CCC,2][FFF][PPP3][NNNN1]E": row({27: 1}, (68, 67, 66, 99), 27),
        "ESWNPFC": row(ONE_OF_EACH_HONOR, (), 33),
        "19m19p19sCFPNWSE_": row(dict.fromkeys((0, 8, 9, 17, 18, 26), 1) | ONE_OF_EACH_HONOR, (), 27),
        # the last concealed tile wins, wherever it stands, unless the text ends in a space
        "1m2p[333s]": row({0: 1, 10: 1}, (55,), 10),
        "1m2pE [333s]": row({0: 1, 10: 1, 27: 1}, (55,), 27),
        "1m2p[333s] ": row({0: 1, 10: 1}, (55,)),
        "1m2p _": row({0: 1, 10: 1}, (), 10),
        "1m2p_ |EE0000": row({0: 1, 10: 1}),
        "[EEE1]": row({}, (62,)),
        "[3m12m2]5m": row({4: 1}, (1,), 4),
        # the tail
        "5m|NW0000": row({4: 1}, (), 4, round=3, seat=2),
        "5m|EE1000|": row({4: 1}, (), 4, win_by=1),
        "5m|EE0100|0": row({4: 1}, (), 4, flags=LAST_OF_KIND),
        "5m|SE0010|1": row({4: 1}, (), 4, flags=LAST_TILE, round=1, flowers=1),
        "5m|ES0001|8": row({4: 1}, (), 4, win_by=2, seat=1, flowers=255),
        "5m|EE1111|ha": row({4: 1}, (), 4, win_by=1, flags=LAST_OF_KIND | LAST_TILE | 1 << 8, flowers=129),
        "5m |EE0111|hgfedcba": row({4: 1}, win_by=2, flags=LAST_OF_KIND | LAST_TILE, flowers=255),
        "5m|EE0000|3": row({4: 1}, (), 4, flowers=7),
        "5m|EE0000|c": row({4: 1}, (), 4, flowers=4),
    },
    "botzone": {
        "[W1W2W3](J1J1J1J1)T4T5+T6": row({21: 1, 22: 1, 23: 1}, (1, 136), 23),
        "[J3J3J3][J2J2J2J2] F1F2_F3F4 B9+B1": row({27: 1, 28: 1, 29: 1, 30: 1, 9: 1, 17: 1}, (66, 101), 9),
        "F1F2F3F4J3J2J1": row(ONE_OF_EACH_HONOR),
        "H8W1H1+W1": row({0: 2}, (), 0, flowers=129),
        "H1H2H3H4H5H6H7H8[T7T8T9]": row({}, (25,), flowers=255),
        "W1[W1W1W1]H5_H2 + _J1 ": row({0: 1, 33: 1}, (35,), 33, flowers=18),
        "+J1": row({33: 1}, (), 33),
    },
}
WRONG = {
    ("official", UNREADABLE): [
        *(
            "",
            " ",
            "_",
            "|EE0000",
            "+",
            "z",
            "1",
            "m",
            "E1",
            "1E",
            "12E",
            "1Em",
            "Em",
            "0m",
            "05m",
            "5z",
            "1m+1m",
            "(1111m)",
        ),
        *(
            "[123m",
            "123m]",
            "[1[23m]]",
            "[[EEE]",
            "[EEE]]",
            "]EEE[",
            "[123m)",
            "[123m,]",
            "[,]",
            "[1111m,4]",
            "[1111m,0]",
        ),
        *(
            "[1111m8]",
            "[1111m9]",
            "[123m,12]",
            "[1231]",
            "[12]",
            "[12,1]",
            "[EEE11]",
            "[1EEE]",
            "[EEE,,1]",
            "[123m,1 ]",
        ),
        *(
            "[123m1_]",
            "[12 3m]",
            "[E,1E]",
            "[E,E,1]",
            "123m,1",
            ",1",
            "[123m,1]1",
            "[123m,1],",
            "1[EEE]",
            "1m|",
            "1m||",
        ),
        *(
            "1m|EE000",
            "1m|EE0002",
            "1m|CE0000",
            "1m|EC0000",
            "1m|EE00000",
            "1m|EE0000|9",
            "1m|EE0000|10",
            "1m|EE0000|aa",
        ),
        *(
            "1m|EE0000|i",
            "1m|EE0000|a|b",
            "1m|EE0000||",
            "1m|EE0000|1a",
            "1m|EE0000|abcdefgha",
            "1m|EE0000\n",
            "1m|EE0000|\n",
        ),
        *(
            "1m| EE0000",
            "1m |",
            "[135m]|",
            "[135m]1m|EE",
            "[135m]0m",
            "[135m,4]",
            "[EEE][EEE][EEE][EEE][EEE]",
            "[][][][][]",
        ),
        *(
            "[135m][135m][135m][135m][135m]",
            "1m\n",
            "1m\t",
            "\x001m",
            "1m\u00e9",
            "\uff11m",
            "1m\udcff",
            "1m|EE0000|\udcff",
        ),
    ],
    ("official", BAD_MELD): [
        *(
            "[]",
            "[1]",
            "[,1]",
            "[7]",
            "[123m,5]",
            "[EEE7]",
            "[EE5]",
            "[ESW]",
            "[ESW,1]",
            "[1234m]",
            "[1234m,1]",
            "[1112m,6]",
        ),
        *(
            "[11m]",
            "[11111m]",
            "[11111m,5]",
            "[891m]",
            "[89m1p,1]",
            "[89sE]",
            "[135m]|EE0000|ae",
            "[EEE1][EES][EEEE]1m",
        ),
    ],
    ("botzone", UNREADABLE): [
        *(
            "",
            " ",
            "H1",
            "H1H2",
            "H1+",
            "+",
            "W",
            "1",
            "W0",
            "W10",
            "W12",
            "1W",
            "WW1",
            "F0",
            "F5",
            "J0",
            "J4",
            "H0",
            "H9W1",
        ),
        *(
            "1m",
            "123m",
            "1z",
            "m1",
            "X1",
            "w1",
            "W1+",
            "W1+W1W1",
            "W1++W1",
            "W1+W1+W1",
            "W1+H1",
            "W1+W1H1",
            "H1+W1H2",
            "W1H1H1",
        ),
        *(
            "[H1H1H1]",
            "[W1H1W1W1]",
            "[W1 W1W1]",
            "[W1+W1W1]",
            "[W1W1W1",
            "W1]",
            "[W1W1W1)",
            "(W1W1W1W1]",
            "[[W1W1W1]]",
            "W1+[W1W1W1]",
        ),
        *(
            "[W1W1W]",
            "[W1W3W5]W0",
            "[W1W3W5]H1H1",
            "[W1W3W5]W1+W1W1",
            "[W1W1W1,1]",
            "W1|EE0000",
            "W1\n",
            "W\n1",
            "W\uff11",
        ),
        *("[T1T1T1][T1T1T1][T1T1T1][T1T1T1][T1T1T1]", "W1\u00e9", "\udcffW1", "W\udc80", "W1\x00", "W:", "W/"),
    ],
    ("botzone", BAD_MELD): [
        *(
            "[]",
            "()",
            "[W1]",
            "[W1W3W5]",
            "[F1F2F3]",
            "[J1J2J3]",
            "[W9B1B2]",
            "[T9F1F2]",
            "(W1W1W1)",
            "(W1W2W3)",
            "[W1W1W1W2]",
        ),
        *("[W1W1W1W1W1]", "[W1W3W5]H1+W1", "(B1B1B1B2)T1", "W1[W1W2W3][W1W2W2]+W1"),
    ],
}
CASES = [(dialect, text, Found(OK, right)) for dialect, texts in GOOD.items() for text, right in texts.items()]
CASES += [(dialect, text, Found(status, NOTHING)) for (dialect, status), texts in WRONG.items() for text in texts]


@pytest.mark.parametrize(("dialect", "text", "right"), CASES)
def test_by_hand(dialect, text, right):
    assert together([as_bytes(text)], dialect) == [right]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_rows_do_not_touch_their_neighbours(dialect):
    cases = [(as_bytes(text), right) for of, text, right in CASES if of == dialect]
    cases += [(None, Found(MISSING, NOTHING))] * 30
    random.Random(3).shuffle(cases)
    assert together([text for text, _ in cases], dialect) == [right for _, right in cases]


@pytest.mark.parametrize("copies", [254, 255, 256, 1000])
@pytest.mark.parametrize(
    ("dialect", "tile", "suit", "slot"),
    [("official", "E", "", 27), ("official", "1", "m", 0), ("botzone", "W1", "", 0)],
)
def test_many_copies_do_not_wrap_around(dialect, tile, suit, slot, copies):
    text = tile * copies + suit
    assert together([as_bytes(text)], dialect)[0].columns.counts == row({slot: min(copies, 255)}).counts
    assert together([as_bytes(f"[{text}]")], dialect) == [Found(BAD_MELD, NOTHING)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_text_that_is_written(dialect):
    assert set(assert_same([*map(as_bytes, written(1_500, 2, dialect))], dialect)) == {OK}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_texts_that_are_nearly_hands(dialect):
    assert set(assert_same(nearly_written(10_000, 5, dialect), dialect)) == {OK, UNREADABLE, BAD_MELD}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_many_texts_that_are_nearly_hands(dialect, seed):
    assert_same(nearly_written(40_000, seed, dialect), dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_random_bytes(dialect):
    chance = random.Random(11)
    anything = [chance.randbytes(chance.randint(0, 12)) for _ in range(1_000)]
    few = ["".join(chance.choices(ALPHABET[dialect], k=chance.randint(0, 8))).encode() for _ in range(5_000)]
    assert_same(anything + few, dialect)


SETS = {
    "official": r"\[([1-9])\1{2,3}[mps](,?[1-7])?\]|\[([ESWNCFP])\3{2,3}(,?[1-7])?\]|\[123[mps](,?[1-3])?\]",
    "botzone": r"\[([WBT][1-9]|F[1-4]|J[1-3])\1{2,3}\]|\(([WBTFJ][1-3])\2{3}\)|\[T1T2T3\]|H[1-8]",
}
TILES = {"official": "[1-9]{1,5}[mps]|[ESWNCFP]{1,3}", "botzone": "([WBT][1-9]|F[1-4]|J[1-3]){1,3}"}
ENDS = {"official": r"\|[ESWN]{2}[01]{4}(\|[a-h]{0,3}|\|[0-9])?|[ _]", "botzone": r"\+[WBTFJ][1-5]|[ _]"}


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(deadline=None, derandomize=True, database=None, max_examples=100)
@given(st.data())
def test_any_texts(dialect, data):
    group = st.one_of(st.from_regex(part[dialect], fullmatch=True) for part in (SETS, TILES, ENDS))
    text = st.one_of(
        st.lists(group, max_size=6).map("".join), st.text(ALPHABET[dialect]), st.text([*ALPHABET[dialect], *ODD])
    )
    assert_same([as_bytes(each) for each in data.draw(st.lists(text, max_size=20))], dialect)
