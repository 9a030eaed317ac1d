"""The net of scenes itself: one that fails with nothing missing proves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import knockout
from tests.knockout import Scene, first_broken, of_tests


def scene(name: str, *, holds: bool) -> Scene:
    def run() -> None:
        assert holds

    return Scene(name, frozenset(), "", (), run)


def test_the_first_scene_that_fails_is_found_and_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knockout, "BROKEN", [])
    one, other = scene("holds", holds=True), scene("fails", holds=False)
    assert (first_broken([one]), first_broken([one, other, one])) == ("", "fails")
    assert knockout.BROKEN == [other]
    assert knockout.fails_anyway(other), "so the test that relies on it is told"
    assert not knockout.fails_anyway(one)


def test_a_nightly_test_is_no_scene() -> None:
    names = {
        one.name for one in of_tests(str(knockout.SCENARIOS.parents[1] / "tests" / "gods_war" / "test_knockout.py"))
    }
    assert "test_when_nobody_may_take_the_action_of_a_race" in names
    assert "test_the_greedy_bot_beats_the_random_one" not in names


def test_every_net_asks_whether_a_scene_fails_with_nothing_missing() -> None:
    folder = Path(__file__).parents[1]
    nets = [f for f in folder.glob("*/test_*.py") if f != Path(__file__) and "first_broken" in f.read_text("utf-8")]
    assert len(nets) == 5
    assert [f.name for f in nets if "broken_by_that_alone" not in f.read_text("utf-8")] == []
