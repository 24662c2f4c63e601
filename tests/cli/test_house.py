"""House rules on every command that takes a rule set: a file of one's own, and small changes without one."""

import json
import re

import pyarrow.parquet as pq
import pytest

import fastmj
from tests.rules.test_outside import HOUSE

HAND = "1122446677889s+9s"
CHANGES = ("--set", 'points."Seven Pairs"=6', "--without", "Last Tile", "--without", "Tile Hog", "--minimum", "3")


def changed():
    return fastmj.rules.get("mcr").replace(points={"Seven Pairs": 6}, without=["Last Tile", "Tile Hog"], minimum=3)


def explained(fastmj_, *arguments):
    status, out, err = fastmj_("explain", HAND, *arguments, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    return {item["element"]: item["points"] for item in found["elements"]}


def test_explain(fastmj_):
    assert explained(fastmj_, *CHANGES) == {"Seven Pairs": 6, "Full Flush": 24}
    status, out, _ = fastmj_("explain", "[123m]456m99p234p67s+5s", "--minimum", "30")
    assert status == 0
    assert "30" in out


@pytest.mark.parametrize(
    "setting",
    ['points."Seven Pairs"=6', "points.Seven Pairs=6", "points.'seven pairs'=6", "points.七对=6", 'points."七对"=6'],
)
def test_ways_to_name_an_element(fastmj_, setting):
    assert explained(fastmj_, "--set", setting) == {"Seven Pairs": 6, "Full Flush": 24}


def test_score(fastmj_, hands):
    assert fastmj_("score", hands, "-o", "out.parquet", "--quiet", *CHANGES) == (0, "", "")
    scored = pq.read_table("out.parquet")
    assert scored.equals(fastmj.score_batch(pq.read_table(hands), changed()).unify_dictionaries())
    assert not scored["total"].equals(fastmj.score_batch(pq.read_table(hands))["total"])


def test_options_and_changes_together(fastmj_):
    found = explained(fastmj_, "--set", "profile=online", "--set", "points.清一色=9")
    assert found == {"Seven Pairs": 24, "Full Flush": 9}


def test_rules(fastmj_):
    status, out, err = fastmj_("rules", "mcr", *CHANGES)
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "mcr: 80 elements, a hand needs 3 points"
    assert "19 6 Seven Pairs 七对 62 79" in lines
    assert not any("和绝张" in line for line in lines)


def test_kernel_and_warm(fastmj_):
    status, out, err = fastmj_("kernel", "mcr", *CHANGES)
    assert (status, err) == (0, "")
    assert "Tile Hog" not in out
    assert fastmj_("warm", "mcr", *CHANGES, "--quiet") == (0, "", "")


@pytest.fixture
def house(tmp_path):
    (tmp_path / "my_rules.py").write_text(HOUSE, "utf-8")
    return "my_rules.py:HOUSE"


def test_a_file_of_ones_own(fastmj_, house, hands):
    assert explained(fastmj_, "--rules", house) == {"Full Flush": 6, "Seven Pairs": 2, "Lucky Tile": 3}
    assert explained(fastmj_, "--rules", "my_rules.py:make", "--set", "bonus=5", "--without", "Full Flush") == {
        "Seven Pairs": 2,
        "Lucky Tile": 5,
    }
    assert fastmj_("score", hands, "-o", "out.parquet", "--rules", house, "--payments", "--quiet") == (0, "", "")
    scored = pq.read_table("out.parquet")
    assert scored.equals(fastmj.score_batch(pq.read_table(hands), house, payments=True).unify_dictionaries())
    status, out, _ = fastmj_("rules", house, "--meanings")
    assert status == 0
    assert "Lucky Tile" in out
    assert "The lucky tile is in the hand." in out
    assert "bonus  3" in out
    facts = json.loads(fastmj_("rules", house, "--json")[1])
    assert facts["elements"][2]["chinese"] == "幸运牌"
    assert facts["options"] == [{"name": "bonus", "value": 3, "default": 3, "accepts": "", "meaning": ""}]
    assert "is_lucky_tile(h)" in fastmj_("kernel", house)[1]
    assert fastmj_("warm", house, "-q") == (0, "", "")


COMMANDS = {
    "score": ("in.parquet", "-o", "out.parquet", "--rules"),
    "explain": (HAND, "--rules"),
    "rules": (),
    "kernel": (),
    "warm": (),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mcr", "--set", "points.Sevn Pairs=6"), "rule set 'mcr' has no element 'Sevn Pairs'; 'Seven Pairs'"),
        (("mcr", "--without", "last tiel"), "rule set 'mcr' has no element 'last tiel'; 'Last Tile'"),
        (("mcr", "--set", "points.Seven Pairs=many"), "--set points.Seven Pairs=many: a number is wanted"),
        (("mcr", "--set", "points.Seven Pairs=true"), "--set points.Seven Pairs=True: a number is wanted"),
        (("mcr", "--set", "points.=6"), "--set points.=6: a number is wanted, as in --set points.'Seven Pairs'=6"),
        (("mcr", "--set", "points.Seven Pairs"), "--set points.Seven Pairs: name=value is wanted"),
        (("mcr", "--set", "points.七对=6", "--set", "points.七对=7"), "--set points.七对 is given twice"),
        (
            ("mcr", "--set", "points.七对=6", "--set", "points.Seven Pairs=7"),
            "points for 'Seven Pairs' are given twice",
        ),
        (("mcr", "--set", "points.Seven Pairs=-6"), "rule set 'mcr': 'Seven Pairs' is worth -6; points are 0 or more"),
        (("mcr", "--minimum", "-1"), "rule set 'mcr': minimum=-1.0 is not 0 or more in steps of 1"),
        (("mcr", "--minimum", "few"), "few"),
        (("no_such.py:HOUSE",), "rule file '.*no_such.py' cannot be read: No such file"),
        (("my_rules.py:HUOSE",), "rule file 'my_rules.py' has no rule set 'HUOSE'; it has HOUSE"),
        (("my_rules.py:make", "--set", "bonsu=3"), "my_rules.py:make has no option 'bonsu'; it has bonus, lucky"),
        (("broken.py:HOUSE",), "rule file '.*broken.py', line 2: ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_wrong_is_told_before_any_work(fastmj_, house, hands, tmp_path, command, arguments, message):
    (tmp_path / "broken.py").write_text("\n1 / 0\n")
    hands.rename(tmp_path / "in.parquet")
    status, out, err = fastmj_(command, *COMMANDS[command], *arguments)
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"fastmj: .*{message}.*\n", err)
    assert not (tmp_path / "out.parquet").exists()


def test_no_changes_where_each_row_names_its_own(fastmj_, hands):
    for more in (("--without", "Last Tile"), ("--minimum", "3"), ("--set", "points.Seven Pairs=6")):
        status, _, err = fastmj_("score", hands, "-o", "out.parquet", "--rules", "@system", *more)
        assert status == 2
        assert "cannot be changed where --rules @system names each row's" in err


def test_names_in_chinese(fastmj_, hands):
    assert fastmj_("score", hands, "-o", "out.parquet", "--names", "zh", "--quiet") == (0, "", "")
    scored = pq.read_table("out.parquet")
    assert scored.equals(fastmj.score_batch(pq.read_table(hands), names="zh").unify_dictionaries())
    status, out, _ = fastmj_("score", hands, "-o", "again.parquet", "--names", "zh")
    assert re.search(r"elements +[\d,]+ [\u4e00-\u9fff]+\n", out)
    assert status == 0
    assert fastmj_("score", hands, "-o", "third.parquet", "--names", "cn")[0] == 2
