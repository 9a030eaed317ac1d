"""Component values of one's own on a served page: those that the server was started with, and those of the address.

A server keeps none of a visitor's: his browser does, and every page that plays by them says so in its address.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from theomachy.engine.errors import DataError, TheoError
from theomachy.engine.game.own_values import OwnValues, nested
from theomachy.engine.game.registry import games

from .asked import AddressError, asked_for, given

OWN = "own"  # the word of the address
LONGEST = 6_000  # signs of it


class Values:
    """The overlays of a server; `overlay` is a file that games are played by. Raises `DataError` if it fits none."""

    def __init__(self, overlay: str | Path | None = None) -> None:
        self.file = Path(overlay).name if overlay is not None else ""
        self._base: dict[str, dict[str, Any]] = {}
        faults: list[TheoError] = []
        for slug in games() if overlay is not None else ():
            try:
                self._base[slug] = OwnValues(slug, overlay).overlay
            except DataError as fault:
                faults.append(fault)
        if overlay is not None and not self._base:
            raise DataError(
                f"{self.file} fits no game: {faults[0] if len(faults) == 1 else 'no game has all its keys'}"
            )

    def lists(self) -> dict[str, str]:
        """The games that are played by the file, and its name."""
        return dict.fromkeys(self._base, self.file)

    def asked(self, slug: str) -> Mapping[str, Any] | None:
        """The overlay of a game that this page is to be played by. Raises `AddressError`."""
        if not given(OWN):
            return self._base.get(slug)
        try:
            found = json.loads(asked_for(OWN, LONGEST) or "{}")
        except (ValueError, RecursionError) as fault:
            if isinstance(fault, AddressError):
                raise
            raise AddressError(
                "the values of one's own in the address are not written as this page writes them"
            ) from None
        if not isinstance(found, dict) or not all(isinstance(key, str) and key for key in found):
            raise AddressError("the values of one's own in the address are not written as this page writes them")
        return nested(found) or None
