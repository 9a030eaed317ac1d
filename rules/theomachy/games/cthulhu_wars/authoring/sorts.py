"""The sorts of gates that powers of a game make: what an editor can lay and a scenario can name."""

from __future__ import annotations

from ..rules.config import Config
from ..rules.timings import VOCABULARY, Power


def sorts_of(config: Config) -> dict[str, Power]:
    """Each sort that somebody in this game can make, with the power that brings it."""
    return {
        power.makes: power
        for power in VOCABULARY.abilities
        if isinstance(power, Power) and power.makes and any(config.has(power, seat) for seat in config.seats)
    }
