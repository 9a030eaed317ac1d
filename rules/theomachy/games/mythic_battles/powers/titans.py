"""The powers of the titans."""

from __future__ import annotations

from ....engine.runtime.ability import Bearer
from ....engine.runtime.layers import Change, add
from ....engine.runtime.trace import report
from ..rules.actions import acting
from ..rules.sight import surrounds
from ..rules.state import FOR_ROUND, State
from ..rules.timings import Power, Shot
from ..rules.topics import How, Ignores, Obstacle
from ..rules.wounds import harm
from .common import ActivePower, AreaPower, AttackPower


class RecklessBlow(AttackPower):
    """A normal attack with X dice at range 0; when it is over he suffers a wound himself."""

    of, key, rule = "menoitios", "reckless_blow", "MB-POW-010"
    verb, phrase = "reckless blow", "Reckless Blow on {}"

    async def do(self, s: State, me: int, target: tuple[int, int]) -> None:
        unit = acting(s)
        await super().do(s, me, target)
        if not s.ended:
            await harm(s, unit, self.figure(s, "wounds"), self)


class Unbowed(Power):
    """He ignores Block and chains."""

    of, key, rule, about = "menoitios", "unbowed", "MB-POW-007", (Ignores.BLOCK, Obstacle.CHAINS)

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        return unit == me.unit


class FallingStar(AreaPower):
    """An area attack with X dice and range 3."""

    of, key, rule = "astraios", "falling_star", "MB-POW-010"
    verb, phrase = "falling star", "Falling Star on {}"


class NightFalls(ActivePower):
    """Until his player's next turn an enemy that attacks from an area of his surroundings that he sees has -1 range."""

    of, key, rule, lasts = "astraios", "night_falls", "MB-POW-009", True
    verb, phrase = "night falls", "Night falls"

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        s.last(self, me, me.unit, FOR_ROUND)
        report(s, self.rule, "night falls around {}", s.config.units[me.unit].name, who=me.seat)

    def range(self, s: State, me: Bearer, shot: Shot) -> Change | None:
        if s.place[me.unit] < 0 or s.friends(me.unit, shot.unit) or not s.lasts(self, me.unit):
            return None
        return add(-self.figure(s, "range")) if surrounds(s, me.unit, shot.origin) else None
