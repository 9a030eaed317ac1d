"""Which games there are: an entry-point group, so that an outside package can add a game, or a faction to a game.

An entry point of the group `theomachy.games` loads either a `System` subclass, or an object with `extends` (the slug of
a game) and `register(system_class)`, which adds to that game. Entry points are installed packages, never files of a
user.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .errors import DataError, unknown
from .system import System

GROUP = "theomachy.games"
BUILT_IN = {
    "cthulhu_wars": "theomachy.games.cthulhu_wars:SYSTEM",
    "demigods": "theomachy.games.demigods:SYSTEM",
}


@cache
def games() -> dict[str, type[System]]:
    """All games by slug, with everything that other packages add to them."""
    found: dict[str, type[System]] = {}
    additions: list[Any] = []
    loaded = {point.name: _load(point) for point in entry_points(group=GROUP)}
    for slug, where in BUILT_IN.items():  # also when run from a source tree that is not installed
        if slug not in loaded:
            module, _, name = where.partition(":")
            loaded[slug] = getattr(import_module(module), name)
    for thing in loaded.values():
        if isinstance(thing, type) and issubclass(thing, System):
            found[thing.slug] = thing
        else:
            additions.append(thing)
    for thing in additions:
        if thing.extends not in found:
            raise unknown("game", thing.extends, found)
        thing.register(found[thing.extends])
    return dict(sorted(found.items()))


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as fault:
        package = point.dist.name if point.dist is not None else "?"
        raise DataError(f"the package {package} says that it adds {point.name!r}, but fails: {fault}") from fault


def game(slug: str) -> type[System]:
    """The game with this short name. Raises `UnknownName`."""
    known = games()
    if slug not in known:
        raise unknown("game", slug, known)
    return known[slug]
