"""The journal: an append-only file with a running checksum, synced to the disk before an answer counts as given.

One JSON document a line, each with the checksum of everything up to it. The first line says which game, then come the
answers (the rows of a saved game), where the player stands, and notes. A killed process loses nothing that was
acknowledged: a tail that was cut off is dropped, with a sentence; a file that is damaged in the middle is refused. One
process writes; whoever opens the journal meanwhile may only read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from . import files, save
from .errors import SaveError, cause

try:
    import fcntl
except ImportError:  # Windows has no such locks; there the journal trusts that one process writes
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from .game import Game

JOURNAL = 1  # the version of the format
LARGEST_LINE = 2_000_000  # bytes


class Journal:
    """A journal at a path. `read_only` is True while another process (or another journal of this one) writes it.

    `warning` is a sentence if a tail was cut off. Raises `SaveError` for a file that is no journal or is damaged in the
    middle, and for one that cannot be written to.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.warning = ""
        self.game: Game | None = None
        self._stop: Callable[[], None] | None = None
        self._nodes, self._remarks, self._names = 1, dict[str, Any](), dict[str, Any]()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        except (OSError, ValueError) as fault:  # a ValueError: a NUL in the name
            raise SaveError(f"the journal {self.path.name!r:.200} cannot be opened: {cause(fault)}") from fault
        self.read_only = not self._lock()
        try:
            self.lines, self._crc, self._size, torn = read(self.path)
            if torn and not self.read_only:
                self.warning = f"the last {torn} bytes of the journal {self.path.name} were cut off and are dropped"
                os.ftruncate(self._file, self._size)
                os.fsync(self._file)
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    # -- writing ------------------------------------------------------------------------------------------------------
    def attach(self, game: Game) -> Journal:
        """Write down the game, and from now on every change of it before anybody is told.

        An empty journal takes any game; one with answers only the game that was recovered from it. Raises `SaveError`
        otherwise, and when the journal is read only.
        """
        if self.read_only:
            raise SaveError(f"the journal {self.path.name} is written by another process; here it can only be read")
        if self._stop is not None:
            raise SaveError(f"the journal {self.path.name} already follows a game")
        opening = save.opening(game)
        if not self.lines:
            self._write([["game", {"journal": JOURNAL, **opening}]])
        else:
            known = assemble(self.lines, self.path.name)
            rows = json.loads(json.dumps(save.rows(game.tree)[: len(known["nodes"])]))
            if {key: known[key] for key in opening} != json.loads(json.dumps(opening)) or rows != known["nodes"]:
                raise SaveError(f"the journal {self.path.name} holds another game; give this one a journal of its own")
            self._nodes, self._remarks, self._names = len(known["nodes"]) + 1, known["remarks"], known["names"]
        self.game = game
        self._note(game)
        self._stop = game.listen(self._heard)
        return self

    def _heard(self, game: Game, what: str) -> None:
        self._note(game)

    def _note(self, game: Game) -> None:
        fresh: list[list[Any]] = [["answer", row] for row in save.rows(game.tree, self._nodes)]
        remarks = save.remarks(game.tree)
        if remarks != self._remarks:
            fresh.append(["remarks", remarks])
        if game.names != self._names:
            fresh.append(["names", dict(game.names)])
        fresh.append(["here", [game.here, save.digest(game), game.dice_by_hand]])
        self._write(fresh)
        self._nodes, self._remarks, self._names = len(game.tree.nodes), remarks, dict(game.names)

    def _write(self, fresh: list[list[Any]]) -> None:
        crc, data = self._crc, b""
        for line in fresh:
            body = json.dumps(line, separators=(",", ":")).encode("ascii")
            crc = crc32(body, crc)
            data += b"%08x %s\n" % (crc, body)
        try:
            os.ftruncate(self._file, self._size)  # whatever a failed attempt has left
            os.lseek(self._file, self._size, os.SEEK_SET)
            left = data
            while left:
                left = left[os.write(self._file, left) :]
            os.fsync(self._file)
        except OSError as fault:
            raise SaveError(f"the journal {self.path.name} cannot be written: {cause(fault)}") from fault
        self._crc, self._size = crc, self._size + len(data)
        self.lines += json.loads(json.dumps(fresh))

    def close(self) -> None:
        """Stop following the game and let others write."""
        if self._stop is not None:
            self._stop()
            self._stop = None
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# -- reading ----------------------------------------------------------------------------------------------------------
def read(path: Path) -> tuple[list[Any], int, int, int]:
    """Lines, checksum, bytes that are sound, and bytes of a torn tail. Raises `SaveError` for damage in the middle."""
    data = files.read(path, "journal", 2 * save.LARGEST, SaveError)
    lines: list[Any] = []
    crc = size = 0
    while size < len(data):
        end = data.find(b"\n", size)
        found = _line(data[size : end if end >= 0 else len(data)], crc) if end >= 0 else None
        if found is None:
            rest = data[size:]
            if b"\n" in rest.rstrip(b"\n") or (size == 0 and not _begun(rest)):
                where = f"after line {len(lines)}" if lines else "from its first line on"
                raise SaveError(f"the journal {path.name} is damaged {where}: nothing in it is changed or guessed")
            return lines, crc, size, len(rest)
        line, crc = found
        lines.append(line)
        size = end + 1
    return lines, crc, size, 0


def _begun(rest: bytes) -> bool:
    """Could this be the beginning of a journal's first line (and not some other file)?"""
    return rest[8:9] in (b" ", b"") and all(sign in b"0123456789abcdef" for sign in rest[:8])


def _line(raw: bytes, crc: int) -> tuple[Any, int] | None:
    body = raw[9:]
    if raw[8:9] != b" " or len(raw) > LARGEST_LINE or b"%08x" % crc32(body, crc) != raw[:8]:
        return None
    try:
        line = save.parse(body.decode("ascii"))
    except (SaveError, UnicodeDecodeError):
        return None
    if not (isinstance(line, list) and len(line) == 2 and isinstance(line[0], str)):
        return None
    return line, crc32(body, crc)


def assemble(lines: list[Any], name: str) -> dict[str, Any]:
    """The lines as the document of a saved game. Raises `SaveError`."""
    if not lines or lines[0][0] != "game" or not isinstance(lines[0][1], dict):
        raise SaveError(f"the journal {name} is empty" if not lines else f"{name} is no journal of a game")
    opening = dict(lines[0][1])
    if opening.pop("journal", None) != JOURNAL:
        raise SaveError(f"the journal {name} is of another version of the library")
    document = {**opening, "nodes": [], "here": 0, "names": {}, "remarks": {}, "digest": 0, "by_hand": False}
    sealed = False
    for word, value in lines[1:]:
        sealed = word == "here" or (sealed and word in ("remarks", "names"))
        if word == "answer":
            document["nodes"].append(value)
        elif word in ("remarks", "names"):
            document[word] = value
        elif word == "here" and isinstance(value, list) and len(value) == 3:
            document["here"], document["digest"], document["by_hand"] = value
        else:
            raise SaveError(f"the journal {name} holds a line {word[:40]!r} that this library does not know")
    save.checked(document)
    if not sealed:  # the process was killed between an answer and the line that says where the player stands
        document["here"], document["digest"] = len(document["nodes"]), None
    return document


def recover(path: str | Path) -> Game:
    """The game of a journal, standing where it stood; the file is only read. Raises `SaveError` with a sentence."""
    path = Path(path)
    lines, _, _, _ = read(path)
    return save.rebuild(assemble(lines, path.name))
