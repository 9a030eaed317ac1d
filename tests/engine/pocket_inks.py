"""The pocket game's desks on a map that is drawn by hand: what pens have left there, told from the state.

Islands are lands of four kinds. A spirit has been where its voyages led, and has taken what is printed there; buildings
are a line of things that each builds for itself; the order of a turn is announced; while voyages are planned the own
way is drawn.
"""

from __future__ import annotations

import math
from dataclasses import replace

from tests.engine.pocket_rules import ISLANDS, near
from tests.engine.pocket_scrolls import BUILD, BUILDINGS, FIGHT, PLAN, Scrolls
from theomachy.engine.tabletop.beside import ActionBox, ActionRow, Amount, Line, LineItem, LineMark
from theomachy.engine.tabletop.table import (
    Area,
    AreaMark,
    Board,
    Corner,
    Layer,
    Piece,
    Place,
    Route,
    RouteStep,
)

KINDS = ("forest", "meadow", "mountain", "lake", "meadow")
STONE, GOLD = Amount("stone", 1, "S", shape="square", tint="brown"), Amount("gold", 1, "G", tint="gold")
SIDE, WIDE = 240.0, 3
CORNER = Corner((0, 1, 3), "harbour")


def _ring(i: int) -> tuple[tuple[float, float], ...]:
    """An island as a square of a grid of three columns; the sides have points in between, shared with neighbours."""
    x, y = 40 + i % WIDE * SIDE, 40 + i // WIDE * SIDE
    corners = [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]
    out = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        out += [(ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8) for k in range(8)]
    return tuple(out)


def map_of_islands() -> Board:
    areas = []
    for i, name in enumerate(ISLANDS):
        ring = _ring(i)
        x, y = ring[0]
        areas.append(
            Area(i, name, KINDS[i], near(i), polygons=((ring,),), label=(name,), label_at=(x + 120, y + 60),
                 slots=((x + 170, y + 190),), gate_at=(x + 60, y + 180), amounts=(STONE, GOLD))
        )  # fmt: skip
    size = int(80 + WIDE * SIDE), int(80 + math.ceil(len(ISLANDS) / WIDE) * SIDE)
    return Board("pocket-inks", "outlines", size, tuple(areas), corners=(CORNER,))


class Inks(Scrolls):
    slug, title = "inks", "Inks"

    def table(self, s, viewer=None):
        plain = super().table(s, viewer)
        seats = range(len(self.seats))
        pieces = [
            Piece(f"hero{p}", (s.routes[p] or (p,))[-1], p, "host", "Hero", "spartan", face=f"H{p + 1}",
                  badge=str(len(s.faces)), marks=("sealed",) if s.phase == PLAN else ())
            for p in seats
        ]  # fmt: skip
        tavern = Piece("tavern", 0, 0, "tavern", "Harbour", "beer", face="T", corner=CORNER.target)
        layers = tuple(
            Layer(p, tuple(AreaMark(i, kind, fresh=s.phase != PLAN) for i in dict.fromkeys(s.routes[p])
                           for kind in ("tick", "crossed")))
            for p in seats
        )  # fmt: skip
        items = tuple(
            LineItem(str(b), name, str(points), "", Amount("points", points, shape="star"), (STONE,) * min(stone, 2),
                     tuple(LineMark(p, fresh=bool(s.newly[p] >> b & 1)) for p in seats if s.ticked[p] >> b & 1),
                     rule="PG-DEE-002")
            for b, (name, stone, _, points, *_) in enumerate(BUILDINGS)
        )  # fmt: skip
        order = ("plan", PLAN, "1"), ("build", BUILD, "2"), ("fight", FIGHT, "3")
        boxes = [
            ActionBox(i, i.capitalize(), n, "done" if k < s.phase else "now" if k == s.phase else "ahead")
            for i, k, n in order
        ]
        place = Place(
            2, "fortress", "Fortress", "castle", text="6", worth=Amount("points", 3, shape="star"), gains=(GOLD,)
        )
        way = Route(viewer or 0, viewer or 0, tuple(RouteStep(i, 1) for i in s.routes[viewer or 0]), "Voyage", 3)
        return replace(
            plain, board=map_of_islands(), pieces=(*pieces, tavern), places=(place,), layers=layers,
            ink=-1 if viewer is None else viewer, lines=(Line("works", "Works", items, "full: built", sign="horned"),),
            actions=ActionRow((*boxes, ActionBox("wait", "Wait", state="out")), first=0, rule="PG-OMN-001"),
            routes=(way,) if way.steps else (),
        )  # fmt: skip

    def planned(self, s, table, seat, answers):
        """The voyage that is being planned, with a ghost where it ends."""
        way = [answer for what, answer in answers if what == "sail to"]
        if not way:
            return table
        route = Route(seat, seat, tuple(RouteStep(i, 1) for i in way), "Voyage", 3)
        ghost = Piece(f"plan{seat}", way[-1], seat, "host", "Hero", "spartan", face=f"H{seat + 1}", marks=("ghost",))
        return replace(table, routes=(*table.routes, route), pieces=(*table.pieces, ghost))

    def targets(self, s, decision, value):
        """A building is chosen in the line, what comes after the seals in the row of actions."""
        if decision.what == "build" and isinstance(value, int):
            return (f"line:works:{value}",)
        if decision.what == "the seals are open":
            return (f"action:{'build' if value == 'go on' else 'wait'}",)
        return super().targets(s, decision, value)


def inks(players=2, **options):
    return Inks.build(players=players, **options)
