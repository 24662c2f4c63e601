"""Every command and snippet of the README runs, and prints what it says it prints; its tables are those of the code."""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.convert import FORMATS
from fastmj.notation import DIALECTS
from fastmj.rules.options import describe
from fastmj.schema import ACCEPTED, LAYOUTS
from tests.case_data import load_all
from tests.cli.process import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", README, re.M | re.S))
ELEMENT = SECTIONS["Add a scoring element"]
OWN_RULES = SECTIONS["Bring your own rules"]
AUDIT = SECTIONS["Audit game logs"]
CLUSTER = SECTIONS["On a cluster"]


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


RULE_FILE = blocks(OWN_RULES, "python")[0]
FORMAT_FILE = blocks(AUDIT, "python")[1]
SPARK = blocks(SECTIONS["Any table"], "python")[-1]
HERE = README.replace(CLUSTER, "")
PYTHON = blocks(HERE.replace(ELEMENT, "").replace(RULE_FILE, "").replace(FORMAT_FILE, "").replace(SPARK, ""), "python")


def shell(text: str) -> list[str]:
    """The commands of a text."""
    return [line.split("  #")[0].strip() for block in blocks(text, "sh") for line in block.splitlines()]


SHELL = shell(HERE)


def command_line(line: str, folder: Path, package: Path = ROOT, **more: str) -> str:
    """Run a `fastmj ...` line in a folder and return what it printed."""
    name, *arguments = shlex.split(line)
    assert name == "fastmj"
    environment = os.environ | {"PYTHONPATH": str(package)} | more
    program = [sys.executable, "-m", "fastmj", *arguments]
    done = subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def table(section: str) -> list[list[str]]:
    """The first table of a section, its head first."""
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("|")]
    length = next((i for i, line in enumerate(lines) if i and line.startswith("|---") and i > 1), len(lines))
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[:length] if "---" not in line]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    kinds = re.findall(r"^```(\w*)$", README, re.M)
    assert set(kinds) == {"sh", "python", "console", ""}
    assert kinds.count("") == len(kinds) // 2
    assert [len(blocks(ELEMENT, kind)) for kind in ("python", "console", "sh")] == [2, 1, 0]
    assert [len(blocks(OWN_RULES, kind)) for kind in ("python", "console", "sh")] == [2, 1, 1]
    assert [len(blocks(AUDIT, kind)) for kind in ("python", "console", "sh")] == [2, 1, 0]
    assert len(PYTHON) >= 4
    assert len(SHELL) >= 8


def test_commands_and_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All in one folder and one namespace; comments that begin a line are what the block prints."""
    for line in SHELL:
        if line.startswith("fastmj "):
            command_line(line, tmp_path)
        else:
            assert os.access(ROOT / line, os.X_OK), line
    assert {path.name for path in tmp_path.iterdir()} == {
        "hands.parquet",
        "scores.parquet",
        "online.parquet",
        "scores.csv",
        "waits.parquet",
        "parts",
        "parts.fastmj.json",
        "both",
        "both.fastmj.json",
        "refused.csv",
        "report.html",
    }
    monkeypatch.chdir(tmp_path)
    game = (ROOT / "tests" / "convert" / "data" / "pku_games.txt").read_text("utf-8")
    (tmp_path / "LOGS").mkdir()
    (tmp_path / "LOGS" / "log.txt").write_text(game.replace("Fan 25 清一色*1", "Fan 26 无字*1+清一色*1"), "utf-8")
    names: dict[str, Any] = {"__name__": "readme"}
    for number, text in enumerate(PYTHON):
        expected = "".join(line[2:] + "\n" for line in text.splitlines() if line.startswith("# "))
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            exec(compile(text, f"README block {number}", "exec"), names)
        assert shown.getvalue() == expected, f"block {number}"


@pytest.mark.slow
def test_on_a_cluster(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands, where auto is the Ray of these tests, and the snippet, on what they wrote."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hands").mkdir()
    pq.write_table(fastmj.sample(1000), tmp_path / "hands.parquet")
    shutil.copy(tmp_path / "hands.parquet", tmp_path / "hands")
    address = ray.get_runtime_context().gcs_address
    first, second = shell(CLUSTER)
    assert "--address auto" in first
    printed = [command_line(line, tmp_path) for line in (first.replace("address auto", f"address {address}"), second)]
    assert [text.split()[1] for text in printed] == ["1,000", "1,000"]
    assert len(list((tmp_path / "parts").glob("*.parquet"))) == 4
    (snippet,) = blocks(CLUSTER, "python")
    capsys.readouterr()
    snippet = snippet.replace('"parts/"', repr(str(tmp_path / "parts")))  # this Ray was not started in this folder
    exec(compile(snippet, "README, on a cluster", "exec"), {"__name__": "readme"})
    assert capsys.readouterr().out == "".join(line[2:] + "\n" for line in snippet.splitlines() if line.startswith("# "))


def test_commands_within_the_text(tmp_path: Path) -> None:
    lines = re.findall(r"`(fastmj [^`]*)`", README)
    assert len(lines) >= 5
    for line in lines:
        line = line.replace("LOG...", str(ROOT / "tests" / "convert" / "data" / "botzone_games.json"))
        assert command_line(line.replace("COMMAND", "convert"), tmp_path), line
    fastmj.score_file(tmp_path / "hands.parquet", tmp_path / "scores.parquet", rules="mcr:online")


@pytest.mark.parametrize("plain", ["1", pytest.param("0", marks=pytest.mark.slow)])
def test_adding_an_element(tmp_path: Path, plain: str) -> None:
    """What the README says is done to a copy of the package: plain Python, and in the long form compiled."""
    shutil.copytree(ROOT / "fastmj", tmp_path / "fastmj", ignore=shutil.ignore_patterns("__pycache__"))
    detector, row = blocks(ELEMENT, "python")
    name = re.findall(r"^def (\w+)", detector, re.M)[0]
    elements, rules = tmp_path / "fastmj" / "elements" / "suits.py", tmp_path / "fastmj" / "rules" / "mcr.py"
    elements.write_text(f"{elements.read_text('utf-8')}\n\n{detector}", "utf-8")
    text = rules.read_text("utf-8")
    for before, added in (
        ("from fastmj.elements.suits import (\n", f"    {name},\n"),
        ("        # 12\n", f"        {row}"),
    ):
        assert text.count(before) == 1
        text = text.replace(before, before + added)
    rules.write_text(text, "utf-8")
    (console,) = blocks(ELEMENT, "console")
    command, _, shown = console.removeprefix("$ ").partition("\n")
    cache = str(tmp_path / "cache")
    assert command_line(command, tmp_path, tmp_path, NUMBA_DISABLE_JIT=plain, NUMBA_CACHE_DIR=cache) == shown


def own_rules_command() -> tuple[str, str]:
    """The command that uses the rule file, and what it prints."""
    (console,) = blocks(OWN_RULES, "console")
    command, _, shown = console.removeprefix("$ ").partition("\n")
    return command, shown


def test_the_rule_file(tmp_path: Path) -> None:
    """The file of that name holds the block, and the command beside it prints what stands there."""
    name = re.findall(r"Saved as `(\S+)`", OWN_RULES)[0]
    (tmp_path / name).write_text(RULE_FILE, "utf-8")
    command, shown = own_rules_command()
    assert f"--rules {name}:HOUSE" in command
    assert command_line(command, tmp_path) == shown
    assert len(RULE_FILE.splitlines()) <= 36
    rules = fastmj.rules.get(f"{tmp_path / name}:HOUSE")
    new = [row for row in rules.rows if not row.element.detect.__module__.startswith("fastmj.")]
    assert [row.title for row in new] == ["Dragon Eyes"]


def test_the_format_file(tmp_path: Path) -> None:
    """The file of that name holds the block, and the command prints what stands there about the log shown."""
    name = re.findall(r"Saved as `(\S+)`", AUDIT)[0]
    (tmp_path / name).write_text(FORMAT_FILE, "utf-8")
    shown, command = re.fullmatch(r"\$ cat games.log\n(.*?)\$ (.*)", blocks(AUDIT, "console")[0], re.S).groups()  # type: ignore[union-attr]
    (tmp_path / "games.log").write_text(shown, "utf-8")
    line, _, printed = command.partition("\n")
    told, _, counts = printed.partition("\n")
    done = run(*shlex.split(line)[1:], cwd=tmp_path)
    assert (done.returncode, done.stderr, done.stdout) == (0, f"{told}\n", counts)
    table, summary = fastmj.audit(tmp_path, f"{tmp_path / name}:THURSDAY")
    assert (summary.agreeing, summary.differing) == (1, 0)
    assert table["payments_agree"].to_pylist() == [None]


def test_the_function_for_spark() -> None:
    """A stand-in calls it as Spark does: batches of Spark's types in, and batches of the types named out."""
    hands = fastmj.sample(300, seed=1)
    given = pa.schema([field.with_type(pa.binary() if i < 2 else pa.int32()) for i, field in enumerate(hands.schema)])
    kinds = {"binary": pa.binary(), "float": pa.float32(), "string": pa.string()}

    def map_in_arrow(function: Any, schema: str) -> pa.Table:
        named = pa.schema([(name, kinds[kind]) for name, kind in map(str.split, schema.split(","))])
        return pa.Table.from_batches(function(iter(hands.cast(given).to_batches(100))), named)

    frame = SimpleNamespace(mapInArrow=map_in_arrow)
    names: dict[str, Any] = {"fastmj": fastmj, "spark": SimpleNamespace(read=SimpleNamespace(parquet=lambda _: frame))}
    exec(compile(SPARK, "the block about Spark", "exec"), names)
    assert names["scored"].equals(
        fastmj.score_batch(hands.cast(given)).select(["hand", "total", "status"]).cast(names["scored"].schema)
    )


def test_log_formats() -> None:
    _, *rows = table("Audit game logs")
    assert [row[0].strip("`") for row in rows] == [*FORMATS, "FILE.py:NAME"]


def test_rule_sets() -> None:
    _, *rows = table("Rule sets")
    assert [row[0].strip("`") for row in rows] == fastmj.rules.names()
    for name, _, told in rows:
        if told != "below":
            options = describe(fastmj.rules.get(name.strip("`")).options)
            values = [str(o.default).lower() if isinstance(o.default, bool) else str(o.default) for o in options]
            assert told == ", ".join(f"`{o.name}` {value}" for o, value in zip(options, values, strict=True))
    assert [f"`{name}`" for name in fastmj.rules.names()] == re.findall(r"`\w+`", README.split("\n\n")[2])


def test_extras_and_files_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = set(re.findall(r"pip install '\.\[(\w+)\]'", README))
    assert named == {"test", "report", "ray"} <= set(project["optional-dependencies"])
    for path in re.findall(r"`((?:scripts|tests|fastmj|benchmarks)/[\w./]+)", README):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("profile", ["standard", "online", "wmo2014"])
def test_options(profile: str) -> None:
    head, *rows = table("Rules: mcr")
    column = next(i for i, cell in enumerate(head) if cell.startswith(f"`{profile}`"))
    options = vars(fastmj.rules.get("mcr", profile=profile).options)
    assert {row[0].strip("`"): row[column] for row in rows} == {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in options.items()
        if name != "profile"
    }


def test_columns_and_dialects() -> None:
    _, *rows = table("Hands")
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row[0])) == sorted(ACCEPTED)
    written = dict(re.findall(r"^\| `(\w+)` \| `([^`]*\S)` \|", SECTIONS["Hands"].partition("dialect that")[2], re.M))
    assert list(written) == list(DIALECTS)
    assert len({fastmj.Hand.parse(text, dialect) for dialect, text in written.items()}) == 1


def test_scores_and_statuses() -> None:
    _, *rows = table("Scores")
    scored = fastmj.score_batch(fastmj.sample(1), split=True, payments=True)
    assert [row[0].strip("`") for row in rows] == scored.column_names[-len(rows) :]
    assert re.findall(r"`(\w+)`: ", next(row[1] for row in rows if row[0] == "`elements`")) == ["list", *LAYOUTS[1:]]
    told = SECTIONS["Scores"].partition("of this list is told")[2]
    assert [word for word in re.findall(r"`(\w+)`", told) if word in fastmj.STATUS] == list(fastmj.STATUS)


def test_how_many_known_hands() -> None:
    assert f"{len(load_all()):,} hands with known answers" in README
