"""The runes of battles: the battle under way is in the state."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.decision import Answer, choose, number
from ..rules.actions import needs_met
from ..rules.battle import Resolution
from ..rules.common import pick
from ..rules.config import MINION
from ..rules.domains import POOL
from ..rules.packing import KIND, kind_of, unit_code
from ..rules.state import State
from .rune_card import Rune, cheap, place


class BattleRune(Rune, abstract=True):
    """A rune of a battle; the battle under way is in the state."""

    def _fight(self, s: State) -> Resolution:
        assert s.battle is not None
        return Resolution(s, s.battle)

    async def _side(self, s: State, me: int, what: str) -> int:
        fight = self._fight(s)
        return int(await choose(me, "player", list(fight.b.sides), self, what))


class SecretStorm(BattleRune):
    """Two dice more for one side."""

    card = "secret_storm"

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        fight.b.extra[fight.side(await self._side(s, me, "storm for"))] += self.figure(s, "dice")


class Beast(BattleRune):
    """Each mortal minion of one side rolls a die more, at most three together."""

    card = "beast"

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        seat = await self._side(s, me, "beast for")
        rank = s.config.rank[seat]
        n = sum(k for c, k in fight.b.roster[fight.side(seat)].items() if rank[c & KIND] == MINION)
        fight.b.extra[fight.side(seat)] += min(n * self.figure(s, "dice"), self.figure(s, "most"))


class Shadow(BattleRune):
    """A unit of cost 2 or less is left out of the battle."""

    card = "shadow"

    def _units(self, s: State) -> list[Answer]:
        fight, most = self._fight(s), self.figure(s, "cost")
        return [u for f in fight.b.sides for u in fight.options(f, fight.units(f)) if cheap(s, f, u[2] & KIND, most)]

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and bool(self._units(s))

    async def any_time(self, s: State, me: int) -> None:
        seat, _, code = await pick(s, me, self._units(s), self, "shadow")
        self._fight(s).leave_out(seat, code)


class Luck(BattleRune):
    """One side rolls again any of its dice, once."""

    card = "luck"

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        seat = await self._side(s, me, "luck for")
        foe = fight.foe(seat)
        side, due = fight.side(seat), fight.side(foe)
        _, n, kills, routs = [row for row in fight.b.rolled if row[0] == side][-1]
        again = await number(me, 0, n - kills - routs, self, "misses again")
        lost_routs = await number(me, 0, routs, self, "routs again")
        lost_kills = await number(me, 0, kills, self, "kills again")
        fight.b.kills[due] -= lost_kills
        fight.b.routs[due] -= lost_routs
        if again + lost_routs + lost_kills:
            more, others = await fight.throw(seat, again + lost_routs + lost_kills, self.rule, "luck")
            fight.b.kills[due] += more
            fight.b.routs[due] += others

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and {row[0] for row in s.battle.rolled} == {0, 1}


COUNTING, AFTERWARDS = 5, 8  # stages of a battle


class Death(BattleRune):
    """One rout scored by one side is a kill."""

    card = "death"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and s.battle.stage == COUNTING and any(s.battle.routs)

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        hit = [f for f in fight.b.sides if fight.b.routs[fight.side(f)]]
        side = fight.side(await choose(me, "player", hit, self, "death to"))
        n = self.figure(s, "routs")
        fight.b.routs[side] -= n
        fight.b.kills[side] += n


class Harmony(BattleRune):
    """One kill scored by each side is cancelled."""

    card = "harmony"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and s.battle.stage == COUNTING and any(s.battle.kills)

    async def any_time(self, s: State, me: int) -> None:
        b = self._fight(s).b
        b.kills = [max(n - self.figure(s, "kills"), 0) for n in b.kills]


class Stasis(BattleRune):
    """All routs scored by one side are cancelled."""

    card = "stasis"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and s.battle.stage == COUNTING and any(s.battle.routs)

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        hit = [f for f in fight.b.sides if fight.b.routs[fight.side(f)]]
        fight.b.routs[fight.side(await choose(me, "player", hit, self, "stasis for"))] = 0


class Undeath(BattleRune):
    """A mortal minion of yours that was killed in the battle comes to a building of yours."""

    card = "undeath"

    def _kinds(self, s: State, me: int) -> list[int]:
        b = self._fight(s).b
        shared = set(bits(s.config.shared[me]))  # tokens are out of the game
        dead = {k for seat, k in b.dead if seat == me and s.config.rank[me][k] == MINION} - shared
        return [unit_code(me, k) for k in sorted({self._now(s, me, k) for k in dead}) if s.n(me, k, POOL)]

    def _now(self, s: State, me: int, kind: int) -> int:
        """What the figure is by now: it may have changed as it died."""
        return next((k for k in s.config.stages(me, kind) if needs_met(s, me, k)), kind)

    def may_any_time(self, s: State, me: int) -> bool:
        at = s.battle is not None and s.battle.stage == AFTERWARDS
        return at and bool(self._kinds(s, me)) and bool(s.sites(me))

    async def any_time(self, s: State, me: int) -> None:
        fid = await choose(me, "unit", self._kinds(s, me), self, "undeath", argument="unit kind")
        area = await choose(me, "area", s.sites(me), self, "undeath where")
        await place(s, me, kind_of(fid), area, self)
        dead, kinds = list(self._fight(s).b.dead), s.config.stages(me, kind_of(fid))
        dead.remove(next(row for row in dead if row[0] == me and row[1] in kinds))  # nobody has it to take now
        self._fight(s).b.dead = tuple(dead)
