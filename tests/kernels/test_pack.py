"""A text column read by the kernel: right by a table, and the same as the reader of single hands on everything else."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastmj import notation
from fastmj.kernels.pack import pack_text, text_column
from fastmj.status import BAD_MELD, MISSING, OK, STATUS, UNREADABLE

ROW = tuple[tuple[int, ...], tuple[int, ...], int, int]


def pack_rows(rows: list[bytes | None]) -> list[ROW]:
    """(counts, melds, winning tile, status) of each text; nulls lie over bytes that must not be read."""
    pieces = [b"9m" if text is None else text for text in rows]
    data = np.frombuffer(b"".join(pieces), np.uint8)
    offsets = np.cumsum([0, *map(len, pieces)]).astype(np.int64)
    columns = pack_text(text_column(data, offsets, np.array([text is not None for text in rows], np.bool_)))
    counts, melds, win_tile, status = (column.tolist() for column in columns)
    return [(tuple(c), tuple(m), w, s) for c, m, w, s in zip(counts, melds, win_tile, status, strict=True)]


def refused(status: int) -> ROW:
    return ((0,) * 34, (0,) * 4, 255, status)


def read_alone(text: bytes) -> ROW:
    """The same row by the reader of single hands."""
    try:
        hand = notation.read(text.decode("utf-8", "surrogateescape"))
    except notation.NotationError as fault:
        return refused(STATUS.index(fault.status))
    melds = (*hand.melds, 0, 0, 0, 0)[:4]
    return (hand.counts, melds, 255 if hand.win_tile is None else hand.win_tile, OK)


def row(tiles: dict[int, int], melds: tuple[int, ...] = (), win_tile: int = 255) -> ROW:
    return (tuple(tiles.get(slot, 0) for slot in range(34)), (*melds, 0, 0, 0, 0)[:4], win_tile, OK)


GOOD = {
    "[123m][555p](1111z)23s44p+1s": row({12: 2, 18: 1, 19: 1, 20: 1}, (1, 48, 130), 18),
    "[777z][666p](7777z)[9999s]5z+5z": row({31: 2}, (68, 49, 136, 95), 31),
    "  [321m]__2s_1s 3s2s + 1s ": row({18: 2, 19: 2, 20: 1}, (1,), 18),
    "2s[1m3m2m]+2s": row({19: 2}, (1,), 19),
    "1m": row({0: 1}),
    "+7z": row({33: 1}, (), 33),
    "[789s]": row({}, (25,)),
    "9m9p9s7z1z": row({8: 1, 17: 1, 26: 1, 27: 1, 33: 1}),
    "11111m": row({0: 5}),
}
WRONG = {
    UNREADABLE: "|_|+|0m|11z+0p|[406m]|7z+8z|9z|1m+1m+1m|1m+12m|1m+|1m+[123m]|1m+1m[123m]|1zx|1M|1m2|1 2m|1mp|m|1|1f|"
    "[12 3m]|[123m_]|[123]|[12m+3m]|[123m|[123m)|(1111m]|[1[23m]]|123m]|]123m[|[123m,1]|1m\n|\x001m|1m\u00e9|\uff11m|"
    "[111m][222m][333m][444m][555m]6m+6m|[11m][11m][11m][11m][11m]|[123z]0m|[[123m]|[123z]+12m",
    BAD_MELD: "[123z]|[135m]|[891m]|[89m1p]|[89s1z]|[12m3p]|[112m]|[11m]|[1m]|[]|[11111m]|[1112m]|[1234m]|[1223m]|"
    "[9s12z]|(123m)|(111m)|(1112m)|()|[123z][111m]2m+2m|[111m](111m)+1m|[567z]|[1133m]",
}
WRONG_TEXTS = [(text, status) for status, texts in WRONG.items() for text in texts.split("|")]


@pytest.mark.parametrize("text", GOOD)
def test_read(text):
    assert pack_rows([text.encode()]) == [GOOD[text]]


@pytest.mark.parametrize(("text", "status"), WRONG_TEXTS)
def test_refused(text, status):
    assert pack_rows([text.encode()]) == [refused(status)]


def test_null_is_missing():
    assert pack_rows([None]) == [refused(MISSING)]


def test_bad_rows_do_not_touch_their_neighbours():
    texts: list[bytes | None] = (
        [text.encode() for text in GOOD] + [text.encode() for text, _ in WRONG_TEXTS] + [None] * 9
    )
    expected = [*GOOD.values(), *(refused(status) for _, status in WRONG_TEXTS), *[refused(MISSING)] * 9]
    order = list(range(len(texts)))
    random.Random(5).shuffle(order)
    assert pack_rows([texts[i] for i in order]) == [expected[i] for i in order]


@pytest.mark.parametrize("copies", [254, 255, 256, 257, 512, 1000])
def test_many_copies_do_not_wrap_around(copies):
    assert pack_rows([b"1" * copies + b"m"]) == [row({0: min(copies, 255)})]
    assert pack_rows([b"[" + b"1" * copies + b"m]"]) == [refused(BAD_MELD)]


def test_no_rows():
    counts, melds, win_tile, status = pack_text(
        text_column(np.zeros(0, np.uint8), np.zeros(1, np.int64), np.zeros(0, np.bool_))
    )
    assert (counts.shape, melds.shape, win_tile.shape, status.shape) == ((0, 34), (0, 4), (0,), (0,))


def test_a_part_of_a_column_other_integer_types_and_read_only_buffers():
    data = np.frombuffer(b"garbage1m+1m2p", np.uint8)
    offsets = np.array([7, 12, 14], np.int32)
    counts, _, win_tile, status = pack_text(text_column(data, offsets, np.ones(2, np.uint8)))
    assert (counts[0, 0], counts[1, 10], *win_tile, *status) == (2, 1, 0, 255, OK, OK)
    again = pack_text(text_column(np.repeat(data, 2)[::2], np.repeat(offsets, 2)[::2], np.ones(4, np.bool_)[::2]))
    assert all(
        (a == b).all() for a, b in zip(again, pack_text(text_column(data, offsets, np.ones(2, np.bool_))), strict=True)
    )


@pytest.mark.parametrize("offsets", [[0, 2], [0, 2, 4, 4], [-1, 2, 4], [0, 3, 2], [0, 2, 5]])
def test_offsets_that_do_not_fit_are_refused(offsets):
    with pytest.raises(ValueError, match="2 texts need 3 offsets that ascend within the 4 bytes"):
        text_column(np.frombuffer(b"1m2m", np.uint8), np.array(offsets, np.int64), np.ones(2, np.bool_))


# hands of every form, sound or not, as seeds for texts that are nearly hands
SEEDS = [
    "[111z]12333m55p222s+3m",
    "112233p4466668m+7m",
    "(9999p)[333m]67888m11s+8m",
    "[789s]123s55p12389m+7m",
    "[567m]147s258p36m33z+9m",
    "(2222m)3355m4488p6s+6s",
    "1111m222p333s444s5z+5z",
    "19m19p19s1234566z+6z",
    "[555p]55p234m678s99m+9m",
    "[123m][456p]789s1z+1z",
    "[2222z](3333z)22m11444z1m+1z",
    "8888m777788p777s+8z",
    "[456s][345p]888p55s55z+0p",
    "[123z]369m147p2244458s+2s",
    "(123m)[567p][555s]55567m34p+5p",
    "[345m](8888s)678m3456s+6sx",
    "(7777z)(6666z)(5555z)(1111z)4z+4z",
    "[1111s][2222m][3333p](4444p)8s+8s",
    "369m47p36s123456z+7z",
    "147m258p1234566z+7z",
    "1122334455667z+7z",
    "111234567899m1s+9m",
]
ALPHABET = "0123456789mpsz[]()+ _"


def assert_same(texts: list[bytes]) -> None:
    for text, packed in zip(texts, pack_rows(list(texts)), strict=True):
        assert packed == read_alone(text), text


def test_texts_one_or_two_edits_away_from_a_hand():
    chance = random.Random(7)
    texts = []
    for _ in range(20_000):
        text = list(chance.choice(SEEDS))
        for _ in range(chance.randint(0, 2)):
            at = chance.randrange(len(text))
            text[at : at + chance.randint(0, 2)] = chance.choices(ALPHABET, k=chance.randint(0, 2))
        texts.append("".join(text).encode())
    assert_same(texts)
    found = {status for _, _, _, status in pack_rows(list(texts))}
    assert found == {OK, UNREADABLE, BAD_MELD}


def test_random_bytes():
    chance = random.Random(11)
    anything = [chance.randbytes(chance.randint(0, 12)) for _ in range(5_000)]
    few = ["".join(chance.choices(ALPHABET, k=chance.randint(0, 8))).encode() for _ in range(20_000)]
    assert_same(anything + few)


GROUPS = st.one_of(
    st.from_regex(r"[1-9]{1,5}[mpsz]", fullmatch=True),
    st.from_regex(r"\[[1-9]{3,4}[mpsz]\]|\[([1-9])\1{2,3}[mps]\]|\(([1-7])\2{3}z\)|\[123[mps]\]", fullmatch=True),
    st.from_regex(r"\+[1-9][mpsz]|[ _]{1,2}", fullmatch=True),
)


@settings(deadline=None, derandomize=True, database=None, max_examples=200)
@given(st.lists(st.one_of(st.lists(GROUPS, max_size=7).map("".join), st.text(), st.text(ALPHABET)), max_size=20))
def test_any_texts(texts):
    assert_same([text.encode("utf-8", "surrogatepass") for text in texts])
