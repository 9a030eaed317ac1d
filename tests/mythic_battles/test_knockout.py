"""The knock-out net: with any one power, talent, class, terrain or boundary, or any one moment of it, taken out, some
scene must break; and with any one requirement of an action.

Scenes are the scenario files of Mythic Battles, and every test in this folder that needs no fixture. That they hold
when nothing is missing is proven where they are at home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.knockout import SCENARIOS, first_broken, made_anew, of_file, of_tests, silent
from theomachy.engine.runtime import requirement
from theomachy.engine.runtime.requirement import Action, Requirement
from theomachy.games.mythic_battles import actions
from theomachy.games.mythic_battles.state import State
from theomachy.games.mythic_battles.timings import VOCABULARY

FOLDER = SCENARIOS / "mythic_battles"
GROUND = Path(__file__).parent / "ground"  # scenarios on a board of their own
# Open ground and the normal boundary have no effect by the rules: nothing can miss them.
POWERS = {a.name: a for a in VOCABULARY.abilities if any(hasattr(a, timing) for timing in VOCABULARY.uses)}
MOMENTS = [(name, timing) for name, a in POWERS.items() for timing in VOCABULARY.uses if hasattr(a, timing)]
MOMENTS += [
    (name, f"may_{timing}") for name, a in POWERS.items() for timing in VOCABULARY.uses if hasattr(a, f"may_{timing}")
]

APART = {
    "test_assault",
    "test_boards",
    "test_counsel",
    "test_house",
}  # of dice, drawings, advice and data: no power speaks

FILES = [*FOLDER.glob("*.toml"), *(path for path in GROUND.glob("*.toml") if path.stem != "proving_ground")]
SCENES = [*map(of_file, sorted(FILES)), *of_tests(__file__, APART)]


def broken(words: str, rule: str) -> str:
    """The first scene that fails now, likely ones first; "" when all still hold."""
    words = words.lower()
    return first_broken(sorted(SCENES, key=lambda s: (words not in s.text, rule not in s.rules)))


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
@pytest.fixture
def fresh_plans() -> Iterator[None]:
    """Menus are made anew, since requirements change."""
    with made_anew(VOCABULARY):
        yield


def always(test: Callable[..., Any]) -> Callable[..., bool]:
    """A test of the same shape that everybody passes."""
    return (lambda s, me: True, lambda s, me, a: True)[requirement.depth(test)]


# These say for "why not?" what the end of the activation, the candidates of the menu or another requirement ensure too.
SAID_TWICE = {
    "It stands on the board",
    "It has carried out no complex action yet",
    "It is of a kind that this attack may hit",
    "Its movement suffices",
    "It could leave a rift again",
    "A tree or column stands in its area",
    "Nothing keeps it from a flight",
    "Nothing silences its talents",
    "The talent is not at work yet",
}
REQUIREMENTS = [
    (action, i)
    for action in actions.CORE
    for i, wanted in enumerate(action.requirements)
    if wanted.text not in SAID_TWICE
]
WHENS = [(action, i) for action in actions.CORE for i in range(len(action.when))]


@pytest.mark.nightly
@pytest.mark.usefixtures("fresh_plans")
@pytest.mark.parametrize(("action", "i"), REQUIREMENTS, ids=lambda value: getattr(value, "verb", None))
def test_a_missing_requirement_is_missed(action: Action[State], i: int, monkeypatch: pytest.MonkeyPatch) -> None:
    requirements = list[Requirement[State]](action.requirements)
    requirements[i] = requirements[i]._replace(test=always(requirements[i].test))
    monkeypatch.setattr(action, "requirements", tuple(requirements))
    assert broken(f'"{action.verb}', requirements[i].rule), f"{action.verb}: {requirements[i].text}"


@pytest.mark.nightly
@pytest.mark.usefixtures("fresh_plans")
@pytest.mark.parametrize(("action", "i"), WHENS, ids=lambda value: getattr(value, "verb", None))
def test_a_missing_time_is_missed(action: Action[State], i: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Why not?" must know whose turn and which stage it is."""
    when = list[Requirement[State]](action.when)
    when[i] = when[i]._replace(test=always(when[i].test))
    monkeypatch.setattr(action, "when", tuple(when))
    assert broken(f'refuse = "{action.verb}', when[i].rule), f"{action.verb}: {when[i].text}"


BORNE = [ability for ability in VOCABULARY.abilities if isinstance(ability, Action)]
TEXTS = sorted({wanted.text for action in BORNE for wanted in action.requirements} - SAID_TWICE)


@pytest.mark.nightly
@pytest.mark.usefixtures("fresh_plans")
@pytest.mark.parametrize("text", TEXTS)
def test_a_requirement_that_all_powers_lack_is_missed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What powers and classes ask, in all of them at once."""
    rule = verb = ""
    for action in BORNE:
        requirements = list[Requirement[State]](action.requirements)
        for i, wanted in enumerate(requirements):
            if wanted.text == text:
                requirements[i] = wanted._replace(test=always(wanted.test))
                rule, verb = wanted.rule, action.verb
        if requirements != list(action.requirements):
            monkeypatch.setattr(action, "requirements", tuple(requirements))
    assert broken(f'refuse = "{verb}', rule), text
