"""Fixtures of the widgets' tests."""

from collections.abc import Iterator

import pytest
from ipywidgets.widgets.widget import _instances


@pytest.fixture
def no_widget_is_left() -> Iterator[None]:
    """Close what a test has made: else the widgets of one test would be counted in another."""
    before = set(_instances)
    yield
    for key in set(_instances) - before:
        _instances[key].close()
