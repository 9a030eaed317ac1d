"""Bots at the table of a dashboard: they answer for their seats, and what is taken back goes to a person."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from random import Random

import pytest

import theomachy as th
from tests.play.test_hot_seat import struck_at
from theomachy.engine.runtime.decision import Answer
from theomachy.play.observation import Observation
from theomachy.play.opponents import choices, opponents_of
from theomachy.play.run import record
from theomachy.play.thinking import Thinking, Thought
from theomachy_widgets import slices
from theomachy_widgets.allowance import Everybody, Served
from theomachy_widgets.asks import opponents as asks
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.library import offered
from theomachy_widgets.new_game import NewGame
from theomachy_widgets.present import ViewState, marks, models
from theomachy_widgets.present.moment import ALL, Moment


@pytest.fixture
def table() -> Iterator[Dashboard]:
    """Two players of Demigods, the second one a bot."""
    shown = Dashboard(th.new("demigods", players=2, seed=3), bots={1: "busy"}, renderer="svg")
    yield shown
    shown.close()


def asked(shown: Dashboard) -> int:
    assert shown.game.position.decision is not None
    return shown.game.position.decision.player


def until_answered(shown: Dashboard, seat: int) -> None:
    """The person answers until the bot has answered too."""
    for _ in range(25):
        nodes = shown.game.tree.path(shown.game.here)
        who = [entry.who for n in nodes if (entry := shown.game.tree.nodes[n].entry) is not None]
        if 0 in who and seat in who[who.index(0) :] and asked(shown) != seat:
            return
        shown.do("answer", i=shown.game.options[0].index)
        assert shown.view_state.error == ""
    raise AssertionError("the bot was never asked")


def test_a_bot_answers_when_it_is_asked_and_the_person_sees_his_own_hand(table: Dashboard) -> None:
    assert table.view_state.view == 0
    until_answered(table, 1)
    assert asked(table) == 0
    assert all(row["name"] != "Bronteas" for row in models(table.control.moment)["decision"].get("jumps", []))


def test_the_row_of_the_person_at_the_screen_says_you(table: Dashboard) -> None:
    until_answered(table, 1)
    rows = models(table.control.moment)["strip"]["seats"]
    assert [row["status"] for row in rows] == ["you, to act", "waits"]
    table.do("view", k=ALL)
    assert table.view_state.view == ALL
    said = models(table.control.moment)
    assert [row["status"] for row in said["strip"]["seats"]] == ["you, to act", "waits"], "bots play the others"
    assert said["bar"]["who"]["text"] == "Your turn, Aglaia"
    assert Moment(table.game, ViewState(view=ALL)).me is None, "two people sit there"


def test_taking_back_goes_to_the_last_question_of_the_person(table: Dashboard) -> None:
    until_answered(table, 1)
    end = table.game.here
    table.do("undo")
    assert asked(table) == 0
    assert table.game.here != end
    table.do("redo")
    assert table.game.here == end


def test_at_a_question_of_a_bot_nobody_else_answers_and_it_goes_on_when_told(table: Dashboard) -> None:
    until_answered(table, 1)
    tree = table.game.tree
    path = tree.path(table.game.here)
    table.game.go(next(n for n in path if tree.nodes[n].position.decision.player == 1))
    shown = models(table.control.moment)
    assert shown["decision"] == {}
    assert shown["opponents"]["due"]
    assert shown["opponents"]["waits"]
    here = table.game.here
    table.do("answer", i=0)
    assert table.view_state.error
    assert table.game.here == here
    table.do("goon")
    assert asked(table) != 1


def test_with_an_event_loop_each_action_of_a_bot_is_shown_by_itself() -> None:
    async def play() -> tuple[int, int]:
        shown = Dashboard(th.new("demigods", players=2, seed=3), bots={0: "random", 1: "random"}, renderer="svg")
        shown.do("pace", k="once")
        first = shown.renders
        for _ in range(500):
            await asyncio.sleep(0.02)
            if shown.renders > first + 4:
                break
        found = shown.renders - first, len(shown.game.tree.nodes)
        shown.close()
        return found

    renders, nodes = asyncio.run(play())
    assert renders > 3
    assert nodes > renders


class Striker:
    """A bot that attacks with all it has."""

    def choose(self, observation: Observation, rng: Random) -> Answer:
        return next((o for o in observation.options if o[0] == "attack"), observation.options[-1])


def test_one_person_against_bots_is_not_asked_what_has_one_answer() -> None:
    """Blue holds no card and is asked whether the Phoenix evades: not where nobody is there to learn that he cannot."""
    passed = []
    for people in (1, 2):
        game = struck_at().undo()
        shown = Dashboard(game, 1, bots={0: Striker()} if people == 1 else None, renderer="svg")
        if people == 2:
            game.play(Striker().choose(Observation(game.position, 0), Random()))
        entries = game.position.log()
        assert ("attack", 0) in {(e.answer[0], e.who) for e in entries if isinstance(e.answer, tuple)}
        passed.append("evade" in [e.what for e in entries])
        if people == 1:
            shown.do("undo")
            assert shown.view_state.error, "before that only the bot has answered"
        shown.close()
    assert passed == [True, False]


def test_the_form_starts_a_game_against_bots() -> None:
    form = NewGame(renderer="svg")
    form.do("begin", words=["game=demigods", "preset=island", "seed=1", "bots=person,busy"])
    assert form.error == ""
    assert form.dashboard is not None
    assert form.dashboard.view_state.bots == {1}
    form.do("begin", words=["game=demigods", "preset=island", "seed=1", "bots=person,clever"])
    assert "clever" in form.error
    form.do("begin", words=["game=demigods", "players=2", "seed=1", "bots=,,busy"])
    assert "2 seats" in form.error
    form.close()


def test_the_form_names_every_bot_that_there_is() -> None:
    assert [name for name, _ in offered("demigods")["bots"]] == [name for name, _ in choices() if name != "person"]


def test_a_bot_that_is_asked_first_answers_as_a_served_page_writes() -> None:
    """The page says how it is written to after the table was made, and before the bot answers."""
    written = list[str]()

    async def play() -> None:
        game = th.new("demigods", players=2, seed=3)
        assert game.decision is not None
        first = game.decision.player
        shown = Dashboard(game, bots={first: "busy"}, renderer="svg")
        try:
            shown.do("pace", k="once")
            shown.redraw_by(lambda write: (written.append("in a turn of the page"), write()))
            for _ in range(200):
                if asked(shown) != first:
                    break
                await asyncio.sleep(0.01)
            assert asked(shown) != first
        finally:
            shown.close()

    asyncio.run(play())
    assert written


def gods(**bots: object) -> Dashboard:
    """Three players of the Gods War, the Sky a person; the others have built their Shrines and acted."""
    game = th.new("gods_war", players=3, seed=1)
    shown = Dashboard(game, bots={1: "greedy-1", 2: "busy"} | bots, renderer="svg")  # type: ignore[arg-type]
    for _ in range(12):
        if shown.view_state.error or len(models(shown.control.moment)["opponents"]["rows"]) > 1:
            break
        shown.do("answer", i=game.options[0].index)
    return shown


def test_what_bots_did_since_ones_turn_is_told_with_its_reason_and_numbered_on_the_board() -> None:
    shown = gods()
    told = models(shown.control.moment)["opponents"]
    assert [row["n"] for row in told["rows"]] == list(range(1, len(told["rows"]) + 1))
    assert told["back"].endswith("with it")
    assert not told["due"]
    numbered = marks(shown.control.moment).proposals
    assert {each.n for each in numbered} <= {row["n"] for row in told["rows"]}
    assert numbered
    names = {1: "Storm", 2: "Darkness"}
    greedy = next(row for row in told["rows"] if row["name"] == names[1])
    busy = next(row for row in told["rows"] if row["name"] == names[2])
    shown.do("botwhy", node=greedy["node"])
    why = models(shown.control.moment)["opponents"]["why"]
    assert why["title"] == "Why did Storm do that?"
    assert why["text"].startswith("Of ")
    assert any(each.lit for each in marks(shown.control.moment).proposals) or not numbered
    shown.do("botwhy", node=busy["node"])
    assert models(shown.control.moment)["opponents"]["why"]["text"] == "No reason: it does what it can."
    shown.do("botwhy", node=busy["node"])
    assert models(shown.control.moment)["opponents"]["why"] is None
    shown.do("botwhy", node=0)
    assert "not told here" in shown.view_state.error
    shown.close()


def test_pace_pause_and_step() -> None:
    shown = gods()
    shown.do("pace", k="step")
    before = shown.game.here
    while shown.game.here == before or asked(shown) == 0:
        shown.do("answer", i=shown.game.options[0].index)
        assert shown.view_state.error == ""
    waits = models(shown.control.moment)["opponents"]
    assert (waits["due"], waits["waits"], waits["pace"]) == (True, True, "step")
    here = shown.game.here
    shown.do("botstep")
    assert shown.game.here != here
    shown.do("pace", k="once")
    shown.do("goon")
    assert asked(shown) == 0
    shown.do("pace", k="quickly")
    assert "pace" in shown.view_state.error
    shown.close()


def test_a_seat_changes_hands_by_a_click_and_one_that_nobody_plays_waits() -> None:
    shown = gods()
    shown.do("seats")
    rows = models(shown.control.moment)["opponents"]["seats"]
    assert [row["who"] for row in rows] == ["person", "greedy-1", "busy"]
    shown.do("sit", seat=1, who="nobody")
    shown.do("sit", seat=2, who="hard")
    assert shown.game.names["seats"] == "person, nobody, hard"
    for _ in range(8):
        if asked(shown) == 1:
            break
        shown.do("answer", i=shown.game.options[0].index)
    assert models(shown.control.moment)["decision"]["hidden"] == "Nobody plays Storm yet."
    shown.do("answer", i=0)
    assert "not for this view" in shown.view_state.error
    shown.do("sit", seat=1, who="person")
    assert models(shown.control.moment)["decision"]["rows"]
    shown.do("sit", seat=1, who="clever")
    assert "clever" not in shown.game.names["seats"]
    shown.close()


def test_a_screen_of_one_player_neither_takes_back_nor_says_who_plays() -> None:
    game = th.new("demigods", players=2, seed=3)
    shown = Dashboard(game, 0, bots={1: "busy"}, renderer="svg", locked=True)
    for what, more in (("takeback", {}), ("pause", {}), ("sit", {"seat": 1, "who": "person"})):
        shown.do(what, **more)
        assert "belongs to one player" in shown.view_state.error
    assert game.names["seats"] == "person, busy"
    shown.close()


def test_a_bot_that_thinks_long_is_seen_to_think_unless_that_tells_what_is_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bar comes where all lies open; a bot that holds what others may not see shows none."""
    monkeypatch.setattr(asks, "SOON", 0.0)  # how long a search takes is the machine's affair
    monkeypatch.setattr(slices, "EVERY", 0.0)

    async def bars(slug: str, options: dict[str, object], looks: int) -> list[object]:
        found: list[object] = []
        game = th.new(slug, seed=2, **options)  # type: ignore[arg-type]
        opponents_of(game, dict.fromkeys(range(len(game.seats)), "search-2000"))
        control = Controller(game, ViewState(view="spectator"))
        control.due = True
        control.redraw = lambda: found.append(models(control.moment)["opponents"]["bar"])
        control.told = control.let_bots
        control.let_bots()
        for _ in range(looks):
            await asyncio.sleep(0.02)
            if any(found):
                break
        control.stop_thinking()
        return found

    assert any(asyncio.run(bars("cthulhu_wars", {"players": 3}, 1000)))
    assert not any(asyncio.run(bars("demigods", {"preset": "island"}, 60)))


class Slow:
    """A bot that thinks in fifty pieces of ten milliseconds; it takes the last option, the first when it is hurried."""

    def choose(self, observation: Observation, rng: Random) -> Answer:
        return observation.options[-1]

    def think(self, observation: Observation, rng: Random) -> Thinking:
        for n in range(1, 51):
            until = time.perf_counter() + 0.01
            while time.perf_counter() < until:
                pass
            yield Thought(observation.options[0], n, 50)
        return Thought(observation.options[-1], 50, 50)


def at_a_slow_bot() -> Dashboard:
    """Paused at the question of a bot that thinks long."""
    game = record("demigods", ["busy", "busy"], seed=1, options={"turns": 3})
    nodes = game.tree.nodes
    asked = next(
        n
        for n in game.tree.main()[20:]
        if (question := nodes[n].position.decision) is not None and question.player == 0 and len(question.options) > 3
    )
    game.go(asked)
    shown = Dashboard(game, ALL, renderer="svg", bots={0: Slow()})
    shown.do("pause")
    return shown


def test_a_step_is_thought_out_between_the_clicks_of_others() -> None:
    async def step() -> tuple[int, float, int, bool]:
        shown, loop = at_a_slow_bot(), asyncio.get_running_loop()
        opponents_of(shown.game).paused = True
        before, longest, clicks = shown.game.here, 0.0, 0
        last = loop.time()
        shown.do("botstep")
        while shown.game.here == before and clicks < 3_000:
            await asyncio.sleep(0.002)  # another visitor's click
            longest, last, clicks = max(longest, loop.time() - last), loop.time(), clicks + 1
        played = shown.game.here - before
        for _ in range(50):
            await asyncio.sleep(0.002)
        waits = shown.control.bots_wait or shown.control.opponents.due is None
        shown.close()
        return played, longest, clicks, waits

    played, longest, clicks, waits = asyncio.run(step())
    assert played
    assert clicks > 10
    assert longest < 0.3, "half a second of thought at once"
    assert waits, "one action, and then they wait"


def test_a_second_press_of_step_does_not_begin_the_thought_anew() -> None:
    async def step() -> int:
        shown = at_a_slow_bot()
        before = shown.game.here
        for k in range(300):
            if k % 10 == 0 and shown.game.here == before:
                shown.do("botstep")
            await asyncio.sleep(0.01)
            if shown.game.here != before:
                break
        played = shown.game.here - before
        shown.close()
        return played

    assert asyncio.run(step())


def test_another_screen_lets_bots_think_when_the_one_that_did_has_gone() -> None:
    async def play() -> bool:
        here = [True]
        first = at_a_slow_bot()
        game = first.game
        screens = [first, Dashboard(game, ALL, renderer="svg")]
        table = opponents_of(game)
        try:
            screens[0].redraw_by(lambda call: call(), Served(lambda: here[0], Everybody()))
            screens[0].do("pace", k="once")
            for shown in screens:
                shown.do("goon")
            while table.thinks is None:
                await asyncio.sleep(0.01)
            assert table.thinks is screens[0].control
            here[0], before = False, game.here
            for _ in range(400):
                await asyncio.sleep(0.01)
                if game.here != before:
                    return True
            return False
        finally:
            for shown in screens:
                shown.close()

    assert asyncio.run(play())
