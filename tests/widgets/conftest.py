"""Fixtures of the widgets' tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

from tests.browser.servers import CACHE
from tests.widgets.typed import faults
from theomachy_widgets.cell import CellPart
from theomachy_widgets.panels import REGIONS, Region


@pytest.fixture(autouse=True)
def pictures_are_kept_beside_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in the home of who runs them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(CACHE))


@pytest.fixture(autouse=True)
def models_are_what_their_types_say(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every model that a test sends to the browser is one that `panels/types.d.ts` describes."""
    found: list[str] = []
    region, part = Region.show, CellPart.show

    def of_region(self: Region, models: dict[str, Any], *more: Any) -> int:
        for name, model in models.items():
            if name in REGIONS[self.region] and model != getattr(self, name):
                found.extend(faults(name, model))
        return region(self, models, *more)

    def of_cell(self: CellPart, model: dict[str, Any], stamp: int = 0) -> None:
        if model != getattr(self, self.panel):
            found.extend(faults(self.panel, model))
        part(self, model, stamp)

    monkeypatch.setattr(Region, "show", of_region)
    monkeypatch.setattr(CellPart, "show", of_cell)
    yield
    assert list(dict.fromkeys(found)) == []


@pytest.fixture
def no_widget_is_left() -> Iterator[None]:
    """Close what a test has made: else the widgets of one test would be counted in another."""
    before = set(_instances)
    yield
    for key in set(_instances) - before:
        _instances[key].close()
