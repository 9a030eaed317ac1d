"""Other worlds than the Earth. Each is a folder: `world.toml` with its boards' names and what comes with them, the
boards in `boards`, its rules as powers of the ground (`on = "ground.<world>"`) or of everybody there
(`on = "map.<world>"`), `rulebook.toml` and, where its text leaves something open, `rulings.toml`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from . import dreamlands, library, primeval, shaggai, yuggoth

if TYPE_CHECKING:
    from ... import CthulhuWars

WORLDS = ("primeval", "dreamlands", "shaggai", "library", "yuggoth")
PROMPTS: dict[str, str] = {
    what: text for world in (dreamlands, primeval, shaggai, library, yuggoth) for what, text in world.PROMPTS.items()
}
HERE = Path(__file__).parent


def register(system: type[CthulhuWars]) -> None:
    """Add all worlds to the game."""
    for slug in WORLDS:
        system.add_world(slug, HERE / slug)
        system.add_rules(HERE / slug / "rulebook.toml")
        if (HERE / slug / "rulings.toml").exists():
            system.add_rulings(HERE / slug / "rulings.toml")
