"""The map: regions with their terrain, what lies in them, where they border, and the points where three meet."""

from __future__ import annotations

from typing import NamedTuple

from ....engine.errors import DataError
from ....engine.reference.facts import Facts

RESOURCES = ("wood", "iron", "gold")
WOOD, IRON, GOLD = range(3)
TERRAINS = ("forest", "lake", "meadow", "mountain")
FOREST, LAKE, MEADOW, MOUNTAIN = range(4)
OBJECTS = ("portal", "fortress", "foundation", "artefact")
Amounts = tuple[int, int, int]  # wood, iron, gold
NOTHING: Amounts = (0, 0, 0)


class Fort(NamedTuple):
    """A fortress, or a citadel that stands on one faction's board in the place of a foundation."""

    region: int
    power: int
    vp: int
    gains: Amounts
    symbols: tuple[str, ...]
    need: str  # "one" or "all" of the symbols, "never"
    restore: int
    enslavable: bool
    citadel: bool


class Region(NamedTuple):
    """One region as it is printed."""

    slug: str
    name: str
    terrain: int
    dots: int
    object: str
    strategic: int  # a terrain, or -1
    gains: Amounts
    fort: Fort | None
    citadel: Fort | None


class Corner(NamedTuple):
    """A point where three regions meet."""

    regions: tuple[int, int, int]
    at: tuple[float, float]


class Map(NamedTuple):
    """The map of one game; regions that are crossed out have no neighbours."""

    regions: tuple[Region, ...]
    names: tuple[str, ...]
    open: int  # mask of the regions that are available with so many players
    near: tuple[tuple[int, ...], ...]
    near_mask: tuple[int, ...]
    portals: int
    artefacts: tuple[int, ...]  # the regions where they lie, in the order of their rows
    corners: tuple[Corner, ...]


def amounts(facts: Facts, key: str) -> Amounts:
    """A price or a gain: wood, iron, gold."""
    wood, iron, gold = (facts[f"{key}.{kind}"] for kind in RESOURCES)
    return wood, iron, gold


def load(facts: Facts, players: int) -> Map:
    """The map for so many players. Raises `DataError` when the borders of an overlay do not fit."""
    slugs = facts.names("region")
    at = {slug: i for i, slug in enumerate(slugs)}
    regions = tuple(_region(facts, slug, i) for i, slug in enumerate(slugs))
    closed = {region for region in range(len(slugs)) if regions[region].dots > players}
    near = tuple(
        () if i in closed else tuple(sorted(at[other] for other in _near(facts, at, slug) if at[other] not in closed))
        for i, slug in enumerate(slugs)
    )
    for i, beside in enumerate(near):
        for j in beside:
            if i not in near[j]:
                raise DataError(f"region.{slugs[j]}.adjacent: {slugs[i]} borders on it, but not the other way round")
    corners = tuple(c for c in _corners(facts, slugs) if not closed & set(c.regions))
    return Map(
        regions,
        tuple(region.name for region in regions),
        sum(1 << i for i in range(len(slugs)) if i not in closed),
        near,
        tuple(sum(1 << j for j in beside) for beside in near),
        sum(1 << i for i, region in enumerate(regions) if region.object == "portal" and i not in closed),
        tuple(i for i in sorted(range(len(slugs)), key=lambda i: _row(slugs[i])) if regions[i].object == "artefact"),
        corners,
    )


ROWS = ("paskaar", "vurt", "dortal", "folen", "odmoor", "togeed")  # the order of the artefacts on every board


def _row(slug: str) -> int:
    return ROWS.index(slug) if slug in ROWS else len(ROWS)


def _near(facts: Facts, at: dict[str, int], slug: str) -> list[str]:
    names: list[str] = facts[f"region.{slug}.adjacent"]
    for name in names:
        if name not in at:
            raise DataError(f"region.{slug}.adjacent: there is no region {name!r}")
    return names


def _region(facts: Facts, slug: str, i: int) -> Region:
    key = f"region.{slug}"
    row, tables = facts.table(key), facts.names(key)
    if row["terrain"] not in TERRAINS:
        raise DataError(f"{key}.terrain is {row['terrain']!r}; it can be {', '.join(TERRAINS)}")
    if row["object"] not in OBJECTS:
        raise DataError(f"{key}.object is {row['object']!r}; it can be {', '.join(OBJECTS)}")
    strategic = TERRAINS.index(row["strategic"]) if row["strategic"] else -1
    fort = _fort(facts, f"{key}.fortress", i, False) if "fortress" in tables else None
    citadel = _fort(facts, f"{key}.citadel", i, True) if "citadel" in tables else None
    gains = amounts(facts, f"{key}.resources")
    terrain = TERRAINS.index(row["terrain"])
    return Region(slug, row["name"], terrain, row["dots"], row["object"], strategic, gains, fort, citadel)


def _fort(facts: Facts, key: str, region: int, citadel: bool) -> Fort:
    row = facts.table(key)
    gains, symbols = amounts(facts, f"{key}.resources"), tuple(row["symbols"])
    return Fort(
        region, row["power"], row["vp"], gains, symbols, row["need"], row["restore"], row["enslavable"], citadel
    )


def _corners(facts: Facts, slugs: list[str]) -> list[Corner]:
    """Points that three outlines share, in reading order."""
    owners: dict[tuple[float, float], list[int]] = {}
    for i, slug in enumerate(slugs):
        for x, y in facts[f"drawing.{slug}.outline"]:
            owners.setdefault((x, y), []).append(i)
    found = [(point, tuple(regions)) for point, regions in owners.items() if len(regions) == 3]
    return [Corner((a, b, c), point) for point, (a, b, c) in sorted(found, key=lambda pair: pair[1])]
