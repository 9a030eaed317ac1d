"""What the public face says of itself is so: the examples in its docstrings run."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

import theomachy
from theomachy.engine.authoring import editor
from theomachy.engine.game import game


@pytest.mark.parametrize(("module", "least"), [(theomachy, 6), (game, 5), (editor, 3)])
def test_the_examples_run(module: ModuleType, least: int) -> None:
    found = doctest.testmod(module)
    assert found.attempted >= least
    assert found.failed == 0
