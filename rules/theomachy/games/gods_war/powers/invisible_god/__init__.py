"""Invisible God: Castles and Towers instead of Shrines, no god, and eight gifts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .....engine.masks import bits
from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose, number
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.battle import Resolution
from ...rules.common import area_name, eliminate, erect, gain_power, says, tell
from ...rules.domains import POOL
from ...rules.packing import kind_of, unit_code
from ...rules.reach import at_hand, ground_for
from ...rules.runes import gain_runes
from ...rules.state import DESTROYED, State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import Adjacent, GainOf, InPhase, OnElimination, Watches

SLUG = "invisible_god"
KNIGHT, WIZARD, SPECTER = range(3)
CASTLE, TOWER = range(2)


def castles(s: State, me: int) -> int:
    """Castles in play, one in no area too."""
    return len(s.sites(me, ("castle",))) + any(isinstance(a, SturdyPeasantry) for _, a in s.key.seats[me].pairs)


def towers(s: State, me: int) -> int:
    """Towers in play."""
    return len(s.sites(me, ("tower",)))


class WizardGate(Power):
    """As you move units all areas with buildings of yours lie next to each other, but not for routs."""

    rule, empire, item, printed = "GW-INV-002", SLUG, "abilities.wizard_gate", "The Wizard Gate"

    def adjacent(self, s: State, me: int, who: int, how: Adjacent, area: int) -> int:
        gates = s.homes(me)
        return gates if how is Adjacent.MOVE and who == me and gates >> area & 1 else 0


class Knight(Power):
    """The rating of a Knight is the number of your Castles."""

    rule, empire, item = "GW-INV-006", SLUG, "units.knight"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        return add(castles(s, me) * self.figure(s, "per_castle")) if kind == KNIGHT else None


class Wizard(Power):
    """The rating of a Wizard is the number of your Towers, less 1."""

    rule, empire, item = "GW-INV-007", SLUG, "units.wizard"

    def strength(self, s: State, me: int, kind: int, area: int, foe: int) -> Changes:
        return add(max(towers(s, me) - self.figure(s, "less"), 0)) if kind == WIZARD else None


# -- gifts ------------------------------------------------------------------------------------------------------------
class KingsBlessing(Power):
    """In the Power Phase a Castle or Tower for nothing in an area without a building where a unit of yours stands."""

    rule, empire, item, printed = "GW-INV-012", SLUG, "gifts.kings_blessing", "King's Blessing"

    def _sites(self, s: State, me: int) -> dict[int, list[int]]:
        codes = at_hand(s, me, s.config.basic[me])
        found = {code: [a for a in ground_for(s, me, code) if s.here(me, a)] for code in codes}
        return {code: areas for code, areas in found.items() if areas}

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.POWER:
            return False
        return bool(self._sites(s, me)) or No("no area with a unit of yours has room")

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        sites = self._sites(s, me)
        code = await choose(me, "choice", list(sites), self, "blessing", argument="building kind")
        await erect(s, me, code & 7, await choose(me, "area", sites[code], self, "blessing where"), self.rule)


class SturdyPeasantry(Power):
    """It counts as one Castle more, which lies in no area."""

    rule, empire, item, about = "GW-INV-013", SLUG, "gifts.sturdy_peasantry", (GainOf.TYPES, GainOf.BUILDINGS)

    def gain_of(self, s: State, me: int, what: GainOf) -> Changes:
        if what is GainOf.TYPES:
            return None if s.built[me] >> CASTLE & 1 else add(self.figure(s, "castles"))
        return add(self.figure(s, "castles")) if what is GainOf.BUILDINGS else None


class MagicExplosion(Power):
    """Before the dice eliminate Specters of the battle: each gives 5 dice in the place of its own."""

    rule, empire, item = "GW-INV-014", SLUG, "gifts.magic_explosion"

    def may_before_dice(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return fight.count(me, SPECTER) > 0 or No("no Specter is in this battle")

    async def before_dice(self, fight: Resolution, me: int, foe: int) -> None:
        s, area = fight.s, fight.b.area
        n = await number(me, 1, fight.count(me, SPECTER), self, "explode")
        fight.note(me, self)
        for _ in range(n):
            if await eliminate(s, me, SPECTER, area, OnElimination.ELIMINATED, me, self.rule):
                fight.b.extra[fight.side(me)] += self.figure(s, "dice")


class Tapping(Power):
    """In the Power Phase 1 Power for each area with a Wizard and an enemy building, whose owner loses 1."""

    rule, empire, item, forced = "GW-INV-015", SLUG, "gifts.tapping", True

    def _tapped(self, s: State, me: int) -> list[tuple[int, list[int]]]:
        found = [(a, [c >> 3 for c in s.buildings_in(a) if c >> 3 != me]) for a in s.where(me, WIZARD)]
        return [(a, owners) for a, owners in found if owners]

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.POWER and bool(self._tapped(s, me))

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        for area, owners in self._tapped(s, me):
            foe = await choose(
                me, "player", owners, self, "tapped", prompt=f"Whose building in {area_name(s, area)} is tapped?"
            )
            n = min(s.power[foe], self.figure(s, "owner_loses"))
            gain_power(s, foe, -n, self.rule)
            if n or not s.config.rulings.nothing_is_tapped_of_the_poor:
                gain_power(s, me, self.figure(s, "power"), self.rule)


class DivineRight(Power):
    """In the Council a rune, if a Knight stands in an area with a Castle of yours."""

    rule, empire, item, forced = "GW-INV-016", SLUG, "gifts.divine_right", True

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL and any(s.n(me, KNIGHT, a) for a in s.sites(me, ("castle",)))

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        await gain_runes(s, me, self.figure(s, "runes"), self.rule)


class Book(Act, Power, abstract=True):
    """A Book: an action for nothing, once; it brings a rune, and lies face-down from then on."""

    empire = SLUG

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s: State, me: int) -> None:
        await gain_runes(s, me, self.figure(s, "runes"), self.rule)
        await self._more(s, me)
        s.turn_down(me, next(i for i, g in enumerate(s.config.empires[me].gifts) if f"gifts.{g.key}" == self.item))

    async def _more(self, s: State, me: int) -> None:
        """What it does besides."""


class RedBookOfPower(Book):
    """A rune, and for each Wizard in play a Knight or Specter for nothing, at most one to each area with a building."""

    rule, item, verb, phrase = "GW-INV-017", "gifts.red_book", "red book", "The Red Book of Power"
    printed = "Red Book of Power"

    async def _more(self, s: State, me: int) -> None:
        homes = list(bits(s.homes(me)))
        for _ in range(s.playing(me, WIZARD) * self.figure(s, "per_wizard")):
            units = [unit_code(me, kind) for kind in (KNIGHT, SPECTER) if s.n(me, kind, POOL)]
            if not units or not homes:
                return
            fid = await choose(me, "unit", [*units, "done"], self, "red book", argument="unit kind")
            if fid == "done":
                return
            area = await choose(me, "area", homes, self, "red book where")
            homes.remove(area)
            s.move(me, kind_of(fid), POOL, area)
            says(s, self, me, "places {} in {}", s.config.name[me][kind_of(fid)], area_name(s, area))


class BrownBookOfCommerce(Book):
    """A rune, 1 Power for each Tower in play, and as much for another player."""

    rule, item, verb, phrase = "GW-INV-018", "gifts.brown_book", "brown book", "The Brown Book of Commerce"
    printed = "Brown Book of Commerce"

    async def _more(self, s: State, me: int) -> None:
        n = towers(s, me) * self.figure(s, "per_tower")
        if not n:
            return
        gain_power(s, me, n, self.rule)
        gain_power(s, await choose(me, "player", list(s.order(me))[1:], self, "commerce"), n, self.rule)


class BlueBookOfSorcery(Book):
    """Two runes."""

    rule, item, verb, phrase = "GW-INV-019", "gifts.blue_book", "blue book", "The Blue Book of Sorcery"
    printed = "Blue Book of Sorcery"


BOOKS = ("red_book", "brown_book", "blue_book")


def performed(s: State, me: int) -> bool:
    """Has the Final Ritual been performed?"""
    slot = s.config.slot_things[me].index((SLUG, "final_ritual"))
    return s.slots[me][slot] >= 0 or bool(s.owed[me] >> slot & 1)


class FinalRitual(Act, Power):
    """An action: all Books that lie face-down are turned up."""

    rule, empire, item, verb = "GW-INV-011", SLUG, "heroquests.final_ritual", "final ritual"
    phrase = "Final Ritual"
    requirements = (
        Requirement(
            "GW-INV-011",
            "It has not been performed, or may be again",
            lambda s, me: s.config.rulings.the_ritual_is_repeated or not performed(s, me),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(self.figure(s, "cost"))

    async def do(self, s: State, me: int) -> None:
        for gift, row in enumerate(s.config.empires[me].gifts):
            if row.key in BOOKS and s.down[me] >> gift & 1:
                s.turn_up(me, gift)
                says(s, self, me, "turns the {} up", row.name, touched=(f"gift:{me}:{gift}",))
        tell(s, Watches.ACTION, (me, self.verb), (me,))


# -- Heroquests -------------------------------------------------------------------------------------------------------
class AGiftStrikes(Quest):
    """A gift of an enemy affects you."""

    rule, empire, key, watches = "GW-INV-010", SLUG, "a_gift_strikes", (Watches.GIFT,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("a gift of an enemy affects you", int(thing is not None and thing[1] == me)),)


class TheFinalRitual(Quest):
    """Perform the Final Ritual."""

    rule, empire, key, watches = "GW-INV-011", SLUG, "final_ritual", (Watches.ACTION,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("the Final Ritual is performed", int(thing == (me, "final ritual"))),)


class SwordAndStaff(Quest):
    """Have a Castle and a Tower in play."""

    rule, empire, key, watches = "GW-INV-009", SLUG, "sword_and_staff", (Watches.BUILDINGS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> Iterator[Part]:
        yield Part("a Castle", s.built[me] >> CASTLE & 1)
        yield Part("a Tower", s.built[me] >> TOWER & 1)


class FourWalls(Quest):
    """Have 4 buildings in play."""

    rule, empire, key, watches = "GW-INV-009", SLUG, "four_walls", (Watches.BUILDINGS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        return (Part("buildings", s.homes(me).bit_count(), self.figure(s, "buildings")),)


class AnOrder(Quest):
    """Have 4 Knights or 4 Wizards in play."""

    rule, empire, key, watches = "GW-INV-009", SLUG, "an_order", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        n = max(s.playing(me, KNIGHT), s.playing(me, WIZARD))
        return (Part("Knights or Wizards", n, self.figure(s, "units")),)


class IdolsFall(Quest):
    """Destroy a building of an enemy in battle."""

    rule, empire, key, watches = "GW-INV-004", SLUG, "idols_fall", (Watches.BATTLE,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        rows = () if thing is None else thing.b.taken
        return (Part("a building is destroyed", sum(who == me and how == DESTROYED for who, _, _, how in rows)),)


class ThreeAsOne(Quest):
    """Have a Knight, a Wizard and a Specter in one area."""

    rule, empire, key = "GW-INV-009", SLUG, "three_as_one"

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        kinds = (KNIGHT, WIZARD, SPECTER)
        best = max((sum(bool(s.n(me, kind, a)) for kind in kinds) for a in s.areas(me)), default=0)
        return (Part("kinds of unit in one area", best, len(kinds)),)


class HiddenLore(Quest):
    """Hold 3 runes, or have all 6 buildings in play."""

    rule, empire, key, watches = "GW-INV-009", SLUG, "hidden_lore", (Watches.RUNES, Watches.BUILDINGS)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        runes, built = self.figure(s, "runes"), self.figure(s, "buildings")
        if (n := s.homes(me).bit_count()) * runes > len(s.hands[me]) * built:
            return (Part("buildings, instead of runes", n, built),)
        return (Part("runes, instead of buildings", len(s.hands[me]), runes),)
