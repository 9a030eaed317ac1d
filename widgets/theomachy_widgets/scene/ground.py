"""The ground of a board: what does not change while a game is played, and the geometry everything else stands on."""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from theomachy.engine.tabletop.table import Area, Board, Border, Corner, Link, Piece, Prop, Table

from .geometry import box_of
from .shapes import Point, Ring, Shape, Token
from .style import STYLE, is_water, kind, map_colours
from .window import WHOLE, Window, window_round

T = TypeVar("T")
Spot = tuple[float, float, float]  # x, y, radius


class Ground(ABC):
    """Geometry and painting of one board at one width and theme. Asking is cheap; all is worked out once.

    `focus` is the area round which the ground is drawn larger, through `window`; None shows the whole board.
    """

    title = "Board"  # what the tab says that puts it in front
    celled = False  # areas are cells in rows, lit along their edges
    crowded = False  # many stand in an area, so that none of them is a sign of it
    fine = False  # every area has borders of a kind: the usual ones are thin, and veils light
    near = True  # on a small screen its lettering asks to be looked at from near
    shrinks = False  # has a small picture of its own, for a place beside what stands in front
    renamed = False  # names are set anew round what stands
    slim = False  # a small picture without lettering, in which tokens are larger
    faint = False  # painted so richly that light on it must be faint

    def __init__(
        self, board: Board, theme: str, width: float, focus: int | None = None, window: Window = WHOLE
    ) -> None:
        self.board, self.theme, self.width = board, theme, float(round(width))
        self.focus, self.window = focus, window
        self.colours = map_colours(theme, board.light)
        self.areas: dict[int, Area] = {area.id: area for area in board.areas}
        self.height = 0.0
        self.scale = 1.0  # size of tokens and lettering against the numbers of the style
        self._shapes: tuple[Shape, ...] | None = None
        self._lock = threading.RLock()
        self._boxes_kept: dict[int, tuple[float, float, float, float]] = {}
        self._kept: dict[Hashable, Any] = {}

    @property
    def span(self) -> float:
        """The width of the whole board at the size in which it is drawn."""
        return self.width * self.window.k

    def sees(self, p: Point, margin: float = 0.0) -> bool:
        """Whether a point lies in the picture, so far from its edge."""
        return margin <= p[0] <= self.width - margin and margin <= p[1] <= self.height - margin

    def shows(self, area: int) -> bool:
        """Whether something of an area lies in the picture."""
        x0, y0, x1, y1 = self.hit_box(area)
        return x1 > 0 and y1 > 0 and x0 < self.width and y0 < self.height

    def round(self, area: int) -> Window:
        """The window in which an area and, as far as sensible, its neighbours are seen larger. For whole grounds."""
        x, y = self.centre(area)
        near = [self.centre(other) for other in self.areas[area].near if other in self.areas]
        near.sort(key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
        return window_round(self.seat(area), (x, y), near, (self.width, self.height))

    def seat(self, area: int) -> tuple[float, float, float, float]:
        """The box round the part of an area where its pieces stand."""
        return self.hit_box(area)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The picture of the ground."""
        with self._lock:
            if self._shapes is None:
                self._shapes = tuple(self.paint())
            return self._shapes

    def lift(self, area: int, usual: float) -> float:
        """How much paler an area becomes that can be chosen: less where its letters would fade."""
        return usual

    def base(self, area: int) -> str:
        """The plain colour under an area's motif."""
        name: str = self.colours[kind(self.areas[area].kind)["ground"]]
        return name

    def is_sea(self, area: int) -> bool:
        """Is an area drawn as the sea round the lands? It is never dimmed."""
        return is_water(self.areas[area].kind)

    @abstractmethod
    def paint(self) -> Sequence[Shape]:
        """Draw the ground."""

    @abstractmethod
    def rings(self, area: int) -> tuple[Ring, ...]:
        """The outline of an area as it is drawn; outer rings have positive area, holes negative."""

    def lit_rings(self, area: int) -> tuple[Ring, ...]:
        """The line along which an area is lit."""
        return self.rings(area)

    def lit_lines(self, area: int) -> tuple[tuple[Ring, ...], tuple[Ring, ...]]:
        """The same as (closed rings, open lines), where it is interrupted at names: they stay to be read."""
        return self.lit_rings(area), ()

    def hit_rings(self, area: int) -> tuple[Ring, ...]:
        """The outline of an area as it is clicked."""
        return self.rings(area)

    def hit_box(self, area: int) -> tuple[float, float, float, float]:
        """The box round what is clicked."""
        found = self._boxes_kept.get(area)
        if found is None:
            rings = self.hit_rings(area)
            found = self._boxes_kept[area] = box_of(rings) if rings else (0.0, 0.0, -1.0, -1.0)
        return found

    @abstractmethod
    def centre(self, area: int) -> Point:
        """Where arrows start and end when nothing stands in the area."""

    @property
    def penned(self) -> bool:
        """Is the board drawn by hand?"""
        return False

    @property
    def signs(self) -> list[Token]:
        """Lettered signs of the ground, which stand among the tokens."""
        return []

    def stand(self, area: int) -> Point:
        """Where an arrow ends on an area in which nothing stands."""
        return self.centre(area)

    @abstractmethod
    def brackets(self, area: int) -> tuple[Ring, ...]:
        """Corner brackets round the area."""

    @abstractmethod
    def fault_at(self, area: int) -> Point:
        """Where the cross of a fault hangs."""

    @abstractmethod
    def spots(
        self, area: int, sizes: tuple[float, ...], places: int, own: tuple[Point | None, ...] = ()
    ) -> tuple[tuple[float, float, float], ...]:
        """(x, y, zoom) for tokens of these sizes; the first `places` of them are buildings, `own` the printed points
        (in board units) of those that have one.
        """

    def arranged(
        self,
        area: int,
        sizes: tuple[float, ...],
        buildings: int,
        own: tuple[Point | None, ...],
        lying: int,
        busy: tuple[Spot, ...],
    ) -> tuple[tuple[float, float, float], ...]:
        """Where tokens stand, as `spots` tells; the last `lying` of them lie on the ground.

        `busy` are scenery and the like, as discs.
        """
        return self.spots(area, sizes, buildings, own if any(own) else ())

    def size_of(self, piece: Piece) -> float:
        """The size of a piece's token: that of its kind where it has one, else of its rank."""
        rank = STYLE["token"].get(piece.size, STYLE["token"]["common"])
        if piece.form in STYLE["form"]:
            return float(STYLE["form"][piece.form]["size"])
        return float(STYLE["piece"].get(piece.kind, {}).get("size", rank))

    def letters_of(self, piece: Piece, size: float) -> str:
        """The letters on a token of a size, "" where they would not be read."""
        nobodys = not isinstance(piece.owner, int)
        return piece.letters if nobodys or size >= 0.9 * STYLE["token"]["letters_from"] else ""

    def prop_at(self, prop: Prop) -> Point | None:
        """Where scenery stands that has a place of its own; None puts it beside the middle of its area."""
        return None

    def chips(self, area: int) -> tuple[Point, ...]:
        """Where the signs of what is printed in an area stand."""
        return ()

    def sign_at(self, area: int, number: int) -> Spot | None:
        """Where a printed sign of an area stands, and its radius; None where it is not drawn."""
        return None

    # what is drawn above it, in the look of this ground -------------------------------------------------------------
    def name_tag(self, area: int) -> Sequence[Shape]:
        """The name that comes with a pointer, where the ground has no lettering."""
        return ()

    def closed(self, area: int) -> Sequence[Shape] | None:
        """Land that nobody may enter; None paints it as any other tint."""
        return None

    def named(self, area: int, colour: str) -> Sequence[Shape]:
        """The name of an area once more, over a veil that hides it; nothing, where names lie above all veils."""
        return ()

    def written(self, table: Table, area: int) -> Sequence[Shape]:
        """What the pen whose ink is shown has left in an area."""
        return ()

    def held(self, colour: str, areas: Iterable[int]) -> Sequence[Shape]:
        """Round the land where only pieces of one owner stand."""
        return ()

    def full_sign(self, area: int) -> Sequence[Shape]:
        """The sign of an area into which nothing more fits."""
        return ()

    def name_of(self, area: int, still: tuple[Spot, ...], moved: tuple[Spot, ...]) -> Sequence[Shape]:
        """The name of an area, clear of what is still and of what has moved in; for grounds that are `renamed`."""
        return ()

    # edges and groups of areas ----------------------------------------------------------------------------------------
    @property
    def pen(self) -> float:
        """How much broader lines are drawn than the numbers of the style say."""
        return max(0.75, min(1.4, self.scale))

    @property
    def names(self) -> list[tuple[float, float, float, float]]:
        """The boxes of all lettering, which labels keep clear of."""
        return []

    def placed(self, points: Iterable[Point]) -> Ring:
        """Points in board units as points of the picture; a board of hexes has no such units."""
        return ()

    @abstractmethod
    def shared(self, a: int, b: int) -> tuple[Ring, ...]:
        """The edge that two areas share, as open lines; nothing when they do not touch on paper."""

    @abstractmethod
    def edges_round(self, areas: Iterable[int]) -> tuple[Ring, ...]:
        """The edges round a group of areas, as closed rings."""

    def lines_of(self, border: Border) -> tuple[Ring, ...]:
        """Where a border runs: its own line, else the shared edge, else the way between the two areas."""

        def run() -> tuple[Ring, ...]:
            own = self.placed(border.line)
            return (own,) if own else self._between(*border.between)

        return self.kept(("border", border.between, border.line), run)

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is worked out once on this ground, and kept as long as there is room."""
        found: T | None = self._kept.get(key)
        if found is None:
            if len(self._kept) > 2_000:
                self._kept.clear()
            found = self._kept[key] = make()
        return found

    def _between(self, a: int, b: int) -> tuple[Ring, ...]:
        if a not in self.areas or b not in self.areas:
            return ()
        if lines := self.shared(a, b):
            return lines
        link = next((link for link in self.board.links if set(link.between) == {a, b}), None)
        return (self._over(link, a, b),)

    def _over(self, link: Link | None, a: int, b: int) -> Ring:
        """A short line across the way between two areas that do not touch on paper."""
        marks = self.placed(link.marks) if link is not None else ()
        p, q = (marks[0], marks[1]) if marks else (self.centre(a), self.centre(b))
        length, half = math.dist(p, q) or 1.0, 20 * self.pen
        x, y, nx, ny = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (q[1] - p[1]) / length, (p[0] - q[0]) / length
        return (x - nx * half, y - ny * half), (x, y), (x + nx * half, y + ny * half)

    def round_all(self, areas: Iterable[int]) -> tuple[Ring, ...]:
        """The outline of a group of areas, kept."""
        key = tuple(sorted(area for area in areas if area in self.areas))
        return self.kept(("round", key), lambda: self.edges_round(key) if key else ())

    def meeting(self, corner: Corner) -> Point:
        """Where a corner lies: at its own point, else where its three outlines come nearest to one another."""

        def find() -> Point:
            own = self.placed((corner.at,)) if corner.at is not None else ()
            if own:
                return own[0]
            first, *others = ([p for ring in self.rings(area) for p in ring] for area in corner.areas)
            common = set(first).intersection(*others)
            if common:
                return next(p for p in first if p in common)
            return min(first, key=lambda p: max(min(math.dist(p, q) for q in points) for points in others))

        return self.kept(("corner", corner.areas, corner.at), find)

    def wrapped(self, area: int) -> bool:
        """Whether the area goes on at the opposite edge."""
        return any(each[0] == area for each in self.board.wraps)
