"""The words of the game: kinds of arguments with their candidates, names for people, and targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ....engine.masks import bits
from ....engine.tabletop.argument import ArgumentType
from .battle import within_reach
from .building import for_hire, next_blocks
from .domains import ACTION, ARTEFACT, MONSTER, REGION, RESOURCE, SEAT
from .maps import RESOURCES
from .state import State
from .stock import said


def _block_of(s: State, me: int, block: int) -> str:
    return s.config.factions[me].blocks[block].name


def _block_targets(s: State, me: int, block: int) -> tuple[str, ...]:
    return (f"block:{me}:{block}",)


def _unit_of(s: State, me: int, unit: int) -> str:
    return s.config.factions[me].units[unit].name


def _unit_targets(s: State, me: int, unit: int) -> tuple[str, ...]:
    return (f"unit:{me}:{unit}",)


def _of_board(
    candidates: Callable[[State, int], Iterable[int]],
    named: Callable[[State, int, int], str],
    targets: Callable[[State, int, int], tuple[str, ...]],
    base: str = "",
) -> ArgumentType:
    """A thing of a board: what a number means depends on whose board it is; by default on whose turn it is."""
    return ArgumentType(
        candidates,
        lambda s, value: named(s, s.turn, value),
        lambda s, value: targets(s, s.turn, value),
        base,
        own=named,
        aim=targets,
    )


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
    "structure": _of_board(lambda s, me: range(len(s.config.factions[me].blocks)), _block_of, _block_targets),
    "next structure": _of_board(next_blocks, _block_of, _block_targets, "structure"),
    "unit for hire": _of_board(for_hire, _unit_of, _unit_targets, "kind of unit"),
    "kind of unit": _of_board(lambda s, me: range(len(s.config.factions[me].units)), _unit_of, _unit_targets),
    "slave": ArgumentType(
        lambda s, me: (),
        _slave,
        lambda s, slave: (f"monster:{slave[1]}",) if slave[0] == "monster" else (f"area:{slave[1]}",),
    ),
    "spoil": ArgumentType(lambda s, me: (), _spoil, lambda s, spoil: (f"seat:{spoil[0]}",)),
    "corner": ArgumentType(lambda s, me: range(len(s.config.map.corners)), _corner, _at_corner),
}
