"""How a game is set up and how it begins, said briefly: what goes without saying is left out."""

from __future__ import annotations

import json
from typing import Any
from weakref import WeakKeyDictionary

from ..errors import TheoError
from ..plain import Json
from ..runtime.system import System
from ..state.declare import Declared

_NOTHING = object()
_known: WeakKeyDictionary[System, dict[str, Any]] = WeakKeyDictionary()


def briefly(system: System) -> dict[str, Any]:
    """How a game is set up, without the options and rulings that it would have anyway."""
    if system not in _known:
        _known[system] = _told(system)
    return {**_known[system]}


def _told(system: System) -> dict[str, Any]:
    told = system.setup()
    try:
        plain = type(system).build(players=told["players"], overlay=told["overlay"] or None).setup()
    except TheoError:  # it needs more to be set up at all
        return told
    for key in ("options", "rulings"):
        told[key] = {name: value for name, value in told[key].items() if plain[key].get(name, _NOTHING) != value}
    return told


def changes(system: System, s: Declared) -> dict[str, Json]:
    """The fields of a state that are not as at the start of its game."""
    start = _plain(system.to_json(system.start()))
    return {key: value for key, value in _plain(system.to_json(s)).items() if start.get(key, _NOTHING) != value}


def changed(system: System, fields: dict[str, Json]) -> Declared:
    """The state again, every field checked (`SaveError`)."""
    found: Declared = system.from_json(system.to_json(system.start()) | fields)
    return found


def _plain(raw: dict[str, Json]) -> dict[str, Any]:
    """As it will be read: lists for tuples, texts for keys."""
    return dict(json.loads(json.dumps(raw)))
