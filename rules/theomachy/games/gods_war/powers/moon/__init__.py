"""Moon: the Lunar Cycle, which everybody may turn, and what hangs on it; prisoners, burnt buildings, minds blasted."""

from __future__ import annotations

from typing import Any

from .....engine.masks import bits
from .....engine.runtime.ability import No
from .....engine.runtime.decision import Answer, choose, number
from .....engine.runtime.layers import Changes, set_to
from .....engine.runtime.requirement import Requirement
from ...rules.actions import HAS_POWER, YOUR_TURN, Act, allowed
from ...rules.battle import Resolution
from ...rules.common import (
    Unit,
    area_name,
    gain_power,
    pick,
    raze,
    says,
    targets,
    tell,
    title,
    unit_name,
    units_in,
    window,
)
from ...rules.domains import HELD, PEN, POOL
from ...rules.losses import Sending
from ...rules.movement import travel
from ...rules.runes import gain_runes
from ...rules.state import FLIPPED, State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import MayTarget, OnGain, Setup, Watches

SLUG = "moon"
ASSASSIN, CRIMSON_BAT, SELENE, RED_GODDESS = range(4)
CYCLE = "cycle"
DYING, WAXING, FULL, WANING = range(4)
PHASES = ("Dying Moon", "Waxing Half", "Full Moon", "Waning Half")
FIGURES = ("dying", "half", "full", "half")  # the names of ratings in the data, by phase
# where the ratings of a kind stand, by phase; a Selene fights the same at all times
RATINGS = {
    kind: tuple(f"empire.{SLUG}.units.{key}.figures.{figure}" for figure in FIGURES)
    for kind, key in ((ASSASSIN, "assassin"), (CRIMSON_BAT, "crimson_bat"), (RED_GODDESS, "red_goddess"))
}


def moon(s: State) -> int:
    """The seat of Moon."""
    return s.config.slugs.index(SLUG)


def phase(s: State) -> int:
    """Where the marker of the Lunar Cycle stands."""
    return s.counter(moon(s), CYCLE)


async def advance(s: State, by: Power, steps: int = 1) -> None:
    """The Lunar Cycle goes on, step by step: each counts for itself (GW-MOO-003)."""
    me = moon(s)
    for _ in range(steps):
        now = (phase(s) + 1) % len(PHASES)
        s.write(me, CYCLE, now)
        says(s, by, me, "comes to {}", PHASES[now], touched=(f"seat:{me}",))
        tell(s, Watches.STEP, (me, CYCLE, now), (me,))
        await window(s, "on_gain", me, s, me, OnGain.STEP, now, say_could=False)


class Phases(Power):
    """Assassins, the Crimson Bat and the Red Goddess fight by the phase of the Moon."""

    rule, empire, item, printed = "GW-MOO-003", SLUG, "abilities.phases", "Phases of the Moon"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        return set_to(s.config.fact(RATINGS[kind][s.counter(me, CYCLE)])) if kind in RATINGS else None


class LunarCycle(Act, Power):
    """The Lunar Cycle goes on by one step, clockwise; every player may pay for it."""

    rule, empire, item, verb, public = "GW-MOO-002", SLUG, "abilities.lunar_cycle", "lunar cycle", True
    phrase = "Advance the Lunar Cycle"
    counters = ((CYCLE, "Lunar Cycle", len(PHASES) - 1, "", PHASES, "GW-MOO-003"),)
    when = (YOUR_TURN, HAS_POWER, allowed("lunar cycle"))  # a weakness is always in force
    forced = True

    def may_setup(self, s: State, me: int, what: Setup) -> bool:
        return what is Setup.START

    async def setup(self, s: State, me: int, what: Setup) -> None:
        names = dict(enumerate(PHASES))
        s.write(me, CYCLE, await choose(me, "choice", list(names), "GW-MOO-001", "phase of the Moon", names=names))
        says(s, "GW-MOO-001", me, "begins at {}", PHASES[s.counter(me, CYCLE)])

    def price(self, s: State, me: int) -> int:
        if s.config.rulings.the_cycle_costs_what_is_printed:
            return int(self.figure(s, "printed"))
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int) -> None:
        await advance(s, self, self.figure(s, "steps"))


class CrescentRite(Power):
    """Each time your Temple is placed the Lunar Cycle goes on by one step."""

    rule, empire, item, forced = "GW-MOO-005", SLUG, "abilities.crescent_rite", True

    def may_on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> bool:
        return owner == me and s.config.empires[me].buildings[building].key == "temple"

    async def on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> None:
        await advance(s, self, self.figure(s, "steps"))


class MirrorRite(Power):
    """Each time your Ziggurat is placed the Lunar Cycle may go on by up to 3 steps."""

    rule, empire, item, asks_itself = "GW-MOO-004", SLUG, "abilities.mirror_rite", True

    def may_on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> bool:
        return owner == me and s.config.empires[me].buildings[building].key == "ziggurat"

    async def on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> None:
        await advance(s, self, await number(me, 0, self.figure(s, "steps"), self, "mirror rite"))


class Menses(Power):
    """With the Red Goddess in play: after a battle of yours that has cost a life a Selene may come to it."""

    rule, empire, item = "GW-MOO-010", SLUG, "abilities.menses"

    def may_post_battle(self, fight: Resolution, me: int) -> bool | No:
        if not fight.fights(me) or not fight.b.dead:
            return False
        return fight.s.n(me, SELENE, POOL) > 0 or No("no Selene is in the pool")

    async def post_battle(self, fight: Resolution, me: int) -> None:
        s, area = fight.s, fight.b.area
        fight.note(me, self)
        s.bring(me, SELENE, area)
        says(s, self, me, "places a Selene in {}", area_name(s, area), touched=(f"area:{area}",))
        if s.config.rulings.menses_turns_the_cycle:
            await advance(s, self, self.figure(s, "steps"))


# -- gifts ------------------------------------------------------------------------------------------------------------
class Adoption(Act, Power):
    """For 1 Power a force of yours and one of an enemy change places, as many units as the smaller one has."""

    rule, empire, item, verb, shape = "GW-MOO-012", SLUG, "gifts.adoption", "adoption", ("area",)
    phrase = "Adoption from {}"
    requirements = (
        Requirement("GW-MOO-012", "You have a unit in {0}", lambda s, me, area: bool(_force(s, me, area))),
        Requirement("GW-MOO-012", "{0} is not in Hell", lambda s, me, area: not s.config.map.hell >> area & 1),
        Requirement(
            "GW-MOO-012",
            "An enemy empire has a unit elsewhere, and not in Hell",
            lambda s, me, area: bool(_forces(s, me, area)),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, area: int) -> None:
        forces = _forces(s, me, area)
        to = await choose(me, "area", sorted({a for _, a in forces}), self, "adoption with")
        foe = await choose(me, "player", [f for f, a in forces if a == to], self, "adoption of")
        first, other = (me, area, to), (foe, to, area)
        if _size(s, foe, to) < _size(s, me, area):
            first, other = other, first
        n, everybody = _size(s, first[0], first[1]), _size(s, first[0], first[1]) == _size(s, other[0], other[1])
        for _, _, kind in _force(s, first[0], first[1]):
            for _ in range(s.n(first[0], kind, first[1])):
                travel(s, first[0], kind, first[1], first[2], "adoption", self.rule)
        for _ in range(n):
            units = _force(s, other[0], other[1], MayTarget.SWEPT if everybody else MayTarget.PICKED)
            unit = units[0] if everybody else await pick(s, me, units, self, "adopted")
            travel(s, other[0], unit[2], other[1], other[2], "adoption", self.rule)


def _force(s: State, seat: int, area: int, what: MayTarget = MayTarget.SWEPT) -> list[Unit]:
    """The kinds of unit there that may change places."""
    return targets(s, units_in(s, seat, area), what)


def _size(s: State, seat: int, area: int) -> int:
    """How many units those are."""
    return sum(s.n(seat, kind, area) for _, _, kind in _force(s, seat, area))


def _forces(s: State, me: int, area: int) -> list[tuple[int, int]]:
    """Where each enemy empire has a force with which one there may change places."""
    hell = s.config.map.hell
    there = [(f, a) for f in s.order(me)[1:] for a in s.areas(f) if a != area and not hell >> a & 1]
    return [(f, a) for f, a in there if _force(s, f, a)]


class Eclipse(Power):
    """When you declare a battle the Lunar Cycle goes on by one step, before anything else."""

    rule, empire, item, forced = "GW-MOO-013", SLUG, "gifts.eclipse", True

    def may_battle_declared(self, fight: Resolution, me: int) -> bool:
        return fight.b.sides[0] == me

    async def battle_declared(self, fight: Resolution, me: int) -> None:
        s, b, side = fight.s, fight.b, fight.side(me)
        before = fight.total(me).value
        fight.note(me, self)
        await advance(s, self, self.figure(s, "steps"))
        b.initial[side] += fight.total(me).value - before  # it is the start of the battle: no power has spoken yet


class Enslavement(Power):
    """Units of an empire that you rout in a battle go to the Slave Pen."""

    rule, empire, item, forced = "GW-MOO-014", SLUG, "gifts.enslavement", True

    def may_would_retreat(self, s: State, me: int, event: Sending) -> bool:
        return event.by == me and event.seat in s.config.seats

    def would_retreat(self, s: State, me: int, event: Sending) -> Sending:
        event.fight.note(me, self)
        return event._replace(areas=1 << PEN)


class Ransom(Act, Power):
    """Pay Moon 1 Power for each unit of yours that you take home from the Slave Pen."""

    rule, empire, item, verb, public = "GW-MOO-014", SLUG, "gifts.enslavement", "ransom", True
    phrase = "Ransom units from the Slave Pen"
    requirements = (
        Requirement(
            "GW-MOO-014",
            "A unit of yours is in the Slave Pen",
            lambda s, me: s.crowd(me, PEN) > 0,
            fact=lambda s, me: s.crowd(me, PEN),
        ),
        Requirement(
            "GW-MOO-014", "You can pay for one", lambda s, me: s.power[me] >= _ransom(s), fact=lambda s, me: s.power[me]
        ),
    )

    async def do(self, s: State, me: int) -> None:
        begun = False
        while s.crowd(me, PEN) and s.power[me] >= _ransom(s):
            options: list[Answer] = [*units_in(s, me, PEN), *(["done"] if begun else [])]
            answer = await choose(me, "unit", options, self, "ransomed", argument="unit")
            if answer == "done":
                return
            begun, kind = True, answer[2]
            gain_power(s, me, -_ransom(s), self.rule)
            gain_power(s, moon(s), _ransom(s), self.rule)
            homes = [] if s.config.rulings.ransomed_go_to_the_pool else list(bits(s.homes(me)))
            if homes:
                to = await choose(me, "area", homes, self, "ransomed to")
                travel(s, me, kind, PEN, to, "ransom", self.rule)
            else:
                s.move(me, kind, PEN, POOL)
                says(s, self, me, "has {} back in its pool", unit_name(s, me, kind))


def _ransom(s: State) -> int:
    """The price of a unit."""
    return int(s.config.fact(f"empire.{SLUG}.gifts.enslavement.figures.power"))


class Madness(Power):
    """At Full Moon 1 Power for each area with a Selene, at Waning Half a rune if one is in play."""

    rule, empire, item, forced = "GW-MOO-015", SLUG, "gifts.madness", True

    def may_on_gain(self, s: State, me: int, what: OnGain, it: int) -> bool:
        return what is OnGain.STEP and bool((it == FULL and s.where(me, SELENE)) or (it == WANING and _selenes(s, me)))

    async def on_gain(self, s: State, me: int, what: OnGain, it: int) -> None:
        if it == FULL:
            gain_power(s, me, len(s.where(me, SELENE)) * self.figure(s, "power"), self.rule)
        else:
            await gain_runes(s, me, self.figure(s, "runes"), self.rule)


def _selenes(s: State, me: int) -> int:
    """Selenes in play."""
    return s.playing(me, SELENE)


class Mindblast(Power):
    """With the Crimson Bat in the battle the enemy rolls as many dice less as its rating is, and it rolls none."""

    rule, empire, item = "GW-MOO-016", SLUG, "gifts.mindblast"

    def may_battle_declared(self, fight: Resolution, me: int) -> bool | No:
        if not fight.fights(me) or _eclipse_is_due(fight, me):
            return False
        return fight.count(me, CRIMSON_BAT) > 0 or No("the Crimson Bat is not in this battle")

    async def battle_declared(self, fight: Resolution, me: int) -> None:
        s, b, foe = fight.s, fight.b, fight.foe(me)
        rating = fight.rating(me, CRIMSON_BAT, b.area)
        n = min(rating, fight.total(foe).value)
        fight.note(me, self)
        b.less += ((foe, me, CRIMSON_BAT, n),)
        if not s.config.rulings.the_bat_rolls_too:
            b.silent += ((me, CRIMSON_BAT, rating),)
        says(s, self, me, "takes {} of the dice of {}", n, title(s, foe))


def _eclipse_is_due(fight: Resolution, me: int) -> bool:
    """Is the Lunar Cycle still to go on in this battle? That comes before whatever else Moon does (GW-MOO-013)."""
    s, b = fight.s, fight.b
    if b.sides[0] != me or s.config.rulings.powers_may_be_declined:
        return False
    return any(isinstance(power, Eclipse) and (me, power.name) not in b.used for _, power, _ in
               s.mine(me, "battle_declared"))  # fmt: skip


class Moonburn(Act, Power):
    """For 2 Power a Shrine or Nest at a Half Moon, a Temple at Full Moon, goes into the Moonburn box."""

    rule, empire, item, verb, shape = "GW-MOO-017", SLUG, "gifts.moonburn", "moonburn", ("any building",)
    phrase = "Moonburn: {}"
    requirements = (
        Requirement("GW-MOO-017", "{0} is an enemy's", lambda s, me, at: at[1] >> 3 != me),
        Requirement(
            "GW-MOO-017",
            "{0} burns at this phase of the Moon",
            lambda s, me, at: _burns(s, at),
            fact=lambda s, me, at: PHASES[phase(s)],
        ),
        Requirement(
            "GW-MOO-017",
            "The owner of {0} has no building in the Moonburn box",
            lambda s, me, at: not s.holds_any(at[1] >> 3, HELD + me),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int, at: tuple[int, int]) -> None:
        area, code = at
        if raze(s, area, code, self.rule, to=HELD + me) == FLIPPED:
            return
        enemies = [f for f in s.config.seats if f != me]
        if s.config.rulings.the_burnt_are_lost_for_good or not all(s.holds_any(f, HELD + me) for f in enemies):
            return
        for foe in enemies:
            for kind in range(len(s.config.empires[foe].buildings)):
                for _ in range(s.stock(foe, kind, HELD + me)):
                    s.shift(foe, kind, HELD + me, POOL)
        says(s, self, me, "gives the buildings in the Moonburn box back")


def _burns(s: State, at: tuple[int, int]) -> bool:
    """May this building be burnt now?"""
    row, now = s.building(at[1], at[0]), phase(s)
    if now == FULL:
        return row.conquered_as == "temple"  # what is aimed at Temples is aimed at Castles and Towers too (GW-INV-003)
    return now != DYING and (row.type == "shrine" or row.nest)


# -- Heroquests -------------------------------------------------------------------------------------------------------
class ToPhase(Quest, abstract=True):
    """The Lunar Cycle moves to a phase."""

    empire, watches = SLUG, (Watches.STEP,)
    _phase = FULL

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        steps = len(PHASES)
        met = thing is not None and thing[1:] == (CYCLE, self._phase)
        far = (self._phase - s.counter(me, CYCLE)) % steps or steps
        return (Part(f"steps to {PHASES[self._phase]}", steps if met else steps - far, steps),)


class ToFullMoon(ToPhase):
    """The Lunar Cycle moves to Full Moon."""

    rule, key, printed = "GW-MOO-011", "full_moon", "Full Moon"


class ToDyingMoon(ToPhase):
    """The Lunar Cycle moves to Dying Moon."""

    rule, key, printed, _phase = "GW-MOO-011", "dying_moon", "Dying Moon", DYING


class AWallFalls(Quest):
    """Conquer or destroy a building of an enemy in battle."""

    rule, empire, key, watches = "GW-MOO-011", SLUG, "a_wall_falls", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        rows = () if thing is None else thing.b.taken
        return (Part("a building is taken", int(any(who == me and how != FLIPPED for who, _, _, how in rows))),)


class MoonZiggurat(Quest):
    """Place your Ziggurat."""

    rule, empire, key, watches = "GW-MOO-011", SLUG, "moon_ziggurat", (Watches.PLACED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = thing is not None and thing[0] == me and s.config.empires[me].buildings[thing[1]].key == "ziggurat"
        return (Part("your Ziggurat is placed", int(met)),)


class ThreeSelenes(Quest):
    """Have three Selenes in three areas."""

    rule, empire, key, printed = "GW-MOO-011", SLUG, "three_selenes", "Three Selenes"

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("areas with a Selene", len(s.where(me, SELENE)), self.figure(s, "areas")),)


class HerHour(Quest):
    """Have the Red Goddess in play at Full Moon."""

    rule, empire, key, watches = "GW-MOO-011", SLUG, "her_hour", (Watches.UNITS, Watches.COUNTERS)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (
            Part("the Red Goddess in play", min(s.playing(me, RED_GODDESS), 1)),
            Part("Full Moon", int(s.counter(me, CYCLE) == FULL)),
        )
