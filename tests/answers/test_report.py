"""Chances, graph, turning points and luck of a game: what is measured, what is said of it, and what is not."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.play.support import Coins, Heap
from theomachy.answers.chance import Chance, chance
from theomachy.answers.graph import Graph, Point, graph, points_of
from theomachy.answers.luck import luck
from theomachy.answers.turning import OPTIONS, Turning, Weighed, _sign, turnings
from theomachy.answers.work import Budget, finish
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import choose
from theomachy.engine.runtime.position import Position
from theomachy.play.run import record


@cache
def played() -> Game:
    return record("cthulhu_wars", ["busy", "busy", "busy"], seed=5)


def test_a_chance_has_an_error_that_shrinks_and_shares_that_make_one() -> None:
    position = th.new("demigods", players=2, seed=1, preset="island").position
    few, many = finish(chance(position, walks=10)), finish(chance(position, walks=60))
    assert few is not None
    assert many is not None
    assert (few.walks, many.walks) == (10, 60)
    assert sum(many.shares) == pytest.approx(1)
    assert 0 < many.errors[0] < few.errors[0]
    assert finish(chance(position, walks=10)) == few, "the same luck"
    assert finish(chance(position, walks=10, seed="other")) != few


def test_a_game_that_is_over_has_no_error() -> None:
    game = record("heroes", ["busy", "busy"], seed=5)
    found = finish(chance(game.position))
    assert found is not None
    assert found.exact
    assert [found.shares[seat.index] for seat in game.seats if seat.name in game.winners] == [1.0]
    assert found.told(0) in ("100 %", "0 %")


def test_the_chance_of_a_seat_tells_nothing_of_what_it_cannot_know() -> None:
    """Two games that differ in hands of others alone give the same figures."""
    game = record("mythic_battles", ["random", "random"], seed=4)
    base = game.tree.nodes[len(game.tree.nodes) // 2].position.base
    system = game.system
    twin = system.resample(base, 0, Random(8))
    assert system.to_json(twin) != system.to_json(base)
    one, other = (finish(chance(Position(system, state), 0, walks=6)) for state in (base, twin))
    assert one == other


def test_a_graph_grows_from_the_last_turn_and_is_then_refined() -> None:
    game = played()
    points = points_of(game)
    assert points[-1].node == game.tree.main()[-1]
    assert [p.node for p in points] == sorted(p.node for p in points)
    begun = finish(graph(game), Budget(pieces=15))
    assert 1 <= begun.measured < len(points)
    assert begun.points[-1].chance is not None
    assert begun.points[0].chance is None
    assert begun.swings(0) == [], "nothing is said of what is not measured on both sides"
    whole = finish(graph(game, walks=16))
    assert (whole.measured, whole.walks) == (len(points), 16)


def test_a_point_that_cannot_be_played_out_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from theomachy.answers import chance as module
    from theomachy.engine.errors import RulesError

    def fails(*_: object) -> None:
        raise RulesError("the rules break down")

    monkeypatch.setattr(module, "played_on", fails)
    found = finish(graph(played(), walks=4))
    assert all(point.fault.endswith("could not be played out: the rules break down") for point in found.points[:-1])
    assert found.measured == 1, "the end is known"


def test_turning_points_are_decisions_with_their_options() -> None:
    game = record("demigods", ["busy", "busy"], seed=5, options={"turns": 24})
    found = finish(graph(game, walks=12))
    told = finish(turnings(game, found, 0, most=1))
    assert len(told) == 1
    (one,) = told
    assert game.tree.nodes[one.after].parent == one.node
    assert one.start.apart(one.end, 0)
    if one.options:
        assert sum(option.taken for option in one.options) == 1
        asked = game.tree.nodes[one.node].position.decision
        assert asked is not None
        assert {option.answer for option in one.options} <= set(asked.options)


def swung(position: Position, *answers: object) -> list[Turning]:
    """What is told of a game of one turn whose first chance was quite another than the last one."""
    game = Game(position.system, position)
    points = [Point(game.here, 1)]
    for given in answers:
        game.play(next(option for option in game.options if option.value == given))
    points.append(Point(game.here, 1, finish(chance(game.position))))
    assert points[1].chance is not None
    first = 0.98 if points[1].chance.shares[0] < 0.9 else 0.2
    points[0].chance = Chance((first, 1 - first), (0.01, 0.01), 50)
    return finish(turnings(game, Graph(points, walks=50), 0, most=1))


def test_the_best_of_a_glance_at_all_others_are_weighed() -> None:
    """Of forty coins one is good: it is found wherever it lies, and its taker is told of it."""
    for good in (3, 18, 37):
        (one,) = swung(Coins.at(good), 7, "well")
        assert len(one.options) == 1 + OPTIONS
        assert one.better is not None
        assert one.better.answer == good
        assert one.sign == "??"


def asks(*questions: tuple[int, str, tuple[str, ...]]) -> Callable[[Coins, Heap], Coroutine[Any, Any, None]]:
    """The step of a game that asks just these."""

    async def step(self: Coins, s: Heap) -> None:
        for who, kind, options in questions:
            await choose(who, kind, options, "NM-TAK-001", "act")
        s.active = 1

    return step


def test_what_only_gives_something_away_is_no_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Coins, "gives_up", ("drop", "lose"))
    (one,) = swung(Coins.at(7, "drop"), 7, "well")
    assert "drop" not in [each.answer for each in one.options]
    assert len(one.options) == 1 + OPTIONS

    asked = (0, "action", ("end", "drop", "lose")), (0, "choice", ("left", "right")), (1, "action", ("well", "ill"))
    monkeypatch.setattr(Coins, "step", asks(*asked))
    (other,) = swung(Coins.at(7), "end", "left", "well")
    assert [each.answer for each in other.options] == ["left", "right"], "to end the turn was no choice"


def test_walks_give_nothing_away_where_they_can_do_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chance before a turn is ended is that after it, though one might have thrown all away in place of it."""

    async def step(self: Coins, s: Heap) -> None:
        s.left = 1 if await choose(0, "action", ("end", "drop"), "NM-TAK-001", "act") == "drop" else 50
        await choose(1, "action", ("well", "ill"), "NM-TAK-001", "say")
        s.active = 1

    monkeypatch.setattr(Coins, "step", step)
    shares = []
    for given_up in ((), ("drop",)):
        monkeypatch.setattr(Coins, "gives_up", given_up)
        found = finish(chance(Coins.at(7), walks=40))
        assert found is not None
        shares.append(found.shares[0])
    assert shares[0] < 0.9 < shares[1]


def test_a_turn_without_a_choice_and_without_dice_blames_no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Coins, "gives_up", ("drop",))
    monkeypatch.setattr(Coins, "step", asks((0, "action", ("end", "drop")), (1, "action", ("well", "drop"))))
    (one,) = swung(Coins.at(7), "end", "well")
    assert (one.who, one.sign, one.options) == (-1, "", [])


def weighed(taken: float, other: float, error: float) -> Turning:
    def of(share: float) -> Chance:
        return Chance((share, 1 - share), (error, error), 50)

    options = [Weighed("a", "A", of(taken), taken=True), Weighed("b", "B", of(other))]
    return Turning(3, of(0.5), of(0.4), 1, 2, 0, options=options)


@pytest.mark.parametrize(
    ("taken", "other", "error", "sign"),
    [(0.8, 0.4, 0.05, "!!"), (0.5, 0.4, 0.05, "!"), (0.4, 0.5, 0.05, "?"), (0.4, 0.7, 0.05, "??"), (0.4, 0.5, 0.1, "")],
)
def test_a_difference_within_the_error_gets_no_sign(taken: float, other: float, error: float, sign: str) -> None:
    one = weighed(taken, other, error)
    assert _sign(one) == sign
    assert (one.better is not None) == sign.startswith("?")


def test_luck_is_what_was_rolled_less_what_was_to_be_expected() -> None:
    game = record("demigods", ["busy", "busy"], seed=5, options={"turns": 24})
    found = luck(game)
    assert found.fights
    assert found.what == "hit"
    assert found.total(0) == pytest.approx(sum(f.by[0][0] - f.by[0][1] for f in found.fights if 0 in f.by))
    assert all(f.title for f in found.fights)
