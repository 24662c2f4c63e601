"""Every win of real logs scores as the log says. FASTMJ_REAL_LOGS names a folder of them; they are not kept here."""

import os
from pathlib import Path

import pytest

import fastmj
from fastmj.convert import FORMATS, Summary, log_files, read, read_logs
from tests.convert.agreement import disagreements

LOGS = os.environ.get("FASTMJ_REAL_LOGS", "")
if not LOGS:
    pytest.skip("FASTMJ_REAL_LOGS does not name a folder with logs of real games", allow_module_level=True)

pytestmark = pytest.mark.slow


def logs_of(format: str) -> list[Path]:
    """The files of a format, among others that end as its files may."""
    return [file for file in log_files(LOGS, format) if _is(format, file)]


def _is(format: str, file: Path) -> bool:
    try:
        next(
            read(format, file.read_text("utf-8", errors="replace").splitlines(keepends=True), str(file), Summary()),
            None,
        )
    except ValueError:
        return False
    return True


def test_there_are_logs() -> None:
    assert any(logs_of(format) for format in FORMATS)


@pytest.mark.parametrize("format", FORMATS)
def test_every_win_scores_as_the_log_says(format: str) -> None:
    files = logs_of(format)
    if not files:
        pytest.skip(f"no {format} logs in {LOGS}")
    hands, summary = read_logs(files, format)
    assert summary.problems == []
    assert hands.num_rows == summary.wins > 0
    assert disagreements(hands) == []


@pytest.mark.parametrize("format", FORMATS)
def test_the_audit_finds_nothing(format: str) -> None:
    files = logs_of(format)
    if not files:
        pytest.skip(f"no {format} logs in {LOGS}")
    table, summary = fastmj.audit(files, format)
    assert [text for text in table["explanation"].to_pylist() if text is not None] == []
    assert (summary.agreeing, summary.differing, summary.games.broken) == (table.num_rows, 0, 0)
    assert table.num_rows > 0
