"""One door for what a browser sends: a stale click plays nothing, says so and gets a new picture."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.engine.walks import game as pocket
from theomachy.engine.errors import IllegalAnswer
from theomachy_widgets.admit import Stale, admit
from theomachy_widgets.cell import LOOKS as CELL_LOOKS
from theomachy_widgets.compare import Compare
from theomachy_widgets.control import LOOKS, OF_ONE_PLAYER, Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.lesson import LessonPlayer
from theomachy_widgets.present import ViewState

SENTENCE = "The table had changed before that click came"


def point(dash: Dashboard, area: int) -> dict[str, float]:
    """A point of an area, as the page tells it."""
    scene = dash.board.scene
    x, y = scene.ground.centre(area)
    return {"x": x / scene.width, "y": y / scene.height}


def acting(**options: Any) -> Dashboard:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    return Dashboard(game, **options)


def told(dash: Dashboard) -> str:
    return str(dash.regions["bar"].bar["error"])


def test_what_passes_the_door() -> None:
    assert admit({"do": "answer", "i": 2, "stamp": 4}, 4, frozenset()) == ("answer", {"i": 2})
    assert admit({"do": "shown", "theme": "dark"}, 4, {"shown"}) == ("shown", {"theme": "dark"})
    for stamp in (3, 5, "4", 4.0, True, None):
        with pytest.raises(Stale):
            admit({"do": "answer", "stamp": stamp}, 4, {"shown"})
    with pytest.raises(Stale):
        admit({"do": "answer"}, 4, {"shown"})
    with pytest.raises(IllegalAnswer, match="belongs to one player"):
        admit({"do": "undo", "stamp": 4}, 4, {"undo"}, {"answer"})
    for message in (None, 3, [], {}, {"do": 3}, {"do": ["answer"]}, {"do": "a b", "stamp": 4}):
        with pytest.raises(IllegalAnswer, match="does not know"):
            admit(message, 4, frozenset())


def test_only_what_looks_or_steps_needs_no_stamp() -> None:
    known = {name[3:] for name in dir(Controller) if name.startswith("do_")}
    assert known >= LOOKS
    assert known >= OF_ONE_PLAYER
    acts = known - LOOKS
    assert acts >= {"answer", "confirm", "key", "number", "jumpin", "faces", "roll", "byhand", "hot", "group", "find"}
    assert acts >= {"target", "press", "release", "pick", "stroke", "jump", "branch", "go", "eventbranch", "promote"}
    assert acts >= {"name", "line", "note", "wipe", "event", "drop", "whyaction", "whyarg", "compare"}
    # And each of them is refused, whatever else it says.
    for what in sorted(acts):
        c = Controller(pocket(seed=7), ViewState())
        c.view_state.stamp = 5
        c.handle({"do": what, "stamp": 4, "i": 0, "n": 0, "k": 0})
        assert SENTENCE in c.view_state.error, what
        assert c.stale, what
        assert c.faults == []
        assert c.game.here == 0


@pytest.mark.parametrize("renderer", ["canvas", "svg"])
def test_a_stale_click_on_the_board_plays_for_nobody(renderer: str) -> None:
    dash = acting(renderer=renderer)
    game, stamp = dash.game, dash.view_state.stamp
    own = game.state.owner.index(game.position.decision.player)
    game.play(game.options[-1])  # somebody else was quicker
    here, picked = game.here, list(dash.view_state.picked)
    if renderer == "canvas":
        dash._heard(None, {"do": "press", "stamp": stamp, **point(dash, own)}, None)
    else:
        dash.board._on_message(None, {"event": "pick", "target": f"area:{own}", "stamp": stamp}, None)
    assert (game.here, dash.view_state.picked) == (here, picked)
    assert SENTENCE in told(dash)
    # The same click on the picture that has come since is heard, and the sentence is gone.
    if renderer == "canvas":
        dash._heard(None, {"do": "press", "stamp": dash.regions["bar"].stamp, **point(dash, own)}, None)
    else:
        stamp = dash.board.widget.stamp
        dash.board._on_message(None, {"event": "pick", "target": f"area:{own}", "stamp": stamp}, None)
    assert told(dash) == ""
    dash.close()


def test_the_canvas_of_a_dashboard_plays_nothing_by_itself() -> None:
    dash = acting()
    area = dash.game.state.owner.index(dash.game.position.decision.player)
    x, y = dash.board.scene.ground.centre(area)
    here = dash.game.here
    for event in ("mouse_down", "mouse_up", "touch_start"):
        message = {"event": event, "x": 2 * x, "y": 2 * y, "touches": [{"x": 2 * x, "y": 2 * y}]}
        dash.board.canvas.top._handle_frontend_event(None, message, [])
    assert (dash.game.here, dash.view_state.picked, dash.board.errors) == (here, [], [])
    dash._heard(None, {"do": "press", "stamp": dash.view_state.stamp, **point(dash, area)}, None)
    assert dash.game.here != here or dash.view_state.picked == [f"area:{area}"]
    dash.close()


@pytest.mark.parametrize("renderer", ["canvas", "svg"])
def test_a_stale_click_is_answered_by_the_whole_picture(renderer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dash = acting(renderer=renderer)
    sent: list[str] = []
    for name, each in dash.regions.items():
        monkeypatch.setattr(each, "send_state", lambda key=None, name=name: sent.append(name))
    frames: list[int] = []
    if renderer == "canvas":
        monkeypatch.setattr(dash.board.canvas.frames, "send_frame", lambda frame: frames.append(len(frame)))
    else:
        monkeypatch.setattr(dash.board.widget, "send_state", lambda key=None: frames.append(1))
    dash._heard(None, {"do": "confirm", "stamp": dash.view_state.stamp - 1}, None)
    assert set(sent) == set(dash.regions)
    assert frames
    sent.clear()
    dash.do("hot", i=0)
    assert set(sent) <= {"side", "bar"}, "and only once"
    dash.close()


def test_every_region_tells_which_picture_it_shows() -> None:
    dash = acting()
    before = dash.view_state.stamp
    dash.do("confirm")
    assert dash.view_state.stamp > before
    assert {each.stamp for each in dash.regions.values()} == {dash.view_state.stamp}
    dash.close()


def test_two_screens_one_seat_each() -> None:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    screens = [Dashboard(game, view=seat, locked=True) for seat in range(len(game.seats))]
    asked = game.position.decision.player
    other = next(s for s in screens if s.view_state.view != asked)
    for message in (
        {"do": "confirm"},
        {"do": "answer", "i": 0},
        {"do": "press", **point(other, 0)},
        {"do": "key", "n": 1},
    ):
        here = game.here
        other._heard(None, {**message, "stamp": other.view_state.stamp}, None)
        assert game.here == here, message
    for message in ({"do": "undo"}, {"do": "jump", "k": 0}, {"do": "byhand"}, {"do": "promote"}):
        other._heard(None, {**message, "stamp": other.view_state.stamp}, None)
        assert "belongs to one player" in told(other)
    for screen in screens:
        screen.close()


def test_comparisons_and_the_editor_have_the_same_door() -> None:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    one = game.here
    game.undo().play(game.options[-1])
    game.go(0)
    pair = Compare(game, one, len(game.tree.nodes) - 1)
    stamp = pair.stamp
    pair.do("swap")
    pair._heard(None, {"do": "stand", "i": 0, "stamp": stamp}, None)
    assert SENTENCE in pair.error
    assert game.here == 0
    pair.do("stand", i=0)
    assert (pair.error, game.here) == ("", pair.pair.nodes[0])
    pair.close()

    lab = PositionEditor("demigods", players=2)
    lab.do("tool", id="terrain:2")
    stamp = lab.stamp
    lab.open(th.editor("cthulhu_wars"))  # another map altogether
    lab._heard(None, {"do": "press", "x": 0.5, "y": 0.5, "stamp": stamp}, None)
    assert SENTENCE in lab.error
    lab.close()
    assert "press" not in CELL_LOOKS | LessonPlayer.looks | Compare.looks | PositionEditor.looks


def test_a_question_why_not_ends_when_one_goes_on_and_is_asked_anew_when_others_do() -> None:
    dash = acting()
    for go_on in ("back", "undo", "confirm"):
        dash.do("why", text=dash.game.options[0].label)
        assert dash.view_state.why is not None
        if go_on == "confirm":
            dash.do("answer", i=0)
        else:
            dash.do(go_on)
        assert dash.view_state.why is None, go_on
        assert dash.regions["side"].decision, "the question of the game is seen again"
    dash.do("why", text="raise kos")
    dash.game.play(dash.game.options[0])  # from a cell, or another screen
    assert dash.view_state.why is not None
    assert "gone on meanwhile" in dash.regions["side"].why["note"]
    dash.do("why", text="raise kos")
    assert dash.regions["side"].why["note"] == ""
    dash.close()
