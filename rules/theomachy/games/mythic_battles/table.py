"""What lies on the table: the battlefield, units, stones, cards, an attack under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.tabletop.table import Area, Board, Gauge, Piece, Table
from .maps import TERRAINS

if TYPE_CHECKING:
    from . import MythicBattles
    from .state import State


def table(system: MythicBattles, s: State, viewer: int | None = None) -> Table:
    """The table as a viewer sees it."""
    return system.laid(s, viewer, "", board(s), pieces(s))


def board(s: State) -> Board:
    """The board that is played on."""
    map_ = s.config.map
    played = map_.boards[s.board]
    left, top, right, bottom = played.frame

    def at(points: tuple[tuple[int, int], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((x - left, y - top) for x, y in points)

    areas = tuple(
        Area(
            i, map_.names[i], TERRAINS[s.terrain(i)].replace(" ", "_"), map_.near[i],
            polygons=((at(map_.areas[i].outline),),), slots=at(map_.areas[i].slots), label=(map_.names[i],),
        )
        for i in played.areas
    )  # fmt: skip
    return Board(played.slug, "terrain", (right - left, bottom - top), areas)


def pieces(s: State) -> tuple[Piece, ...]:
    """The units on the board."""
    return tuple(
        Piece(
            f"unit:{unit}",
            area,
            s.owner[unit],
            s.config.units[unit].key,
            s.config.units[unit].name,
            s.config.units[unit].icon,
        )
        for unit, area in enumerate(s.place)
        if area >= 0
    )


__all__ = ["Gauge", "table"]
