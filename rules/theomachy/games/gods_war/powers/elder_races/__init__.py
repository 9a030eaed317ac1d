"""The elder races: twelve peoples of whom each player may win one as an ally. A file each for their powers and values;
`diplomacy` is how they are won, `choice` which of them are in a game.
"""

from __future__ import annotations

from . import (
    boggles,
    choice,
    diplomacy,
    dragonewts,
    ducks,
    dwarfs,
    elves,
    giants,
    luathans,
    maidstone_archers,
    scorpion_folk,
    slarges,
    vadeli,
    waertagi,
)

# In the order of their loyalty cards in the rulebook.
RACES = (dwarfs, elves, waertagi, ducks, boggles, giants, luathans, scorpion_folk, maidstone_archers, slarges, vadeli,
         dragonewts)  # fmt: skip
SLUGS = tuple(race.SLUG for race in RACES)
__all__ = ["RACES", "SLUGS", "choice", "diplomacy"]
