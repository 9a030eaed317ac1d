"""The knock-out net: with any one ability, weakness, gift, Heroquest or rune taken out, or any one moment of one, some
scene must break.

Scenes are the scenario files of the Gods War, and every test in this folder that needs no fixture. That they hold when
nothing is missing is proven where they are at home.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.knockout import SCENARIOS, Scene, first_broken, of_file, of_tests, silent
from theomachy.engine.runtime.ability import Ability
from theomachy.games.gods_war import setup
from theomachy.games.gods_war.timings import QUESTS, VOCABULARY, Power, Quest

FOLDER = SCENARIOS / "gods_war"
ITEMS: dict[str, tuple[Any, Ability]] = {a.name: (v, a) for v in (VOCABULARY, QUESTS) for a in v.abilities}
MOMENTS = [
    *((name, timing) for name, (v, a) in ITEMS.items() for timing in v.uses if hasattr(a, timing)),
    *((name, "reward") for name, (_, a) in ITEMS.items() if hasattr(a, "reward")),
]

SCENES = [*(of_file(path, "empires") for path in sorted(FOLDER.glob("*.toml"))), *of_tests(__file__)]


def breaks(name: str) -> str:
    """The first scene that fails now, likely ones first; "" when all still hold."""
    _, item = ITEMS[name]
    assert isinstance(item, Power | Quest)
    words, empire = name.lower().removesuffix(" (rune)"), item.empire

    def unlikely(scene: Scene) -> tuple[bool, bool]:
        return words not in scene.text, item.rule not in scene.rules

    return first_broken(sorted((s for s in SCENES if not (s.played and empire) or empire in s.played), key=unlikely))


def test_every_power_is_that_of_a_sheet_or_of_a_rune() -> None:
    assert len(ITEMS) == len(VOCABULARY.abilities) + len(QUESTS.abilities) > 120
    for _, item in ITEMS.values():
        assert isinstance(item, Power | Quest)
        assert item.empire in setup.FILES or (isinstance(item, Power) and item.card)


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
