"""Why a bot did what it did: what was answered in secret is told once it lies open, and from what one may know then."""

from __future__ import annotations

from collections import Counter
from random import Random

import theomachy as th
from tests.conformance.support import answer_of
from tests.conformance.test_twins import begin
from tests.conformance.twins import Glancing, Hands, Twins, hands_of
from theomachy.answers.work import finish
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import Answer, Secret
from theomachy.engine.runtime.position import Position
from theomachy.play.opponents import Opponents, opponents_of
from theomachy.play.reasons import OWN, SEALED, SEEN, untold, why
from theomachy.play.telling import told


def planned() -> tuple[Game, Opponents, int]:
    """Heroes: the bot of seat 1 has planned where to go, and the person of seat 0 has yet to."""
    game = th.new("heroes", seed=3)
    table = opponents_of(game, {1: "greedy-1"})
    for _ in range(60):
        asked = game.position.decision
        if isinstance(asked, Secret) and asked.waiting == [0]:
            return game, table, game.here
        if not table.answer():
            game.play(game.options[0])
    raise AssertionError("nobody planned")


def test_a_sealed_plan_has_no_reason_until_all_are_done_and_then_it_has() -> None:
    game, table, node = planned()
    assert finish(why(table, node, 0)).how == SEALED
    assert finish(why(table, node, None)).how == SEALED
    assert finish(why(table, node, 1)).how == OWN, "the own seat knows its reasons at once"
    game.play(game.options[0])
    for viewer in (0, None):
        reason = finish(why(table, node, viewer))
        assert reason.how in (OWN, SEEN)
        assert reason.look is not None
        assert told(reason).sentence.startswith("Of ")
    game.undo()
    assert finish(why(table, node, 0)).how == SEALED, "it is sealed again"


def test_of_another_line_nobody_is_told_what_was_planned_there() -> None:
    game, table, node = planned()
    game.play(game.options[0])
    game.go(game.tree.nodes[node].parent)
    assert untold(game, node, 0)
    assert finish(why(table, node, 0)).how == SEALED


def played_card(position: Position, answer: Answer) -> Hands:
    """What leaves the hands by an answer."""
    after = position.clone()
    after.play(answer)
    before = hands_of(position.state)
    now = hands_of(after.state)
    return {key: before[key] - now.get(key, Counter()) for key in before}


def test_why_a_card_was_played_is_told_alike_whatever_else_the_bot_holds() -> None:
    """In pairs of games that differ in what seat 1 holds beside the card that it plays in sight of all."""
    rng, compared, offered = Random(5), 0, set[bool]()
    for n in range(40):
        position = begin("demigods", n)
        while (decision := position.decision) is not None and compared < 8:
            answer = answer_of(position, decision, rng)
            if decision.private and decision.what == "miracle" and isinstance(answer, tuple) and decision.player == 1:
                twins = Twins(position, 0, rng, played_card(position, answer))
                if twins.alive and twins.differ and twins.follow(answer):
                    reasons = []
                    for game in (twins.one, twins.other):
                        table = Opponents(game, {1: Glancing(1)})
                        reasons.append(finish(why(table, game.here, 0)))
                    assert reasons[0].how in (SEEN, SEALED)
                    assert told(reasons[0]) == told(reasons[1])
                    compared += reasons[0].look is not None
                    offered.add(len({g.tree.nodes[0].position.state.hands[1] for g in (twins.one, twins.other)}) == 2)
            position.play(answer)
        if compared == 8:
            break
    assert compared == 8
    assert True in offered, "they hold other cards"


def test_no_reason_names_an_option_that_the_viewer_could_not_imagine() -> None:
    """The options beside the answer are those of a world that the viewer imagines, not of the real hand."""
    game = th.new("mythic_battles", players=2, seed=3)
    table = opponents_of(game, {1: "greedy-1"})
    seen = 0
    while seen < 3:
        due = table.due
        asked, here = game.position.decision, game.here
        if due is None:
            game.play(game.options[-1])
            continue
        hidden = asked is not None and asked.private
        table.answer()
        node = next(n for n in game.tree.path(game.here) if game.tree.nodes[n].parent == here)
        if not hidden or untold(game, node, 0):
            continue
        reason = finish(why(table, node, 0))
        if reason.how == SEEN and reason.look is not None:
            seen += 1
            assert reason.position is not None
            assert reason.position is not game.tree.nodes[here].position
            assert reason.position.decision is not None
            assert {look.option for look in reason.others} <= {*reason.position.decision.options}
