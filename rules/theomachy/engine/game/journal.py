"""The journal: an append-only file with a running checksum, synced to the disk before an answer counts as given.

One JSON document a line, each with the checksum of everything up to it. The first line says which game, then come the
answers (the rows of a saved game), remarks as they change, and where the player stands. A killed process loses nothing
that was acknowledged. Of a file that is damaged or cut off the sound beginning is kept, with a sentence; nothing behind
the damage is guessed. What the reader would refuse is not written: both ask `bounds`. A journal that has grown too long
is written anew as the game stands. One process writes; whoever opens the journal meanwhile may only read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from .. import bounds, files
from ..errors import SaveError, cause
from . import save
from .edition import edition

try:
    import fcntl
except ImportError:  # Windows has no such locks; there the journal trusts that one process writes
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from .game import Game

JOURNAL = 2  # the version of the format
LARGEST_LINE = 2_000_000  # bytes
LARGEST = 2 * bounds.LARGEST  # bytes of the whole
BINARY = getattr(os, "O_BINARY", 0)


class Done(NamedTuple):
    """What the file holds. Replaced whole, so that an interruption leaves no half of it."""

    crc: int = 0
    size: int = 0
    nodes: int = 1
    remarks: Mapping[str, Any] = {}
    names: Mapping[str, str] = {}


class Journal:
    """A journal at a path. `read_only` is True while another process (or another journal of this one) writes it.

    `warning` is a sentence if the file was damaged: a tail that was cut off is dropped; what else is damaged is kept
    beside it, in a file whose name ends in ".damaged". Raises `SaveError` for a file that is no journal, and for one
    that cannot be written to.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.warning = ""
        self.game: Game | None = None
        self._stop: Callable[[], None] | None = None
        self._file, self.read_only = self._open()
        try:
            found = read(self.path)
            if found.rest and not self.read_only:
                self.warning = self._mend(found)
        except BaseException:
            self.close()
            raise
        self._lines, self._done = found.lines, Done(found.crc, found.size)

    def _open(self) -> tuple[int, bool]:
        """The file, and whether somebody else writes it."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            while True:
                file = os.open(self.path, os.O_RDWR | os.O_CREAT | BINARY | getattr(os, "O_NONBLOCK", 0), 0o600)
                ours = _lock(file)
                if not ours or self._same(file):
                    return file, not ours
                os.close(file)  # its writer has just written it anew, and what was locked is the old one
        except (OSError, ValueError) as fault:  # a ValueError: a NUL in the name
            raise SaveError(f"the journal {self.path.name!r:.200} cannot be opened: {cause(fault)}") from fault

    def _same(self, file: int) -> bool:
        """Is the open file the one that is found under the name? Raises `FileNotFoundError`."""
        there, mine = os.stat(self.path), os.fstat(file)
        return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)

    def _mend(self, found: Found) -> str:
        """Cut what is not sound off, having kept a copy of it all unless it is a tail that was never finished."""
        said = found.sentence(self.path.name)
        try:
            if not found.torn:
                copy = self._kept(files.read(self.path, "journal", LARGEST, SaveError))
                said += f"; the file as it was is kept as {copy.name}"
            os.ftruncate(self._file, found.size)
            os.fsync(self._file)
        except OSError as fault:
            raise SaveError(f"{said}, but it cannot be mended: {cause(fault)}") from fault
        return said

    def _kept(self, data: bytes) -> Path:
        for number in range(1, 1000):
            path = self.path.with_name(f"{self.path.name}{f'-{number}' if number > 1 else ''}.damaged")
            try:
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600)
            except FileExistsError:
                continue
            try:
                _put(file, data)
            finally:
                os.close(file)
            return path
        raise SaveError(f"there are too many damaged copies of {self.path.name}: take some of them away")

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
        if self._lines:
            known = assemble(self._lines, self.path.name)
            if anew := not _begins(game, known):
                if not _recovered(game, known):
                    raise SaveError(
                        f"the journal {self.path.name} holds another game; give this one a journal of its own"
                    )
            self._done = Done(
                self._done.crc, self._done.size, len(known["nodes"]) + 1, known["remarks"], known["names"]
            )
        else:
            anew = False
        self._lines = []  # they have done their part, and a game may be long
        faults = self._rewritten(game) if anew else self._note(game)
        self.game = game
        self._stop = game.listen(self._heard)
        self._tell(faults)
        return self

    def _heard(self, game: Game, what: str) -> None:
        self._tell(self._note(game))

    def _tell(self, faults: list[SaveError]) -> None:
        if faults:
            raise SaveError(f"not everything is kept in the journal {self.path.name}: {faults[0]}") from faults[0]

    def _note(self, game: Game) -> list[SaveError]:
        """Write what has changed; returns why something was left out, since it could not be read again."""
        done, faults = self._done, list[SaveError]()
        remarks, names = save.remarks(game.tree), dict(game.names)
        if len(game.tree.nodes) > bounds.MOST_NODES:
            raise SaveError(f"the journal {self.path.name} holds no more than {bounds.MOST_NODES:,} positions")
        fresh = self._changes(game, done, remarks, names, faults)
        try:
            if not self._intact():
                raise _TooLong  # somebody has shortened it, or thrown it away
            crc, size = self._append(_lines_of(fresh, done.crc, LARGEST - done.size), done)
        except _TooLong:
            return self._rewritten(game)
        self._done = Done(crc, size, len(game.tree.nodes), remarks, names)
        return faults

    def _rewritten(self, game: Game) -> list[SaveError]:
        """Write the whole game into a new file; returns why something was left out."""
        faults = list[SaveError]()
        remarks, names = save.remarks(game.tree), dict(game.names)
        everything = self._changes(game, Done(), remarks, names, faults)
        try:
            crc, data = _lines_of(everything, 0, LARGEST)
        except _TooLong:
            raise SaveError(f"the game is too large for a journal: {LARGEST // 1_000_000} MB") from None
        self._anew(data)
        self._done = Done(crc, len(data), len(game.tree.nodes), remarks, names)
        return faults

    def _changes(
        self, game: Game, done: Done, remarks: Mapping[str, Any], names: Mapping[str, str], faults: list[SaveError]
    ) -> list[list[Any]]:
        """The lines that lead from what is done to the game as it stands."""
        fresh: list[list[Any]] = []
        if not done.size:
            opening = save.opening(game)
            save.checked({**opening, **EMPTY})
            fresh.append(["game", {"journal": JOURNAL, **opening}])
            rest = game.unread.document()  # what an opened file said, and these rules do not know
            fresh += [["unread", row] for row in rest.pop("rows", [])]
            if rest:
                fresh.append(["left out", rest])
        fresh += [["answer", row] for row in save.rows(game.tree, done.nodes)]
        for key in [key for key in done.remarks if key not in remarks]:
            fresh.append(["remark", [key, {}]])
        for key, said in remarks.items():
            if done.remarks.get(key) != said:
                with _noting(faults):
                    bounds.remarks({key: said}, len(game.tree.nodes))
                    fresh.append(["remark", [key, said]])
        for key in [key for key in done.names if key not in names]:
            fresh.append(["name", [key, None]])
        for key, value in names.items():
            if done.names.get(key) != value:
                with _noting(faults):
                    bounds.names({key: value})
                    fresh.append(["name", [key, value]])
        fresh.append(["here", [game.here, save.digest(game), game.dice_by_hand]])
        return fresh

    def _intact(self) -> bool:
        """Is the file as this journal has left it? Raises `SaveError` when another one has taken its place."""
        try:
            if self._same(self._file):
                return os.fstat(self._file).st_size >= self._done.size
        except FileNotFoundError:
            return False
        except OSError as fault:
            raise SaveError(f"the journal {self.path.name} cannot be written: {cause(fault)}") from fault
        raise SaveError(f"the journal {self.path.name} was replaced by another file: this game is not kept any more")

    def _append(self, more: tuple[int, bytes], done: Done) -> tuple[int, int]:
        crc, data = more
        try:
            os.ftruncate(self._file, done.size)  # whatever a failed attempt has left
            os.lseek(self._file, done.size, os.SEEK_SET)
            _put(self._file, data)
        except OSError as fault:
            raise SaveError(f"the journal {self.path.name} cannot be written: {cause(fault)}") from fault
        return crc, done.size + len(data)

    def _anew(self, data: bytes) -> None:
        """Put a new file in the place of the old one; it is locked before it has the name."""
        new = self.path.with_name(f".{self.path.name}.new")
        file = -1
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC | BINARY | getattr(os, "O_NOFOLLOW", 0), 0o600)
            _lock(file)
            _put(file, data)
            os.replace(new, os.path.realpath(self.path))
        except OSError as fault:
            if file >= 0:
                os.close(file)
                new.unlink(missing_ok=True)
            raise SaveError(f"the journal {self.path.name} cannot be written: {cause(fault)}") from fault
        old, self._file = self._file, file
        os.close(old)

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


def _begins(game: Game, known: Mapping[str, Any]) -> bool:
    """Is a game the one of a journal, or that one gone on with, so that its lines may follow there?"""
    opening = {key: value for key, value in save.opening(game).items() if key not in ("format", "rules")}
    rows = json.loads(json.dumps(save.rows(game.tree)[: len(known["nodes"])]))
    same = {key: known[key] for key in opening} == json.loads(json.dumps(opening)) and rows == known["nodes"]
    return bool(same and game.unread.document() == known.get("unread", {}))


def _recovered(game: Game, known: Mapping[str, Any]) -> bool:
    """Is it the game of a journal as far as the rules of today read it?"""
    if not game.unread and not known.get("unread") and known.get("rules") == edition(game.system):
        return False  # they read all of it
    try:
        again = save.rebuild({**known, "digest": None})
    except SaveError:
        return False
    rows = save.rows(again.tree)
    same = save.opening(again) == save.opening(game) and save.rows(game.tree)[: len(rows)] == rows
    return same and game.unread.document() == again.unread.document()


EMPTY: Mapping[str, Any] = {"nodes": [], "here": 0, "names": {}, "remarks": {}, "digest": 0, "by_hand": False}


class _TooLong(Exception):
    """The lines do not fit behind those that are there."""


@contextmanager
def _noting(faults: list[SaveError]) -> Iterator[None]:
    try:
        yield
    except SaveError as fault:
        faults.append(fault)


def _lock(file: int) -> bool:
    """False when somebody else has it. A file system without locks is trusted to have one writer."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


def _put(file: int, data: bytes) -> None:
    """All of it, on the disk."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


def _lines_of(fresh: list[list[Any]], crc: int, room: int) -> tuple[int, bytes]:
    """The lines as bytes, and the checksum behind them. Raises `_TooLong`, and `SaveError` for what is no line."""
    found: list[bytes] = []
    for line in fresh:
        body = bounds.whole(json.dumps(line, separators=(",", ":"), ensure_ascii=False), "the game")
        if len(body) + 9 > LARGEST_LINE:
            raise SaveError(f"a line of a journal has at most {LARGEST_LINE // 1_000_000} MB")
        crc = crc32(body, crc)
        found.append(b"%08x %s\n" % (crc, body))
        room -= len(found[-1])
        if room < 0:
            raise _TooLong
    return crc, b"".join(found)


# -- reading ----------------------------------------------------------------------------------------------------------
class Found(NamedTuple):
    """The sound beginning of a journal: its lines, their checksum and bytes, and how many bytes come behind it."""

    lines: list[Any]
    crc: int
    size: int
    rest: int
    torn: bool = False  # what comes behind is one line that was never finished

    def sentence(self, name: str) -> str:
        """What is wrong with the file; "" if nothing is."""
        if not self.rest:
            return ""
        if self.torn:
            return f"the last {self.rest} bytes of the journal {name} were cut off and are dropped"
        return (
            f"the journal {name} is damaged after line {len(self.lines)}: the game is kept as it stood there, "
            f"and the {self.rest} bytes behind are left out"
        )


def read(path: Path) -> Found:
    """What is sound of a journal. Raises `SaveError` for a file that is none, not even at its beginning."""
    data = files.read(path, "journal", LARGEST, SaveError)
    lines: list[Any] = []
    crc = size = 0
    while size < len(data):
        end = data.find(b"\n", size)
        found = _line(data[size:end], crc) if end >= 0 else None
        if found is None:
            rest = data[size:]
            torn = b"\n" not in rest.rstrip(b"\n")
            if size == 0 and not (torn and _begun(rest)):
                raise SaveError(f"the journal {path.name} is damaged from its first line on: nothing in it is guessed")
            return Found(lines, crc, size, len(rest), torn)
        line, crc = found
        lines.append(line)
        size = end + 1
    return Found(lines, crc, size, 0)


def _begun(rest: bytes) -> bool:
    """Could this be the beginning of a journal's first line (and not some other file)?"""
    return rest[8:9] in (b" ", b"") and all(sign in b"0123456789abcdef" for sign in rest[:8])


def _line(raw: bytes, crc: int) -> tuple[Any, int] | None:
    body = raw[9:]
    if raw[8:9] != b" " or len(raw) > LARGEST_LINE or b"%08x" % crc32(body, crc) != raw[:8]:
        return None
    try:
        line = save.parse(body.decode())
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
    document = {**opening, **EMPTY, "nodes": [], "names": {}, "remarks": {}}
    sealed = False
    for word, value in lines[1:]:
        sealed = word == "here" or (sealed and word in ("remark", "name"))
        if word == "answer":
            document["nodes"].append(value)
        elif word in ("remark", "name") and isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            document[f"{word}s"][value[0]] = value[1]
            if not value[1] and value[1] != "":
                del document[f"{word}s"][value[0]]
        elif word == "unread":
            document.setdefault("unread", {}).setdefault("rows", []).append(value)
        elif word == "left out" and isinstance(value, dict):
            document["unread"] = value | {"rows": document.get("unread", {}).get("rows", [])}
        elif word == "here" and isinstance(value, list) and len(value) == 3:
            document["here"], document["digest"], document["by_hand"] = value
        else:
            raise SaveError(f"the journal {name} holds a line {word[:40]!r} that this library does not know")
    save.checked(document)
    if not sealed:  # the process was killed between an answer and the line that says where the player stands
        document["here"], document["digest"] = len(document["nodes"]), None
    return document


def recover(path: str | Path) -> Game:
    """The game of a journal, standing where it stood; the file is only read. Raises `SaveError` with a sentence.

    Of a damaged journal it is the game as far as it is sound, and `game.notice` says so.
    """
    path = Path(path)
    found = read(path)
    game = save.rebuild(assemble(found.lines, path.name))
    game.notice = " ".join(text for text in (found.sentence(path.name), game.notice) if text)
    return game
