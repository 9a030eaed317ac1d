"""Here the only game is the pocket game."""

import pytest

from tests.engine.pocket import Pocket
from theomachy.engine.game import registry


@pytest.fixture(autouse=True)
def pocket_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"pocket": Pocket})
