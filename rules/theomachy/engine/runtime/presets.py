"""Quick starts: what a game offers to whoever wants to play at once, told in its `data/presets.toml`.

    [island]
    title = "The island"
    about = "A ready world, and both peoples have settled."
    players = 2
    options = { map = "10x10" }
    setup = { map = "island", phase = "draw" }

`options` are those of the game. `setup` is the first position, in the words of a scenario's `[setup]`; without one the
game begins where its rules do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .. import files
from ..errors import DataError, shown
from ..plain import Json, Said

LARGEST = 200_000  # bytes
WORDS = {"title": str, "about": str, "players": int, "options": dict, "setup": dict}


@dataclass(frozen=True, slots=True)
class Preset:
    """One quick start; `setup` is None where the game begins at its own beginning."""

    name: str
    title: str
    about: str  # one line
    players: int
    options: Mapping[str, Json]
    setup: Mapping[str, Said] | None


def read(path: Path) -> dict[str, Preset]:
    """Read `data/presets.toml`. Raises `DataError`."""
    raw = files.read_toml(path, "list of quick starts", LARGEST)
    return {name: _preset(name, table, path) for name, table in raw.items()}


def _preset(name: str, raw: Json, path: Path) -> Preset:
    if not isinstance(raw, dict):
        raise DataError(f"{path.name}: the quick start {name} is a table, not {shown(raw)}")
    for word, value in raw.items():
        if not isinstance(value, WORDS.get(word, ())):
            raise DataError(f"{path.name}: the quick start {name} has a strange {word!r}")
    if lacking := [word for word in ("title", "about", "players") if not raw.get(word)]:
        raise DataError(f"{path.name}: the quick start {name} lacks its {lacking[0]}")
    return Preset(name, raw["title"], raw["about"], raw["players"], raw.get("options", {}), raw.get("setup"))
