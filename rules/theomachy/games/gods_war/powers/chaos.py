"""Chaos."""

from __future__ import annotations

from typing import Any

from ....engine.masks import bits
from ....engine.runtime.decision import Answer, choose, die
from ....engine.runtime.layers import Changes, add, set_to
from ....engine.runtime.requirement import Requirement
from ..rules.actions import Act
from ..rules.battle import Resolution, Score
from ..rules.common import (
    anywhere,
    area_name,
    built,
    eliminate,
    gain_power,
    gain_vp,
    is_target,
    says,
    settle,
    targets,
    title,
    units_in,
)
from ..rules.config import GREATER
from ..rules.domains import GONE, POOL
from ..rules.runes import gain_runes
from ..rules.state import State
from ..rules.timings import Part, Power, Quest
from ..rules.topics import (
    CostOf,
    CountsAs,
    FixedResults,
    GainOf,
    InPhase,
    MayAct,
    MayPlace,
    OnElimination,
    PhaseEnd,
    Setup,
    Watches,
)

SLUG = "chaos"
BROO, LADY, MAGNA_MATER, MAD_GOD = range(4)
MARKER = "mad_god"


class Pestering(Power):
    """In the Power Phase 1 Power for each Nest that shares an area with an enemy building."""

    rule, empire, item = "GW-CHA-002", SLUG, "abilities.pestering"

    def income(self, s: State, me: int) -> Changes:
        n = beside_enemies(s, me)
        return add(n * self.figure(s, "power")) if n else None


def nests(s: State, me: int) -> list[int]:
    """Areas with a Nest."""
    return list(bits(s.nested[me]))


def beside_enemies(s: State, me: int) -> int:
    """Nests that share an area with an enemy building."""
    return sum([(s.nested[me] & sited).bit_count() for f, sited in enumerate(s.sited) if f != me])


class Anarchy(Power):
    """Each unit that is killed or eliminated moves the Mad God marker up, but not those lost with the Spike."""

    rule, empire, item, forced = "GW-CHA-003", SLUG, "abilities.anarchy", True
    counters = ((MARKER, "Mad God marker", 99, "crowned-skull"),)

    async def setup(self, s: State, me: int, what: Setup) -> None:
        start = "far_end" if s.config.rulings.mad_god_starts_far else "start"
        s.write(me, MARKER, self.figure(s, start))

    def may_on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> bool:
        return cause is not OnElimination.SPIKE

    async def on_elimination(self, s: State, me: int, owner: int, kind: int, cause: OnElimination) -> None:
        s.write(me, MARKER, s.counter(me, MARKER) + self.figure(s, "step"))


class Loathsome(Power):
    """You are never first player and never have Glorantha's Blessing."""

    rule, empire, item, about = "GW-CHA-004", SLUG, "abilities.loathsome", (MayAct.FIRST_PLAYER, GainOf.BLESSING)

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int | str) -> bool | None:
        return False if what is MayAct.FIRST_PLAYER and who == me else None

    def gain_of(self, s: State, me: int, what: GainOf) -> Changes:
        return set_to(0) if what is GainOf.BLESSING else None


class Corruption(Power):
    """A Nest may stand beside one building of another player."""

    rule, empire, item, alone = "GW-CHA-005", SLUG, "abilities.corruption", ("may_place",)

    def may_place(self, s: State, me: int, who: int, building: int, area: int, how: MayPlace) -> bool | None:
        return True if who == me and how is MayPlace.BUILD and s.site[area] >> 3 != me else None


class ImbeddedChaosNest(Power):
    """Its kill does not count against a Ziggurat or a greater god in the battle."""

    rule, empire, item = "GW-CHA-006", SLUG, "buildings.imbedded_chaos_nest"

    def fixed_results(self, fight: Resolution, me: int, foe: int, building: int, what: FixedResults) -> Changes:
        s, code = fight.s, fight.building(foe)
        mighty = fight.has_god(foe) or (code >= 0 and s.building(code, fight.b.area).type == "ziggurat")
        return set_to(0) if what is FixedResults.KILLS and mighty else None


class Plague(Power):
    """Who declares battle in the area of the Lady of Disease pays 1 VP first, Chaos too."""

    rule, empire, item, about = "GW-CHA-009", SLUG, "abilities.plague", (CostOf.BATTLE_VP,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Changes:
        return add(self.figure(s, "vp")) if s.n(me, LADY, it) else None


class MagnaMater(Power):
    """The rating of the Magna Mater is a die, thrown whenever it is needed."""

    rule, empire, item, printed = "GW-CHA-010", SLUG, "units.magna_mater", "The Magna Mater"

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        return kind == MAGNA_MATER and role is CountsAs.ROLLED


class Irruption(Act, Power):
    """All Broos of your pool come to the Magna Mater's area; once a round."""

    rule, empire, item, verb = "GW-CHA-011", SLUG, "abilities.irruption", "irruption"
    phrase = "Irruption"
    requirements = (
        Requirement("GW-CHA-011", "The Magna Mater is on the map", lambda s, me: bool(s.where(me, MAGNA_MATER))),
        Requirement("GW-CHA-011", "It is its first use this round", lambda s, me: not s.is_spent(me, "Irruption")),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int) -> None:
        area = s.where(me, MAGNA_MATER)[0]
        n = s.n(me, BROO, POOL)
        for _ in range(n):
            s.move(me, BROO, POOL, area)
        s.spent += ((me, self.name, -1),)
        says(s, self, me, "places {} Broos in {}", n, area_name(s, area), touched=(f"area:{area}",))


class MadGod(Power):
    """The rating of the Mad God is the space of his marker, at most 10."""

    rule, empire, item, printed = "GW-CHA-012", SLUG, "units.mad_god", "The Mad God"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        return add(min(s.counter(me, MARKER), self.figure(s, "most"))) if kind == MAD_GOD else None


class Frenzy(Power):
    """After a battle of the Mad God in which his marker stands at 10 or more it goes back by a die."""

    rule, empire, item, forced = "GW-CHA-012", SLUG, "abilities.frenzy", True

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        s = fight.s
        return fight.fights(me) and MAD_GOD in fight.fought(me) and s.counter(me, MARKER) >= self.figure(s, "space")

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s = fight.s
        s.write(me, MARKER, s.counter(me, MARKER) - await die(self, "frenzy"))


# -- gifts ------------------------------------------------------------------------------------------------------------
def gods(s: State, me: int) -> list[tuple[int, int]]:
    """Greater gods in play: (area, kind)."""
    return [(a, kind) for kind in bits(s.in_play[me]) if s.config.rank[me][kind] == GREATER for a in s.where(me, kind)]


class BloodSacrifice(Power):
    """In the Council each greater god of yours strikes an empire in its area: it gives up a unit, or you gain 1 VP."""

    rule, empire, item = "GW-CHA-015", SLUG, "gifts.blood_sacrifice"

    def _prey(self, s: State, me: int, area: int, struck: set[tuple[int, int]]) -> list[int]:
        return [f for f in s.order(me)[1:] if (s.here(f, area) or s.mine_in(f, area) >= 0) and (area, f) not in struck]

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL and any(self._prey(s, me, area, set()) for area, _ in gods(s, me))

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        struck: set[tuple[int, int]] = set()
        for area, _ in gods(s, me):
            prey = self._prey(s, me, area, struck)
            if not prey:
                continue
            foe = await choose(me, "player", [*prey, "nobody"], self, "blood of", names={"nobody": "Nobody"})
            if foe == "nobody":
                continue
            struck.add((area, foe))
            options: list[Answer] = [*targets(s, units_in(s, foe, area)), "vp"]
            names = {"vp": f"{title(s, me)} gains {self.figure(s, 'vp')} VP"}
            answer = await choose(foe, "unit", options, self, "blood", argument="unit", names=names)
            if answer == "vp":
                await gain_vp(s, me, self.figure(s, "vp"), self.rule)
            else:
                await eliminate(s, foe, answer[2], area, OnElimination.ELIMINATED, me, self.rule)
            await devour(s, me, foe, [])
            await settle(s)  # what a strike has earned is there for the next


class Catastrophe(Power):
    """A rune each time the Struggle leaves the Rift open."""

    rule, empire, item, forced = "GW-CHA-014", SLUG, "gifts.catastrophe", True

    def may_phase_end(self, s: State, me: int, phase: PhaseEnd) -> bool:
        return phase is PhaseEnd.RIFT

    async def phase_end(self, s: State, me: int, phase: PhaseEnd) -> None:
        await gain_runes(s, me, self.figure(s, "runes_each_failure"), self.rule)


class IFoughtWeWon(Power):
    """In the Council every other player with Power gives you 1."""

    rule, empire, item, forced, printed = "GW-CHA-017", SLUG, "gifts.i_fought_we_won", True, "I Fought, We Won"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL and any(s.power[f] for f in s.config.seats if f != me)

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        for foe in s.order(me)[1:]:
            n = min(s.power[foe], self.figure(s, "power"))
            gain_power(s, foe, -n, self.rule)
            gain_power(s, me, n, self.rule)


class Imbed(Act, Power):
    """Turn a Nest to its Imbedded side; in the Power Phase every two Imbedded Nests, rounded up, give 1 Power."""

    rule, empire, item, verb, shape = "GW-CHA-018", SLUG, "gifts.imbed", "imbed", ("home",)
    phrase = "Imbed the Nest in {}"
    requirements = (
        Requirement(
            "GW-BLD-014",
            "A standard Nest of yours is in {0}",
            lambda s, me, area: s.nest[area] >= 0 and s.nest[area] >> 3 == me and not s.faced >> area & 1,
        ),
    )

    def price(self, s: State, me: int) -> int:
        return s.config.empires[me].faces[0].cost

    async def do(self, s: State, me: int, area: int) -> None:
        s.turn_over(area, True)
        says(s, self, me, "imbeds the Nest in {}", area_name(s, area), touched=(built(s, area, s.nest[area]),))

    def income(self, s: State, me: int) -> Changes:
        n = sum(s.faced >> a & 1 for a in nests(s, me))
        return add(-(-n // self.figure(s, "nests"))) if n else None


class Oblivion(Power):
    """An empire that loses a piece to your gods in battle, or that Blood Sacrifice strikes, loses one for good, of its
    own choice; once a round.
    """

    rule, empire, item, forced = "GW-CHA-016", SLUG, "gifts.oblivion", True

    def _hurt(self, fight: Resolution, me: int) -> bool:
        foe = fight.foe(me)
        return any(seat == foe for seat, _ in fight.b.dead) or any(row[:2] == (me, foe) for row in fight.b.taken)

    def _lost(self, fight: Resolution, me: int) -> list[tuple[str, int]]:
        s, foe = fight.s, fight.foe(me)
        shared = set(bits(s.config.shared[foe]))  # a token that dies has left the game
        gone = [("lost unit", kind) for seat, kind in fight.b.gone if seat == foe]
        units = [("pool unit", kind) for kind in fight.fallen(foe) if kind not in shared]
        razed = [("pool building", k) for w, f, k, how in fight.b.taken if (w, f) == (me, foe) and s.stock(foe, k)]
        return list(dict.fromkeys([*gone, *units, *razed]))

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        if not fight.fights(me) or fight.foe(me) not in fight.s.config.seats:
            return False  # a monster is no empire
        if fight.s.is_spent(me, self.name, fight.foe(me)):
            return False
        god = any(fight.s.config.rank[me][kind] == GREATER for kind in fight.fought(me))
        return god and self._hurt(fight, me)

    async def battle_end(self, fight: Resolution, me: int) -> None:
        await devour(fight.s, me, fight.foe(me), self._lost(fight, me))


async def devour(s: State, me: int, foe: int, lost: list[tuple[str, int]]) -> None:
    """An empire loses a piece for the rest of the game, if Oblivion is active and has not hit it in this round."""
    power = next((a for _, a in s.key.seats[me].pairs if isinstance(a, Oblivion)), None)
    if power is None or not power.vocabulary.lives(power) or s.is_spent(me, power.name, foe):
        return
    options: list[Answer] = [row for row in lost if row[0] != "pool unit" or is_target(s, foe, row[1])]
    options += [("unit", a, kind) for _, a, kind in targets(s, anywhere(s, foe))]
    options += [("building", a, s.mine_in(foe, a)) for a in s.sites(foe)]
    if not options:
        return
    names = {row: _piece_name(s, foe, row) for row in options}
    sort, *rest = await choose(foe, "choice", options, power, "oblivion", names=names)
    s.spent += ((me, power.name, foe),)
    cause = OnElimination.ELIMINATED
    if sort == "unit" and not await eliminate(s, foe, rest[1], rest[0], cause, me, power.rule, to=GONE):
        return  # the Sun God goes to Hell instead
    says(s, power, foe, "loses {} for the rest of the game", names[sort, *rest])
    if sort == "pool unit":
        s.move(foe, rest[0], POOL, GONE)
    elif sort == "pool building":
        s.shift(foe, rest[0], POOL, GONE)
    elif sort == "building":
        s.shift(foe, rest[1] & 7, rest[0], GONE)


def _piece_name(s: State, foe: int, row: tuple[Answer, ...]) -> str:
    empire, sort = s.config.empires[foe], row[0]
    if sort in ("pool unit", "lost unit"):
        return f"{empire.units[row[1]].name}, just lost"
    if sort == "pool building":
        return f"{empire.buildings[row[1]].name}, just lost"
    where = area_name(s, row[1])
    return f"{empire.units[row[2]].name if sort == 'unit' else s.building(row[2], row[1]).name}, {where}"


class UnholyTrio(Power):
    """Once, in any battle: all routs that are scored become kills."""

    rule, empire, item = "GW-CHA-019", SLUG, "gifts.unholy_trio"

    def may_would_score(self, s: State, me: int, event: Score) -> bool:
        return event.step == "battle" and any(event.routs)

    def would_score(self, s: State, me: int, event: Score) -> Score:
        event.fight.note(me, self)
        gift = next(i for i, gift in enumerate(s.config.empires[me].gifts) if gift.key == "unholy_trio")
        s.turn_down(me, gift)
        kills = (event.kills[0] + event.routs[0], event.kills[1] + event.routs[1])
        return event._replace(kills=kills, routs=(0, 0))


# -- Heroquests -------------------------------------------------------------------------------------------------------
class NestsAmongEnemies(Quest):
    """Have three Nests that each share an area with an enemy building."""

    rule, empire, key, watches = "GW-CHA-013", SLUG, "nests_among_enemies", (Watches.BUILDINGS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("Nests beside enemy buildings", beside_enemies(s, me), self.figure(s, "nests")),)


class ANestIsTaken(Quest):
    """An enemy destroys or turns over a Nest in battle, or conquers it."""

    rule, empire, key, watches = "GW-CHA-013", SLUG, "a_nest_is_taken", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        lost = 0 if thing is None else sum(loser == me for _, loser, _, _ in thing.b.taken)
        return (Part("a Nest is taken in battle", lost),)


class TheMadGodStirs(Quest):
    """The Mad God marker reaches 6."""

    rule, empire, key, watches = "GW-CHA-013", SLUG, "the_mad_god_stirs", (Watches.COUNTERS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("space of the Mad God marker", s.counter(me, MARKER), self.figure(s, "space")),)


class MagnaMaterSummoned(Quest):
    """Summon the Magna Mater."""

    rule, empire, key, watches = "GW-CHA-013", SLUG, "magna_mater_summoned", (Watches.SUMMONED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Magna Mater is summoned", int(thing is not None and thing[:2] == (me, MAGNA_MATER))),)


class TheSpikeShatters(Quest):
    """The Spike shatters: take Catastrophe, and a rune."""

    rule, empire, key, watches = "GW-CHA-014", SLUG, "the_spike_shatters", (Watches.SPIKE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Spike is shattered", int(thing is not None)),)

    async def reward(self, s: State, me: int) -> None:
        runes = s.config.fact(f"empire.{SLUG}.gifts.catastrophe.figures.runes")
        await gain_runes(s, me, runes, self.rule)


class MadGodSummoned(Quest):
    """Summon the Mad God."""

    rule, empire, key, watches = "GW-CHA-013", SLUG, "mad_god_summoned", (Watches.SUMMONED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Mad God is summoned", int(thing is not None and thing[:2] == (me, MAD_GOD))),)
