"""Yuggoth: Surgery and Brain Cylinders, Slime Molds that obey whoever holds the Overlook, and the Watcher of the Green
Pyramid, whom everybody steers in turn.
"""

from __future__ import annotations

from ......engine.runtime.decision import choose, die, nested
from ......engine.runtime.layers import Changes, add
from ......engine.runtime.requirement import Requirement
from ......engine.runtime.trace import group, report
from ......engine.tabletop.table import Arrow, Condition, ConditionPart
from ....rules.act import Act, toll
from ....rules.battle import fight_out
from ....rules.common import (
    Unit,
    carry,
    gain_power,
    may_act,
    on_the_map,
    piece,
    price_of,
    says,
    title,
    units_in,
)
from ....rules.domains import ACTION, CARD, DOOM, KEEPER, KILL, KIND, POOL, SECOND, WAITS, kind_of
from ....rules.fight import Hit, Resolution, declare
from ....rules.leaving import Leaving, eliminate, lost
from ....rules.movement import free
from ....rules.state import State, bits
from ....rules.summoning import SUMMON, bring_more
from ....rules.timings import Power
from ....rules.topics import Adjacent, CostOf, Ignores, MayTarget, WouldBeEliminated
from ....rules.ways import may_enter, ways

GROUND, EVERYBODY = "ground.yuggoth", "map.yuggoth"
CYLINDER, SLIME = "brain_cylinder", "slime_mold"  # kinds of units, on the card of each faction
WATCHER, SLIMES = "watcher", "slimes"  # what is nobody's
ONE = 0  # the only kind of unit of each of the two
LOYALTY = "slime_molds"  # the card of whom the Slime Molds obey
LABORATORY, SEA, PYRAMID, DICE = "laboratory", "slime", "power", "watcher"  # sorts of signs
OVERLOOK, POSTERN = "slime_sea_overlook", "watcher_postern"
WORN = "Watcher worn down"  # a counter of the table: so many spaces has its token gone down
RESTS = "Watcher rests"  # the same: it came to 0 in this Doom phase, and does not awaken in it
PASSED = "token passed"  # a counter of a seat: its Doom has come to the token once, which awakens nobody any more
MARKED = "marked by the Watcher"  # a counter of a seat: the Watcher is still to battle it in this attack

PROMPTS = {
    "operated on": "{who}, whose brain comes into a Cylinder?",
    "carried along": "{who}, which Brain Cylinder goes along?",
    "watcher": "A die for the Watcher",
    "watcher decays": "A die for the Watcher, which decays",
    "watcher goes": "{who} steers the Watcher: where does it go?",
    "watcher battles": "{who} steers the Watcher: whom does it battle next?",
}


def owner(s: State, key: str) -> int:
    """Who is wild and has this key: "watcher", "slimes"."""
    return next(f for f in s.config.wild if s.config.factions[f].slug == key)


def kind_on_card(s: State, seat: int, key: str) -> int:
    """The number of a kind of unit on the card of a seat or of what is wild; -1: it has none."""
    return s.config.kind(seat, key)


def fact(s: State, word: str) -> int:
    """A number of this world."""
    return int(s.config.facts[f"worlds.yuggoth.{word}"])


def controls(s: State, seat: int, among: int) -> bool:
    """Does a seat control a gate in one of these areas? A unit that counts as a gate is one."""
    return bool(s.gate_mask(seat, among))


# -- the Laboratory ---------------------------------------------------------------------------------------------------
def spare(s: State, seat: int) -> int:
    """Brain Cylinders that a seat has left."""
    return s.n(seat, kind_on_card(s, seat, CYLINDER), s.out(seat))


def patients(s: State, me: int) -> list[Unit]:
    """Cultists in play that are no Brain Cylinders yet: on the map, and on the own card."""
    kinds = [k for k in s.config.devoted[me] if k != kind_on_card(s, me, CYLINDER)]
    asleep = [(me, CARD, k) for k in kinds if s.n(me, k, CARD) > s.waiting(me, k)]
    return [*on_the_map(s, me, kinds), *asleep]


VERB = "surgery"


class Surgery(Act, Power):
    """Action, 1 Power, with a gate in the Laboratory: up to four of your Cultists in play become Brain Cylinders where
    they are, on gates too.
    """

    rule, on, verb, phrase = "CW-YUG-005", EVERYBODY, VERB, "Surgery: Cultists become Brain Cylinders"
    requirements = (
        Requirement(
            "CW-YUG-005",
            "You control a gate in the Laboratory",
            lambda s, me: controls(s, me, s.config.map.printed(LABORATORY)),
        ),
        Requirement("CW-YUG-001", "A Brain Cylinder of yours is left", lambda s, me: spare(s, me) > 0),
        Requirement("CW-YUG-005", "You have a Cultist in play that is none", lambda s, me: bool(patients(s, me))),
        Requirement(
            "CW-ACT-002",
            "The first is where you can pay for it",
            lambda s, me: not patients(s, me) or bool(Surgery._open(s, me, SURGERY.price(s, me))),
        ),
    )

    @staticmethod
    def _open(s: State, me: int, price: int = 0) -> list[Unit]:
        """Cultists where the action may end, and can be paid for beside its price; those on a card are in no area."""

        def may_be(area: int) -> bool:
            ends = not s.key.bars_by_ends or may_act(s, me, VERB, area)
            return ends and price + toll(s, me, SURGERY, area) <= s.power[me]

        return [unit for unit in patients(s, me) if unit[1] >= POOL or may_be(unit[1])]

    async def do(self, s: State, me: int) -> None:
        for i in range(fact(s, "most")):
            units = self._open(s, me)
            if not units or not spare(s, me):
                break
            options = [*units, "done"] if i else units
            unit = await choose(me, "unit", options, self, "operated on", argument="unit")
            if unit == "done":
                break
            if (area := unit[1]) < POOL:
                if more := toll(s, me, self, area):
                    gain_power(s, me, -more, self.rule)
                s.tolled |= 1 << area
                s.ended |= s.key.bars_by_ends << area
            await operate(s, me, unit, self.rule)
        s.tolled = 0


SURGERY: Act = Surgery()


async def operate(s: State, me: int, unit: Unit, rule: str) -> None:
    """A Brain Cylinder takes the place of a Cultist, and holds the gate that he held. It is there before powers hear
    that he is not: nobody has lost a gate.
    """
    _, area, code = unit
    cylinder, gone = kind_on_card(s, me, CYLINDER), list[int]()
    s.move(me, cylinder, s.out(me), area)
    if not await eliminate(s, me, code, area, me, rule, replaced=True, together=gone):
        s.move(me, cylinder, area, s.out(me))
        return
    if code & KEEPER:
        s.hold(me, cylinder, area)
    if s.trace is not None:
        where = s.config.map.names[area] if area < POOL else "its card"
        says(s, rule, me, "has a Brain Cylinder in {}", where, touched=(piece(s, me, area, cylinder),))
    await lost(s, me, me, gone)


def aboard(s: State, me: int, area: int) -> list[Unit]:
    """Brain Cylinders that may go along from there: each once a turn, and none leaves a gate between the two actions of
    a pair, as whoever moves (CW-MOV-003, CW-UNL-007).
    """
    bound, cylinder = s.stage == SECOND and s.config.rulings.keeper_is_bound, kind_on_card(s, me, CYLINDER)
    return [
        unit
        for unit in units_in(s, me, area, (cylinder,))
        if (not bound if unit[2] & KEEPER else free(s, me, cylinder, area) > s.moved.count((cylinder, area)))
    ]


class CarryCylinders(Power):
    """A unit of yours that moves takes any number of your Brain Cylinders of its area along, for nothing."""

    rule, on, asks_itself, printed = "CW-YUG-010", EVERYBODY, True, "Carry Brain Cylinders"

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        return seat == me and kind != kind_on_card(s, me, CYLINDER) and bool(aboard(s, me, area))

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        cylinder, before = kind_on_card(s, me, CYLINDER), s.holder(area)
        while units := aboard(s, me, area):
            unit = await choose(me, "unit", ["done", *units], self, "carried along", argument="fighter")
            if unit == "done":
                break
            carry(s, me, unit[2], area, to, self.rule, moved=False)
            s.moved += ((cylinder, to),)
        if s.holder(area) != before and s.trace is not None:
            gate = (f"place:{area}:gate",)
            report(s, "CW-UNL-007", "The gate in {} is abandoned", s.config.map.names[area], who=me, touched=gate)


class NoPain(Power):
    """Brain Cylinders take no Pains in a battle, and no power drives them away as a Pain would."""

    rule, on, printed = "CW-YUG-012", f"unit.{CYLINDER}", "Brains feel no pain"
    about = (MayTarget.PAIN, Ignores.DRIVEN)

    def may_target(
        self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str
    ) -> bool | None:
        mine = owner == me and code & KIND == kind_on_card(fight.s, me, CYLINDER)
        return False if mine and what is MayTarget.PAIN else None

    def ignores(self, s: State, me: int, owner: int, kind: int, area: int, what: Ignores, by: int) -> bool:
        return owner == me and what is Ignores.DRIVEN and kind == kind_on_card(s, me, CYLINDER)


class Convert(Power):
    """Whoever captures a Brain Cylinder may put one of its own in its place instead, if it has one left."""

    rule, on = "CW-YUG-014", EVERYBODY

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        captured = event.cause is WouldBeEliminated.CAPTURED and event.by == me and event.area < POOL
        brain = event.seat in s.config.seats and event.code & KIND == kind_on_card(s, event.seat, CYLINDER)
        return captured and brain and spare(s, me) > 0

    def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
        cylinder = kind_on_card(s, me, CYLINDER)
        s.move(me, cylinder, s.out(me), event.area)
        touched = (piece(s, me, event.area, cylinder),)
        says(s, self.rule, me, "converts a Brain Cylinder of {}", title(s, event.seat), touched=touched)
        return event._replace(to=POOL)


# -- Slime Molds ------------------------------------------------------------------------------------------------------
def master(s: State) -> int:
    """Whom the Slime Molds obey: who holds the gate of the Overlook, else who has a unit there that is one; or -1."""
    area = s.config.map.index[OVERLOOK]
    if s.holder(area) >= 0:
        return s.holder(area)
    return next((f for f in s.config.seats if controls(s, f, 1 << area)), -1)


def slimes(s: State) -> list[tuple[int, int]]:
    """(owner, kind) of Slime Molds, whoever's they are."""
    return [(f, k) for f in s.config.owners if (k := kind_on_card(s, f, SLIME)) >= 0]


def any_in_play(s: State) -> bool:
    """Is a Slime Mold in play?"""
    return any(s.total(f, k) for f, k in slimes(s))


def spare_slimes(s: State) -> int:
    """Slime Molds that are neither in play nor captives: there are as many in all as on any of the cards."""
    used = sum(s.config.limit[f][k] - s.n(f, k, POOL) - s.n(f, k, s.out(f)) for f, k in slimes(s))
    wild = owner(s, SLIMES)
    return s.config.limit[wild][ONE] - used


def strays(s: State) -> list[Unit]:
    """Slime Molds on the map that obey another than they should. Those in an area where a battle is under way stay
    until it is over: they have a side in it.
    """
    whose, there = master(s), {b.area for b in (s.battle, *(s.outer or ())) if b is not None}
    right = whose if whose >= 0 else owner(s, SLIMES)
    return [
        (f, area, code)
        for f, kind in slimes(s)
        if f != right
        for area in s.where(f, kind)
        if area not in there
        for code in s.codes(f, area, (kind,))
    ]


def unsettled(s: State) -> bool:
    """Has the gate of the Overlook another holder than the Slime Molds know, or their card?"""
    return s.cards[s.config.card(LOYALTY)] != master(s) or bool(strays(s))


def settle(s: State, rule: str) -> None:
    """The loyalty card goes to whoever holds the gate of the Overlook; all Slime Molds obey that seat, else nobody."""
    seat, card = master(s), s.config.card(LOYALTY)
    if s.cards[card] != seat:
        before = s.cards[card]
        s.take_card(seat, card)
        text = "takes the loyalty card of the Slime Molds" if seat >= 0 else "loses the loyalty card of the Slime Molds"
        says(s, "CW-YUG-016", seat if seat >= 0 else before, text, touched=(f"card:{card}",))
    to = seat if seat >= 0 else owner(s, SLIMES)
    kind = kind_on_card(s, to, SLIME)
    for f, area, code in strays(s):
        n = 1 if code & KEEPER else s.n(f, code & KIND, area) - (s.keeper(f, area) == code & KIND)
        for _ in range(min(n, s.n(to, kind, s.bound_for(to, kind, POOL)))):  # there are six in all
            s.move(f, code, area, s.bound_for(f, code & KIND, POOL))
            s.move(to, kind, s.bound_for(to, kind, POOL), area)
        if s.trace is not None:
            text = "The Slime Molds in {} obey {}" if seat >= 0 else "The Slime Molds in {} obey nobody"
            names = (s.config.map.names[area], *((title(s, seat),) if seat >= 0 else ()))
            report(s, rule, text, *names, touched=(piece(s, to, area, kind),))


class Obedience(Power):
    """Slime Molds obey whoever controls the gate in the Slime Sea Overlook, who has their card; nobody, if it is
    abandoned.
    """

    rule, on, forced = "CW-YUG-021", GROUND, True

    def may_on_control(self, s: State, me: int, area: int, seat: int, before: int) -> bool:
        return unsettled(s)

    async def on_control(self, s: State, me: int, area: int, seat: int, before: int) -> None:
        settle(s, self.rule)

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        return unsettled(s)

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        settle(s, self.rule)  # who moved away kept that gate

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        return unsettled(s)

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        settle(s, self.rule)  # who is lost kept that gate: elsewhere his enemy may retreat to them at once (CW-YUG-042)

    def may_any_time(self, s: State, me: int) -> bool:
        return unsettled(s)

    async def any_time(self, s: State, me: int) -> None:
        settle(s, self.rule)


class Disobedience(Power):
    """When whoever keeps the gate of the Overlook is pained away from it, the Slime Molds obey nobody from then on."""

    rule, on, forced, printed = "CW-YUG-042", EVERYBODY, True, "Abandoned Slime Molds"

    def may_on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> bool:
        return unsettled(fight.s)

    async def on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> None:
        settle(fight.s, self.rule)


class CallSlimeMold(Act, Power):
    """Action, with a gate in the Slime Sea Overlook: a Slime Mold comes to a Slime Sea, for nothing if none is in play,
    else for 1 Power.
    """

    rule, on, verb, shape = "CW-YUG-018", EVERYBODY, "call slime", ("area", "figure")
    phrase, joins = "Call to {}: {}", SUMMON.verb
    requirements = (
        Requirement("CW-YUG-016", "You control the gate in the Slime Sea Overlook", lambda s, me: master(s) == me),
        Requirement("CW-YUG-001", "A Slime Mold is left", lambda s, me: spare_slimes(s) > 0),
        Requirement("CW-YUG-018", "{0} is a Slime Sea", lambda s, me, area: s.config.map.printed(SEA) >> area & 1),
        Requirement(
            "CW-YUG-018", "It is a Slime Mold", lambda s, me, area, fid: kind_of(fid) == kind_on_card(s, me, SLIME)
        ),
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        there = -1 if s.tolled >> area & 1 else area
        return price_of(s, me, CostOf.ACTION, -1, fact(s, "slime") if any_in_play(s) else 0, there)

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        await self.brings(s, me, area, fid)
        await bring_more(s, me, area, fid, self.rule)

    async def brings(self, s: State, me: int, area: int, fid: int) -> None:
        kind = kind_of(fid)
        s.move(me, kind, s.out(me), area)
        if s.trace is not None:
            touched = (piece(s, me, area, kind), f"area:{area}")
            says(s, self.rule, me, "calls a Slime Mold to {}", s.config.map.names[area], touched=touched)


class NoSlimes(Power):
    """No Slime Mold moves to the Slime Sea Overlook. It may be pained there, or come otherwise."""

    rule, on, printed = "CW-YUG-020", GROUND, "No Slime Molds"

    def may_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int) -> bool | None:
        return False if to == s.config.map.index[OVERLOOK] and kind == kind_on_card(s, seat, SLIME) else None


# -- the Green Pyramid ------------------------------------------------------------------------------------------------
class GreenPyramid(Power):
    """Each gate that you control on the Green Pyramid brings 1 Power more in Gather Power."""

    rule, on = "CW-YUG-024", EVERYBODY

    def income(self, s: State, me: int) -> Changes:
        n = sum(s.count_gates_in(area, me) for area in bits(s.config.map.printed(PYRAMID)))
        return add(n * fact(s, "pyramid")) if n else None


# -- the Watcher ------------------------------------------------------------------------------------------------------
def awake(s: State) -> bool:
    """Is the Watcher on the map?"""
    return s.n(owner(s, WATCHER), ONE, POOL) == 0


def strength(s: State) -> int:
    """Where its token lies on the Doom track: its Combat."""
    return max(fact(s, "doom") - s.counter(-1, WORN), 0)


def weaken(s: State, n: int, rule: str) -> None:
    """Its token goes down."""
    before = strength(s)
    s.count_to(-1, WORN, min(s.counter(-1, WORN) + n, fact(s, "doom")))
    if s.trace is not None:
        figure = f"{before} → {strength(s)}"
        report(s, rule, "The Watcher's token goes down to {}", strength(s), figure=figure)


def awaken(s: State, rule: str) -> None:
    """It appears on its Postern, with all its strength."""
    watcher, area = owner(s, WATCHER), s.config.map.index[POSTERN]
    s.move(watcher, ONE, POOL, area)
    s.count_to(-1, WORN, 0)
    if s.trace is not None:
        touched = (piece(s, watcher, area, ONE), f"area:{area}")
        report(s, rule, "The Watcher awakens: it appears in {}", s.config.map.names[area], touched=touched)


def sleeps_again(s: State) -> None:
    """Its token came to 0 and lies, dark, where it began; what it was about to do does not happen."""
    for seat in passing(s, dooming=s.phase == DOOM):  # while it was awake: these awaken it no more
        s.count_to(seat, PASSED, 1)
    watcher = owner(s, WATCHER)
    area = s.home(watcher, ONE)
    if area < POOL:
        s.move(watcher, ONE, area, POOL)
    s.count_to(-1, WORN, 0)
    s.count_to(-1, RESTS, int(s.phase == DOOM))
    report(s, "CW-YUG-037", "The Watcher is gone, and its token is dark", touched=(f"area:{area}",))
    end_attacks(s)


def end_attacks(s: State) -> None:
    """No attack is under way or to come."""
    s.count_to(-1, WAITS, 0)
    for seat in s.config.seats:
        s.count_to(seat, MARKED, 0)


def passing(s: State, *, dooming: bool) -> list[int]:
    """Seats whose Doom has come to the token for the first time, and what comes of it is due: with the Watcher awake
    nothing, else it awakens, in a Doom phase.
    """
    rests = s.counter(-1, RESTS) and not s.config.rulings.a_resting_token_is_passed
    due = awake(s) or (dooming and not rests)
    return [f for f in s.config.seats if s.doom[f] >= fact(s, "doom") and not s.counter(f, PASSED)] if due else []


def note_passing(s: State, rule: str, *, dooming: bool) -> None:
    """They have passed it; in a Doom phase the Watcher awakens, if it sleeps and did not come to 0 in it."""
    seats = passing(s, dooming=dooming)
    if not awake(s) and not s.counter(-1, RESTS):
        awaken(s, rule)
    for seat in seats:
        s.count_to(seat, PASSED, 1)


def numbers(s: State, area: int) -> tuple[int, ...]:
    """The results of a die that are printed on an area of the Pyramid."""
    return tuple(int(face) for kind, text in s.config.map.signs[area] if kind == DICE for face in text.split())


def stirred(s: State) -> list[int]:
    """The areas of the Pyramid with a gate that somebody controls."""
    found = 0
    for seat in s.config.seats:
        found |= s.gate_mask(seat, s.config.map.printed(PYRAMID))
    return list(bits(found))


class WatcherDecays(Power):
    """Before a Doom phase in which it is awake already a die is rolled: its token goes down by so many spaces."""

    rule, on, forced, printed = "CW-YUG-029", GROUND, True, "The Watcher decays"

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and awake(s)

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        if passing(s, dooming=True):
            note_passing(s, "CW-YUG-027", dooming=True)  # while it was awake: this passing awakens nobody
        weaken(s, await die(self, "watcher decays"), self.rule)
        if not strength(s):
            sleeps_again(s)


class AtTwelveDoom(Power):
    """The first time that a Doom marker comes to the Watcher's token, at 12, it awakens; in an Action phase not before
    the Doom phase.
    """

    rule, on, forced, printed = "CW-YUG-027", GROUND, True, "At 12 Doom"

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(passing(s, dooming=s.phase == DOOM))

    async def any_time(self, s: State, me: int) -> None:
        note_passing(s, self.rule, dooming=s.phase == DOOM)

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and bool(passing(s, dooming=True))  # an Elder Sign was revealed with the last word

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        note_passing(s, self.rule, dooming=True)


class WatcherAwakens(Power):
    """At the end of each Doom phase in which somebody controls a gate on the Green Pyramid, and the Watcher sleeps, a
    die is rolled: the number of such an area awakens it.
    """

    rule, on, forced, printed = "CW-YUG-026", GROUND, True, "The Watcher awakens"

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and not awake(s) and not s.counter(-1, RESTS) and bool(stirred(s))

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        face = await die(self, "watcher")
        areas = [area for area in stirred(s) if face in numbers(s, area)]
        if areas:
            awaken(s, self.rule)
        else:
            report(s, self.rule, "The Watcher sleeps on: {} is the number of no controlled gate", face)

    def progress(self, s: State) -> tuple[Condition, ...]:
        """Whether it is awake, how strong it is, and what is to come."""
        n, left, names = strength(s), s.counter(-1, WAITS), s.config.map.names
        if awake(s):
            area = s.home(owner(s, WATCHER), ONE)
            part = ConditionPart(f"awake in {names[area]}, with {n} dice", True, target=f"area:{area}")
            then = f"{left} of its attacks are to come" if left else "it attacks before the next Action phase"
        else:
            faces = sorted(face for area in stirred(s) for face in numbers(s, area))
            stir = f"awakened by {', '.join(map(str, faces))}" if faces else "no gate stirs it"
            part, then = ConditionPart(f"asleep; {stir}", False), f"or whoever first has {n} Doom awakens it"
        text = f"{part.name}; {then}"
        return (Condition("watcher", "The Watcher awakens", (part,), text=text, rule=self.rule),)


class WatcherAttacks(Power):
    """Before the first turn of an Action phase the Watcher, if it is awake, attacks once for each player, who steers
    it: to an adjacent area with units of factions, else to any other, and never staying. There it battles each of these
    factions by itself.

    One thing a step: what is still to come lies in the counters.
    """

    rule, on, forced, printed = "CW-YUG-030", GROUND, True, "The Watcher attacks"

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == ACTION and (awake(s) or s.counter(-1, RESTS) > 0 or s.counter(-1, WAITS) > 0)

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        s.count_to(-1, RESTS, 0)
        if not awake(s):
            end_attacks(s)
            return
        watcher, seats, left = owner(s, WATCHER), s.order(s.first), s.counter(-1, WAITS)
        if not left:
            s.count_to(-1, WAITS, len(seats))
            report(s, self.rule, "The Watcher attacks: {} times, once for each player", len(seats))
            return
        steers = s.active = seats[max(len(seats) - left, 0)]
        marked = [f for f in seats if s.counter(f, MARKED)]
        if not marked:
            await self._steer(s, steers)
        elif foes := [f for f in marked if s.here(f, s.home(watcher, ONE))]:
            await self._battle(s, steers, foes)
        if awake(s) and not any(s.counter(f, MARKED) and s.here(f, s.home(watcher, ONE)) for f in seats):
            end_attacks(s)
            s.count_to(-1, WAITS, left - 1)

    async def _steer(self, s: State, me: int) -> None:
        """It goes on; whoever of the factions is there is marked."""
        watcher, names = owner(s, WATCHER), s.config.map.names
        area = s.home(watcher, ONE)
        peopled = [
            a
            for a in s.standing()
            if a != area and any(s.here(f, a) for f in s.config.seats) and may_enter(s, watcher, ONE, a)
        ]
        near = ways(s, watcher, area, Adjacent.MOVE)
        options = [a for a in peopled if a in near] or peopled
        if not options:
            report(s, "CW-YUG-031", "The Watcher finds nobody elsewhere", who=me)
            return
        to = await choose(me, "area", options, "CW-YUG-031", "watcher goes")
        s.move(watcher, ONE, area, to)
        if s.trace is not None:
            text = "sends the Watcher from {} to {}"
            touched, way = (piece(s, watcher, to, ONE),), Arrow(area, to)
            says(s, "CW-YUG-031", me, text, names[area], names[to], arrow=way, touched=touched)
        for f in s.config.seats:
            s.count_to(f, MARKED, s.here(f, to))

    async def _battle(self, s: State, me: int, foes: list[int]) -> None:
        """One of its battles: whoever steers says against whom."""
        foe = await choose(me, "player", foes, "CW-YUG-032", "watcher battles", argument="player")
        s.count_to(foe, MARKED, 0)
        watcher = owner(s, WATCHER)
        area = s.home(watcher, ONE)
        with group(s, "CW-YUG-032", "The Watcher battles {}", title(s, foe), touched=(f"area:{area}",)):
            declare(s, area, watcher, foe)
            await nested(fight_out(s))
        if unsettled(s):
            settle(s, "CW-YUG-021")


class WatcherFights(Power):
    """Its Combat is where its token lies. Each Kill against it sends that one space down, so does each elimination, and
    it takes no Pains; at 0 it is gone after the battle.
    """

    rule, on, forced, printed = "CW-YUG-033", f"unit.{WATCHER}", True, "The Watcher's strength"
    about = (MayTarget.PAIN,)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(strength(fight.s)) if kind == ONE else None

    def may_target(
        self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str
    ) -> bool | None:
        return False if owner == me and what is MayTarget.PAIN else None

    def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
        return event.result == KILL

    def would_take_result(self, s: State, me: int, event: Hit) -> None:
        fight, more = event.fight, event.fight.open(me, KILL)
        fight.close(me, KILL, more)  # all of them at once: the first one was counted when it was given
        fight.note(me, self)
        if not s.config.rulings.one_kill_on_the_watcher:
            fight.b.slain[fight.side(event.foe)] += min(more, max(strength(s) - 1, 0))  # more fall on nothing
        weaken(s, 1 + more, self.rule)

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        return event.seat == me and event.cause is WouldBeEliminated.ELIMINATED

    def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
        weaken(s, 1, "CW-AN-032")

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        return not strength(fight.s)

    async def battle_end(self, fight: Resolution, me: int) -> None:
        for code in [*fight.b.roster[fight.side(me)]]:
            fight.leave(me, code, str(WouldBeEliminated.KILLED))
        sleeps_again(fight.s)
