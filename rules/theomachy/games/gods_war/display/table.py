"""What lies on the table: the world with its sideboards, sea-crossings and Kylerela, pieces, tracks, remarks.

The sheets of the empires are told in `sheets.py`, battle, Struggle and Compromise in `fight.py`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ....engine.masks import bits
from ....engine.runtime.system import System
from ....engine.tabletop.beside import Line, LineItem, LineMark
from ....engine.tabletop.table import (
    Area,
    Board,
    Carried,
    Link,
    Piece,
    Table,
    Tile,
    Track,
    TrackFlag,
    TrackMarker,
    Zone,
)
from ..rules.adjacency import OPEN, SPIKE, void
from ..rules.common import area_name, title
from ..rules.domains import PEN, RIFT
from ..rules.maps import FROM_HELL, NEST, Map, Place, opened, posed
from ..rules.score import points
from ..rules.state import State
from .fight import by_results, compromise, fight, sums, throws
from .sheets import conditions, counters, hand, sheet
from .tokens import building, token, whose

MIDDLES = (("", "peak"), ("Chaos Rift", "chasm"), ("Magasta's Pool", "whirlpool"))  # name and kind of the middle


def table(game: System[State], s: State, viewer: int | None) -> Table:
    """The table; `s` is what the viewer may see."""
    return game.laid(
        s,
        viewer,
        f"round {s.round}",
        board(s),
        (*pieces(s), *given(s)),
        tracks=(victory(s), *dials(s)),
        sheets=tuple(sheet(s, seat) for seat in s.config.seats),
        hands=tuple(hand(s, seat, viewer) for seat in s.config.seats),
        zones=zones(s.config.map),
        conditions=conditions(s),
        fight=fight(s),
        sums=sums(s),
        throws=throws(s),
        lines=(*elder_races(s), *captives(s), *compromise(s)),
        notes=notes(s),
        carried=signs(s),
    )


# -- the world --------------------------------------------------------------------------------------------------------
def board(s: State) -> Board:
    """The ground as it is now: Kylerela where it lies, the Spike or what came after it, arrows that are blocked."""
    shut = sum(1 << about for _, _, about, word in s.lasting if word == "arrow")
    domes = s.config.map.rim_dome_seas if s.config.rulings.rim_seas_have_doors else 0
    place = s.config.places[s.island]
    shut |= place.blocks | void(s.config.map, s.sunken)
    return _board(s.config.map, s.ways.border, s.rift, place, shut, s.ways.doors, domes, s.sunken)


@lru_cache(128)
def _board(
    map_: Map, border: tuple[int, ...], rift: int, place: Place, shut: int, doors: int, domes: int, sunken: int
) -> Board:
    tile, areas = map_.tile, list[Area]()
    for area in map_.board.areas:
        now = replace(area, near=bits(border[area.id]))
        if area.id == map_.isle:
            now = replace(
                now,
                polygons=((posed(tile["tile"], place),),),
                label_at=posed([tile["label_at"]], place)[0],
                slots=posed(tile["units_at"], place),
                gate_at=posed([tile["building_at"]], place)[0],
                stands=((NEST, posed([tile["nest_at"]], place)[0]),),
            )
        elif sunken >> area.id & 1:
            now = replace(now, kind="sunken")
        elif area.id == map_.spike:
            name, kind = MIDDLES[rift]
            now = replace(now, kind=kind)
            if name:
                now = replace(now, name=name, label=(name,))
        areas.append(now)
    links = tuple(
        Link(
            arrow.ends,
            (arrow.path[0], arrow.path[-1]),
            f"sea-crossing {map_.names[arrow.ends[0]]}-{map_.names[arrow.ends[1]]}",
            path=arrow.path,
            shut=bool(shut >> i & 1),
        )
        for i, arrow in enumerate(map_.arrows)
    )
    more = opened(map_, doors, domes, sunken)
    key = f"{map_.board.key} {rift} {place.key} {shut} {doors} {domes} {sunken}"
    # the tile lies on its sea: it comes first, so that whoever points at both means the tile
    order = sorted(areas, key=lambda area: area.id != map_.isle)
    isle = (Tile(map_.isle, posed(tile["docks"], place), place.angle),)
    printed = [door for area, door in map_.doors if not sunken >> area & 1 or door.name == FROM_HELL]
    return replace(map_.board, key=key, areas=tuple(order), links=links, tiles=isle, doors=(*printed, *more))


def zones(map_: Map) -> tuple[Zone, ...]:
    """The boards beside the board."""
    found = (("dome", "Sky Dome", map_.dome, "GW-MAP-010"), ("hell", "Hell", map_.hell, "GW-MAP-016"))
    return tuple(Zone(key, name, bits(areas), "board", rule=rule, plate=False) for key, name, areas, rule in found)


# -- pieces -----------------------------------------------------------------------------------------------------------
def pieces(s: State) -> tuple[Piece, ...]:
    """Units and buildings on the map; those of a battle carry the results that they were given."""
    found = []
    for seat in s.config.owners:
        for area in s.areas(seat):
            for kind in s.kinds_in(seat, area):
                unit = s.config.empires[seat].units[kind]
                for i, (marks, n) in enumerate(by_results(s, seat, area, kind)):
                    id_ = f"{area}:{seat}:{unit.key}" + (f":{'-'.join(marks)}" if i else "")
                    found.append(token(unit, id_, area, whose(s.config, seat), n, marks))
    for area in range(len(s.site)):
        for code in s.buildings_in(area):
            seat, kind = code >> 3, code & 7
            id_ = f"{area}:{seat}:{s.config.empires[seat].buildings[kind].key}"
            found.append(building(s.config, id_, area, seat, kind, face=s.building(code, area).key))
    return tuple(found)


def given(s: State) -> tuple[Piece, ...]:
    """What lies in the Chaos Rift, shown in it: it is not on the map."""
    found = []
    for seat in s.config.seats:
        empire = s.config.empires[seat]
        for kind in s.kinds_in(seat, RIFT):
            unit = empire.units[kind]
            found.append(token(unit, f"rift:{seat}:{unit.key}", s.config.map.spike, seat, s.n(seat, kind, RIFT)))
        for kind, row in enumerate(empire.buildings):
            if n := s.stock(seat, kind, RIFT):
                found.append(building(s.config, f"rift:{seat}:{row.key}", s.config.map.spike, seat, kind, n))
    return tuple(found)


def signs(s: State) -> tuple[Carried, ...]:
    """Marks of monsters that lie in areas: webs, wounds."""
    found = []
    for owner in s.config.markers:
        row = s.config.empires[owner]
        for area in bits(s.marked(owner)):
            where = f"area:{area}"
            id_ = f"{row.slug}:{area}"
            found.append(Carried(id_, row.mark.lower(), row.mark, where, row.mark_icon, row.mark_rule))
    return tuple(found)


def elder_races(s: State) -> tuple[Line, ...]:
    """The elder races of the game, each with the sign of whose ally it is."""
    items = []
    for race, row in enumerate(s.config.races):
        if s.included >> race & 1:
            whose = s.allies[race]
            marks = (LineMark(whose, name="has them as allies"),) if whose >= 0 else ()
            note = row.text if whose >= 0 else f"Neutral. {row.text}"
            items.append(LineItem(row.slug, row.title, icon=row.icon, marks=marks, note=note, rule=row.rule))
    return (Line("races", "Elder Races", tuple(items), rule="GW-CMP-023"),) if items else ()


def captives(s: State) -> tuple[Line, ...]:
    """Who is in play in the place off the map, each with the sign of whose it is."""
    items = []
    for seat in s.config.seats:
        for kind in s.kinds_in(seat, PEN):
            unit, n = s.config.empires[seat].units[kind], s.n(seat, kind, PEN)
            name = f"{n} × {unit.name}" if n > 1 else unit.name
            marks = (LineMark(seat, name="held"),)
            items.append(LineItem(f"{seat}:{unit.key}", name, icon=unit.icon, marks=marks, rule=unit.rule))
    return (Line("pen", s.config.pen, tuple(items)),) if items else ()


# -- tracks and remarks -----------------------------------------------------------------------------------------------
def victory(s: State) -> Track:
    """The track of Victory Points."""
    goal = s.config.fact("victory.goal")
    at = min(max(*s.vp, 0), goal)
    markers = tuple(TrackMarker(f, s.vp[f], s.vp[f] + points(s, f).value) for f in s.config.seats)
    markers += tuple(
        TrackMarker(f, n, name=counter.title, icon=counter.icon)
        for f in s.config.seats
        for counter, n in counters(s, f)
        if counter.icon
    )
    compromise = s.config.fact("victory.compromise_at")
    flags = [TrackFlag(goal, "Compromise, the end" if compromise == goal else "the end", "laurel-crown")]
    if compromise < goal:
        flags.insert(0, TrackFlag(compromise, "Compromise", "scales"))
    if s.rift == SPIKE:
        flags.insert(0, TrackFlag(s.config.fact("victory.spike_at"), "the Spike shatters", "edge-crack"))
    cells = tuple(map(str, range(goal + 1)))
    return Track("Victory Points", cells, at, "GW-VIC-001", markers=markers, flags=tuple(flags))


def dials(s: State) -> tuple[Track, ...]:
    """Numbers of powers whose spaces have names."""
    rows = ((f, counter, n) for f in s.config.seats for counter, n in
            zip(s.config.empires[f].counters, s.counters[f], strict=True))  # fmt: skip
    return tuple(Track(counter.title, counter.names, n, counter.rule) for _, counter, n in rows if counter.names)


def notes(s: State) -> tuple[str, ...]:
    """Short remarks under the board."""
    found = [f"Kylerela: {s.config.places[s.island].name}"]
    found += [f"{area_name(s, area)} lies under the sea" for area in bits(s.sunken)]
    if s.rift == OPEN:
        found.append("the Chaos Rift is open: no Blessing")
    known = [card for row in s.foreseen for card in row]
    covered = [card for row in (*s.hands, *s.foreseen) for card in row if card < 0]  # they lie in the deck of a view
    found.append(f"{sum(s.deck) + len(known) - len(covered)} runes to draw, {sum(s.discard)} discarded")
    found += [f"{s.config.runes[card].name} of {title(s, who)} lasts" for card, who, _, _ in s.lasting]
    for owner in s.config.weavers:
        row = s.config.empires[owner]
        found.append(f"{row.mark}s of {row.title} left: {s.marks_left(owner)} of {row.marks}")
    if s.ending or s.round == s.config.rounds:
        found.append("the game ends with this round")
    return tuple(dict.fromkeys(found))
