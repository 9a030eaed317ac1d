"""What lies on the table: the map, armies, the line of monsters, the announced actions, and a combat under way.

The sheets on which players write are told in `sheets.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....engine.masks import bits
from ....engine.runtime.decision import Answer
from ....engine.state import schema
from ....engine.tabletop.beside import ActionBox, ActionRow, Line, LineItem, LineMark
from ....engine.tabletop.table import (
    Area,
    AreaMark,
    Board,
    Condition,
    ConditionPart,
    Corner,
    Fight,
    Figure,
    Force,
    Layer,
    Piece,
    Place,
    Route,
    RouteStep,
    Side,
    Stage,
    Table,
    Zone,
)
from ..rules.artefacts import free, printed, progress
from ..rules.battle import helper_name, unit_power
from ..rules.config import ACTIONS, MOVE, SHORT_ACTIONS
from ..rules.maps import TERRAINS, Map
from ..rules.movement import terrain
from ..rules.movement import trip as trip_of
from ..rules.score import figures, power
from ..rules.state import (
    ANNOUNCEMENT,
    BEATEN,
    COMBAT,
    ENSLAVED,
    FINDS,
    FREE,
    MONSTER_FIGHT,
    MOVED,
    NEXT,
    OVER,
    PLAYERS_FIGHT,
    ROUTES,
    SPENT,
    STRIFE,
    TWICE,
    State,
)
from ..rules.timings import Fighter
from .sheets import paper
from .tokens import CORE, points, signs

if TYPE_CHECKING:
    from ....engine.reference.facts import Facts
    from .. import Heroes

HEIGHT = 896  # of the ground as it is drawn; the outlines of the data are taller
FATES = {
    BEATEN: (True, "beaten"),
    TWICE: (True, "beaten twice"),
    ENSLAVED: (False, "enslaved"),
    SPENT: (False, "depleted"),
}
LABELS = {"vp": "VP"}
ZONES = {"realm": "start", "marked": "region"}
ICONS = ("wood-pile", "stone-pile", "two-coins", "walking-boot", "hammer-nails")


def board(facts: Facts, map_: Map, players: int) -> Board:
    """The ground, which is the same for everybody."""
    areas = []
    for i, region in enumerate(map_.regions):
        drawn = facts.table(f"drawing.{region.slug}")
        fort, ring = region.fort, tuple(map(tuple, drawn["outline"]))
        areas.append(
            Area(
                i, region.name, TERRAINS[region.terrain], map_.near[i],
                polygons=((ring,),), label=(region.name,), label_at=tuple(drawn["label"]),
                slots=tuple(map(tuple, drawn["markers"])), gate_at=tuple(drawn["object_at"]),
                gate_signs=len(signs(fort.gains)) if fort is not None else 0, amounts=signs(region.gains), house=True,
            )
        )  # fmt: skip
    width, _ = facts["map.size"]
    islets = ("islet", (_islet(1045, 118, 15), _islet(1195, 128, 18)))
    corners = tuple(Corner(corner.regions, "crossing") for corner in map_.corners)
    return Board(
        f"heroes:{players}", "outlines", (width, HEIGHT), tuple(areas), decoration=(islets,), corners=corners,
        house="Most of the map is a house design: the rulebook tells of it in parts only.",
    )  # fmt: skip


def _islet(x: float, y: float, r: float) -> tuple[tuple[float, float], ...]:
    return tuple((x + r * math.cos(k * math.pi / 6), y + r * math.sin(k * math.pi / 6)) for k in range(12))


def covered(s: State, viewer: int | None, seat: int) -> str:
    """Why a viewer may not look at the board of a seat now: both exceptions to transparency (HE-CMP-013)."""
    if viewer is None or viewer == seat:
        return ""
    if s.stage == ROUTES:
        return "While destinations are chosen nobody looks at the board of another."
    fight = s.combat
    if fight is not None and fight.sort == PLAYERS_FIGHT and not fight.totals:
        return "While units are deployed nobody looks at the board of another."
    return ""


def table(game: Heroes, s: State, viewer: int | None = None) -> Table:
    """All that one viewer may see."""
    seats = range(len(s.sheets))
    closed = {seat: why for seat in seats if (why := covered(s, viewer, seat))}
    sheets = schema.sheets(s, figures(s), None if s.stage == OVER else s.turn)
    front = s.turn if viewer is None else viewer
    return game.laid(
        s,
        viewer,
        f"round {s.round} of {s.config.rounds}",
        game.ground,
        (*armies(s, closed), *drawn(s)),
        places=places(s),
        sheets=tuple(
            replace(x, figures=() if x.seat in closed else named(x.figures), closed=closed.get(x.seat, ""))
            for x in sheets
        ),
        tints=tuple(
            (i, "closed", "crossed out") for i in range(len(s.config.map.near)) if not s.config.map.open >> i & 1
        ),
        zones=zones(s),
        layers=tuple(layer(s, seat) for seat in seats if seat not in closed),
        ink=front,
        lines=(monsters(s, closed),),
        actions=actions(s),
        papers=tuple(paper(s, seat, closed.get(seat, "")) for seat in seats),
        conditions=conditions(s, front),
        fight=combat(s),
        routes=tuple(
            route(s, seat) for seat in seats if s.action == MOVE and seat not in closed and s.sheets[seat].did(MOVED)
        ),
    )


def named(found: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Figures as people call them."""
    return tuple(replace(x, label=LABELS.get(x.key, x.label.capitalize())) for x in found)


# -- the map ----------------------------------------------------------------------------------------------------------
def armies(s: State, closed: dict[int, str]) -> list[Piece]:
    """One token a player; its power stays hidden while boards are covered."""
    found = []
    for seat, sheet in enumerate(s.sheets):
        if sheet.region >= 0:
            faction, hidden = s.config.factions[seat], seat in closed
            found.append(
                Piece(f"army:{seat}", sheet.region, seat, "host", "Army", faction.icon,
                      face=faction.letters, badge="" if hidden else str(power(s, seat)),
                      marks=("sealed",) if hidden else ())
            )  # fmt: skip
    return found


def drawn(s: State) -> list[Piece]:
    """What factions have drawn that everybody copies: at corners, and portals of their own."""
    found = []
    for seat, sheet in enumerate(s.sheets):
        for corner in bits(sheet.corners):
            at = s.config.map.corners[corner].regions
            target = "corner:" + ":".join(map(str, sorted(at)))
            found.append(
                Piece(f"corner:{seat}:{corner}", at[0], seat, "tavern", "Tavern", "village", face="T", corner=target)
            )
        for how, name, region in shown(s, seat):
            if how == "portal":
                own = f"portal:{seat}:{region}"
                found.append(Piece(own, region, seat, "portal", name, "magic-portal", face="P"))
    return found


def places(s: State) -> tuple[Place, ...]:
    """Portals, fortresses, foundations and artefacts of the regions that are open."""
    found, rows = [], s.config.map.artefacts
    for i in bits(s.config.map.open):
        region, holder = s.config.map.regions[i], s.seized.get(i)
        if region.object == "fortress" and region.fort is not None:
            fort = region.fort
            found.append(
                Place(i, "fortress", f"Fortress of {region.name}", "castle", holder, str(fort.power),
                      worth=points(fort.vp), gains=signs(fort.gains), rule="HE-FRT-001")
            )  # fmt: skip
        elif region.object == "artefact":
            owner = s.held[rows.index(i)]
            name = f"Artefact of {region.name}"
            found.append(Place(i, "artefact", name, "gems", owner if owner >= 0 else None, rule="HE-ART-001"))
        elif region.object == "foundation":
            rune = next((seat for seat in s.config.seats if ("rune", i) in _marks(s, seat)), None)
            name = f"Foundation of {region.name}"
            found.append(Place(i, "plinth", name, "stone-block", rune if holder is None else holder, rule="HE-FND-001"))
        else:
            found.append(Place(i, "portal", f"Portal of {region.name}", "magic-portal", rule="HE-PRT-001"))
    return tuple(found)


def shown(s: State, seat: int) -> list[tuple[str, str, int]]:
    """What a player has drawn that everybody copies: (how the map shows it, name, region)."""
    shows = s.config.factions[seat].shows
    return [(how, name, region) for layer, how, name in shows for region in bits(s.layer(seat, layer))]


def _marks(s: State, seat: int) -> set[tuple[str, int]]:
    return {(how, region) for how, _, region in shown(s, seat)}


def zones(s: State) -> tuple[Zone, ...]:
    """Regions that belong together on the boards of all: a realm; regions that a power has marked."""
    found = []
    for seat, faction in enumerate(s.config.factions):
        for layer, how, name in faction.shows:
            regions = bits(s.layer(seat, layer))
            if regions and how in ZONES:
                found.append(Zone(f"{layer}:{seat}", name, regions, ZONES[how], seat))
    return tuple(found)


def layer(s: State, seat: int) -> Layer:
    """What a player's own pen has left on his map."""
    sheet, map_, marks = s.sheets[seat], s.config.map, []
    for i in bits(sheet.visited):
        fresh = bool(sheet.fresh_regions >> i & 1)
        marks.append(AreaMark(i, "tick", fresh=fresh, rule="HE-MOV-005"))
        if not sheet.untaken >> i & 1:
            marks.append(AreaMark(i, "crossed", fresh=fresh, rule="HE-MOV-007"))
    for i, level in sheet.founded.items():
        of = "fortress" if map_.regions[i].object == "fortress" else "plinth"
        fresh = bool(sheet.fresh_regions >> i & 1)
        marks.append(AreaMark(i, "level", of, str(level), fresh, "HE-FND-001"))
    for i in bits(map_.open):
        own = terrain(s, seat, i)
        if own != map_.regions[i].terrain:
            marks.append(AreaMark(i, "terrain", text=TERRAINS[own], rule="HE-MEC-017"))
    instead = () if 1 in s.config.factions[seat].keeps else (("iron", CORE),)
    return Layer(seat, tuple(marks), instead)


def route(s: State, seat: int) -> Route:
    """The way that a player has gone in the Movement under way."""
    start, *steps = s.sheets[seat].route or (s.sheets[seat].region,)
    return Route(seat, start, way_of(s, start, steps), "Route", rule="HE-MOV-002")


def way_of(s: State, start: int, steps: Sequence[int], costs: Sequence[int] = ()) -> tuple[RouteStep, ...]:
    """Steps as they are drawn: by a border, through a portal, or over the land."""
    map_, found, here = s.config.map, [], start
    for k, region in enumerate(steps):
        if region in map_.near[here]:
            link = "step"
        else:
            link = "portal" if map_.portals >> here & 1 and map_.portals >> region & 1 else "jump"
        found.append(RouteStep(region, costs[k] if k < len(costs) else 0, link))
        here = region
    return tuple(found)


def planned(game: Heroes, s: State, table: Table, seat: int, answers: Sequence[tuple[str, Answer]]) -> Table:
    """The way that a player has planned, with a ghost where his army will stand."""
    to = next((answer for what, answer in answers if what == "destination"), -1)
    trip = trip_of(s, seat, to)
    if trip is None or not trip.path:
        return table
    here = s.sheets[seat].region
    way = Route(seat, here, way_of(s, here, trip.path, trip.costs), "Planned route", rule="HE-MOV-002")
    faction = s.config.factions[seat]
    ghost = Piece(f"plan:{seat}", to, seat, "host", "Army", faction.icon, face=faction.letters, marks=("ghost",))
    return replace(table, routes=(*table.routes, way), pieces=(*table.pieces, ghost))


# -- beside the map ---------------------------------------------------------------------------------------------------
def monsters(s: State, closed: dict[int, str]) -> Line:
    """The line of monsters, with the marks of everybody."""
    items = []
    for i, monster in enumerate(s.config.monsters):
        marks = []
        for seat, sheet in enumerate(s.sheets):
            if seat not in closed and sheet.monsters[i] != FREE:
                full, name = FATES[sheet.monsters[i]]
                marks.append(LineMark(seat, full, name, bool(sheet.fresh_monsters >> i & 1)))
        items.append(
            LineItem(str(i), f"Monster of power {monster.power}", str(monster.power), "", points(monster.vp),
                     signs(monster.gains), tuple(marks), f"monster:{i}", rule="HE-MON-001", house=_house(s, i))
        )  # fmt: skip
    return Line("monsters", "Monsters", tuple(items), "full mark: beaten; ring: enslaved", "HE-MON-001", "horned")


def _house(s: State, place: int) -> bool:
    return s.config.house(f"monster.{place + 1}")


def actions(s: State) -> ActionRow:
    """The actions of the round in their order; while they are announced those that are left."""
    announcing = s.stage == ANNOUNCEMENT
    rows = sorted(range(len(ACTIONS)), key=lambda a: (s.numbers[a] or 9, a))
    boxes = [
        ActionBox(ACTIONS[a], SHORT_ACTIONS[a], _written(s, a), _state(s, a, announcing), ICONS[a], f"action:{a}")
        for a in rows
    ]
    return ActionRow(tuple(boxes), first=s.first, rule="HE-RND-002")


def _written(s: State, action: int) -> str:
    return str(s.numbers[action]) if s.numbers[action] else ""


def _state(s: State, action: int, announcing: bool) -> str:
    n = s.numbers[action]
    if not n:
        return "" if announcing or not any(s.numbers) else "out"
    if s.stage == NEXT:
        return "done"
    if action == s.action:
        return "now"
    return "done" if n < s.level else "ahead"


def conditions(s: State, me: int) -> tuple[Condition, ...]:
    """How near a player is to each artefact that asks for deeds and that nobody else has; what is paid is in stock."""
    found = []
    for i, region in enumerate(s.config.map.artefacts):
        card, name = printed(s, me, i), s.config.map.names[region]
        if card.condition in ("pay", "none") or free(s, me, i) or s.held[i] not in (-1, me):
            continue
        what = card.condition.replace("_", " ")
        parts = (ConditionPart(what, progress(s, me, i), max(card.amount, 1), me),)
        found.append(
            Condition(f"artefact:{me}:{i}", f"Artefact of {name}", parts, seat=me, text=f"{card.amount} {what}",
                      reward=card.text, reached=s.held[i] == me, rule="HE-ART-008")
        )  # fmt: skip
    return tuple(found)


# -- a combat ---------------------------------------------------------------------------------------------------------
def combat(s: State) -> Fight | None:
    """The combat under way."""
    fight, names = s.combat, s.config.map.names
    if fight is None or s.stage not in (STRIFE, COMBAT, FINDS):
        return None
    shown = bool(fight.totals)
    sides = [_side(s, seat, "attacks" if k == 0 else "defends") for k, seat in enumerate(fight.parties)]
    if fight.sort == PLAYERS_FIGHT:
        title = f"Combat in {names[fight.region]}"
    else:
        monster = fight.sort == MONSTER_FIGHT
        title = f"Monster of power {fight.power}" if monster else f"Fortress of {names[fight.region]}, {fight.power}"
    stages = (
        Stage("Declared", title, "done"),
        Stage("Deployed", "in secret" if fight.sort == PLAYERS_FIGHT else "openly", "done" if shown else "now"),
        Stage("Announced", " : ".join(str(n) for _, n in fight.totals), "now" if shown else "ahead"),
        Stage("Reward", _winner(s), "now" if fight.winner >= 0 else "ahead"),
    )
    return Fight(title, fight.region, stages, tuple(sides), "HE-CBT-001")


def _winner(s: State) -> str:
    fight = s.combat
    return s.config.players[fight.winner] if fight is not None and fight.winner >= 0 else ""


def _side(s: State, seat: int, role: str) -> Side:
    fight, faction = s.combat, s.config.factions[seat]
    assert fight is not None
    forces = []
    for unit, n in fight.sent_by(seat):
        kind, each = faction.units[unit], unit_power(s, seat, unit).value
        token = Piece(f"sent:{seat}:{unit}", fight.region, seat, "host", kind.name, faction.icon, count=n)
        forces.append(Force(token, f"{n} of {each}", "HE-CBT-002", "killed"))
    parts = tuple(
        (helper_name(s, Fighter("fortress" if kind else "monster", at, n)), str(n), "HE-CUL-019")
        for who, kind, at, n in fight.helpers
        if who == seat
    )
    total = str(fight.total(seat)) if any(who == seat for who, _ in fight.totals) else "sealed"
    if fight.sort == PLAYERS_FIGHT and fight.winner >= 0:
        role = "wins" if seat == fight.winner else "is defeated"
    return Side(seat, role, tuple(forces), total, parts)
