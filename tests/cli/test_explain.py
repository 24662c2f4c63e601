"""``fastmj explain``."""

import json
import re

import pytest

from tests import case_data


class TestExplain:
    HAND = "[111z][2222z]55p33344z+4z"

    def test_text(self, fastmj_):
        status, out, err = fastmj_(
            "explain", self.HAND, "--win-by", "self_draw", "--rules", "mcr:online", "--flowers", "1f"
        )
        assert (status, err) == (0, "")
        words = " ".join(out.split())
        for element in ("Big Four Winds 88", "Half Flush 6", "Two Concealed Pungs 2", "Melded Kong 1", "Self-Drawn 1"):
            assert element in words
        assert "total 99" in words

    def test_json(self, fastmj_):
        status, out, _ = fastmj_("explain", "19m19p19s1234567z+1m", "--seat", "S", "--discarder", "E", "--json")
        assert status == 0
        found = json.loads(out)
        assert (found["hand"], found["rules"], found["status"]) == ("19m19p19s1234567z+1m", "mcr", "ok")
        assert (found["total"], found["raw"], found["limit"]) == (88, 88, False)
        (line,) = found["elements"]
        assert (line["element"], line["number"], line["count"], line["points"]) == ("Thirteen Orphans", "7", 1, 88)
        assert line["made_by"]["whole_hand"]
        assert [line["because"]["words"] for line in found["not_counted"]] == ["not beside 7 Thirteen Orphans"] * 3
        assert found["payments"] == [-96, 112, -8, -8]

    @pytest.mark.parametrize("case", case_data.load("mcr_fixtures")[::20], ids=lambda case: case.id)
    def test_every_kind_of_context(self, fastmj_, case):
        arguments = ["--json"]
        for name, value in case.context.items():
            flag = "--" + name.replace("_", "-")
            if value is True:
                arguments.append(flag)
            elif value not in (False, None, ""):
                arguments += [flag, value]
        for name, value in case.options.items():
            arguments += ["--set", f"{name}={json.dumps(value)}"]
        status, out, _ = fastmj_("explain", case.hand, *arguments)
        assert status == 0
        found = json.loads(out)
        assert (found["status"], found["total"]) == (case.statuses[0], case.total)

    def test_other_dialects(self, fastmj_):
        status, out, _ = fastmj_("explain", "(F1F1F1F1)W1W2W3W4W5W6B2B2B3B3+B2", "--dialect", "botzone", "--json")
        assert status == 0
        points = {line["element"]: line["points"] for line in json.loads(out)["elements"]}
        assert points["Concealed Kong"] == 2

    def test_pictures_or_letters(self, fastmj_):
        status, out, _ = fastmj_("explain", "[123m](1111z)456p77s23s+1s", "--rules", "imj", "--seat", "E")
        assert status == 0
        assert "🀐🀑🀒   123s   chow, won with 1s" in out
        status, out, _ = fastmj_("explain", "[123m](1111z)456p77s23s+1s", "--rules", "imj", "--ascii")
        assert status == 0
        assert out.isascii()
        assert "123s   chow, won with 1s" in out

    def test_chinese_names(self, fastmj_):
        _, out, _ = fastmj_("explain", self.HAND, "--names", "zh", "--ascii")
        assert "大四喜" in out
        _, out, _ = fastmj_("explain", self.HAND, "--names", "zh", "--json")
        assert json.loads(out)["elements"][0]["element"] == "大四喜"
        status, _, _ = fastmj_("explain", self.HAND, "--names", "fr")
        assert status == 2

    @pytest.mark.parametrize("hand", ["123m456p77s23s789m+9m", "[234m]11p234p56567s+7s"])
    def test_no_win_and_too_little_are_answers(self, fastmj_, hand):
        status, out, err = fastmj_("explain", hand)
        assert (status, err) == (0, "")
        assert out

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["1x"], 1),
            (["123m"], 1),
            (["11111m"], 1),
            ([HAND, "--seat", "E", "--discarder", "E"], 1),
            ([HAND, "--seat", "X"], 2),
            ([HAND, "--set", "x=1"], 2),
            ([], 2),
            ([HAND, HAND], 2),
        ],
    )
    def test_faults(self, fastmj_, arguments, status):
        ended, out, err = fastmj_("explain", *arguments)
        assert (ended, out) == (status, "")
        assert re.fullmatch(r"fastmj: .+\n", err)
