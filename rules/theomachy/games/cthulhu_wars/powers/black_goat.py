"""Black Goat."""

from __future__ import annotations

from typing import Any

from ....engine.runtime.ability import No
from ....engine.runtime.decision import choose, die
from ....engine.runtime.layers import Changes, add, at_least, set_to
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from ....engine.tabletop.table import Arrow
from ....engine.wording import article
from ..rules.act import Act, SlotAct, slot_open
from ..rules.awakening import OWN_GATE, GreatOldOne, asleep, awake
from ..rules.common import (
    acolyte_in_pool,
    divisions,
    everywhere,
    gain_signs,
    pick,
    piece,
    share_loss,
    title,
    unit_name,
    units_in,
)
from ..rules.domains import KEEPER, KIND, PAIN, POOL
from ..rules.fight import Resolution
from ..rules.leaving import eliminate, lost
from ..rules.state import State
from ..rules.timings import AwakeningSlot, Power, SpellbookSlot
from ..rules.topics import CostOf, CountsAs, Limit, Watches
from ..rules.ways import may_enter

SLUG = "black_goat"
GHOUL, FUNGI, DARK_YOUNG, SHUB = 1, 2, 3, 4
PROMPTS = {  # what its questions ask
    "traded for the Avatar": "{who}, who changes places with Shub-Niggurath?",
    "ghroth": "The die of Ghroth",
}


def cultists(s: State, seat: int) -> int:
    """Cultists of a seat on the map."""
    return s.on_map(seat, s.config.devoted[seat])


def spare(s: State, seat: int, area: int) -> int:
    """The same, without the one that holds the gate there."""
    return cultists(s, seat) - (s.keeper(seat, area) in s.config.devoted[seat])


async def give_up(s: State, seat: int, by: int, rule: str, n: int = 1, keep: int = -1) -> None:
    """Cultists of the owner's choice are eliminated, anywhere on the map: one event, however many. `keep`: an area
    whose gate stays held.
    """
    gone: list[int] = []
    for _ in range(n):
        units = [u for u in everywhere(s, seat, s.config.devoted[seat]) if u[1] != keep or not u[2] & KEEPER]
        unit = await pick(s, seat, units, rule, "cultist given up")
        await eliminate(s, seat, unit[2], unit[1], by, rule, together=gone)
    await lost(s, seat, by, gone)


class FertilityCult(Power):
    """One Summon action may place any number of Monsters of any types at any of your gates."""

    rule, faction, unique = "CW-BG-002", SLUG, True

    def limit(self, s: State, me: int, what: Limit, kind: int) -> Changes:
        return set_to(99) if what is Limit.SUMMONS and kind in s.config.monsters[me] else None


class AwakenShubNiggurath(GreatOldOne, Power):
    """At a gate of yours, for 8 Power and two Cultists from the map. Her Combat is your Cultists in play and gates
    held.
    """

    rule, faction, verb, kind, shape = "CW-BG-008", SLUG, "awaken shub-niggurath", SHUB, ("my gate",)
    printed, phrase = "Awaken Shub-Niggurath", "Awaken Shub-Niggurath in {}"
    requirements = (
        asleep(SHUB),
        Requirement(
            "CW-BG-008",
            "The Cultists to give up are on the map",
            lambda s, me: cultists(s, me) >= s.config.amounts["sacrificed"],
            fact=lambda s, me: f"{cultists(s, me)} of {s.config.amounts['sacrificed']}",
        ),
        OWN_GATE,
        Requirement(
            "CW-BG-008",
            "{0} stays yours: the Cultists to give up are others than its keeper",
            lambda s, me, area: spare(s, me, area) >= s.config.amounts["sacrificed"],
            fact=lambda s, me, area: f"{spare(s, me, area)} of {s.config.amounts['sacrificed']}",
            against=lambda s, me, area: (f"place:{area}:gate",),
        ),
    )
    gives_up = (3,)

    async def steps(self, s: State, me: int, area: int) -> None:
        await give_up(s, me, me, self.rule, s.config.amounts["sacrificed"], keep=area)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != SHUB:
            return None
        return add(sum(fight.s.total(me, k) for k in fight.s.config.cultists[me]) + fight.s.count_gates(me))


def traded(s: State, me: int, seat: int) -> list[int]:
    """Kinds of units that may be traded for the Avatar: of her own owner those that move."""
    movers = s.config.movers[seat] if seat == me else None
    return [k for k in s.config.minions[seat] if movers is None or k in movers]


async def trade_places(s: State, me: int, shub: int, seat: int, area: int, by: Power) -> None:
    """Shub-Niggurath, a unit of this kind, trades places with a Monster or Cultist of a seat; its owner picks it."""
    home = s.home(me, shub)
    decides = seat if seat in s.config.seats else me
    _, _, code = await pick(s, decides, units_in(s, seat, area, traded(s, me, seat)), by, "traded for the Avatar")
    gone = s.bound_for(seat, code & KIND, home) != home  # it is nowhere but in places of its own
    if gone:
        await eliminate(s, seat, code, area, me, by.rule)
    else:
        s.move(seat, code, area, home)
    s.move(me, shub, home, area)
    names = s.config.map.names
    if s.trace is not None and not gone:
        report(
            s,
            by.rule,
            "{} of {} goes to {}",
            unit_name(s, seat, code),
            title(s, seat),
            names[home],
            who=seat,
            arrow=Arrow(area, home),
            touched=(piece(s, seat, home, code & KIND), piece(s, me, area, shub)),
        )
    if s.trace is not None:
        report(
            s,
            by.rule,
            "Shub-Niggurath goes to {}",
            names[area],
            who=me,
            arrow=Arrow(home, area),
            touched=(piece(s, me, area, shub),),
        )


class Avatar(Act, Power):
    """Action, 1 Power: Shub-Niggurath trades places with a Monster or Cultist of a named faction in a named area."""

    rule, faction, verb, shape = "CW-BG-009", SLUG, "avatar", ("occupied", "owner there")
    special = "shub_niggurath"
    phrase = "Avatar: to {}, for a unit of {}"
    requirements = (
        awake(SHUB, "Shub-Niggurath", "CW-BG-009"),
        Requirement("CW-BG-009", "{0} is another area than hers", lambda s, me, area: s.home(me, SHUB) != area),
        Requirement(
            "CW-BG-009",
            "{1} has a unit in {0}",
            lambda s, me, area, seat: s.here(seat, area),
            implied_by=("owner there",),
        ),
        Requirement(
            "CW-BG-009",
            "{1} has a Monster or Cultist in {0}",
            lambda s, me, area, seat: s.has(seat, traded(s, me, seat), area),
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> tuple[int, ...]:
        home = s.home(me, SHUB)  # one of the two ends there
        return (args[0], home) if args and home < POOL else (-1,)

    async def do(self, s: State, me: int, area: int, seat: int) -> None:
        await trade_places(s, me, SHUB, seat, area, self)


# -- spellbooks -------------------------------------------------------------------------------------------------------
class BloodSacrifice(Power):
    """Doom phase, with Shub-Niggurath in play: give up a Cultist for an Elder Sign."""

    rule, faction, bit, speaks_of = "CW-BG-017", SLUG, 0, "Shub-Niggurath"

    def may_in_phase(self, s: State, me: int) -> bool:
        return s.totals(me, s.alike(me, SHUB, self)) > 0 and cultists(s, me) > 0

    async def in_phase(self, s: State, me: int) -> None:
        await give_up(s, me, me, self.rule)
        await gain_signs(s, me, 1, self.rule)


class Frenzy(Power):
    """Your Cultists have 1 Combat."""

    rule, faction, bit, speaks_of = "CW-BG-018", SLUG, 1, "Cultist"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        frantic = kind in fight.s.config.cultists[me] or kind in fight.s.copiers(me, self)
        return add(n * fight.s.config.amounts["frenzy"]) if frantic else None


class Ghroth(Act, Power):
    """Action, 2 Power: roll; up to the number of areas with Fungi the enemies lose that many Cultists, else one
    Acolyte comes.
    """

    rule, faction, bit, verb, phrase, speaks_of = "CW-BG-019", SLUG, 2, "ghroth", "Ghroth", "Fungi from Yuggoth"

    async def do(self, s: State, me: int) -> None:
        n = await die(self, "ghroth")
        if n > len(s.homes(me, s.alike(me, FUNGI, self))):
            await self._fail(s, me)
            return
        if s.config.two:
            n = -(-n // 2)  # CW-2PL-024
        most = {f: cultists(s, f) for f in s.config.foes[me]}
        n = min(n, sum(most.values()))
        if not n:
            return
        shares = await share_loss(s, me, n, most, self, "Ghroth")
        if shares is None:
            people = [f for f in s.order(me)[1:] if most[f]]
            ways = divisions(n, [most[f] for f in people])
            names = {d: ", ".join(f"{title(s, f)} {k}" for f, k in zip(people, d, strict=True)) for d in ways}
            shares = dict(
                zip(people, await choose(me, "choice", ways, self, "who loses how many", names=names), strict=True)
            )
        for f, loss in shares.items():
            await give_up(s, f, me, self.rule, loss)

    async def _fail(self, s: State, me: int) -> None:
        """An Acolyte of any faction comes from its pool, and must, if there is one (CW-BG-020)."""
        owners = [f for f in s.config.seats if s.has(f, s.config.acolytes[f], POOL)]
        if not owners:
            return
        f = await choose(
            me, "player", owners, "CW-BG-020", "whose acolyte", prompt="Ghroth fails: whose Acolyte comes?"
        )
        area = await choose(me, "area", s.standing(), "CW-BG-020", "acolyte to", prompt="Where does the Acolyte come?")
        kind = acolyte_in_pool(s, f)
        s.move(f, kind, POOL, area)
        if s.trace is not None:
            what = article(unit_name(s, f, kind))
            report(
                s,
                "CW-BG-020",
                "{} of {} comes to {}",
                what[0].upper() + what[1:],
                title(s, f),
                s.config.map.names[area],
                who=me,
                touched=(piece(s, f, area, kind), f"area:{area}"),
            )


class Necrophagy(Power):
    """Kills or Pains are given out in any battle: Ghouls that are not in it come to its area; each gives both sides
    one more Pain.
    """

    rule, faction, bit, asks_itself, speaks_of = "CW-BG-022", SLUG, 3, True, "Ghoul"
    blind = True

    def _sources(self, fight: Resolution, me: int, kind: int) -> list[int]:
        s, b = fight.s, fight.b
        busy = fight.count(me, kind) + fight.guests(me, kind)  # who came does not come again
        found = [a for a in s.where(me, kind) if a != b.area or s.n(me, kind, a) > busy]
        return found if may_enter(s, me, kind, b.area) else [a for a in found if a == b.area]

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool | No:
        ghouls = fight.s.alike(me, GHOUL, self)
        absent = No("every Ghoul is in this battle already, or in the pool")
        return any(self._sources(fight, me, kind) for kind in ghouls) or absent

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        for kind in fight.s.alike(me, GHOUL, self):
            await self._come(fight, me, kind)

    async def _come(self, fight: Resolution, me: int, kind: int) -> None:
        s, area = fight.s, fight.b.area
        name = "a Ghoul" if kind == GHOUL else s.config.name[me][kind]
        while sources := self._sources(fight, me, kind):
            answer = await choose(
                me, "area", ["done", *sources], self, "ghoul from", prompt=f"Necrophagy: {name} comes from where?"
            )
            if answer == "done":
                return
            fight.note(me, self)
            s.move(me, kind, answer, area)
            fight.b.came += ((me, kind),)
            for seat in fight.b.sides:
                fight.owe(seat, PAIN, 1, self.name)
            if s.trace is not None:
                report(
                    s,
                    self.rule,
                    "{} from {}: a pain more for both",
                    name[0].upper() + name[1:],
                    s.config.map.names[answer],
                    who=me,
                    arrow=Arrow(answer, area) if answer != area else None,
                    touched=(piece(s, me, area, kind),),
                    figure=" and ".join(str(fight.scored(PAIN, seat)) for seat in fight.b.sides) + " pains",
                )


class RedSign(Power):
    """Dark Young build and hold gates like Cultists, give 1 Power each, and add 1 die each to Shub-Niggurath."""

    rule, faction, bit, printed, about = "CW-BG-025", SLUG, 4, "The Red Sign", (CountsAs.KEEPER,)
    speaks_of = "Dark Young"

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        return role is CountsAs.KEEPER and kind in s.alike(me, DARK_YOUNG, self)

    def income(self, s: State, me: int) -> Changes:
        return add(s.totals(me, s.alike(me, DARK_YOUNG, self)) * s.config.amounts["red_sign_power"])

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != SHUB:
            return None
        s = fight.s
        return add(s.totals(me, s.alike(me, DARK_YOUNG, self)) * s.config.amounts["red_sign_dice"])


class ThousandYoung(Power):
    """With Shub-Niggurath in play Ghouls, Fungi and Dark Young cost 1 less."""

    rule, faction, bit, printed, about = "CW-BG-026", SLUG, 5, "The Thousand Young", (CostOf.SUMMON,)
    speaks_of = "Shub-Niggurath"

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        less = s.config.amounts["thousand_young"]
        mine = seat == me and what is CostOf.SUMMON
        return (add(-less), at_least(0)) if mine and s.totals(me, s.alike(me, SHUB, self)) else None


# -- requirements -----------------------------------------------------------------------------------------------------
def areas_short(s: State, me: int, wanted: int) -> int:
    """How many areas are missing."""
    return max(wanted - s.on[me].bit_count(), 0)


def six_areas(s: State) -> int:
    """How many areas the second slot asks for (ruling `black_goat_areas`)."""
    amounts = s.config.amounts
    return amounts["book_areas"] if s.config.rulings.five_areas else amounts["more_areas"]


class UnitsInFourAreas(SpellbookSlot):
    """Have units in four areas."""

    rule, faction, bit = "CW-BG-010", SLUG, 0

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.on[me].bit_count() >= s.config.amounts["few_areas"]  # asked after every change

    def far(self, s: State, me: int) -> int:
        return areas_short(s, me, s.config.amounts["few_areas"])


class UnitsInSixAreas(SpellbookSlot):
    """Have units in six areas; in five, if a ruling keeps to what the rulebook prints."""

    rule, faction, bit = "CW-BG-011", SLUG, 1

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.on[me].bit_count() >= six_areas(s)

    def far(self, s: State, me: int) -> int:
        return areas_short(s, me, six_areas(s))


class UnitsInEightAreas(SpellbookSlot):
    """Have units in eight areas."""

    rule, faction, bit = "CW-BG-012", SLUG, 2

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.on[me].bit_count() >= s.config.amounts["most_areas"]

    def far(self, s: State, me: int) -> int:
        return areas_short(s, me, s.config.amounts["most_areas"])


class GiveUpTwoCultists(SpellbookSlot):
    """As your action eliminate two of your Cultists."""

    rule, faction, bit, watches = "CW-BG-013", SLUG, 3, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == GiveUpTwo.verb


class GiveUpTwo(SlotAct, Power):
    """As your action eliminate two of your Cultists, from any areas of the map."""

    rule, faction, verb, phrase = "CW-BG-013", SLUG, "give up two", "Give up Cultists for a spellbook"
    requirements = (
        slot_open(GiveUpTwoCultists),
        Requirement(
            "CW-BG-013",
            "The Cultists to give up are on the map",
            lambda s, me: cultists(s, me) >= s.config.amounts["given_up"],
            fact=lambda s, me: f"{cultists(s, me)} of {s.config.amounts['given_up']}",
        ),
    )

    async def do(self, s: State, me: int) -> None:
        await give_up(s, me, me, self.rule, s.config.amounts["given_up"])
        await super().do(s, me)


class ShareAreas(SpellbookSlot):
    """Share areas with all enemies: with each of them one area at least."""

    rule, faction, bit = "CW-BG-014", SLUG, 4

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        mine = s.on[me]
        for foe in s.config.foes[me]:
            if not mine & s.on[foe]:
                return False
        return True

    def far(self, s: State, me: int) -> int:
        mine = s.on[me]
        return sum([not mine & s.on[foe] for foe in s.config.foes[me]])


class ShubNiggurathAwake(AwakeningSlot):
    """Awaken Shub-Niggurath."""

    rule, faction, bit, kind, printed = "CW-BG-016", SLUG, 5, SHUB, "Shub-Niggurath awake"
