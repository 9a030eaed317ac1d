"""The factions of the core box. Each registers itself as an outside package would: a data file and its powers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from . import black_goat, crawling_chaos, great_cthulhu, yellow_sign  # noqa: F401  (importing declares their powers)

if TYPE_CHECKING:
    from .. import CthulhuWars

CORE = ("great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign")
DATA = Path(__file__).parent.parent / "data"


def register(system: type[CthulhuWars]) -> None:
    """Add the four factions to the game."""
    for slug in CORE:
        system.add_faction(slug, DATA / f"{slug}.toml")
