"""A ground whose areas are lettered, so that a pen can write beside their names."""

from __future__ import annotations

from abc import abstractmethod

from theomachy.engine.tabletop.table import Area

from .ground import Ground
from .shapes import Point, TextShape


class LetteredGround(Ground):
    """What `inks.py` asks of a ground; `ink` is the scale of its pen."""

    ink = 1.0

    @abstractmethod
    def at(self, p: Point) -> Point:
        """A point in board units as a point of the picture."""

    @abstractmethod
    def chips(self, area: int) -> tuple[Point, ...]:
        """Where the signs of what is printed in an area stand."""

    @abstractmethod
    def name_at(self, area: int) -> tuple[Point, float] | None:
        """The middle of an area's name, and half its width; None where it is not lettered."""

    @abstractmethod
    def lettering(self, area: Area) -> tuple[float, float, float]:
        """Size, lead and spacing of the letters of a name."""

    @abstractmethod
    def lettered(self, area: int, words: str, x: float, base: float, closed: bool = False) -> TextShape:
        """A line of the name of a drawn area."""
