"""Points: what each box of a board counts, the winner, and figures for charts (HE-SCO-001 to HE-SCO-003)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .battle import fort_of, power_of
from .state import CIRCLED, OVER, TWICE
from .timings import VOCABULARY, Points

if TYPE_CHECKING:
    from .state import State

BOXES = ("structures", "foundations", "stock", "combats", "artefacts")


def points(s: State, me: int) -> list[Points]:
    """All victory points of a seat as they stand now, each in its box."""
    return [row for row in _rows(s, me) if row.n]


def _rows(s: State, me: int) -> list[Points]:
    """The same with what brings nothing yet: a box of its own that a board has is one of them."""
    faction, sheet = s.config.factions[me], s.sheets[me]
    found: list[Points] = []
    for block, times in zip(faction.blocks, sheet.built, strict=True):
        if times:
            found.append(Points("structures", block.name, block.vp[times - 1]))
    for region, level in sheet.founded.items():
        found.append(Points("foundations", s.config.map.names[region], level))
    for kind in faction.keeps:
        found += [Points("stock", str(faction.thresholds[i]), faction.stock_vp[i]) for i in range(sheet.reached[kind])]
    for region, owner in s.seized.items():
        fort = fort_of(s, me, region)
        if owner == me and fort is not None and not s.bound >> region & 1:
            found.append(Points("combats", s.config.map.names[region], fort.vp))
    for monster, fate in zip(s.config.monsters, sheet.monsters, strict=True):
        if fate in CIRCLED:
            found.append(Points("combats", f"monster {monster.power}", monster.vp * (2 if fate == TWICE else 1)))
    for _, _, victory_points in VOCABULARY.mine(s.key, "victory_points", me):
        found += victory_points(s, me)
    return found


def boxes(s: State, me: int) -> dict[str, int]:
    """The scoring boxes of a board, and what stands in each; some factions have boxes of their own (HE-SCO-002)."""
    found = dict.fromkeys(BOXES, 0)
    for row in _rows(s, me):
        found[row.box] = found.get(row.box, 0) + row.n
    return found


def total(s: State, me: int) -> int:
    """All victory points of a seat: the sum of `points` as a number alone, which bots ask for very often."""
    config, sheet = s.config, s.sheets[me]
    faction = config.factions[me]
    n = sum(sheet.founded.values())
    for block, times in zip(faction.blocks, sheet.built, strict=True):
        n += block.vp[times - 1] if times else 0
    for kind in faction.keeps:
        n += sum(faction.stock_vp[: sheet.reached[kind]])
    for region, owner in s.seized.items():
        if owner == me and (fort := fort_of(s, me, region)) is not None and not s.bound >> region & 1:
            n += fort.vp
    for monster, fate in zip(config.monsters, sheet.monsters, strict=True):
        n += monster.vp * (2 if fate == TWICE else 1) if fate in CIRCLED else 0
    for _, _, victory_points in VOCABULARY.mine(s.key, "victory_points", me):
        n += sum([row.n for row in victory_points(s, me)])
    return n


def winners(s: State) -> tuple[int, ...]:
    """Most points; then most resources in stock; then all who are still equal (HE-SCO-003)."""
    if s.stage != OVER:
        return ()
    rows = [(total(s, me), sum(s.sheets[me].stock)) for me in s.config.seats]
    return tuple(me for me, row in enumerate(rows) if row == max(rows))


def over(s: State) -> bool:
    """Is the game over?"""
    return s.stage == OVER


def power(s: State, me: int) -> int:
    """The power of all units of a seat where it stands."""
    return sum(n * power_of(s, me, unit) for unit, n in enumerate(s.sheets[me].army) if n)


def figures(s: State) -> tuple[dict[str, int], ...]:
    """Open numbers a seat."""
    found = []
    for me, sheet in enumerate(s.sheets):
        wood, iron, gold = sheet.stock
        found.append({
            "vp": total(s, me),
            "wood": wood,
            "iron": iron,
            "gold": gold,
            "power": power(s, me),
            "structures": sum(1 for times in sheet.built if times),
            "foundations": len(sheet.founded),
            "monsters": sum(1 for fate in sheet.monsters if fate in CIRCLED),
            "fortresses": sum(1 for owner in s.seized.values() if owner == me),
            "regions": sheet.visited.bit_count(),
        })  # fmt: skip
    return tuple(found)
