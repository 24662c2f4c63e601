"""Text columns of a dialect row by row, by the kernels and by the reader of single hands; and texts that are nearly hands."""

import random
import re
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from fastmj import notation
from fastmj.hand import Hand
from fastmj.status import MISSING, OK, STATUS
from fastmj.text_in import read_text
from tests.random_hands import random_rows
from tests.reference.rows import Row

ALPHABET = {"official": "0123456789mpszESWNCFP[](),|+ _abcdefghi", "botzone": "0123456789WBTFJH[](),+ _|m"}
ODD = ["\n", "\t", "\0", "é", "\uff11", "\udcff", "\udc80"]  # the last two are bytes that are no UTF-8
TOKEN = {"official": r"\[[^]]*\]|\|.*|[0-9]+[mps]|.", "botzone": r"\[[^]]*\]|\([^)]*\)|\+..|.."}


class Found(NamedTuple):
    """What was read of a text."""

    status: int
    columns: Row


NOTHING = Row((0,) * 34, win_tile=0)


def as_bytes(text: str) -> bytes:
    """UTF-8, but for surrogates, which stand for one byte each."""
    return text.encode("utf-8", "surrogateescape")


def together(texts: list[bytes | None], dialect: str) -> list[Found]:
    """Each text as a column holds it; nulls lie over bytes that must not be read."""
    pieces = [b"[1m" if text is None else text for text in texts]
    offsets = np.cumsum([0, *map(len, pieces)]).astype(np.int32)
    present = np.packbits(np.array([text is not None for text in texts], np.bool_), bitorder="little")
    buffers = (offsets, b"".join(pieces), present)
    column = pa.StringArray.from_buffers(len(texts), *map(pa.py_buffer, buffers))
    status = np.full(len(texts), OK, np.uint8)
    arrays: dict[str, Any] = read_text(column, dialect, status)
    arrays["counts"] = arrays.pop("hand")
    rows = zip(*(arrays.pop(name).tolist() for name in Row._fields), strict=True)
    assert arrays == {}
    return [
        Found(code, Row(tuple(counts), tuple(melds), *rest))
        for code, (counts, melds, *rest) in zip(status.tolist(), rows, strict=True)
    ]


def alone(text: bytes | None, dialect: str) -> Found:
    """The same by the reader of single hands."""
    if text is None:
        return Found(MISSING, NOTHING)
    try:
        row = Hand.parse(text.decode("utf-8", "replace"), dialect).to_row()
    except notation.NotationError as fault:
        return Found(STATUS.index(fault.status), NOTHING)
    return Found(OK, Row(tuple(row.pop("hand")), tuple(row.pop("melds")), **row))


def assert_same(texts: list[bytes], dialect: str) -> list[int]:
    """Both readers agree on every text; the statuses."""
    found = together(list(texts), dialect)
    for text, one in zip(texts, found, strict=True):
        assert one == alone(text, dialect), text
    return [one.status for one in found]


def written(n: int, seed: object, dialect: str) -> list[str]:
    """Texts of random hands of every form."""
    rows = random_rows(n, seed)
    return [Hand.from_row({"hand": row.counts, **row._asdict()}).to_text(dialect) for row in rows]


def _edited(text: str, letters: list[str], chance: random.Random) -> str:
    """One character deleted, doubled, swapped with the next, replaced, or put in."""
    at = chance.randrange(len(text) + 1)
    before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
    way = chance.randrange(5)
    if way == 0:
        return before + after
    if way == 1:
        return before + here + here + after
    if way == 2:
        return before + after[:1] + here + after[1:]
    return before + chance.choice(letters) + (after if way == 3 else here + after)


def _shuffled(text: str, other: str, dialect: str, chance: random.Random) -> str:
    """Whole tokens in another order, left out, or taken from another text, so that shapes go wrong rather than letters."""
    tokens = re.findall(TOKEN[dialect], text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(tokens) + 1)
        way = chance.randrange(4)
        if way == 0:
            tokens.insert(at, chance.choice(re.findall(TOKEN[dialect], other)))
        elif way == 1:
            tokens.insert(at, chance.choice(["[", "]", "(", " ", "_", "+", "|", "H1", ",1]", "[E", "[J3"]))
        elif way == 2:
            del tokens[at : at + 1]
        else:
            chance.shuffle(tokens)
    return "".join(tokens)


def nearly_written(n: int, seed: int, dialect: str) -> list[bytes]:
    """Texts one to three faults away from one that was written."""
    chance = random.Random(seed)
    sound = written(1 + n // 20, seed, dialect)
    letters = [*ALPHABET[dialect] * 2, *ODD]
    texts = []
    for _ in range(n):
        text = chance.choice(sound)
        if chance.random() < 0.4:
            text = _shuffled(text, chance.choice(sound), dialect, chance)
        else:
            for _ in range(chance.choice((1, 1, 1, 2, 3))):
                text = _edited(text, letters, chance)
        texts.append(as_bytes(text))
    return texts
