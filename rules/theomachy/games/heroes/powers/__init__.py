"""The six boards of the box: their powers, and where their data lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.config import DATA
from . import cultists, demons, elementals, gremlins, halflings, mechanisms

if TYPE_CHECKING:
    from .. import Heroes

CORE = ("gremlins", "mechanisms", "elementals", "demons", "halflings", "cultists")


def register(game: type[Heroes]) -> None:
    """Put them into the box."""
    for slug in CORE:
        game.add_faction(slug, DATA / "factions" / f"{slug}.toml")


__all__ = ["cultists", "demons", "elementals", "gremlins", "halflings", "mechanisms"]
