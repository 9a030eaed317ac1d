"""What Heroes names: players, regions, resources, actions, monsters; and by faction its units, blocks and marks."""

from __future__ import annotations

from ....engine.state import Appearance, Domain
from .config import ACTIONS, Config
from .maps import RESOURCES

ICONS = ("wood-pile", "stone-pile", "two-coins")
SEAT = Domain(
    "player",
    lambda config: config.players,
    target="seat:{}",
    look=lambda config, seat: Appearance(config.factions[seat].icon, seat=seat),
)
REGION = Domain("region", lambda config: config.map.names, target="area:{}")
RESOURCE = Domain(
    "resource", RESOURCES, target="resource:{}", look=lambda config, kind: Appearance(ICONS[kind], "HE-GTH-001")
)
ACTION = Domain("action", ACTIONS, target="action:{}")
ARTEFACT = Domain("artefact", lambda config: [config.map.names[r] for r in config.map.artefacts], target="artefact:{}")
MONSTER = Domain("monster", lambda config: [f"power {m.power}" for m in config.monsters], target="monster:{}")
CORNER = Domain(
    "corner",
    lambda config, seat: _corners(config) if config.factions[seat].corners else (),
    keyed=1,
    target="corner:{}",
)
UNIT = Domain("unit", lambda config, seat: [unit.name for unit in config.factions[seat].units], keyed=1)
BLOCK = Domain("structure", lambda config, seat: [block.name for block in config.factions[seat].blocks], keyed=1)
LAYER = Domain("layer", lambda config, seat: config.factions[seat].layers, keyed=1)
COUNTER = Domain("number", lambda config, seat: [c.title for c in config.factions[seat].counters], keyed=1)
TICK = Domain("circle", lambda config, seat: config.factions[seat].ticks, keyed=1)


def corner_name(config: Config, corner: int) -> str:
    """A corner by its three regions: "Jorveld-Odmoor-Paskaar"."""
    return "-".join(config.map.names[region] for region in config.map.corners[corner].regions)


def _corners(config: Config) -> list[str]:
    return [corner_name(config, i) for i in range(len(config.map.corners))]
