"""The keys of a shared table: a link that nobody can guess for each seat and for the host; everybody else watches."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hmac import compare_digest

HOST = "host"
BYTES = 24  # of chance in a key


class SeatKeys:
    """One key a seat, and the host's, who sees and may do everything. A table that is opened again has other keys."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.names = tuple(seats)
        self.host = secrets.token_urlsafe(BYTES)
        self.seats = tuple(secrets.token_urlsafe(BYTES) for _ in seats)

    def opens(self, key: str) -> int | str | None:
        """The seat that a key opens, `HOST`, or None. How long it takes tells nothing about the keys."""
        given = key.encode()
        found: int | str | None = None
        known: list[tuple[int | str, str]] = [(HOST, self.host), *enumerate(self.seats)]
        for what, mine in known:
            if compare_digest(given, mine.encode()):
                found = what
        return found

    def links(self, address: str) -> list[tuple[str, str]]:
        """(whom it is for, the link): every seat, those who only watch, and the host."""
        seats = [(name, f"{address}?key={key}") for name, key in zip(self.names, self.seats, strict=True)]
        return [*seats, ("spectators", address), ("host, sees all hands", f"{address}?key={self.host}")]
