"""Sleeper."""

from __future__ import annotations

from typing import ClassVar

from .....engine.runtime.ability import MUST, No
from .....engine.runtime.decision import Answer, choose
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import report
from .....engine.wording import whose
from ...rules.act import HAS_POWER, MAIN_OPEN, YOUR_TURN, Act, SlotAct, slot_open, speaks
from ...rules.awakening import GreatOldOne, asleep
from ...rules.capture import guard, prey
from ...rules.common import (
    acts,
    arrive,
    gain_doom,
    gain_power,
    gain_signs,
    keepers,
    pick,
    piece,
    says,
    step_off,
    tell,
    title,
    units_in,
)
from ...rules.domains import CARD, DOOM, HELD, KEEPER, KILL, NO_GATE, PAIN, POOL, UNKEPT, figure, kind_of
from ...rules.fight import Hit, Resolution, Scored
from ...rules.leaving import eliminate
from ...rules.menu import in_hand
from ...rules.state import State
from ...rules.timings import VOCABULARY, AwakeningSlot, Power, SpellbookSlot
from ...rules.topics import CountsAs, GainOf, Watches
from ...rules.within import act_within

SLUG = "sleeper"
ACOLYTE, WIZARD, SERPENT_MAN, FORMLESS_SPAWN, TSATHOGGUA = range(5)


def cheapest_monsters(s: State, me: int) -> list[int]:
    """The kinds of Monsters in the pool that cost least."""
    there = [k for k in s.config.monsters[me] if s.n(me, k, POOL)]
    least = min((s.config.cost[me][k] for k in there), default=0)
    return [k for k in there if s.config.cost[me][k] == least]


class FromBelow:
    """Doom phase: a Monster of your pool, one that costs least, comes to any area with a unit of yours."""

    rule: ClassVar[str]

    def may_in_phase(self, s: State, me: int) -> bool:
        return bool(s.on[me] and cheapest_monsters(s, me))

    async def in_phase(self, s: State, me: int) -> None:
        kinds = [figure(me, k) for k in cheapest_monsters(s, me)]
        fid = await choose(
            me, "choice", kinds, self, "who comes from below", argument="figure", prompt="Which Monster comes?"
        )
        area = await choose(me, "area", s.areas(me), self, "comes from below", prompt="Where does it come?")
        await arrive(s, me, kind_of(fid), area, "placed", self.rule)


class DeathFromBelow(FromBelow, Power):
    """Doom phase: a Monster of your pool, one that costs least, comes to any area with a unit of yours."""

    rule, faction, unique, printed = "CW-SL-003", SLUG, True, "Death from Below"


class FormlessSpawn(Power):
    """Each Formless Spawn rolls a die for every Formless Spawn in play, and one for Tsathoggua."""

    rule, faction = "CW-SL-007", SLUG

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != FORMLESS_SPAWN:
            return None
        return add(n * (fight.s.total(me, FORMLESS_SPAWN) + fight.s.total(me, TSATHOGGUA)))


class AwakenTsathoggua(GreatOldOne, Power):
    """In an area with a Formless Spawn of yours, for 8 Power. His Combat is the Power that the enemy has, and never
    less than 2.
    """

    rule, faction, verb, kind, shape = "CW-SL-009", SLUG, "awaken tsathoggua", TSATHOGGUA, ("my area",)
    by_enemy_power = True
    phrase = "Awaken Tsathoggua in {}"
    requirements = (
        asleep(TSATHOGGUA),
        Requirement("CW-SL-009", "A Formless Spawn is on the map", lambda s, me: bool(s.where(me, FORMLESS_SPAWN))),
        Requirement("CW-SL-009", "A Formless Spawn is in {0}", lambda s, me, area: s.n(me, FORMLESS_SPAWN, area) > 0),
    )

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != TSATHOGGUA:
            return None
        return add(max(fight.s.power_of(foe), fight.s.config.amounts["tsathoggua"]))


TSATHOGGUA_IN_PLAY = "Tsathoggua is in play"


def not_alone(s: State, me: int) -> bool:
    """Has somebody else turns still?"""
    return any(acts(s, foe) for foe in s.config.foes[me])


def drowses(s: State, me: int) -> bool:
    """Has it turns for Lethargy alone, without Power (ruling `lethargy_at_zero`)?"""
    open_ = s.config.rulings.lethargy_without_power and not s.power[me]
    return open_ and s.total(me, TSATHOGGUA) > 0 and not_alone(s, me)


class Lethargy(Act, Power):
    """Action, 0 Power, with Tsathoggua in play and somebody else who has turns: do nothing."""

    rule, faction, verb, phrase = "CW-SL-010", SLUG, "lethargy", "Lethargy"
    special = "tsathoggua"
    when = (
        YOUR_TURN,
        MAIN_OPEN,
        HAS_POWER._replace(test=lambda s, me: HAS_POWER.test(s, me) or drowses(s, me)),
        speaks("Lethargy"),
    )
    requirements = (
        Requirement("CW-SL-010", TSATHOGGUA_IN_PLAY, lambda s, me: s.total(me, TSATHOGGUA) > 0),
        Requirement("CW-SL-011", "Somebody else has turns still", not_alone),
    )

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        return True if not s.power[me] and seat == me and verb in ("", self.verb) and drowses(s, me) else None

    def ends(self, s: State, me: int, *args: Answer) -> int:
        home = s.home(me, TSATHOGGUA)
        return home if home < POOL else -1

    async def do(self, s: State, me: int) -> None:
        report(s, self.rule, "{} does nothing", title(s, me), who=me)


# -- spellbooks -------------------------------------------------------------------------------------------------------
def unique_of(s: State, foe: int) -> list[str]:
    """The names of what makes up the unique ability of a faction."""
    found: list[str] | None = s.config.memory.get(("unique", foe))
    if found is None:  # asked for every enemy by each menu
        powers = (power for power in VOCABULARY.abilities if isinstance(power, Power))
        found = [power.name for power in powers if power.unique and power.faction == s.config.slugs[foe]]
        VOCABULARY.remember(s.config, ("unique", foe), found)
    return found


def copied(s: State, me: int) -> list[int]:
    """The enemies whose unique ability this seat has."""
    mine = {name for seat, name in s.lent if seat == me}
    return [foe for foe in s.config.foes[me] if mine.intersection(unique_of(s, foe))]


class AncientSorcery(Act, Power):
    """Action, 1 Power: a Serpent Man goes from the map onto an enemy's card, whose unique ability you have as well
    until he comes back: in your part of the Doom phase or at its very end, to any area, and 1 Power with him.
    """

    rule, faction, bit, verb, shape = "CW-SL-018", SLUG, 0, "ancient sorcery", ("my area", "foe")
    phrase = "Ancient Sorcery from {} on {}"
    requirements = (
        Requirement("CW-SL-018", "A Serpent Man is in {0}", lambda s, me, area: s.n(me, SERPENT_MAN, area) > 0),
        Requirement(
            "CW-SL-018",
            "You do not have the unique ability of {1} yet",
            lambda s, me, area, foe: foe not in copied(s, me),
        ),
    )

    def ends(self, s: State, me: int, *args: Answer) -> int:
        return -1  # he leaves the map

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        s.move(me, SERPENT_MAN, area, CARD)
        for name in unique_of(s, foe):
            s.lend(me, name)
            says(s, self.rule, me, "has {} as well", name, touched=(piece(s, me, CARD, SERPENT_MAN),))


class SerpentMenReturn(Power):
    """The Serpent Men of Ancient Sorcery come back in your part of the Doom phase, or at its very end: each to any
    area, with 1 Power, and what it has copied is yours no more.
    """

    rule, faction, printed = "CW-SL-018", SLUG, "Serpent Men return"

    def may_in_phase(self, s: State, me: int) -> bool:
        return s.n(me, SERPENT_MAN, CARD) > 0

    async def in_phase(self, s: State, me: int) -> None:
        while s.n(me, SERPENT_MAN, CARD):
            await self._come(s, me)
            if not s.n(me, SERPENT_MAN, CARD):
                return
            word = await choose(
                me, "choice", ("one more", "done"), self, "another returns", prompt="Does another Serpent Man return?",
                names={"one more": "Another one returns", "done": "The others wait"},
            )  # fmt: skip
            if word == "done":
                return

    def may_phase_end(self, s: State, me: int, phase: int) -> bool | No:
        return MUST if s.n(me, SERPENT_MAN, CARD) and phase == DOOM else False

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        while s.n(me, SERPENT_MAN, CARD):
            await self._come(s, me)

    async def _come(self, s: State, me: int) -> None:
        """One of them comes back, perhaps one with whom nothing was copied, as from the card of Bubastis."""
        names, foes = s.config.map.names, copied(s, me)
        if foes:
            empty = ["none"] if s.n(me, SERPENT_MAN, CARD) > len(foes) else []
            foe = await choose(
                me, "player", [*foes, *empty], self, "whose ability", argument="foe",
                prompt="From whose card does one return?", names={"none": "A card without an ability"},
            )  # fmt: skip
            for name in unique_of(s, foe) if foe != "none" else ():
                s.unlend(me, name)
                says(s, self.rule, me, "has {} no more", name, touched=(f"seat:{me}",))
        area = await choose(me, "area", s.standing(), self, "returns to", prompt="Where does the Serpent Man return?")
        s.move(me, SERPENT_MAN, CARD, area)
        says(s, self.rule, me, "has a Serpent Man back in {}", names[area], touched=(piece(s, me, area, SERPENT_MAN),))
        gain_power(s, me, s.config.amounts["ancient_sorcery"], self.rule)


class Burrow(Power):
    """A Move for which you have paid 2 Power or more gives 1 Power back."""

    rule, faction, bit, forced = "CW-SL-019", SLUG, 1, True

    def may_on_pay(self, s: State, me: int, seat: int, n: int, verb: str) -> bool:
        return seat == me and verb == "move" and n >= s.config.amounts["burrow_from"]

    async def on_pay(self, s: State, me: int, seat: int, n: int, verb: str) -> None:
        gain_power(s, me, s.config.amounts["burrow"], self.rule)


def monsters_to_capture(s: State, me: int, area: int, foe: int) -> bool:
    """Has an enemy a Monster there that may be captured, whoever guards it?"""
    return s.has(foe, prey(s, me, area, foe, s.config.monsters[foe]), area)


class CaptureMonster(Act, Power):
    """Action, 1 Power: Tsathoggua captures a Monster of an enemy in his area, where that enemy has no Great Old One;
    its owner says which. In Gather Power it is given up for 1 Power.
    """

    rule, faction, bit, verb, shape = "CW-SL-020", SLUG, 2, "capture monster", ("field", "side there")
    phrase, speaks_of = "Capture a Monster in {} from {}", "Tsathoggua"
    requirements = (
        Requirement(
            "CW-SL-020",
            "Tsathoggua is in {0}",
            lambda s, me, area: s.has(me, s.alike(me, TSATHOGGUA, CaptureMonster), area),
        ),
        Requirement("CW-SL-020", "{1} has a Monster in {0}", monsters_to_capture),
        Requirement(
            "CW-SL-020",
            "{1} has no Great Old One in {0}",
            lambda s, me, area, foe: guard(s, me, area) > guard(s, foe, area),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        kinds = prey(s, me, area, foe, s.config.monsters[foe])
        decides = foe if foe in s.config.seats else me
        unit = await pick(s, decides, units_in(s, foe, area, kinds), self, "Monster captured")
        await eliminate(s, foe, unit[2], area, me, self.rule, to=HELD + me)

    about = (GainOf.CAPTIVE,)

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        if seat != me or what is not GainOf.CAPTIVE or not s.config.rulings.monsters_bring_their_cost:
            return None
        return set_to(s.config.cost[owner][kind]) if kind in s.config.monsters[owner] else None


def sleepers(s: State, me: int) -> list[int]:
    """The kinds of units on the card that keep a gate there."""
    return [k for k in keepers(s, me) if s.n(me, k, CARD)]


def gates_asleep(s: State, me: int) -> int:
    """Gates that the player has on its card: held, or abandoned there."""
    there = dict(s.stowed)
    return there.get(me, 0) + there.get(-1, 0)


def can_leave(s: State, me: int, area: int) -> bool:
    """Is the keeper of the gate here, if there is one, of a kind that moves?"""
    kind, movers = s.warden[area], s.config.movers[me]
    return kind == UNKEPT or movers is None or kind in movers


class CursedSlumber(Act, Power):
    """Action, 1 Power: a gate of yours and the unit that holds it go onto your card, where no enemy touches them. They
    give Power and Doom as before. One gate at a time.
    """

    rule, faction, bit, verb, shape = "CW-SL-021", SLUG, 3, "cursed slumber", ("held gate",)
    phrase = "Cursed Slumber takes the gate in {}"
    requirements = (
        Requirement("CW-SL-021", "You control the gate in {0}", lambda s, me, area: s.holder(area) == me),
        Requirement("CW-SL-021", "The gate in {0} may be taken", lambda s, me, area: not s.is_fixed(area)),
        Requirement("CW-SL-021", "Who holds the gate in {0} can move", lambda s, me, area: can_leave(s, me, area)),
        Requirement("CW-SL-021", "No gate is on your card", lambda s, me: not gates_asleep(s, me)),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        kind = s.warden[area]
        if kind != UNKEPT:
            s.move(me, kind | KEEPER, area, CARD)
        s.stow(me, area)
        says(
            s, self.rule, me, "takes the gate of {} onto its card", s.config.map.names[area],
            touched=(f"place:{area}:gate",),
        )  # fmt: skip


class WakeTheGate(Act, Power):
    """Action, 1 Power: the gate of Cursed Slumber comes back with the unit that holds it, to any area without a gate on
    the ground.
    """

    rule, faction, verb, shape = "CW-SL-021", SLUG, "wake gate", ("area",)
    printed, phrase = "Wake the gate", "The sleeping gate comes to {}"
    requirements = (
        Requirement("CW-SL-021", "A gate is on your card", gates_asleep),
        Requirement("CW-SL-021", "No gate is in {0}", lambda s, me, area: s.gate[area] == NO_GATE),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        names = s.config.map.names
        if dict(s.stowed).get(me):
            s.unstow(me, area)
            for kind in sleepers(s, me)[:1]:
                s.move(me, kind, CARD, area)
                s.hold(me, kind, area)
        else:
            s.unstow(-1, area)
        says(s, self.rule, me, "brings its gate to {}", names[area], touched=(f"place:{area}:gate",))
        await step_off(s, area, self.rule)


class SleepingGate(Power):
    """Who holds the gate of Cursed Slumber may be given up by its owner alone, and leaves it abandoned, for the good
    of all.
    """

    rule, faction, about, printed = "CW-SL-036", SLUG, (CountsAs.PRESENT,), "The sleeping gate"

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        return role is CountsAs.PRESENT and kind in s.config.keeping[me]

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool | No:
        return MUST if owner == me and dict(s.stowed).get(me) and not sleepers(s, me) else False

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        s.forsake(me)
        report(s, self.rule, "The gate on {} card is abandoned", whose(title(s, me)), who=me)


class DemandSacrifice(Power):
    """Before a battle of yours, with Tsathoggua in play: the enemy lets you gain an Elder Sign, or all its Kills count
    as Pains.
    """

    rule, faction, bit, priority, speaks_of = "CW-SL-022", SLUG, 4, 9, "Tsathoggua"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        if foe in fight.s.config.wild:
            return No("nobody is there who could choose")
        return fight.s.totals(me, fight.s.alike(me, TSATHOGGUA, self)) > 0 or No("Tsathoggua is not in play")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s = fight.s
        paid = s.config.rulings.the_enemy_pays_doom
        names = {
            "sign": f"{title(s, me)} gains 1 Doom of yours" if paid else f"{title(s, me)} gains an Elder Sign",
            "pains": "All your Kills count as Pains",
        }
        options = ("sign", "pains") if not paid or s.doom[foe] else ("pains",)
        fight.note(me, self)
        answer = await choose(
            foe, "choice", options, self, "demand sacrifice", names=names, prompt="Demand Sacrifice: what do you give?"
        )
        if answer == "pains":
            fight.note(foe, self)  # so it is remembered
            says(s, self.rule, foe, "has its Kills count as Pains")
        elif paid:
            s.doom[foe] -= 1
            gain_doom(s, me, 1, self.rule, f"given by {title(s, foe)}")
        else:
            await gain_signs(s, me, 1, self.rule)

    def _chosen(self, fight: Resolution, foe: int) -> bool:
        """Has the enemy chosen that its Kills of this battle are Pains?"""
        return (foe, self.name) in fight.b.used

    def may_would_score(self, s: State, me: int, event: Scored) -> bool | No:
        return MUST if event.foe == me and self._chosen(event.fight, event.me) else False

    def would_score(self, s: State, me: int, event: Scored) -> Scored:
        return event._replace(rows=tuple((PAIN if what == KILL else what, n, by) for what, n, by in event.rows))

    def may_would_take_result(self, s: State, me: int, event: Hit) -> bool | No:
        return MUST if event.result == KILL and self._chosen(event.fight, event.foe) else False

    def would_take_result(self, s: State, me: int, event: Hit) -> Hit:
        return event.becomes(PAIN, me, self)


class EnergyNexus(Power):
    """A battle is declared, anybody's, where a Wizard of yours is: you may do an action first, which must begin there
    if it has to do with areas; you may control or abandon gates there as well.
    """

    rule, faction, bit, speaks_of = "CW-SL-023", SLUG, 5, "Wizard"

    def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
        waiting = len(s.outer or ())
        there = s.has(me, s.alike(me, WIZARD, self), area)
        return there and (not waiting or (waiting == 1 and not s.config.rulings.one_nexus_alone))

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        barred = seat == me == s.guest and verb == "battle" and s.config.rulings.no_battle_by_the_nexus
        return False if barred else None

    async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
        main = True  # the one action is still to come
        inner = bool(s.outer)  # two battles in a row are the most
        while True:
            open_ = [a for a in in_hand(s, me) if (main or a.unlimited) and not (inner and a.verb == "battle")]
            action = await act_within(
                s, me, open_, self, "energy nexus", area=area, prompt="Energy Nexus: what do you do before the battle?"
            )
            if action is None:
                return
            main = main and action.unlimited


# -- requirements -----------------------------------------------------------------------------------------------------
class AllGainOne(SpellbookSlot):
    """As your action spend 3 Power: each other player gains 1."""

    rule, faction, bit, watches = "CW-SL-012", SLUG, 0, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == FeedAll.verb


class OneGainsThree(SpellbookSlot):
    """As your action spend 3 Power: another player of your choice gains 3."""

    rule, faction, bit, watches = "CW-SL-013", SLUG, 1, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == FeedOne.verb


class AllLoseOne(SpellbookSlot):
    """As your action spend 3 Power: each other player loses 1."""

    rule, faction, bit, watches = "CW-SL-014", SLUG, 2, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == StarveAll.verb


class FeedAll(SlotAct, Power):
    """As your action spend 3 Power: each other player gains 1."""

    rule, faction, verb, phrase = "CW-SL-012", SLUG, "feed all", "Each other player gains 1 Power"
    requirements = (slot_open(AllGainOne),)

    def price(self, s: State, me: int) -> int:
        return s.config.amounts["sleeper_spends"]

    async def do(self, s: State, me: int) -> None:
        for foe in s.order(me)[1:]:
            gain_power(s, foe, s.config.amounts["each_gains"], self.rule)
        tell(s, Watches.ACTION, me, self.verb)


class FeedOne(SlotAct, Power):
    """As your action spend 3 Power: another player of your choice gains 3."""

    rule, faction, verb, shape, phrase = "CW-SL-013", SLUG, "feed one", ("foe",), "{} gains 3 Power"
    requirements = (slot_open(OneGainsThree),)

    def price(self, s: State, me: int) -> int:
        return s.config.amounts["sleeper_spends"]

    async def do(self, s: State, me: int, foe: int) -> None:
        gain_power(s, foe, s.config.amounts["one_gains"], self.rule)
        tell(s, Watches.ACTION, me, self.verb)


class StarveAll(SlotAct, Power):
    """As your action spend 3 Power: each other player loses 1."""

    rule, faction, verb, phrase = "CW-SL-014", SLUG, "starve all", "Each other player loses 1 Power"
    requirements = (slot_open(AllLoseOne),)

    def price(self, s: State, me: int) -> int:
        return s.config.amounts["sleeper_spends"]

    async def do(self, s: State, me: int) -> None:
        for foe in s.order(me)[1:]:
            gain_power(s, foe, -min(s.config.amounts["each_loses"], s.power[foe]), self.rule)
        tell(s, Watches.ACTION, me, self.verb)


class SixDice(SpellbookSlot):
    """Roll 6 battle dice or more in one battle."""

    rule, faction, bit, watches = "CW-SL-015", SLUG, 3, Watches.BATTLE

    def requirement_met(self, s: State, me: int, thing: Resolution) -> bool:
        at = thing.side(me)
        apart = sum(n for side, _, n, _, _ in thing.b.pools if side == at)
        return sum(n for n, _, _ in thing.b.rolled[at : at + 1]) + apart >= s.config.amounts["many_dice"]


class RitualOfAnnihilation(SpellbookSlot):
    """Perform a Ritual of Annihilation."""

    rule, faction, bit, watches, printed = "CW-SL-016", SLUG, 4, Watches.RITUAL, "Ritual of Annihilation"

    def requirement_met(self, s: State, me: int, thing: int) -> bool:
        return thing == me


class TsathogguaAwake(AwakeningSlot):
    """Awaken Tsathoggua."""

    rule, faction, bit, kind = "CW-SL-017", SLUG, 5, TSATHOGGUA
