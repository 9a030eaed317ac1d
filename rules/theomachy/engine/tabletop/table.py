"""What lies on the table, as plain descriptions: a game tells, an interface draws.

A game never draws. It builds a `Table` (seen by one player, or by a spectator) from names, numbers and icon names, and
whoever has a screen turns that into a picture. Everything a person can point at has a *target*, a short string such as
`area:12`, `piece:12:0:army`, `card:0:plague` or `seat:1`; decisions name their targets in the same words, so that an
interface can light what may be chosen without knowing any game.

Every text in here may come from a person (the name of a seat) or from a file (a note): interfaces pass it through their
escaping door.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .beside import ActionRow, CardSheet, Line, Sealing, Sum, Throw, WriteSheet
from .board import (
    BOARD_STYLES,
    LEGEND_KINDS,
    MOST_PARTS,
    MOST_STEPS,
    MOST_VALUE,
    SIDEBOARDS,
    Area,
    Board,
    BoardSheet,
    Border,
    Corner,
    Door,
    LegendRow,
    Link,
    Point,
    PrintedSign,
    Ring,
    Sideboard,
    Target,
    Tile,
    Trail,
)
from .fight import Contest, Fight, Force, Side, Stage, Stake, Waiting
from .ink import AREA_MARKS, ROUTE_LINKS, AreaMark, Layer, Route, RouteStep
from .marks import NO_MARKS, Arrow, Marks, Proposal, Ray, RayRow
from .pieces import HAZARD, NEUTRAL, Carried, Gauge, Piece, PieceCard, Place, Prop, Zone
from .sheet import (
    TO_ACT,
    WAITS,
    Card,
    Condition,
    ConditionPart,
    Figure,
    Hand,
    Passage,
    Sheet,
    SheetPart,
    SheetRow,
    SheetTable,
    Slot,
    Track,
    TrackFlag,
    TrackMarker,
)

__all__ = [
    "AREA_MARKS", "BOARD_STYLES", "HAZARD", "LEGEND_KINDS", "MOST_PARTS", "MOST_STEPS", "MOST_VALUE", "NEUTRAL",
    "NO_MARKS", "ROUTE_LINKS", "SIDEBOARDS", "TO_ACT", "WAITS", "Area", "AreaMark", "Arrow", "Board", "BoardSheet",
    "Border", "Card", "Carried", "Condition", "ConditionPart", "Contest", "Corner", "Door", "Fight", "Figure",
    "Force", "Gauge", "Hand", "Layer", "LegendRow", "Link", "Marks", "Passage", "Piece", "PieceCard", "Place",
    "Point", "PrintedSign", "Prop", "Proposal", "Ray", "RayRow", "Ring", "Route", "RouteStep", "Seat", "Sheet",
    "SheetPart", "SheetRow", "SheetTable", "Side", "Sideboard", "Slot", "Stage", "Stake", "Table", "Target", "Tile",
    "Track", "TrackFlag", "TrackMarker", "Trail", "Waiting", "Zone", "with_asked",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at the table: `colour` names an owner of the style (blue, red, ...), which fixes the shape too."""

    index: int
    name: str
    colour: str
    icon: str
    letters: str = ""
    title: str = ""  # what the seat plays ("Great Cthulhu"), when that differs from the name
    side: str = ""  # seats of an equal side are allies
    many: bool = False  # is its name one of many, as that of the Gremlins?


@dataclass(frozen=True, slots=True)
class Table:
    """All that one viewer may see of one state. `viewer` is a seat index, or None for a spectator."""

    game: str  # slug
    title: str
    place: str  # "turn 11", "Earth, 5 players, round 5"
    viewer: int | None
    seats: tuple[Seat, ...]
    phases: tuple[str, ...]
    phase: int  # index into phases; -1 before and after the game
    active: int | None
    board: Board
    pieces: tuple[Piece, ...]
    places: tuple[Place, ...] = ()
    tracks: tuple[Track, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    hands: tuple[Hand, ...] = ()
    fight: Fight | None = None
    tints: tuple[tuple[int, str, str], ...] = ()  # lasting marks on areas: (area, "blight"|"famine"|..., name)
    notes: tuple[str, ...] = ()  # short remarks under the board ("Ritual track at 7")
    borders: tuple[Border, ...] = ()  # those that come and go; the printed ones stand in the board
    gauges: tuple[Gauge, ...] = ()
    carried: tuple[Carried, ...] = ()
    zones: tuple[Zone, ...] = ()
    conditions: tuple[Condition, ...] = ()
    papers: tuple[WriteSheet, ...] = ()  # sheets to write on
    cards: tuple[CardSheet, ...] = ()  # cards with a current row
    sums: tuple[Sum, ...] = ()
    throws: tuple[Throw, ...] = ()
    layers: tuple[Layer, ...] = ()  # the ink of each player on the map, as far as the viewer may see it
    ink: int = -1  # the seat whose layer is shown; -1: nobody's. A person may choose another
    lines: tuple[Line, ...] = ()  # things in a row that each seat does for itself
    actions: ActionRow | None = None  # the order that this round has given itself; it replaces the phases
    routes: tuple[Route, ...] = ()  # planned ways, as far as the viewer may see them
    full: tuple[int, ...] = ()  # the areas into which nothing more fits
    props: tuple[Prop, ...] = ()
    legend: tuple[LegendRow, ...] = ()  # what the signs of the board mean
    sealing: Sealing | None = None  # `Game.table` and `Game.view` fill it in: a state knows nothing of a plan
    asked: tuple[int, ...] | None = None  # who is asked, as far as the viewer may know; filled in likewise
    # owners that nobody plays, numbered on from the seats: sides of fights, those of whom is told. Their colour is that
    # of their pieces, `HAZARD` or `NEUTRAL`
    nobodys: tuple[Seat, ...] = ()

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is to act: who is asked, and whose turn it is only where no decision is known."""
        if self.asked is not None:
            return self.asked
        return () if self.active is None else (self.active,)

    @property
    def layer(self) -> Layer | None:
        """The ink that the map shows."""
        return next((layer for layer in self.layers if layer.seat == self.ink), None)


def with_asked(table: Table, asked: tuple[int, ...]) -> Table:
    """The table with who is asked, in the line of each player too."""
    said = tuple(
        replace(sheet, status=TO_ACT if sheet.seat in asked else WAITS) if sheet.status in (TO_ACT, WAITS) else sheet
        for sheet in table.sheets
    )
    return replace(table, asked=asked, sheets=said)
