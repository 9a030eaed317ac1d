"""Dire Azathoth, a Great Old One of no faction."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.decision import choose, die
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import Source
from ...rules.act import COMMON, Act
from ...rules.common import gain_doom, gain_power, says
from ...rules.config import Config
from ...rules.domains import WON
from ...rules.fight import Resolution
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import Watches
from ..independents import (
    GATE_OF_YOURS,
    Awakening,
    ForItsSpellbook,
    area_of,
    fought_in,
    kind_on_card,
    not_earned,
    to_be_had,
)

DIRE = "dire_azathoth"
DIE = "die of Dire Azathoth"  # what it counts


class AwakenDireAzathoth(Awakening, Power):
    """At a gate that you control in the start area of an enemy; 10 Power."""

    rule, on, verb, phrase = "CW-IGO-029", f"box.{DIRE}", "awaken dire azathoth", "Awaken Dire Azathoth in {}"
    requirements = (
        to_be_had(DIRE),
        GATE_OF_YOURS,
        Requirement(
            "CW-IGO-029",
            "{0} is the start area of an enemy",
            lambda s, me, area: any(s.start[f] == area for f in s.config.foes[me]),
        ),
    )


class DireAzathoth(Power):
    """Its Combat is a die, thrown before each battle."""

    rule, on, forced, printed = "CW-IGO-029", f"card.{DIRE}", True, "Dire Azathoth"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        return fight.count(me, kind_on_card(fight.s, me, self)) > 0

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        n = await die(self, "dire azathoth", prompt="The die of Dire Azathoth")
        fight.s.count_to(me, DIE, n)
        says(fight.s, self, me, "throws {}: Dire Azathoth has as many dice", n, figure=str(n))

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(fight.s.counter(me, DIE) or 1) if kind == kind_on_card(fight.s, me, self) else None


class DieOfOneBattle(Power):
    """After the battle the die counts no more, though Dire Azathoth was lost in it, and its card with it."""

    rule, on, forced, printed = "CW-IGO-029", f"box.{DIRE}", True, "Die of Dire Azathoth"

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        return fight.s.counter(me, DIE) > 0

    async def battle_end(self, fight: Resolution, me: int) -> None:
        fight.s.count_to(me, DIE, 0)


class MindlessDestruction(Power):
    """After a battle in the area of Dire Azathoth, whether it fights or not, and though it was pained there: each side
    gains 1 Doom or 1 Power for each enemy unit that it has killed or eliminated in it, and says which for each.
    """

    rule, on, forced = "CW-IGO-029", f"card.{DIRE}", True
    special = DIRE

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        there = area_of(fight.s, me, kind_on_card(fight.s, me, self)) == fight.b.area
        there = there or fought_in(fight, me, self)  # pained it has left the area of its battle
        return there and any(self._victims(fight, seat) for seat in fight.b.sides)

    def _victims(self, fight: Resolution, seat: int) -> int:
        """Enemy units that a faction has killed or eliminated."""
        if seat in fight.s.config.wild:
            return 0  # no faction
        return fight.b.slain[fight.side(seat)] + fight.b.ousted[fight.side(seat)]

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, each = fight.s, fight.s.config.amounts["mindless"]
        fight.note(me, self)
        for seat in fight.b.sides:
            n = self._victims(fight, seat)
            names = {k: f"{k * each} Doom and {(n - k) * each} Power" for k in range(n, -1, -1)}
            if not n:
                continue
            doom = await choose(seat, "choice", list(names), self, "doom of destruction", names=names,
                                prompt="Mindless Destruction: how much of it is Doom?")  # fmt: skip
            gain_doom(s, seat, doom * each, self.rule, self.name)
            if n > doom:
                why: list[Source] = [(self.name, (n - doom) * each, self.rule)]
                gain_power(s, seat, (n - doom) * each, self.rule, why)


class PayForTheBlindGod(ForItsSpellbook, Power):
    """As your action pay 20 Power."""

    rule, on, verb, phrase = "CW-IGO-029", f"card.{DIRE}", "pay for the blind god", "Pay for Dire Azathoth's spellbook"
    requirements = (not_earned(DIRE, "CW-IGO-029"),)

    def in_use(self, config: Config) -> bool:
        return not config.rulings.dire_azathoth_wants_gates

    async def do(self, s: State, me: int, *args: Any) -> None:
        await super().do(s, me)
        wins(s, me, self)


def wins(s: State, me: int, by: Power) -> None:
    """A seat has won, whatever anybody has."""
    s.count_to(me, WON, 1)
    says(s, by, me, "has all that Dire Azathoth destroys", touched=(f"seat:{me}",))


class BlindGodEarned(SpellbookSlot):
    """As your action you have paid 20 Power; or you control 3 gates, by a ruling."""

    rule, on, watches = "CW-IGO-029", f"card.{DIRE}", (Watches.ACTION, Watches.ANYTHING)

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        if s.config.rulings.dire_azathoth_wants_gates:
            return thing is None and s.count_gates(me) >= s.config.amounts["blind_god_gates"]
        return bool(thing == PayForTheBlindGod.verb)


class TheBlindIdiotGod(Act, Power):
    """You win at once, with any number of spellbooks; by a ruling as an action, for 20 Power."""

    rule, on, verb, phrase = "CW-IGO-029", f"book.{DIRE}", "blind god wins", "The Blind Idiot God: win the game"
    category = COMMON

    def in_use(self, config: Config) -> bool:
        return bool(config.rulings.dire_azathoth_wants_gates)

    async def do(self, s: State, me: int) -> None:
        wins(s, me, self)

    def game_over(self, s: State, me: int) -> bool:
        return s.counter(me, WON) > 0
