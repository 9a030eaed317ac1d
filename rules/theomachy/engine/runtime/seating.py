"""Who plays: the one door for the number of seats and the names of players, when a game is built."""

from __future__ import annotations

from collections.abc import Sequence

from ..bounds import MOST_SEAT, MOST_SEATS
from ..errors import DataError, shown
from ..wording import tokens

RESERVED = ("nobody", "spectator", "chance")  # they mean something where a name is written


def named(players: int | Sequence[str] | None) -> int | tuple[str, ...] | None:
    """The number of seats, or the names of the players, if anybody can be seated so. Raises `DataError`.

    A name has a letter or a digit, at most 80 signs, none of them invisible, and is told from the others whatever its
    case and punctuation: so it can be typed, drawn and kept.
    """
    if players is None or type(players) is int:
        return players
    if not isinstance(players, list | tuple):
        raise DataError(f"the players are a number or a list of names, not {shown(players)}")
    if len(players) > MOST_SEATS:
        raise DataError(f"{len(players)} players are more than any game seats")
    known: dict[tuple[str, ...], str] = {}
    for name in players:
        if not isinstance(name, str):
            raise DataError(f"the name of a player is text, not {shown(name)}")
        if len(name) > MOST_SEAT:
            raise DataError(f"the name {name[:20] + '...'!r} has {len(name)} signs: at most {MOST_SEAT} fit")
        if not name.isprintable():
            raise DataError(f"the name {name!r} holds a sign that cannot be seen or printed")
        if not any(sign.isalnum() for sign in name):
            raise DataError(f"the name {name!r} has no letter or digit: nobody could write it in a command")
        said = tokens(name)
        if said in map(tokens, RESERVED):
            raise DataError(f"{name!r} cannot be the name of a player: it means something else")
        if said in known:
            alike = f" ({known[said]!r} and {name!r} read alike)" if known[said] != name else ""
            raise DataError(f"the players need names that differ{alike}")
        known[said] = name
    return tuple(players)
