"""Every win of real logs scores as the log says. FASTMJ_REAL_LOGS names a folder of them; they are not kept here."""

import os

import pytest

from fastmj.convert import FORMATS, log_files, read_logs
from tests.convert.agreement import disagreements

LOGS = os.environ.get("FASTMJ_REAL_LOGS", "")
if not LOGS:
    pytest.skip("FASTMJ_REAL_LOGS does not name a folder with logs of real games", allow_module_level=True)

pytestmark = pytest.mark.slow


def test_there_are_logs() -> None:
    assert any(log_files(LOGS, format) for format in FORMATS)


@pytest.mark.parametrize("format", FORMATS)
def test_every_win_scores_as_the_log_says(format: str) -> None:
    files = log_files(LOGS, format)
    if not files:
        pytest.skip(f"no {format} logs in {LOGS}")
    hands, summary = read_logs(files, format)
    assert summary.problems == []
    assert hands.num_rows == summary.wins > 0
    assert disagreements(hands) == []
