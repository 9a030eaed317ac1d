"""Who plays, under which options: the one door for what a person gives when a game is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..bounds import MOST_SEAT, MOST_SEATS
from ..errors import DataError, UnknownName, shown, unknown
from ..plain import Json
from ..tabletop.table import Seat
from ..wording import tokens

RESERVED = ("nobody", "spectator", "chance")  # they mean something where a name is written


@cache
def round_the_table(n: int, way: int, start: int) -> tuple[int, ...]:
    """Seats from `start` on, clockwise (1) or counterclockwise (-1)."""
    return tuple((start + way * i) % n for i in range(n))


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


def seated(
    title: str,
    players: int | Sequence[str] | None,
    names: Sequence[str],
    colours: Sequence[str],
    icon: str,
    rule: str = "",
) -> tuple[Seat, ...]:
    """The seats of a game for two players or more, as many as it has `names` for those who give none.

    Raises `UnknownName` for another number of players, `DataError` for names that cannot be.
    """
    said = named(players)
    wanted = len(said) if isinstance(said, tuple) else 2 if said is None else said
    if not 2 <= wanted <= len(names):
        source = f" ({rule})" if rule else ""
        raise UnknownName(f"{title} is for 2 to {len(names)} players, not {shown(wanted)}{source}")
    chosen = said if isinstance(said, tuple) else names[:wanted]
    return tuple(Seat(i, name, colours[i], icon, name[:2].upper()) for i, name in enumerate(chosen))


class Option(NamedTuple):
    """An option of a game: its default, and what else it may be: one of some words, or a whole number.

    The rest is for people who choose: what the option is, and what its words are called.
    """

    default: Any
    among: Sequence[Any] | range
    zero: str = ""  # what a number of 0 means: "no cap"
    title: str = ""
    about: str = ""  # one line
    names: Mapping[Any, str] = {}
    each: bool = False  # a word for every seat, no two alike; the default is a list of them
    some: bool = False  # any number of its words, as a list; the default is none of them
    unless: str = ""  # another option: it decides this one too, unless it has its default
    of: str = ""  # another option, some of whose words bring these along
    part_of: Mapping[Any, str] = {}  # which word of that option each comes with: the box of a card
    place: bool = False  # with another word seats begin elsewhere: what `System.leads` says of that is true no more


def options(title: str, given: Mapping[str, Json] | None, known: Mapping[str, Option]) -> dict[str, Any]:
    """All options of a game, as given or by default. Raises `UnknownName`."""
    for name, value in (given or {}).items():
        if name not in known:
            raise unknown(f"option of {title}", name, known)
        among = known[name].among
        if not isinstance(among, range):
            if value not in among:
                raise unknown(name, value, map(str, among))
        elif type(value) is not int or value not in among:
            low = f"{among[0]} ({known[name].zero})" if known[name].zero else str(among[0])
            raise UnknownName(f"the option {name} is a whole number from {low} to {among[-1]}, not {shown(value)}")
    return {name: option.default for name, option in known.items()} | dict(given or {})
