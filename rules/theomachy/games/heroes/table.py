"""What lies on the table: the map, the armies, the line of monsters and the sheets of all players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.state import schema
from ...engine.tabletop.table import Area, Board, Piece, Place, Seat, Table
from .maps import TERRAINS, Map
from .score import figures, power

if TYPE_CHECKING:
    from ...engine.reference.facts import Facts
    from .state import State


def board(facts: Facts, map_: Map, players: int) -> Board:
    """The ground."""
    width, height = facts["map.size"]
    areas = []
    for i, region in enumerate(map_.regions):
        drawn = facts.table(f"drawing.{region.slug}")
        ring = tuple((x, y) for x, y in drawn["outline"])
        x, y = drawn["label"]
        areas.append(
            Area(
                i, region.name, TERRAINS[region.terrain], map_.near[i], polygons=((ring,),), label=(region.name,),
                label_at=(x, y), slots=tuple((a, b) for a, b in drawn["markers"]), house=True,
            )
        )  # fmt: skip
    return Board(f"heroes:{players}", "outlines", (width, height), tuple(areas), house="The map is a house design.")


def table(
    s: State,
    viewer: int | None,
    title: str,
    where: str,
    seats: tuple[Seat, ...],
    phases: tuple[str, ...],
    ground: Board,
) -> Table:
    """All that one viewer may see."""
    pieces = tuple(
        Piece(f"army:{me}", sheet.region, me, "army", "Army", s.config.factions[me].icon, count=1,
              letters=s.config.factions[me].letters)
        for me, sheet in enumerate(s.sheets) if sheet.region >= 0
    )  # fmt: skip
    places = tuple(
        Place(i, region.object, region.object.capitalize(), "castle", s.seized.get(i))
        for i, region in enumerate(s.config.map.regions) if s.config.map.open >> i & 1
    )  # fmt: skip
    return Table("heroes", title, where, viewer, seats, phases, s.action, s.turn, ground, pieces, places,
                 sheets=schema.sheets(s, figures(s), s.turn))  # fmt: skip


__all__ = ["power"]
