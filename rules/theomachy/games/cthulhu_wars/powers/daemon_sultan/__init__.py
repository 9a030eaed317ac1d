"""The Daemon Sultan: Avatars that share one marker, Chaos Gates, and spellbooks that turn over."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from .....engine.runtime.decision import choose, die, number
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import report
from ...rules.act import Act, SlotAct, slot_open, tell_paid
from ...rules.awakening import GreatOldOne, asleep
from ...rules.common import (
    Unit,
    arrive,
    control_changed,
    everywhere,
    gain_doom,
    gain_power,
    gain_signs,
    gate_left,
    keepers,
    pick,
    piece,
    price_of,
    says,
    share_loss,
    step_off,
    tell,
    title,
    units_in,
)
from ...rules.config import Config
from ...rules.domains import (
    DOOM,
    DOOMED,
    GATHER,
    HELD_GATE,
    KEEPER,
    KILL,
    KIND,
    NO_GATE,
    OPEN_GATE,
    POOL,
    UNKEPT,
    WON,
    figure,
    kills_on,
    kind_of,
)
from ...rules.fight import Resolution
from ...rules.leaving import Leaving, eliminate
from ...rules.state import State, bits
from ...rules.timings import AwakeningSlot, Power, SpellbookSlot
from ...rules.topics import Adjacent, ControllerOf, CostOf, Watches, WouldBeEliminated
from ...rules.ways import leads_over, ways

SLUG = "daemon_sultan"
ACOLYTE, LARVA_THESIS, LARVA_ANTITHESIS, LARVA_SYNTHESIS, THESIS, ANTITHESIS, SYNTHESIS = range(7)
LARVAE, AVATARS = (LARVA_THESIS, LARVA_ANTITHESIS, LARVA_SYNTHESIS), (THESIS, ANTITHESIS, SYNTHESIS)
CHAOS = "Chaos"  # the sort of its gates
MARKER, DIE = "Azathoth marker", "Synthesis"  # what it counts: of the table; the dice of the battle under way
OFFER = "offer power or doom"
RECRUITS = ("recruit", "unique priest")  # how the actions begin by which Cultists come anywhere where none is


class Psychosis(Act, Power):
    """Action, 0 Power: an Acolyte comes from your pool to an area without units. The first such area is where you
    start.
    """

    rule, faction, unique, verb, shape = "CW-DS-003", SLUG, True, "psychosis", ("area",)
    phrase = "Psychosis: an Acolyte comes to {}"
    requirements = (
        Requirement("CW-DS-003", "An Acolyte is in your pool", lambda s, me: s.n(me, ACOLYTE, POOL) > 0),
        Requirement(
            "CW-DS-003",
            "No unit is in {0}",
            lambda s, me, area: not reduce(or_, s.on) >> area & 1,
            against=lambda s, me, area: (f"area:{area}",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        if s.start[me] < 0:
            s.begin_in(me, area)
            says(s, "CW-DS-004", me, "starts in {}", s.config.map.names[area], touched=(f"area:{area}",))
        await arrive(s, me, ACOLYTE, area, "placed", self.rule)


class FirstUnits(Power):
    """Psychosis brings your first units: you recruit nobody before you have a start area."""

    rule, faction, printed, aside = "CW-DS-002", SLUG, "First units by Psychosis", True

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        return False if s.start[me] < 0 and seat == me and verb.startswith(RECRUITS) else None


class SpellbooksTurnUp(Power):
    """When the Doom phase begins your face-down spellbooks are turned up."""

    rule, faction, forced, printed = "CW-DS-005", SLUG, True, "Spellbooks turn up"

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.down[me] > 0

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        for bit in bits(s.down[me]):
            s.turn_book(me, bit, down=False)
        says(s, self.rule, me, "turns its spellbooks up", touched=(f"seat:{me}",))


class Larvae(Power):
    """A Larva has 2 Combat while its Avatar is in play."""

    rule, faction = "CW-DS-007", SLUG

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind not in LARVAE or not fight.s.total(me, AVATARS[LARVAE.index(kind)]):
            return None
        return add(n * fight.s.config.amounts["larva"])


# -- Chaos Gates ------------------------------------------------------------------------------------------------------
def chaos_gates(s: State) -> int:
    """How many of them are on the map."""
    return sum(word == CHAOS for _, word in s.sorts)


def holds_chaos(s: State, me: int, area: int) -> bool:
    """Does the seat hold a Chaos Gate here?"""
    return s.holder(area) == me and s.sort(area) == CHAOS


class ChaosGates(Power):
    """A Chaos Gate is held by your Cultists alone. One that is abandoned when the Doom phase begins is a plain gate
    from then on, if one is left.
    """

    # what becomes of such a gate: the ruling `abandoned_chaos_gate`
    rule, faction, forced, makes = "CW-DS-008", SLUG, True, CHAOS
    about = (ControllerOf.GATE,)

    def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
        if what is not ControllerOf.GATE or s.sort(area) != CHAOS:
            return None
        return None if seat == me and code in keepers(s, me) else -1

    def _left(self, s: State) -> list[int]:
        return [area for area, word in s.sorts if word == CHAOS and s.gate[area] == OPEN_GATE]

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.config.rulings.chaos_gates_turn and bool(self._left(s))

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        for area in self._left(s):
            if not gate_left(s):
                return
            s.make_sort(area, "")
            if s.trace is not None:
                text = "The Chaos Gate in {} becomes a plain gate"
                report(s, self.rule, text, s.config.map.names[area], who=me, touched=(f"place:{area}:gate",))


# -- the Avatars ------------------------------------------------------------------------------------------------------
def marker(s: State) -> int:
    """Where the Azathoth marker is."""
    return s.counter(-1, MARKER)


def larva(kind: int, name: str) -> Requirement:
    """An Avatar takes the place of its Larva."""
    return Requirement("CW-DS-009", f"A {name} of yours is in {{0}}", lambda s, me, area: s.n(me, kind, area) > 0)


class Avatar(GreatOldOne):
    """A Great Old One that takes the place of its Larva."""

    shape = ("my area",)
    gives_up = (1, 2, 3)

    async def steps(self, s: State, me: int, area: int) -> None:
        kind = LARVAE[AVATARS.index(self.kind)]
        s.move(me, kind, area, POOL)  # replaced, not lost (CW-2PL-006)
        if s.trace is not None:
            text, name = "A {} in {} makes room", s.config.name[me][kind]
            report(
                s, "CW-DS-009", text, name, s.config.map.names[area], who=me, touched=(piece(s, me, area, kind),)
            )  # fmt: skip

    async def do(self, s: State, me: int, area: int) -> None:
        await super().do(s, me, area)
        await self._then(s, me)

    async def _then(self, s: State, me: int) -> None:
        """What its awakening brings to the others."""


class AwakenThesis(Avatar, Power):
    """In place of a Larva Thesis: set the Azathoth marker from 0 to 8 and pay as much Power. Then the enemies get
    Power, as much as there are players, divided as you like; who gets none gains 1 Doom. Its Combat is the marker's
    number.
    """

    rule, faction, verb, kind, printed = "CW-DS-010", SLUG, "awaken avatar thesis", THESIS, "Awaken Avatar Thesis"
    phrase, paid_late = "Awaken Avatar Thesis in {}", True
    requirements = (asleep(THESIS), larva(LARVA_THESIS, "Larva Thesis"))

    async def steps(self, s: State, me: int, area: int) -> None:
        due = price_of(s, me, CostOf.AWAKEN, THESIS, 0, area)  # what others add to it is paid with the action
        track = range(s.config.amounts["azathoth_track"] + 1)
        more = [price_of(s, me, CostOf.AWAKEN, THESIS, n, area) - due for n in track]
        most = max(n for n, price in enumerate(more) if price <= s.power[me])
        prompt = "To which number do you set the Azathoth marker? You pay as much."
        n = await number(me, 0, most, self, "marker", prompt=prompt)
        paid = more[n]
        s.count_to(-1, MARKER, n)
        s.power[me] -= paid
        says(
            s, self.rule, me, "sets the Azathoth marker to {}", n, figure=f"{s.power[me] + paid} → {s.power[me]}",
            touched=(f"seat:{me}",),
        )  # fmt: skip
        s.paid += paid
        await tell_paid(s, me, self.verb)
        await super().steps(s, me, area)  # the Larva goes once all is paid

    async def _then(self, s: State, me: int) -> None:
        if s.config.rulings.thesis_gives_each:
            await self._each(s, me)
            return
        foes, left = s.order(me)[1:], len(s.config.seats)
        for i, foe in enumerate(foes):
            least = left if i == len(foes) - 1 else 0
            n = await number(me, least, left, self, "power to", prompt=f"How much Power goes to {title(s, foe)}?")
            left -= n
            if n:
                gain_power(s, foe, n, self.rule)
            else:
                gain_doom(s, foe, 1, self.rule, "no Power was given")

    async def _each(self, s: State, me: int) -> None:
        """The printed card: each enemy 1 Power, or one of them 2."""
        foes = s.order(me)[1:]
        foe = await choose(
            me, "player", ["all", *foes], self, "power to", names={"all": "Each enemy 1 Power"},
            prompt="Who gets 2 Power?",
        )  # fmt: skip
        for f in foes if foe == "all" else (foe,):
            gain_power(s, f, 1 if foe == "all" else 2, self.rule)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(marker(fight.s)) if kind == THESIS else None


class AwakenAntithesis(Avatar, Power):
    """In place of a Larva Antithesis, after Thesis has been awakened: pay 8 less the marker's number. Each enemy
    eliminates a Cultist of its choice. Its Combat is 8 less the marker's number.
    """

    rule, faction, verb, kind = "CW-DS-013", SLUG, "awaken avatar antithesis", ANTITHESIS
    printed, phrase = "Awaken Avatar Antithesis", "Awaken Avatar Antithesis in {}"
    requirements = (
        asleep(ANTITHESIS),
        larva(LARVA_ANTITHESIS, "Larva Antithesis"),
        Requirement("CW-DS-013", "Avatar Thesis has been awakened", lambda s, me: s.was_awake(me, THESIS)),
    )

    async def _then(self, s: State, me: int) -> None:
        if s.config.rulings.antithesis_gives_doom:
            await self._doom(s, me)
            return
        for foe in s.order(me)[1:]:
            kinds = s.config.devoted[foe]
            if s.on_map(foe, kinds):  # who sleeps on a card may go for one of them, and need not
                units = everywhere(s, foe, kinds)
                unit = await pick(s, foe, units, self, "cultist given up")
                await eliminate(s, foe, unit[2], unit[1], me, self.rule)

    async def _doom(self, s: State, me: int) -> None:
        """The printed card: each enemy 1 Doom, or one of them an Elder Sign."""
        foes = s.order(me)[1:]
        foe = await choose(
            me, "player", ["all", *foes], self, "sign to", names={"all": "Each enemy 1 Doom"},
            prompt="Who gets an Elder Sign?",
        )  # fmt: skip
        if foe != "all":
            await gain_signs(s, foe, 1, self.rule)
            return
        for f in foes:
            gain_doom(s, f, 1, self.rule)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(max(fight.s.config.amounts["azathoth_track"] - marker(fight.s), 0)) if kind == ANTITHESIS else None


class PricesOfTheMarker(Power):
    """The Azathoth marker says what two Avatars cost, also for others who look at their prices: Antithesis 8 less its
    number; Thesis the number, but for its owner, who sets the marker anew.
    """

    rule, faction, about, printed = "CW-DS-013", SLUG, (CostOf.AWAKEN, CostOf.UNIT), "Azathoth marker"

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        if seat != me:
            return None
        if kind == ANTITHESIS and what is CostOf.AWAKEN:
            return set_to(max(s.config.amounts["azathoth_track"] - marker(s), 0))
        return set_to(marker(s)) if kind == THESIS and what is CostOf.UNIT else None


class AwakenSynthesis(Avatar, Power):
    """In place of a Larva Synthesis, for 8 Power. Its Combat is thrown before each battle: a die and 2 more."""

    rule, faction, verb, kind = "CW-DS-015", SLUG, "awaken avatar synthesis", SYNTHESIS
    printed, phrase, forced = "Awaken Avatar Synthesis", "Awaken Avatar Synthesis in {}", True
    requirements = (asleep(SYNTHESIS), larva(LARVA_SYNTHESIS, "Larva Synthesis"))

    async def _then(self, s: State, me: int) -> None:
        if not s.config.rulings.synthesis_takes:
            return
        n = await die(self, "synthesis awakens", prompt="The die of the awakening") + s.config.amounts["synthesis_die"]
        if len(s.config.seats) <= s.config.amounts["synthesis_halved"]:
            n = -(-n // 2)
        most = {foe: s.power[foe] + s.doom[foe] for foe in s.config.foes[me]}
        shares = await share_loss(s, me, n, most, self, "Avatar Synthesis")
        if shares is None:
            s.count_to(me, WON, 1)
            says(s, self.rule, me, "wins: nobody agrees on what is lost", touched=(f"seat:{me}",))
            return
        for foe, share in shares.items():
            least, prompt = max(share - s.power[foe], 0), f"{title(s, foe)} loses {share}: how much of it is Doom?"
            doom = await number(foe, least, min(share, s.doom[foe]), self, "doom lost", prompt=prompt)
            s.doom[foe] -= doom
            if doom:
                says(s, self.rule, foe, "loses {} Doom", doom, touched=(f"seat:{foe}",))
            gain_power(s, foe, doom - share, self.rule)

    def game_over(self, s: State, me: int) -> bool:
        return s.counter(me, WON) > 0

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        return fight.count(me, SYNTHESIS) > 0

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        n = await die(self, "synthesis", prompt="The die of Avatar Synthesis")
        fight.s.count_to(me, DIE, n + fight.s.config.amounts["synthesis_die"])
        says(fight.s, self.rule, me, "throws {}: Avatar Synthesis has {} dice", n, fight.s.counter(me, DIE))

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != SYNTHESIS:
            return None
        return add(fight.s.counter(me, DIE) or 1 + fight.s.config.amounts["synthesis_die"])  # not thrown yet: at least

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        return fight.s.counter(me, DIE) > 0

    async def battle_end(self, fight: Resolution, me: int) -> None:
        fight.s.count_to(me, DIE, 0)


class CosmicRuler(Power):
    """While Avatar Synthesis is in play, another Avatar of yours, one that is not being killed itself, may be given up
    in place of one that would be killed or eliminated.
    """

    rule, faction = "CW-DS-034", SLUG
    special = "avatar_synthesis"
    about = (WouldBeEliminated.KILLED, WouldBeEliminated.ELIMINATED, WouldBeEliminated.SURROUNDED)

    def _others(self, s: State, me: int, event: Leaving) -> list[Unit]:
        """Avatars that may go instead: none that a kill of this battle was given to (CW-DS-034)."""
        b, found = s.battle, list[Unit]()
        there = b if b is not None and me in b.sides else None
        spared = (
            {c & KIND for side, c, what, _ in there.given if there.sides[side] == me and what == KILL} if there else ()
        )
        for kind in AVATARS:
            if kind == event.code & KIND or kind in spared:
                continue
            units = units_in_play(s, me, kind)
            if there is not None:
                inside = [c for c in there.roster[there.sides.index(me)] if c & KIND == kind]
                if any(c >= DOOMED or kills_on(c) for c in inside):
                    continue
                units = [(me, there.area, c) for c in inside] or units
            found += units
        return found

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        if event.seat != me or event.code & KIND not in AVATARS or event.cause not in self.about:
            return False
        if s.vanished() >> event.area & 1:
            return False  # nothing stays there, whatever is given up
        if s.config.rulings.kills_alone_pass and event.cause is not WouldBeEliminated.KILLED:
            return False
        return (s.total(me, SYNTHESIS) > 0 or falls_too(s, me, event)) and bool(self._others(s, me, event))

    async def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
        unit = await choose(
            me, "unit", self._others(s, me, event), self, "given up instead", argument="unit",
            prompt="Which Avatar is given up?",
        )  # fmt: skip
        b = s.battle
        if b is not None and me in b.sides and event.fight is not None:
            b.given += ((b.sides.index(me), event.code & KIND, KILL, 0),)  # it has had its kill
        if b is not None and me in b.sides and unit[2] in b.roster[b.sides.index(me)] and unit[1] == b.area:
            await Resolution(s, b).lose(me, unit[2], me, self.rule, "given up", cause=WouldBeEliminated.SACRIFICED)
        else:
            await eliminate(s, me, unit[2], unit[1], me, self.rule)


def falls_too(s: State, me: int, event: Leaving) -> bool:
    """Was Avatar Synthesis there when the losses of this battle, which are all at once, began (CW-BAT-027)?"""
    b, causes = s.battle, (WouldBeEliminated.KILLED, WouldBeEliminated.ELIMINATED)
    if b is None or me not in b.sides or event.fight is None or event.cause not in causes:
        return False
    side = b.sides.index(me)
    return any(f == side and c & KIND == SYNTHESIS and fate in causes for f, c, fate, _ in b.fates)


def units_in_play(s: State, me: int, kind: int) -> list[Unit]:
    """An Avatar on the map, as an option of a question."""
    return [unit for area in s.where(me, kind) for unit in units_in(s, me, area, [kind])]


# -- spellbooks: used once, they are turned over ----------------------------------------------------------------------
class Consummation(Act, Power):
    """Action, 1 Power: turn this spellbook down, and another one of yours up again."""

    rule, faction, bit, verb, phrase = "CW-DS-022", SLUG, 0, "consummation", "Consummation"
    requirements = (Requirement("CW-DS-022", "A spellbook of yours lies face down", lambda s, me: s.face_down(me) > 0),)

    async def do(self, s: State, me: int) -> None:
        used, books = bits(s.face_down(me)), s.config.factions[me].books
        bit = await choose(
            me, "card", used, self, "turned up", names={b: books[b].name for b in used}, argument="book",
            prompt="Which spellbook is turned up?",
        )  # fmt: skip
        s.turn_book(me, self.bit, down=True)
        s.turn_book(me, bit, down=False)
        says(s, self.rule, me, "turns {} up", books[bit].name, touched=(f"book:{me}:{bit}",))


class Traitors(Act, Power):
    """Action, 1 Power: a Chaos Gate of yours becomes a plain gate; its keeper goes home, and a Cultist of your choice
    from the pool of an enemy holds it. You gain an Elder Sign if no unit of yours is left there.
    """

    rule, faction, bit, verb, shape = "CW-DS-023", SLUG, 1, "traitors", ("my area", "foe")
    printed, phrase = "Traitors!", "Traitors! The Chaos Gate of {} goes to {}"
    requirements = (
        Requirement("CW-CMP-002", "A gate is left in the supply", lambda s, me: gate_left(s)),
        Requirement("CW-DS-023", "You control a Chaos Gate in {0}", holds_chaos),
        Requirement(
            "CW-DS-023",
            "{1} has a Cultist in its pool",
            lambda s, me, area, foe: s.has(foe, s.config.cultists[foe], POOL),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        free = [figure(foe, k) for k in s.config.cultists[foe] if s.n(foe, k, POOL)]
        prompt = f"Which Cultist of {title(s, foe)} holds the gate?"
        kind = kind_of(await choose(me, "choice", free, "CW-DS-039", "traitor", prompt=prompt, argument="figure"))
        s.move(me, s.keeper(me, area) | KEEPER, area, POOL)
        s.make_sort(area, "")
        s.move(foe, kind, POOL, area)
        s.hold(foe, kind, area)
        if s.trace is not None:
            text = "The Chaos Gate in {} becomes a gate of {}"
            names = s.config.map.names[area], title(s, foe)
            report(s, self.rule, text, *names, who=me, touched=(f"place:{area}:gate", piece(s, foe, area, kind)))
        s.turn_book(me, self.bit, down=True)
        await control_changed(s, area, me)
        if s.config.rulings.traitors_always_pay or not s.here(me, area):
            await gain_signs(s, me, 1, self.rule)


class ChaosGate(Act, Power):
    """Action, 1 Power: put a Chaos Gate into an area without a gate."""

    rule, faction, bit, verb, shape = "CW-DS-024", SLUG, 2, "chaos gate", ("area",)
    phrase = "A Chaos Gate opens in {}"
    requirements = (
        Requirement(
            "CW-DS-001",
            "A Chaos Gate is left",
            lambda s, me: chaos_gates(s) < s.config.amounts["chaos_gates"],
            fact=lambda s, me: f"{chaos_gates(s)} of {s.config.amounts['chaos_gates']} are on the map",
        ),
        Requirement("CW-DS-024", "No gate is in {0}", lambda s, me, area: s.gate[area] == NO_GATE),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.open_gate(area)
        s.make_sort(area, CHAOS)
        if s.trace is not None:
            text = "A Chaos Gate opens in {}"
            report(s, self.rule, text, s.config.map.names[area], who=me, touched=(f"place:{area}:gate",))
        s.turn_book(me, self.bit, down=True)


class AnimateMatter(Act, Power):
    """Action, 1 Power: a Chaos Gate of yours and its keeper go to an adjacent area, where no other faction starts. A
    gate that is there already is replaced.
    """

    rule, faction, bit, verb, shape = "CW-DS-025", SLUG, 3, "animate matter", ("my area", "area")
    phrase = "Animate Matter: the Chaos Gate of {} goes to {}"
    requirements = (
        Requirement("CW-DS-025", "You control a Chaos Gate in {0}", holds_chaos),
        Requirement(
            "CW-DS-025",
            "{1} is next to {0}",
            lambda s, me, area, to: to in ways(s, me, area, Adjacent.TRAVEL, over=True),
        ),
        Requirement(
            "CW-DS-025",
            "No other faction starts in {1}",
            lambda s, me, area, to: not any(s.start[f] == to for f in s.config.foes[me]),
        ),
        Requirement("CW-DS-025", "What is in {1} may be replaced", lambda s, me, area, to: not s.is_fixed(to)),
    )

    def ends(self, s: State, me: int, *args: Any) -> tuple[int, ...]:
        return args[:2] or (-1,)  # it takes a gate from the one area, and comes to the other

    async def do(self, s: State, me: int, area: int, to: int) -> None:
        before, names = s.gate[to], s.config.map.names
        if before != NO_GATE:
            s.close_gate(to)
            if s.trace is not None:
                report(s, self.rule, "The gate in {} is gone", names[to], who=me, touched=(f"place:{to}:gate",))
        keeper = s.warden[area]
        if keeper != UNKEPT and leads_over(s, me, keeper, area, to, Adjacent.TRAVEL):
            s.note_trek(me, me, keeper | KEEPER, area, to, over=True)
        s.carry_gate(area, to)
        if s.trace is not None:
            text = "The Chaos Gate of {} is in {} now"
            report(s, self.rule, text, names[area], names[to], who=me, touched=(f"place:{to}:gate",))
        s.turn_book(me, self.bit, down=True)
        if before >= HELD_GATE:
            await control_changed(s, to, before - HELD_GATE)
        await step_off(s, to, self.rule)


def factions_by(s: State, me: int, kind: int) -> int:
    """How many factions have a unit in the area of an Avatar, the own among them."""
    area = s.home(me, kind)
    return sum(s.here(seat, area) for seat in s.config.seats)


def out(kind: int, name: str, rule: str) -> Requirement:
    """The Avatar is on the map."""
    return Requirement(rule, f"{name} is on the map", lambda s, me: s.home(me, kind) < POOL)


def where_it_is(s: State, me: int, kind: int) -> int:
    """The area of an Avatar, or -1: an action of its book takes place there (CW-WW-039)."""
    area = s.home(me, kind)
    return area if area < POOL else -1


class UndirectedEnergy(Act, Power):
    """Action, 1 Power: 1 Power for each faction, your own too, with a unit in the area of Avatar Thesis."""

    rule, faction, bit, verb, phrase = "CW-DS-026", SLUG, 4, "undirected energy", "Undirected Energy"
    requirements = (out(THESIS, "Avatar Thesis", "CW-DS-026"),)

    def ends(self, s: State, me: int, *args: Any) -> int:
        return where_it_is(s, me, THESIS)

    async def do(self, s: State, me: int) -> None:
        s.turn_book(me, self.bit, down=True)
        gain_power(s, me, factions_by(s, me, THESIS), self.rule)


class FiendishGrowth(Act, Power):
    """Action, 1 Power: for each faction, your own too, with a unit in the area of Avatar Antithesis, an Acolyte or
    Monster comes there from your pool.
    """

    rule, faction, bit, verb, phrase = "CW-DS-027", SLUG, 5, "fiendish growth", "Fiendish Growth"
    requirements = (out(ANTITHESIS, "Avatar Antithesis", "CW-DS-027"),)

    def ends(self, s: State, me: int, *args: Any) -> int:
        return where_it_is(s, me, ANTITHESIS)

    async def do(self, s: State, me: int) -> None:
        s.turn_book(me, self.bit, down=True)
        area = s.home(me, ANTITHESIS)
        for _ in range(factions_by(s, me, ANTITHESIS)):
            free = [figure(me, k) for k in (ACOLYTE, *LARVAE) if s.n(me, k, POOL)]
            if not free:
                return
            prompt = f"Which unit comes to {s.config.map.names[area]}?"
            kind = kind_of(await choose(me, "choice", free, self, "growth", prompt=prompt, argument="figure"))
            await arrive(s, me, kind, area, "placed", self.rule)


# -- requirements -----------------------------------------------------------------------------------------------------
class EachLarva(SpellbookSlot):
    """A Larva of each sort is in play."""

    rule, faction, bit, printed = "CW-DS-016", SLUG, 0, "Each Larva"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        return sum(not s.total(me, kind) for kind in LARVAE)


class AbandonedGate(SpellbookSlot):
    """An abandoned gate is on the map while Power is gathered; one that lies on a card is not on the map."""

    rule, faction, bit = "CW-DS-017", SLUG, 1

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.phase == GATHER and OPEN_GATE in s.gate


class PowerOrDoom(SpellbookSlot):
    """In a Doom phase each enemy chooses 1 Power or 1 Doom, and you gain all that they gain."""

    rule, faction, bit, watches, printed = "CW-DS-018", SLUG, 2, Watches.ACTION, "Power or Doom"

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == OFFER


class OfferPowerOrDoom(Power):
    """Doom phase, once: each enemy chooses 1 Power or 1 Doom, and you gain all that they gain."""

    rule, faction, printed = "CW-DS-018", SLUG, "Offer Power or Doom"

    def may_in_phase(self, s: State, me: int) -> bool:
        return s.is_open(me, PowerOrDoom.bit)

    async def in_phase(self, s: State, me: int) -> None:
        await offer(s, me)
        tell(s, Watches.ACTION, me, OFFER)


class OfferInTheActionPhase(SlotAct, Power):
    """As your action each enemy chooses 1 Power or 1 Doom, and you gain all that they gain (ruling `sultan_offer`)."""

    rule, faction, verb, phrase = "CW-DS-018", SLUG, OFFER, "Offer Power or Doom"
    printed, aside = "Offer in the Action phase", True
    requirements = (slot_open(PowerOrDoom),)

    def in_use(self, config: Config) -> bool:
        return config.rulings.offered_as_an_action

    async def do(self, s: State, me: int) -> None:
        await offer(s, me)
        await super().do(s, me)


async def offer(s: State, me: int) -> None:
    """Each enemy, in turn order, takes one or the other; then its owner gains all of it."""
    rule, power, doom = OfferPowerOrDoom.rule, 0, 0
    names = {"power": "1 Power", "doom": "1 Doom"}
    for foe in s.order(me)[1:]:
        taken = await choose(
            foe, "choice", ["power", "doom"], rule, "power or doom", names=names,
            prompt=f"Does {title(s, foe)} take 1 Power or 1 Doom?",
        )  # fmt: skip
        if taken == "power":
            power += 1
            gain_power(s, foe, 1, rule)
        else:
            doom += 1
            gain_doom(s, foe, 1, rule)
    if power:
        gain_power(s, me, power, rule)
    gain_doom(s, me, doom, rule)


class FiveSlotsAlone(Power):
    """Your card has no slot for the awakening of Avatar Thesis."""

    rule, faction, forced, printed, aside = "CW-DS-019", SLUG, True, "Five slots alone", True

    def may_setup(self, s: State, me: int) -> bool:
        return s.config.rulings.five_slots_alone

    async def setup(self, s: State, me: int) -> None:
        s.cover_slot(me, ThesisAwake.bit)
        s.rekey()
        says(s, self.rule, me, "has five slots alone", touched=(f"slot:{me}:{ThesisAwake.bit}",))


class ThesisAwake(AwakeningSlot):
    """Awaken Avatar Thesis."""

    rule, faction, bit, kind = "CW-DS-019", SLUG, 3, THESIS


class AntithesisAwake(AwakeningSlot):
    """Awaken Avatar Antithesis."""

    rule, faction, bit, kind = "CW-DS-020", SLUG, 4, ANTITHESIS


class SynthesisAwake(AwakeningSlot):
    """Awaken Avatar Synthesis."""

    rule, faction, bit, kind = "CW-DS-021", SLUG, 5, SYNTHESIS
