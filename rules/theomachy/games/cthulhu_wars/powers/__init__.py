"""The factions. Each registers itself as an outside package would: a data file and its powers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from . import (  # noqa: F401  (importing declares their powers)
    black_goat,
    crawling_chaos,
    great_cthulhu,
    opener_of_the_way,
    yellow_sign,
)

if TYPE_CHECKING:
    from .. import CthulhuWars

CORE = ("great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign")
MORE = ("opener_of_the_way",)  # the other boxes
DATA = Path(__file__).parent.parent / "data"


def register(system: type[CthulhuWars]) -> None:
    """Add all factions to the game."""
    for slug in (*CORE, *MORE):
        system.add_faction(slug, DATA / f"{slug}.toml")
