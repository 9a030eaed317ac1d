"""The form of a new game in a notebook: a quick start by a click, or options; the game takes its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.widgets.typed import faults
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import games
from theomachy_widgets.library import Library, offered
from theomachy_widgets.new_game import NewGame


@pytest.fixture
def form() -> Any:
    begun: list[Game] = []
    made = NewGame(begun.append, renderer="svg")
    yield made, begun
    made.close()


def test_a_quick_start_is_played_in_place_of_the_form(form: Any) -> None:
    made, begun = form
    made.do("begin", words=["game=demigods", "preset=island", "seed=7"])
    assert made.error == ""
    assert begun == [made.game]
    assert (made.game.names["title"], made.game.seed) == ("The island", 7)
    assert made.playing
    assert made.dashboard.game is made.game
    made.do("another")
    assert not made.playing


def test_options_of_the_form_reach_the_game(form: Any) -> None:
    made, _ = form
    words = ["game=heroes", "players=2", "seed=1", "o.factions=demons,cultists", "o.rounds=5"]
    made.do("begin", words=words)
    assert made.game.system.options == {"factions": ["demons", "cultists"], "rounds": 5}


def test_a_word_for_each_of_eleven_seats_reaches_the_game(form: Any) -> None:
    made, _ = form
    rows = {row["name"]: [word for word, _ in row["words"]] for row in offered("cthulhu_wars")["choices"]["11"]}
    seats = rows["factions"][::-1]
    made.do("begin", words=["game=cthulhu_wars", "players=11", "o.factions=" + ",".join(seats)])
    assert made.error == ""
    assert made.game.system.options["factions"] == seats


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game=chess"], "chess"),
        (["game=demigods", "preset=atlantis"], "atlantis"),
        (["game=demigods", "players=99999999"], "number of players"),
        (["game=demigods", "o.map=9x9"], "9x9"),
        (["game=demigods", "o.map=" + "x" * 2001], "none"),
        (["game=demigods", "preset=" + "x" * 101], "none"),
        (["game=demigods", "o.map"], "none"),
        (["game=demigods"] * 30, "none"),
        ("demigods", "nothing was done"),
    ],
)
def test_what_is_no_new_game_is_refused_in_a_sentence(form: Any, words: Any, said: str) -> None:
    made, begun = form
    made.do("begin", words=words)
    assert said in made.error
    assert begun == []
    assert made.errors == []


def test_the_model_of_the_form_is_as_promised(form: Any) -> None:
    made, _ = form
    assert faults("newgame", made.models()["newgame"]) == []
    for row in Library().model()["games"]:
        assert row["presets"] == offered(row["slug"])["presets"]
        assert len(row["presets"]) >= 2 * (row["slug"] in ("demigods", "heroes"))
        assert set(row["choices"]) == {str(n) for n in range(row["least"], row["most"] + 1)}
    assert all(title in made.words() for title in (kind.title for kind in games().values()))
