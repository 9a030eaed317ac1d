"""A position is a checkpoint and its answers: clones, undo, marks and faults."""

from typing import Any

import pytest

from tests.engine.pocket import Pocket
from tests.engine.walks import begin, portrait, walk
from theomachy.engine import position as module
from theomachy.engine.errors import IllegalAnswer, RulesError
from theomachy.engine.position import Position

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clone_is_equal_and_independent(seed: int) -> None:
    for position, answer in walk(seed):
        here = portrait(position)
        twin = position.clone()
        assert portrait(twin) == here
        twin.play(answer)
        assert portrait(position) == here


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_at_every_decision_leads_back_to_the_beginning(seed: int) -> None:
    past: list[Any] = []
    for position, answer in walk(seed):
        past.append(portrait(position))
        after = position.clone()
        after.play(answer)
        assert portrait(after.undo()) == past[-1]
    while past:
        position = position.undo()
        assert portrait(position) == past.pop()
    with pytest.raises(IllegalAnswer, match="beginning"):
        position.undo()


@pytest.mark.parametrize("seed", SEEDS)
def test_marks_inside_a_step_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CUT", 10**9)
    answers, plain, steps = [], [], set()
    for position, answer in walk(seed):
        answers.append(answer)
        plain.append(portrait(position))
        steps.add(id(position.base))
    monkeypatch.setattr(module, "CUT", 0)  # at every mark
    again = begin(2 + seed % 3)
    cuts = set()
    for answer, wanted in zip(answers, plain, strict=True):
        assert portrait(again) == wanted
        assert portrait(again.clone()) == wanted
        cuts.add(id(again.base))
        again.play(answer)
    assert len(cuts) >= len(steps)
    assert [len(entries) for _, entries in again.segments()] == [len(e) for _, e in position.segments()]


def test_some_games_do_cut_inside_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CUT", 0)
    inner = 0
    for seed in SEEDS:
        for position, _ in walk(seed):
            inner += position.past is not None and position.past.inner
    assert inner > 20


@pytest.mark.parametrize(
    "bad",
    [None, True, False, 0, 1, -1, 1.0, "", "bid", "0", (0,), (0, 99), (9, 0), ("0", 0), (0, 0, 0), [0, 0], {0: 0},
     object(), ("!",), ("!", "bless"), ("!", "bless", 0, 3), ("!", "omen", 9), ((0, 0),), (0, None), b"0", 1e9,
     float("nan")],
)  # fmt: skip
def test_anything_else_is_refused_and_changes_nothing(bad: object) -> None:
    position = begin()
    here = portrait(position)
    with pytest.raises(IllegalAnswer):
        position.play(bad)
    assert portrait(position) == here


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
    assert position.interjections == ()
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
    here = portrait(position)
    system.fault = fault
    with pytest.raises(type(fault)):
        position.play("end")
    system.fault = None
    assert portrait(position) == here
    position.play("end")
    assert position.state.coins[0] == 3


def test_a_fault_while_a_position_wakes_loses_no_answer() -> None:
    system = Stumbles.build()
    position = Position(system, system.start())
    for answer in ((0, 0), (1, 0), ("march", 0)):
        position.play(answer)
    twin, here = position.clone(), portrait(position)

    def broken(s: Any) -> Any:
        raise KeyboardInterrupt

    system.step = broken  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        _ = twin.decision
    del system.step
    assert portrait(twin) == here


def test_segments_join_to_the_log_and_explain_themselves() -> None:
    for position, _ in walk(5):
        joined = [entry for _, entries in position.segments() for entry in entries]
        assert joined == position.log()
        for event in position.explain():
            assert event.state is not None
            assert event.answers <= len(position.segments()[-1][1])
