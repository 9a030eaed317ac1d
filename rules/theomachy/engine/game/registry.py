"""Which games there are: an entry-point group, so that an outside package can add a game, or a faction to a game.

An entry point of the group `theomachy.games` loads either a `System` subclass, or an object with `extends` (the slug of
a game) and `register(system_class)`, which adds to that game. Entry points are installed packages, never files of a
user. Who writes such a package need not install it: `add` takes the imported module for as long as the process lives.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any

from ..errors import DataError, slip, unknown
from ..plain import Json
from ..runtime.rule_ids import strange_rules
from ..runtime.system import System

GROUP = "theomachy.games"
BUILT_IN = {
    "cthulhu_wars": "theomachy.games.cthulhu_wars:SYSTEM",
    "demigods": "theomachy.games.demigods:SYSTEM",
    "gods_war": "theomachy.games.gods_war:SYSTEM",
    "heroes": "theomachy.games.heroes:SYSTEM",
    "mythic_battles": "theomachy.games.mythic_battles:SYSTEM",
}


@cache
def games() -> dict[str, type[System]]:
    """All games by slug, with everything that other packages add to them."""
    found: dict[str, type[System]] = {}
    additions: list[tuple[str, Any]] = []
    loaded: dict[str, Json] = {}
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))  # not as they lie on disk
    for point in points:
        if point.name in loaded:
            raise DataError(f"two packages say that they add {point.name!r}: {_package(point)} is one of them")
        loaded[point.name] = _load(point)
    for slug, where in BUILT_IN.items():  # also when run from a source tree that is not installed
        module, _, name = where.partition(":")
        if slug not in loaded and find_spec(module) is not None:  # a page in the browser brings one game along
            loaded[slug] = getattr(import_module(module), name)
    for name, thing in loaded.items():
        if isinstance(thing, type) and issubclass(thing, System):
            found[thing.slug] = thing
        elif _adds(thing):
            additions.append((name, thing))
        else:
            raise DataError(f"the addition {name!r} is neither a game nor has it `extends` and `register`")
    for name, thing in additions:
        _register(name, thing, found)
    _present.extend(loaded.values())
    return dict(sorted(found.items()))


_present: list[Any] = []  # everything that was loaded or added, each once
_added: list[Any] = []  # what is known to this process alone


def only_here() -> bool:
    """Was anything added that is not installed, so that another process does not know it?"""
    return bool(_added)


def additions() -> set[str]:
    """The modules of all games and additions that do not come with the library."""
    games()
    found = {thing.__module__ if isinstance(thing, type) else getattr(thing, "__name__", "") for thing in _present}
    return {name for name in found if name.partition(".")[0] != __name__.partition(".")[0]}


def add(thing: Any) -> None:
    """Add a game, or something to a game, that is not installed: what an entry point would load.

    It holds for this process. What is there already, installed or added before, is not added again. Raises `DataError`
    for a thing that is neither, or that fails, and `UnknownName` for an addition to a game that does not exist.
    """
    known = games()
    if any(thing is other for other in _present):
        return
    name = getattr(thing, "__name__", type(thing).__name__)
    if isinstance(thing, type) and issubclass(thing, System):
        if thing.slug in known:
            raise DataError(f"there is a game {thing.slug!r} already")
        known[thing.slug] = thing
    elif _adds(thing):
        _register(name, thing, known)
    else:
        raise DataError(f"the addition {name!r} is neither a game nor has it `extends` and `register`")
    _present.append(thing)
    _added.append(thing)


def _adds(thing: Any) -> bool:
    return isinstance(getattr(thing, "extends", None), str) and callable(getattr(thing, "register", None))


def _register(name: str, thing: Any, found: dict[str, type[System]]) -> None:
    if thing.extends not in found:
        raise unknown("game", thing.extends, found)
    try:
        thing.register(found[thing.extends])
        if said := strange_rules(found[thing.extends].vocabularies, found[thing.extends].rulebook):
            raise DataError(said)
    except Exception as fault:
        raise DataError(f"the addition {name!r} to {thing.extends} fails: {slip(fault)}") from fault


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as fault:
        raise DataError(f"{_package(point)} says that it adds {point.name!r}, but fails: {slip(fault)}") from fault


def _package(point: EntryPoint) -> str:
    return f"the package {point.dist.name}" if point.dist is not None else point.value


@cache
def _alone(slug: str) -> type[System] | None:
    """A game that comes with the library, if no other package could add to it: to read the others as well would take a
    process that plays it half a second.
    """
    if any(BUILT_IN.get(point.name) != point.value for point in entry_points(group=GROUP)):
        return None
    module, _, name = BUILT_IN[slug].partition(":")
    found: type[System] | None = getattr(import_module(module), name) if find_spec(module) is not None else None
    return found


def game(slug: str) -> type[System]:
    """The game with this short name. Raises `UnknownName`."""
    if isinstance(slug, str) and slug in BUILT_IN and not games.cache_info().currsize and (found := _alone(slug)):
        return found
    known = games()
    if not isinstance(slug, str) or slug not in known:
        raise unknown("game", slug, known)
    return known[slug]
