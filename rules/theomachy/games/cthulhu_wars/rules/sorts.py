"""The sorts of gates that powers of a game make: what an editor can lay and a scenario can name."""

from __future__ import annotations

from collections.abc import Mapping

from .config import Config
from .timings import VOCABULARY, Power


def sorts_of(config: Config) -> Mapping[str, Power]:
    """Each sort that somebody in this game can make, with the power that brings it. Remembered."""
    found: dict[str, Power] | None = config.memory.get("sorts of gates")
    if found is None:
        found = {
            power.makes: power
            for power in VOCABULARY.abilities
            if isinstance(power, Power) and power.makes and any(config.has(power, seat) for seat in config.seats)
        }
        VOCABULARY.remember(config, "sorts of gates", found)
    return found
