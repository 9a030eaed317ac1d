"""The one door for files that a person names, and for TOML: a regular file, bounded, of plain text; else a sentence.

A pipe or a device would be waited for, or read, without end; a dotted key of thousands of parts takes the parser
seconds; a whole number of thousands of digits cannot even be printed. None of them gets past here.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from .errors import DataError, TheoError, cause, shown
from .plain import Json

MOST_PARTS = 16  # of a dotted key: the parser takes time with the square of it
DEEPEST = 40  # tables and lists inside one another
LARGEST_INTEGER = 2**63  # the whole numbers of TOML
TOKENS = re.compile(
    r'"""[^"\\]*+(?:(?:\\.|"{1,2}(?!"))[^"\\]*+)*+(?:"{3,5}|\\?\Z)?'  # strings of several lines, closed or not
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|(?P<part>"(?:\\.|[^"\\\n])*+"?|\'[^\'\n]*\'?|[A-Za-z0-9_-]+)'  # what can be part of a key
    r"|(?P<dot>[ \t]*\.[ \t]*)|\#[^\n]*|.",
    re.DOTALL,
)


def read(path: str | Path, what: str, largest: int, error: type[TheoError] = DataError) -> bytes:
    """The bytes of a file. `what` it should be is for the sentence: "saved game". Raises `error`."""
    if not isinstance(path, str | Path):
        raise error(f"a file is named by its path, not by {shown(path)}")
    path = Path(path)
    try:
        _regular(os.stat(path).st_mode, path, error)  # before it is opened: some devices act on that already
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            _regular(os.fstat(handle).st_mode, path, error)
            data = file.read(largest + 1)  # what the size of a file says need not be so
    except OSError as fault:
        raise error(f"{_name(path)} cannot be read: {cause(fault)}") from fault
    except ValueError as fault:
        if isinstance(fault, TheoError):
            raise
        raise error(f"{shown(path.name)} is no name of a file") from fault  # a NUL in it
    if len(data) > largest:
        raise error(f"{_name(path)} is larger than {_size(largest)}: no {what} is")
    return data


def _regular(mode: int, path: Path, error: type[TheoError]) -> None:
    if not stat.S_ISREG(mode):
        raise error(f"{_name(path)} is no file, but a {'folder' if stat.S_ISDIR(mode) else 'pipe or a device'}")


def _name(path: Path) -> str:
    return (path.name or str(path))[:100]


def _size(n: int) -> str:
    return f"{n // 1_000_000} MB" if n >= 1_000_000 else f"{n // 1000} KB"


def cache_folder(of: str) -> Path | None:
    """Where things of a kind are kept for this user that can be made again; None for a user without a home."""
    named = Path(os.environ.get("XDG_CACHE_HOME") or "")
    try:
        return (named if named.is_absolute() else Path.home() / ".cache") / "theomachy" / of
    except RuntimeError:
        return None


def place(path: Path) -> None:
    """Can a file be written there? To be asked before long work. Raises `OSError` as writing would."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is a pipe or a device", str(path))
    above = next(folder for folder in path.absolute().parents if folder.exists())
    if not above.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    if not os.access(above, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def text(path: str | Path, what: str, largest: int, error: type[TheoError] = DataError) -> str:
    """The text of a file, with plain ends of lines. Raises `error`."""
    try:
        return read(path, what, largest, error).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        raise error(f"{Path(path).name} cannot be read: {cause(fault)}") from fault


def toml(written: str, name: str, error: type[TheoError] = DataError) -> dict[str, Any]:
    """A TOML document. Raises `error` with a sentence, also for what would take long or cannot be printed."""
    if any(row.count(".") >= MOST_PARTS for row in written.split("\n")) and _parts(written) > MOST_PARTS:
        raise error(f"{name} is no TOML that anybody writes: a key has more than {MOST_PARTS} parts with dots between")
    try:
        found = tomllib.loads(written)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise error(f"{name} is no TOML: {fault}") from fault
    except ValueError as fault:  # thousands of digits
        raise error(f"{name} is no TOML: a number in it is too long") from fault
    _bounded(found, name, error, 0)
    return found


def read_toml(path: str | Path, what: str, largest: int, error: type[TheoError] = DataError) -> dict[str, Any]:
    """The TOML document in a file. Raises `error`."""
    return toml(text(path, what, largest, error), Path(path).name, error)


def _parts(written: str) -> int:
    """The most parts of a dotted key; too many are noticed at once."""
    most = parts = 0
    dotted = False
    for token in TOKENS.finditer(written):
        if token["part"] is not None:
            parts = parts + 1 if dotted else 1
            dotted = False
            most = max(most, parts)
            if most > MOST_PARTS:
                return most
        else:
            dotted = token["dot"] is not None and parts > 0
            parts *= dotted
    return most


def _bounded(value: Json, name: str, error: type[TheoError], depth: int) -> None:
    if type(value) is int:
        if not -LARGEST_INTEGER <= value < LARGEST_INTEGER:
            raise error(f"{name} is no TOML: a number in it is too long")
    elif isinstance(value, dict | list):
        if depth == DEEPEST:
            raise error(f"{name} has tables or lists more than {DEEPEST} deep in one another")
        for part in value.values() if isinstance(value, dict) else value:
            _bounded(part, name, error, depth + 1)
