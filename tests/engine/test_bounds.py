"""Bounds instead of hangs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.engine.pocket import Pocket
from tests.engine.walks import begin, snapshot
from theomachy.engine.errors import RulesError
from theomachy.engine.runtime import ability, decision
from theomachy.engine.runtime import position as module
from theomachy.engine.runtime.ability import Ability, Vocabulary, window
from theomachy.engine.runtime.dice import D6, Dice
from theomachy.engine.runtime.position import Position


class Endless(Pocket):
    """Rules that do not come to an end, each in its own way."""

    way = ""

    async def deed(self, s: Any) -> None:
        if self.way == "asks":
            while True:
                await decision.yes(0, "PG-DEE-001", "again")
        if self.way == "marks":
            while True:
                await decision.checkpoint()
        if self.way == "silent":
            return
        if self.way == "deep":
            await self.deed(s)
        if self.way == "nothing":
            await decision.choose(0, "area", [], "PG-DEE-001", "nowhere")


def stuck(way: str) -> Position:
    system = Endless.build()
    system.way = way
    position = Position(system, system.start())
    position.play((0, 0))
    return position


@contextmanager
def refused(position: Position, sentence: str) -> Iterator[None]:
    before = snapshot(position)
    with pytest.raises(RulesError, match=sentence):
        yield
    assert snapshot(position) == before


def test_too_many_answers_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ANSWERS", 20)
    position = stuck("asks")
    position.play((1, 0))
    for _ in range(20):
        position.play("no")
    with refused(position, "more than 20 answers.*again"):
        position.play("no")


def test_any_time_actions_count_as_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ANSWERS", 1)
    position = begin()
    position.play(("!", "bless", 0, 0))
    with refused(position, "more than 1 answers"):
        position.play(("!", "bless", 1, 1))


@pytest.mark.parametrize("way", ["silent", "marks"])
def test_steps_that_never_ask(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STEPS", 50)
    position = stuck(way)
    with refused(position, r"more than 50 steps without a decision \(in turn 1, deeds"):
        position.play((1, 0))


def test_rules_that_call_one_another_without_end() -> None:
    position = stuck("deep")
    with refused(position, "call one another without end"):
        position.play((1, 0))


def test_a_question_without_options() -> None:
    position = stuck("nothing")
    position.play((1, 0))
    with pytest.raises(RulesError, match=r"'nowhere'.*PG-DEE-001.*no options"):
        _ = position.decision.options  # type: ignore[union-attr]


def test_any_time_actions_inside_any_time_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NESTED", 1)
    position = begin()
    position.play(("!", "omen", 0))
    assert position.decision is not None
    assert position.decision.what == "guess"
    with refused(position, "any-time actions inside any-time actions"):
        position.play(("!", "omen", 1))


def test_nested_any_time_actions_come_back_in_order() -> None:
    position = begin()
    asked = []
    for answer in (("!", "omen", 0), ("!", "omen", 1), 1, 2, 6, 6):
        asked.append(position.decision.what)  # type: ignore[union-attr]
        position.play(answer)
    assert asked == ["bid", "guess", "guess", "omen die", "guess", "omen die"]
    assert position.decision.what == "bid"  # type: ignore[union-attr]


def test_a_window_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Vocabulary({"turn_start": ("s", "me")})

    class Long(Ability, abstract=True):
        vocabulary = words

    for i in range(4):
        body = {"__doc__": "Does nothing.", "rule": "PG-GFT-001", "forced": True, "turn_start": nothing}
        type(f"Long{i}", (Long,), body)
    words.active_abilities = lambda key: [(0, found) for found in words.abilities]
    state = begin().state
    with pytest.raises(StopIteration) as all_four:
        window(state, words, "turn_start", 0, state, 0).send(None)
    assert all_four.value.value is True
    monkeypatch.setattr(ability, "MOST_ROUNDS", 3)
    with pytest.raises(RulesError, match="'turn_start' does not come to an end"):
        window(state, words, "turn_start", 0, state, 0).send(None)


async def nothing(self: Any, s: Any, me: int) -> None:
    return None


def test_more_than_one_die_cannot_be_picked() -> None:
    assert D6.outcomes(1) == ((1, 2, 3, 4, 5, 6), (1,) * 6)
    with pytest.raises(RulesError, match="one die"):
        Dice("pick", pick=True).outcomes(2)
