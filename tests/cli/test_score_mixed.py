"""``fastmj score --rules @COLUMN``."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj


@pytest.fixture
def mixed(tmp_path):
    """A file of hands whose column `system` names rule sets, and one that is none."""
    hands = fastmj.sample(600, seed=7)
    words = ["hk", "mcr:online", "imj", "riichi", None, "classical"] * 100
    pq.write_table(hands.append_column("system", pa.array(words)), tmp_path / "in.parquet")
    return tmp_path / "in.parquet"


def test_each_row_by_its_own_rule_set(fastmj_, mixed):
    arguments = ("--rules", "@system", "--payments", "--split", "--prefix", "m_", "--threads", "2", "--json")
    status, out, err = fastmj_("score", "in.parquet", "-o", "out.parquet", *arguments)
    assert (status, err) == (0, "")
    scored = pq.read_table("out.parquet")
    assert scored.equals(
        fastmj.score_batch(pq.read_table(mixed), "@system", payments=True, split=True, prefix="m_").unify_dictionaries()
    )
    alone = fastmj.score_batch(pq.read_table(mixed), "hk", payments=True, split=True, prefix="m_")
    assert scored.to_pylist()[::6] == alone.to_pylist()[::6]
    summary = json.loads(out)
    assert summary["rows"] == 600
    assert summary["refused"]["unknown_rules"] == summary["refused"]["missing"] == 100


def test_layout_total(fastmj_, mixed):
    assert fastmj_("score", "in.parquet", "-o", "out.csv", "--rules=@system", "--layout", "total", "-q") == (0, "", "")
    with open("out.csv") as file:
        assert "elements" not in file.readline()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--set", "profile=online"],
            "options (profile) go with one rule set; with rules='@system' each row names its",
        ),
        (["--layout", "wide"], "layout 'wide' with rules='@system'"),
        (["--layout", "mask"], "accepted: list, total"),
    ],
)
def test_wrong_command_lines(fastmj_, mixed, arguments, message):
    status, out, err = fastmj_("score", "in.parquet", "-o", "out.parquet", "--rules", "@system", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("fastmj: ")
    assert message in err
    assert err.count("\n") == 1
    assert os.listdir() == ["in.parquet"]


def test_no_such_column(fastmj_, mixed):
    status, out, err = fastmj_("score", "in.parquet", "-o", "out.parquet", "--rules", "@rules")
    assert (status, out) == (1, "")
    assert err.startswith("fastmj: in.parquet: rules='@rules': the input has no column 'rules'; it has 'hand', ")


def test_one_hand_has_no_columns(fastmj_):
    status, _, err = fastmj_("explain", "1122446677889s+9s", "--rules", "@system")
    assert status == 2
    assert "'@system'" in err
