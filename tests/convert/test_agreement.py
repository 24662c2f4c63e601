"""The made-up games score as their logs claim."""

from pathlib import Path

import pytest

from fastmj.convert import FORMATS, read_logs
from tests.convert.agreement import disagreements

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize("format", FORMATS)
def test_made_up_games_score_as_claimed(format: str) -> None:
    hands, summary = read_logs(DATA, format)
    assert summary.wins == hands.num_rows >= 10
    assert disagreements(hands) == []
