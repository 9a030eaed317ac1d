"""World building, starting populations and who begins. Source: DG-WLD-001 to DG-WLD-009, DG-SET-001 to DG-SET-004."""

from __future__ import annotations

from ....engine.runtime.decision import choose, die, roll, yes
from ....engine.runtime.dice import Dice, number_of_dice
from ....engine.runtime.trace import report
from .common import draw_terrain
from .domains import DRAW, PLAINS, POPULATION, RIVER_VALLEYS, ROLLS, SETTLE, TERRAINS, WORLD
from .maps import bits
from .state import State


async def highest(s: State, rule: str, what: str) -> int:
    """Everybody rolls a die; the highest wins, ties roll again."""
    still = list(range(len(s.hands)))
    while len(still) > 1:
        faces = {p: await die(rule, what, prompt=f"{s.config.seats[p].name} rolls") for p in still}
        for p, face in faces.items():
            report(s, rule, "rolls {}", face, who=p)
        still = [p for p in still if faces[p] == max(faces.values())]
    return still[0]


async def who_builds(s: State) -> None:
    """Who places the first terrain counter (DG-WLD-004)."""
    s.active = await highest(s, "DG-WLD-004", "who builds first") if s.config.rulings.builder_rolls else 0
    s.phase = WORLD


async def build_world(s: State) -> None:
    """One counter: drawn, perhaps thrown back, placed beside the others (DG-WLD-003 to DG-WLD-009)."""
    me, game = s.active, s.config
    terrain = await draw_terrain(s, "DG-WLD-004")
    while True:
        s.drawn = terrain
        places = spots(s, terrain)
        name = TERRAINS[terrain].replace("_", " ")
        free = not places  # nowhere to go: drawn anew without using one of the two
        left = sum(s.pile)
        if free and not any(n and spots(s, t) for t, n in enumerate(s.pile, 1)):
            s.pile[terrain - 1] += 1  # no counter fits anywhere: they stay in the reserve
            s.drawn, s.phase = 0, ROLLS
            report(s, "DG-WLD-009", "no counter of the pile fits anywhere: the world is built", kind="rule")
            return
        if free or (
            left
            and s.redraws[me] < game.redraws
            and await yes(me, "DG-WLD-007", "redraw", prompt=f"Throw {name} back and draw again?")
        ):
            s.redraws[me] += not free
            if game.rulings.return_before:
                s.pile[terrain - 1] += 1
                s.drawn = 0
            new = await draw_terrain(s, "DG-WLD-007")
            if not game.rulings.return_before:
                s.pile[terrain - 1] += 1
            why = "finds no place for {}" if free else "throws {} back"
            report(s, "DG-WLD-007", why, name, who=me, figure=f"{s.redraws[me]} of {game.redraws}")
            terrain = new
            continue
        break
    h = await choose(
        me,
        "area",
        list(bits(places)),
        "DG-WLD-006" if s.land else "DG-WLD-005",
        "place terrain",
        prompt=f"Where do the {name} go?",
    )
    s.paint(h, terrain)
    s.drawn = 0
    report(s, "DG-WLD-004", "places {} on {}", name, game.grid.names[h], who=me, touched=(f"area:{h}",))
    if sum(s.pile) <= game.reserve:
        s.phase = ROLLS
    else:
        s.active = (me + 1) % len(s.hands)


def spots(s: State, terrain: int) -> int:
    """Where a counter may be placed, as a mask: empty hexes beside the others; valleys keep a water side."""
    game = s.config
    near, everything = game.grid.near_mask, (1 << game.grid.size) - 1
    found = everything
    if s.land:
        found = 0
        for h in bits(s.land):
            found |= near[h]
        found &= ~s.land
    if terrain == RIVER_VALLEYS:
        for h in bits(found):
            if not s.beside_water(h):
                found &= ~(1 << h)
    if game.rulings.valleys_stay_open:
        for valley in [h for h in bits(s.land) if s.terrain[h] == RIVER_VALLEYS]:
            water = near[valley] & ~s.land
            if water.bit_count() == 1 and not (game.rulings.edge_is_sea and game.grid.edge >> valley & 1):
                found &= ~water
    return found


async def rolls(s: State) -> None:
    """Starting populations, and who goes first (DG-SET-001, DG-SET-004)."""
    count = s.config.start_dice
    dice, words = Dice(f"{count}D6", total=True), f"rolls {'a die' if count == 1 else number_of_dice(count)}"
    for p in range(len(s.hands)):
        n = await roll(dice, count, "DG-SET-001", "starting population", prompt=f"{s.config.seats[p].name} {words}")
        assert isinstance(n, int)
        s.start[p] = n
        told = f"{words} for the starting population"
        report(s, "DG-SET-001", told, who=p, figure=str(n), dice=(dice, count, n))
    s.first = await highest(s, "DG-SET-004", "who goes first")
    report(s, "DG-SET-004", "goes first", who=s.first)
    s.phase = SETTLE
    s.active = placing_order(s)[0]


def placing_order(s: State) -> list[int]:
    """The reverse of the turn order, unless ruled otherwise (DG-SET-004)."""
    order = s.order(s.first)
    return order if s.config.rulings.first_places_first else order[::-1]


async def settle(s: State) -> None:
    """One starting population is placed (DG-SET-002)."""
    me, game = s.active, s.config
    h = await choose(
        me, "area", homes(s, me), "DG-SET-002", "starting hex", prompt=f"Where do your {s.start[me]} people begin?"
    )
    n = s.start[me] if game.rulings.surplus_stays else min(s.start[me], s.limit(h))
    s.add(h, me, POPULATION, n)
    told, at = game.tally(POPULATION, n), (f"area:{h}",)
    report(s, "DG-SET-002", "settles {} on {}", told, game.grid.names[h], who=me, figure=f"+{n}", touched=at)
    if n < s.start[me]:
        over = game.tally(POPULATION, s.start[me] - n)
        report(s, "DG-SET-002", "loses {} over the limit", over, who=me, figure=f"−{s.start[me] - n}", touched=at)
    s.start[me] = 0
    order = placing_order(s)
    after = order.index(me) + 1
    if after < len(order):
        s.active = order[after]
    else:
        s.phase, s.active = DRAW, s.first


def homes(s: State, me: int) -> list[int]:
    """Free plains far enough from every opposing unit; if there is none, the farthest (DG-SET-002).

    A world that was finished early may lack free plains; then any free land will do.
    """
    grid = s.config.grid
    enemies = [h for p, held in enumerate(s.held) if p != me for h in bits(held)]
    empty = [h for h in bits(s.land) if not s.owner[h]]
    free = [h for h in empty if s.terrain[h] == PLAINS] or empty
    gap = {h: min((grid.distance(h, e) for e in enemies), default=grid.size) for h in free}
    found = [h for h in free if gap[h] >= s.config.start_distance]
    return found or [h for h in free if gap[h] == max(gap.values())]
