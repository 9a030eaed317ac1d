"""What Mythic Battles names: players, units, areas, stones, cards, tokens, powers."""

from __future__ import annotations

from ....engine.state import Appearance, Domain
from .config import Config

SEAT = Domain(
    "player", lambda config: config.players, target="seat:{}", look=lambda config, seat: Appearance(seat=seat)
)
UNIT = Domain(
    "unit",
    lambda config: [unit.name for unit in config.units],
    target="piece:{}",
    look=lambda config, unit: Appearance(config.units[unit].icon),
)
AREA = Domain("area", lambda config: config.map.names, target="area:{}", others=lambda config: config.map.short_names())
BOARD = Domain("board", lambda config: [board.name for board in config.map.boards])
STONE = Domain("stone", lambda config: config.stone_names, look=lambda config, stone: Appearance("gems"))
CARD = Domain("card", lambda config: card_names(config), target="card:{}")
TOKEN = Domain("token", lambda config: [token.key for token in config.tokens])
POWER = Domain("power", lambda config: config.names)
SIDE = Domain("side", lambda config: sides_of(config))
MANOEUVRES = ("draw", "search", "evade")
DRAW, SEARCH, EVADE = range(3)
MANOEUVRE = Domain("manoeuvre", MANOEUVRES)


def card_names(config: Config) -> tuple[str, ...]:
    """The cards: Art of War, omphalos, and an activation card of each unit, by the name of its unit."""
    found: tuple[str, ...] | None = config.memory.get("cards")
    if found is None:
        found = ("Art of War", "Omphalos", *(unit.name for unit in config.units))
        config.memory["cards"] = found
    return found


def sides_of(config: Config) -> tuple[str, ...]:
    """The sides of all boards that an army may deploy on."""
    found: tuple[str, ...] | None = config.memory.get("sides")
    if found is not None:
        return found
    rows = (zones for board in config.map.boards for zones in board.zones.values())
    found = tuple(dict.fromkeys(side.replace("_", "-") for zones in rows for side in zones))
    config.memory["sides"] = found
    return found
