"""``fastmj warm`` and ``fastmj kernel``."""

import re
from pathlib import Path

import fastmj


def test_warm(fastmj_):
    status, out, err = fastmj_("warm", "mcr", "mcr:online", "--rules-only")
    assert (status, err) == (0, "")
    assert re.fullmatch(r"mcr +ready after [\d.]+ s\nmcr:online +ready after [\d.]+ s\n", out)
    assert fastmj_("warm", "riichi")[0] == 2
    status, out, _ = fastmj_("warm")
    assert [line.split()[0] for line in out.splitlines()] == [*fastmj.rules.names(), "analysis"]
    assert fastmj_("warm", "-q") == (0, "", "")


def test_kernel(fastmj_):
    status, out, err = fastmj_("kernel", "mcr:online")
    assert (status, err) == (0, "")
    first, _, text = out.partition("\n")
    assert first.startswith("# ")
    assert Path(first[2:]).read_text("utf-8") == text
    compile(text, first[2:], "exec")
    assert fastmj_("kernel", "mcr")[1].partition("\n")[2] != text
    assert fastmj_("kernel", "riichi")[0] == 2
