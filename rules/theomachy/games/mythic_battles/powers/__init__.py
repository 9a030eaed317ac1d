"""What is printed: terrain and boundaries, classes, talents, and the powers of dashboards and troop cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import boundaries, classes, gods, heroes, monsters, talents, terrain, titans, troops

if TYPE_CHECKING:
    from .. import MythicBattles

FILES = (terrain, boundaries, classes, talents, gods, heroes, monsters, titans, troops)


def register(system: type[MythicBattles]) -> None:
    """All abilities are known once their files are imported."""
