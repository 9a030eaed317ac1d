"""The knock-out net: with any one ability, weakness, gift, Heroquest or rune taken out, or any one moment of one, some
scene must break; and with any one requirement of an action.

Scenes are the scenario files of the Gods War, and every test in this folder that needs no fixture.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.knockout import (
    SCENARIOS,
    Gap,
    Scene,
    alike,
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
from theomachy.engine.runtime.ability import Ability
from theomachy.engine.runtime.requirement import Action
from theomachy.games.gods_war.rules import actions, setup
from theomachy.games.gods_war.rules.actions import Act
from theomachy.games.gods_war.rules.timings import QUESTS, VOCABULARY, Power, Quest

FOLDER = SCENARIOS / "gods_war"
ITEMS: dict[str, tuple[Any, Ability]] = {a.name: (v, a) for v in (VOCABULARY, QUESTS) for a in v.abilities}
MOMENTS = [
    *((name, timing) for name, (v, a) in ITEMS.items() for timing in v.uses if hasattr(a, timing)),
    *((name, "reward") for name, (_, a) in ITEMS.items() if hasattr(a, "reward")),
]

SCENES = [*(of_file(path, "empires", "races") for path in sorted(FOLDER.glob("*.toml"))), *of_tests(__file__)]


def breaks(name: str) -> str:
    """The first scene that fails now, likely ones first; "" when all still hold."""
    _, item = ITEMS[name]
    assert isinstance(item, Power | Quest)
    words = name.lower().removesuffix(" (rune)")
    empire = "" if item.empire in setup.OWNERS else item.empire  # who comes with others is named by nobody

    def unlikely(scene: Scene) -> tuple[bool, bool, bool]:
        return words not in scene.text, item.rule not in scene.rules, item.empire not in scene.text

    anywhere = empire not in setup.FILES  # a rune, or the card of a monster: no seat plays it
    return first_broken(sorted((s for s in SCENES if anywhere or not s.played or empire in s.played), key=unlikely))


@pytest.mark.nightly
def test_no_scene_is_broken_before_anything_is_missing() -> None:
    assert broken_already(SCENES) == []


def test_every_power_is_that_of_a_sheet_of_a_card_or_of_a_rune() -> None:
    assert len(ITEMS) == len(VOCABULARY.abilities) + len(QUESTS.abilities) > 120
    cards = setup.facts("3p", None, {}).names("empire")
    for _, item in ITEMS.values():
        assert isinstance(item, Power | Quest)
        assert item.empire in cards or (isinstance(item, Power) and item.card)


@pytest.mark.parametrize("name", ITEMS)
def test_a_missing_power_is_missed(name: str) -> None:
    with ITEMS[name][0].without(name):
        assert breaks(name), f"no scene notices that {name} is missing"


@pytest.mark.parametrize(("name", "timing"), MOMENTS)
def test_a_missing_moment_is_missed(name: str, timing: str) -> None:
    """Each method of a power or Heroquest: without it a scene breaks."""
    vocabulary, item = ITEMS[name]
    with silent(vocabulary, item, timing):
        assert breaks(name), f"no scene notices that {name} says nothing at {timing}"


# -- requirements of actions ------------------------------------------------------------------------------------------
ACTIONS = [*actions.COMMON, *(a for a in VOCABULARY.abilities if isinstance(a, Action))]
GAPS = [*gaps(ACTIONS, "requirements"), *gaps(ACTIONS, "when")]
SHARED = {text: rows for text, rows in alike(GAPS).items() if len(rows) > 1}


@pytest.mark.parametrize("gap", GAPS, ids=str)
def test_a_missing_requirement_is_missed(gap: Gap) -> None:
    """Those of the moment too: "why not?" must know whose turn it is, and what is in force."""
    assert unnoticed(VOCABULARY, SCENES, gap) == ""


@pytest.mark.parametrize("text", SHARED)
def test_a_requirement_that_all_actions_lack_is_missed(text: str) -> None:
    """What several ask, in all of them at once."""
    assert unnoticed(VOCABULARY, SCENES, *SHARED[text]) == ""


@pytest.mark.parametrize("action", actions.COMMON, ids=lambda action: action.verb)
def test_a_missing_action_is_missed(action: Act, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "COMMON", tuple(a for a in actions.COMMON if a is not action))
    assert first_broken(likely(SCENES, f'"{action.verb}'))
