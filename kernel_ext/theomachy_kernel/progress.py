"""How far many games by bots are, as a bar under the cell that plays them."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from IPython.display import display

PATIENCE = 0.5  # seconds between two signs; what is over before the first needs none


class ProgressBar:
    """Called after each game; shows itself at once, since the first game may take long."""

    def __init__(self) -> None:
        self._began = self._told = perf_counter()
        self._handle: Any = display({"text/plain": "The bots begin ..."}, raw=True, display_id=True)

    def __call__(self, done: int, wanted: int, errors: int) -> None:
        """So many games are played of so many, and so many of them went wrong."""
        now = perf_counter()
        if self._handle is None or (now - self._told < PATIENCE and done < wanted):
            return
        self._told = now
        spent = now - self._began
        text = f"{done} of {wanted} games, {spent:.0f} s" if done == wanted else (
            f"{done} of {wanted} games, about {spent / done * (wanted - done):.0f} s left"
        )  # fmt: skip
        text += f", {errors} went wrong" if errors else ""
        bar = f'<progress value="{done}" max="{wanted}"></progress> {text}'
        self._handle.update({"text/html": bar, "text/plain": text}, raw=True)
