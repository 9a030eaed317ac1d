"""Runes and bids belong to their owner: at every decision of whole games, and while a Struggle is being bid for."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.conformance.test_secrets import seen, text
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.display.labels import detail, forecasts
from theomachy.games.gods_war.rules.state import END

EMPIRES = ["sky", "darkness", "chaos", "storm"]


@pytest.mark.rule("GW-RUN-001")
@pytest.mark.parametrize("seed", range(2))
def test_no_view_depends_on_the_hands_of_others(seed: int) -> None:
    """Runes of others and the deck are dealt anew: a viewer sees the same table, log, question and odds."""
    game = GodsWar.build(options={"empires": EMPIRES})
    position, rng = Position(game, game.start()), Random(seed)
    changed = asked = 0
    while (decision := position.decision) is not None:
        s = position.state
        if any(s.hands):
            viewer = rng.choice([None, *s.config.seats])
            other = game.resample(s, viewer, rng)
            changed += other.hands != s.hands
            assert game.view(other, viewer) == game.view(s, viewer)
            if viewer is not None:
                assert other.hands[viewer] == s.hands[viewer]
            assert forecasts(other, decision) == forecasts(s, decision)
            if asked % 8 == 0:
                assert seen(position, viewer, other) == seen(position, viewer)
        position.play(sample_chance(decision, rng) if decision.player == CHANCE else rng.choice(decision.options))
        asked += 1
    assert changed > 20


def struggle() -> Position:
    game = GodsWar.build(players=["Ana", "Ben", "Cleo", "Dan"], options={"empires": EMPIRES})
    setup: dict[str, Any] = {
        "phase": "struggle", "first": "SK", "middle": "chaos rift", "vp": dict.fromkeys(("SK", "DA", "CH", "ST"), 5),
        "power": {"SK": 6, "DA": 6, "CH": 6, "ST": 6},
    }  # fmt: skip
    return Position(game, game.arrange(setup))


def told(position: Position, viewer: int | None) -> str:
    """All that a viewer may read: table, log, question, events."""
    events = [event.seen(viewer) for event in position.explain() if not event.hidden(viewer)]
    return text(seen(position, viewer)) + json.dumps(events)


@pytest.mark.rule("GW-RIF-004")
def test_a_bid_is_seen_by_nobody_before_all_are_in() -> None:
    order = [2, 0, 3]
    for done in range(1, len(order) + 1):
        one, other = struggle(), struggle()
        assert one.decision is not None
        assert one.decision.what == "bid"
        for seat in order[:done]:
            one.play((seat, 5))
            other.play((seat, 2))
        for viewer in (None, *(f for f in range(4) if f not in order[:done])):
            assert told(one, viewer) == told(other, viewer)
        me = order[done - 1]
        assert told(one, me) != told(other, me), "who has bid knows what he has bid"
        assert one.state == other.state, "a bid stands nowhere in the position"
        for seat in range(4):
            if seat not in order[:done]:
                question = one.decision.asks[seat]  # type: ignore[union-attr]
                rows = [[detail(p.state, question, n) for n in question.options] for p in (one, other)]
                assert rows[0] == rows[1]
                assert len({why for why, _ in rows[0]}) == 6


@pytest.mark.rule("GW-RIF-004")
def test_all_bids_are_open_once_they_are_in() -> None:
    position = struggle()
    for seat, bid in ((2, 5), (0, 4), (3, 1), (1, 6)):
        position.play((seat, bid))
    assert position.state.struggle is not None
    assert {seat: n for seat, n, _ in position.state.struggle.bids} == {0: 4, 1: 6, 2: 5, 3: 1}
    for viewer in (None, 0, 1, 2, 3):
        assert [entry.answer for entry in position.seen_by(viewer)][-4:] == [(2, 5), (0, 4), (3, 1), (1, 6)]


@pytest.mark.rule("GW-RUN-001")
def test_a_rune_that_is_drawn_is_known_to_its_owner_alone() -> None:
    """Noblesse Oblige draws: that Sky has a rune all learn, which it is nobody but Sky, by event, log or view."""
    game = GodsWar.build(players=["Ana", "Ben", "Cleo", "Dan"], options={"empires": EMPIRES})
    setup: dict[str, Any] = {
        "phase": "power", "first": "SK", "active": "SK", "power": {"SK": 5},
        "slots": {"SK": {"Ziggurat of Sky": "Noblesse Oblige"}},
    }  # fmt: skip
    position = Position(game, game.arrange(setup))
    name, card = next((rune.name, i) for i, rune in enumerate(game.config.runes) if rune.key == "communication")

    def heard() -> list[int]:
        return [told(position, viewer).count(name) for viewer in (None, 1, 0)]

    nobody, ben, sky = heard()
    position.play("Noblesse Oblige")
    assert position.decision is not None
    assert position.decision.what == "rune"
    assert heard()[:2] == [nobody, ben]
    position.play(card)
    assert position.decision is not None
    assert position.decision.what == "power to"
    assert heard()[:2] == [nobody, ben]
    assert heard()[2] > sky
    assert all("Sky gains a rune" in told(position, viewer) for viewer in (None, 1))


def battle_of(**hands: str) -> Position:
    """Darkness attacks Storm; Sky looks on."""
    game = GodsWar.build(players=["Ana", "Ben", "Cleo"], options={"empires": ["storm", "sky", "darkness"]})
    setup: dict[str, Any] = {
        "phase": "action", "active": "DA", "first": "DA", "turn": "DA", "power": {"ST": 3, "SK": 3, "DA": 3},
        "units": {"ST": {"Teshnos": "Barbarian"}, "SK": {"Heavens": "Archer"}, "DA": {"Teshnos": "2 Troll"}},
        "buildings": {"ST": {"Teshnos": "Shrine"}, "SK": {"Heavens": "Shrine"}, "DA": {"Outer Hell": "Shrine"}},
        "runes": hands,
    }  # fmt: skip
    return Position(game, game.arrange(setup))


def paused(position: Position, viewer: int) -> list[str]:
    """What a viewer sees asked from the declaration of a battle on, when all decline whatever they are asked."""
    found = []
    decision = position.decision
    assert decision is not None
    position.play(next(option for option in decision.options if option[0] == "battle"))
    while (decision := position.decision) is not None and decision.what != "action":
        found.append("Somebody" if decision.quiet and decision.player != viewer else decision.what)
        position.play(decision.options[-1])
    return found


@pytest.mark.rule("GW-RUN-007")
def test_the_pause_for_battle_runes_tells_of_no_hand() -> None:
    """Who might hold one is asked; who holds no rune at all is not, since all see that."""
    held, other = battle_of(ST="Secret Storm", SK="Luck"), battle_of(ST="Magic", SK="Life")
    assert paused(held, 2) == paused(other, 2)
    assert "Somebody" not in paused(battle_of(), 2)
    assert paused(battle_of(ST="Magic"), 2).count("Somebody") > 0


@pytest.mark.rule("GW-RUN-001")
def test_the_note_of_runes_to_draw_tells_how_many_lie_in_the_deck() -> None:
    """For everybody the same number, whoever holds how many: those in hands are not to be drawn."""
    position = battle_of(ST="Secret Storm", SK="Luck, Magic")
    s, game = position.state, position.system
    wanted = f"{sum(s.deck)} runes to draw, 0 discarded"
    for viewer in (None, 0, 1, 2):
        assert wanted in game.table(game.view(s, viewer), viewer).notes


@pytest.mark.rule("GW-RUN-011")
def test_the_runes_that_could_be_shown_at_the_end_are_seen_by_their_owner_alone() -> None:
    position = battle_of(ST="Secret Storm, Life")
    state = position.state.copy()
    state.phase, state.ending = END, True
    at_end = Position(position.system, state)
    assert at_end.decision is not None
    assert (at_end.decision.what, at_end.decision.player) == ("rune at the end", 0)
    for viewer in (None, 1, 2):
        assert "Secret Storm" not in told(at_end, viewer)
    assert "Secret Storm" in told(at_end, 0)
