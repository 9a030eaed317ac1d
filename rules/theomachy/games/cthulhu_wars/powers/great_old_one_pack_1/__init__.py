"""Great Old One Pack 1: Mother Hydra, Chaugnar Faugn, Yig, Abhoth and Cthugha."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose, yes
from .....engine.runtime.layers import Changes, Total, add, fold, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import Source, report
from ...rules.act import COMMON, Act, toll
from ...rules.common import (
    acolyte_in_pool,
    arrive,
    control_changed,
    gain_doom,
    gain_power,
    gain_signs,
    may_act,
    price_now,
    price_of,
    says,
    title,
)
from ...rules.config import ELDER_GOD, Config
from ...rules.domains import DOOMED, KILL, KIND, PAIN, POOL, kills_on, kind_of, pains_on
from ...rules.fight import Resolution
from ...rules.leaving import eliminate
from ...rules.state import State, bits
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import CostOf, GainOf, Ignores, Limit, Watches, WhoDecides
from ..ancients import TOKEN as CATHEDRAL
from ..independents import (
    GATE_OF_YOURS,
    Awakening,
    ForItsSpellbook,
    has_all_cathedrals,
    is_in_battle,
    kind_on_card,
    not_earned,
    terms,
    to_be_had,
)
from ..independents.driven import drive_out, land_beside, leaving

HYDRA, CHAUGNAR, YIG, ABHOTH, CTHUGHA = "mother_hydra", "chaugnar_faugn", "yig", "abhoth", "cthugha"
FILTH = "filth"
ASLEEP = "Hibernate", "Hibernate (independent)"  # powers by which a faction hibernates
SPARED, STORMED = "Fire Vampires: spared", "Firestorm: signs"  # how often, in a battle


# -- Mother Hydra -----------------------------------------------------------------------------------------------------
class AwakenMotherHydra(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-009", f"box.{HYDRA}", "awaken mother hydra", "Awaken Mother Hydra in {}"
    requirements = terms(HYDRA)


class MotherHydra(Power):
    """She rolls 6 dice, less one for each enemy unit in her area, and at least one."""

    rule, on = "CW-IGO-009", f"card.{HYDRA}"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        if kind != kind_on_card(s, me, self):
            return None
        enemies = sum(s.crowd(f, fight.b.area) for f in s.config.foes[me])
        return add(max(s.config.amounts["hydra_most"] - enemies, 1))


class TheAgonySting(Act, Power):
    """Action, 1 Power: all enemy Cultists of one ocean go to land beside it, where their owners like; you say whose go
    first.
    """

    rule, on, verb, shape, category = "CW-IGO-009", f"card.{HYDRA}", "agony sting", ("area",), COMMON
    special = HYDRA
    phrase = "Drive the Cultists from {} to the land"
    requirements = (
        Requirement("CW-IGO-009", "{0} is an ocean", lambda s, me, area: bool(s.config.map.wet >> area & 1)),
        Requirement(
            "CW-IGO-009",
            "An enemy Cultist is in {0}, and land beside it",
            lambda s, me, area: any(leaving(s, me, f, area, land_beside) for f in s.config.foes[me]),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        order = [f for f in s.order(me) if f != me]
        await drive_out(s, me, area, order, land_beside, self)


class NobodyInTheOceans(SpellbookSlot):
    """You have no Great Old One in an ocean, or no enemy has one there."""

    rule, on, watches = "CW-IGO-009", f"card.{HYDRA}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        def none(f: int) -> bool:
            return not any(s.has(f, s.config.goos[f], a) for a in bits(s.config.map.wet))

        theirs = all(none(f) for f in s.config.foes[me])
        return theirs or (not s.config.rulings.hydra_looks_at_enemies and none(me))


class TheZygote(Act, Power):
    """Action, 1 Power: all Acolytes of your pool come to areas with units of yours."""

    rule, on, verb, category = "CW-IGO-009", f"book.{HYDRA}", "zygote", COMMON
    phrase = "The Zygote: all Acolytes of the pool come"
    requirements = (
        Requirement("CW-IGO-009", "An Acolyte is in your pool", lambda s, me: s.has(me, s.config.acolytes[me], POOL)),
        Requirement(
            "CW-REC-002",
            "A unit of yours is on the map, where the first may come",
            lambda s, me: s.here(me, s.begins) if s.begins >= 0 else bool(s.on[me]),
        ),
        Requirement(
            "CW-ACT-002",
            "The first may come to an area that you can pay for",
            lambda s, me: not s.on[me] or bool(TheZygote._open(s, me, ZYGOTE.price(s, me))),
        ),
    )

    @staticmethod
    def _open(s: State, me: int, price: int = 0) -> list[int]:
        """Areas that can be paid for; the first, where the action must begin in one area."""
        areas = (s.begins,) if s.begins >= 0 and not s.tolled >> s.begins & 1 else s.areas(me)
        open_ = [a for a in areas if may_act(s, me, ZYGOTE.verb, a)] if s.key.bars_by_ends else areas
        return [a for a in open_ if price + toll(s, me, ZYGOTE, a) <= s.power[me]]

    async def do(self, s: State, me: int) -> None:
        while s.has(me, s.config.acolytes[me], POOL):
            open_ = self._open(s, me)
            area = await choose(me, "area", open_, self, "where an Acolyte comes", prompt="Where does an Acolyte come?")
            if more := toll(s, me, self, area):
                gain_power(s, me, -more, self.rule)
            s.tolled |= 1 << area
            s.ended |= s.key.bars_by_ends << area
            await arrive(s, me, acolyte_in_pool(s, me), area, "placed", self.rule)
        s.tolled = 0


ZYGOTE: Act = TheZygote()


# -- Chaugnar Faugn ---------------------------------------------------------------------------------------------------
class AwakenChaugnarFaugn(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-010", f"box.{CHAUGNAR}", "awaken chaugnar faugn", "Awaken Chaugnar Faugn in {}"
    requirements = terms(CHAUGNAR)


class MiriNigri(Power):
    """3 dice more in a battle in an area with a gate that you control, however many gates are there."""

    rule, on = "CW-IGO-010", f"card.{CHAUGNAR}"
    special = CHAUGNAR

    def strength(self, fight: Resolution, me: int, seat: int, foe: int, n: int) -> Changes:
        s, here = fight.s, 1 << fight.b.area
        return add(s.config.amounts["miri_nigri"]) if seat == me and s.gate_mask(me, here) else None


class DiscardElderSigns(ForItsSpellbook, Power):
    """As your action discard 2 Elder Signs, without their Doom."""

    rule, on, verb, phrase = "CW-IGO-010", f"card.{CHAUGNAR}", "discard signs", "Discard 2 Elder Signs"
    requirements = (
        not_earned(CHAUGNAR, "CW-IGO-010"),
        Requirement(
            "CW-IGO-010",
            "You have 2 Elder Signs",
            lambda s, me: len(s.signs[me]) >= s.config.amounts["chaugnar_signs"],
        ),
    )

    async def do(self, s: State, me: int, *args: Any) -> None:
        for _ in range(s.config.amounts["chaugnar_signs"]):
            values = sorted(set(s.signs[me]))
            v = await choose(me, "choice", values, self, "sign discarded", argument="sign",
                             prompt="Which Elder Sign is discarded?")  # fmt: skip
            left = list(s.signs[me])
            left.remove(v)
            s.signs[me] = tuple(left)
            says(s, self, me, "discards an Elder Sign worth {}", v, touched=(f"seat:{me}",))
        await super().do(s, me)


class TwoSignsGone(SpellbookSlot):
    """As your action you have discarded 2 Elder Signs."""

    rule, on, watches = "CW-IGO-010", f"card.{CHAUGNAR}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == DiscardElderSigns.verb)


class CurseOfChaugnarFaugn(Power):
    """Free Elder Signs lie face up: you choose which one anybody gets."""

    rule, on, about = "CW-IGO-010", f"book.{CHAUGNAR}", (WhoDecides.SIGN,)
    printed = "Curse of Chaugnar Faugn"

    def who_decides(self, fight: Any, me: int, foe: int, what: WhoDecides) -> bool:
        return what is WhoDecides.SIGN


# -- Yig --------------------------------------------------------------------------------------------------------------
class AwakenYig(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-011", f"box.{YIG}", "awaken yig", "Awaken Yig in {}"
    requirements = terms(YIG)


class Snakebite(Power):
    """When a Cultist of yours has a kill in a battle the enemy takes one more, once a battle."""

    rule, on, forced = "CW-IGO-011", f"card.{YIG}", True
    special = YIG

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
        if not fight.fights(me) or (me, self.name) in fight.b.used:
            return False
        return any(fight.killed(me, c) for c in fight.units(me, fight.s.config.devoted[me]))

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        n, foe = fight.s.config.amounts["snakebite"], fight.foe(me)
        fight.note(me, self)
        fight.owe(foe, KILL, n, self.name)
        report(fight.s, self.rule, "{} is to take a kill more", title(fight.s, foe), who=me)


class GiveUpAGate(ForItsSpellbook, Power):
    """As your action take a gate that you control off the map."""

    rule, on, verb, shape = "CW-IGO-011", f"card.{YIG}", "give up a gate for yig", ("held gate",)
    phrase = "Take the gate in {} off the map for Yig"
    requirements = (
        not_earned(YIG, "CW-IGO-011"),
        GATE_OF_YOURS._replace(rule="CW-IGO-011", implied_by=("held gate",)),
        Requirement(
            "CW-IGO-011",
            "The gate in {0} may be taken away",
            lambda s, me, area: not s.is_fixed(area),
            implied_by=("held gate",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.close_gate(area)
        says(s, self, me, "takes the gate in {} away", s.config.map.names[area], touched=(f"place:{area}:gate",))
        await control_changed(s, area, me)
        await super().do(s, me)


class AGateIsGone(SpellbookSlot):
    """As your action you have taken a gate of yours off the map."""

    rule, on, watches = "CW-IGO-011", f"card.{YIG}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == GiveUpAGate.verb)


class MessengerOfYig(Power):
    """In your slot of the Doom phase each other player gives you 1 Power, or you gain 1 Doom for him."""

    rule, on, printed = "CW-IGO-011", f"book.{YIG}", "Messenger of Yig"

    def may_in_phase(self, s: State, me: int) -> bool:
        return True

    async def in_phase(self, s: State, me: int) -> None:
        n = s.config.amounts["messenger"]
        for foe in s.order(me)[1:]:
            names = {"power": f"Give {n} Power to {title(s, me)}", "doom": f"{title(s, me)} gains {n} Doom"}
            options = ["power", "doom"] if s.power[foe] >= n else ["doom"]
            said = await choose(foe, "choice", options, self, "power or doom", names=names,
                                prompt="Messenger of Yig: what do you choose?")  # fmt: skip
            if said == "doom":
                gain_doom(s, me, n, self.rule, self.name)
                continue
            why: list[Source] = [(self.name, n, self.rule)]
            gain_power(s, foe, -n, self.rule)
            gain_power(s, me, n, self.rule, why)


# -- Abhoth -----------------------------------------------------------------------------------------------------------
class AwakenAbhoth(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-012", f"box.{ABHOTH}", "awaken abhoth", "Awaken Abhoth in {}"
    requirements = terms(ABHOTH)


def filth(s: State, seat: int) -> int:
    """Its kind on a faction card."""
    return s.config.kind_of[seat][FILTH]


def filthy(s: State) -> int:
    """Areas with Filth, whoever put it there, a bit each."""
    return sum(1 << a for a in {a for f in s.config.seats for a in s.where(f, filth(s, f))})


class AllFilthIsYours(Power):
    """The Filth on the map is yours, whoever put it there."""

    rule, on, forced, aside = "CW-OW-037", f"card.{ABHOTH}", True, True

    def _of_others(self, s: State, me: int) -> list[tuple[int, int, int]]:
        return [(f, filth(s, f), a) for f in s.config.foes[me] for a in s.where(f, filth(s, f))]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._of_others(s, me))

    async def any_time(self, s: State, me: int) -> None:
        there = [row for row in self._of_others(s, me) for _ in range(s.n(*row))]
        for foe, kind, area in there:
            s.move(foe, kind, area, POOL)
        s.bring_out(s.config.card(ABHOTH), me)
        for _, _, area in there:
            s.move(me, filth(s, me), POOL, area)
        says(s, self, me, "has the Filth of the map", figure=str(len(there)))


class FilthOfNobody(Power):
    """Without Abhoth the Filth on the map is nobody's: what is dealt out among factions does not touch it."""

    rule, on, about, aside = "CW-OW-037", f"box.{ABHOTH}", (Ignores.RESULTS,), True

    def ignores(self, s: State, me: int, owner: int, kind: int, area: int, what: Ignores, by: int) -> bool:
        return owner == me and what is Ignores.RESULTS and kind == filth(s, me) and s.cards[s.config.card(ABHOTH)] < 0


class Abhoth(Power):
    """It rolls a die for each Filth in play."""

    rule, on = "CW-IGO-012", f"card.{ABHOTH}"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        if kind != kind_on_card(s, me, self):
            return None
        return add(sum(s.total(f, filth(s, f)) for f in s.config.seats))


class Filth(Act, Power):
    """Action, 1 Power: a Filth comes to any area. It is a Monster without Combat that neither moves nor acts; what lets
    you summon several in one action lets you put several.
    """

    rule, on, verb, shape, category = "CW-IGO-012", f"card.{ABHOTH}", FILTH, ("area",), COMMON
    special = ABHOTH
    phrase = "Put a Filth into {}"
    requirements = (
        Requirement(
            "CW-IGO-031",
            "A Filth is left",
            lambda s, me: s.n(me, filth(s, me), POOL) > 0,
            fact=lambda s, me: f"{s.n(me, filth(s, me), POOL)} of {s.config.limit[me][filth(s, me)]}",
        ),
        Requirement("CW-IGO-012", "{0} is on the map", lambda s, me, area: not s.config.map.islands >> area & 1),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        kind, price, done = filth(s, me), self.price(s, me), 1
        await arrive(s, me, kind, area, "placed", self.rule)
        most = fold(1, s.mine(me, "limit"), s, me, Limit.SUMMONS, kind).value
        land = [a for a in s.standing() if not s.config.map.islands >> a & 1]
        while done < most and s.n(me, kind, POOL):
            s.tolled |= 1 << area
            open_ = [a for a in land if price + toll(s, me, self, a) <= s.power[me]]
            to: Any = "done"
            if open_:
                to = await choose(
                    me, "area", ["done", *open_], self, "another Filth", prompt="Where does another come?"
                )
            if to == "done":
                break
            gain_power(s, me, -price - toll(s, me, self, to), self.rule)
            await arrive(s, me, kind, to, "placed", self.rule)
            area, done = to, done + 1
        s.tolled = 0


class ManyMonsters(SpellbookSlot):
    """You have Monsters of 4 kinds in play, or 8 Monsters; Filth counts."""

    rule, on, watches = "CW-IGO-012", f"card.{ABHOTH}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        have = [n for k in s.config.monsters[me] if (n := s.total(me, k))]
        return len(have) >= s.config.amounts["abhoth_kinds"] or sum(have) >= s.config.amounts["abhoth_monsters"]


class TheBroodOfAbhoth(Power):
    """In a Doom phase gates in areas with Filth bring the others nothing."""

    rule, on, about = "CW-IGO-012", f"book.{ABHOTH}", (GainOf.GATE_DOOM, GainOf.RITUAL_DOOM)
    printed = "The Brood of Abhoth"

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        if seat == me or what not in self.about:
            return None
        n = sum(s.count_gates_in(a, seat) for a in bits(filthy(s)))
        return add(-n) if n else None


# -- Cthugha ----------------------------------------------------------------------------------------------------------
class AwakenCthugha(Awakening, Power):
    """In place of a Great Old One of yours at a gate that you control; 6 Power less what that one costs. What is below
    0 is gained.
    """

    rule, on, verb, phrase = "CW-IGO-013", f"box.{CTHUGHA}", "awaken cthugha", "Awaken Cthugha in {} for: {}"
    shape = ("my gate", "great old one")
    requirements = (
        to_be_had(CTHUGHA),
        GATE_OF_YOURS,
        Requirement(
            "CW-IGO-013",
            "{1} is in {0}",
            lambda s, me, area, fid: kind_of(fid) in s.config.goos[me] and s.n(me, kind_of(fid), area) > 0,
            implied_by=("great old one",),
        ),
    )

    def _cost(self, s: State, me: int, fid: int) -> int:
        return s.config.cost[me][kind_on_card(s, me, self)] - price_now(s, me, kind_of(fid))

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        n = max(self._cost(s, me, fid), 0)
        return price_of(s, me, CostOf.AWAKEN, kind_on_card(s, me, self), n, area)

    async def steps(self, s: State, me: int, area: int, *more: Any) -> None:
        n, kind = -self._cost(s, me, more[0]), kind_of(more[0])
        if n > 0:
            why: list[Source] = [(s.config.name[me][kind], n, self.rule)]
            gain_power(s, me, n, self.rule, why)
        await eliminate(s, me, kind, area, me, self.rule, replaced=True, note="replaced")


class AwakenCthughaAlone(Awakening, Power):
    """With all your Cathedrals on the map, in place of nobody: for 6 Power."""

    rule, on, verb, phrase = "CW-AN-020", f"box.{CTHUGHA}", "awaken cthugha alone", "Awaken Cthugha alone in {}"
    requirements = (
        to_be_had(CTHUGHA),
        GATE_OF_YOURS,
        Requirement("CW-AN-020", "All your Cathedrals are on the map", has_all_cathedrals),
    )

    def in_use(self, config: Config) -> bool:
        return config.token(CATHEDRAL) >= 0


class Cthugha(Power):
    """He rolls as many dice as one enemy Great Old One of the battle, the best; none against an Elder God."""

    rule, on = "CW-IGO-013", f"card.{CTHUGHA}"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != kind_on_card(fight.s, me, self):
            return None
        config, best = fight.s.config, 0
        for k in config.goos[foe]:
            if not fight.count(foe, k):
                continue
            if config.rank[foe][k] == ELDER_GOD:
                return set_to(0)
            printed = Total(config.combat[foe][k], ())
            best = max(best, fold(printed, fight.hooks(foe), fight, foe, me, k, 1).value)
        return add(best)


def faces_an_elder_god(fight: Resolution, foe: int) -> bool:
    """Is an Elder God on the other side?"""
    config = fight.s.config
    return any(config.rank[foe][k] == ELDER_GOD and fight.count(foe, k) for k in config.goos[foe])


class CthughasWorth(Power):
    """For powers that look at prices Cthugha costs 6 Power; nothing, if a ruling looks at what is paid for him."""

    rule, on, about, aside = "CW-IGO-013", f"card.{CTHUGHA}", (CostOf.UNIT,), True

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        mine = seat == me and what is CostOf.UNIT and kind == kind_on_card(s, me, self)
        return set_to(0) if mine and s.config.rulings.cthugha_is_worth_nothing else None


class FireVampires(Power):
    """After the kills of his battle: any killed enemy units are spared, pained instead, for 1 Power each. Not against
    whoever has no Power, or hibernates.
    """

    rule, on, asks_itself = "CW-IGO-013", f"card.{CTHUGHA}", True
    special = CTHUGHA

    def _killed(self, fight: Resolution, foe: int) -> list[int]:
        return [c for c in fight.units(foe) if c < DOOMED and fight.killed(foe, c)]

    def _spares(self, s: State, foe: int) -> bool:
        barred = not s.power_of(foe) or any(s.is_spent(foe, word) for word in ASLEEP)
        return not barred or not s.config.rulings.the_exhausted_are_not_spared

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
        if not is_in_battle(fight, me, self):
            return False
        foe = fight.foe(me)
        if fight.s.config.rulings.elder_gods_bar_fire_vampires and faces_an_elder_god(fight, foe):
            return False
        return self._spares(fight.s, foe) and bool(self._killed(fight, foe))

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        s, foe = fight.s, fight.foe(me)
        await self._eternal_first(fight, foe, given)
        while codes := self._killed(fight, foe):
            options: list[Any] = ["done", *fight.options(foe, codes)]
            unit = await choose(me, "unit", options, self, "spared", argument="any fighter",
                                prompt="Fire Vampires: who is spared?")  # fmt: skip
            if unit == "done":
                return
            code = unit[2]
            now = code - KILL * kills_on(code) + (0 if pains_on(code) else PAIN)
            fight.change(foe, code, now)
            fight.b.given += ((fight.side(foe), now, KILL, PAIN),)
            fight.note(me, self)
            why: list[Source] = [(self.name, s.config.amounts["fire_vampires"], self.rule)]
            report(s, self.rule, "{} is spared and pained", s.config.name[foe][code & KIND], who=me)
            gain_power(s, me, s.config.amounts["fire_vampires"], self.rule, why)
            fight.b.used += ((me, SPARED),)

    async def _eternal_first(self, fight: Resolution, foe: int, given: int) -> None:
        """What cancels results comes before what makes others of them (CW-WW-030)."""
        for _, power, use in fight.s.mine(foe, "post_battle"):
            if power.name == "Eternal" and power.may_post_battle(fight, foe, given) is True:  # type: ignore[attr-defined]
                if await yes(foe, power, "use Eternal", prompt=f"{power.name}: {power.text}"):
                    await use(fight, foe, given)


class EnemyGreatOldOneSlain(SpellbookSlot):
    """You have killed an enemy Great Old One in a battle."""

    rule, on, watches = "CW-IGO-013", f"card.{CTHUGHA}", Watches.BATTLE

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing.slew_goo(thing.foe(me)))


class Firestorm(Power):
    """Fire Vampires bring 1 Elder Sign, too, for each unit that is spared."""

    rule, on = "CW-IGO-013", f"book.{CTHUGHA}"
    special = CTHUGHA

    def _due(self, fight: Resolution, me: int) -> int:
        return fight.b.used.count((me, SPARED)) - fight.b.used.count((me, STORMED))

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> Any:
        return MUST if self._due(fight, me) > 0 else False

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        n = self._due(fight, me)
        fight.b.used += ((me, STORMED),) * n
        await gain_signs(fight.s, me, n * fight.s.config.amounts["firestorm"], self.rule)
