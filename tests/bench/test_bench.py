"""The benchmark runs and reports what it should; how fast is no matter of tests."""

import sys

import pytest

from theomachy import bench


def test_it_reports_every_figure_with_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["demigods", "--rounds", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = {line[12:34].strip(): line for line in lines if line.startswith("demigods")}
    assert {"decisions", "games", "clone", "clone and wake", "menu", "explain", "save a game", "load a game"} <= set(
        told
    )
    assert any(line.startswith("catanatron  copy") for line in lines)
    for what in ("decisions", "games", "clone", "clone and wake"):
        assert float(told[what].split()[-1].replace(",", "")) > 0, what
        assert told[what].split()[-2] in ("/s", "us")


def test_every_figure_is_positive_and_only_what_both_do_has_a_ratio() -> None:
    lines = bench.measure("demigods", rounds=1)
    assert all(line.value > 0 for line in lines)
    with_ratio = {line.what for line in lines if line.ratio is not None}
    assert with_ratio == {"decisions", "games", "clone", "clone and wake", "clone, wake, options"}


def test_without_the_yardstick_there_are_figures_without_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    lines = bench.measure("demigods", rounds=1, players=2)
    assert {line.game for line in lines} == {"demigods"}
    assert all(line.ratio is None for line in lines)


def test_a_misspelt_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["demigod"]) == 2
    assert "demigods" in capsys.readouterr().err
