"""A distribution for people: what a game forecasts, and what the dice have said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Forecast:
    """A distribution for people: bars of outcomes before (or after) a roll."""

    title: str
    note: str
    rule: str
    rows: tuple[tuple[str, float], ...]
    actual: str = ""  # the label that was rolled
    expected: float | None = None
