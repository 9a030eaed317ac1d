"""The chance to win under the timeline: what it shows, who may ask, what it never tells, and when it is measured."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.conformance.support import answer_of
from tests.conformance.test_twins import begin
from tests.conformance.twins import Twins
from tests.engine.pocket_scrolls import scrolls
from tests.widgets.typed import wrong
from theomachy.answers.chance import Estimate
from theomachy.answers.work import Budget
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.game.plans import open_secret
from theomachy.play.run import record
from theomachy_widgets.asks import chance as asks
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.models import PANELS
from theomachy_widgets.present import ALL, SPECTATOR, ViewState, models

WALKS = 8


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asks, "WALKS", WALKS)
    monkeypatch.setattr(asks, "patience", lambda _: Budget(pieces=5_000))  # the same on a busy machine


@cache
def _saved() -> str:
    return record("demigods", ["busy", "busy"], seed=1, options={"turns": 8}).save()


def played() -> Game:
    return save.load(_saved())


def screen(game: Game, **looks: Any) -> Controller:
    made = Controller(game, ViewState(**looks))
    made.redraw = lambda: None
    return made


def strip(c: Controller) -> dict[str, Any] | None:
    """What the timeline shows of it, once all that is asked for has been measured."""
    c.follow_graph()
    found = models(c.moment)["timeline"]
    assert not wrong(json.loads(json.dumps(found)), PANELS["timeline"], "timeline")
    shown: dict[str, Any] | None = found["chance"]
    return shown


def test_the_menu_opens_a_graph_that_stands_where_the_turns_stand() -> None:
    c = screen(played())
    assert strip(c) is None
    assert models(c.moment)["timeline"]["menu"] == {"graph": "off", "report": "off"}
    c.do("graph")
    found = strip(c)
    assert found is not None
    line, nodes = c.moment.line, c.game.tree.nodes
    assert [spot["turn"] for spot in found["spots"]][:8] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(nodes[line[spot["k"]]].moment[0] == spot["turn"] for spot in found["spots"])
    assert all(0 <= spot["p"] <= 100 for spot in found["spots"])
    assert found["says"] == f"{WALKS} walks a turn"
    first = [spot["p"] for spot in found["spots"]]
    c.do("graphseat", i=1)
    assert [round(100 - spot["p"], 1) for spot in strip(c)["spots"]] == pytest.approx(first, abs=0.11)  # type: ignore[index]
    c.do("graph")
    assert strip(c) is None


def test_keys_go_from_swing_to_swing() -> None:
    c = screen(played())
    c.do("swing", step=1)
    assert not c.view_state.error, "a key that has nothing to do does nothing"
    c.do("graph")
    found = strip(c)
    assert found is not None
    places = [c.moment.line[found["spots"][one["at"]]["k"]] for one in found["swings"]]
    assert places, "the game has swings"
    c.do("swing", step=-1)
    assert c.game.here == places[-1]
    while c.game.here != places[0]:
        c.do("swing", step=-1)
    c.do("swing", step=-1)
    assert c.game.here == places[0]
    assert strip(c)["swings"] == found["swings"], "all of the line is still there"  # type: ignore[index]


@pytest.mark.parametrize(("looks", "text"), [
    ({"view": SPECTATOR}, "The graph of this game is for players and for who sees all."),
    ({"view": 0, "locked": True}, "The graph of this game can be read when it is over."),
])  # fmt: skip
def test_who_may_not_know_is_not_offered_it(looks: dict[str, Any], text: str) -> None:
    game = th.new("demigods", players=2, seed=1, preset="island")
    c = screen(game, **looks)
    assert models(c.moment)["timeline"]["menu"] == {"graph": "", "report": ""}
    c.do("graph")
    assert (c.view_state.error, strip(c)) == (text, None)
    c.do("report")
    assert c.view_state.error == text.replace("graph", "report")
    assert not c.view_state.report


def test_it_goes_when_somebody_looks_on_and_is_measured_anew_for_another_view() -> None:
    c = screen(played(), view=ALL)
    c.do("graph")
    strip(c)
    known = c.view_state.charted.known  # type: ignore[union-attr]
    c.do("view", k=1)
    assert strip(c) is not None
    assert c.view_state.charted.known is not known  # type: ignore[union-attr]
    assert {one.viewer for one in c.view_state.charted.known.values()} == {1}  # type: ignore[union-attr]
    c.do("view", k=SPECTATOR)
    assert strip(c) is None
    assert c.view_state.charted is None


def test_a_locked_seat_reads_it_when_the_game_is_over_and_goes_nowhere() -> None:
    c = screen(played(), view=0, locked=True)
    c.do("graph")
    found = strip(c)
    assert found is not None
    assert "cannot know is imagined" in found["note"]
    here = c.game.here
    c.do("swing", step=-1)
    assert c.game.here == here
    assert c.view_state.error


# -- what it never tells -----------------------------------------------------------------------------------------------
def twins(slug: str, n: int) -> Twins:
    """Two games of a few turns that differ in what a seat cannot know."""
    position, rng = begin(slug, n), Random(f"{slug}/{n}/chance")
    for _ in range(150):
        assert position.decision is not None
        position.play(answer_of(position, position.decision, rng))
    found = Twins(position, n % len(position.system.seats), rng)
    for _ in range(24):
        asked = found.one.position.decision
        assert asked is not None
        found.follow(answer_of(found.one.position, asked, rng))
    return found


@pytest.mark.parametrize(("slug", "n"), [("demigods", 1), ("demigods", 5), ("mythic_battles", 3)])
def test_two_games_that_differ_in_secrets_alone_have_the_same_graph(slug: str, n: int) -> None:
    pair = twins(slug, n)
    assert pair.differ
    assert pair.comparable
    one, other = (screen(game, view=pair.viewer) for game in (pair.one, pair.other))
    for c in (one, other):
        c.do("graph")
    found = strip(one)
    assert found is not None
    assert len(found["spots"]) > 5
    assert found == strip(other)
    all_seen = [screen(game) for game in (pair.one, pair.other)]
    for c in all_seen:
        c.do("graph")
    assert strip(all_seen[0]) != strip(all_seen[1]), "who sees all is told what is so"


def test_a_plan_that_another_makes_in_secret_changes_nothing() -> None:
    """The line of a seat ends where the secret begins: it is not even told that another has answered."""

    def asked(*answers: Any) -> dict[str, Any] | None:
        game, rng = Game(scrolls(2), seed=5), Random(3)
        while open_secret(game.position) is None or game.system.moment(game.state)[0] < 3:
            game.play(rng.choice(game.options))
        game.play(*answers)
        c = screen(game, view=0)
        c.do("graph")
        return strip(c)

    alone = asked()
    assert alone is not None
    assert len(alone["spots"]) > 2
    assert asked((1, 2)) == asked((1, 0)) == asked((1, 2), (1, 1)) == alone
    assert asked((0, 1)) != alone


# -- when it is measured -----------------------------------------------------------------------------------------------
def test_a_line_that_grows_costs_its_new_turns_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    walks = list[int]()
    walk = Estimate.walk

    def counted(self: Estimate) -> None:
        walks.append(1)
        walk(self)

    monkeypatch.setattr(Estimate, "walk", counted)
    c = screen(played())
    c.game.listen(lambda _, what: c.changed(what))
    c.game.go(c.game.tree.path(c.game.here)[-30])
    c.do("graph")
    found = strip(c)
    assert found is not None
    whole = len(walks)
    assert whole >= WALKS * (len(found["spots"]) - 1)
    strip(c)
    assert len(walks) == whole, "nothing is measured twice"
    c.do("jump", k=5)
    strip(c)
    assert len(walks) == whole, "one only looks elsewhere on the line"
    c.game.go(c.moment.line[-1])
    taken = c.game.tree.nodes[c.game.here].entry
    c.game.undo()
    c.game.play(next(o for o in c.game.options if taken is None or o.value != taken.answer))
    assert strip(c) is not None
    assert len(walks) <= whole + WALKS, "the new end and nothing else"


def test_it_comes_in_slices_and_stops_with_the_screen() -> None:
    async def opened() -> tuple[bool, bool, int]:
        shown = Dashboard(played())
        shown.do("graph")
        begun = shown.slices.busy("chance")
        for _ in range(400):
            await asyncio.sleep(0.01)
            if shown.regions["foot"].timeline["chance"]["says"] == f"{WALKS} walks a turn":
                break
        measured = sum(spot["p"] is not None for spot in shown.regions["foot"].timeline["chance"]["spots"])
        shown.do("graph").do("graph")
        shown.close()
        return begun, shown.slices.busy("chance"), measured

    begun, after, measured = asyncio.run(opened())
    assert begun
    assert not after
    assert measured >= 8
