"""Saved games that are read for a page: not by the process that serves; how far it is, cancelled, read on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("duckdb")
from tests.widgets.test_served import asked
from theomachy.analysis import many
from theomachy.play import record
from theomachy_widgets.folder_page import folder_page
from theomachy_widgets.reading import DONE, FAILED, Reading


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve short games of Demigods."""
    place = tmp_path_factory.mktemp("saves")
    for number in range(12):
        record("demigods", ["busy"], seed=number, players=2, options={"turns": 3}).save(place / f"{number:02}.json")
    return place


def words(page: Any) -> str:
    """All that stands on a page of Panel."""
    return " ".join(str(getattr(part, "object", "")) + str(getattr(part, "label", "")) for part in page.select())


def press(page: Any) -> None:
    """Press its only button."""
    button = next(part for part in page.select() if getattr(part, "label", "") in ("Cancel", "Read on"))
    button.clicks += 1


def test_a_page_says_how_far_it_is_and_other_processes_read(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: Any, **__: Any) -> Any:
        raise AssertionError("the process that serves plays a saved game")

    monkeypatch.setattr(many, "rows_of_save", read)
    reading = Reading(saves)
    first = folder_page(saves).panel(reading)
    assert "Saved games are looked for" in words(first) or "of 12 saved games are read" in words(first)
    second = folder_page(saves).panel(reading)
    assert reading.looks == 2
    reading.join(60)
    assert (reading.state, reading.done, reading.wanted) == (DONE, 12, 12)
    late = folder_page(saves).panel(reading)  # who comes now waits for nothing
    assert "Tempo" in words(late)
    assert "Tempo" not in words(second)  # it looks again in its own turn


def test_who_cancels_alone_ends_the_reading_and_reads_on(saves: Path) -> None:
    reading = Reading(saves)
    page, other = folder_page(saves).panel(reading), folder_page(saves).panel(reading)
    press(page)
    assert "Reading was cancelled" in words(page)
    assert not reading.over  # somebody else still looks
    press(other)
    assert reading.over
    reading.join(60)
    assert reading.state != DONE
    press(page)
    assert "Reading was cancelled" not in words(page)
    reading.join(60)
    assert reading.state == DONE
    assert "Tempo" in words(folder_page(saves).panel(reading))


def test_what_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    reading = Reading(tmp_path)
    page = folder_page(tmp_path).panel(reading)
    reading.join(60)
    assert reading.state == FAILED
    assert "There is no saved game in" in reading.why
    assert "Reading was cancelled" not in words(page)


@pytest.mark.nightly
def test_another_visitor_is_served_while_saves_are_read(saves: Path) -> None:
    found = asked("analysis", str(saves))
    assert found["other"] == 200
    assert found["meanwhile"] != DONE
    assert found["came"]
    assert found["read"] == [12, 12]
