"""The made-up games score as their logs claim."""

from pathlib import Path

import pytest

from fastmj.convert import FORMATS, read_logs
from tests.convert.agreement import disagreements

HERE = Path(__file__).parent


@pytest.mark.parametrize("format", FORMATS)
def test_made_up_games_score_as_claimed(format: str) -> None:
    hands, summary = read_logs(f"{HERE}/*/{format}_*", format)
    assert summary.wins == hands.num_rows >= 10
    assert disagreements(hands) == []
