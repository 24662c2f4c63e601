"""The text format: each kind of event, the traps of old copies, and games that cannot be."""

from pathlib import Path

import pytest

from fastmj.convert import Summary, read, read_logs
from tests.convert import expected

DATA = Path(__file__).parent / "data"
GAMES = (DATA / "pku_games.txt").read_text("utf-8")


def first_game() -> str:
    return GAMES.split("\n\n")[0]


def test_every_kind_of_event() -> None:
    table, summary = read_logs(DATA / "pku_games.txt", "pku")
    assert expected.rows(table) == expected.GAMES
    assert (summary.games, summary.wins, summary.draws, summary.errors, summary.broken) == (9, 8, 1, 0, 0)


def test_old_copy_wins_on_the_last_draw_and_lost_names_are_counted() -> None:
    text = (DATA / "pku_old_copy.txt").read_text("utf-8")
    assert "Player 3 Draw W6\nPlayer 3 Hu F4" in text
    table, summary = read_logs(DATA / "pku_old_copy.txt", "pku")
    assert expected.rows(table) == expected.OLD_COPY
    assert summary.wins == 2


@pytest.mark.parametrize(
    ("was", "becomes", "what"),
    [
        ("Player 1 Play F1", "Player 1 Play F4", "seat 1 needs 1 x 4z and holds 0"),
        ("Player 2 Draw T1", "Player 2 Draw X1", "unknown tile 'X1'"),
        ("Player 2 Draw T1", "Player 4 Draw T1", "unknown seat '4'"),
        ("Player 2 Draw T1", "Player 3 Draw T1", "seat 3 draws out of turn"),
        ("Player 2 Draw T1", "Player 2 Sleep T1", "unknown event 'Sleep'"),
        ("Player 2 Draw T1", "Player 2 Draw", "unreadable line 'Player 2 Draw'"),
        ("Player 2 Draw T1", "Remark T1", "unknown line 'Remark T1'"),
        ("Player 2 Draw T1", "Player 2 Draw W9", "a fifth 9m appears"),
        ("Player 2 Draw T1", "Player 2 AnGang T1", "seat 2 makes a kong without having drawn"),
        ("Player 2 Draw B6", "Player 2 Draw B6\nPlayer 2 BuGang B6", "seat 2 has no pung of 6p to promote"),
        ("Player 1 Chi W2", "Player 1 Chi W9", "seat 1 cannot make a chow around 9m with 2m"),
        ("Player 1 Chi W2", "Player 2 Chi W2", "seat 2 cannot make a chow around 2m with 2m"),
        ("Player 1 Peng W5", "Player 1 Peng W9", "seat 1 claims W9, which is not the last discard"),
        ("Player 1 Peng W5", "Player 1 Gang W5", "seat 1 needs 3 x 5m and holds 2"),
        ("Player 0 Draw B6", "Player 1 Peng B6\nPlayer 0 Draw B6", "seat 1 claims B6, which is not the last discard"),
        ("Player 1 Hu W4", "Player 1 Hu W9", "seat 1 wins on W9, which is not the last discard"),
        ("Player 1 Hu W4", "Player 2 Hu W4", "seat 2 has no tile to win on"),
        ("Player 1 Hu W4", "Player 1 Hu W4\nPlayer 3 Draw W4", "the game goes on after the win: 'Player 3 Draw W4"),
        ("Player 3 Deal B1 ", "Player 3 Deal ", "seat 3 is dealt 12 tiles instead of 13"),
        ("Player 3 Deal", "Player 2 Deal", "seat 2 is dealt to twice"),
        ("Match claims\n", "", "a Match, Wind, Hu or Fan line is missing"),
        ("Wind 1\n", "", "a Match, Wind, Hu or Fan line is missing"),
        ("Fan 25", "Fan many", "unreadable line 'Fan many"),
        ("清一色*1", "清一色*0", "unreadable line 'Fan 25"),
        ("Score -8 49 -33 -8", "Score -8 49 -33", "total 25 with score (-8, 49, -33)"),
        ("Score -8 49 -33 -8", "", "it is cut off after 'Fan 25"),
    ],
)
def test_a_broken_game_is_counted_and_the_next_is_read(was: str, becomes: str, what: str) -> None:
    other = GAMES.split("\n\n")[1]
    assert first_game().count(was) == 1
    broken = first_game().replace(was, becomes)
    summary = Summary()
    wins = list(read("pku", f"{other}\n\n{broken}\n\n{other}".splitlines(), "here.txt", summary))
    assert [win.game_id for win in wins] == ["concealed-kong", "concealed-kong"]
    assert (summary.games, summary.wins, summary.broken) == (3, 2, 1)
    assert str(summary.problems[0]).startswith(f"here.txt: game 2: {what}")


def test_a_seat_that_was_dealt_nothing_cannot_win() -> None:
    lines = [line for line in first_game().splitlines() if not line.startswith("Player")]
    lines[2:2] = ["Player 0 Draw W4", "Player 0 Play W4", "Player 1 Hu W4"]
    summary = Summary()
    assert list(read("pku", lines, "here.txt", summary)) == []
    assert summary.problems[0].what == "seat 1 wins with 1 tiles (a kong counted as three) instead of 14"


def test_a_game_cut_off_before_the_next() -> None:
    cut = "\n".join(first_game().splitlines()[:12])
    summary = Summary()
    wins = list(read("pku", f"{first_game()}\n{cut}\n{first_game()}".splitlines(), "here.txt", summary))
    assert len(wins) == 2
    assert [str(problem) for problem in summary.problems] == [
        "here.txt: game 2: it is cut off after 'Player 2 Play T1' (line 33)"
    ]


def test_english_names_with_spaces() -> None:
    text = first_game().replace("清一色*1+幺九刻*1", "Full Flush*1+Pung of Terminals or Honors*1")
    wins = list(read("pku", text.splitlines(), "here.txt", Summary()))
    assert wins[0].claimed_elements == ("Full Flush", "Pung of Terminals or Honors")


@pytest.mark.parametrize("text", ["", "\n\n", '{"logs": []}\n', "Matches of today\n", "Wind 0\nMatch a\n"])
def test_another_format_is_refused(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"^here\.txt: not a pku log: .*expected lines of text, the first .* 'Match <id>'"
    ):
        list(read("pku", text.splitlines(), "here.txt", Summary()))
