"""Hints on any decision: the best first, with its error and reason; nobody learns from them what is hidden."""

from __future__ import annotations

import io
from random import Random

import pytest

from tests.engine.pocket import Pocket
from tests.engine.pocket_rules import DEEDS
from tests.engine.sketch import Launch, Sketch, State
from theomachy import answers
from theomachy.answers.hints import look
from theomachy.answers.looking import KEPT, MANY, Looking
from theomachy.answers.told import Hints
from theomachy.answers.walks import Walks
from theomachy.answers.work import Budget, Running, finish
from theomachy.engine.errors import RulesError
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.decision import CHANCE, Secret
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.play.bots import BusyBot
from theomachy.play.observation import Observation
from theomachy.terminal import Terminal

SOME = Budget(pieces=60)


def begun(n: int = 2) -> Position:
    system = Sketch.build(players=n)
    return Position(system, system.start())


def deed(**changes: object) -> Position:
    """Aglaia acts in the pocket game."""
    system = Pocket.build(players=2)
    s = system.start()
    s.phase, s.active = DEEDS, 0
    for name, value in changes.items():
        setattr(s, name, value)
    return Position(system, s)


# -- what is told ------------------------------------------------------------------------------------------------------
def test_the_best_is_first_with_gain_error_and_reason() -> None:
    """A ship that is launched holds an isle more at once; ending the turn gains nothing."""
    found = finish(look(begun()), Budget(pieces=250))
    first = found.best[0]
    assert first.label.startswith("Launch ")
    assert first.reason == "At once: isles +1; coins \u22121"
    assert first.gain > 0
    assert first.error is not None
    assert 0 < first.error < 1
    assert first.figure == f"+{first.gain:.1f} \u00b1 {first.error:.1f}"
    assert [(row.name, row.now, row.each) for row in found.leaves] == [("isles", 1, (2, 2, 2)), ("coins", 1, (0, 0, 0))]
    assert len(found.best) == 3


def test_walks_go_to_those_that_lead() -> None:
    position = begun()
    running = Running(look(position), Budget(pieces=250))
    while not running.go(0.0):
        pass
    found = running.latest
    assert found is not None
    n = found.options
    assert found.looked == n
    assert sum(hint.walks for hint in found.best) > 1.2 * found.walks * len(found.best) / n


def test_more_time_makes_the_error_smaller() -> None:
    errors = []
    for pieces in (20, 300):
        found = finish(look(begun()), Budget(pieces=pieces))
        assert found.best[0].error is not None
        errors.append(found.best[0].error)
    assert errors[1] < errors[0] / 1.5


def test_a_first_answer_comes_with_the_first_piece() -> None:
    running = Running(look(begun()))
    running.go(0.0)
    found = running.latest
    assert found is not None
    assert found.progress == f"looking: 1 of {found.options}"
    assert len(found.best) == 1
    assert found.best[0].error is None
    assert not found.settled


def test_the_same_seed_gives_the_same_hints_and_the_game_is_left_alone() -> None:
    position = begun(3)
    before = position.system.to_json(position.state), list(position.entries)
    assert finish(look(position), SOME) == finish(look(position), SOME)
    assert (position.system.to_json(position.state), list(position.entries)) == before


def test_what_cannot_be_told_apart_is_called_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sketch, "strength", lambda self, s: (0.0,) * len(s.coins))
    found = finish(look(begun()), Budget(pieces=150))
    assert all(hint.equal and hint.gain == 0 for hint in found.best)
    assert found.note == "All of these are equal within the error."
    assert "as good, within the error" in str(found)


def test_a_win_that_is_there_is_seen() -> None:
    """Bronteas has one army left on one island, and a flood drowns it."""
    position = deed(
        owner=[0, 0, 1, -1, -1], army=[3, 3, 1, 0, 0], hands=[(1,), ()], deck=[2, 1, 2], turn=1, coins=[0, 0]
    )
    found = finish(look(position), Budget(pieces=200))
    assert found.best[0].label.lower().startswith("invoke")
    assert [step.label for step in found.best[0].line[1:]] == ["Naxos"]
    assert found.best[0].reason == "It wins the game at once."


# -- where there is nothing to choose ----------------------------------------------------------------------------------
def test_one_option_is_told_as_such() -> None:
    system = Pocket.build(players=2)
    s = system.start()
    s.phase, s.active, s.coins, s.hands = DEEDS, 0, [0, 0], [(), ()]
    s.army = [1, 1, 0, 0, 0]
    position = Position(system, s)
    assert position.decision is not None
    assert position.decision.options == ("end",)
    found = answers.hints(Game(system, position))
    assert found.note == "One move is possible."
    assert [hint.answer for hint in found.best] == ["end"]


def test_nobody_is_asked_while_chance_is_awaited_or_the_game_is_over() -> None:
    position = begun()
    position.play("end")
    assert position.decision is not None
    assert position.decision.player == CHANCE
    assert finish(look(position)).note == "Nobody is asked: chance is next."
    assert finish(look(position, 1)).note == "This seat has nothing to decide now."
    rng = Random(1)
    while position.decision is not None:
        position.play(sample_chance(position.decision, rng))
    assert finish(look(position)).note == "The game is over: nothing is asked."


def test_who_is_not_asked_learns_nothing_and_at_once() -> None:
    assert finish(look(begun(), 1)) == Hints(1, "Ben", note="This seat has nothing to decide now.")


def test_of_very_many_options_each_gets_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Demigods' world is laid hex by hex: a hundred places."""
    system = games()["demigods"].build(players=2)
    position, rng = Position(system, system.start()), Random(0)
    while position.decision is not None and len(position.decision.options) <= 3 * MANY:
        position.play(sample_chance(position.decision, rng))
    assert position.decision is not None
    n = len(position.decision.options)
    running = Running(look(position), Budget(pieces=n + 5))
    running.go(0.0)
    assert running.latest is not None
    assert running.latest.progress == f"looking: 1 of {n}"
    while not running.go(0.0):
        pass
    assert running.latest.looked == n
    assert n > KEPT


# -- faults ------------------------------------------------------------------------------------------------------------
def test_an_option_whose_power_fails_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: Launch, s: State, me: int, a: int) -> None:
        if a > 1 and not s.active:
            raise KeyError("launch")
        s.sail(me, 6, a)

    monkeypatch.setattr(Launch, "do", broken)
    found = finish(look(begun()), Budget(pieces=120))
    assert found.best
    assert not found.fault
    assert all(hint.answer not in [("launch", isle) for isle in range(2, 6)] for hint in found.best)


def test_where_every_option_fails_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Walks, *given: object, **more: object) -> float:
        raise RulesError("Bounty is not known")

    monkeypatch.setattr(Walks, "walk", broken)
    found = finish(look(begun()))
    assert found.fault == "No hint: bots do not know this power (Bounty is not known)."
    assert str(found) == found.fault


# -- secrets -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", sorted(games()))
def test_hints_of_two_games_that_differ_in_secrets_alone_are_the_same(slug: str) -> None:
    """In the other game all that the seat cannot know is drawn anew, and so are sealed plans of others."""
    system = games()[slug].build(**games()[slug].samples()[0])
    position, rng, differ, asked = Position(system, system.start()), Random(5), 0, 0
    for given in range(160):
        decision = position.decision
        if decision is None:
            break
        if decision.player == CHANCE:
            position.play(sample_chance(decision, rng))
            continue
        seat = decision.waiting[-1] if isinstance(decision, Secret) else decision.player
        if given % 40 == 20:
            other = Position(system, system.resample(position.base, seat, Random(77)), position.entries)
            try:
                same = Observation(other, seat).options == Observation(position, seat).options
            except RulesError:
                same = False
            except Exception:  # an answer of the others was not possible in that world
                same = False
            if same:
                asked += 1
                differ += system.to_json(other.base) != system.to_json(position.base)
                budget = Budget(pieces=6)
                assert finish(look(position, seat), budget) == finish(look(other, seat), budget)
        position.play(BusyBot().choose(Observation(position), rng))
    assert asked


def test_a_sealed_plan_of_another_does_not_change_the_hints() -> None:
    system = Pocket.build(players=2)
    found = []
    for bid in (0, 2):
        position = Position(system, system.start())
        position.play((0, bid))
        found.append(finish(look(position, 1), SOME))
    assert found[0] == found[1]
    assert found[0].seat == 1
    assert {hint.answer[0] for hint in found[0].best} == {1}


def test_what_may_be_done_at_any_time_is_weighed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pocket, "weighed", ("bless",))
    position = deed(coins=[2, 2], army=[2, 2, 0, 0, 0])
    looking = Looking(position, 0)
    assert [option for option in looking.options if option[0] == "!"] == [("!", "bless", 0, 0)]
    assert looking.walks.walk(("!", "bless", 0, 0), 0) is not None
    looking.ranks = [("!", "bless", 0, 0)]
    assert [hint.label for hint in looking.told().best] == ["Aglaia: bless Kos"]


# -- where it is asked for ---------------------------------------------------------------------------------------------
def test_in_a_notebook_hints_are_a_table() -> None:
    game = Game(begun().system, begun())
    assert answers.hints(game, seconds=0.001).best
    shown = finish(look(game.position), SOME)._repr_html_()
    assert "<table>" in shown
    assert "Launch" in shown
    assert "What each would leave" in shown


def test_in_the_terminal_hints_are_lines() -> None:
    out = io.StringIO()
    game = Game(begun().system, begun())
    Terminal(game, ["hint", "hint ever", "view spectator", "hint", "view Ben", "hint", "quit"], out).run()
    text = out.getvalue()
    assert "  1  Launch" in text
    assert "how many seconds is a number" in text
    assert "who only looks on gets no hints" in text.lower()
    assert "This seat has nothing to decide now." in text
