"""The words of the game: kinds of arguments with their candidates, names for people, and targets."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.masks import bits
from ....engine.plain import Json
from ....engine.tabletop.argument import ACTOR, ArgumentType
from ....engine.tabletop.table import Target
from .actions import acting, claim_areas, stones_in
from .cards import UNITS, coin_name
from .domains import AREA, BOARD, CARD, SEAT, SIDE, STONE, UNIT
from .movement import journey, next_areas
from .sight import Spec, distance, targets
from .state import State
from .timings import FLIGHT, RUN, WALK
from .topics import How


def _in_hand(s: State, me: int) -> Iterable[int]:
    units = dict.fromkeys(card - UNITS for card in s.hands[me] if card >= UNITS)
    return [unit for unit in units if s.commander(unit) == me]


def _actors(s: State, me: int) -> list[int]:
    """Who acts; between two activations all whom this seat may command."""
    unit = acting(s)
    return [unit] if unit >= 0 else [other for other in range(len(s.place)) if s.commander(other) == me]


def _board(s: State) -> range:
    return s.config.map.boards[s.board].areas


def _near(s: State, me: int) -> Iterable[int]:
    unit = acting(s)
    return s.config.map.near[s.place[unit]] if unit >= 0 and s.place[unit] >= 0 else ()


def pairs(s: State, me: int) -> list[tuple[int, int]]:
    """All units on the board with the ranges of an attack on them: from where they are, or as from inside.

    While nobody acts, any unit: so that "why not?" has something to speak about.
    """
    unit = acting(s)
    if unit < 0 or s.place[unit] < 0:
        return [(other, 0) for other in range(len(s.place))]
    found = []
    for other, area in enumerate(s.place):
        if area >= 0 and other != unit:
            far = distance(s, unit, area)
            found += [(other, far), (other, 0)] if far == 1 else [(other, far)]
    return found


def _enemies(s: State, me: int) -> list[tuple[int, int]]:
    return [pair for pair in pairs(s, me) if acting(s) >= 0 and not s.friends(acting(s), pair[0])]


def _hostile(s: State, me: int) -> list[int]:
    unit = acting(s)
    allies = s.config.allies[s.owner[unit]] if unit >= 0 else 0
    return sorted({area for area, seat in zip(s.place, s.owner, strict=True) if area >= 0 and not allies >> seat & 1})


def _at_hand(s: State, me: int, *, aerial: bool = False) -> list[tuple[int, int]]:
    unit = acting(s)
    return targets(s, Spec(unit, aerial=aerial)) if unit >= 0 and s.place[unit] >= 0 else []


def _ways(s: State, how: How) -> list[int]:
    unit = acting(s)
    return next_areas(s, journey(s, unit, how)) if unit >= 0 and s.place[unit] >= 0 else []


def target_name(s: State, pair: tuple[int, int]) -> str:
    """ "Hades"; "Hades at range 0" into a full area next door."""
    unit, at = pair
    name = s.config.units[unit].name
    attacker = acting(s) if not s.fights else s.fights[-1].attacker
    inside = at == 0 and s.place[unit] >= 0 and attacker >= 0 and s.place[attacker] != s.place[unit]
    return f"{name} at range 0" if inside else name


def _pair_targets(s: State, pair: tuple[int, int]) -> tuple[Target, ...]:
    return (f"piece:{pair[0]}",)


def _source(s: State, source: tuple[int, int]) -> str:
    carrier, stone = source
    kind = s.config.stone_names[stone]
    return f"the {kind} of {s.config.units[carrier].name}" if carrier >= 0 else f"the unclaimed {kind}"


def _claimable(s: State, me: int) -> list[int]:
    unit = acting(s)
    reached = claim_areas(s, unit) if unit >= 0 and s.place[unit] >= 0 else 0
    return [area for area in bits(reached) if stones_in(s, area)]


FACES = {0: "blank"}


def discard_name(s: State, pair: tuple[int, int]) -> str:
    """ "a 3 lifts a 4"."""
    return f"Discard a {pair[0]}: a {pair[1]} becomes {pair[1] + 1}"


def die_target(value: int, *, up: bool = False) -> Target:
    """A die of an attack as it is pointed at: one that goes, or one that gains 1. Equal dice are one."""
    return f"die:{value}:up" if up else f"die:{value}"


def _dice(s: State, dice: tuple[int, ...]) -> str:
    if not dice:
        return "None"
    return "Roll again: " + ", ".join("a blank" if die == 0 else str(die) for die in dice)


def _nothing(s: State, value: Json) -> tuple[Target, ...]:
    return ()


def _power_of(s: State, unit: int) -> str:
    return s.config.units[unit].name


ARGUMENT_TYPES = {
    "unit": UNIT.argument(),
    ACTOR: UNIT.argument(_actors),
    "bearer": UNIT.argument(),
    "unit in hand": UNIT.argument(_in_hand, base="unit"),
    "area": AREA.argument(lambda s, me: _board(s)),
    "next area": AREA.argument(_near, base="area"),
    "walk area": AREA.argument(lambda s, me: _ways(s, WALK), base="area"),
    "run area": AREA.argument(lambda s, me: _ways(s, RUN), base="area"),
    "flight area": AREA.argument(lambda s, me: _ways(s, FLIGHT), base="area"),
    "deployment area": AREA.argument(lambda s, me: s.zone(s.owner[acting(s)]) if acting(s) >= 0 else (), base="area"),
    "area with enemies": AREA.argument(_hostile, base="area"),
    "claim area": AREA.argument(_claimable, base="area"),
    "target": ArgumentType(_enemies, target_name, _pair_targets, base="any target"),
    "target at hand": ArgumentType(_at_hand, target_name, _pair_targets, base="any target"),
    "target from the air": ArgumentType(
        lambda s, me: _at_hand(s, me, aerial=True), target_name, _pair_targets, base="any target"
    ),
    "any target": ArgumentType(pairs, target_name, _pair_targets),
    "source of a stone": ArgumentType(lambda s, me: (), _source, lambda s, v: (f"piece:{v[0]}",) if v[0] >= 0 else ()),
    "stone": STONE.argument(),
    "card": CARD.argument(),
    "coin": ArgumentType(lambda s, me: (), coin_name, _nothing),
    "discard": ArgumentType(
        lambda s, me: (), discard_name, lambda s, pair: (die_target(pair[0]), die_target(pair[1], up=True))
    ),
    "dice": ArgumentType(lambda s, me: (), _dice, _nothing),
    "player": SEAT.argument(),
    "board": BOARD.argument(),
    "side": SIDE.argument(say=str.capitalize),
}
