"""In which line of a file of JSON a broken game is."""

import json
from pathlib import Path

import pytest

from fastmj.convert import Summary, read

MATCHES = json.loads((Path(__file__).parent / "data" / "botzone_games.json").read_text("utf-8"))[:2]
BROKEN = {"logs": []} | {"logs": MATCHES[0]["logs"][:8]}
ONE, TWO, BAD = (json.dumps(match) for match in (*MATCHES, BROKEN))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{ONE}\n{BAD}\n{TWO}\n", 2),
        (f"\n\n{ONE}\n\n{BAD}\n{TWO}", 5),
        (f"[{ONE},{BAD},{TWO}]", 1),
        (f"[\n{ONE},\n{BAD},\n{TWO}\n]", 3),
        (f"\n[{ONE},\n\n{BAD},\n{TWO}]\n", 4),
        (json.dumps([MATCHES[0], BROKEN, MATCHES[1]], indent=1), 2 + json.dumps(MATCHES[0], indent=1).count("\n") + 1),
    ],
    ids=["lines", "empty lines", "one line", "list", "empty lines in a list", "indented"],
)
def test_the_line_of_a_broken_match(text: str, line: int) -> None:
    summary = Summary()
    wins = list(read("botzone", text.splitlines(keepends=True), "here.json", summary))
    assert [win.game_id for win in wins] == ["claims", "concealed-kong"]
    assert [(problem.game, problem.line) for problem in summary.problems] == [(2, line)]
    assert str(summary.problems[0]) == f"here.json: game 2: it is cut off after 8 entries (line {line})"


@pytest.mark.parametrize("text", [f"[{ONE}", f"[{ONE},", f"[{ONE} {TWO}]", f"[{ONE}] {TWO}", f"[{ONE}]]", f"[{ONE},]"])
def test_a_list_that_does_not_end_well_is_one_broken_game(text: str) -> None:
    summary = Summary()
    assert list(read("botzone", [text], "here.json", summary)) == []
    assert summary.problems[0].what.startswith("no complete JSON: ")


def test_the_line_of_a_fault_in_a_text() -> None:
    game = (Path(__file__).parent / "data" / "pku_games.txt").read_text("utf-8").split("\n\n")[0]
    wrong = game.replace("Player 2 Draw T1", "\nPlayer 2 Draw X1")
    summary = Summary()
    assert len(list(read("pku", f"\n{game}\n\n\n{wrong}\n{game}".splitlines(), "here.txt", summary))) == 2
    line = 1 + len(game.splitlines()) + 2 + wrong.splitlines().index("Player 2 Draw X1") + 1
    assert str(summary.problems[0]) == f"here.txt: game 2: unknown tile 'X1' (line {line})"
