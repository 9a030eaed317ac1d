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
from theomachy.games.gods_war.details import detail, forecasts

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
