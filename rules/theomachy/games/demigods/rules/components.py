"""What each component value may be."""

from ....engine.reference.values import Whole

VALUES = {
    "terrain.*.limit": Whole(1, 99),
    "terrain.*.counters": Whole(0, 99),
    "world.small": Whole(10, 12),
    "world.large": Whole(10, 12),
    "world.*": Whole(0, 30),
    "hand.limit": Whole(1, 52),
    "deck.copies": Whole(1, 9),
    "start.gap": Whole(0, 20),
    "start.dice": Whole(1, 12),
    "temple.population": Whole(1, 99),
    "cards.godspeed_hexes": Whole(1, 5),
    "cards.*": Whole(1, 20),
}
