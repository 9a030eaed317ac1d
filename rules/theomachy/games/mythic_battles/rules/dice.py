"""The dice of the game: a blank and the numbers 1 to 5, once each (ruling dice_faces; MB-ATK-003)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.dice import Dice

if TYPE_CHECKING:
    from .config import Config

WORDS = {0: "blank", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def the_dice(config: Config) -> Dice:
    """The dice with the faces of the data: one group a value, so that each outcome is a set of values."""
    found: Dice | None = config.memory.get("dice")
    if found is None:
        faces = config.fact("dice.faces")
        groups = tuple((WORDS.get(value, str(value)), (value,) * faces.count(value)) for value in sorted(set(faces)))
        found = Dice("die of Mythic Battles", groups, len(faces), shows=tuple(sorted(set(faces))))
        config.memory["dice"] = found
    return found
