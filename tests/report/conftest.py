"""Plots take two seconds a page: most tests do without."""

import pytest

from fastmj.report import plots


@pytest.fixture
def no_plots(monkeypatch):
    """Pages without plots."""
    for name in ("totals", "bars", "heat_map"):
        monkeypatch.setattr(plots, name, lambda *given: "")
