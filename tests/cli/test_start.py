"""Help, version, and how little is loaded for them."""

import re
import subprocess
import sys
import time

import pytest

import fastmj
from fastmj import notation
from fastmj.cli.sample import FAMILIES
from fastmj.sample import FAMILIES as KNOWN_FAMILIES
from tests.cli.process import ENVIRONMENT, run


class TestStart:
    def test_help_is_quick_and_imports_nothing_heavy(self):
        code = (
            "import sys, fastmj.cli; status = fastmj.cli.main(['--help'])\n"
            "print([name for name in ('numba', 'pyarrow', 'numpy', 'pandas') if name in sys.modules], status)"
        )
        begun = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, timeout=60)
        assert done.stdout.splitlines()[-1] == "[] 0", done.stderr
        # 0.2 s on an idle core; the machine that runs the tests has other things to do
        assert time.perf_counter() - begun < 2

    def test_help_lists_the_commands(self):
        done = run("--help")
        assert (done.returncode, done.stderr) == (0, "")
        for command in ("score", "rules", "explain", "convert", "sample", "warm", "kernel"):
            assert re.search(rf"^│ {command} ", done.stdout, re.MULTILINE)
        assert run().stdout == done.stdout

    @pytest.mark.parametrize("command", ["score", "rules", "explain", "convert", "sample", "warm", "kernel"])
    def test_help_of_each_command_fits_80_columns(self, command, fastmj_):
        status, out, err = fastmj_(command, "--help")
        assert (status, err) == (0, "")
        assert max(map(len, out.splitlines())) <= 80
        assert out.startswith(f"Usage: fastmj {command}")

    def test_version(self, fastmj_):
        assert fastmj_("--version") == (0, f"fastmj {fastmj.__version__}\n", "")

    def test_names_in_help_are_those_of_the_package(self, fastmj_):
        assert FAMILIES.split(", ") == list(KNOWN_FAMILIES)
        _, out, _ = fastmj_("explain", "--help")
        words = " ".join(out.replace("│", " ").split())
        assert f"[choices: {', '.join(notation.DIALECTS)}]" in words


def test_python_m_fastmj():
    done = run("score")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fastmj: ")
