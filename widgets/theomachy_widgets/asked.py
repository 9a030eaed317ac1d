"""What the address of a page asks for, bounded and typed before anybody believes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from theomachy import app
from theomachy.engine.errors import TheoError
from theomachy.engine.game.registry import game as system_class

from .seats import MOST_PLAYERS, seats_of

LONGEST = 100  # signs of a word of the address
LONGEST_CHOICE = 2_000  # of an option: a word for every seat, or all expansions of a box


class AddressError(TheoError, ValueError):
    """The address of a page asks for something that there cannot be."""


def _of_session() -> Mapping[str, list[bytes]]:
    import panel as pn  # a page without a server has no Panel, and its address comes from the browser

    found: Mapping[str, list[bytes]] = pn.state.session_args
    return found


source: Callable[[], Mapping[str, list[bytes]]] = _of_session


def given(name: str) -> bool:
    """Is the word in the address at all?"""
    return name in source()


def asked_for(name: str, longest: int = LONGEST) -> str:
    """A word of the address; "" if it is not there. Raises `AddressError` for what no page has ever written."""
    found = source().get(name, [])
    if len(found) > 1:
        raise AddressError(f"the address says {len(found)} times what {name!r} is")
    try:
        text = bytes(found[0]).decode() if found else ""
    except UnicodeDecodeError:
        raise AddressError(f"what the address says for {name!r} is no text") from None
    if len(text) > longest:
        raise AddressError(f"what the address says for {name!r} is longer than {longest} signs")
    if not text.isprintable():
        raise AddressError(f"what the address says for {name!r} has signs in it that cannot be seen")
    return text


def options_of_game(slug: str) -> dict[str, Any]:
    """The options of a new game: `o.map=10x10`, a word for each seat with commas between them.

    Raises `AddressError` for an option that the form does not have.
    """
    words = [name[2:] for name in source() if name.startswith("o.")]
    if not words:
        return {}
    (least, most), players = seats_of(slug), number_of_players()
    known = system_class(slug).choices(min(max(players or least, least), most))
    for name in words:
        if name not in known:
            raise AddressError(f"the address names an option {name[:20]!r} that the game does not have")
    return app.settings((f"{name}={asked_for('o.' + name, LONGEST_CHOICE)}" for name in words), "an option")


def number_of_players() -> int | None:
    """How many players the address asks for; None if it does not say."""
    text = asked_for("players")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= MOST_PLAYERS):
        raise AddressError(f"the number of players is from 1 to {MOST_PLAYERS}, not {text[:20]!r}")
    return int(text)
