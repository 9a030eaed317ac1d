"""Where a step of Demigods is marked: whoever wakes there neither looks for something to do again nor asks again."""

from random import Random

import pytest

from theomachy.engine.game.registry import game as system_class
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import Menu
from theomachy.games.demigods.powers.miracles import MiracleCard
from theomachy.games.demigods.rules.state import LOOKED
from theomachy.play import Observation


def walk(seed: int, most: int = 1500):
    """Positions of a random game, each with what is asked."""
    system = system_class("demigods").build(players=3, options={"turns": 30})
    position, rng = Position(system, system.start()), Random(seed)
    for _ in range(most):
        if (decision := position.decision) is None:
            return
        yield position, decision
        position.play(sampling.sample_chance(decision, rng))


def test_who_wakes_at_a_menu_or_at_an_argument_walks_no_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [position.clone() for position, asked in walk(4) if asked.kind == "action" or asked.what.endswith("second")]
    looked = []
    for name in ("any", "all", "next"):
        walked = getattr(Menu, name)
        monkeypatch.setattr(Menu, name, lambda *args, walked=walked: (looked.append(args), walked(*args))[1])
    assert {position.decision.what for position in kept} >= {"movement", "armies", "miracle", "move second"}
    assert not looked
    assert all(not position.entries for position in kept)
    assert all(len(position.decision.options) > 1 for position in kept)
    assert looked


def test_at_the_menu_the_checkpoint_says_that_there_is_something_to_do_and_the_state_says_nothing() -> None:
    said = {(position.base.doing, position.state.doing) for position, asked in walk(2) if asked.kind == "action"}
    assert said == {(LOOKED, "")}


def test_a_card_has_left_the_hand_before_its_targets_are_chosen() -> None:
    """So a hand that is drawn anew in the middle of it need not hold the card, and every world can be played on."""
    seen = 0
    for position, asked in walk(7, 3000):
        state = position.base
        card = state.config.by_verb.get(state.doing)
        if not isinstance(card, MiracleCard) or asked.player == CHANCE or asked.rule != card.rule:
            continue
        seen += 1
        number = state.config.number[card.name]
        assert state.discard[number]
        assert not position.system.violations(state)
        for seat in range(3):
            imagined = Observation(position, seat).imagine(Random(seat))
            assert imagined is not None
            assert imagined.decision is not None
            assert imagined.decision.what == asked.what
            imagined.play(imagined.decision.options[0])
    assert seen > 20
