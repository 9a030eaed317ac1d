"""The benchmark runs and reports what it should; how fast is a matter of the night."""

import re
import sys

import pytest

from theomachy import bench
from theomachy.engine.errors import TheoError
from theomachy.engine.game.registry import games

# What is held, so that nobody loses by the way what was won; the figures themselves stand in the commits.
FAST = {"decisions": 1.05, "decisions, no past": 1.2, "clone and wake": 3.5}  # times the yardstick, on the worse game
LEAST = {
    "cthulhu_wars": FAST,
    "demigods": FAST,
    "gods_war": {"decisions": 0.5, "decisions, no past": 0.53, "clone and wake": 1.0},  # measured: 0.61, 0.65, 1.3
}

LOAD = 800  # copies of the yardstick's game that loading 400 decisions may take; measured: 415 to 690


def test_it_reports_every_figure_with_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["cthulhu_wars", "--rounds", "1", "--seeds", "1"]) == 0
    lines = [re.split(r"\s{2,}", line) for line in capsys.readouterr().out.splitlines()]
    told = {line[1]: line[2:] for line in lines if line[0] == "cthulhu_wars"}
    both = {"decisions", "decisions, no past", "games (no cap)", "games, no past (no cap)", "clone", "clone and wake"}
    assert {"decisions, no past, unseen", "playouts, cut, unseen", "walks of a search of 100"} <= set(told)
    assert both | {"menu", "explain", "save a game", "load a game"} <= set(told)
    assert any(line[0] == "catanatron" and line[1] == "games (turns 1000)" for line in lines)
    assert any(line[:2] == ["cthulhu_wars", "load a game"] and line[2].endswith(" copies") for line in lines)
    for what in both:
        figure, ratio = told[what]
        assert float(figure.split()[0].replace(",", "")) > 0, what
        assert float(ratio) > 0, what


def test_every_figure_is_positive_and_only_what_both_do_has_a_ratio() -> None:
    lines = bench.measure("demigods", rounds=1, count=1, options={"turns": 9})
    assert all(line.value > 0 for line in lines)
    with_ratio = {line.what for line in lines if line.ratio is not None}
    assert with_ratio == {
        "decisions",
        "decisions, no past",
        "decisions, no past, unseen",
        "games (turns 9)",  # the cap stands beside the figure that hangs on it
        "games, no past (turns 9)",
        "clone",
        "clone and wake",
        "clone, wake, options",
    }


def test_the_fastest_run_of_each_game_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 4.0, 10.0, 11.0, 20.0, 22.0, 30.0, 37.0])
    monkeypatch.setattr(bench, "process_time", lambda: next(clock))
    runner = bench.Runner({1: 30, 2: 60}.__getitem__, "no cap")
    for seed in (1, 2, 1, 2):
        runner.run(seed)
    assert runner.seconds == {1: 2.0, 2: 1.0}
    assert (runner.rate, runner.games, runner.length) == (30.0, 2 / 3, 45.0)


def test_runs_of_different_games_are_not_compared() -> None:
    lengths = iter([30, 31])
    runner = bench.Runner(lambda seed: next(lengths), "no cap")
    runner.run(1)
    with pytest.raises(TheoError, match="not the same twice"):
        runner.run(1)


def test_the_yardstick_plays_the_same_game_again() -> None:
    play = bench.theirs(lambda game: None)
    assert play is not None
    assert play(3) == play(3) != play(4)


def test_without_the_yardstick_there_are_figures_without_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    lines = bench.measure("demigods", rounds=1, players=2, count=1, options={"turns": 9})
    assert {line.game for line in lines} == {"demigods"}
    assert all(line.ratio is None for line in lines)


def test_a_misspelt_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["demigod"]) == 2
    assert "demigods" in capsys.readouterr().err


@pytest.mark.nightly
@pytest.mark.parametrize("slug", LEAST)
def test_random_play_holds_its_pace_beside_the_yardstick(slug: str) -> None:
    ratios = {line.what: line.ratio for line in bench.measure(slug) if line.ratio is not None}
    for what, least in LEAST[slug].items():
        assert ratios[what] >= least, (what, ratios)


@pytest.mark.nightly
@pytest.mark.parametrize("slug", games())
def test_a_saved_game_loads_in_time(slug: str) -> None:
    lines = bench.measure(slug, rounds=12, count=1)
    (copies,) = (line.value for line in lines if line.unit == "copies")
    assert copies <= LOAD
