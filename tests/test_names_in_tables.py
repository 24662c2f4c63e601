"""Elements by their Chinese names in tables and files."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj

HAND = "1122446677889s+9s"
TABLE = pa.table({"hand": [HAND, "123456789m123p5s+5s", "19m"], "rules": ["hk", "mcr", "imj"]})


def test_list() -> None:
    found = fastmj.score_batch(TABLE, names="zh")["elements"].to_pylist()
    assert found[0] == [{"element": "七对", "count": 1}, {"element": "清一色", "count": 1}]
    assert [item["element"] for item in found[1]] == ["清龙", "门前清", "平和", "喜相逢", "单钓将"]
    assert found[2] is None
    assert fastmj.score_stream(TABLE, names="zh").read_all()["elements"].to_pylist() == found


def test_wide() -> None:
    kind = fastmj.score_batch(TABLE, "hk", "wide", names="zh").schema.field("elements").type
    assert [field.name for field in kind][:3] == ["天地和", "四風會", "大三元"]


@pytest.mark.parametrize("layout", ["mask", "total"])
def test_layouts_without_names_are_as_they_were(layout: str) -> None:
    assert fastmj.score_batch(TABLE, layout=layout, names="zh").equals(fastmj.score_batch(TABLE, layout=layout))


def test_english_where_a_rule_set_has_no_chinese_names() -> None:
    assert fastmj.score_batch(TABLE, "hkmj", names="zh").equals(fastmj.score_batch(TABLE, "hkmj"))


def test_mixed_tables() -> None:
    mixed = pa.table({"hand": [HAND] * 4, "rules": ["hk", "mcr", "imj", "hkmj"]})
    found = fastmj.score_batch(mixed, "@rules", names="zh")["elements"].to_pylist()
    names = [[item["element"] for item in row] for row in found]
    assert [row[0] for row in names] == ["七对", "七对", "七对子", "Seven Pairs"]
    assert [row[1] for row in names] == ["清一色", "清一色", "清一色", "No Flowers"]


def test_files_and_their_summaries(tmp_path: Path) -> None:
    pq.write_table(TABLE, tmp_path / "in.parquet")
    for layout, ending in (("list", "csv"), ("wide", "csv"), ("mask", "parquet")):
        output = tmp_path / f"{layout}.{ending}"
        summary = fastmj.score_file(tmp_path / "in.parquet", output, layout=layout, names="zh")
        assert summary.elements["清一色"] == 1
    assert "七对; 清一色" in (tmp_path / "list.csv").read_text("utf-8").splitlines()[1]
    assert "elements.清一色" in (tmp_path / "wide.csv").read_text("utf-8").splitlines()[0]


def test_unpack() -> None:
    column = fastmj.score_batch(TABLE.slice(0, 1), layout="mask")["elements"].combine_chunks()
    words = column.flatten().to_numpy().reshape(1, -1)
    rules = fastmj.rules.get("mcr")
    assert [item["element"] for item in rules.unpack(words, names="zh").to_pylist()[0]] == ["七对", "清一色"]


def test_an_unknown_language() -> None:
    for layout in ("list", "total"):
        with pytest.raises(ValueError, match="names='cn': unknown; known are en, zh"):
            fastmj.score_batch(TABLE, layout=layout, names="cn")
    with pytest.raises(ValueError, match="names='cn': unknown"):
        fastmj.score_batch(TABLE, "@rules", names="cn")
