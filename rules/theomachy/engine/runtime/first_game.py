"""The first game: what a game offers to somebody who has never seen it, told in its `data/first_game.toml`.

    line = "Gods raise land, people and armies."
    aim = "Be the last people that is left."
    players = 2
    ready = { 2 = "island", 3 = "horseshoe" }
    notes = { 5 = "Five players and more need half a day." }

    [[switch]]
    title = "Ready world"
    value = "The island"
    about = "Land lies, and both peoples have settled."
    off = "You build the world first."
    ready = true
    opens = ["map"]

`ready` names the quick start for each number of players; it is taken while every switch with `ready = true` is on. A
switch gives `options` of the game while it is on. When it is off it opens those of `opens`, to be chosen; "ready" there
is the choice among the quick starts. `changes` marks what is a change of the rules. A note of `notes` is told to as
many players as it names, and to more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .. import files
from ..errors import DataError, shown
from ..plain import Json

LARGEST = 20_000  # bytes
TEXTS = ("title", "value", "about", "off")
READY = "ready"


@dataclass(frozen=True, slots=True)
class Switch:
    """One choice that is made already: its title, what it stands for, and both answers in words."""

    title: str
    value: str
    about: str
    off: str
    ready: bool = False
    opens: tuple[str, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
    changes: bool = False


@dataclass(frozen=True, slots=True)
class FirstGame:
    """A line of character, how it is won, how many play, the quick start for each number of players, the switches."""

    line: str = ""
    aim: str = ""
    players: int = 0  # 0: as few as there can be
    ready: Mapping[int, str] = field(default_factory=dict)
    switches: tuple[Switch, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)  # by the fewest players whom it is told

    def note(self, players: int) -> str:
        """What so many players should know before they begin; "" for nothing."""
        told = [least for least in self.notes if least <= players]
        return self.notes[max(told)] if told else ""


def read(path: Path) -> FirstGame:
    """Read `data/first_game.toml`. Raises `DataError`."""
    raw = files.read_toml(path, "first game", LARGEST)
    if strange := set(raw) - {"line", "aim", "players", READY, "notes", "switch"}:
        raise DataError(f"{path.name}: a first game has no {min(strange)!r}")
    ready = raw.get(READY, {})
    if not isinstance(ready, dict) or not all(n.isdecimal() and isinstance(name, str) for n, name in ready.items()):
        raise DataError(f"{path.name}: 'ready' names a quick start for each number of players, not {shown(ready)}")
    notes = raw.get("notes", {})
    if not isinstance(notes, dict) or not all(n.isdecimal() and isinstance(note, str) for n, note in notes.items()):
        raise DataError(f"{path.name}: 'notes' has a sentence for each number of players, not {shown(notes)}")
    rows = raw.get("switch", [])
    if not isinstance(rows, list):
        raise DataError(f"{path.name}: 'switch' is a list of tables, not {shown(rows)}")
    switches = tuple(_switch(row, path) for row in rows)
    whole = {int(n): name for n, name in ready.items()}
    told = {int(n): note for n, note in notes.items()}
    return FirstGame(
        str(raw.get("line", "")), str(raw.get("aim", "")), int(raw.get("players", 0)), whole, switches, told
    )


def _switch(row: Json, path: Path) -> Switch:
    known = {READY: bool, "opens": list, "options": dict, "changes": bool} | dict.fromkeys(TEXTS, str)
    if not isinstance(row, dict) or not all(isinstance(value, known.get(word, ())) for word, value in row.items()):
        raise DataError(f"{path.name}: a switch has a strange word: {shown(row)}")
    if lacking := [word for word in TEXTS if not row.get(word)]:
        raise DataError(f"{path.name}: a switch lacks its {lacking[0]}")
    opens = tuple(str(name) for name in row.get("opens", []))
    title, value, about, off = (str(row[word]) for word in TEXTS)
    return Switch(
        title, value, about, off, bool(row.get(READY)), opens, dict(row.get("options", {})), bool(row.get("changes"))
    )
