"""``fastmj analyse``."""

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.tiles import NAMES


def names(mask):
    return [name for kind, name in enumerate(NAMES) if int(mask) >> kind & 1]


def test_typed_columns(fastmj_, hands):
    status, out, err = fastmj_("analyse", hands, "-o", "out.parquet", "--shanten", "--waits", "--acceptance")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["rows      2,000", "analysed  2,000"]
    assert lines[-1] == "written   out.parquet"
    given, found = pq.read_table(hands), pq.read_table("out.parquet")
    assert found.select(given.column_names).equals(given)
    assert found.column_names[-3:] == ["shanten", "waits", "acceptance"]
    counts = np.frombuffer(b"".join(given["hand"].to_pylist()), np.uint8).reshape(-1, 34)
    melds = np.frombuffer(b"".join(given["melds"].to_pylist()), np.uint8).reshape(-1, 4)
    assert found["shanten"].to_pylist() == fastmj.shanten(counts, melds).tolist()
    before = counts.copy()
    before[np.arange(len(before)), given["win_tile"].to_numpy()] -= 1
    assert found["waits"].to_pylist() == [names(mask) for mask in fastmj.waits(before, melds, mask=True)]
    accepted = fastmj.acceptance(counts, melds)
    for i, items in enumerate(found["acceptance"].to_pylist()[:200]):
        assert [NAMES.index(item["discard"]) for item in items] == np.flatnonzero(counts[i]).tolist()
        for item in items:
            place = i, NAMES.index(item["discard"])
            wanted = (int(accepted.shanten[place]), names(accepted.tiles[place]), int(accepted.left[place]))
            assert (item["shanten"], item["tiles"], item["left"]) == wanted


HANDS = (
    ("123456789m11p23s", 0, ["1s", "4s"], 1),  # 13 tiles: nothing is put aside
    ("123456789m11p23s+4s", -1, ["1s", "4s"], 13),
    ("19m19p19s1234567z+1m", -1, None, 13),
    ("1m", None, None, None),
    ("11111m123456789p", None, None, None),
    ("no hand", None, None, None),
)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_text_and_bad_rows(fastmj_, ending):
    if ending == "csv":
        Path("in.csv").write_text("id,hand\n" + "".join(f"{i},{text}\n" for i, (text, *_) in enumerate(HANDS)))
    else:
        Path("in.jsonl").write_text("".join(json.dumps({"id": i, "hand": h}) + "\n" for i, (h, *_) in enumerate(HANDS)))
    status, out, _ = fastmj_("analyse", f"in.{ending}", "-o", "out.parquet", "--shanten", "--waits", "--acceptance")
    assert status == 0
    assert out.splitlines()[:2] == ["rows      6", "analysed  3"]
    for (_, shanten, waits, items), row in zip(HANDS, pq.read_table("out.parquet").to_pylist(), strict=True):
        assert row["shanten"] == shanten
        if waits is not None:
            assert row["waits"] == waits
        if shanten is None:
            assert row["waits"] is row["acceptance"] is None
        else:
            assert len(row["acceptance"]) == items
    assert pq.read_table("out.parquet")["acceptance"][0].as_py() == [
        {"discard": None, "shanten": 0, "tiles": ["1s", "4s"], "left": 8}
    ]


def test_written_as_text(fastmj_):
    Path("in.csv").write_text("hand\n123456789m11p23s\n1m\n")
    assert fastmj_("analyse", "in.csv", "-o", "out.csv", "--waits", "--shanten", "-q") == (0, "", "")
    assert Path("out.csv").read_text() == '"hand","shanten","waits"\n"123456789m11p23s",0,"1s; 4s"\n"1m",,\n'
    assert fastmj_("analyse", "in.csv", "-o", "out.jsonl", "--waits", "-q") == (0, "", "")
    lines = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert [line["waits"] for line in lines] == [["1s", "4s"], None]


def test_only_what_is_asked_for_and_other_columns_do_not_matter(fastmj_):
    table = pa.table({"hand": ["123456789m11p23s"] * 2, "seat": ["E", "nowhere"], "shanten": [7, 8]})
    pq.write_table(table, "in.parquet")
    assert fastmj_("analyse", "in.parquet", "-o", "out.parquet", "--shanten", "--prefix", "my_", "-q") == (0, "", "")
    found = pq.read_table("out.parquet")
    assert found.column_names == ["hand", "seat", "shanten", "my_shanten"]
    assert found["my_shanten"].to_pylist() == [0, 0]


def test_one_form_and_a_summary_in_json(fastmj_, hands):
    arguments = ("--shanten", "--rules", "mcr:online", "--form", "seven_pairs", "--threads", "2", "--json")
    status, out, _ = fastmj_("analyse", hands, "-o", "out.parquet", *arguments)
    assert status == 0
    summary = json.loads(out)
    found = pq.read_table("out.parquet")["shanten"]
    assert (summary["rows"], summary["analysed"]) == (2000, 2000 - found.null_count)
    assert 0 < found.null_count < 2000  # hands with melds


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ((), 2, "nothing is asked for: give some of --shanten, --waits, --acceptance"),
        (("--shanten", "--form", "snake"), 2, "form 'snake' is none of this rule set's: any, regular, "),
        (("--shanten", "--rules", "riichi"), 2, "unknown rule set 'riichi'"),
        (("--shanten", "--threads", "0"), 2, "threads=0: at least one"),
        (("--shanten", "--prefix", "h"), 1, "in.parquet: the input already has a column 'hshanten'"),
    ],
)
def test_what_cannot_be_done(fastmj_, arguments, status, message):
    pq.write_table(pa.table({"hand": ["1m"], "hshanten": [1]}), "in.parquet")
    found, out, err = fastmj_("analyse", "in.parquet", "-o", "out.parquet", *arguments)
    assert (found, out) == (status, "")
    assert message in err
    assert not Path("out.parquet").exists()


def test_visible_tiles(fastmj_):
    Path("in.csv").write_text("hand,seen\n123456789m1112p,22p3p\n123456789m1112p,2\n")
    status, out, err = fastmj_("analyse", "in.csv", "-o", "out.jsonl", "--acceptance", "--visible", "seen")
    assert (status, err) == (0, "")
    assert out.splitlines()[:2] == ["rows      2", "analysed  1"]
    first, second = map(json.loads, Path("out.jsonl").read_text().splitlines())
    assert first["acceptance"] == [{"discard": None, "shanten": 0, "tiles": ["2p", "3p"], "left": 4}]
    assert second["acceptance"] is None
    status, _, err = fastmj_("analyse", "in.csv", "-o", "other.jsonl", "--waits", "--visible", "seen")
    assert (status, err.count("\n")) == (2, 1)
    assert "--visible seen: only --acceptance counts what is left" in err


def test_half_a_thread(fastmj_, hands):
    status, _, err = fastmj_("analyse", hands, "-o", "out.parquet", "--shanten", "--threads", "1.5")
    assert (status, err) == (
        2,
        "fastmj: Invalid value for --threads: a whole number is needed, got '1.5' (see fastmj --help)\n",
    )
