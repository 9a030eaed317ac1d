"""Sealed plans: several players answer as many questions as they like, and nobody sees anything before all are done."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.bare import begin, play
from theomachy.engine.errors import IllegalAnswer, RulesError
from theomachy.engine.game import document
from theomachy.engine.runtime.decision import CHANCE, Decision, Secret, checkpoint, choose, sealed, simultaneous, some

RULE = "PG-OMN-001"


async def route(me: int, areas: list[int]) -> list[int]:
    """A plan of any length: areas in the order in which they are entered."""
    return [area async for area in some(me, "area", lambda: [a for a in areas if a != 9], RULE, "route", most=3)]


async def planning(s: Any) -> None:
    s.routes = await sealed({p: route(p, [1, 2, 3]) for p in s.players}, RULE, "plans")
    s.done = True


def seen(position: Any, viewer: int | None) -> list[Any]:
    return [entry.answer for entry in position.seen_by(viewer)]


def test_everybody_plans_as_long_as_he_likes_in_any_order():
    position = begin(planning, players=[0, 1, 2], routes={})
    play(position, (1, 2), (0, 1), (1, 3), (1, "done"), (0, "done"), (2, "done"))
    assert position.state.routes == {0: [1], 1: [2, 3], 2: []}


def test_nothing_of_a_plan_is_seen_by_others_not_even_how_many_answers_there_are():
    position = begin(planning, players=[0, 1], routes={})
    play(position, (1, 2), (1, 3), (0, 1), (1, "done"))
    assert seen(position, 1) == [(1, 2), (1, 3), (1, "done")]
    assert seen(position, 0) == [(0, 1)]
    assert seen(position, None) == []
    play(position, (0, "done"))
    assert len(seen(position, None)) == 5


def test_who_is_done_is_asked_no_more():
    position = begin(planning, players=[0, 1], routes={})
    play(position, (0, "done"))
    assert {answer[0] for answer in position.decision.options} == {1}
    with pytest.raises(IllegalAnswer):
        position.play((0, 1))


def test_where_the_first_player_has_nothing_to_plan_the_next_one_is_asked():
    async def rule(s: Any) -> None:
        s.given = await sealed({0: choose(0, "area", [4], RULE, "only"), 1: route(1, [1, 2])}, RULE, "x")
        s.done = True

    position = begin(rule, players=[0, 1], given={})
    assert position.decision.player == 1
    play(position, (1, 2), (1, "done"))
    assert position.state.given == {0: 4, 1: [2]}


def test_a_plan_that_asks_nothing_is_done_at_once():
    async def rule(s: Any) -> None:
        s.given = await sealed(
            {0: choose(0, "area", [4], RULE, "only"), 1: choose(1, "area", [5], RULE, "only")}, RULE, "x"
        )
        s.done = True

    position = begin(rule, given={})
    assert position.decision is None
    assert position.state.given == {0: 4, 1: 5}


def test_the_questions_of_a_plan_may_have_names_of_their_own():
    """A save says of each answer which question of the plan it answers."""

    async def plan(me: int) -> int:
        first = await choose(me, "number", [1, 2], RULE, "how many")
        return int(first + await choose(me, "number", [10, 20], RULE, "how far"))

    async def rule(s: Any) -> None:
        s.given = await sealed({0: plan(0), 1: plan(1)}, RULE, "plans")
        s.done = True

    position = begin(rule, given={})
    asked = position.decision
    assert isinstance(asked, Secret)
    assert [document.asked_by(asked, (0, 1)), document.asked_by(asked, "x")] == ["how many", "plans"]
    play(position, (0, 1))
    assert document.asked_by(position.decision, (0, 10)) == "how far"


def test_marks_inside_a_plan_are_passed_by():
    async def plan(me: int) -> list[int]:
        found = []
        for _ in range(4):
            await checkpoint()
            found.append(await choose(me, "number", [1, 2], RULE, "n"))
        return found

    async def rule(s: Any) -> None:
        s.given = await sealed({0: plan(0), 1: plan(1)}, RULE, "x")
        s.done = True

    position = begin(rule, given={})
    play(position, *[(p, n) for n in (1, 2, 1, 2) for p in (0, 1)])
    assert position.state.given == {0: [1, 2, 1, 2], 1: [1, 2, 1, 2]}


def test_a_plan_may_not_ask_another_or_throw_dice():
    async def rule(s: Any) -> None:
        await sealed({0: choose(CHANCE, "area", [1, 2], RULE, "x"), 1: choose(1, "area", [1, 2], RULE, "x")}, RULE, "x")

    with pytest.raises(RulesError, match="asks another"):
        _ = begin(rule).decision


def test_what_is_kept_from_others_stays_so_after_all_are_done():
    async def rule(s: Any) -> None:
        plans = {p: choose(p, "card", [1, 2], RULE, "card", owner=p) for p in (0, 1)}
        s.given = await sealed(plans, RULE, "x")
        s.then = await choose(0, "area", [1, 2], RULE, "then")
        s.done = True

    position = begin(rule, given={}, then=0)
    play(position, (0, 1), (1, 2))
    assert seen(position, 0) == [(0, 1), None]
    assert seen(position, None) == [None, None]


def test_one_secret_choice_a_player_is_a_plan_of_one_question():
    async def rule(s: Any) -> None:
        s.bids = await simultaneous({0: [0, 1], 1: [0]}, RULE, "bid")
        s.done = True

    position = begin(rule, bids={})
    assert isinstance(position.decision, Decision)
    play(position, (1, 0), (0, 1))
    assert position.state.bids == {0: 1, 1: 0}


def test_any_number_then_done():
    async def rule(s: Any) -> None:
        async for area in some(0, "area", lambda: s.left, RULE, "from", least=1, most=3):
            s.left.remove(area)
        s.done = True

    position = begin(rule, left=[1, 2, 3, 4])
    assert "done" not in position.decision.options
    play(position, 2)
    assert position.decision.options == (1, 3, 4, "done")
    play(position, 1, 4)
    assert position.state.left == [3]
    assert position.state.done
    assert play(begin(rule, left=[1, 2]), 2, "done").state.left == [1]
    assert begin(rule, left=[]).state.done
