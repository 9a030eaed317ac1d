"""The keys of a shared table: a link that nobody can guess for each seat and for the host; everybody else watches.

A key stands behind `#` in a link: browsers send that to no server, so that it is in no log and in no Referer. The page
that a link opens hands it over by itself (`entrance.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hmac import compare_digest

HOST = "host"
BYTES = 24  # of chance in a key: 192 bits
MOST_OLD = 1_000  # links that were replaced, of which it is still known


class SeatKeys:
    """One key a seat, and the host's. A table that is opened again has other keys."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.names = tuple(seats)
        self.host = secrets.token_urlsafe(BYTES)
        self.seats = [secrets.token_urlsafe(BYTES) for _ in seats]
        self._old: list[str] = []

    def opens(self, key: str) -> int | str | None:
        """The seat that a key opens, `HOST`, or None. How long it takes tells nothing about the keys."""
        given = key.encode()
        found: int | str | None = None
        known: list[tuple[int | str, str]] = [(HOST, self.host), *enumerate(self.seats)]
        for what, mine in known:
            if compare_digest(given, mine.encode()):
                found = what
        return found

    def replaced(self, key: str) -> bool:
        """Was this the key of a seat that has another one now?"""
        found = False
        for old in self._old:
            found |= compare_digest(key.encode(), old.encode())
        return found

    def renew(self, seat: int) -> str:
        """Another key for a seat: the old one opens nothing any more."""
        self._old = [*self._old, self.seats[seat]][-MOST_OLD:]
        self.seats[seat] = secrets.token_urlsafe(BYTES)
        return self.seats[seat]

    def links(self, address: str, host: str = "host, sees all hands") -> list[tuple[str, str]]:
        """(whom it is for, the link): every seat, those who only watch, and the host."""
        seats = [(name, f"{address}#{key}") for name, key in zip(self.names, self.seats, strict=True)]
        return [*seats, ("spectators", address), (host, f"{address}#{self.host}")]
