"""Pages that are for one person alone, such as whoever serves: each opens by a link whose key stands behind `#`."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .entrance import TABLE
from .keys import BYTES, HOST
from .present import SPECTATOR


@dataclass(frozen=True)
class PrivatePage:
    """A page, what is said to whoever comes without its key, and that key."""

    made: Callable[[], Any]
    refusal: str
    key: str = field(default_factory=lambda: secrets.token_urlsafe(BYTES))


class PrivatePages(dict[str, PrivatePage]):
    """Those of a server by their names, which stand in links where others name a table."""

    def opens(self, name: str, key: str) -> tuple[int | str, str]:
        """Who has a key of the page of this name; to anybody else a sentence is said."""
        page = self[name]
        mine = secrets.compare_digest(key.encode(), page.key.encode())
        return (HOST, "") if mine else (SPECTATOR, page.refusal)

    def address(self, name: str, key: bool = False) -> str:
        """The address of a page from that of the server; with its key only for whom it is."""
        return f"?{TABLE}={name}" + (f"#{self[name].key}" if key else "")
