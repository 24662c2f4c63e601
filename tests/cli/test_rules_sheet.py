"""`fastmj rules NAME` as a sheet to print: groups, marks, policies, languages, widths."""

import json
from itertools import pairwise

import pytest
from rich.cells import cell_len

import fastmj


def sheet(fastmj_, *arguments):
    status, out, err = fastmj_("rules", *arguments)
    assert (status, err) == (0, "")
    return out, [" ".join(line.split()) for line in out.splitlines()]


@pytest.mark.parametrize("name", fastmj.rules.names())
@pytest.mark.parametrize("more", [(), ("--names", "zh"), ("--meanings",)])
@pytest.mark.parametrize("columns", [80, 120])
def test_every_element_is_there_and_fits(fastmj_, monkeypatch, name, more, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    out, _ = sheet(fastmj_, name, *more)
    assert max(map(cell_len, out.splitlines())) <= columns
    rules = fastmj.rules.get(name)
    together = "".join(out.split())
    for row, shown in zip(rules.rows, rules.names_in("zh" if "zh" in more else "en"), strict=True):
        first = shown.split()[0]
        assert f"{row.number}{row.points:g}{first}" in together
    for option in vars(rules.options):
        assert option in out


def test_imj(fastmj_):
    out, lines = sheet(fastmj_, "imj")
    assert "25.1(3) 13 All Hidden Pungs 全暗刻 final" in lines
    assert lines.index("group 27.1") == lines.index("27.1(1) 8 Pure Terminals 清幺九 27.1(7)") - 1
    assert "27.1(2) 1 Mixed Unios * 混幺九 27.1(7)" in lines
    assert "26.1 0.5 The Coward 鸡胡" in lines
    words = " ".join(out.split())
    assert "Claims without one: seven flowers, eight flowers, kong to fourth, opening flowers." in words
    assert "Of a group the dearest element counts. A starred one (*) may be added to others of its group." in words
    assert "Beside a final element only final ones count." in words
    out, _ = sheet(fastmj_, "imj", "--set", "special_vs_ordinary=higher")
    assert "only final ones count, unless the others are worth more." in " ".join(out.split())


def test_mcr_in_chinese(fastmj_):
    out, lines = sheet(fastmj_, "mcr", "--names", "zh")
    assert "1 88 大四喜 三风刻 碰碰和 圈风刻 门风刻 幺九刻" in lines
    assert "Chinese" not in "".join(lines[lines.index("no. points element not beside it") :])
    assert "无番和 counts where the others come to nothing. Not counted towards the minimum: 花牌." in " ".join(
        out.split()
    )
    assert "online what online services play and count (and PyMahjongGB computes)" in lines  # columns stay columns
    assert "``" not in out


def test_marks_caps_and_shapes(fastmj_):
    _, lines = sheet(fastmj_, "hkmj")
    assert "1 10 Thirteen Unique Wonders final limit" in lines
    assert "the hand is worth 10." in " ".join(lines)
    out, lines = sheet(fastmj_, "classical")
    assert "15 1 The Wriggling Snake limit" in lines
    assert "Chinese" not in out
    assert "Winning hands: regular, thirteen orphans, wriggling snake. A hand counts 1 at most." in " ".join(lines)
    _, lines = sheet(fastmj_, "hk", "--set", "max_points=null")
    assert "max_points 8 a whole number | null" in lines
    assert any(line.startswith("now null") for line in lines)
    assert not any("at most" in line for line in lines)


def test_paragraphs_are_wrapped_anew(fastmj_):
    """A line of the sheet is only as short as the next word would not fit."""
    out, _ = sheet(fastmj_, "hk")
    paragraph = out.split("\n\n")[3].splitlines()
    assert len(paragraph) > 3
    for line, after in pairwise(paragraph):
        assert len(line.rstrip()) + 1 + len(after.split()[0]) > 80


def test_the_list_is_a_sentence_each(fastmj_):
    out, _ = sheet(fastmj_)
    words = " ".join(out.split())
    assert "hk: 29 elements. Hong Kong style (HK): 29 items, a cap of 8 points, payment in chips. hkmj: 25" in words


def test_policies_in_json(fastmj_):
    facts = json.loads(sheet(fastmj_, "hk", "--json")[0])
    assert facts["policies"] == ["Winning hands: regular, seven pairs, thirteen orphans.", "A hand counts 8 at most."]
    assert facts["options"][0]["default"] == 8
