"""URIs, and what is no filesystem."""

from pathlib import Path

import pytest

from fastmj import analyse_file, storage
from fastmj.arguments import Misuse
from fastmj.file import score_file
from tests.cli.process import run
from tests.elsewhere.alike import NAMES, ROWS


def test_other_things_than_filesystems():
    with pytest.raises(TypeError, match=r"filesystem: one of pyarrow.fs or of fsspec is needed, got 'memory'"):
        score_file("in", "out", filesystem="memory")


class TestUris:
    def test_files_of_this_machine(self, here):
        """They are paths: continued, renamed and locked as those are."""
        summary = score_file((here / "in").as_uri(), f"{here.as_uri()}/out")
        assert summary.outputs == tuple(here / "out" / name for name in NAMES)
        pattern = f"{here.as_uri()}/in/seat=?/p*.parquet"
        assert score_file(pattern, "some").outputs == tuple(Path("some") / name for name in NAMES[1:])
        assert analyse_file.analyse_file(pattern, f"{here.as_uri()}/more", ["shanten"]).rows == 2 * ROWS

    def test_names_with_blanks(self, here):
        (here / "in").rename(here / "with blanks")
        assert score_file(f"{here.as_uri()}/with%20blanks/p0.parquet", "a.parquet").rows == ROWS

    @pytest.mark.parametrize(
        ("uri", "message"),
        [
            ("nix://bucket/a.parquet", r"nix://bucket/a.parquet: .*; known are s3://, gs://.*filesystem="),
            ("nix://me:secret@bucket/a.parquet", r"^nix://bucket/a.parquet: (?!.*secret).*known"),
            ("s3:///a.parquet", r"s3:///a.parquet: .*[Bb]ucket"),
            ("s3://bucket/a b?region=x", r"s3://bucket/a b: .*parse"),
        ],
    )
    def test_what_cannot_be_meant(self, here, uri, message):
        with pytest.raises(Misuse, match=message):
            score_file(uri, "a.parquet")

    def test_on_the_command_line(self, here):
        done = run("score", "in/p0.parquet", "-o", "nix://bucket/a.parquet", cwd=here)
        assert done.returncode == 2
        assert "nix://bucket/a.parquet: Unrecognized filesystem type" in done.stderr

    @pytest.mark.slow  # it is asked three times
    def test_a_filesystem_that_does_not_answer(self, here):
        address = "s3://bucket/a.parquet?region=none&scheme=http&endpoint_override=127.0.0.1:9"
        with pytest.raises(storage.StorageError, match=r"^s3://bucket/a.parquet: .*HeadObject"):
            score_file(address, "a.parquet")
