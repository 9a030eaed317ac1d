"""What files and scenarios say, checked: numbers, lists, tables, bytes. Each refuses with where it stands."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import SaveError, ScenarioError
from ..plain import Json, Said
from .domain import StatePath

MOST_ROWS = 2_000


class BadValue(SaveError):
    """A value that a field cannot have: "must be a number from 0 to 40, not 43"."""

    def __init__(self, at: StatePath, predicate: str) -> None:
        super().__init__(f"{at.path} of the position in the file {predicate}")
        self.predicate = predicate


def spoken(said: Said) -> str:
    """What is said, in a message."""
    if said is None or said in ("", [], {}):
        return "nothing"
    return said if isinstance(said, str) else f"{said!r}"


def briefly(raw: object) -> str:
    """A value out of a file, in a message: short, whatever it is (a number of a million digits has no `repr`)."""
    return repr(raw)[:40] if isinstance(raw, bool | float | None) or is_small(raw) else f"a {type(raw).__name__}"


def is_small(raw: object) -> bool:
    """Is it quickly written out?"""
    return (isinstance(raw, str) and len(raw) < 1_000) or (isinstance(raw, int) and raw.bit_length() < 1_000)


def whole(at: StatePath, raw: Json, low: int, high: int) -> int:
    """A whole number out of a file. Raises `SaveError`."""
    if type(raw) is not int or not low <= raw <= high:
        raise BadValue(at, f"must be a number from {low} to {high}, not {briefly(raw)}")
    return raw


def parts(at: StatePath, raw: Json, length: int | None = None) -> list[Json]:
    """A list out of a file. Raises `SaveError`."""
    if not isinstance(raw, list | tuple) or len(raw) != (len(raw) if length is None else length):
        raise BadValue(at, "is no list" + (f" of {length}" if length else ""))
    if len(raw) > MOST_ROWS:
        raise BadValue(at, f"is longer than {MOST_ROWS}")
    return list(raw)


def hexadecimal(at: StatePath, raw: Json, length: int) -> bytes:
    """Bytes out of a file. Raises `SaveError`."""
    if not isinstance(raw, str) or len(raw) != 2 * length:
        raise BadValue(at, f"is not {length} bytes in hexadecimal")
    try:
        return bytes.fromhex(raw)
    except ValueError:
        raise BadValue(at, "is not written in hexadecimal") from None


def table(at: StatePath, said: Said) -> Mapping[str, Json]:
    """A table of names out of a scenario. Raises `ScenarioError`."""
    if not isinstance(said, Mapping):
        raise ScenarioError(f"{at.path!r} must be a table of names, not {said!r:.80}")
    return said


def as_list(at: StatePath, said: Said) -> list[Json]:
    """A list out of a scenario. Raises `ScenarioError`."""
    if not isinstance(said, list):
        raise ScenarioError(f"{at.path!r} must be a list, not {said!r:.80}")
    return said
