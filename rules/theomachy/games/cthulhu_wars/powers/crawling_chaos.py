"""Crawling Chaos."""

from __future__ import annotations

from typing import Any

from ....engine.runtime.ability import No
from ....engine.runtime.decision import choose, die, yes
from ....engine.runtime.layers import Changes, add, at_least
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from ....engine.tabletop.table import Arrow
from ..rules.act import Act, SlotAct, slot_open
from ..rules.awakening import OWN_GATE, GreatOldOne, asleep
from ..rules.common import gain_power, gain_signs, piece, price_now, share_loss, title, unit_name
from ..rules.domains import KILL, KIND, PAIN, plain
from ..rules.fight import EXEMPT, Hit, Resolution, Routing
from ..rules.leaving import Leaving, lost
from ..rules.state import State
from ..rules.timings import AwakeningSlot, Power, SpellbookSlot
from ..rules.topics import Watches, WouldBeEliminated
from ..rules.ways import may_enter

SLUG = "crawling_chaos"
NIGHTGAUNT, POLYP, HORROR, NYARLATHOTEP = 1, 2, 3, 4
PROMPTS = {  # what its questions ask
    "thousand forms": "The die of The Thousand Forms",
    "give up another Nightgaunt": "{who}, do you give up another Nightgaunt?",
}


class Flight(Power):
    """All your units may move two areas, over anything."""

    rule, faction, unique = "CW-CC-002", SLUG, True

    def reach(self, s: State, me: int) -> Changes:
        return at_least(s.config.amounts["flight"])


class AwakenNyarlathotep(GreatOldOne, Power):
    """At a gate of yours, for 10 Power. His Combat is the number of spellbooks on your card and your enemy's."""

    rule, faction, verb, kind, shape = "CW-CC-008", SLUG, "awaken nyarlathotep", NYARLATHOTEP, ("my gate",)
    phrase = "Awaken Nyarlathotep in {}"
    requirements = (asleep(NYARLATHOTEP), OWN_GATE)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(fight.s.count_books(me) + fight.s.count_books(foe)) if kind == NYARLATHOTEP else None


class Harbinger(Power):
    """With Nyarlathotep in the battle each enemy Great Old One killed or pained gives half its price in Power, or 2
    Elder Signs.
    """

    rule, faction, asks_itself = "CW-CC-009", SLUG, True
    special = "nyarlathotep"
    blind = True

    def may_result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> bool:
        his = owner != me and fight.count(me, NYARLATHOTEP) > 0
        again = (me, self._word(code & KIND)) in fight.b.used
        return his and code & KIND in fight.s.config.goos[owner] and not again

    def _word(self, kind: int) -> str:
        """What is noted in the battle of a Great Old One of several figures: it brings something once (CW-IGO-047)."""
        return f"{self.name}: {kind}"

    async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
        s, kind = fight.s, code & KIND
        half = price_now(s, owner, kind) // 2  # what awakening it again would cost (CW-GC-024)
        signs = s.config.amounts["harbinger_signs"]
        names = {"power": f"{half} Power", "signs": f"{signs} Elder Signs", "no": "Nothing"}
        answer = await choose(
            me,
            "choice",
            ("power", "signs", "no"),
            self,
            "harbinger",
            names=names,
            prompt="Harbinger: what does it bring?",
        )
        if answer != "no" and s.config.limit[owner][kind] > 1:
            fight.b.used += ((me, self._word(kind)),)
        if answer == "power":
            gain_power(s, me, half, self.rule)
        elif answer == "signs":
            await gain_signs(s, me, signs, self.rule)


# -- spellbooks -------------------------------------------------------------------------------------------------------
class Abduct(Power):
    """Before the battle: for each Nightgaunt in it that you give up the enemy eliminates a Monster or Cultist of its
    choice.
    """

    rule, faction, bit, speaks_of = "CW-CC-017", SLUG, 0, "Nightgaunt"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        if not fight.units(me, fight.s.alike(me, NIGHTGAUNT, self)):
            return No("no Nightgaunt is in this battle")
        return bool(fight.minions(foe)) or No("only Great Old Ones are left")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        more, taken = True, list[int]()  # one event, however many are taken
        fight.note(me, self)
        while more:
            who, *others = fight.units(me, fight.s.alike(me, NIGHTGAUNT, self))
            if others:
                options = fight.options(me, [who, *others])
                _, _, who = await choose(
                    me, "unit", options, self, "abducts", argument="fighter", prompt="Who is given up?"
                )
            await fight.lose(me, who, me, self.rule, "given up")
            prey = await choose(
                fight.voice(foe),
                "unit",
                fight.options(foe, fight.minions(foe)),
                self,
                "abducted",
                argument="fighter",
                prompt="Abduct: who is taken?",
            )
            await fight.lose(foe, prey[2], me, self.rule, "abducted", taken)
            more = bool(self.may_pre_battle(fight, me, foe)) and await yes(me, self, "give up another Nightgaunt")
        await lost(fight.s, foe, me, taken)


class Emissary(Power):
    """Without an enemy Great Old One in the battle a Kill on Nyarlathotep is a Pain, and surrounding does not remove
    him.
    """

    rule, faction, bit, printed = "CW-CC-018", SLUG, 1, "Emissary of the Outer Gods"
    speaks_of, blind = "Nyarlathotep", True

    def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
        his = event.result == KILL and event.code & KIND in s.alike(me, NYARLATHOTEP, self)
        return his and not event.fight.has_goo(event.foe)

    def would_take_result(self, s: State, me: int, event: Hit) -> Hit:
        return event.becomes(PAIN, me, self)

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        if event.seat != me or event.fight is None or event.cause is not WouldBeEliminated.SURROUNDED:
            return False
        his = event.code & KIND in s.alike(me, NYARLATHOTEP, self)
        return his and not event.fight.has_goo(event.fight.foe(me))

    def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
        report(s, self.rule, "{} is not eliminated", unit_name(s, me, event.code), who=me)


class Invisibility(Power):
    """Before the battle: each Flying Polyp in it takes one Monster or Cultist of either side out of it, itself
    perhaps.
    """

    rule, faction, bit, speaks_of = "CW-CC-019", SLUG, 2, "Flying Polyp"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        there = fight.count_of(me, fight.s.alike(me, POLYP, self)) > 0
        return there or No("no Flying Polyp is in this battle")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, kinds = fight.s, fight.s.alike(me, POLYP, self)
        fresh = fight.count_of(me, kinds)  # those that have hidden nobody yet
        while fresh and not fight.decided:
            units = [u for f in (foe, me) for u in fight.options(f, fight.minions(f))]
            answer = await choose(
                me,
                "unit",
                [*units, "done"],
                self,
                "invisible",
                argument="any fighter",
                prompt="Invisibility: who is hidden?",
            )
            if answer == "done":
                return
            seat, area, code = answer
            fight.note(me, self)
            fight.leave(seat, code, EXEMPT)
            fresh = min(fresh - 1, fight.count_of(me, kinds))
            if s.trace is not None:
                report(
                    s,
                    self.rule,
                    "{} of {} is invisible and out of the battle",
                    unit_name(s, seat, code),
                    title(s, seat),
                    who=me,
                    touched=(piece(s, seat, area, plain(code)),),
                )


class Madness(Power):
    """In every battle you may choose where all pained units go, and in which order they leave."""

    rule, faction, bit = "CW-CC-020", SLUG, 3
    blind = True

    def may_would_retreat(self, s: State, me: int, event: Routing) -> bool:
        return event.router < 0

    def would_retreat(self, s: State, me: int, event: Routing) -> Routing:
        event.fight.note(me, self)
        report(s, self.rule, "{} sends the pained away", title(s, me), who=me)
        return event._replace(router=me)


class SeekAndDestroy(Power):
    """Before the battle: any of your Hunting Horrors come to it from anywhere."""

    rule, faction, bit, printed, speaks_of = "CW-CC-021", SLUG, 4, "Seek and Destroy", "Hunting Horror"

    def _elsewhere(self, fight: Resolution, me: int, kind: int) -> list[int]:
        if not may_enter(fight.s, me, kind, fight.b.area):
            return []
        return [a for a in fight.s.where(me, kind) if a != fight.b.area]

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        away = any(self._elsewhere(fight, me, kind) for kind in fight.s.alike(me, HORROR, self))
        return away or No("no Hunting Horror is elsewhere on the map")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        for kind in fight.s.alike(me, HORROR, self):
            await self._come(fight, me, kind)

    async def _come(self, fight: Resolution, me: int, kind: int) -> None:
        s = fight.s
        name = "A Hunting Horror" if kind == HORROR else s.config.name[me][kind]
        while areas := self._elsewhere(fight, me, kind):
            answer = await choose(me, "area", [*areas, "done"], self, "horror from", prompt=f"{name} comes from where?")
            if answer == "done":
                return
            fight.note(me, self)
            s.move(me, kind, answer, fight.b.area)
            fight.join(me, kind)
            if s.trace is not None:
                report(
                    s,
                    self.rule,
                    "{} comes from {}",
                    name,
                    s.config.map.names[answer],
                    who=me,
                    arrow=Arrow(answer, fight.b.area),
                    touched=(piece(s, me, fight.b.area, kind),),
                )


class ThousandForms(Act, Power):
    """Action, 0 Power, once an Action phase, with Nyarlathotep in play: roll; the enemies share that loss of Power,
    or you gain it.
    """

    rule, faction, bit, verb, printed = "CW-CC-022", SLUG, 5, "thousand forms", "The Thousand Forms"
    phrase, speaks_of = "The Thousand Forms", "Nyarlathotep"
    requirements = (
        Requirement(
            "CW-CC-022",
            "Nyarlathotep is in play",
            lambda s, me: s.totals(me, s.alike(me, NYARLATHOTEP, ThousandForms)) > 0,
        ),
        Requirement(
            "CW-CC-023",
            "It was not used since the last Gather Power phase",
            lambda s, me: not s.is_spent(me, "The Thousand Forms"),
        ),
    )

    async def do(self, s: State, me: int) -> None:
        s.spent += ((me, self.name),)
        n = await die(self, "thousand forms")
        if s.config.two:
            n = -(-n // 2)  # CW-2PL-024
        shares = await share_loss(s, me, n, {f: s.power[f] for f in s.config.foes[me]}, self, "Thousand Forms")
        if shares is None:
            gain_power(s, me, n, self.rule)
        else:
            for f, loss in shares.items():
                gain_power(s, f, -loss, self.rule)


# -- requirements -----------------------------------------------------------------------------------------------------
class PayFour(SpellbookSlot):
    """As your action pay 4 Power."""

    rule, faction, bit, watches = "CW-CC-010", SLUG, 0, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing in (PayFourAction.verb, PayTenAction.verb)


class PaySix(SpellbookSlot):
    """As your action pay 6 Power."""

    rule, faction, bit, watches = "CW-CC-011", SLUG, 1, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing in (PaySixAction.verb, PayTenAction.verb)


class PayFourAction(SlotAct, Power):
    """As your action pay 4 Power, and do nothing else."""

    rule, faction, verb, phrase = "CW-CC-010", SLUG, "pay 4", "Pay for the first spellbook"
    requirements = (slot_open(PayFour),)

    def price(self, s: State, me: int) -> int:
        return s.config.amounts["pay_first"]


class PaySixAction(SlotAct, Power):
    """As your action pay 6 Power, and do nothing else."""

    rule, faction, verb, phrase = "CW-CC-011", SLUG, "pay 6", "Pay for the second spellbook"
    requirements = (slot_open(PaySix),)

    def price(self, s: State, me: int) -> int:
        return s.config.amounts["pay_second"]


class PayTenAction(SlotAct, Power):
    """As one action pay 10 Power for both."""

    rule, faction, verb, phrase = "CW-CC-012", SLUG, "pay 10", "Pay for both spellbooks at once"
    requirements = (slot_open(PayFour, PaySix),)

    def price(self, s: State, me: int) -> int:
        return s.config.amounts["pay_first"] + s.config.amounts["pay_second"]


def short_of(s: State, me: int, power: str, gates: str) -> int:
    """How much is missing of one of the two: Power, or gates."""
    wanted = s.config.amounts
    return max(min(wanted[power] - s.power[me], wanted[gates] - s.count_gates(me)), 0)


class ThreeGates(SpellbookSlot):
    """Control three gates or have 12 Power."""

    rule, faction, bit = "CW-CC-013", SLUG, 2

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        wanted = s.config.amounts
        return s.power[me] >= wanted["some_power"] or s.count_gates(me) >= wanted["some_gates"]

    def far(self, s: State, me: int) -> int:
        return short_of(s, me, "some_power", "some_gates")


class FourGates(SpellbookSlot):
    """Control four gates or have 15 Power."""

    rule, faction, bit = "CW-CC-014", SLUG, 3

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        wanted = s.config.amounts
        return s.power[me] >= wanted["more_power"] or s.count_gates(me) >= wanted["more_gates"]

    def far(self, s: State, me: int) -> int:
        return short_of(s, me, "more_power", "more_gates")


class CaptureCultist(SpellbookSlot):
    """Capture an enemy Cultist."""

    rule, faction, bit, watches = "CW-CC-015", SLUG, 4, Watches.CAPTURED

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return True


class NyarlathotepAwake(AwakeningSlot):
    """Awaken Nyarlathotep."""

    rule, faction, bit, kind = "CW-CC-016", SLUG, 5, NYARLATHOTEP
