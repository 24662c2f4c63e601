"""Files: which are read, packed ones, batches, progress, the schema, and what is refused."""

import gzip
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fastmj.convert import SCHEMA, LogReader, Summary, log_files, read, read_logs
from tests.convert import expected

DATA = Path(__file__).parent / "data"
PKU = DATA / "pku_games.txt"


def test_a_stream_in_batches_equals_the_table(tmp_path: Path) -> None:
    table, summary = read_logs(PKU, "pku")
    reader = LogReader([PKU], "pku", rows=3)
    batches = list(reader)
    assert [batch.num_rows for batch in batches] == [3, 3, 2]
    assert pa.Table.from_batches(batches) == table
    assert reader.summary == summary
    assert table.schema == reader.schema == SCHEMA


def test_parquet_keeps_the_columns(tmp_path: Path) -> None:
    table, _ = read_logs(PKU, "pku")
    pq.write_table(table, tmp_path / "hands.parquet")
    assert pq.read_table(tmp_path / "hands.parquet") == table


def test_columns() -> None:
    table, _ = read_logs(PKU, "pku")
    assert table.column_names == [
        *("hand", "melds", "win_tile", "win_by", "flags", "seat", "round", "flowers", "discarder"),
        *("game_id", "win_index", "source", "claimed_total", "claimed_elements", "claimed_deltas"),
    ]
    assert table.schema.field("hand").type == pa.binary(34)
    assert table.schema.field("melds").type == pa.binary(4)
    assert table.schema.field("claimed_elements").type == pa.list_(pa.string())
    assert table.schema.field("claimed_deltas").type == pa.list_(pa.int32(), 4)
    assert table["source"].unique().to_pylist() == [str(PKU)]


def test_logs_without_a_win_give_an_empty_table(tmp_path: Path) -> None:
    draw = PKU.read_text("utf-8").split("\n\n")[8]
    (tmp_path / "draw.txt").write_text(draw)
    table, summary = read_logs(tmp_path / "draw.txt", "pku")
    assert (table.num_rows, table.schema) == (0, SCHEMA)
    assert summary.draws == 1


def test_gzip_bom_and_line_ends(tmp_path: Path) -> None:
    text = "\ufeff" + PKU.read_text("utf-8").replace("\n", "\r\n")
    (tmp_path / "packed").write_bytes(gzip.compress(text.encode()))
    table, _ = read_logs(tmp_path / "packed", "pku")
    assert expected.rows(table) == expected.GAMES


def test_a_packed_file_that_is_cut_off(tmp_path: Path) -> None:
    whole = gzip.compress(PKU.read_bytes())
    (tmp_path / "cut.txt.gz").write_bytes(whole[:-1000])
    shutil.copy(PKU, tmp_path / "whole.txt")
    table, summary = read_logs([tmp_path / "cut.txt.gz", tmp_path / "whole.txt"], "pku")
    assert expected.rows(table)[-8:] == expected.GAMES
    assert summary.broken == 1
    assert summary.problems[0].what.startswith("the compressed file is damaged or cut off")
    assert summary.games == summary.wins + summary.draws + summary.broken


def test_names_in_another_encoding_are_lost_but_counted(tmp_path: Path) -> None:
    (tmp_path / "gbk.txt").write_bytes(PKU.read_text("utf-8").encode("gbk"))
    table, _ = read_logs(tmp_path / "gbk.txt", "pku")
    rows = expected.rows(table)
    assert [len(row["claimed_elements"]) for row in rows] == [len(row["claimed_elements"]) for row in expected.GAMES]
    assert [row["hand"] for row in rows] == [row["hand"] for row in expected.GAMES]


def test_a_folder_holds_both_formats(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for name in ("a.txt", "b.txt.gz", "below/c.txt", "d.json", "below/e.jsonl.gz", "README.md", ".a.txt"):
        (tmp_path / name).touch()
    assert [file.name for file in log_files(tmp_path, "pku")] == ["a.txt", "b.txt.gz", "c.txt"]
    assert [file.name for file in log_files(tmp_path, "botzone")] == ["e.jsonl.gz", "d.json"]
    assert [file.name for file in log_files(f"{tmp_path}/*.md", "pku")] == ["README.md"]
    assert [file.name for file in log_files([tmp_path / "d.json", f"{tmp_path}/a*"], "pku")] == ["d.json", "a.txt"]


def test_progress(tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text(PKU.read_text("utf-8") * 100, "utf-8")
    seen: list[tuple[int, int, int]] = []
    read_logs([many, PKU], "pku", on_progress=lambda done, total, summary: seen.append((done, total, summary.games)))
    total = many.stat().st_size + PKU.stat().st_size
    assert {of for _, of, _ in seen} == {total}
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)
    assert len(seen) > 3
    assert seen[-1] == (total, total, 909)


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown log format 'tenhou'; known are botzone, pku, "):
        read_logs(PKU, "tenhou")
    with pytest.raises(ValueError, match="unknown log format 'tenhou'"):
        list(read("tenhou", [], "here", Summary()))
    with pytest.raises(FileNotFoundError, match=r"nowhere\.txt: there is no such"):
        LogReader(tmp_path / "nowhere.txt", "pku")
    with pytest.raises(ValueError, match=r"no pku logs; of a folder, files that end in \.txt"):
        LogReader(tmp_path, "pku")
    with pytest.raises(ValueError, match="rows=0"):
        LogReader(PKU, "pku", rows=0)
    with pytest.raises(ValueError, match=r"botzone_games\.json: not a pku log: it begins with '\['"):
        read_logs(DATA / "botzone_games.json", "pku")
    with pytest.raises(ValueError, match=r"pku_games\.txt: not a botzone log: it holds 'Match claims"):
        read_logs(PKU, "botzone")
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match=r"binary\.json: not a botzone log"):
        read_logs(tmp_path / "binary.json", "botzone")


def test_one_file_twice() -> None:
    with pytest.raises(ValueError, match=r"pku_games\.txt is given twice$"):
        log_files([DATA, PKU], "pku")


def test_a_stray_file_among_many(tmp_path: Path) -> None:
    """What was read before it is not lost."""
    games = PKU.read_text("utf-8").split("\n\n")
    for name, text in (("a", ""), ("b", games[0]), ("c", "[1, 2]"), ("d", games[1]), ("e", "\n"), ("f", games[2])):
        (tmp_path / f"{name}.txt").write_text(text)
    table, summary = read_logs(tmp_path, "pku")
    assert [Path(name).name for name in table["source"].to_pylist()] == ["b.txt", "d.txt", "f.txt"]
    assert (summary.games, summary.wins, summary.broken) == (6, 3, 3)
    assert [str(problem).removeprefix(f"{tmp_path}/") for problem in summary.problems] == [
        "a.txt: game 1: the file is empty",
        "c.txt: game 1: not a pku log: it begins with '[1, 2]'; expected lines of text, the first of them 'Match <id>'",
        "e.txt: game 1: not a pku log: it begins with ''; expected lines of text, the first of them 'Match <id>'",
    ]


def test_a_stray_file_at_first(tmp_path: Path) -> None:
    """Nothing is lost yet, and it may be that all are of another format."""
    (tmp_path / "a.txt").write_text("[1, 2]")
    (tmp_path / "b.txt").write_text(PKU.read_text("utf-8"))
    with pytest.raises(ValueError, match=r"a\.txt: not a pku log"):
        read_logs(tmp_path, "pku")
    (tmp_path / "a.txt").write_text("")
    assert read_logs(tmp_path, "pku")[1].broken == 1
    with pytest.raises(ValueError, match=r"a\.txt: not a pku log"):
        read_logs(tmp_path / "a.txt", "pku")


def test_an_error_of_the_one_who_watches_is_no_broken_game(tmp_path: Path) -> None:
    def watch(*_: object) -> None:
        raise ValueError("enough")

    (tmp_path / "copy.txt").write_text(PKU.read_text("utf-8"))
    with pytest.raises(ValueError, match=r"^enough$"):
        read_logs([PKU, tmp_path / "copy.txt"], "pku", watch)
