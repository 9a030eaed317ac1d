"""A position is a checkpoint and its answers: clones, undo, marks and faults."""

from random import Random
from typing import Any

import pytest

from tests.engine.pocket import HARVEST, Pocket, battle, near
from tests.engine.pocket_rules import Fight
from tests.engine.walks import begin, snapshot, walk
from theomachy.engine.errors import IllegalAnswer, RulesError
from theomachy.engine.runtime import position as module
from theomachy.engine.runtime.decision import checkpoint, nested, number
from theomachy.engine.runtime.position import Position

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clone_is_equal_and_independent(seed: int) -> None:
    for position, answer in walk(seed):
        here = snapshot(position)
        twin = position.clone()
        assert snapshot(twin) == here
        twin.play(answer)
        assert snapshot(position) == here


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_at_every_decision_leads_back_to_the_beginning(seed: int) -> None:
    past: list[Any] = []
    for position, answer in walk(seed):
        past.append(snapshot(position))
        after = position.clone()
        after.play(answer)
        assert snapshot(after.undo()) == past[-1]
    while past:
        position = position.undo()
        assert snapshot(position) == past.pop()
    with pytest.raises(IllegalAnswer, match="beginning"):
        position.undo()


@pytest.mark.parametrize("seed", SEEDS)
def test_marks_inside_a_step_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CUT", 10**9)
    answers, plain, steps = [], [], {}
    for position, answer in walk(seed):
        answers.append(answer)
        plain.append(snapshot(position))
        steps[id(position.base)] = position.base  # held, since of the past few are kept
    monkeypatch.setattr(module, "CUT", 0)  # at every mark
    again = begin(2 + seed % 3)
    cuts = {}
    for answer, wanted in zip(answers, plain, strict=True):
        assert snapshot(again) == wanted
        assert snapshot(again.clone()) == wanted
        cuts[id(again.base)] = again.base
        again.play(answer)
    assert len(cuts) >= len(steps)
    assert [len(entries) for _, entries in again.segments()] == [len(e) for _, e in position.segments()]


@pytest.mark.parametrize("seed", SEEDS)
def test_checkpoints_that_were_not_kept_are_made_again(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the past every eighth is kept; whoever looks back finds all, as if each had been, and then they stay."""
    answers = [answer for _, answer in walk(seed)]
    thin = begin(2 + seed % 3)
    for answer in answers:
        thin.play(answer)
    monkeypatch.setattr(Position, "_every", 1)
    whole = begin(2 + seed % 3)
    for answer in answers:
        whole.play(answer)
    kept, segment = [], thin.past
    while segment is not None:
        kept.append(segment._base is not None)
        segment = segment.past
    assert kept[::-1] == [i % 8 == 0 for i in range(len(kept))]
    assert len(kept) > 1
    assert thin.segments() == whole.segments()
    assert all(base is again for (base, _), (again, _) in zip(thin.segments(), thin.segments(), strict=True))


def test_some_games_do_cut_inside_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CUT", 0)
    inner = 0
    for seed in SEEDS:
        for position, _ in walk(seed):
            inner += position.past is not None and position.past.inner
    assert inner > 20


# -- a rule inside another --------------------------------------------------------------------------------------------
class Wager(Pocket):
    """Each deed is a raid with a wager on it: who makes the raid names a number of coins and knows it afterwards."""

    inner = staticmethod(nested)

    async def deed(self, s: Any) -> None:
        me = s.active
        stake = await number(me, 0, 3, "PG-BAT-001", "stake")
        a, foes = me, [i for i in near(me) if s.owner[i] not in (-1, me)]
        if s.owner[a] == me and foes:
            s.fight = Fight.fresh(s.config)
            s.fight.home, s.fight.target = a, foes[0]
            await self.inner(battle(s))
            s.coins[me] += stake if s.owner[foes[0]] == me else -min(stake, s.coins[me])
        after = s.order[s.order.index(me) + 1 :]
        s.active, s.phase = (after[0], s.phase) if after else (me, HARVEST)


async def bare(rule: Any) -> None:
    await rule


def strays(system: Pocket) -> int:
    """How often, in some random games, a clone stands elsewhere than its original or goes on differently."""
    found = 0
    for seed in SEEDS:
        rng, position = Random(seed), Position(system, system.start())
        while position.decision is not None:
            twin, options = position.clone(), position.decision.options
            found += snapshot(twin) != snapshot(position)
            answer = options[int(rng.random() * len(options))]
            position.play(answer)
            if not found:
                twin.play(answer)
                found += snapshot(twin) != snapshot(position)
    return found


@pytest.mark.parametrize("cut", [0, 2, 4])
def test_marks_of_a_rule_inside_another_are_passed_by(cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CUT", cut)
    system = Wager.build(players=3)
    assert strays(system) == 0
    system.inner = bare  # type: ignore[assignment]
    assert strays(system) > 0  # the stake is forgotten where a mark is taken


def test_a_nested_rule_gives_its_result_and_its_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CUT", 0)

    class Outer(Pocket):
        async def step(self, s: Any) -> None:
            async def inner() -> int:
                await checkpoint()
                first = await number(0, 1, 3, "PG-DEE-001", "first")
                await checkpoint()
                if first == 2:
                    raise RulesError("two is too many")
                return first

            s.coins[0] = 10 * await nested(inner()) + await number(1, 1, 3, "PG-DEE-001", "second")
            s.turn = 99

    system = Outer.build()
    position = Position(system, system.start())
    with pytest.raises(RulesError, match="too many"):
        position.play(2)
    position.play(3)
    twin = position.clone()
    for each in (position, twin):
        each.play(1)
        assert each.state.coins[0] == 31


def test_a_nested_rule_without_end_is_stopped() -> None:
    class Endless(Pocket):
        async def step(self, s: Any) -> None:
            async def inner() -> None:
                while True:
                    await checkpoint()

            await nested(inner())

    system = Endless.build()
    with pytest.raises(RulesError, match="without a decision"):
        _ = Position(system, system.start()).decision


@pytest.mark.parametrize(
    "bad",
    [None, True, False, 0, 1, -1, 1.0, "", "bid", "0", (0,), (0, 99), (9, 0), ("0", 0), (0, 0, 0), [0, 0], {0: 0},
     object(), ("!",), ("!", "bless"), ("!", "bless", 0, 3), ("!", "omen", 9), ((0, 0),), (0, None), b"0", 1e9,
     float("nan")],
)  # fmt: skip
def test_anything_else_is_refused_and_changes_nothing(bad: object) -> None:
    position = begin()
    here = snapshot(position)
    with pytest.raises(IllegalAnswer):
        position.play(bad)
    assert snapshot(position) == here


def test_a_look_alike_is_kept_as_the_option_itself() -> None:
    class Whole(int):
        pass

    position = begin()
    position.play((Whole(0), 1))
    entry = position.last
    assert entry is not None
    assert [type(part) for part in entry.answer] == [int, int]


def test_a_finished_game_asks_nothing() -> None:
    *_, (position, _) = walk(3)
    assert position.decision is None
    assert position.anytime_actions == ()
    with pytest.raises(IllegalAnswer, match="over"):
        position.play("end")


# -- faults in the rules ----------------------------------------------------------------------------------------------
class Stumbles(Pocket):
    """Breaks where a test wants it."""

    fault: BaseException | None = None

    async def deed(self, s: Any) -> None:
        await super().deed(s)
        if self.fault is not None:
            s.coins[0] = 99
            raise self.fault


@pytest.mark.parametrize("fault", [RuntimeError("a slip"), KeyboardInterrupt(), RulesError("no end"), IndexError()])
def test_a_fault_or_an_interrupt_leaves_the_position_as_it_was(fault: BaseException) -> None:
    system = Stumbles.build()
    position = Position(system, system.start())
    position.play((0, 0))
    position.play((1, 0))
    here = snapshot(position)
    system.fault = fault
    with pytest.raises(type(fault)):
        position.play("end")
    system.fault = None
    assert snapshot(position) == here
    position.play("end")
    assert position.state.coins[0] == 3


def test_a_fault_while_a_position_wakes_loses_no_answer() -> None:
    system = Stumbles.build()
    position = Position(system, system.start())
    for answer in ((0, 0), (1, 0), ("march", 0)):
        position.play(answer)
    twin, here = position.clone(), snapshot(position)

    def broken(s: Any) -> Any:
        raise KeyboardInterrupt

    system.step = broken  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        _ = twin.decision
    del system.step
    assert snapshot(twin) == here


def test_segments_join_to_the_log_and_explain_themselves() -> None:
    for position, _ in walk(5):
        joined = [entry for _, entries in position.segments() for entry in entries]
        assert joined == position.log()
        for event in position.explain():
            assert event.state is not None
            assert event.answers <= len(position.segments()[-1][1])
