"""What a dashboard gives away (files, two lines side by side) and what its rules tab tells, without a browser."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from PIL import Image

import theomachy
from tests.engine.walks import game as pocket
from tests.widgets.test_dashboard_control import control, do
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import models
from theomachy_widgets.share import parcel


def forked(seed: int = 7) -> Game:
    """A game of which one line has left another."""
    game, rng = pocket(seed=seed), Random(3)
    for _ in range(12):
        game.play(rng.choice(game.options))
    game.undo(2)
    game.play(
        next(o for o in game.options if o.value != game.tree.nodes[game.tree.nodes[game.here].latest].entry.answer)
    )
    return game


def test_each_file_is_what_it_says() -> None:
    game = forked()
    page = parcel(game, "replay")
    assert (page.name, page.type) == ("pocket-replay.html", "text/html")
    assert page.data.lower().startswith(b"<!doctype html")
    strip = Image.open(io.BytesIO(parcel(game, "strip").data))
    assert (strip.format, strip.width > 300) == ("PNG", True)
    moving = Image.open(io.BytesIO(parcel(game, "gif", theme="dark").data))
    assert (moving.format, getattr(moving, "n_frames", 0) > 0) == ("GIF", True)
    with pytest.raises(IllegalAnswer, match="replay, strip, gif"):
        parcel(game, "pdf")


def test_a_seat_gives_away_only_what_it_sees() -> None:
    game, rng = theomachy.new("demigods", players=2, seed=4), Random(4)
    while not game.state.hands[1]:
        game.play(rng.choice(game.options))
    drawn = [t.text for _, t in game.story(9) if t.secret and t.secret[0] == 1]
    assert drawn
    everything, seat = (parcel(game, "replay", view).data.decode() for view in ("all", 0))
    assert all(text in everything for text in drawn)
    assert not any(text in seat for text in drawn)


def test_the_dashboard_hands_a_file_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dash = Dashboard(forked(), renderer="svg")
    sent: list[tuple[dict[str, Any], list[bytes]]] = []
    monkeypatch.setattr(dash.regions["bar"], "send", lambda content, buffers: sent.append((content, buffers)))
    dash.do("share", kind="strip").do("hot", i=0)
    ((content, (data,)),) = sent
    assert content == {"do": "save", "name": "pocket-strip.png", "type": "image/png"}
    assert data.startswith(b"\x89PNG")
    dash.do("share", kind="<b>")
    assert len(sent) == 1
    assert "not '<b>'" in dash.view_state.error
    dash.close()


def test_nothing_has_happened_yet_is_a_sentence() -> None:
    c = control()
    do(c, "share", kind="gif")
    assert c.view_state.error
    assert c.faults == []


def test_compare_opens_the_nearest_other_line_below_and_closes_it_again() -> None:
    dash = Dashboard(forked(), renderer="svg")
    here = dash.game.here
    dash.do("compare")
    assert dash._beside is not None
    assert dash._beside.pair.nodes[0] == here
    assert not dash.game.tree.nodes[dash._beside.pair.nodes[1]].children
    assert dash.widget.children == (dash._box, dash._beside.widget)
    assert dash.regions["bar"].bar["compare"]
    beside = dash._beside
    dash.do("compare")
    assert beside.closed
    assert dash.widget.children == (dash._box,)
    dash.do("compare").do("view", k=1)
    assert dash._beside is None  # what another view may not know is not left standing
    dash.do("compare")
    beside = dash._beside
    dash.close()
    assert beside is not None
    assert beside.closed


def test_there_is_nothing_to_compare_with_in_a_single_line() -> None:
    c = control()
    do(c, "compare")
    assert "no other line" in c.view_state.error
    c.view_state.locked, c.view_state.view = True, 0
    do(c, "compare")
    assert "belongs to one player" in c.view_state.error


def test_the_rules_tab_tells_open_questions_and_scenarios() -> None:
    c = control(theomachy.new("demigods", players=2, seed=1))
    do(do(c, "tab", tab="rules"), "rule", id="DG-TMP-003")
    told = models(c.moment)["lab"]["rules"]
    (question,) = told["open"]["questions"]
    assert question["name"] == "temple_neighbours"
    assert sum(choice["on"] for choice in question["choices"]) == 1
    assert any(name.endswith(".toml") for name in told["open"]["files"])
    do(c, "questions")
    asked = models(c.moment)["lab"]["rules"]
    assert 0 < len(asked["hits"]) < len(told["hits"])
    assert all(hit["q"] for hit in asked["hits"])
    assert "DG-TMP-003" in {hit["id"] for hit in asked["hits"]}
    do(c, "questions")
    assert models(c.moment)["lab"]["rules"]["hits"] == told["hits"]
