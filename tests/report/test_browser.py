"""The page in a headless Chromium: nothing goes wrong, nothing is loaded, nothing sticks out."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.report.browser import browsing, find_browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed (Debian's package chromium)"),
]
WIDER = """[...document.querySelectorAll("body *")].filter(e => !e.closest("svg") && e.getBoundingClientRect().right >
document.documentElement.clientWidth + 1).map(e => e.tagName + " " + e.textContent.slice(0, 60))"""
SHOWN = """[...document.querySelectorAll("svg")].filter(e => e.getBoundingClientRect().width > 0)
.map(e => e.classList[0]).join(" ")"""
OUTSIDE = """[...document.querySelectorAll("svg text")].filter(e => { const a = e.getBoundingClientRect(),
b = e.closest("svg").getBoundingClientRect(); return a.width && (a.left < b.left - 1 || a.right > b.right + 1); })
.map(e => e.textContent)"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    with browsing(find_browser() or "", tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    hands = pa.concat_tables([fastmj.sample(20_000, seed=3), fastmj.sample(2000, "invalid", seed=3)])
    sources = [f"a source with quite a long name {i % 7}" for i in range(hands.num_rows)]
    pq.write_table(hands.append_column("source", pa.array(sources)), folder / "hands.parquet")
    summary = fastmj.score_file(folder / "hands.parquet", folder / "scores.parquet")
    fastmj.report(summary, folder / "r.html", "mcr")
    assert (folder / "r.html").stat().st_size < 3_000_000
    return folder / "r.html"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "kind"), [(1200, "wide"), (768, "wide"), (360, "narrow")])
def test_on_screen(tab, page, width, kind, scheme, tmp_path):
    tab.open(page, width, scheme)
    assert tab.told("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded") == []
    assert [each["request"]["url"] for each in tab.told("Network.requestWillBeSent")] == [page.as_uri()]
    assert tab.value("document.documentElement.scrollWidth") <= width
    assert tab.value(WIDER.replace("\n", " ")) == []
    assert set(tab.value(SHOWN).split()) == {kind}
    assert tab.value(OUTSIDE) == []
    ink = tab.value("getComputedStyle(document.querySelector('svg text')).fill")
    assert ink == tab.value("getComputedStyle(document.querySelector('dt')).color")
    tab.screenshot(tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 50_000


def test_on_paper(tab, page):
    tab.open(page, 360, "dark")
    printed = tab.pdf()
    assert printed.startswith(b"%PDF")
    assert 3 <= printed.count(b"/Type /Page\n") <= 10
    tab.call("Emulation.setEmulatedMedia", media="print")
    assert set(tab.value(SHOWN).split()) == {"wide"}
