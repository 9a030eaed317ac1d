"""The three Dragons: on the map from the start, led by a weak player at the end of each Council."""

from __future__ import annotations

from typing import ClassVar

from .....engine.masks import bits
from .....engine.runtime.decision import choose, nested
from .....engine.runtime.layers import Changes, set_to
from .....engine.runtime.topic import Topic
from .....engine.runtime.trace import group
from ...rules.battle import Resolution, muster
from ...rules.common import area_name, gain_power, lose_vp, says, settle, title, triggers
from ...rules.losses import battle
from ...rules.reach import roams
from ...rules.runes import holds
from ...rules.state import NOTHING, State
from ...rules.timings import Power
from ...rules.topics import Limit, PhaseEnd
from .card import Killing, come, kills, least, place, routs

BLACK, BROWN, RED = "black_dragon", "brown_dragon", "red_dragon"


# -- flight -----------------------------------------------------------------------------------------------------------
class Flight(Power, abstract=True):
    """At the end of the Council who leads it has it fly, or stay, and fight an empire where it lands."""

    rule, item, forced, about = "GW-MON-003", "abilities.flight", True, (PhaseEnd.COUNCIL,)

    def may_phase_end(self, s: State, me: int, phase: PhaseEnd) -> bool:
        return phase is PhaseEnd.COUNCIL

    async def phase_end(self, s: State, me: int, phase: PhaseEnd) -> None:
        if (who := self._leader(s)) < 0:
            says(s, self, me, "does nothing: several players may lead it", kind="not used")
            return
        s.active, at = who, place(s, me)
        says(s, self, who, "leads the {}", title(s, me))
        ways = roams(s, at) & ~s.config.map.hell | 1 << at
        to = await choose(
            who, "area", bits(ways), self, "dragon to", prompt=lambda: f"Where does the {title(s, me)} go?"
        )
        if to != at:
            come(s, me, to, self)
        if prey := self._prey(s, who, to):
            foe = await choose(
                who, "player", prey, self, "dragon attacks", prompt=lambda: f"Whom does the {title(s, me)} attack?"
            )
            s.battle = muster(s, to, me, foe, keeper=who)
            with group(s, "GW-BAT-001", "Battle in {}", area_name(s, to), kind="rule", touched=(f"area:{to}",)):
                await nested(battle(s))
        await triggers(s, who)
        await settle(s)

    def _leader(self, s: State) -> int:
        """The one player who has the least of what the card counts; -1 where there are several."""
        rows = [(self._have(s, seat), seat) for seat in s.order() if not s.left >> seat & 1]
        least = min(n for n, _ in rows)
        able = [seat for n, seat in rows if n == least]
        return able[0] if len(able) == 1 else NOTHING

    def _prey(self, s: State, who: int, area: int) -> list[int]:
        """Empires in an area; who leads the Dragon spares himself if there is another."""
        found = [seat for seat in s.order(who) if s.here(seat, area) or s.mine_in(seat, area) >= 0]
        return [seat for seat in found if seat != who] or found

    def _have(self, s: State, seat: int) -> int:
        raise NotImplementedError


class BlackFlight(Flight):
    """The player with the least Power leads the Black Dragon; nobody does where several have the least."""

    empire = BLACK
    printed = "Black flight"

    def _have(self, s: State, seat: int) -> int:
        return s.power[seat]


class BrownFlight(Flight):
    """The player with the fewest buildings leads the Brown Dragon; nobody does where several have the fewest."""

    empire = BROWN
    printed = "Brown flight"

    def _have(self, s: State, seat: int) -> int:
        return s.sited[seat].bit_count() + s.nested[seat].bit_count()


class RedFlight(Flight):
    """The player with the fewest points leads the Red Dragon; nobody does where several have the fewest."""

    empire = RED
    printed = "Red flight"

    def _have(self, s: State, seat: int) -> int:
        return s.vp[seat]


# -- breath -----------------------------------------------------------------------------------------------------------
class Breath(Power, abstract=True):
    """Its routs move nobody: the enemy pays for each."""

    rule, item, forced = "GW-MON-024", "abilities.breath", True
    about: ClassVar[tuple[Topic, ...]] = (Limit.ROUTS,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Changes:
        b = s.battle
        mine = what is Limit.ROUTS and b is not None and me in b.sides and who != me
        return set_to(0) if mine else None

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        return fight.fights(me) and routs(fight, fight.foe(me)) > 0

    async def post_battle(self, fight: Resolution, me: int) -> None:
        foe = fight.foe(me)
        await self._pay(fight.s, foe, routs(fight, foe))

    async def _pay(self, s: State, foe: int, n: int) -> None:
        raise NotImplementedError


class NightBreath(Breath):
    """Routs of the Black Dragon cost the enemy 1 Power each, and move nobody."""

    empire = BLACK
    printed = "Night breath"

    async def _pay(self, s: State, foe: int, n: int) -> None:
        gain_power(s, foe, -min(n * self.figure(s, "power"), s.power[foe]), self.rule)


class CrushingCoils(Breath):
    """Routs of the Brown Dragon cost the enemy a rune each, of its choice, and move nobody."""

    empire = BROWN
    printed = "Crushing coils"

    async def _pay(self, s: State, foe: int, n: int) -> None:
        for _ in range(min(n * self.figure(s, "runes"), len(s.hands[foe]))):
            card = await choose(foe, "card", holds(s, foe), self, "rune crushed", argument="rune", private=True)
            s.part_with(foe, card)
            s.discard[card] += 1
            says(s, self, foe, "loses the rune {}", s.config.runes[card].name)


class FireBreath(Breath):
    """Routs of the Red Dragon cost the enemy 1 VP each, and move nobody."""

    empire = RED
    printed = "Fire breath"

    async def _pay(self, s: State, foe: int, n: int) -> None:
        lose_vp(s, foe, n * self.figure(s, "vp"), self.rule)


# -- how they die -----------------------------------------------------------------------------------------------------
class KillingTheBlackDragon(Killing):
    """Three kills in one battle kill the Black Dragon."""

    rule, empire, item = "GW-MON-024", BLACK, "abilities.killing"
    printed = "Killing the Black Dragon"

    def _falls(self, fight: Resolution, me: int) -> bool:
        return kills(fight, me) >= least(self, fight.s, "kills")


class KillingTheBrownDragon(Killing):
    """A kill and three routs in one battle kill the Brown Dragon."""

    rule, empire, item = "GW-MON-024", BROWN, "abilities.killing"
    printed = "Killing the Brown Dragon"

    def _falls(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        return kills(fight, me) >= least(self, s, "kills") and routs(fight, me) >= least(self, s, "routs")


class KillingTheRedDragon(Killing):
    """Two kills and two routs in one battle kill the Red Dragon."""

    rule, empire, item = "GW-MON-024", RED, "abilities.killing"
    printed = "Killing the Red Dragon"

    def _falls(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        return kills(fight, me) >= least(self, s, "kills") and routs(fight, me) >= least(self, s, "routs")
