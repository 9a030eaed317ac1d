"""Monsters: each is an owner that nobody plays, with a card of its own. The Spawn of one are owned apart from her.

`card` has what holds for all of them. Their values stand in `monsters.toml`, those of Arachne Solara, who comes in a
box of her own, in `arachne_solara.toml`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from . import (  # noqa: F401  (importing declares their powers)
    androgeus,
    arachne_solara,
    card,
    cwim,
    dragons,
    juggernaut,
    leviathan,
    mother_of_monsters,
    sky_terror,
)

if TYPE_CHECKING:
    from ... import GodsWar

HERE = Path(__file__).parent
NINE = (
    dragons.BLACK, dragons.BROWN, dragons.RED, cwim.SLUG, mother_of_monsters.SLUG, sky_terror.SLUG, androgeus.SLUG,
    juggernaut.SLUG, leviathan.SLUG,
)  # fmt: skip


def register(system: type[GodsWar]) -> None:
    """Add all Monsters to the game, with their rules and open questions."""
    for slug in NINE:
        system.add_monster(slug, HERE / "monsters.toml")
    system.add_monster(arachne_solara.SLUG, HERE / "arachne_solara.toml")
    system.add_rules(HERE / "rulebook.toml")
    system.add_rulings(HERE / "rulings.toml")
