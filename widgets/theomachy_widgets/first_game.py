"""What the home page offers of each game: its line, its switches, and who sits where before anything is chosen."""

from __future__ import annotations

from typing import Any

from theomachy.engine.errors import TheoError
from theomachy.engine.runtime.system import System

from .models.start import Face, FirstGame

# What was worked out: a game with other factions or quick starts than before is looked at anew.
_KNOWN: dict[tuple[object, ...], tuple[dict[str, list[Face]], dict[str, Face]]] = {}


def first_game(kind: type[System[Any]], least: int, most: int) -> FirstGame:
    """The offer of a game for `least` to `most` players."""
    first = kind.first_game
    words = [str(word) for option in kind.choices(most).values() if option.each for word in option.among]
    key = (kind, least, most, *words, *kind.presets)
    if key not in _KNOWN:
        _KNOWN[key] = _seats(kind, least, most), _faces(kind, most)
    seats, faces = _KNOWN[key]
    return {
        "line": first.line,
        "aim": first.aim,
        "players": min(max(first.players, least), most),
        "rules": len(kind.rulebook),
        "ready": {str(players): name for players, name in first.ready.items()},
        "notes": {str(n): note for n in range(least, most + 1) if (note := first.note(n))},
        "switches": [
            {
                "title": row.title,
                "value": row.value,
                "about": row.about,
                "off": row.off,
                "ready": row.ready,
                "opens": list(row.opens),
                "options": {name: str(value) for name, value in row.options.items()},
                "changes": row.changes,
            }
            for row in first.switches
        ],
        "seats": seats,
        "faces": faces,
    }


def _seats(kind: type[System[Any]], least: int, most: int) -> dict[str, list[Face]]:
    """Who sits where in each quick start, and in a game of so many players that nobody has chosen anything for."""
    found = {str(players): _sat(kind, players, {}) for players in range(least, most + 1)}
    return found | {name: _sat(kind, preset.players, preset.options) for name, preset in kind.presets.items()}


def _faces(kind: type[System[Any]], most: int) -> dict[str, Face]:
    """The face of each word of the option that has one for every seat; games without such an option have none."""
    found: dict[str, Face] = {}
    for name, option in kind.choices(most).items():
        if not option.each:
            continue
        for word in map(str, option.among):
            others = [str(other) for other in option.among if other != word]
            for other in others:  # some pairs may not meet
                row = [word, other, *(each for each in others if each != other)][:most]
                if sat := _sat(kind, most, {name: row}):
                    found[word] = sat[0]
                    break
    return found


def _sat(kind: type[System[Any]], players: int, options: Any) -> list[Face]:
    try:
        system = kind.build(players=players, options=dict(options))
    except TheoError:
        return []
    return [
        {
            "t": {"o": seat.colour, "i": seat.icon},
            "name": seat.title or seat.name,
            "leads": system.leads(seat.index),
            "anywhere": system.leads_anywhere(seat.index),
        }
        for seat in system.seats
    ]
