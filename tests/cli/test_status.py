"""Exit statuses: 0 done, 1 the work could not be done, 2 the command line is wrong; each error is one line."""

import os
from pathlib import Path

import pytest

from fastmj.cli import _app

HAND = "1122446677889s+9s"
MISUSED = [
    "scor in.csv",
    "score in.csv",
    "score in.csv -o out.xlsx",
    "score in.csv -o out.csv.gz",
    "score in.csv -o in.csv --overwrite",
    "score in.csv -o out.csv --threads 0",
    "score in.csv -o out.csv --threads two",
    "score in.csv -o out.csv --rules mrc",
    "score in.csv -o out.csv --rules mcr:",
    "score in.csv -o out.csv --rules no.py:HOUSE",
    "score in.csv -o out.csv --set profil=online",
    "score in.csv -o out.csv --set profile=onlin",
    "score in.csv -o out.csv --without Sevnpairs",
    "score in.csv -o out.csv --minimum 5000",
    "score in.csv -o out.csv --rules hk --minimum 9",
    "score in.csv -o out.csv --rows-per-file 5",
    "score in.csv -o out/ --rows-per-file 0",
    "score in.csv -o out.csv --refused out.csv",
    "score in.csv -o out.csv --refused in.csv --overwrite",
    "score in.csv -o out.csv --refused refused.txt",
    "score in.csv -o out/ --refused out/refused.csv",
    "score . -o within/",
    "analyse in.csv -o out.csv",
    "analyse in.csv -o out.xlsx --shanten",
    "analyse in.csv -o out.csv --shanten --form sevenpairs",
    "analyse in.csv -o out.csv --shanten --threads -1",
    f"explain {HAND} --rules mrc",
    f"explain {HAND} --win-by tsumo",
    f"explain {HAND} --flowers 9f",
    f"explain {HAND} --kong-draws 5",
    "rules mrc",
    "rules hk --set max_point=3",
    "kernel mrc",
    "warm mcr mrc",
    "sample 10 -o out.xlsx",
    "sample -5 -o out.csv",
    "sample 10 -o folder.csv --overwrite",
    "sample 10 -o out.csv --family mixd",
    "convert log.txt -o out.csv --from pkuu",
    "convert log.txt -o out.xlsx --from pku",
    "convert log.csv -o log.csv --from pku --overwrite",
    "audit log.csv -o log.csv --from pku --overwrite",
    "audit log.txt --from pku -o out.xlsx",
    "report scores.parquet -o out.pdf",
    "report scores.parquet -o out.html --rules mrc",
    "bench decompose --family mixd",
    "bench decompose --against no.py:kernel",
]
FAILED = [
    "score no.csv -o out.csv",
    "score no*.csv -o out",
    "score in.txt -o out.csv",
    "score broken.parquet -o out.csv",
    "score in.csv -o no/out.csv",
    "score in.csv -o there.csv",
    "score in.csv -o out.csv --columns no",
    "score in.csv -o out.csv --rules @no",
    "score in.csv -o out.csv --strict",
    "explain 1x",
    "explain 123m+4m",
    f"explain {HAND} --discarder E",
    "convert no.txt -o out.csv --from pku",
    "report no.parquet -o out.html",
    "report no*.parquet -o out.html",
]


@pytest.fixture
def folder(fastmj_):
    Path("in.csv").write_text("hand,id\n1122446677889s+9s,1\n1x,2\n")
    Path("in.txt").write_text("1m")
    Path("broken.parquet").write_text("no Parquet")
    Path("there.csv").touch()
    Path("folder.csv").mkdir()
    Path("log.csv").write_text("")
    Path("log.txt").write_text("")
    return fastmj_


@pytest.mark.parametrize(
    ("status", "line"), [*((2, line) for line in MISUSED), *((1, line) for line in FAILED)], ids=lambda each: str(each)
)
def test_statuses(folder, status, line):
    before = sorted(os.listdir())
    contents = Path("in.csv").read_text()
    found, out, err = folder(*line.split())
    assert (found, out) == (status, ""), err
    assert err.startswith("fastmj: ")
    assert err.count("\n") == 1
    assert sorted(os.listdir()) == before
    assert Path("in.csv").read_text() == contents


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("score in.csv -o out.csv --rules mrc", "did you mean 'mcr'?"),
        ("score in.csv -o out.csv --set profil=online", "did you mean 'profile'?"),
        ("score in.csv -o out.csv --set profile=onlin", "did you mean 'online'?"),
        ("score in.csv -o out.csv --without Sevnpairs", "has no element 'Sevnpairs'; 'Seven Pairs' or "),
        ("convert log.txt -o out.csv --from pkuu", "did you mean 'pku'?"),
        ("sample 10 -o out.csv --family mixd", "did you mean 'mixed'?"),
        ("analyse in.csv -o out.csv --shanten --form sevenpairs", "did you mean 'seven_pairs'?"),
        ("score no*.csv -o out", "no*.csv: nothing matches"),
        ("score *.txt -o out", "*.txt: no files to read; they are known by the endings .parquet, "),
        ("report no*.parquet -o out.html", "no*.parquet: nothing matches"),
    ],
)
def test_words_that_help(folder, line, words):
    assert words in folder(*line.split())[2]


def test_what_commands_do_is_told_in_a_line(fastmj_):
    _, out, _ = fastmj_("--help")
    commands = [name for name in _app() if not name.startswith("-")]
    for name in commands:
        told = [line for line in out.splitlines() if line.startswith(f"│ {name} ")]
        assert len(told) == 1
        assert told[0].rstrip(" │").endswith(".")
