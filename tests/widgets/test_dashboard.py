"""The dashboard as widgets: one redrawing a click, small updates, errors that are seen, and no channel left open."""

from __future__ import annotations

import asyncio
import json
import threading
from random import Random
from typing import Any

import ipywidgets
import pytest
from ipywidgets.widgets.widget import _instances

import theomachy as th
from tests.engine.walks import game as pocket
from theomachy.engine.game import save
from theomachy_widgets import dashboard as module
from theomachy_widgets import reruns
from theomachy_widgets.dashboard import Dashboard

pytestmark = pytest.mark.usefixtures("no_widget_is_left")


def made(**options: Any) -> Dashboard:
    game = options.pop("game", None) or pocket(seed=7)
    return Dashboard(game, **{"renderer": "svg", **options})


def test_a_click_redraws_once_and_sends_only_what_has_changed() -> None:
    dash = made()
    dash.game.play((0, 0), (1, 0))
    sent: list[str] = []
    for each in dash.regions.values():
        each.send_state = lambda key=None: sent.extend([key] if isinstance(key, str) else key or ())
    before = dash.renders
    dash.do("hot", i=1)
    assert dash.renders == before + 1
    assert sent == ["decision"]
    sent.clear()
    dash.do("glance", k=None)
    assert sent == []


def test_the_same_game_in_two_dashboards() -> None:
    game = pocket(seed=7)
    one, two = made(game=game, view=0), made(game=game, view=1)
    one.do("answer", i=0)
    assert game.position.log()
    assert (one.regions["foot"].timeline["last"], two.regions["foot"].timeline["last"]) == (1, 0)  # a bid is secret
    two.do("answer", i=0)
    assert one.regions["foot"].timeline["last"] == two.regions["foot"].timeline["last"] == 2
    assert (one.view_state.stamp, two.view_state.stamp) == (2, 1)  # what the first did in secret made nothing stale
    two.close()
    one.do("undo")
    one.do("undo")
    assert one.regions["foot"].timeline["now"] == 0


def test_who_is_not_on_the_screen_is_drawn_once_when_it_is_seen() -> None:
    """Of six dashboards of a game a click draws the one on the screen; the others catch up, once."""
    game = pocket(seed=7)
    first, *others = six = [made(game=game) for _ in range(6)]
    for each in others:
        each._heard(None, {"do": "seen", "by": "page", "on": False}, None)
    before = [each.renders for each in six]
    for _ in range(3):
        first.do("answer", i=0)
    assert [each.renders - was for each, was in zip(six, before, strict=True)] == [3, 0, 0, 0, 0, 0]
    foot = others[0].regions["foot"]
    assert foot.timeline["last"] < first.regions["foot"].timeline["last"]
    others[0]._heard(None, {"do": "seen", "by": "page", "on": True}, None)
    others[0]._heard(None, {"do": "seen", "by": "page", "on": True}, None)
    assert others[0].renders == before[1] + 1
    assert foot.timeline == first.regions["foot"].timeline
    # One of two pages shows it; a click in it is always drawn; what is no such message changes nothing.
    others[1]._heard(None, {"do": "seen", "by": "another page", "on": True}, None)
    others[2]._heard(None, {"do": "seen", "by": ["page"], "on": 1}, None)
    others[3].do("undo")
    assert [each.renders - was for each, was in zip(others, before[1:], strict=True)] == [2, 2, 0, 1, 0]


def test_an_error_is_a_sentence_in_the_strip() -> None:
    dash = made()
    dash.do("faces", text="zzz")
    assert dash.regions["bar"].bar["error"]
    dash.do("calm")
    assert dash.regions["bar"].bar["error"] == ""


def test_what_is_to_be_known_of_the_file_stands_above_the_board_until_it_is_read() -> None:
    raw = json.loads(th.new("demigods", seed=7).save())
    raw["nodes"][2][3] = ["raise", 3]
    game = save.load(json.dumps(raw))
    dash, locked = Dashboard(game), Dashboard(game, view=0, locked=True)
    assert dash.regions["bar"].bar["notice"] == game.notice
    assert "Answer 3: " in game.notice
    assert locked.regions["bar"].bar["notice"].startswith("This game was saved by")
    assert "Answer" not in locked.regions["bar"].bar["notice"]
    dash.do("told")
    assert dash.regions["bar"].bar["notice"] == ""


def test_an_error_while_drawing_is_shown_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    dash = made()

    def broken(_: Any) -> Any:
        raise KeyError("lost")

    monkeypatch.setattr(module, "models", broken)
    dash.do("undo")
    assert "Something went wrong: KeyError" in dash.regions["bar"].bar["error"]
    assert "broken" in dash.control.faults[-1]


def test_changes_in_a_loop_are_drawn_together() -> None:
    dash = made()

    async def cell() -> int:
        rng = Random(3)
        for _ in range(30):
            dash.game.play(rng.choice(dash.game.options))
        before = dash.renders
        await asyncio.sleep(module.PAUSE * 2)
        return before

    start = dash.renders
    drawn = asyncio.run(cell())
    assert drawn - start < 25
    assert dash.regions["foot"].timeline["last"] == len(dash.game.tree.line(dash.game.here)) - 1


def test_clicks_from_several_threads_do_not_meet() -> None:
    dash = made()
    dash.game.play((0, 0), (1, 0))

    def clicks() -> None:
        for _ in range(15):
            dash.do("confirm")
            dash.do("undo")

    threads = [threading.Thread(target=clicks) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert dash.control.faults == []
    path = dash.game.tree.path(dash.game.here)
    assert path[0] == 0
    assert dash.regions["foot"].stamp == dash.view_state.stamp


def test_two_hundred_runs_of_a_cell_leave_one_dashboard(monkeypatch: pytest.MonkeyPatch) -> None:
    game, before = pocket(seed=7), len(_instances)
    first = 0
    for run in range(200):
        monkeypatch.setattr(reruns, "_cell", lambda run=run: ("cell-1", f"run-{run}"))
        made(game=game)
        first = first or len(_instances) - before
    assert len(_instances) - before == first
    assert len(game._listeners) == 1
    for dash in reruns._shown.pop("cell-1")[1]:
        dash.close()
    assert len(_instances) == before
    assert game._listeners == []


def test_two_dashboards_of_one_run_live_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reruns, "_cell", lambda: ("cell-2", "run-1"))
    game = pocket(seed=7)
    one, two = made(game=game, view=0), made(game=game, view=1)
    assert not one.closed
    assert not two.closed
    for dash in reruns._shown.pop("cell-2")[1]:
        dash.close()


def test_the_canvas_dashboard_closes_everything_too() -> None:
    before = len(_instances)
    dash = made(renderer="canvas")
    assert len(_instances) > before + 10
    dash.close()
    dash.close()
    assert len(_instances) == before


def test_it_displays_as_a_widget_a_picture_and_a_text() -> None:
    data = made()._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"]


def test_nothing_hidden_is_in_the_state_of_the_widgets() -> None:
    game, rng = pocket(seed=7), Random(4)
    while not game.over and not (game.state.hands[1] and game.state.turn > 2):
        game.play(rng.choice(game.options))
    mine = made(game=game, view=0)
    state = json.dumps(ipywidgets.Widget.get_manager_state(widgets=None)["state"], default=str)
    for told in (t for t in mine.control.moment.story if t.event.secret and t.event.secret[0] == 1):
        assert told.event.text not in state
    assert mine.regions["side"].hand.get("seats", [{"seat": 0}])[0]["seat"] == 0


def test_wrong_options_say_what_there_is() -> None:
    with pytest.raises(ValueError, match="auto, light, dark"):
        made(theme="sepia")
    with pytest.raises(ValueError, match="canvas or svg"):
        made(renderer="gl")
    with pytest.raises(LookupError, match="Aglaia"):
        made(view="nobody")


def test_the_theme_of_the_page_reaches_the_board() -> None:
    for renderer in ("canvas", "svg"):
        dash = made(renderer=renderer)
        dash.do("shown", theme="dark")
        assert dash.board.theme == "dark"
        dash.do("theme", theme="light")
        assert dash.board.theme == "light"
        dash.close()


def test_a_click_on_the_board_plays() -> None:
    dash = made()
    dash.game.play((0, 0), (1, 0))
    own = dash.game.state.owner.index(dash.game.position.decision.player)
    before = len(dash.game.position.log())
    dash.board._hear({"event": "pick", "target": f"area:{own}", "stamp": dash.board.widget.stamp})
    assert len(dash.game.position.log()) > before or dash.view_state.picked == [f"area:{own}"]
    assert dash.view_state.error == ""
