"""A clone, a save, an undo and an explanation never differ from the game that they are of."""

import json
import tomllib
from itertools import islice
from random import Random

import pytest

from tests.conformance.support import CASES, SLUGS, answer_of, fresh, snapshot, walk
from tests.conformance.turns import tried
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime import position as positions
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position

PARTS, LENGTH = 10, 50  # games, and decisions of each


def opening_of(slug: str, part: int) -> Position:
    """A position at the start of a step of a random game: each part has another sample, and is later in its game."""
    cases = [sample for s, sample in CASES if s == slug]
    sample = cases[part % len(cases)]
    length = sum(1 for _ in walk(slug, sample, f"opening {part}"))
    position, _, _ = next(islice(walk(slug, sample, f"opening {part}"), length * part // PARTS, None))
    return Position(position.system, position.base.copy())


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", SLUGS)
def test_copies_agree_at_every_decision(slug: str, part: int) -> None:
    opening = opening_of(slug, part)
    game = Game(opening.system, opening, seed=part)
    game.dice_by_hand = True
    rng = Random(f"{slug}/{part}")
    for _ in range(LENGTH):
        position = game.position
        decision = position.decision
        if decision is None:
            break
        here = snapshot(position)
        assert snapshot(position.clone()) == here
        text = game.save()
        loaded = save.load(text)
        assert snapshot(loaded.position) == here
        assert loaded.save() == text
        trace = position.explain()
        assert trace.source == position.state
        assert all(event.rule in position.system.rulebook and event.text for event in trace)
        assert snapshot(position) == here
        answer = answer_of(position, decision, rng)
        branch = game.fork()
        branch.play(answer)
        assert snapshot(game.position) == here
        game.play(answer)
        assert snapshot(branch.position) == snapshot(game.position)
        assert snapshot(game.position.undo()) == here
        after = snapshot(game.position)
        assert snapshot(game.undo().position) == here
        assert snapshot(game.redo().position) == after


@pytest.mark.parametrize(("slug", "sample"), tried(2))
def test_marks_inside_a_step_change_nothing(slug: str, sample: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that is begun again from a mark inside it goes on as if it had never been interrupted."""
    portraits = []
    for cut in (0, 4, 10**9):
        monkeypatch.setattr(positions, "CUT", cut)
        position, rng, found = fresh(slug, sample), Random("marks"), []
        while (decision := position.decision) is not None and len(found) < 1500:
            woken = position.clone()  # wakes from the mark
            found.append(
                (portrait_now(position), decision.options if len(decision.options) < 50 else len(decision.options))
            )
            if len(found) % 3 == 0:
                assert portrait_now(woken) == found[-1][0]
            position.play(answer_of(position, decision, rng))
        portraits.append((found, position.log()))
    assert portraits[0] == portraits[1] == portraits[2]


def portrait_now(position: Position) -> object:
    """A portrait without the log, which grows."""
    return snapshot(position)[:3]


@pytest.mark.parametrize(("slug", "sample"), tried(0))
def test_states_survive_json_and_words(slug: str, sample: int) -> None:
    """The state as data, and as the words of a scenario, gives the state again."""
    for i, (position, decision, _) in enumerate(walk(slug, sample, "json")):
        if i % 12 or position.entries:
            continue
        system, base = position.system, position.base
        raw = json.loads(json.dumps(system.to_json(base)))
        again = system.from_json(raw)
        assert again == base
        assert Position(system, again).decision.what == decision.what
        # a mark inside an action, what is done already in a slot of a phase, or who spent the last Power and nobody
        # was told: a set-up has no words for that
        if not any(getattr(base, name, None) for name in ("doing", "slot", "emptied")):
            assert system.arrange(tomllib.loads(system.arrange_text(base))) == base


@pytest.mark.parametrize("slug", SLUGS)
def test_luck_is_left_to_the_dice(slug: str) -> None:
    """The same answers from the same seed; and luck never answers for a person."""
    first, second = (Game(fresh(slug, 0).system, seed=3) for _ in range(2))
    for game in (first, second):
        for _ in range(40):
            assert game.position.decision is not None
            assert game.position.decision.player != CHANCE
            game.play(game.position.decision.options[-1])
    assert snapshot(first.position) == snapshot(second.position)
