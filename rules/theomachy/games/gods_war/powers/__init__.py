"""The empires of the core box. Each registers itself as an outside package would: a data file and its powers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from . import battle_runes, chaos, darkness, house_runes, runes, sky, storm  # noqa: F401  (they declare their powers)
from .questions import QUESTIONS as QUESTIONS

if TYPE_CHECKING:
    from .. import GodsWar

CORE = ("sky", "storm", "darkness", "chaos")
DATA = Path(__file__).parent.parent / "data" / "empires"


def register(system: type[GodsWar]) -> None:
    """Add the four empires to the game."""
    for slug in CORE:
        system.add_empire(slug, DATA / f"{slug}.toml")
