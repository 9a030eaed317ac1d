"""A saved game is taken along as a file, and a file of one's own is opened at an address of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.engine.walks import game as pocket
from tests.widgets.test_dashboard_control import control, do
from theomachy.engine.errors import IllegalAnswer, SaveError, UnknownName
from theomachy.play.opponents import opponents_of
from theomachy_widgets import opened as module
from theomachy_widgets.library import LARGEST
from theomachy_widgets.opened import Opened
from theomachy_widgets.share import parcel


def test_a_game_is_taken_along_and_goes_on_where_it_was() -> None:
    game, rng = th.new("demigods", players=2, seed=7), Random(3)
    opponents_of(game, {1: "busy"})
    for _ in range(9):
        game.play(rng.choice(game.options))
    file = parcel(game, "save", 0)
    assert (file.name, file.type) == ("demigods-save.json", "application/json")
    kept = Opened()
    again = kept.game(kept.take(file.data.decode()))
    assert (again.here, len(again.tree.nodes)) == (game.here, len(game.tree.nodes))
    assert again.save() == game.save()
    assert opponents_of(again).words == opponents_of(game).words, "who plays each seat is in it"
    with pytest.raises(IllegalAnswer, match="holds everything"):
        parcel(game, "save", "spectator")


def test_a_screen_of_one_seat_saves_nothing() -> None:
    table = pocket(seed=7)
    mine = control(table, view=0, locked=True)
    do(mine, "share", kind="save")
    assert mine.parcel is None
    assert "holds everything" in mine.view_state.error
    host = control(table)
    do(host, "share", kind="save")
    assert host.parcel is not None


def test_what_is_no_saved_game_is_refused_in_a_sentence() -> None:
    kept, told = Opened(), list[dict[str, Any]]()
    for text in ("", "{}", "[1]", "{" * 1_000, "\ud800", '{"format": 1}', '{"a": 1, "a": 2}'):
        with pytest.raises(SaveError):
            kept.take(text)
    with pytest.raises(SaveError, match="larger than 4 MiB"):
        kept.take(" " * (LARGEST + 1))
    for message in (
        {"do": "open", "text": "{}"}, {"do": "open", "stamp": 0}, {"do": "open", "stamp": 0, "text": 7},
        {"do": "take", "stamp": 0, "text": "{}"}, {"do": "__class__", "stamp": 0}, None, [],
        {"do": "open", "text": "\ud800"},
    ):  # fmt: skip
        kept.hear(message, told.append)
    assert [each["do"] for each in told] == ["refused"] * 8
    assert all(each["text"].endswith(".") for each in told)
    with pytest.raises(UnknownName, match="open its file once more"):
        kept.game("nothing")


def test_only_so_much_is_kept_and_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    text, told = th.new("demigods", seed=7).save(), list[dict[str, Any]]()
    monkeypatch.setattr(module, "MOST", 2 * len(text) + 10)
    kept = Opened()
    for _ in range(3):
        kept.hear({"do": "open", "stamp": 0, "text": text}, told.append)
    first, second, third = (each["token"] for each in told)
    assert len({first, second, third}) == 3
    with pytest.raises(UnknownName):
        kept.game(first)
    assert kept.game(third).save() == text
    kept.game(second)
    kept.take(text)
    with pytest.raises(UnknownName):
        kept.game(third)
    assert kept.game(second).save() == text, "what is looked at stays"
