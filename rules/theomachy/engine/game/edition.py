"""Which rules a save was written by: the version of the library, and digests of the files and values of its game."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from weakref import WeakKeyDictionary
from zlib import crc32

from .. import VERSION
from ..runtime.system import System
from .registry import additions

CODE, CODE_AND_DATA = ("*.py", "*.toml"), ("*.py", "*.toml", "*.json")
_known: WeakKeyDictionary[System, Mapping[str, str]] = WeakKeyDictionary()


def edition(system: System) -> Mapping[str, str]:
    """The rules of a configured game in three words: `version`, `code` (its files) and `values` (its components)."""
    if system not in _known:
        values = crc32(repr([(fact.key, fact.value) for fact in system.facts]).encode())
        _known[system] = {"version": VERSION, "code": _code(type(system).__module__), "values": f"{values:08x}"}
    return _known[system]


def everything() -> str:
    """A digest of the library and of all that other packages add to its games: as long as it stands, a saved game is
    played again as it was before. "" where something was added whose files cannot be read.
    """
    found = [_code("theomachy", CODE_AND_DATA), *(_code(name, CODE_AND_DATA) for name in sorted(additions()))]
    return sha256("/".join((VERSION, *found)).encode()).hexdigest()[:16] if all(found) else ""


@cache
def _code(module: str, endings: tuple[str, ...] = CODE) -> str:
    """A digest of the files of a game: of its package, or of the one file that it is. "" where they cannot be read."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return ""
    path = Path(file)
    whole = [path]
    if path.name == "__init__.py":
        whole = sorted(each for ending in endings for each in path.parent.rglob(ending))
    found = sha256()
    try:
        for each in whole:
            found.update(each.relative_to(path.parent).as_posix().encode() + b"\0" + each.read_bytes())
    except OSError:
        return ""
    return found.hexdigest()[:12]
