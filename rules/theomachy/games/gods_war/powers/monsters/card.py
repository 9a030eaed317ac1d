"""What holds for all Monsters: nobody carries them, only their cards kill them, and whoever does so is rewarded."""

from __future__ import annotations

from typing import ClassVar

from .....engine.runtime.layers import Changes, set_to
from .....engine.runtime.topic import Topic
from ...rules.battle import Resolution
from ...rules.common import Loss, area_name, gain_power, gain_vp, says, unit_name
from ...rules.config import MONSTERS
from ...rules.domains import GONE
from ...rules.movement import travel
from ...rules.runes import gain_runes
from ...rules.state import NOTHING, State
from ...rules.timings import Power
from ...rules.topics import Limit, MayMove, OnElimination

IT = 0  # the kind of the Monster itself on its card


def owner(s: State, slug: str) -> int:
    """The owner of a card of this name, or -1."""
    return s.config.slugs.index(slug) if slug in s.config.slugs else NOTHING


def place(s: State, who: int) -> int:
    """Where a Monster stands, or -1."""
    return next(iter(s.where(who, IT)), NOTHING) if who >= 0 else NOTHING


def there(s: State, slug: str) -> int:
    """The same, by the name of its card."""
    return place(s, owner(s, slug))


def come(s: State, who: int, to: int, by: Power) -> None:
    """A Monster goes somewhere on its own way."""
    travel(s, who, IT, place(s, who), to, "own way", by.rule)


class NotCarried(Power):
    """No gift, rune or ability of a player takes a Monster elsewhere."""

    rule, empire, item, about = "GW-MON-008", MONSTERS, "abilities.unmoved", (MayMove.CARRIED,)
    printed = "Not carried"

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        return False if what is MayMove.CARRIED and who == me else None


def fallen(s: State, event: Loss) -> bool:
    """Has a Monster fallen as its card says: by the results of a battle, which count for it as the card has it, or
    routed where it could go nowhere?
    """
    b = s.battle
    if event.cause is OnElimination.CORNERED or b is None or event.seat not in b.sides:
        return event.cause is OnElimination.CORNERED
    return (b.sides.index(event.seat), event.kind, str(OnElimination.KILLED)) in b.fates


class KilledByItsCardAlone(Power):
    """A Monster dies as its card says, and is out of the game for good; nothing else kills or eliminates it."""

    rule, empire, item, forced = "GW-MON-009", MONSTERS, "abilities.card_alone", True
    printed = "Killed by its card alone"

    def may_would_be_eliminated(self, s: State, me: int, event: Loss) -> bool:
        return event.seat == me

    async def would_be_eliminated(self, s: State, me: int, event: Loss) -> Loss | None:
        if fallen(s, event):
            if event.by >= 0:
                s.reward(me, event.by)
            return event._replace(to=GONE)
        if event.cause is OnElimination.SPIKE:
            refuge = s.config.facts.table(f"empire.{s.config.slugs[me]}").get("off_the_spike", "")
            if not refuge and s.config.rulings.monsters_fall_with_the_spike:
                return event._replace(to=GONE)
            hell = s.config.map.index[refuge or s.config.fact("empire.monsters.off_the_spike")]
            travel(s, me, event.kind, event.area, hell, "own way", self.rule)
            return None
        says(s, self, me, "stays in {}: only its card says how it dies", area_name(s, event.area), kind="not used")
        return None


class Rewarded(Power):
    """Who kills a Monster receives the reward on its card, at once."""

    rule, empire, item, forced = "GW-MON-010", MONSTERS, "abilities.reward", True

    def may_on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
        return owner == me and slayer(s, me) >= 0 and any(dict(s.config.empires[me].reward).values())

    async def on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> None:
        who, row = slayer(s, me), dict(s.config.empires[me].reward)
        says(s, self, who, "has killed {}", unit_name(s, me, kind), touched=(f"seat:{who}",))
        if row["vp"]:
            await gain_vp(s, who, row["vp"], self.rule)
        if row["power"]:
            gain_power(s, who, row["power"], self.rule)
        await gain_runes(s, who, row["runes"], self.rule)


def slayer(s: State, me: int) -> int:
    """Who holds the reward for a Monster, or -1."""
    return s.rewards[s.config.neutrals.index(me)]


class Killing(Power, abstract=True):
    """How many kills count: one that kills it where the battle has brought what its card asks for, else none."""

    about: ClassVar[tuple[Topic, ...]] = (Limit.KILLS,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Changes:
        if what is not Limit.KILLS or who != me or s.battle is None:
            return None
        return set_to(int(self._falls(Resolution(s, s.battle), me)))

    def _falls(self, fight: Resolution, me: int) -> bool:
        raise NotImplementedError


def least(power: Power, s: State, name: str) -> int:
    """How many of something the card asks for."""
    return int(power.figure(s, name))


def kills(fight: Resolution, me: int) -> int:
    """Kills that were scored against a Monster in this battle."""
    return fight.b.kills[fight.side(me)]


def routs(fight: Resolution, me: int) -> int:
    """Routs that were."""
    return fight.b.routs[fight.side(me)]
