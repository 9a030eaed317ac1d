"""What Demigods names: players, hexes, grounds, counters, cards, phases. All else is declared over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.state import Appearance, Domain

if TYPE_CHECKING:
    from .. import Demigods

WATER, MOUNTAINS, FORESTS, PLAINS, SWAMPS, DESERTS, RIVER_VALLEYS = range(7)
TERRAINS = ("water", "mountains", "forests", "plains", "swamps", "deserts", "river_valleys")
POPULATION, ARMY, TEMPLE, MONSTER = range(4)
KINDS = ("population", "army", "temple", "monster")
ICONS = ("meeple", "spartan-helmet", "greek-temple", "hydra")
ORDER = (TEMPLE, MONSTER, ARMY, POPULATION)  # how a hex is told: the place first
EVERYWHERE = "everywhere"
MOST = 255  # counters of one kind in a hex, where no limit counts: they are kept in a byte

DRAW, TEMPLES, ARMIES, GROWTH, MIRACLES, BATTLE, MOVEMENT = range(7)
WORLD_FIRST, WORLD, ROLLS, SETTLE, OVER = -4, -3, -2, -1, 7
PHASES = {
    "draw": DRAW,
    "temples": TEMPLES,
    "armies": ARMIES,
    "growth": GROWTH,
    "miracles": MIRACLES,
    "battle": BATTLE,
    "movement": MOVEMENT,
    "who builds first": WORLD_FIRST,
    "world building": WORLD,
    "starting rolls": ROLLS,
    "settling": SETTLE,
    "the end": OVER,
} | {"who builds": WORLD_FIRST, "world": WORLD, "rolls": ROLLS, "settle": SETTLE, "over": OVER}


def _ground(game: Demigods, terrain: int) -> Appearance:
    return Appearance(
        rule="DG-WLD-002" if terrain else "DG-WLD-008",
        ground=TERRAINS[terrain],
        most=game.terrain_counters[terrain - 1] if terrain else 0,
    )


def _card(game: Demigods, number: int) -> Appearance:
    card = game.cards[number]
    return Appearance(card.icon, card.rule, card.text, most=game.copies)


GROUNDS = tuple(terrain.replace("_", " ") for terrain in TERRAINS)
SEAT = Domain(
    "player", lambda game: game.names, target="seat:{}", look=lambda game, seat: Appearance(game.seats[seat].icon)
)
HOLDER = Domain("player", lambda game: game.names, first=1, beside={"nobody": 0})
HEX = Domain("hex", lambda game: game.grid.names, target="area:{}")
TERRAIN = Domain("terrain", GROUNDS, look=_ground)
LAND = Domain("terrain counter", GROUNDS[1:], first=1, beside={"nothing": 0}, look=_ground)
COUNTER = Domain(
    "counter",
    KINDS,
    others=lambda game: [("people", POPULATION)],
    look=lambda game, kind: Appearance(ICONS[kind]),
    plurals={"army": "armies", "temple": "temples", "monster": "monsters"},
)
MOVER = Domain("counter", KINDS[:2], plurals={"army": "armies"})
CARD = Domain("card", lambda game: [card.name for card in game.cards], look=_card)
