"""The boards: areas with their borders, doors and arrows, and the places of Kylerela. Borders are the truth, outlines
their picture.

All areas stand in one row: the surface, the Sky Dome, Hell, and Kylerela as the last one. The Spike is an area that
closes when it shatters, which is the state's business (see `ways`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ....engine.errors import DataError
from ....engine.reference.facts import Facts
from ....engine.tabletop.table import Area, Board, Door, Point, Ring, Sideboard, Tile

MAPS = Path(__file__).parents[1] / "data" / "maps"
ISLE_SLUG = "kylerela"
KINDS = ("land", "sea", "special")
ROOM_OF_A_DOOR = 160  # of the frame, in units of the board
ROOM_OF_THE_ISLAND, STEP_OF_A_SEARCH = 52, 10  # from its middle to a coast; how finely a place for it is looked for
TO_HELL, FROM_HELL, SKY_DOME = "To Hell", "From Hell", "Sky Dome"  # what a door says
NEST = "nest"  # the name of the spot where a building of the nests' layer stands
Find = Callable[[str, str], int]  # the number of an area, and where its name stands
Rows = dict[str, dict[str, Any]]


class Arrow(NamedTuple):
    """A sea-crossing: the two lands, and the sea between them."""

    key: str
    ends: tuple[int, int]
    over: int
    path: Ring


class Place(NamedTuple):
    """A place where Kylerela may lie: its sea, the lands at its docks, the arrows that it covers, and its pose."""

    key: str
    name: str
    sea: int
    docks: tuple[int, ...]
    blocks: int  # arrows, a bit each
    at: Point
    angle: float


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """One board. Masks have a bit an area."""

    key: str
    players: int
    slugs: tuple[str, ...]
    names: tuple[str, ...]
    index: dict[str, int]  # by slug
    near: tuple[int, ...]  # printed borders, without what Kylerela adds
    seas: int
    lands: int  # with the Spike and Kylerela
    surface: int
    dome: int
    hell: int
    dome_doors: int  # lands and the Spike
    hell_doors: int
    rim_dome_seas: int  # seas at the northern and southern rim: doors by a ruling only
    rim_hell_seas: int
    pool_seas: int  # doors to Hell once the Pool is open
    exit: int  # where units come that leave Hell
    spike: int
    isle: int
    arrows: tuple[Arrow, ...]
    places: tuple[Place, ...]
    start: int  # place of Kylerela
    caption: int  # where the picture has it, or -1
    tile: dict[str, Any]  # Kylerela as it is printed, round its own middle
    doors: tuple[tuple[int, Door], ...]  # those on the frame, with the areas that they are of
    board: Board


def path_of(key: str) -> Path:
    """The data file of a board."""
    return MAPS / f"{key}.toml"


def load_map(facts: Facts, key: str) -> Map:
    """The board with this name, out of its own values. Raises `DataError` where borders do not agree."""
    return _load(facts, key) if facts.overlay else _printed(facts, key)


@lru_cache(8)
def _printed(facts: Facts, key: str) -> Map:
    return _load(facts, key)


def _load(facts: Facts, key: str) -> Map:
    at = f"map.{key}"
    rows = {slug: facts.table(f"{at}.area.{slug}") for slug in facts.names(f"{at}.area")}
    isle = facts.table(f"{at}.kylerela")
    slugs = (*rows, ISLE_SLUG)
    index = {slug: i for i, slug in enumerate(slugs)}

    def find(slug: str, where: str) -> int:
        if slug not in index:
            raise DataError(f"{where}: there is no area {slug!r} on this map")
        return index[slug]

    def mask(word: str, value: object = True) -> int:
        return sum(1 << index[slug] for slug, row in rows.items() if row.get(word, False) == value)

    near = tuple(sum(1 << find(o, f"{at}.area.{slug}.adjacent") for o in row["adjacent"]) for slug, row in rows.items())
    for i, beside in enumerate(near):
        for j in range(len(near)):
            if beside >> j & 1 and not near[j] >> i & 1:
                raise DataError(f"{at}.area.{slugs[j]}.adjacent: {slugs[i]} borders on it, but not the other way round")
    for slug, row in rows.items():
        if row["kind"] not in KINDS:
            raise DataError(f"{at}.area.{slug}.kind is {row['kind']!r}; it can be {', '.join(KINDS)}")
    arrows = _arrows(facts, at, find)
    places = _places(facts, at, find, {arrow.key: i for i, arrow in enumerate(arrows)}, rows)
    known = {place.key: i for i, place in enumerate(places)}
    rim = {slug: set(row.get("edges", ())) for slug, row in rows.items()}
    seas = mask("kind", "sea")
    exits = [index[slug] for slug, row in rows.items() if row.get("from_hell")]
    if len(exits) != 1 or isle["start"] not in known:
        raise DataError(f"{at}: one area leads out of Hell, and Kylerela starts in one of its places")
    return Map(
        key,
        facts[f"{at}.players"],
        slugs,
        (*(row["name"] for row in rows.values()), isle["name"]),
        index,
        (*near, 0),
        seas,
        mask("kind", "land") | 1 << index[ISLE_SLUG],
        mask("board", "surface") | 1 << index[ISLE_SLUG],
        mask("board", "sky_dome"),
        mask("board", "hell"),
        mask("sky_dome"),
        mask("to_hell"),
        sum(1 << index[slug] for slug in rows if seas >> index[slug] & 1 and rim[slug] & {"north", "south"}),
        sum(1 << index[slug] for slug in rows if seas >> index[slug] & 1 and "west" in rim[slug]),
        mask("to_hell_with_pool"),
        exits[0],
        find(facts[f"{at}.centre.area"], f"{at}.centre.area"),
        index[ISLE_SLUG],
        arrows,
        places,
        known[isle["start"]],
        known.get(isle.get("caption", ""), -1),
        isle,
        (doors := _doors(rows)),
        _board(facts, at, rows, near, places[known[isle["start"]]], tuple(door for _, door in doors)),
    )


def _arrows(facts: Facts, at: str, find: Find) -> tuple[Arrow, ...]:
    found = []
    for key in facts.names(f"{at}.arrow"):
        row = facts.table(f"{at}.arrow.{key}")
        a, b = (find(slug, f"{at}.arrow.{key}") for slug in row["between"])
        over = find(row["over"], f"{at}.arrow.{key}.over")
        found.append(Arrow(key, (a, b), over, _ring(row["path"])))
    return tuple(found)


def _places(facts: Facts, at: str, find: Find, arrows: dict[str, int], rows: Rows) -> tuple[Place, ...]:
    found = []
    for key in facts.names(f"{at}.kylerela.place"):
        where = f"{at}.kylerela.place.{key}"
        row = facts.table(where)
        docks = tuple(find(slug, where) for slug in row["docks"])
        blocks = sum(1 << arrows[arrow] for arrow in row["blocks"])
        name = rows[row["sea"]]["name"]
        if row["docks"]:
            name += ", docked at " + " and ".join(rows[slug]["name"] for slug in row["docks"])
        if row["blocks"]:
            name += ", over " + " and ".join(_arrow_name(facts, at, arrow, rows) for arrow in row["blocks"])
        x, y = row["at"]
        found.append(Place(key, name, find(row["sea"], where), docks, blocks, (x, y), row["angle"]))
    return tuple(found)


def _arrow_name(facts: Facts, at: str, arrow: str, rows: Rows) -> str:
    one, other = facts[f"{at}.arrow.{arrow}.between"]
    return f"the arrow {rows[one]['name']}-{rows[other]['name']}"


def _board(facts: Facts, at: str, rows: Rows, near: tuple[int, ...], start: Place, doors: tuple[Door, ...]) -> Board:
    width, height = facts[f"{at}.size"]
    areas = [
        Area(
            i,
            row["name"],
            str({"sky_dome": "sky", "hell": "underworld"}.get(row["board"], row["kind"])),
            tuple(j for j in range(len(near)) if near[i] >> j & 1),
            polygons=((_ring(row["outline"]),),),
            label=tuple(row["label"]),
            label_at=_point(row["label_at"]),
            slots=tuple(_point(spot) for spot in row["units_at"]),
            gate_at=_point(row["building_at"]),
            house=True,
            motif=row.get("motif", ""),
            stands=((NEST, _point(row["nest_at"])),),
        )
        for i, row in enumerate(rows.values())
    ]
    tile = facts.table(f"{at}.kylerela")
    areas.append(
        Area(
            len(areas),
            tile["name"],
            "land",
            polygons=((posed(tile["tile"], start),),),
            label=(tile["name"],),
            label_at=posed([tile["label_at"]], start)[0],
            slots=posed(tile["units_at"], start),
            gate_at=posed([tile["building_at"]], start)[0],
            house=True,
            motif=tile["motif"],
            stands=((NEST, posed([tile["nest_at"]], start)[0]),),
        )
    )
    house = "the printed map is lost: borders, outlines and places of Kylerela are a house design"
    sides = tuple(
        Sideboard(kind, tuple(i for i, row in enumerate(rows.values()) if row["board"] == word))
        for word, kind in (("sky_dome", "sky"), ("hell", "underworld"))
    )
    lore = tuple((name, (_ring(facts[f"{at}.lore.{name}"]),)) for name in facts.names(f"{at}.lore"))
    isle = (Tile(len(areas) - 1, posed(tile["docks"], start), start.angle),)
    frame = _ring(facts[f"{at}.frame"])
    return Board(
        at.removeprefix("map."), "world", (width, height), tuple(areas), house=house, frame=frame, sideboards=sides,
        doors=doors, tiles=isle, decoration=lore,
    )  # fmt: skip


def _doors(rows: Rows) -> tuple[tuple[int, Door], ...]:
    """Where the rim leads into the Sky Dome and into Hell, and out of Hell (GW-MAP-012, GW-MAP-017, GW-MAP-024)."""
    found = []
    for i, row in enumerate(rows.values()):
        ring = _ring(row["outline"])
        for edge in row.get("edges", ()):
            axis, last = (1, max) if edge == "south" else (1, min) if edge == "north" else (0, min)
            if edge == "east":
                axis, last = 0, max
            rim = last(p[axis] for p in ring)
            along = [p[1 - axis] for p in ring if abs(p[axis] - rim) < 0.2]
            middle = (min(along) + max(along)) / 2
            at = (middle, rim) if axis else (rim, middle)
            if axis and row.get("sky_dome"):
                found.append((i, Door(SKY_DOME, at)))
            elif edge == "west" and row.get("to_hell"):
                found.append((i, Door(TO_HELL, at, "underworld", -90)))
            elif edge == "east" and row.get("from_hell"):
                found.append((i, Door(FROM_HELL, at, "underworld", 90)))
    return tuple(found)


def opened(map_: Map, doors: int, domes: int, sunken: int = 0) -> tuple[Door, ...]:
    """Ways into Hell and into the Sky Dome that are not printed: on the frame where an area touches it, else in it."""
    found, printed = [], map_.hell_doors & ~sunken
    for name, kind, new in ((TO_HELL, "underworld", doors & ~printed), (SKY_DOME, "sky", domes)):
        for i, area in enumerate(map_.board.areas):
            if new >> area.id & 1:
                at = _at_rim(map_.board, i, kind)
                found.append(Door(name, kind=kind, area=area.id) if at is None else Door(name, *at))
    return tuple(found)


def _at_rim(board: Board, i: int, kind: str) -> tuple[Point, str, int] | None:
    """The middle of the stretch of the frame that an area touches, on the side of a board beside the world."""
    ring = board.areas[i].polygons[0][0]
    axes = ((0, min),) if kind == "underworld" else ((1, min), (1, max))
    for axis, last in axes:
        rim = last(p[axis] for p in board.frame)
        along = [p[1 - axis] for p in ring if abs(p[axis] - rim) < 0.2]
        if along and max(along) - min(along) >= ROOM_OF_A_DOOR:
            middle = (min(along) + max(along)) / 2
            return ((rim, middle), kind, -90) if axis == 0 else ((middle, rim), kind, 0)
    return None


@lru_cache(8)
def adrift(map_: Map) -> tuple[Place, ...]:
    """A place in each land but the Spike where Kylerela lies alone, should that be a sea: within its outline, and as
    far as may be from what stands there.
    """
    found = []
    for area in map_.board.areas:
        if not map_.lands >> area.id & 1 or area.id in (map_.isle, map_.spike):
            continue
        ring = area.polygons[0][0]
        ring = ring[:: 1 + len(ring) // 80]  # roughly
        gate = (area.gate_at,) if area.gate_at is not None else ()
        stands = (*area.slots, *gate, *(at for _, at in area.stands))
        x0, x1 = round(min(x for x, _ in ring)), round(max(x for x, _ in ring))
        y0, y1 = round(min(y for _, y in ring)), round(max(y for _, y in ring))
        tried = [(x, y) for x in range(x0, x1, STEP_OF_A_SEARCH) for y in range(y0, y1, STEP_OF_A_SEARCH)]
        inside = [at for at in tried if _within(at, ring)]
        room = {at: min(_apart(at, a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) for at in inside}
        needed = min(max(room.values()), ROOM_OF_THE_ISLAND)
        at = max((at for at in inside if room[at] >= needed), key=lambda at: min(math.dist(at, p) for p in stands))
        key, name = f"{map_.slugs[area.id]}:sunken", area.name
        found.append(Place(key, name, area.id, (), 0, at, 0))
    return tuple(found)


def _apart(at: Point, a: Point, b: Point) -> float:
    """How far a point lies from a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)
    share = min(max(share, 0.0), 1.0)
    return math.dist(at, (a[0] + share * dx, a[1] + share * dy))


def _within(at: Point, ring: Ring) -> bool:
    x, y = at
    crossings = 0
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        crossings += (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    return bool(crossings & 1)


def posed(points: list[list[float]], place: Place) -> Ring:
    """Points of the tile, as they lie on the board in a place."""
    turn, (x, y) = math.radians(place.angle), place.at
    cos, sin = math.cos(turn), math.sin(turn)
    return tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in points)


def _ring(points: list[list[float]]) -> Ring:
    return tuple((x, y) for x, y in points)


def _point(at: list[float]) -> Point:
    return at[0], at[1]
