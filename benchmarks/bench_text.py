"""Hands written as text into arrays, on one core, in process CPU time."""

import time
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import fastmj
from fastmj.notation import DIALECTS
from fastmj.sample import sample
from fastmj.status import OK
from fastmj.text_in import read_text

HANDS, FEW = 100_000, 200
SEED = 1


@pytest.mark.benchmark(group="text", timer=time.process_time, warmup=True, warmup_iterations=1, min_rounds=5)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_read_text(dialect: str, benchmark: Any, about: Any, measured: bool) -> None:
    n = HANDS if measured else FEW
    about(what=f"read text in dialect `{dialect}`", hands=n, family="mixed")
    rows = sample(n, "mixed", SEED)
    hands = [
        fastmj.Hand(tuple(hand), melds=tuple(byte for byte in melds if byte), win_tile=tile)
        for hand, melds, tile in zip(*(rows[name].to_pylist() for name in ("hand", "melds", "win_tile")), strict=True)
    ]
    texts, status = pa.array([hand.to_text(dialect) for hand in hands]), np.full(n, OK, np.uint8)
    found = benchmark(read_text, texts, dialect, status)
    assert (status == OK).all()
    assert found["hand"].tobytes() == b"".join(rows["hand"].to_pylist())
