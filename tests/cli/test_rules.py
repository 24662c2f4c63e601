"""``fastmj rules``."""

import json
import re

import pytest

import fastmj


class TestRules:
    def test_list(self, fastmj_):
        status, out, err = fastmj_("rules")
        assert (status, err) == (0, "")
        assert "mcr: 82 elements, a hand needs 8 points." in out
        _, out, _ = fastmj_("rules", "--json")
        assert [each["name"] for each in json.loads(out)] == fastmj.rules.names()

    def test_table(self, fastmj_):
        status, out, err = fastmj_("rules", "mcr")
        assert (status, err) == (0, "")
        lines = [" ".join(line.split()) for line in out.splitlines()]
        assert "1 88 Big Four Winds 大四喜 38 49 60 61 73" in lines
        assert "48 8 Two Concealed Kongs 双暗杠 66 67" in lines
        assert "81 1 Flower Tiles 花牌" in lines
        assert any(line.startswith("profile standard standard | online | wmo2014") for line in lines)
        assert any(line.startswith("kongs_add_concealed true true | false") for line in lines)
        assert sum(bool(re.match(r"\d+a? \d+ [A-Z]", line)) for line in lines) == 82

    def test_options_show_value_and_default(self, fastmj_):
        for arguments in (("mcr:online",), ("mcr", "--set", "profile=online")):
            _, out, _ = fastmj_("rules", *arguments)
            lines = [" ".join(line.split()) for line in out.splitlines()]
            assert "48 6 Two Concealed Kongs 双暗杠 66 67" in lines
            at = next(i for i, line in enumerate(lines) if line.startswith("two_concealed_kongs"))
            assert lines[at].startswith("two_concealed_kongs 8 ")
            assert lines[at + 1].startswith("now 6 ")

    def test_meanings(self, fastmj_):
        _, out, _ = fastmj_("rules", "mcr", "--meanings")
        assert "One of each terminal and honor" in " ".join(out.split())

    def test_json(self, fastmj_):
        _, out, _ = fastmj_("rules", "mcr", "--set", "mixed_kong=5", "--json")
        facts = json.loads(out)
        assert (facts["name"], facts["minimum"], len(facts["elements"])) == ("mcr", 8, 82)
        assert facts["elements"][0]["name"] == "Big Four Winds"
        option = next(option for option in facts["options"] if option["name"] == "mixed_kong")
        assert (option["value"], option["default"]) == (5, 6)

    @pytest.mark.parametrize("name", ["mcr", "mcr:wmo2014"])
    def test_fits_80_columns(self, fastmj_, name):
        from rich.cells import cell_len

        for more in ([], ["--meanings"]):
            _, out, _ = fastmj_("rules", name, *more)
            assert max(map(cell_len, out.splitlines())) <= 80
