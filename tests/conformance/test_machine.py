"""Any sequence of playing, going back, branching, saving and going astray keeps a game whole."""

from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.conformance.support import CASES, SLUGS, games, snapshot
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game import save
from theomachy.engine.game.game import Game


class Table(RuleBasedStateMachine):
    """One game with its tree; `places` remembers what every visited node looked like."""

    slug: ClassVar[str]

    @initialize(sample=st.integers(0, 10**6), seed=st.integers(0, 99), by_hand=st.booleans())
    def begin(self, sample: int, seed: int, by_hand: bool) -> None:
        cls = games()[self.slug]
        samples = cls.samples()
        self.game = Game(cls.build(**samples[sample % len(samples)]), seed=seed)
        self.game.dice_by_hand = by_hand
        self.places: dict[int, Any] = {self.game.here: snapshot(self.game.position)}

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 10**6), times=st.integers(1, 12))
    def play(self, pick: int, times: int) -> None:
        for i in range(times):
            decision = self.game.position.decision
            if decision is None:
                return
            self.game.play(decision.options[(pick + i * 7919) % len(decision.options)])
        self.remember()

    @precondition(lambda self: self.game.can_undo)
    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(times):
            if self.game.can_undo:
                self.game.undo()
        self.remember()

    @precondition(lambda self: self.game.can_redo)
    @rule()
    def redo(self) -> None:
        self.game.redo()
        self.remember()

    @rule()
    def fork(self) -> None:
        self.game = self.game.fork()

    @rule(place=st.integers(0, 10**6))
    def go(self, place: int) -> None:
        known = sorted(self.places)
        self.game.go(known[place % len(known)])
        self.remember()

    @rule()
    def reload(self) -> None:
        text = self.game.save()
        again = save.load(text)
        assert again.save() == text
        assert again.here == self.game.here
        self.game = again

    @precondition(lambda self: not self.game.over)
    @rule(bad=st.one_of(st.none(), st.floats(), st.text(max_size=4), st.lists(st.integers(), max_size=3)))
    def astray(self, bad: Any) -> None:
        with pytest.raises(IllegalAnswer):
            self.game.position.play(("astray", bad))

    @invariant()
    def possible(self) -> None:
        if hasattr(self, "game"):
            system, s = self.game.system, self.game.state
            assert not system.violations(s)
            assert system.rebuilt(s) == s

    def remember(self) -> None:
        now = snapshot(self.game.position)
        assert self.places.setdefault(self.game.here, now) == now


def machine(slug: str) -> type[Table]:
    return type("Table", (Table,), {"slug": slug})


def run(slug: str, examples: int, steps: int) -> None:
    given = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    run_state_machine_as_test(machine(slug), settings=given)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_short_machine(slug: str) -> None:
    assert any(s == slug for s, _ in CASES)
    run(slug, 12, 30)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("slug", SLUGS)
def test_the_full_machine(slug: str) -> None:
    run(slug, 200, 100)
