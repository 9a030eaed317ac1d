"""The knock-out net: with any one power, or any one moment of a power, taken out, some scene must break; and with any
one requirement of an action, or any one action.

Scenes are the scenario files of Heroes, and every test in this folder that needs no fixture.
"""

from __future__ import annotations

import pytest

from tests.knockout import (
    SCENARIOS,
    Gap,
    Scene,
    broken_already,
    broken_by_that_alone,  # noqa: F401  (of every test here)
    first_broken,
    gaps,
    likely,
    of_file,
    of_tests,
    silent,
    unnoticed,
)
from theomachy.engine.runtime.requirement import Action
from theomachy.games.heroes.rules import actions, setup
from theomachy.games.heroes.rules.state import State
from theomachy.games.heroes.rules.timings import VOCABULARY

FOLDER = SCENARIOS / "heroes"
POWERS = {ability.name: ability for ability in VOCABULARY.abilities}
MOMENTS = [(name, timing) for name, a in POWERS.items() for timing in VOCABULARY.uses if hasattr(a, timing)]

SCENES = [*(of_file(path, "factions") for path in sorted(FOLDER.glob("*.toml"))), *of_tests(__file__)]


def breaks(name: str) -> str:
    """The first scene that fails now, likely ones first; "" when all still hold."""
    power, words = POWERS[name], name.lower()

    def unlikely(scene: Scene) -> tuple[bool, bool, bool]:
        return words not in scene.text, power.rule not in scene.rules, power.faction not in scene.text

    return first_broken(sorted((s for s in SCENES if not s.played or power.faction in s.played), key=unlikely))


@pytest.mark.nightly
def test_no_scene_is_broken_before_anything_is_missing() -> None:
    assert broken_already(SCENES) == []


def test_every_power_is_that_of_a_board_and_of_a_printed_thing() -> None:
    assert POWERS
    assert {power.faction for power in POWERS.values()} <= set(setup.FILES)


@pytest.mark.parametrize("name", POWERS)
def test_a_missing_power_is_missed(name: str) -> None:
    with VOCABULARY.without(name):
        assert breaks(name), f"no scene notices that {name} is missing"


@pytest.mark.parametrize(("name", "timing"), MOMENTS)
def test_a_missing_moment_is_missed(name: str, timing: str) -> None:
    """Each method of a power: without it a scene breaks."""
    power = POWERS[name]
    with silent(VOCABULARY, power, timing):
        assert breaks(name), f"no scene notices that {name} says nothing at {timing}"


# -- requirements of actions ------------------------------------------------------------------------------------------
GAPS = [*gaps(actions.CORE, "requirements"), *gaps(actions.CORE, "when")]


@pytest.mark.parametrize("gap", GAPS, ids=str)
def test_a_missing_requirement_is_missed(gap: Gap) -> None:
    """Those of the moment too: "why not?" must know whose turn and which stage it is."""
    assert unnoticed(VOCABULARY, SCENES, gap) == ""


@pytest.mark.parametrize("action", [a for row in actions.BY_STAGE.values() for a in row], ids=lambda a: a.verb)
def test_a_missing_action_is_missed(action: Action[State], monkeypatch: pytest.MonkeyPatch) -> None:
    for stage, offered in actions.BY_STAGE.items():
        monkeypatch.setitem(actions.BY_STAGE, stage, tuple(a for a in offered if a is not action))
    assert first_broken(likely(SCENES, f'"{action.verb}'))
