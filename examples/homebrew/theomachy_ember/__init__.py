"""The Ember Court: a faction of our own for Cthulhu Wars, and a ruling that our table prefers.

Theomachy finds this module by its entry point: it reads `extends` and calls `register` once.
"""

from pathlib import Path

from theomachy.games.cthulhu_wars import CthulhuWars

from . import powers  # importing declares the powers

HERE = Path(__file__).parent
extends = "cthulhu_wars"


def register(system: type[CthulhuWars]) -> None:
    """Add the faction card, its rules, and our ruling."""
    system.add_faction(powers.SLUG, HERE / "ember_court.toml")
    system.add_rules(HERE / "rulebook.toml")
    system.add_rulings(HERE / "rulings.toml")
