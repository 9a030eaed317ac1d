"""A position on one line of text, for links and studies: version, game, what it holds, and a checksum.

`theo1.demigods.eJyrV....5f0c2a1b`: set-up, the state at the beginning of the step as far as it differs from the start
of the game, and the answers given since, as JSON, deflated, in letters that an address may hold. The line of a seat
holds only what that seat may know: what it cannot know is drawn anew before it is written, from nothing but what it
sees, and once more when the line is opened; answers that it did not hear are not in it.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64encode
from typing import Any, Protocol

from ..errors import SaveError
from ..runtime.decision import QUIET_NO, Decision, LogEntry, Secret
from ..runtime.position import Position
from ..runtime.sampling import rng_at
from ..runtime.system import System
from ..state.declare import Declared
from .briefly import briefly, changes
from .document import Playing

VERSION = 1
LONGEST, UNPACKED = 20_000, 400_000  # signs of a line; bytes of what is in it
SHAPE = re.compile(r"theo(\d{1,4})\.([a-z0-9_]{1,40})\.([A-Za-z0-9_-]+)\.([0-9a-f]{8})")


class Standing(Playing, Protocol):
    """A game that stands at a position."""

    @property
    def position(self) -> Position: ...


def write(game: Standing, viewer: int | None = None) -> str:
    """The position that is looked at; for a seat, what that seat may know of it. Raises `SaveError` if it is too long.

    Neither the way there nor luck to come is in it: whoever opens it begins anew with a seed of his own.
    """
    system = game.system
    base, entries = _step(game.position)
    held: dict[str, Any] = {"setup": briefly(system)}
    if viewer is None:
        held["answers"] = [[e.who, e.what, system.answer_to_file(e.answer), *shown_faces(e)] for e in entries]
        if game.dice_by_hand:
            held["by_hand"] = True
    else:
        base = system.resample(base, viewer, rng_at(system.slug, 0))
        held |= {"seat": viewer, "answers": _heard(game.position, entries, viewer)}
        asked = game.position.decision
        held["asked"] = None if asked is None or (asked.quiet and asked.player != viewer) else name_of(asked)
        held["sees"] = sight_of(system, game.state, viewer)
    held["state"] = changes(system, base)
    data = json.dumps(held, separators=(",", ":"), sort_keys=True).encode()
    body = urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    line = f"theo{VERSION}.{game.slug}.{body}"
    if len(line) > LONGEST - 9 or len(data) > UNPACKED:
        raise SaveError("the position is too large for a line of text: keep it as a saved game")
    return f"{line}.{check_sum(line)}"


def is_line(text: str) -> bool:
    """Does a text look like the line of a position, sound or not?"""
    return re.match(r"theo\d{1,4}\.", text.strip()) is not None


# -- writing ----------------------------------------------------------------------------------------------------------
def _step(position: Position) -> tuple[Declared, list[LogEntry]]:
    """Where the step began, and the answers since; marks inside a long step say how many were heard by nobody."""
    _ = position.decision
    base, entries, past = position.base, list(position.entries), position.past
    while past is not None and past.inner:
        base, entries = past.base(position.system), [*past.entries, *entries]
        past = past.past
    return base, entries


def _heard(position: Position, entries: list[LogEntry], viewer: int) -> list[list[Any]]:
    """The answers as a seat has heard them: null for what it does not know, none where it may not know of any."""
    early, found = position.unrevealed(), list[list[Any]]()
    for e in entries:
        if e.who != viewer and (id(e) in early or (e.quiet and e.answer in QUIET_NO)):
            continue
        hidden = e.owner not in (None, viewer)
        answer = None if hidden else position.system.answer_to_file(e.answer)
        found.append([e.who, e.what, answer, *([] if hidden else shown_faces(e))])
    return found


def name_of(asked: Decision) -> list[Any]:
    """A question, so that it is known again; of sealed plans the next to be asked is nobody's business."""
    return [None if isinstance(asked, Secret) else asked.player, asked.what]


def shown_faces(entry: LogEntry) -> list[list[int]]:
    return [] if entry.faces is None else [list(entry.faces)]


def check_sum(line: str) -> str:
    return f"{zlib.crc32(line.encode()):08x}"


def sight_of(system: System, state: Declared, seat: int) -> int:
    """A checksum of what a seat sees."""
    text = json.dumps(system.to_json(system.view(state, seat)), sort_keys=True, separators=(",", ":"))
    return zlib.crc32(text.encode())
