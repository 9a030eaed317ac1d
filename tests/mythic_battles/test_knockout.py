"""The knock-out net: with any one power, talent, class, terrain or boundary, or any one moment of it, taken out, some
scene must break; and with any one requirement of an action.

Scenes are the scenario files of Mythic Battles, and every test in this folder that needs no fixture.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.knockout import (
    SCENARIOS,
    Gap,
    alike,
    broken_already,
    broken_by_that_alone,  # noqa: F401  (of every test here)
    first_broken,
    gaps,
    of_file,
    of_tests,
    silent,
    unnoticed,
)
from theomachy.engine.runtime.requirement import Action
from theomachy.games.mythic_battles.rules import actions
from theomachy.games.mythic_battles.rules.timings import VOCABULARY

FOLDER = SCENARIOS / "mythic_battles"
GROUND = Path(__file__).parent / "ground"  # scenarios on a board of their own
# Open ground and the normal boundary have no effect by the rules: nothing can miss them.
POWERS = {a.name: a for a in VOCABULARY.abilities if any(hasattr(a, timing) for timing in VOCABULARY.uses)}
MOMENTS = [(name, timing) for name, a in POWERS.items() for timing in VOCABULARY.uses if hasattr(a, timing)]
MOMENTS += [
    (name, f"may_{timing}") for name, a in POWERS.items() for timing in VOCABULARY.uses if hasattr(a, f"may_{timing}")
]

APART = {
    "test_alone",
    "test_assault",
    "test_boards",
    "test_counsel",
    "test_house",
    "test_why_not",
}  # of look-ups, dice, drawings, advice, data and reasons: no power speaks

FILES = [*FOLDER.glob("*.toml"), *(path for path in GROUND.glob("*.toml") if path.stem != "proving_ground")]
SCENES = [*map(of_file, sorted(FILES)), *of_tests(__file__, APART)]


def broken(words: str, rule: str) -> str:
    """The first scene that fails now, likely ones first; "" when all still hold."""
    words = words.lower()
    return first_broken(sorted(SCENES, key=lambda s: (words not in s.text, rule not in s.rules)))


@pytest.mark.nightly
def test_no_scene_is_broken_before_anything_is_missing() -> None:
    assert broken_already(SCENES) == []


@pytest.mark.parametrize("name", POWERS)
def test_a_missing_power_is_missed(name: str) -> None:
    with VOCABULARY.without(name):
        assert broken(name, POWERS[name].rule), f"no scene notices that {name} is missing"


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "timing"), MOMENTS)
def test_a_missing_moment_is_missed(name: str, timing: str) -> None:
    """Each method of a power: without it a scene breaks. A condition that is missing is always fulfilled."""
    power = POWERS[name]
    with silent(VOCABULARY, power, timing):
        assert broken(name, power.rule), f"no scene notices that {name} says nothing at {timing}"


# -- requirements of actions ------------------------------------------------------------------------------------------
# What nothing in the box ever fails: an attack of everybody hits every kind, and no printed thing keeps from a flight.
NEVER = {"attack: It is of a kind that this attack may hit", "fast flight: Nothing keeps it from a flight"}
ALL = [*gaps(actions.CORE, "requirements"), *gaps(actions.CORE, "when")]
GAPS = [gap for gap in ALL if str(gap) not in NEVER]
BORNE = gaps([ability for ability in VOCABULARY.abilities if isinstance(ability, Action)], "requirements")
ALIKE = alike(gap for gap in BORNE if str(gap) not in NEVER)


def test_what_never_fails_is_asked() -> None:
    assert {str(gap) for gap in (*ALL, *BORNE)} >= NEVER


@pytest.mark.nightly
@pytest.mark.parametrize("gap", GAPS, ids=str)
def test_a_missing_requirement_is_missed(gap: Gap) -> None:
    """Those of the moment too: "why not?" must know whose turn and which stage it is."""
    assert unnoticed(VOCABULARY, SCENES, gap) == ""


@pytest.mark.nightly
@pytest.mark.parametrize("text", ALIKE)
def test_a_requirement_that_all_powers_lack_is_missed(text: str) -> None:
    """What powers and classes ask, in all of them at once."""
    assert unnoticed(VOCABULARY, SCENES, *ALIKE[text]) == ""
