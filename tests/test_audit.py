"""Audits of made-up games, right ones and ones that claim something else."""

import json
from pathlib import Path

import pyarrow as pa
import pytest

import fastmj
from fastmj.audit import AuditReader
from fastmj.auditing.table import AGREEMENT
from fastmj.convert import FORMATS

CONVERT = Path(__file__).parent / "convert"
GAMES = (CONVERT / "data" / "pku_games.txt").read_text("utf-8").split("\n\n")


def audited(tmp_path: Path, *changes: tuple[str, str], game: int = 0, rules: str = "mcr:online") -> fastmj.audit:
    text = GAMES[game]
    for was, becomes in changes:
        assert text.count(was) == 1
        text = text.replace(was, becomes)
    (tmp_path / "log.txt").write_text(text, "utf-8")
    return fastmj.audit(tmp_path / "log.txt", "pku", rules)


@pytest.mark.parametrize("format", FORMATS)
def test_right_games_agree(format: str) -> None:
    table, summary = fastmj.audit(f"{CONVERT}/*/{format}_*", format)
    assert table.num_rows == summary.games.wins == summary.agreeing >= 10
    assert (summary.differing, summary.kinds) == (0, {})
    assert set(table["agrees"].to_pylist()) == {True}
    assert set(table["explanation"].to_pylist()) == {None}
    assert set(map(str, table["differences"].to_pylist())) == {"[]"}
    assert summary.games.draws >= 1
    assert summary.games_per_minute > 0


def test_columns() -> None:
    reader = AuditReader(CONVERT / "data" / "pku_games.txt", "pku")
    table = pa.Table.from_batches(list(reader))
    imported, _ = fastmj.convert.read_logs(CONVERT / "data" / "pku_games.txt", "pku")
    scored = fastmj.score_batch(imported, "mcr:online", payments=True)
    assert table.schema == reader.schema
    assert table.column_names == [*scored.column_names, *AGREEMENT, "differences", "explanation"]
    assert table.select(scored.column_names).to_pylist() == scored.to_pylist()


def test_names_that_are_lost_are_neither_right_nor_wrong() -> None:
    table, summary = fastmj.audit(CONVERT / "data" / "pku_old_copy.txt", "pku")
    assert table["elements_agree"].to_pylist() == [None, None]
    assert summary.agreeing == 2


FAN = "Fan 25 清一色*1+幺九刻*1"
SCORE = "Score -8 49 -33 -8"


@pytest.mark.parametrize(
    ("changes", "kinds", "explanation"),
    [
        ([(FAN, "Fan 24 清一色*1+幺九刻*1")], ["points"], "24 points claimed, 25 scored"),
        (
            [(FAN, "Fan 25 清一色*1")],
            ["elements"],
            "Pung of Terminals or Honors not claimed: 1 by 999m",
        ),
        (
            [(FAN, "Fan 26 清一色*1+幺九刻*1+无字*1")],
            ["points", "elements"],
            "26 points claimed, 25 scored; No Honors claimed: met, but not beside 22 Full Flush",
        ),
        (
            [(FAN, "Fan 26 清一色*1+幺九刻*2")],
            ["points", "elements"],
            "26 points claimed, 25 scored; Pung of Terminals or Honors claimed twice, scored once: it is met no more often",
        ),
        (
            [(FAN, "Fan 25 清一色*1+碰碰和*1")],
            ["elements"],
            "All Pungs claimed: the hand does not meet it; Pung of Terminals or Honors not claimed: 1 by 999m",
        ),
        (
            [(FAN, "Fan 25 清一色*1+国士无双*1")],
            ["elements"],
            "国士无双 claimed: mcr:online has no such element; Pung of Terminals or Honors not claimed: 1 by 999m",
        ),
        (
            [(FAN, "Fan 25 清一色*1+??*1+??*1")],
            ["elements"],
            "3 elements claimed, 2 scored",
        ),
        (
            [(SCORE, "Score -8 41 -33 0")],
            ["payments"],
            "payments E -8 S +41 W -33 N +0 claimed, E -8 S +49 W -33 N -8 due",
        ),
    ],
)
def test_what_differs(tmp_path: Path, changes: list[tuple[str, str]], kinds: list[str], explanation: str) -> None:
    table, summary = audited(tmp_path, *changes)
    row = table.to_pylist()[0]
    assert row["explanation"] == explanation
    assert list(dict.fromkeys(part["kind"] for part in row["differences"])) == kinds
    assert [name for name in AGREEMENT if row[name] is False] == ["agrees", *(f"{kind}_agree" for kind in kinds)]
    assert (summary.agreeing, summary.differing, dict(summary.kinds)) == (0, 1, dict.fromkeys(kinds, 1))


def test_differences_are_data(tmp_path: Path) -> None:
    table, _ = audited(tmp_path, (FAN, "Fan 26 清一色*1+幺九刻*1+无字*1"))
    assert table["differences"][0].as_py() == [
        {
            "kind": "points",
            "element": None,
            "claimed": 26,
            "computed": 25.0,
            "because": "the elements differ",
            "excluded_by": [],
        },
        {
            "kind": "elements",
            "element": "No Honors",
            "claimed": 1,
            "computed": 0.0,
            "because": "met, but not beside 22 Full Flush",
            "excluded_by": ["Full Flush"],
        },
    ]


def test_what_may_not_be_declared(tmp_path: Path) -> None:
    """Chow 789m becomes 689m: no win. And a rule set in which the hand has too few points."""
    deal = ("Player 1 Deal W4 W3 F1 W7", "Player 1 Deal W4 W3 F1 B7")
    table, summary = audited(tmp_path, deal)
    row = table.to_pylist()[0]
    assert (row["status"], row["explanation"]) == ("not_a_win", "the hand is not a win")
    assert [row[name] for name in AGREEMENT] == [False, False, None, None, None]
    assert dict(summary.kinds) == {"win": 1}

    (tmp_path / "log.txt").write_text(GAMES[0], "utf-8")
    table, summary = fastmj.audit(tmp_path, "pku", fastmj.rules.get("mcr:online").replace(minimum=30))
    row = table.to_pylist()[0]
    assert (row["status"], row["explanation"]) == ("below_minimum", "the hand has 25 points of the 30 that it needs")
    assert [row[name] for name in AGREEMENT] == [False, False, True, True, None]


def test_other_rules_differ_where_their_fans_do() -> None:
    """Two kongs, one of them concealed, are worth 5 points online and 6 by the fan tables."""
    table, summary = fastmj.audit(CONVERT / "data" / "pku_games.txt", "pku", mixed_kong=6)
    differing = [row for row in table.to_pylist() if not row["agrees"]]
    assert [row["game_id"] for row in differing] == ["two-kongs"]
    assert differing[0]["explanation"].startswith("21 points claimed, 22 scored; payments ")
    assert summary.differing == 1


def test_elements_by_the_names_of_the_rule_set(tmp_path: Path) -> None:
    text = GAMES[0].replace(FAN, "Fan 8 清一色*1")
    (tmp_path / "log.txt").write_text(text, "utf-8")
    table, _ = fastmj.audit(tmp_path, "pku", "hkmj")
    element = fastmj.rules.canonical("清一色", "hkmj")
    assert element not in [part["element"] for part in table["differences"][0].as_py()]


def test_another_list_that_is_worth_as_much_agrees(tmp_path: Path) -> None:
    """Two readings of one hand: the fans by which the log gets its points are right too."""
    tied = next(
        json.loads(line)
        for line in [
            '{"hand": "2455567m234567p+3m", "win_by": "self_draw", "seat": "N", "round": "S", "flowers": "7f",'
            ' "elements": {"Fully Concealed Hand": 1, "All Chows": 1, "All Simples": 1, "Mixed Double Chow": 1,'
            ' "Short Straight": 2, "One Voided Suit": 1, "Closed Wait": 1, "Flower Tiles": 1}}'
        ]
    )
    names = "+".join(f"{name}*{count}" for name, count in tied["elements"].items())
    assert names
    own = tmp_path / "own.py"
    own.write_text(
        "from fastmj import Hand\nfrom fastmj.convert import Format, Win, repeated\n"
        f"HAND = Hand.parse({tied['hand']!r}, win_by='self_draw', seat='N', round='S', flowers='7f').to_row()\n"
        f"NAMES = repeated({tied['elements']!r}.items())\n"
        "def split(lines, source):\n    return enumerate(lines, 1)\n"
        "def play(line, source):\n"
        "    row = [HAND[name] for name in HAND if name not in ('discarder', 'feeder')]\n"
        "    return Win(*row, None, line.strip(), 0, source, 14, NAMES, (-22, -22, -22, 66))\n"
        "FORMAT = Format(('.log',), split, play)\n"
    )
    (tmp_path / "a.log").write_text("one\n")
    table, summary = fastmj.audit(tmp_path, f"{own}:FORMAT", "mcr:online")
    assert table["elements"][0].as_py() != [{"element": k, "count": v} for k, v in tied["elements"].items()]
    assert table["explanation"].to_pylist() == [None]
    assert summary.agreeing == 1


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown log format 'tenhou'"):
        fastmj.audit(CONVERT, "tenhou")
    with pytest.raises(ValueError, match="unknown rule set 'riichi'"):
        fastmj.audit(CONVERT, "pku", "riichi")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        fastmj.audit("nowhere", "pku")
    with pytest.raises(ValueError, match="not a pku log"):
        fastmj.audit(CONVERT / "data" / "botzone_games.json", "pku")


def test_progress_and_a_broken_game(tmp_path: Path) -> None:
    seen: list[int] = []
    text = "\n\n".join([GAMES[0], GAMES[1].replace("Player 0 Hu T4", "Player 9 Hu T4"), *GAMES[2:]])
    (tmp_path / "log.txt").write_text(text, "utf-8")
    table, summary = fastmj.audit(
        tmp_path, "pku", on_progress=lambda done, in_all, games: seen.append(done * 100 // in_all)
    )
    assert seen[-1] == 100
    assert (table.num_rows, summary.games.wins, summary.games.broken, summary.games.draws) == (7, 7, 1, 1)
    line = text.splitlines().index("Player 9 Hu T4") + 1
    assert str(summary.games.problems[0]) == f"{tmp_path / 'log.txt'}: game 2: unknown seat '9' (line {line})"
