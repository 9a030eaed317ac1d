"""The model of the panel of bots: who thinks, what bots did, why, how fast, and who plays which seat."""

from __future__ import annotations

from typing import TypedDict

from .common import Token


class BotRow(TypedDict):
    """What a bot did, numbered like its disc on the board."""

    n: int
    t: Token | None
    name: str
    say: str
    node: int  # Of the answer; `botwhy` asks for its reason.
    open: bool


class BotWhy(TypedDict):
    """Why a bot did it; `busy` says how far the bot is that thinks again."""

    title: str
    rule: str
    text: str
    gain: str
    parts: list[tuple[str, float]]  # (name, how much)
    others: list[tuple[str, str, str]]  # (option, why less, gain)
    looked: int
    note: str
    busy: tuple[int, int] | None


class BotSeat(TypedDict):
    seat: int
    t: Token | None
    name: str
    who: str
    note: str


class OpponentsModel(TypedDict):
    due: bool  # A bot is asked, and the viewer may know it.
    waits: bool  # It waits to be told.
    t: Token | None
    says: str
    rule: str
    level: str
    bar: tuple[int, int] | None  # So many of so many options or walks.
    pace: str
    paces: list[tuple[str, str]]  # (word, label)
    tools: bool
    back: str  # How many answers of bots go when one takes back.
    mine: str
    rows: list[BotRow]
    more: int  # Rows before these.
    why: BotWhy | None
    seats: list[BotSeat]
    choices: list[tuple[str, str]]  # (word, label)
    slips: list[str]
