"""The empires. Each registers itself as an outside package would: a data file and its powers.

Those of the core box are a file here and one in `data/empires`. Each of another box is a folder: its powers,
`empire.toml` with its values, `rulebook.toml` with its rules and, where its text leaves something open, `rulings.toml`.
The elder races, of a box of their own, are one folder too, with a file of values for each.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from . import (  # noqa: F401  (importing declares their powers)
    battle_runes,
    chaos,
    darkness,
    earth,
    elder_races,
    house_runes,
    invisible_god,
    monsters,
    moon,
    runes,
    sea,
    sky,
    storm,
)
from .questions import QUESTIONS as QUESTIONS

if TYPE_CHECKING:
    from .. import GodsWar

CORE = ("sky", "storm", "darkness", "chaos")
MORE = ("invisible_god", "earth", "sea", "moon")  # the other boxes
MONSTERS_IN_SAMPLES = (
    ("black_dragon", "mother_of_monsters", "androgeus"),
    ("red_dragon", "sky_terror", "juggernaut"),
    ("brown_dragon", "cwim", "mother_of_monsters", "leviathan", "arachne_solara"),
)
HERE = Path(__file__).parent
DATA = HERE.parent / "data" / "empires"


def register(system: type[GodsWar]) -> None:
    """Add all empires to the game."""
    for slug in CORE:
        system.add_empire(slug, DATA / f"{slug}.toml")
    for slug in MORE:
        system.add_empire(slug, HERE / slug / "empire.toml")
        system.add_rules(HERE / slug / "rulebook.toml")
        if (HERE / slug / "rulings.toml").exists():
            system.add_rulings(HERE / slug / "rulings.toml")
    monsters.register(system)
    folk = HERE / "elder_races"
    system.add_owner("elder_races", folk / "elder_races.toml")
    for slug in elder_races.SLUGS:
        system.add_race(slug, folk / f"{slug}.toml")
    system.add_rules(folk / "rulebook.toml")
    system.add_rulings(folk / "rulings.toml")
