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
    additions: list[tuple[str, Any]] = []
    loaded: dict[str, Any] = {}
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))  # not as they lie on disk
    for point in points:
        if point.name in loaded:
            raise DataError(f"two packages say that they add {point.name!r}: {_package(point)} is one of them")
        loaded[point.name] = _load(point)
    for slug, where in BUILT_IN.items():  # also when run from a source tree that is not installed
        if slug not in loaded:
            module, _, name = where.partition(":")
            loaded[slug] = getattr(import_module(module), name)
    for name, thing in loaded.items():
        if isinstance(thing, type) and issubclass(thing, System):
            found[thing.slug] = thing
        elif isinstance(getattr(thing, "extends", None), str) and callable(getattr(thing, "register", None)):
            additions.append((name, thing))
        else:
            raise DataError(f"the addition {name!r} is neither a game nor has it `extends` and `register`")
    for name, thing in additions:
        if thing.extends not in found:
            raise unknown("game", thing.extends, found)
        try:
            thing.register(found[thing.extends])
        except Exception as fault:
            raise DataError(f"the addition {name!r} to {thing.extends} fails: {fault}") from fault
    return dict(sorted(found.items()))


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as fault:
        raise DataError(f"{_package(point)} says that it adds {point.name!r}, but fails: {fault}") from fault


def _package(point: EntryPoint) -> str:
    return f"the package {point.dist.name}" if point.dist is not None else point.value


def game(slug: str) -> type[System]:
    """The game with this short name. Raises `UnknownName`."""
    known = games()
    if slug not in known:
        raise unknown("game", slug, known)
    return known[slug]
