"""Opener of the Way."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose, number, roll
from .....engine.runtime.dice import number_of_dice
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import group, report
from .....engine.wording import whose
from ...rules.act import Act, due
from ...rules.actions import RITUAL_ACT
from ...rules.awakening import GreatOldOne, asleep
from ...rules.common import Gain, arrow, carry, may_act, piece, ritual_price, step_off, title, unit_name, units_in
from ...rules.domains import KEEPER, KILL, KIND, NO_GATE, PAIN, POOL, UNKEPT, plain
from ...rules.fight import Resolution
from ...rules.leaving import eliminate, lost
from ...rules.movement import MOVE, MOVING, rested
from ...rules.results import reroll
from ...rules.state import State
from ...rules.timings import VOCABULARY, AwakeningSlot, Power, SpellbookSlot
from ...rules.topics import Adjacent, CountsAs, GainOf, Ignores, MayPlace, Watches, WouldBeEliminated
from ...rules.ways import driven, may_enter, ways

SLUG = "opener_of_the_way"
ACOLYTE, MUTANT, ABOMINATION, SPAWN, YOG_SOTHOTH = range(5)


def dear(s: State, me: int) -> list[int]:
    """Kinds of units that cost enough to take a gate along."""
    return [k for k in s.config.kinds[me] if s.config.cost[me][k] >= s.config.amounts["beyond_cost"]]


def takers(s: State, me: int, area: int, to: int) -> list[tuple[int, int, int]]:
    """Units that may take the gate of an area along to another one, with whoever keeps it."""
    units = units_in(s, me, area, dear(s, me))
    if not s.key.bar_entry:
        return units
    units = [unit for unit in units if may_enter(s, me, unit[2] & KIND, to)]
    seat, keeper = s.holder(area), s.warden[area]
    if seat < 0 or keeper == UNKEPT or may_enter(s, seat, keeper, to):
        return units
    return [unit for unit in units if seat == me and unit[2] & KIND in s.config.goos[me]]  # with one it may


def barring(s: State, me: int, area: int) -> list[int]:
    """Enemies whose Great Old One forbids to take the gate away; the ruling `beyond_one_cancel` says which."""
    owner = s.holder(area)
    only = s.config.rulings.only_the_keeper_bars
    wild = s.config.wild  # who is nobody keeps no gate, and bars by either answer
    there = [f for f in s.config.against[me] if s.has(f, s.config.goos[f], area)]
    return [f for f in there if f == owner or f in wild or not only]


class BeyondOne(Act, Power):
    """Action, 1 Power: a unit of yours that costs 3 or more goes from an area with a gate, and no enemy Great Old One,
    to any area without a gate; the gate and whoever holds it go along.
    """

    rule, faction, unique, verb, shape = "CW-OW-005", SLUG, True, "beyond one", ("my area", "area")
    printed, phrase = "The Beyond One", "The Beyond One: the gate in {} goes to {}"
    requirements = (
        Requirement(
            "CW-OW-005",
            "A gate that may be moved is in {0}",
            lambda s, me, area: s.gate[area] != NO_GATE and not s.is_fixed(area),
        ),
        Requirement(
            "CW-OW-005", "A unit of yours in {0} costs 3 or more", lambda s, me, area: s.has(me, dear(s, me), area)
        ),
        Requirement(
            "CW-OW-029",
            "No enemy Great Old One is in {0}",
            lambda s, me, area: not barring(s, me, area),
            fact=lambda s, me, area: ", ".join(title(s, f) for f in barring(s, me, area)),
        ),
        Requirement("CW-OW-005", "No gate is in {1}", lambda s, me, area, to: s.gate[to] == NO_GATE),
        Requirement(
            "CW-ABI-004",
            "No power keeps them out of {1}",
            lambda s, me, area, to: not s.key.bar_entry or bool(takers(s, me, area, to)),
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> tuple[int, ...]:
        return args[:2] or (-1,)  # it takes something from the one area and comes to the other

    async def do(self, s: State, me: int, area: int, to: int) -> None:
        unit = await choose(
            me, "unit", takers(s, me, area, to), self, "beyond one", argument="fighter",
            prompt="Which unit takes the gate along?",
        )  # fmt: skip
        s.carry_gate(area, to)
        if not unit[2] & KEEPER:
            carry(s, me, unit[2] & KIND, area, to, self.rule)
        await step_off(s, to, self.rule)
        if s.trace is not None:
            text, names = "The gate of {} is in {} now", s.config.map.names
            report(s, self.rule, text, names[area], names[to], who=me, touched=(f"place:{to}:gate",))


class KeyAndTheGate(Power):
    """Yog-Sothoth is a gate of yours in all respects but for The Beyond One: nobody keeps him, and another gate may
    stand beside him.
    """

    rule, faction, printed = "CW-OW-012", SLUG, "The Key and the Gate"
    special = "yog_sothoth"
    about = (CountsAs.GATE, CountsAs.PORTAL)

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        return kind == YOG_SOTHOTH and role in self.about


class AwakenYogSothoth(GreatOldOne, Power):
    """In place of a Spawn of Yog-Sothoth on the map, for 6 Power. His Combat is twice the number of enemy factions'
    Great Old Ones in play; with two players it is 4.
    """

    rule, faction, verb, kind, shape = "CW-OW-011", SLUG, "awaken yog-sothoth", YOG_SOTHOTH, ("my area",)
    printed, phrase = "Awaken Yog-Sothoth", "Awaken Yog-Sothoth in {}"
    requirements = (
        asleep(YOG_SOTHOTH),
        Requirement("CW-OW-011", "A Spawn of Yog-Sothoth is in {0}", lambda s, me, area: s.n(me, SPAWN, area) > 0),
    )
    gives_up = (1,)

    async def steps(self, s: State, me: int, area: int) -> None:
        s.move(me, SPAWN, area, POOL)  # replaced, not lost (CW-2PL-006)
        if s.trace is not None:
            text = "A Spawn of Yog-Sothoth in {} makes room"
            report(s, self.rule, text, s.config.map.names[area], who=me, touched=(piece(s, me, area, SPAWN),))

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != YOG_SOTHOTH:
            return None
        s = fight.s
        if s.config.two:
            return add(s.config.amounts["yog_sothoth_of_two"])
        awake = sum(s.total(f, k) for f in s.config.foes[me] for k in gods_of_its_own(s, f))
        return add(s.config.amounts["yog_sothoth"] * awake)


def gods_of_its_own(s: State, seat: int) -> list[int]:
    """Kinds of a faction's Great Old Ones and Elder Gods, without the independent ones that it has."""
    units = s.config.factions[seat].units
    return [k for k in s.config.goos[seat] if not units[k].independent]


# -- spellbooks -------------------------------------------------------------------------------------------------------
def misses(fight: Resolution, me: int) -> int:
    """Dice of a side that have scored nothing."""
    thrown, kills, pains = fight.b.rolled[fight.side(me)]
    return thrown - kills - pains


class ChannelPower(Power):
    """Battle: for 1 Power you throw all your misses again, as often as you can pay."""

    rule, faction, bit = "CW-OW-020", SLUG, 0
    spends = True

    def may_dice_rolled(self, fight: Resolution, me: int) -> bool | No:
        if not fight.fights(me):
            return False
        if not misses(fight, me):
            return No("no die has missed")
        return fight.s.power[me] >= fight.s.config.amounts["channel_power"] or No("you have no Power")

    async def dice_rolled(self, fight: Resolution, me: int) -> None:
        price = fight.s.config.amounts["channel_power"]
        fight.note(me, self)
        fight.s.power[me] -= price
        report(fight.s, self.rule, "{} pays {} Power", title(fight.s, me), price, who=me, touched=(f"seat:{me}",))
        await reroll(fight, me, misses(fight, me))


class DragonAscending(Power):
    """Once, at any time: your Power becomes that of the enemy who has most. Inside an action you are asked where Power
    is what you lack: when dice could be thrown again by Channel Power, and when more of your units could move.
    """

    rule, faction, bit, once = "CW-OW-021", SLUG, 1, True

    def may_any_time(self, s: State, me: int) -> bool:
        return s.power[me] < max(s.power)

    async def any_time(self, s: State, me: int) -> None:
        before, s.power[me] = s.power[me], max(s.power)
        s.turn_book(me, self.bit, down=True)
        figure = f"{before} → {s.power[me]}"
        report(
            s,
            self.rule,
            "{} has as much Power as anybody",
            title(s, me),
            who=me,
            figure=figure,
            touched=(f"seat:{me}",),
        )

    def may_dice_rolled(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        if not fight.fights(me) or not misses(fight, me) or s.power[me] >= s.config.amounts["channel_power"]:
            return False
        again = any(isinstance(power, ChannelPower) for _, power, _ in s.mine(me, "dice_rolled"))
        return again and self.may_any_time(s, me)

    async def dice_rolled(self, fight: Resolution, me: int) -> None:
        fight.note(me, self)
        await self.any_time(fight.s, me)

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        stuck = seat == me and s.doing == MOVING and s.power[me] < due(s, me, MOVE, ()) and bool(rested(s, me))
        return stuck and self.may_any_time(s, me)

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        await self.any_time(s, me)


class DragonDescending(Power):
    """Once: a Ritual of Annihilation of yours gives twice the Doom."""

    rule, faction, bit = "CW-OW-022", SLUG, 2

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.seat == me and event.what is GainOf.RITUAL_DOOM and not s.config.rulings.cheap_ritual

    def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        s.turn_book(me, self.bit, down=True)
        report(s, self.rule, "The ritual's Doom is doubled", who=me)
        return event._replace(n=2 * event.n)

    def may_in_phase(self, s: State, me: int) -> bool:
        half = (ritual_price(s, me) + 1) // 2
        free = "ritual" not in (s.slot or ()) and may_act(s, me, "ritual")
        return bool(s.config.rulings.cheap_ritual and free and s.power[me] >= half)

    async def in_phase(self, s: State, me: int) -> None:
        half = (ritual_price(s, me) + 1) // 2
        s.power[me] -= half
        s.slot = (*(s.slot or ()), "ritual")
        s.turn_book(me, self.bit, down=True)
        text = "{} performs a Ritual of Annihilation"
        figure = f"{s.power[me] + half} → {s.power[me]}"
        with group(s, "CW-RIT-001", text, title(s, me), who=me, figure=figure, touched=("track:ritual",)):
            await RITUAL_ACT.do(s, me)


def curses(s: State, me: int) -> int:
    """Dice of the Dread Curse: one for each Abomination and Spawn in play, half of them with two players."""
    n = s.totals(me, (ABOMINATION, *s.alike(me, SPAWN, DreadCurse)))
    return (n + 1) // 2 if s.config.two else n


def victims(s: State, me: int, foe: int, area: int) -> list[int]:
    """The classes of an enemy's units in an area that may take a result of the Dread Curse: not those of nobody."""
    codes, hooks = s.codes(foe, area), VOCABULARY.about(s.key, "ignores", Ignores.RESULTS)
    if not hooks:
        return codes
    what = Ignores.RESULTS
    return [c for c in codes if not any(spares(s, f, foe, c & KIND, area, what, me) for f, _, spares in hooks)]


class DreadCurse(Act, Power):
    """Action, 2 Power, no battle: a die for each of your Abominations and Spawn in play against the enemies in an area.
    You share the results among them, each says which of its units take them, and you where the pained go.
    """

    rule, faction, bit, verb, shape = "CW-OW-023", SLUG, 3, "dread curse", ("occupied",)
    printed, phrase = "Dread Curse of Azathoth", "Dread Curse of Azathoth on {}"
    speaks_of = "Spawn of Yog-Sothoth"
    requirements = (
        Requirement(
            "CW-OW-023", "An Abomination or a Spawn of Yog-Sothoth is in play", lambda s, me: curses(s, me) > 0
        ),
        Requirement(
            "CW-OW-023",
            "An enemy has a unit in {0}",
            lambda s, me, area: any(victims(s, me, f, area) for f in s.config.foes[me]),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        n = curses(s, me)
        outcome = await roll(s.config.die, n, self, "battle dice", prompt="The dice of the Dread Curse")
        assert isinstance(outcome, tuple)
        if s.trace is not None:
            thrown, text = (s.config.die, n, outcome), "{} rolls {}: {}"
            report(
                s, self.rule, text, title(s, me), number_of_dice(n), s.config.die.say(outcome), who=me, dice=thrown,
                figure=number_of_dice(n), touched=(f"area:{area}",),
            )  # fmt: skip
        shares = await self._share(s, me, area, *outcome)
        for foe, (kills, pains) in shares.items():
            await self._suffer(s, me, foe, area, kills, pains)

    async def _share(self, s: State, me: int, area: int, kills: int, pains: int) -> dict[int, list[int]]:
        """Which enemy takes how many kills and pains; no more than it has units there (CW-OW-035)."""
        foes = [f for f in s.order(me) if f != me and victims(s, me, f, area)]
        most = {f: sum(_count(s, f, area, c) for c in victims(s, me, f, area)) for f in foes}
        shares = {f: [0, 0] for f in foes}
        for what, n in enumerate((kills, pains)):
            for _ in range(n):
                free = [f for f in foes if sum(shares[f]) < most[f]]
                if not free:
                    return shares
                word = ("kill", "pain")[what]
                foe = await choose(
                    me, "player", free, "CW-OW-035", f"curse: {word}", argument="foe", prompt=f"Who takes a {word}?"
                )
                shares[foe][what] += 1
        return shares

    async def _suffer(self, s: State, me: int, foe: int, area: int, kills: int, pains: int) -> None:
        """An enemy says who takes its results: kills first, then pains; the pained go where Opener says."""
        taken: list[int] = []  # classes of units that have a result already
        results = [KILL] * kills + [PAIN] * pains
        for result in results:
            codes = [c for c in victims(s, me, foe, area) if _count(s, foe, area, c) > taken.count(c)]
            if result == PAIN:  # some are not driven away; with nobody else left the pain is lost
                codes = driven(s, me, foe, codes, area)
                if not codes:
                    break
            what = "takes a kill" if result == KILL else "takes a pain"
            unit = await choose(foe, "unit", [(foe, area, c) for c in codes], "CW-OW-035", what, argument="fighter")
            taken.append(unit[2])
        gone: list[int] = []
        for code in taken[:kills]:
            if code in s.codes(foe, area):  # its owner may have given it up for another
                await eliminate(s, foe, code, area, me, self.rule, cause=WouldBeEliminated.KILLED, together=gone)
        await lost(s, foe, me, gone)
        for code in taken[kills:]:
            if code in s.codes(foe, area):
                await self._drive(s, me, foe, code, area)

    async def _drive(self, s: State, me: int, foe: int, code: int, area: int) -> None:
        """A pained unit goes to an adjacent area of Opener's choice, who may stand there (CW-OW-036)."""
        names, name = s.config.map.names, unit_name(s, foe, code)
        near = [a for a in ways(s, foe, area, Adjacent.RETREAT) if may_enter(s, foe, code & KIND, a)]
        if not near:
            return
        to = await choose(
            me, "area", near, "CW-OW-036", "retreat to",
            prompt=f"Where does {whose(title(s, foe))} {name} retreat?",
        )  # fmt: skip
        s.move(foe, code, area, to)
        if s.trace is not None:
            touched = (piece(s, foe, area, code), piece(s, foe, to, code & KIND))
            report(
                s, "CW-OW-036", "{} retreats to {}", name, names[to], who=foe, arrow=arrow(area, to, "retreat"),
                touched=touched,
            )  # fmt: skip


def _count(s: State, seat: int, area: int, code: int) -> int:
    """Units of a class in an area: a keeper stands apart from its fellows."""
    return 1 if code & KEEPER else s.n(seat, code, area) - (s.keeper(seat, area) == code)


class MillionFavoredOnes(Power):
    """After a battle, wherever your units of it are then: an Acolyte becomes a Mutant, a Mutant an Abomination, an
    Abomination a Spawn, and a Spawn two Mutants or more, each once.
    """

    rule, faction, bit, asks_itself, printed = "CW-OW-024", SLUG, 4, True, "The Million Favored Ones"
    blind = True

    def _becomes(self, s: State, me: int, kind: int) -> int:
        """What such a unit becomes; -1: nothing. A grey Acolyte is one (CW-HAN-002)."""
        if kind in s.config.acolytes[me] or kind == SPAWN:
            return MUTANT
        return kind + 1 if kind in (MUTANT, ABOMINATION) else -1

    def _ready(self, s: State, me: int, kind: int) -> bool:
        """Is there a figure in the pool for what such a unit becomes?"""
        return s.n(me, self._becomes(s, me, kind), POOL) >= (s.config.amounts["mutants"] if kind == SPAWN else 1)

    def _left(self, fight: Resolution, me: int) -> list[tuple[int, int, int]]:
        """The units that took part to the end, one by one: seat, area, class (CW-OW-030, CW-OW-032, CW-OW-033)."""
        return [(me, area, code) for code, area in fight.survivors(me) if self._becomes(fight.s, me, code & KIND) >= 0]

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        if not fight.b.rolled:
            return False  # over before the dice: no more powers (CW-BAT-010)
        return fight.fights(me) and any(self._ready(fight.s, me, code & KIND) for _, _, code in self._left(fight, me))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, left = fight.s, self._left(fight, me)
        while True:
            units = [unit for unit in dict.fromkeys(left) if self._ready(s, me, unit[2] & KIND)]
            if not units:
                return
            unit = await choose(
                me, "unit", ["done", *units], self, "promoted", argument="unit", prompt="Which unit is promoted?"
            )
            if unit == "done":
                return
            left.remove(unit)
            await self._promote(fight, me, unit[1], unit[2])

    async def _promote(self, fight: Resolution, me: int, area: int, code: int) -> None:
        s, kind, n = fight.s, code & KIND, 1
        if kind == SPAWN:
            most = s.n(me, MUTANT, POOL)
            n = await number(me, s.config.amounts["mutants"], most, self, "mutants", prompt="Into how many Mutants?")
        becomes = self._becomes(s, me, kind)
        if area == fight.b.area:  # what it becomes took no part in the battle
            fight.change(me, next(c for c in fight.b.roster[fight.side(me)] if plain(c) == code))
            fight.b.came += ((me, becomes),) * n
        s.move(me, plain(code), area, POOL)
        for _ in range(n):
            s.move(me, becomes, POOL, area)
        if s.trace is not None:
            into = s.config.name[me][becomes] if n == 1 else f"{n} Mutants"
            report(
                s, self.rule, "{} becomes {} in {}", unit_name(s, me, code), into, s.config.map.names[area], who=me,
                touched=(piece(s, me, area, becomes),),
            )  # fmt: skip


class TheyBreakThrough(Power):
    """You may summon Monsters at enemy gates and at abandoned ones too."""

    rule, faction, bit, about = "CW-OW-025", SLUG, 5, (MayPlace.SUMMONED,)

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
        return True if seat == me and what is MayPlace.SUMMONED and s.count_gates_in(thing) else None


# -- requirements -----------------------------------------------------------------------------------------------------
def gates_there(s: State) -> int:
    """Gates on the map."""
    return s.count_gates_among((1 << len(s.gate)) - 1)


class EightGates(SpellbookSlot):
    """Eight gates are on the map."""

    rule, faction, bit = "CW-OW-014", SLUG, 0

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        return max(s.config.amounts["gates_there"] - gates_there(s), 0)


class TwelveGates(SpellbookSlot):
    """Twelve gates are on the map; ten with two or three players."""

    rule, faction, bit = "CW-OW-015", SLUG, 1

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        wanted = s.config.amounts
        most = wanted["many_gates_of_few"] if len(s.config.seats) < 4 else wanted["many_gates_there"]
        return max(most - gates_there(s), 0)


class EnemyGates(SpellbookSlot):
    """Units of yours are in two areas with gates that enemies control."""

    rule, faction, bit = "CW-OW-016", SLUG, 2

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        wanted, before = s.config.amounts, s.config.rulings.three_enemy_gates
        most = wanted["enemy_gates_before"] if before else wanted["enemy_gates"]
        theirs = reduce(or_, (s.gate_mask(f) for f in s.config.foes[me]))
        return max(most - (s.on[me] & theirs).bit_count(), 0)


class UnitLost(SpellbookSlot):
    """Lose a unit in a battle."""

    rule, faction, bit, watches = "CW-OW-017", SLUG, 3, Watches.LOST

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.battle is not None and s.battle.declared and me in s.battle.sides


class GreatOldOnesMeet(SpellbookSlot):
    """Your Great Old One is in an area with one of an enemy."""

    rule, faction, bit, printed = "CW-OW-018", SLUG, 4, "Great Old Ones meet"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        mine = [a for k in s.config.goos[me] for a in s.where(me, k)]
        return any(s.has(f, s.config.goos[f], a) for a in mine for f in s.config.foes[me])


class YogSothothAwake(AwakeningSlot):
    """Awaken Yog-Sothoth."""

    rule, faction, bit, kind, printed = "CW-OW-019", SLUG, 5, YOG_SOTHOTH, "Yog-Sothoth awake"
