"""Nobody learns from a view what he may not know."""

import json
from dataclasses import asdict, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance.support import CASES, SLUGS, answer_of, seats_and_spectator, walk
from tests.conformance.turns import tried
from theomachy.engine.authoring import scenario
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import QUIET_NO, Decision
from theomachy.engine.runtime.position import Position
from theomachy.engine.tabletop.describe import describe

SCENES = Path(__file__).resolve().parents[2] / "examples" / "scenarios"


def seen(position: Position, viewer: int | None, state: Any = None) -> dict[str, Any]:
    """All that a viewer may see; with `state` instead of the true one."""
    system = position.system
    there = position.clone()
    game = Game(system)
    true = there.state
    game._position = there
    there._state = true if state is None else state
    view = system.view(there.state, viewer)
    table = system.table(view, viewer)
    return {
        "table": table,
        "words": describe(table),
        "decision": game.legal(viewer, all_seen=False).decision,
        "log": position.seen_by(viewer),
        "figures": system.figures(view),
        "where": system.where(view),
    }


def text(parts: dict[str, Any]) -> str:
    """The same as one text, to look for a name in it."""
    return json.dumps(parts, default=plain, sort_keys=True)


def plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else sorted(value)


@pytest.mark.parametrize(("slug", "sample"), tried(0))
def test_views_do_not_depend_on_hidden_things(slug: str, sample: int) -> None:
    hidden = changed = 0
    for i, (position, _, rng) in enumerate(walk(slug, sample, "views")):
        if i % 16:
            continue
        system, s = position.system, position.state
        for viewer in seats_and_spectator(system):
            view = system.view(s, viewer)
            other = system.resample(s, viewer, Random(rng.random()))
            hidden, changed = hidden + (view != s), changed + (other != s)
            assert system.rebuilt(other) == other
            assert system.view(other, viewer) == view
            assert system.view(view, viewer) == view
            assert seen(position, viewer, other) == seen(position, viewer)
    assert changed or not hidden


def owns(slug: str, sample: int) -> bool:
    """Does a draw or a choice of this game ever belong to one player alone?"""
    return any(decision.owner is not None for _, decision, _ in walk(slug, sample, "views"))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hidden_answer_adds_nothing_to_what_others_see(slug: str) -> None:
    """A card that one player draws is named nowhere in what the others see: log, events, question, table."""
    checked = 0
    for position, decision, rng in walk(slug, 0, "hidden"):
        if decision.owner is None:
            continue
        system = position.system
        answer = answer_of(position, decision, Random(rng.random()))
        name = system.label(position.state, decision, answer)
        after = position.clone()
        after.play(answer)
        for viewer in seats_and_spectator(system):
            if viewer == decision.owner:
                continue
            before, now = told(position, viewer), told(after, viewer, own=False)
            assert now.count(name) <= before.count(name), (name, viewer)
            assert name not in asked_of(after, viewer)
            checked += 1
    assert checked or not owns(slug, 0)


def told(position: Position, viewer: int | None, *, own: bool = True) -> str:
    """All that a viewer may read; not `own`: without a question about what is his alone, such as his own next draw."""
    events = [event.seen(viewer) for event in position.explain() if not event.hidden(viewer)]
    parts, decision = seen(position, viewer), position.decision
    if not own and decision is not None and viewer is not None and decision.owner == viewer:
        parts["decision"] = None
    return text(parts) + json.dumps(events)


def asked_of(position: Position, viewer: int | None) -> str:
    """The answers to hidden questions in a viewer's log."""
    log = position.seen_by(viewer)
    return json.dumps([entry.answer for entry in log if entry.owner not in (None, viewer)])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_quiet_question_is_nobody_elses_business(slug: str) -> None:
    """Who was asked quietly and said no leaves no trace in the log or the events of the others."""
    quiet = 0
    for sample in {sample for s, sample in CASES if s == slug}:
        for position, decision, _ in walk(slug, sample, "quiet"):
            if not decision.quiet:
                continue
            quiet += 1
            _stays_quiet(position, decision)
            if quiet > 150:
                return


@pytest.mark.parametrize(
    ("scene", "questions"),
    [
        ("gods_war/rune_moon", {"rune on top", "next on top"}),
        ("gods_war/rune_secret_moon", {"rune", "keep"}),
        ("gods_war/rune_communication", {"rune of theirs", "rune of yours"}),
        ("mythic_battles/search_for_a_card", {"search for"}),
        ("mythic_battles/zeus_patriarch_alike_cards", {"card to draw", "next on top"}),
    ],
)
def test_a_card_that_goes_from_hidden_to_hidden_is_named_in_no_other_log(scene: str, questions: set[str]) -> None:
    """Twins cannot see this: what everybody hears both are told."""
    position = scenario.load(SCENES / f"{scene}.toml").run().game.position
    answers = [entry for entry in position.log() if entry.what in questions]
    assert {entry.what for entry in answers} == questions
    (owner,) = {entry.owner for entry in answers}
    for viewer in {None, *range(len(position.system.seats))} - {owner}:
        heard = [entry for entry in position.seen_by(viewer) if entry.what in questions]
        assert len(heard) == len(answers)
        assert all(entry.answer is None for entry in heard)


def _stays_quiet(position: Position, ask: Decision) -> None:
    no = next((option for option in ask.options if option in QUIET_NO), None)
    assert no is not None, "a quiet question needs a quiet way out"
    after = position.clone()
    after.play(no)
    for viewer in seats_and_spectator(position.system):
        if viewer == ask.player:
            continue
        before, now = position.seen_by(viewer), after.seen_by(viewer)
        assert now[: len(before)] == before
        assert all((entry.who, entry.what) != (ask.player, ask.what) for entry in now[len(before) :])
        hidden = Game(position.system)
        hidden._position = position
        decision = hidden.legal(viewer, all_seen=False).decision
        assert decision is not None
        assert decision.hidden
        assert decision.player not in range(len(position.system.seats))
