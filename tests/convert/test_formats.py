"""Formats by name, and from a file."""

from pathlib import Path

import pytest

from fastmj.convert import FORMATS, Format, read_logs
from fastmj.convert.formats import get_format

OWN = """
from fastmj.convert import BrokenGame, Ending, Format
def split(lines, source):
    return enumerate(lines, 1)
def play(game, source):
    if "?" in game:
        raise BrokenGame("what?")
    int(game) if "x" in game else None
    return Ending.DRAW
MINE = Format((".txt",), split, play)
"""


def test_known_formats() -> None:
    assert list(FORMATS) == ["botzone", "pku", "tziakcha", "mahjong_unity"]
    assert all(get_format(name) is format and get_format(format) is format for name, format in FORMATS.items())


def test_a_format_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "log.txt").write_text("one\ntwo?\nthree\nx\n")
    found = get_format(f"{tmp_path / 'own.py'}:MINE")
    assert isinstance(found, Format)
    for format in (found, f"{tmp_path / 'own.py'}:MINE"):
        table, summary = read_logs(tmp_path, format)
        assert (table.num_rows, summary.draws, summary.broken) == (0, 2, 2)
        assert list(map(str, summary.problems)) == [
            f"{tmp_path / 'log.txt'}: game 2: what? (line 2)",
            f"{tmp_path / 'log.txt'}: game 4: unreadable (ValueError: invalid literal for int() with base 10: 'x\\n') (line 4)",
        ]
    with pytest.raises(FileNotFoundError, match=r"no such logs; of a folder, files that end in \.txt"):
        read_logs(tmp_path / "..", Format((".txt.nothing",), found.split, found.play))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tenhou", "unknown log format 'tenhou'; known are botzone, pku, tziakcha, mahjong_unity, and FILE.py:NAME"),
        ("no.py:MINE", "format file '.*no.py' cannot be read"),
        ("own.py:play", "format file 'own.py' has no Format 'play'"),
        ("bad.py:MINE", r"format file '.*bad.py', line 1: NameError: name 'nonsense' is not defined"),
    ],
)
def test_what_is_refused(name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "bad.py").write_text("nonsense\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=words):
        get_format(name)
