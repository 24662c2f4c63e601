"""Cells of CSV that spell nothing of their column: their row alone is refused, and they are kept."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj

HAND = "123456789m123p5s+5s"
KONG = "[1111z]123456789m5s+5s"

# column, cell, status of its row, and the value that the same hand has as a keyword (where it is ok)
CELLS = [
    ("kong_draws", "1", "ok", 1),
    ("kong_draws", "01", "ok", 1),
    ("kong_draws", "x", "bad_context", None),
    ("kong_draws", "-1", "bad_context", None),
    ("kong_draws", "1.0", "bad_context", None),
    ("kong_draws", "5", "bad_context", None),
    ("kong_draws", "300", "bad_context", None),
    ("kong_draws", "9" * 30, "bad_context", None),
    ("kong_draws", " 1", "bad_context", None),
    ("kong_draws", "١", "bad_context", None),  # a one, in Arabic
    ("flags", "256", "ok", None),
    ("flags", "0x100", "bad_context", None),
    ("flags", "65536", "bad_context", None),
    ("last_tile", "True", "ok", True),
    ("last_tile", "0", "ok", False),
    ("last_tile", "maybe", "bad_context", None),
    ("fifth_tile", "2", "bad_context", None),
    ("seat", "2", "ok", "W"),
    ("seat", "W", "ok", "W"),
    ("seat", "4", "bad_context", None),
    ("seat", "west", "bad_context", None),
    ("round", "3", "ok", "N"),
    ("flowers", "17", "ok", "1f5f"),
    ("flowers", "1f5f", "ok", "1f5f"),
    ("flowers", "9f", "bad_context", None),
    ("flowers", "256", "bad_context", None),
    ("opening", "none", "ok", "none"),
    ("opening", "0", "bad_context", None),
]


def table(name):
    """Two good rows, a row for every cell of a column between them, all self-drawn after a kong."""
    cells = [cell for column, cell, _, _ in CELLS if column == name]
    good = {
        "flags": "0",
        "kong_draws": "0",
        "last_tile": "false",
        "fifth_tile": "false",
        "flowers": "",
        "opening": "none",
    }
    return [good.get(name, "E"), *cells, good.get(name, "E")]


@pytest.mark.parametrize("ending", ["csv", "parquet", "arrow", "jsonl"])
@pytest.mark.parametrize("name", dict.fromkeys(name for name, *_ in CELLS))
def test_a_cell_spoils_its_own_row(tmp_path, name, ending):
    cells = table(name)
    lines = [f'{KONG},self_draw,"{cell}",{row}' for row, cell in enumerate(cells)]
    (tmp_path / "in.csv").write_text("\n".join([f"hand,win_by,{name},id", *lines]), "utf-8")
    output = tmp_path / f"out.{ending}"
    fastmj.score_file(tmp_path / "in.csv", output, refused=tmp_path / "refused.parquet", layout="total")
    found = read(output)
    expected = ["ok", *(status for column, _, status, _ in CELLS if column == name), "ok"]
    assert found["status"] == expected
    assert found["total"][0] == found["total"][-1]
    assert [str(cell or "") for cell in found[name]] == cells
    for (column, _, status, value), total in zip(
        filter(lambda each: each[0] == name, CELLS), found["total"][1:-1], strict=True
    ):
        assert (total is None) == (status != "ok")
        if value is not None:
            assert total == fastmj.score(KONG, win_by="self_draw", **{column: value}).total
    refused = pq.read_table(tmp_path / "refused.parquet").to_pydict()
    spoilt = [cell for cell, status in zip(cells, expected, strict=True) if status != "ok"]
    assert refused[name] == spoilt
    for cell, reason in zip(spoilt, refused["reason"], strict=True):
        assert reason.startswith(f"column {name!r}: ")
        assert cell in reason.partition("; ")[0]


def read(path):
    """The columns of a scored file."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        rows = [{**row, "total": float(row["total"]) if row["total"] else None} for row in rows]
    elif path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    else:
        return (pq.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(path).read_all()).to_pydict()
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_far_down_in_a_column_of_numbers(tmp_path):
    """What comes out as numbers has no place for the cell any more: there it is null."""
    rows = [f"{HAND},{row % 4},0,false" for row in range(60_000)]
    (tmp_path / "in.csv").write_text(
        "\n".join(["hand,seat,kong_draws,last_tile", *rows, f"{HAND},E,none,never", *rows[:2]])
    )
    fastmj.score_file(tmp_path / "in.csv", tmp_path / "out.parquet", refused=tmp_path / "refused.csv", layout="total")
    found = pq.read_table(tmp_path / "out.parquet")
    assert [str(found.schema.field(name).type) for name in ("seat", "kong_draws", "last_tile")] == [
        "int64",
        "int64",
        "bool",
    ]
    assert found["status"].to_pylist() == ["ok"] * 60_000 + ["bad_context", "ok", "ok"]
    assert found.slice(59_999, 3).select([1, 2, 3]).to_pylist() == [
        {"seat": 3, "kong_draws": 0, "last_tile": False},
        {"seat": None, "kong_draws": None, "last_tile": None},
        {"seat": 0, "kong_draws": 0, "last_tile": False},
    ]
    assert (tmp_path / "refused.csv").read_text().splitlines()[1].endswith('"E","none","never"')


def test_columns_of_one_name_in_files_of_several_formats(tmp_path):
    """Text spells numbers in CSV only."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text(f"hand,seat\n{HAND},x\n{HAND},1\n")
    pq.write_table(pa.table({"hand": [HAND, HAND], "seat": ["S", "1"]}), tmp_path / "in" / "b.parquet")
    fastmj.score_file(tmp_path / "in", tmp_path / "out", layout="total")
    found = [pq.read_table(tmp_path / "out" / name)["status"].to_pylist() for name in ("a.parquet", "b.parquet")]
    assert found == [["bad_context", "ok"], ["ok", "bad_context"]]
