"""The Ancients: Cathedrals, no Great Old One, and units that their own spellbooks make cheap and frail."""

from __future__ import annotations

from typing import Any

from .....engine.masks import with_bit
from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import report
from .....engine.wording import article
from ...rules.act import COMMON, Act, SlotAct, slot_open
from ...rules.common import arrive, arrow, gain_power, keepers, piece, price_now, price_of, says, unit_name, units_in
from ...rules.domains import DOOMED, KEEPER, KILL, KIND, POOL, figure, kind_of
from ...rules.fight import Resolution
from ...rules.leaving import Leaving
from ...rules.state import State, bits
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import Adjacent, CostOf, GainOf, MayPlace, OnPlacement, Watches, WouldBeEliminated
from ...rules.ways import may_enter, ways

SLUG = "ancients"
ACOLYTE, UN_MAN, REANIMATED, YOTHAN = range(4)
TOKEN = "cathedral"


# -- Cathedrals -------------------------------------------------------------------------------------------------------
def cathedrals(s: State) -> int:
    """Areas with a Cathedral, a bit each; none when the Ancients are not in the game."""
    token = s.config.token(TOKEN)
    return s.tokens[token] if token >= 0 else 0


def put(s: State, area: int, *, there: bool) -> None:
    """A Cathedral comes to an area, or goes from it."""
    token = s.config.token(TOKEN)
    s.tokens = (*s.tokens[:token], with_bit((s.tokens[token],), 0, area, on=there)[0], *s.tokens[token + 1 :])


def left(s: State) -> int:
    """Cathedrals that are not on the map."""
    token = s.config.token(TOKEN)
    return s.config.tokens[token].figures - cathedrals(s).bit_count() if token >= 0 else 0


def of_a_kind(s: State, area: int) -> list[int]:
    """Areas with a Cathedral and the glyph of this one; those without a glyph are of a kind too."""
    glyph = s.config.map.glyph
    return [a for a in bits(cathedrals(s)) if glyph[a] == glyph[area]]


def next_to_one(s: State, me: int, area: int) -> bool:
    """Is a Cathedral in an adjacent area?"""
    return any(cathedrals(s) >> a & 1 for a in ways(s, me, area, Adjacent.POWER))


class CreateCathedral(Act, Power):
    """Create Gate may build a Cathedral instead, where you have a Cultist: one for each of the three glyphs, and one
    where there is none. It costs 1 Power, or 3 next to another Cathedral.
    """

    rule, faction, verb, shape, category = "CW-AN-015", SLUG, "cathedral", ("my area",), COMMON
    phrase = "Create a Cathedral in {}"
    requirements = (
        Requirement(
            "CW-AN-015",
            "A Cathedral is left",
            lambda s, me: left(s) > 0,
            fact=lambda s, me: left(s),
        ),
        Requirement("CW-AN-015", "A Cultist of yours is in {0}", lambda s, me, area: s.has(me, keepers(s, me), area)),
        Requirement(
            "CW-AN-019",
            "{0} is of a kind, one of three glyphs or none, that has no Cathedral yet",
            lambda s, me, area: not of_a_kind(s, area),
            fact=lambda s, me, area: ", ".join(s.config.map.names[a] for a in of_a_kind(s, area)),
        ),
    )

    def price(self, s: State, me: int, area: int) -> int:  # type: ignore[override]
        prices = s.config.prices
        price = prices["cathedral_beside"] if next_to_one(s, me, area) else prices["cathedral"]
        return price_of(s, me, CostOf.GATE, -1, price, area)

    async def do(self, s: State, me: int, area: int) -> None:
        put(s, area, there=True)
        if s.trace is not None:
            report(
                s, self.rule, "A Cathedral rises in {}", s.config.map.names[area], who=me,
                touched=(f"area:{area}", f"piece:{area}:{TOKEN}"),
            )  # fmt: skip


class StartWithoutASign(Power):
    """You start in an area without the start glyph of any faction; the three glyphs of Yellow Sign do not matter."""

    rule, faction, about = "CW-AN-004", SLUG, (MayPlace.START,)
    aside = True

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
        return False if seat == me and what is MayPlace.START and s.config.sigils >> thing & 1 else None


class Dematerialization(Power):
    """Doom phase: any of your units in one area go to another one, anywhere on the map."""

    rule, faction, unique = "CW-AN-010", SLUG, True

    def _starts(self, s: State, me: int) -> list[int]:
        """Where units are that move at all."""
        return [a for a in s.areas(me) if s.codes(me, a, s.config.movers[me])]

    def may_in_phase(self, s: State, me: int) -> bool:
        return bool(self._starts(s, me))

    async def in_phase(self, s: State, me: int) -> None:
        movers, along = s.config.movers[me], s.config.along[me]
        start = await choose(me, "area", self._starts(s, me), self, "fades from", prompt="Your units leave which area?")
        kinds = {code & KIND for code in s.codes(me, start, movers)}
        others = [a for a in s.standing() if a != start and any(may_enter(s, me, k, a) for k in kinds)]
        to = await choose(me, "area", others, self, "fades to", prompt="Where do they go?")
        first, led = True, False  # who comes with a Great Old One goes where it does
        while units := [
            u for u in units_in(s, me, start, movers if first else along) if led or may_enter(s, me, u[2] & KIND, to)
        ]:
            unit = await choose(
                me, "unit", units if first else [*units, "done"], self, "goes along", argument="fighter",
                prompt="Which unit goes there?",
            )  # fmt: skip
            if unit == "done":
                return
            fade(s, me, unit[2], start, to, self.rule)
            first, led = False, led or unit[2] & KIND in s.config.goos[me]


def fade(s: State, me: int, code: int, start: int, to: int, rule: str) -> None:
    """One unit goes, which is no Move; who stood on a gate leaves it."""
    s.move(me, code, start, to)
    if s.trace is None:
        return
    names = s.config.map.names
    touched = (piece(s, me, start, code), piece(s, me, to, code & KIND))
    says(
        s, rule, me, "has {} go from {} to {}", article(unit_name(s, me, code)), names[start], names[to],
        arrow=arrow(start, to), touched=touched,
    )  # fmt: skip
    if code & KEEPER:
        says(s, rule, me, "abandons the gate in {}", names[start], touched=(f"place:{start}:gate",))


# -- spellbooks -------------------------------------------------------------------------------------------------------
class Festival(Power):
    """Un-Men cost nothing; for each that you summon an enemy of your choice gains 1 Power."""

    rule, faction, bit, forced, about = "CW-AN-024", SLUG, 0, True, (CostOf.SUMMON, OnPlacement.SUMMON)

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        mine = seat == me and what is CostOf.SUMMON and kind == UN_MAN
        return set_to(s.config.amounts["un_man_festival"]) if mine else None

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        return owner == me and kind == UN_MAN and how is OnPlacement.SUMMON

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        foe = await choose(
            me, "player", s.config.foes[me], self, "festival", argument="foe", prompt="Which enemy gains 1 Power?"
        )
        gain_power(s, foe, s.config.amounts["festival"], self.rule)


def leaderless(s: State, me: int, area: int) -> bool:
    """Are the Reanimated of a seat in an area without any other unit of it?"""
    n = sum(s.n(me, kind, area) for kind in s.alike(me, REANIMATED, Brainless))
    return n > 0 and s.crowd(me, area) == n


class Brainless(Power):
    """Reanimated cost 1. They move, capture and begin battles only from areas where another unit of yours is."""

    rule, faction, bit, about, speaks_of = "CW-AN-025", SLUG, 1, (CostOf.SUMMON, CostOf.AWAKEN), "Reanimated"

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        mine = seat == me and what in self.about and kind in s.alike(me, REANIMATED, self)
        return set_to(s.config.amounts["reanimated_brainless"]) if mine else None

    def may_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int) -> bool | None:
        bound = seat == me and kind in s.alike(me, REANIMATED, self)
        return False if bound and leaderless(s, me, area) else None

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        bound = seat == me and verb in ("battle", "capture") and area >= 0
        return False if bound and leaderless(s, me, area) else None


class Extinction(Power):
    """Yothans cost 3. One that is killed or eliminated is out of the game."""

    rule, faction, bit, speaks_of = "CW-AN-026", SLUG, 2, "Yothan"
    about = (
        CostOf.SUMMON, CostOf.AWAKEN, WouldBeEliminated.KILLED, WouldBeEliminated.ELIMINATED,
        WouldBeEliminated.SURROUNDED, WouldBeEliminated.SACRIFICED,
    )  # fmt: skip
    forced = blind = True

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        if seat != me or what not in self.about or kind not in s.alike(me, YOTHAN, self):
            return None
        amounts, low = s.config.amounts, s.config.rulings.yothans_cost_two
        return set_to(amounts["yothan_extinction_low"] if low else amounts["yothan_extinction"])

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        return event.seat == me and event.code & KIND in s.alike(me, YOTHAN, self) and event.cause in self.about

    def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
        return event._replace(to=s.out(me))


def on_offer(fight: Resolution, me: int) -> list[int]:
    """The Great Old Ones of the enemy in the battle that are not eliminated yet, by class: of one that is aloof too,
    which says itself what that does to it (CW-AN-032).
    """
    foe = fight.foe(me)
    return [c for c in fight.b.roster[fight.side(foe)] if c & KIND in fight.s.config.goos[foe] and c < DOOMED]


class UnholyGround(Power):
    """When the kills of a battle are given out, with a Cathedral in its area: remove Cathedrals from the map. For each
    the enemy eliminates a Great Old One of his choice that takes part.
    """

    rule, faction, bit, asks_itself, blind = "CW-AN-029", SLUG, 3, True, True

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool | No:
        if given != KILL or not fight.fights(me) or not cathedrals(fight.s) >> fight.b.area & 1:
            return False  # an elimination is given out with the kills (CW-BAT-018)
        return bool(on_offer(fight, me)) or No("no enemy Great Old One takes part")

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        s, foe = fight.s, fight.foe(me)
        while cathedrals(s) >> fight.b.area & 1 and (codes := on_offer(fight, me)):
            where = [fight.b.area] if s.config.rulings.only_the_cathedral_there else bits(cathedrals(s))
            area = await choose(
                me, "area", ["done", *where], self, "cathedral removed",
                prompt="Remove which Cathedral, for a Great Old One of the enemy?",
            )  # fmt: skip
            if area == "done":
                return
            fight.note(me, self)
            put(s, area, there=False)
            says(s, self.rule, me, "removes the Cathedral in {}", s.config.map.names[area], touched=(f"area:{area}",))
            _, _, code = await choose(
                fight.voice(foe), "unit", fight.options(foe, codes), self, "lost to unholy ground", argument="fighter",
                prompt="Which Great Old One is eliminated?",
            )  # fmt: skip
            fight.change(foe, code, code + DOOMED)


class Consecration(Power):
    """A Ritual of Annihilation of yours gives an Elder Sign with a Cathedral in play, and two with all four."""

    rule, faction, bit, about = "CW-AN-028", SLUG, 4, (GainOf.RITUAL_SIGNS,)

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        if seat != me or what is not GainOf.RITUAL_SIGNS or not cathedrals(s):
            return None
        amounts = s.config.amounts
        return add(amounts["consecration"] if left(s) else amounts["consecration_of_all"])


def shared(s: State, seat: int) -> int:
    """Areas of Cathedrals with a gate that a seat controls, or by the ruling next to one; a bit each."""
    gates = s.gate_mask(seat)
    if s.config.rulings.cathedrals_beside_gates:
        near = s.config.map.near_mask
        return sum(1 << a for a in bits(cathedrals(s)) if near[a] & gates)
    return cathedrals(s) & gates


class WorshipServices(Power):
    """Gather Power: 1 Power for each Cathedral in an area with an enemy's gate, and 1 for that enemy."""

    rule, faction, bit, about = "CW-AN-027", SLUG, 5, (GainOf.INCOME,)

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        if what is not GainOf.INCOME:
            return None
        found = 0
        for foe in s.config.foes[me] if seat == me else (seat,):
            found |= shared(s, foe)
        return add(s.config.amounts["worship"] * found.bit_count())


# -- requirements -----------------------------------------------------------------------------------------------------
def stands_on(s: State, glyph: str) -> bool:
    """Is a Cathedral in an area with this glyph, or ("") without one?"""
    return any(s.config.map.glyph[a] == glyph for a in bits(cathedrals(s)))


class ChevronCathedral(SpellbookSlot):
    """A Cathedral is in an area with the chevron."""

    rule, faction, bit, printed = "CW-AN-021", SLUG, 0, "Chevron Cathedral"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return stands_on(s, "AA")


class CrescentCathedral(SpellbookSlot):
    """A Cathedral is in an area with the crescent."""

    rule, faction, bit, printed = "CW-AN-021", SLUG, 1, "Crescent Cathedral"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return stands_on(s, "OO")


class ThornsCathedral(SpellbookSlot):
    """A Cathedral is in an area with the thorns."""

    rule, faction, bit, printed = "CW-AN-021", SLUG, 2, "Thorns Cathedral"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return stands_on(s, "WW")


class CathedralWithoutAGlyph(SpellbookSlot):
    """A Cathedral is in an area with none of the three glyphs."""

    rule, faction, bit, printed = "CW-AN-021", SLUG, 3, "Cathedral without a glyph"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return stands_on(s, "")


class LowestMonsters(SpellbookSlot):
    """As your action each enemy summons its lowest-cost Monster for nothing."""

    rule, faction, bit, watches = "CW-AN-022", SLUG, 4, Watches.ACTION
    printed = "Lowest-cost Monsters"

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == LetLowestCome.verb


class HighestMonsters(SpellbookSlot):
    """As your action each enemy summons its highest-cost Monster for nothing."""

    rule, faction, bit, watches = "CW-AN-023", SLUG, 5, Watches.ACTION
    printed = "Highest-cost Monsters"

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == LetHighestCome.verb


async def let_come(s: State, me: int, by: SlotAct, *, highest: bool) -> None:
    """Each enemy, in turn order, summons its Monster of the lowest or highest cost of those in its pool, where it may
    summon. Who has none, or no such place, summons nothing.
    """
    for foe in s.order(me)[1:]:
        pool = [k for k in s.config.monsters[foe] if s.n(foe, k, POOL)]
        if not pool:
            continue
        costs = [price_now(s, foe, k) for k in pool]
        wanted = max(costs) if highest else min(costs)
        kinds = [k for k, cost in zip(pool, costs, strict=True) if cost == wanted]
        options = [(area, figure(foe, k)) for k in kinds for area in s.portals(foe)]
        if not options:
            continue
        area, fid = await choose(
            foe, "choice", options, by, "summons for nothing", argument="summons",
            prompt="A Monster comes for nothing: which, and where?",
        )  # fmt: skip
        await arrive(s, foe, kind_of(fid), area, "summon", by.rule)


class LetLowestCome(SlotAct, Power):
    """As your action each enemy summons its lowest-cost Monster at a gate of its own for nothing."""

    rule, faction, verb, phrase = "CW-AN-022", SLUG, "let lowest come", "Let each enemy summon its cheapest Monster"
    requirements = (slot_open(LowestMonsters),)

    async def do(self, s: State, me: int) -> None:
        await let_come(s, me, self, highest=False)
        await super().do(s, me)


class LetHighestCome(SlotAct, Power):
    """As your action each enemy summons its highest-cost Monster at a gate of its own for nothing."""

    rule, faction, verb, phrase = "CW-AN-023", SLUG, "let highest come", "Let each enemy summon its dearest Monster"
    requirements = (slot_open(HighestMonsters),)

    async def do(self, s: State, me: int) -> None:
        await let_come(s, me, self, highest=True)
        await super().do(s, me)
