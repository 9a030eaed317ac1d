"""The words of the game: kinds of arguments with their candidates, names for people, and targets."""

from __future__ import annotations

from typing import Any

from ...engine.masks import bits
from ...engine.tabletop.argument import ArgumentType
from .battle import within_reach
from .building import for_hire, next_blocks
from .domains import ACTION, ARTEFACT, MONSTER, REGION, RESOURCE, SEAT
from .maps import RESOURCES
from .state import State
from .stock import said


def _block(s: State, block: int) -> str:
    return _block_of(s, s.turn, block)


def _block_of(s: State, me: int, block: int) -> str:
    return s.config.factions[me].blocks[block].name


def _block_targets(s: State, block: int) -> tuple[str, ...]:
    return (f"block:{s.turn}:{block}",)


def _unit(s: State, unit: int) -> str:
    return _unit_of(s, s.turn, unit)


def _unit_of(s: State, me: int, unit: int) -> str:
    return s.config.factions[me].units[unit].name


def _unit_targets(s: State, unit: int) -> tuple[str, ...]:
    return (f"unit:{s.turn}:{unit}",)


def _slave(s: State, slave: tuple[str, int]) -> str:
    kind, at = slave
    if kind == "monster":
        return f"Monster of power {s.config.monsters[at].power}"
    return f"Fortress of {s.config.map.names[at]}"


def _spoil(s: State, spoil: tuple[int, int]) -> str:
    return f"1 {RESOURCES[spoil[1]]} of {s.config.players[spoil[0]]}"


def _price(s: State, price: Any) -> str:
    return said(price)


def _corner(s: State, corner: int) -> str:
    return ", ".join(s.config.map.names[region] for region in s.config.map.corners[corner].regions)


def _at_corner(s: State, corner: int) -> tuple[str, ...]:
    return ("corner:" + ":".join(str(region) for region in sorted(s.config.map.corners[corner].regions)),)


ARGUMENT_TYPES = {
    "area": REGION.argument(),
    "region": REGION.argument(lambda s, me: bits(s.config.map.open), base="area"),
    "resource": RESOURCE.argument(say=str.capitalize),
    "round action": ACTION.argument(say=str.capitalize),
    "monster": MONSTER.argument(say=lambda name: f"Monster of {name}"),
    "next monster": MONSTER.argument(within_reach, base="monster", say=lambda name: f"Monster of {name}"),
    "artefact": ARTEFACT.argument(say=lambda name: f"Artefact of {name}"),
    "player": SEAT.argument(),
    "structure": ArgumentType(
        lambda s, me: range(len(s.config.factions[me].blocks)),
        _block,
        _block_targets,
    ),
    "next structure": ArgumentType(next_blocks, _block, _block_targets, base="structure", own=_block_of),
    "unit for hire": ArgumentType(for_hire, _unit, _unit_targets, base="kind of unit", own=_unit_of),
    "kind of unit": ArgumentType(
        lambda s, me: range(len(s.config.factions[me].units)),
        _unit,
        _unit_targets,
    ),
    "slave": ArgumentType(
        lambda s, me: (),
        _slave,
        lambda s, slave: (f"monster:{slave[1]}",) if slave[0] == "monster" else (f"area:{slave[1]}",),
    ),
    "spoil": ArgumentType(lambda s, me: (), _spoil, lambda s, spoil: (f"seat:{spoil[0]}",)),
    "corner": ArgumentType(lambda s, me: range(len(s.config.map.corners)), _corner, _at_corner),
}
