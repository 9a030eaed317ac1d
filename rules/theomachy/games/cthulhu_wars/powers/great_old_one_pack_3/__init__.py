"""Great Old One Pack 3: Gobogeg and Byatis."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import Source, report
from ...rules.act import COMMON, Act
from ...rules.common import carry, gain_power, gain_signs, title
from ...rules.domains import KILL, KIND, PAIN
from ...rules.fight import Resolution
from ...rules.score import winners
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import Adjacent, OnPlacement, Watches
from ...rules.ways import ways
from ..independents import Awakening, area_of, kind_on_card, terms
from ..independents.driven import leaving
from ..market import of_card

GOBOGEG, BYATIS = "gobogeg", "byatis"


# -- Gobogeg ----------------------------------------------------------------------------------------------------------
class AwakenGobogeg(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours, once any player has 6 spellbooks; for nothing."""

    rule, on, verb, phrase = "CW-IGO-018", f"box.{GOBOGEG}", "awaken gobogeg", "Awaken Gobogeg in {}"
    requirements = (
        Requirement(
            "CW-IGO-018",
            "A player has 6 spellbooks on the faction card",
            lambda s, me: max(s.count_books(f) for f in s.config.seats) >= s.config.amounts["gobogeg_books"],
        ),
        *terms(GOBOGEG),
    )


class Threnody(Power):
    """When Gobogeg is killed or pained every unit of the battle without a result is pained, whoever owns it."""

    rule, on = "CW-IGO-018", f"card.{GOBOGEG}"
    special = GOBOGEG

    def _hurt(self, fight: Resolution, me: int) -> bool:
        kind = kind_on_card(fight.s, me, self)
        return any(c & KIND == kind and c >= KILL for c in fight.units(me))

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> Any:
        if not fight.fights(me) or (me, self.name) in fight.b.used:
            return False
        return MUST if self._hurt(fight, me) else False

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        fight.note(me, self)
        for seat in fight.b.sides:
            n = sum(n for c, n in fight.b.roster[fight.side(seat)].items() if c < KILL)
            fight.owe(seat, PAIN, n - fight.open(seat, PAIN), self.name)
            report(fight.s, self.rule, "Units of {} without a result are pained: {}", title(fight.s, seat), n, who=me)


class BookOfLaw(Power):
    """While Gobogeg is in play whoever awakens another Great Old One gains 6 Power afterwards."""

    rule, on, forced, about = "CW-IGO-018", f"card.{GOBOGEG}", True, (OnPlacement.AWAKEN,)
    special = GOBOGEG
    printed = "Book of Law"

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        return how is OnPlacement.AWAKEN and (owner, kind) != (me, kind_on_card(s, me, self))

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        n = s.config.amounts["book_of_law"]
        why: list[Source] = [(self.name, n, self.rule)]
        gain_power(s, owner, n, self.rule, why)


class BookOfChaos(Power):
    """When somebody wins the game you choose factions, map and cards of the next one."""

    rule, on, forced, printed = "CW-IGO-018", f"card.{GOBOGEG}", True, "Book of Chaos"
    special = GOBOGEG

    def may_end_of_game(self, s: State, me: int) -> bool:
        return bool(winners(s))

    async def end_of_game(self, s: State, me: int) -> None:
        s.count_to(me, self.name, 1)
        report(s, self.rule, "{} chooses factions, map and cards of the next game", title(s, me), who=me)


# -- Byatis -----------------------------------------------------------------------------------------------------------
class AwakenByatis(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-019", f"box.{BYATIS}", "awaken byatis", "Awaken Byatis in {}"
    requirements = terms(BYATIS)


class ToadOfBerkeley(Power):
    """Byatis does not move, though it can be pained. In your slot of a Doom phase it brings an Elder Sign, if no enemy
    unit is in its area.
    """

    rule, on, printed = "CW-IGO-019", f"card.{BYATIS}", "Toad of Berkeley"
    special = BYATIS

    def may_in_phase(self, s: State, me: int) -> bool:
        area = area_of(s, me, kind_on_card(s, me, self))
        return area >= 0 and not any(s.here(f, area) for f in s.config.foes[me])

    async def in_phase(self, s: State, me: int) -> None:
        await gain_signs(s, me, s.config.amounts["toad_signs"], self.rule)


class SurvivedWithAKill(SpellbookSlot):
    """Byatis survives a battle in which an enemy unit was killed."""

    rule, on, watches = "CW-IGO-019", f"card.{BYATIS}", Watches.BATTLE

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        kind = of_card(s, me, BYATIS)
        return bool(thing.slew(thing.foe(me))) and any(c & KIND == kind for c, _ in thing.survivors(me))


def beside_byatis(s: State, seat: int, area: int) -> list[int]:
    """Where it calls the Cultists of an area to: its own one."""
    holder = s.cards[s.config.card(BYATIS)]
    home = area_of(s, holder, of_card(s, holder, BYATIS)) if holder >= 0 else -1
    return [home] if home >= 0 else []


class GodOfForgetfulness(Act, Power):
    """Action, 1 Power: all enemy Cultists of an area next to it come to the area of Byatis."""

    rule, on, verb, shape, category = "CW-IGO-019", f"book.{BYATIS}", "god of forgetfulness", ("area",), COMMON
    phrase, printed = "Call the Cultists of {} to Byatis", "God of Forgetfulness"
    requirements = (
        Requirement(
            "CW-IGO-019",
            "{0} is next to Byatis",
            lambda s, me, area: (
                (home := area_of(s, me, of_card(s, me, BYATIS))) >= 0 and area in ways(s, me, home, Adjacent.POWER)
            ),
        ),
        Requirement(
            "CW-IGO-019",
            "An enemy Cultist is in {0}",
            lambda s, me, area: any(leaving(s, me, f, area, beside_byatis) for f in s.config.foes[me]),
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> int:
        return area_of(s, me, of_card(s, me, BYATIS))  # they leave the area that is named

    async def do(self, s: State, me: int, area: int) -> None:
        home = area_of(s, me, of_card(s, me, BYATIS))
        for f in s.order(me)[1:]:
            for _, _, code in leaving(s, me, f, area, beside_byatis):
                for _ in range(1 if code > KIND else s.n(f, code, area) - (s.keeper(f, area) == code)):
                    carry(s, f, code, area, home, self.rule, moved=False)
