"""The model of the line above a table that several share."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .common import Token


class TableSeat(TypedDict):
    """A seat of a shared table."""

    seat: int
    t: Token
    name: str
    is_: str  # "you", "here", "away", "open", or the bot that plays it
    link: bool  # Has it a link that may be given away?


class TablebarModel(TypedDict):
    """Who is at the table; for its host what he may do. No key is ever in it."""

    slug: str
    title: str
    at: str  # The address of the table, without a key.
    said: str
    seats: list[TableSeat]
    host: bool
    ended: str
    leaves: str  # What happens to a seat whose person has left.
    choices: list[tuple[str, str]]  # (value, label)
    alone: bool  # The server answers on its own machine alone.
    error: NotRequired[str]
