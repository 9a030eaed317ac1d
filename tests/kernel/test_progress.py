"""A cell in which bots play shows how far they are; elsewhere nothing is shown."""

from collections.abc import Callable
from typing import Any

import pytest

from theomachy.play import simulate
from theomachy_kernel.progress import ProgressBar

Run = Callable[..., Any]


class Screen:
    """What a front end is sent."""

    def __init__(self) -> None:
        self.shown: list[dict[str, str]] = []

    def __call__(self, data: dict[str, str], **_: Any) -> "Screen":
        self.shown.append(data)
        return self

    update = __call__


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    found = Screen()
    monkeypatch.setattr("theomachy_kernel.progress.display", found)
    return found


def test_it_is_there_before_the_first_game_and_says_how_long_it_took(screen: Screen) -> None:
    bar = ProgressBar()
    assert len(screen.shown) == 1
    bar(1, 3, 0)  # so soon after the beginning nothing new is shown
    assert len(screen.shown) == 1
    bar(3, 3, 1)
    assert "3 of 3 games" in screen.shown[-1]["text/plain"]
    assert "1 went wrong" in screen.shown[-1]["text/plain"]
    assert 'value="3" max="3"' in screen.shown[-1]["text/html"]


def test_of_long_games_it_says_how_long_the_others_will_take(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, 2.0))
    monkeypatch.setattr("theomachy_kernel.progress.perf_counter", lambda: next(clock))
    ProgressBar()(1, 4, 0)
    assert "1 of 4 games, about 6 s left" in screen.shown[-1]["text/plain"]


def test_whatever_plays_games_in_a_notebook_shows_it_unasked(cell: Run, screen: Screen) -> None:
    cell("from theomachy.play import simulate\nsimulate('pocket', 2, 'busy', players=2, seed=1).ok")
    assert "2 of 2 games" in screen.shown[-1]["text/plain"]
    before = len(screen.shown)
    cell("simulate('pocket', 2, 'busy', players=2, seed=1, progress=lambda *so_far: None).ok")
    assert len(screen.shown) == before


def test_out_of_a_notebook_there_is_none(screen: Screen) -> None:
    assert simulate("demigods", 1, "busy", players=2, options={"turns": 2}).ok
    assert not screen.shown
