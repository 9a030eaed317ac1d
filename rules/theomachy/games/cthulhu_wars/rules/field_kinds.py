"""How fields of a position are packed and written: kinds of values that only this game has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....engine.plain import Json
from ....engine.state import Counts, Each, Mask, Number, Roster, StatePath
from ....engine.state.reading import whole
from ....engine.tabletop.palette import Tool, Value
from .domains import FEW, HELD, HOLDER, OFF_MAP, PLACE, POOL, UNIT, UNKEPT, from_file, to_file


class Starts(Each[int]):
    """Start areas: those that are printed, until somebody chooses another one."""

    def fresh(self, at: StatePath) -> Sequence[int]:
        found: tuple[int, ...] = at.config.start
        return found


class Uncovered(Mask):
    """Open slots, which an editor shows as met or not."""

    def tools(self, at: StatePath, value: int, tool: Tool) -> Iterator[Tool]:
        return super().tools(at, ~value, tool)

    def edit(self, at: StatePath, value: int, args: list[str], area: int, change: Value) -> int:
        return super().edit(at, value, args, area, not change)


class Marked(Number):
    """A code of a class of units, or a result."""

    def dump(self, at: StatePath, value: int) -> int:
        return to_file(at.config, value)

    def load(self, at: StatePath, raw: Json) -> int:
        return super().load(at, from_file(at.config, raw) if type(raw) is int else raw)


class Side(Roster):
    """One side of a battle, by code."""

    def dump(self, at: StatePath, value: dict[int, int]) -> Json:
        return sorted([to_file(at.config, code), n] for code, n in value.items())

    def load(self, at: StatePath, raw: Json) -> dict[int, int]:
        found = {from_file(at.config, code): n for code, n in super().load(at, raw).items()}
        return {whole(at, code, 0, self.classes - 1): n for code, n in found.items()}


class Wardens(Each[int]):
    """The kind of unit on each gate."""

    def dump(self, at: StatePath, value: Sequence[int]) -> Json:
        none = FEW if at.config.width <= FEW else UNKEPT
        return bytes(none if kind == UNKEPT else kind for kind in value).hex()

    def load(self, at: StatePath, raw: Json) -> Sequence[int]:
        kept = super().load(at, raw)
        return bytearray(UNKEPT if kind == FEW else kind for kind in kept) if at.config.width <= FEW else kept


FIGURES = Counts(
    HOLDER, PLACE, UNIT, lambda c: c.places, lambda c: c.width, POOL, lambda c, f, k: c.limit[f][k],
    lambda c: [HELD + f for f in c.seats], off=OFF_MAP, off_group="Tracks", common=lambda c: c.common,
)  # fmt: skip
