"""The page as text: whole, closed, self-contained."""

import re
from html.parser import HTMLParser

import matplotlib
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.report.scored import scored

VOID = {"meta", "link", "br"}


class Elements(HTMLParser):
    """Checks that elements are closed, and collects ids, references and texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.names, self.titles = [], [], [], set(), []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self._note(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self._note(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, self.getpos()

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.titles.append(data)

    def _note(self, tag, attributes):
        self.names.add(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "xlink:href", "src"):
                self.links.append(value)


def settings():
    return {name: value for name, value in matplotlib.rcParams.copy().items() if name != "backend"}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    pq.write_table(scored(), folder / "<scores>.parquet")
    before = settings()
    fastmj.report(folder / "<scores>.parquet", folder / "r.html", "mcr", title="Club & <i>home</i>")
    assert settings() == before
    return (folder / "r.html").read_text("utf-8")


def test_it_is_well_formed_and_loads_nothing(page):
    found = Elements(page)
    assert found.names.isdisjoint({"script", "img", "iframe", "object", "i", "b"} - {"i", "b"})
    assert len(found.ids) == len(set(found.ids))
    assert set(found.links) <= {"data:,", *(f"#{name}" for name in found.ids)}
    assert re.findall(r"url\((?!#)|@import", page) == []
    addresses = set(re.findall(r"https?://[^\s\"'<>]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, not places


def test_what_comes_from_the_data_is_text(page):
    assert "<h1>Club &amp; &lt;i&gt;home&lt;/i&gt;</h1>" in page
    assert "&lt;scores&gt;.parquet; rule set mcr" in page
    assert "<td>&lt;b&gt;</td>" in page
    assert page.count("<b>") == page.count("</b>") == len(re.findall(r"<li>[^<]* <b>", page))


def test_parts_of_plots_tell_their_numbers(page):
    titles = Elements(page).titles
    assert "Club & <i>home</i>" in titles
    assert any(re.fullmatch(r"of the wins with .*, 100\.0% have .*", text) for text in titles)
    assert any(re.fullmatch(r"East: 40\.00% of wins, .* points", text) for text in titles)
    assert any(re.fullmatch(r"[\d.]+( to [\d.]+)? points: 1 wins, 20\.00%", text) for text in titles)


def test_colors_are_those_of_the_page(page):
    for svg in re.findall(r"<svg.*?</svg>", page, re.S):
        assert "var(--" in svg
        assert re.findall(r"#0a0b\w\w", svg) == []
        assert set(re.findall(r"#[0-9a-f]{6}\b", svg)) <= {"#000000"}
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert set(re.findall(r"var\((--\w+)\)", page)) <= set(re.findall(r"(--\w+):", style))


def test_every_plot_has_both_sizes(page):
    labels = re.findall(r'<svg class="(\w+)" viewBox="0 0 ([\d.]+) [\d.]+" role="img" aria-label="([^"]+)">', page)
    wide, narrow = ([label for size, _, label in labels if size == kind] for kind in ("wide", "narrow"))
    assert wide == narrow
    assert len(wide) == 6  # totals, elements, together, and by source, win_by, seat
    assert {(size, float(width)) for size, width, _ in labels} == {("wide", 900.0), ("narrow", 328.0)}
