"""Darkness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine.masks import bits
from ....engine.runtime.ability import No
from ....engine.runtime.decision import Answer, choose, yes
from ....engine.runtime.layers import Changes, add, at_least
from ..rules.battle import Resolution, Score
from ..rules.common import can_pay_vp, further_gift, gain_power, gain_vp, lose_vp, says, title
from ..rules.config import GREATER, HERO, LESSER, MINION
from ..rules.domains import HELD, POOL
from ..rules.losses import Sending
from ..rules.runes import gain_runes, look, take_top
from ..rules.state import DESTROYED, State
from ..rules.timings import Part, Power, Quest
from ..rules.topics import Adjacent, InPhase, Limit, MayMove, MayPlace, Watches

SLUG = "darkness"
TROLL, MISTRESS, SHADE, HELLMOTHER = range(4)
DARK_PLACES = ("heavens", "moon", "spike")


class Hellborn(Power):
    """From the second Action Phase on your units leave Hell without leave, into any area of the surface."""

    rule, empire, item, about = "GW-DAR-002", SLUG, "abilities.hellborn", (MayMove.LEAVE_HELL, Adjacent.MOVE)

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        return True if what is MayMove.LEAVE_HELL and who == me and s.round >= self.figure(s, "round") else None

    def adjacent(self, s: State, me: int, who: int, how: Adjacent, area: int) -> int:
        out = how is Adjacent.MOVE and who == me and s.config.map.hell >> area & 1
        return s.config.map.surface if out and s.round >= self.figure(s, "round") else 0


class Nocturnal(Power):
    """You cannot build or conquer in the Heavens, on the Moon or on the Spike; you may destroy there."""

    rule, empire, item, alone = "GW-DAR-003", SLUG, "abilities.nocturnal", ("may_place",)

    def may_place(self, s: State, me: int, who: int, building: int, area: int, how: MayPlace) -> No | None:
        if who != me:
            return None
        dome = s.config.rulings.whole_dome_is_barred and s.config.map.dome >> area & 1
        return No("Nocturnal") if dome or s.config.map.slugs[area] in DARK_PLACES else None


class Hellmouth(Power):
    """The area of your Temple or Ziggurat outside Hell has a door to Hell, for everybody's moves and routs."""

    rule, empire, item = "GW-DAR-005", SLUG, "abilities.hellmouth"

    def adjacent(self, s: State, me: int, who: int, how: Adjacent, area: int) -> int:
        if how is not Adjacent.DOOR:
            return 0
        return sum(1 << a for a in s.sites(me, ("temple", "ziggurat")) if not s.config.map.hell >> a & 1)


class Darksee(Power):
    """In each Power Phase in which the Castle of Lead is in play you draw a rune."""

    rule, empire, item, forced = "GW-DAR-007", SLUG, "abilities.darksee", True

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.POWER

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        await gain_runes(s, me, self.figure(s, "runes"), self.rule)


class Hellmother(Power):
    """The rating of the Hellmother is the number of Trolls in play."""

    rule, empire, item, printed = "GW-DAR-011", SLUG, "units.hellmother", "The Hellmother"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        return add(s.playing(me, TROLL) * self.figure(s, "per_troll")) if kind == HELLMOTHER else None


class NocturnalRaids(Power):
    """In a battle that you declared, with the Hellmother in play, one kill against you may be cancelled."""

    rule, empire, item = "GW-DAR-012", SLUG, "abilities.nocturnal_raids"

    def may_would_score(self, s: State, me: int, event: Score) -> bool:
        return event.step == "post-battle" and event.fight.b.sides[0] == me and event.kills[0] > 0

    def would_score(self, s: State, me: int, event: Score) -> Score:
        event.fight.note(me, self)
        return event._replace(kills=(max(event.kills[0] - self.figure(s, "kills"), 0), event.kills[1]))


# -- gifts ------------------------------------------------------------------------------------------------------------
class AncestorWorship(Power):
    """You may build the Castle of Lead, and draw a rune each time it is placed."""

    rule, empire, item, forced = "GW-DAR-016", SLUG, "gifts.ancestor_worship", True

    def may_on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> bool:
        return owner == me and s.config.empires[me].buildings[building].key == "castle_of_lead"

    async def on_placement(self, s: State, me: int, owner: int, building: int, area: int) -> None:
        await gain_runes(s, me, self.figure(s, "runes"), self.rule)


class BlackMarket(Power):
    """In the Council look at the top rune: keep it for 2 Power or 1 VP, or give it to a player who agrees and says
    what you gain for it.
    """

    rule, empire, item = "GW-DAR-017", SLUG, "gifts.black_market"

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        if not await look(s, me, 1, self.rule):
            return
        power, vp = self.figure(s, "power"), self.figure(s, "vp")
        names = {"power": f"Keep it for {power} Power", "vp": f"Keep it for {vp} VP", "leave": "Put it back"}
        options: list[Answer] = [
            *(["power"] if s.power[me] >= power else []),
            *(["vp"] if can_pay_vp(s, me, vp) else []),
        ]
        offers = [("to", f) for f in s.order(me)[1:] if not s.left >> f & 1]
        names |= {("to", f): f"Offer it to {title(s, f)}" for _, f in offers}  # type: ignore[misc]
        while True:  # each other player may be asked once, until somebody takes it
            answer = await choose(me, "choice", [*options, *offers, "leave"], self, "black market", names=names)
            if answer == "leave":
                return
            if answer in ("power", "vp"):
                if answer == "power":
                    gain_power(s, me, -power, self.rule)
                else:
                    lose_vp(s, me, vp, self.rule)
                take_top(s, me, self.rule)
                return
            buyer = answer[1]
            if await yes(buyer, self, "buy the rune"):
                break
            says(s, self, buyer, "does not take it")
            offers.remove(answer)
        take_top(s, buyer, self.rule)
        names = {"power": f"{title(s, me)} gains {power} Power", "vp": f"{title(s, me)} gains {vp} VP"}
        if await choose(buyer, "choice", ("power", "vp"), self, "price", names=names) == "power":
            gain_power(s, me, power, self.rule)
        else:
            await gain_vp(s, me, vp, self.rule)


class Fear(Power):
    """Enemies that you rout go together to any area of the map; out of Hell nobody is routed."""

    rule, empire, item = "GW-DAR-018", SLUG, "gifts.fear"

    def may_would_retreat(self, s: State, me: int, event: Sending) -> bool:
        bound = s.config.empires[event.seat].sort and s.config.rulings.fear_moves_no_monster
        return event.by == me and not bound

    def would_retreat(self, s: State, me: int, event: Sending) -> Sending:
        event.fight.note(me, self)
        area, map_ = event.fight.b.area, s.config.map
        every = map_.hell if map_.hell >> area & 1 else (1 << len(map_.names)) - 1  # out of Hell never (GW-PST-015)
        return event._replace(areas=every & ~(s.ways.closed | 1 << area))


class Hunger(Power):
    """With the Mistress in the battle leave out her dice and score 1 kill or 2 routs instead."""

    rule, empire, item, asks_itself = "GW-DAR-019", SLUG, "gifts.hunger", True

    def may_before_dice(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return fight.count(me, MISTRESS) > 0 or No("the Mistress is not in this battle")

    async def before_dice(self, fight: Resolution, me: int, foe: int) -> None:
        if not await yes(me, self, "use Hunger", prompt=f"{self.name}: {self.text}"):
            return
        fight.note(me, self)
        fight.b.silent += ((me, MISTRESS, fight.rating(me, MISTRESS, fight.b.area)),)
        if fight.s.config.rulings.hunger_speaks_before_dice:
            await self._score(fight, me, foe)

    def may_dice_rolled(self, fight: Resolution, me: int, foe: int) -> bool:
        hungry = (me, self.name) in fight.b.used
        return hungry and not fight.s.config.rulings.hunger_speaks_before_dice

    async def dice_rolled(self, fight: Resolution, me: int, foe: int) -> None:
        await self._score(fight, me, foe)

    async def _score(self, fight: Resolution, me: int, foe: int) -> None:
        s, side = fight.s, fight.side(foe)
        kills, routs = self.figure(s, "kills"), self.figure(s, "routs")
        names = {"kill": f"{kills} kill", "routs": f"{routs} routs"}
        if await choose(me, "choice", ("kill", "routs"), self, "hunger", names=names) == "kill":
            fight.b.kills[side] += kills
        else:
            fight.b.routs[side] += routs


class Psychopomp(Power):
    """After a battle in which units of others were routed to Hell you gain 1 Power or 1 VP, once."""

    rule, empire, item, forced = "GW-DAR-020", SLUG, "gifts.psychopomp", True

    def _owners(self, fight: Resolution, me: int) -> set[int]:
        return {seat for seat, to in fight.b.routed if seat != me and fight.s.config.map.hell >> to & 1}

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        return bool(self._owners(fight, me))

    async def post_battle(self, fight: Resolution, me: int) -> None:
        s, owners = fight.s, self._owners(fight, me)
        power, vp = self.figure(s, "power"), self.figure(s, "vp")
        names = {"power": f"{title(s, me)} gains {power} Power", "vp": f"{title(s, me)} gains {vp} VP"}
        who = me if len(owners) > 1 else next(iter(owners))
        if await choose(who, "choice", ("power", "vp"), self, "psychopomp", names=names) == "power":
            gain_power(s, me, power, self.rule)
        else:
            await gain_vp(s, me, vp, self.rule)


class SpectralForm(Power):
    """A Shade may take two results of a battle; it suffers the harder one."""

    rule, empire, item, about = "GW-DAR-021", SLUG, "gifts.spectral_form", (Limit.RESULTS,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Changes:
        return at_least(self.figure(s, "results")) if who == me and it == SHADE else None


# -- Heroquests -------------------------------------------------------------------------------------------------------
class AllClasses(Quest):
    """Have a minion, a hero, a lesser god and a greater god in play."""

    rule, empire, key, watches = "GW-DAR-013", SLUG, "all_classes", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> Iterator[Part]:
        rank = s.config.rank[me]
        have = {rank[kind] for kind in bits(s.in_play[me])}
        yield Part("a minion", int(MINION in have))
        yield Part("a hero", int(HERO in have))
        yield Part("a lesser god", int(LESSER in have))
        yield Part("a greater god", int(GREATER in have))


class HellmotherSummoned(Quest):
    """Summon the Hellmother."""

    rule, empire, key, watches = "GW-DAR-013", SLUG, "hellmother_summoned", (Watches.SUMMONED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Hellmother is summoned", int(thing is not None and thing[:2] == (me, HELLMOTHER))),)


def has_trophy(s: State, me: int, foe: int) -> bool:
    """Does a piece of an empire lie on this sheet?"""
    return s.holds_any(foe, HELD + me)


class TakeTrophies(Power):
    """The first piece of each empire that a battle of yours has cost it is laid on the sheet."""

    rule, empire, item, forced = "GW-DAR-014", SLUG, "heroquests.trophies", True

    def _pieces(self, fight: Resolution, me: int) -> list[tuple[str, int]]:
        s = fight.s
        if not fight.fights(me) or any(gift >= 0 for gift in _part_a(s, me)):
            return []
        foe = fight.foe(me)
        if foe not in s.config.seats or has_trophy(s, me, foe):  # a monster is no empire
            return []
        shared = set(bits(s.config.shared[foe]))  # a token that dies has left the game
        units = [("unit", kind) for kind in fight.fallen(foe) if kind not in shared]
        built = [
            ("building", kind)
            for winner, loser, kind, how in fight.b.taken
            if (winner, loser, how) == (me, foe, DESTROYED) and s.stock(foe, kind)
        ]
        return list(dict.fromkeys([*units, *built]))

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        return bool(self._pieces(fight, me))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, foe = fight.s, fight.foe(me)
        empire = s.config.empires[foe]
        found = self._pieces(fight, me)
        names = {row: (empire.units if row[0] == "unit" else empire.buildings)[row[1]].name for row in found}
        sort, kind = await choose(me, "choice", found, self, "trophy", names=names)
        if sort == "unit":
            s.move(foe, kind, POOL, HELD + me)
        else:
            s.shift(foe, kind, POOL, HELD + me)
        says(s, self, me, "takes a trophy of {}: {}", title(s, foe), names[sort, kind])


def _part_a(s: State, me: int) -> tuple[int, ...]:
    keys = [slot.key for slot in s.config.empires[me].slots]
    return tuple(s.slots[me][keys.index(key)] for key in ("trophies", "tribute"))


class Trophies(Quest):
    """Part A: a piece of each other empire. Its slot is filled by part B."""

    rule, empire, key, watches = "GW-DAR-014", SLUG, "trophies", (Watches.GIFTS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        if not s.config.rulings.trophies_fill_any_slot and _part_a(s, me)[1] >= 0:
            return (Part("Tribute has brought its gifts", 1),)
        return (Part("Tribute has brought its gifts", 0),)


class Tribute(Quest):
    """Part B: with a piece of each other empire, return them for two gifts and 1 Power for each enemy."""

    rule, empire, key, watches = "GW-DAR-015", SLUG, "tribute", (Watches.KEPT,)

    def requirement_met(self, s: State, me: int, thing: Any) -> Iterator[Part]:
        for f in s.config.seats:
            if f != me:
                yield Part(f"a piece of {title(s, f)}", int(has_trophy(s, me, f)), 1, f)

    async def reward(self, s: State, me: int) -> None:
        place = HELD + me
        for foe in s.config.seats:
            for kind in s.kinds_in(foe, place):
                for _ in range(s.n(foe, kind, place)):
                    s.move(foe, kind, place, POOL)
            for kind in range(len(s.config.empires[foe].buildings)):
                for _ in range(s.stock(foe, kind, place)):
                    s.shift(foe, kind, place, POOL)
        gain_power(s, me, self.figure(s, "power_per_enemy") * (len(s.config.seats) - 1), self.rule)
        if s.config.rulings.trophies_fill_any_slot:
            await further_gift(s, me, self.rule)


class BloodOfTrolls(Quest):
    """Lose a unit in battle."""

    rule, empire, key, watches = "GW-DAR-014", SLUG, "blood_of_trolls", (Watches.LOST,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("a unit of yours is lost in battle", int(thing is not None and thing[0] == me)),)


class DarknessZiggurat(Quest):
    """Place your Ziggurat."""

    rule, empire, key, watches = "GW-DAR-015", SLUG, "darkness_ziggurat", (Watches.PLACED,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        met = thing is not None and thing[0] == me and s.config.empires[me].buildings[thing[1]].key == "ziggurat"
        return (Part("your Ziggurat is placed", int(met)),)
