"""How much one game may hold: one telling of the bounds, for who writes a file, who reads one, and the public face."""

from __future__ import annotations

from collections import UserDict
from typing import Any

from .errors import SaveError, TheoError
from .plain import Json

LARGEST = 20_000_000  # bytes of a saved game
DEEPEST = 40  # nested lists and objects
MOST_NODES = 200_000  # positions of a tree
MOST_TEXT, MOST_WORD = 20_000, 100  # signs of a note, a branch's name or a remark about the game; of a ring or a key
MOST_RINGS, MOST_ARROWS, LARGEST_AREA = 400, 400, 999  # of one position
SIGNS = ("!!", "!", "!?", "?!", "?", "??")  # how good an answer was: brilliant, good, daring, dubious, bad, a blunder
MOST_NAMES = 100  # remarks about the whole game
MOST_SEATS, MOST_SEAT = 12, 80  # players, and signs of a player's name


def shown(value: Json) -> str:
    """The beginning of what somebody has given, for a sentence; a number may be too long to be printed."""
    try:
        return f"{value!r:.60}".encode("ascii", "backslashreplace").decode()
    except ValueError:
        return "something that cannot be printed"


def text(value: Json, what: str, most: int, error: type[TheoError] = SaveError) -> str:
    """The text, if it is one that can be written and read again. Raises `error`, which says `what` it is."""
    if not isinstance(value, str):
        raise error(f"{what} is a text, not {shown(value)}")
    if len(value) > most:
        raise error(f"{what} may have {most:,} signs; this one has {len(value):,}")
    if not value.isascii():
        whole(value, what, error)
    return value


def whole(value: str, what: str, error: type[TheoError] = SaveError) -> bytes:
    """The text as bytes. Raises `error` for half a sign (a surrogate), which no file can hold."""
    try:
        return value.encode()
    except UnicodeEncodeError as fault:
        raise error(f"{what} holds text that is no text: half a sign") from fault


def remark(word: str, value: Any) -> None:
    """One remark at a position: "name", "note", "sign", "rings", "arrows" or "order". Raises `SaveError`."""
    if word in ("name", "note"):
        text(value, f"the {word} of a position", MOST_TEXT)
    elif word == "sign":
        if value not in SIGNS:
            raise SaveError(f"the sign of an answer is one of {' '.join(SIGNS)}, not {shown(value)}")
    elif word == "rings":
        for ring in _listed(value, word, MOST_RINGS):
            text(ring, "what is ringed", MOST_WORD)
    elif word == "arrows":
        if not all(_pair(arrow) for arrow in _listed(value, word, MOST_ARROWS)):
            raise SaveError(f"an arrow joins two areas by their numbers, from 0 to {LARGEST_AREA}")
    elif word == "order":
        if not all(type(child) is int for child in _listed(value, word, MOST_NODES)) or len(set(value)) != len(value):
            raise SaveError("the order of lines is of whole numbers, each once")
    else:
        raise SaveError(f"there is no remark {shown(word)}")


def remarks(found: Any, nodes: int) -> None:
    """All remarks, by position, of a tree with so many. Raises `SaveError`."""
    for key, said in found.items():
        if not (key.isdecimal() and key.isascii() and len(key) < 9 and int(key) < nodes and isinstance(said, dict)):
            raise SaveError(f"a remark stands at position {shown(key)}, which the game does not have")
        for word, value in said.items():
            try:
                remark(word, value)
            except SaveError as fault:
                raise SaveError(f"a remark at position {key} cannot be kept: {fault}") from fault


def names(found: Any) -> None:
    """The remarks about the whole game. Raises `SaveError`."""
    if len(found) > MOST_NAMES:
        raise SaveError(f"a game has at most {MOST_NAMES} names, not {len(found)}")
    for key, value in found.items():
        text(key, "the key of a name", MOST_WORD)
        text(value, "a name", MOST_TEXT)


class Names(UserDict[str, str]):
    """Remarks about the whole game ("title", "event", ...); what no file could hold is refused (`SaveError`)."""

    def __setitem__(self, key: str, value: str) -> None:
        text(key, "the key of a name", MOST_WORD)
        names({**self.data, key: value} if len(self.data) >= MOST_NAMES else {key: value})
        super().__setitem__(key, value)


def _listed(value: Json, word: str, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise SaveError(f"{word} are a list, not {shown(value)}")
    if len(value) > most:
        raise SaveError(f"{word}: a position has at most {most}, not {len(value)}")
    return value


def _pair(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(v) is int and 0 <= v <= LARGEST_AREA for v in value)
