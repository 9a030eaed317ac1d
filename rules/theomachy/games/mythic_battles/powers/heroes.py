"""The powers of the heroes, in the order of the rulebook; then those whom it only names, and those of the house."""

from __future__ import annotations

from ....engine.runtime.ability import Bearer, No
from ....engine.runtime.decision import choose, number
from ....engine.runtime.layers import Change, add, at_most, folded, set_to
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from ....engine.state import GROUND
from ..rules.actions import NOTHING, acting, hidden_by, not_done, one_left, strike_at, unit_limit
from ..rules.cards import draw_cards, holds, keeps_secrets
from ..rules.config import TROOP
from ..rules.manoeuvres import lacking
from ..rules.movement import around, closed, displace, enter, journey, next_areas, room, travel
from ..rules.sight import distance, surroundings, surrounds, visible
from ..rules.state import (
    ATTACKED,
    FLEW,
    FOR_ACTIVATION,
    FOR_ATTACK,
    FOR_ROUND,
    FOR_TURN,
    NORMAL,
    RETALIATION,
    Fight,
    State,
)
from ..rules.timings import MOVED, VOCABULARY, WALK, Death, Power, Shot, Step, Wounds, barred_by
from ..rules.topics import CostOf, How, Limit, Manoeuvre, MayAct
from ..rules.wounds import harm, in_pool, movable, name
from .common import (
    ActivePower,
    AttackPower,
    affordable,
    available,
    note_use,
    number_of,
    pay_for,
    rolls_again,
    spec_of,
    token_of,
    unused,
)


# -- Heracles ---------------------------------------------------------------------------------------------------------
class HeracleanFeat(Power):
    """Once in each attack that he makes or suffers: up to two dice of the first assault, whoever rolled them, are
    rolled again before blanks go.
    """

    of, key, rule = "heracles", "heraclean_feat", "MB-UTL-014"

    def may_dice_rolled(self, s: State, me: Bearer, fight: Fight) -> bool:
        return me.unit == fight.asking and bool(fight.rolled)

    async def dice_rolled(self, s: State, me: Bearer, fight: Fight) -> None:
        await rolls_again(s, fight, self, me)


class HeracleanStrength(AttackPower):
    """He throws a 3D element of his area: it leaves the board, then a normal attack with X dice, range 1 to 2."""

    of, key, rule = "heracles", "heraclean_strength", "MB-UTL-015"
    verb, phrase = "throw", "Throw a tree or column at {}"
    needs = (
        Requirement(
            "MB-UTL-015",
            "A 3D element stands in its area",
            lambda s, me: acting(s) >= 0 and s.place[acting(s)] >= 0 and s.elements[s.place[acting(s)]],
        ),
    )

    async def do(self, s: State, me: int, target: tuple[int, int]) -> None:
        area = s.place[acting(s)]
        s.strip(area)
        report(s, self.rule, "{} tears an element out of {}", name(s, acting(s)), s.config.map.names[area], who=me,
               touched=(f"area:{area}",))  # fmt: skip
        await super().do(s, me, target)


# -- Achilles ---------------------------------------------------------------------------------------------------------
def ignoring(power: Power, s: State, event: Wounds) -> Wounds:
    """Fewer wounds of an attack."""
    gone = min(power.figure(s, "ignored"), event.n)
    report(s, power.rule, "ignores {} of {} wounds", gone, event.n, who=s.owner[event.unit])
    return event._replace(n=event.n - gone)


class Endurance(Power):
    """Of two or more wounds that one attack inflicts on him, one is ignored."""

    of, key, rule, forced = "achilles", "endurance", "MB-UTL-017", True

    def may_would_take_result(self, s: State, me: Bearer, event: Wounds) -> bool:
        return event.unit == me.unit and event.n >= self.figure(s, "least")

    def would_take_result(self, s: State, me: Bearer, event: Wounds) -> Wounds:
        return ignoring(self, s, event)


class AchillesProwess(ActivePower):
    """+2 offence in the range 0 normal attacks of this activation; also when such an attack is already declared."""

    of, key, rule, lasts = "achilles", "achilles_prowess", "MB-UTL-018", True
    printed = "Achilles' Prowess"
    verb, phrase = "prowess", "Achilles' Prowess"

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        s.last(self, me, me.unit, FOR_ACTIVATION)

    def may_pre_battle(self, s: State, me: Bearer, fight: Fight) -> bool | No:
        if fight.attacker != me.unit or not self._helps(fight):
            return False
        return unused(self, s, me)

    async def pre_battle(self, s: State, me: Bearer, fight: Fight) -> None:
        note_use(self, s)
        await pay_for(self, s, me)
        await self.work(s, me)

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or not self._helps(fight) or not s.lasts(self, me.unit):
            return None
        return add(self.figure(s, "offence"))

    def _helps(self, fight: Fight) -> bool:
        """Is it an attack of the kind that it is for?"""
        return fight.manner == NORMAL and fight.close


# -- Leonidas ---------------------------------------------------------------------------------------------------------
class BornLeader(Power):
    """When his activation ends up to two near troops of his player act at once, one after the other, for one of their
    cards each, and have +1 offence and +1 defence until his player's next turn.
    """

    of, key, rule, lasts = "leonidas", "born_leader", "MB-UTL-020", True

    def may_activation_end(self, s: State, me: Bearer, unit: int) -> bool | No:
        if unit != me.unit:
            return self._has(s, me, unit, FOR_ROUND) and bool(self._waiting(s, me))
        if not self._near(s, me):
            return No("no troop near by can act")
        if not (ready := unused(self, s, me)) or self._led(s, me):
            return ready
        return lacking(s, s.commander(me.unit), "no card of a troop near by is in hand")

    async def activation_end(self, s: State, me: Bearer, unit: int) -> None:
        seat = s.commander(me.unit)
        if unit != me.unit:  # the first of two troops has acted
            self._order(s, me, self._waiting(s, me)[0])
            return
        note_use(self, s)
        await pay_for(self, s, me)
        first = await choose(
            seat, "unit", lambda: self._led(s, me), self, "troop to lead", argument="unit", private=True
        )

        def troops() -> list[int]:
            return [troop for troop in self._led(s, me) if troop != first]

        could = len(self._near(s, me)) > 1 and self._room(s) > 1 and self.figure(s, "troops") > 1
        if could and (troops() or keeps_secrets(s, seat)):  # whether a second card is in hand is not told
            more = await choose(
                seat, "unit", lambda: (*troops(), "none"), self, "further troop to lead", argument="unit", private=True,
                quiet=True, names={"none": "No other"},
            )  # fmt: skip
            if more != "none":
                s.last(self, me, more, FOR_TURN)
        self._order(s, me, first)

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "offence")) if self._has(s, me, fight.attacker, FOR_ROUND) else None

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "defence")) if self._has(s, me, fight.target, FOR_ROUND) else None

    def _has(self, s: State, me: Bearer, troop: int, until: int) -> bool:
        """Has a troop been chosen (until the turn ends), or led (for a round)?"""
        return (me.unit, number_of(self, s), troop, until) in s.lasting

    def _order(self, s: State, me: Bearer, troop: int) -> None:
        """A troop is to act next."""
        s.last(self, me, troop, FOR_ROUND)
        s.owed += (troop,)
        if not s.config.rulings.born_leader_counts:
            s.free |= 1 << troop
        report(s, self.rule, "leads {}", name(s, troop), who=s.commander(me.unit), touched=(f"piece:{troop}",))

    def _room(self, s: State) -> int:
        """How many units may act besides: by a ruling its troops count for the limit."""
        return unit_limit(s) - s.units_done if s.config.rulings.born_leader_counts else len(s.place)

    def _free(self, s: State, me: Bearer, troop: int) -> bool:
        """Can a troop act at once, if its card is in hand?"""
        free = s.commander(troop) == s.commander(me.unit) and not s.acted >> troop & 1
        return free and self._room(s) > 0 and not barred_by(s, MayAct.ACTIVATE, troop)

    def _led(self, s: State, me: Bearer) -> list[int]:
        """The troops that it may choose."""
        return [unit for unit in self._near(s, me) if holds(s, s.commander(me.unit), unit)]

    def _near(self, s: State, me: Bearer) -> list[int]:
        """The troops that it might choose, for all that everybody knows."""
        if s.place[me.unit] < 0:
            return []
        near = surroundings(s, me.unit)
        return [
            unit
            for unit, area in enumerate(s.place)
            if area in near and s.config.units[unit].kind == TROOP and self._free(s, me, unit)
        ]

    def _waiting(self, s: State, me: Bearer) -> list[int]:
        """The troop that was chosen besides, while it can act."""
        there = [u for u in range(len(s.place)) if s.place[u] >= 0 and self._has(s, me, u, FOR_TURN)]
        return [u for u in there if self._free(s, me, u) and holds(s, s.commander(me.unit), u)]


class WallOfShields(Power):
    """Before wounds of an attack reach him, an allied troop in his area takes any number of them, up to its
    miniatures.
    """

    of, key, rule, forced = "leonidas", "wall_of_shields", "MB-UTL-021", True
    printed = "Wall of Shields"

    def may_would_take_result(self, s: State, me: Bearer, event: Wounds) -> bool:
        return event.unit == me.unit and event.n > 0 and bool(self._troops(s, me))

    async def would_take_result(self, s: State, me: Bearer, event: Wounds) -> Wounds:
        seat = s.commander(me.unit)
        troop = await choose(seat, "unit", self._troops(s, me), self, "who takes wounds", argument="unit")
        n = await number(seat, 0, min(event.n, s.vitality[troop]), self, "wounds passed on")
        if n:
            fight = s.fight
            await harm(s, troop, n, self, fight.attacker if fight is not None else -1)
        return event._replace(n=event.n - n)

    def _troops(self, s: State, me: Bearer) -> list[int]:
        """The allied troops beside him."""
        return [u for u in s.units_in(s.place[me.unit]) if s.config.units[u].is_troop and s.friends(me.unit, u)]


# -- Odysseus ---------------------------------------------------------------------------------------------------------
class Subterfuge(Power):
    """Once a round one manoeuvre of his player costs nothing."""

    of, key, rule, about = "odysseus", "subterfuge", "MB-UTL-023", (Manoeuvre.DRAW, Manoeuvre.SEARCH, Manoeuvre.EVADE)

    def cost_of(self, s: State, me: Bearer, what: CostOf | Manoeuvre, unit: int) -> Change | None:
        buyer = s.commander(unit) if unit >= 0 else me.seat
        return set_to(0) if buyer == me.seat and self._left(s, me) else None

    async def on_pay(self, s: State, me: Bearer, what: Manoeuvre, unit: int) -> None:
        if not self._left(s, me):
            return
        others = tuple(
            hook
            for hook in VOCABULARY.about(s.key, "cost_of", what)
            if hook[1] is not self and hook[0] != GROUND and hook[0].seat == me.seat
        )
        if folded(s.config.fact(f"manoeuvre.{what}.cost"), others, s, -1, what, unit) > 0:  # it did cost less by this
            s.spent += ((me.unit, number_of(self, s)),)
            report(s, self.rule, "the manoeuvre costs nothing", who=me.seat)

    def _left(self, s: State, me: Bearer) -> bool:
        """Is there a free manoeuvre left in this round?"""
        done = s.spent.count((me.unit, number_of(self, s)))
        return bool(done < self.figure(s, "manoeuvres"))


class Cunning(ActivePower):
    """He draws a card."""

    of, key, rule = "odysseus", "cunning", "MB-UTL-024"
    verb, phrase = "cunning", "Cunning: draw a card"

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        await draw_cards(s, s.commander(me.unit), self.figure(s, "cards"), self)


# -- Atalanta ---------------------------------------------------------------------------------------------------------
class Huntress(AttackPower):
    """A normal attack with X dice at range 1 or more, then a walk that is no action, then a normal attack with X dice
    on an enemy in her area.
    """

    of, key, rule = "atalanta", "huntress", "MB-UTL-026"
    verb, phrase = "hunt", "Huntress: hunt {}"

    async def do(self, s: State, me: int, target: tuple[int, int]) -> None:
        unit = acting(s)
        await super().do(s, me, target)
        if not self._gone(s, unit):
            await self._walk(s, me, unit)
        if not self._gone(s, unit):
            await self._pounce(s, me, unit)

    async def _walk(self, s: State, me: int, unit: int) -> None:
        """The second step."""
        trip = journey(s, unit, WALK)
        areas = [] if barred_by(s, WALK, unit) else next_areas(s, trip)
        if not areas:
            return
        area = await choose(
            me, "area", (*areas, "done"), self, "hunt: walk to", argument="area", names={"done": "Stay here"}
        )
        if area != "done":
            await travel(s, trip, area, self)

    async def _pounce(self, s: State, me: int, unit: int) -> None:
        """The third step."""
        prey = s.enemies_in(s.place[unit], s.owner[unit])
        if not prey:
            return
        target = await choose(
            me, "unit", (*prey, "none"), self, "hunt: attack", argument="unit", names={"none": "Attack nobody"}
        )
        if target != "none":
            await strike_at(s, spec_of(self, s, unit)._replace(reach=0, least=0), (target, 0), self)

    def _gone(self, s: State, unit: int) -> bool:
        """Is it over with her, or with the game?"""
        return s.ended or s.place[unit] < 0


class Dodge(Power):
    """Attacked at range 0 she may have +2 defence until the end of the turn."""

    of, key, rule, lasts = "atalanta", "dodge", "MB-UTL-027", True

    def may_pre_battle(self, s: State, me: Bearer, fight: Fight) -> bool | No:
        if me.unit != fight.asking or fight.target != me.unit or not fight.close:
            return False
        if s.lasts(self, me.unit):
            return No("she dodges already in this turn")
        return affordable(self, s, me) if available(self, s, me.unit) else False

    async def pre_battle(self, s: State, me: Bearer, fight: Fight) -> None:
        await pay_for(self, s, me)
        s.last(self, me, me.unit, FOR_TURN)

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "defence")) if fight.target == me.unit and s.lasts(self, me.unit) else None


# -- Veteran Achilles -------------------------------------------------------------------------------------------------
class Grief(Power):
    """Each time another ally is destroyed he gets a grief token; for each he has +1 offence in attacks of range 0."""

    of, key, rule, forced = "veteran_achilles", "grief", "MB-UTL-044", True
    printed = "Grief for Patroclus"

    def may_on_elimination(self, s: State, me: Bearer, death: Death) -> bool | No:
        if death.unit == me.unit or not s.friends(me.unit, death.unit) or not available(self, s, me.unit):
            return False
        return in_pool(s, token_of(self, s, me.unit)) > 0 or No("no grief token is left")

    async def on_elimination(self, s: State, me: Bearer, death: Death) -> None:
        s.lay(token_of(self, s, me.unit), me.unit)
        report(s, self.rule, "{} gets a grief token", name(s, me.unit), who=me.seat, touched=(f"piece:{me.unit}",))

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or not fight.close:
            return None
        n = s.tokens.get((token_of(self, s, me.unit), me.unit), 0)
        return add(self.figure(s, "offence") * n) if n else None


class ScarredShield(Power):
    """Of two or more wounds that one attack inflicts on him, two are ignored, for a card."""

    of, key, rule = "veteran_achilles", "scarred_shield", "MB-UTL-044"

    def may_would_take_result(self, s: State, me: Bearer, event: Wounds) -> bool | No:
        if event.unit != me.unit or event.n < self.figure(s, "least"):
            return False
        return affordable(self, s, me)

    async def would_take_result(self, s: State, me: Bearer, event: Wounds) -> Wounds:
        await pay_for(self, s, me)
        return ignoring(self, s, event)


# -- Veteran Heracles -------------------------------------------------------------------------------------------------
class TwelveTrophies(Power):
    """Whenever an attack of his destroys an enemy that is no troop, his player draws two cards."""

    of, key, rule, forced = "veteran_heracles", "trophies", "MB-UTL-044", True

    def may_on_elimination(self, s: State, me: Bearer, death: Death) -> bool:
        card = s.config.units[death.unit]
        return death.by == me.unit and not card.is_troop and not s.friends(me.unit, death.unit)

    async def on_elimination(self, s: State, me: Bearer, death: Death) -> None:
        await draw_cards(s, s.commander(me.unit), self.figure(s, "cards"), self)


class LionHide(Power):
    """+1 defence against attacks of range 1 or more."""

    of, key, rule = "veteran_heracles", "lion_hide", "MB-UTL-044"

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "defence")) if fight.target == me.unit and not fight.close else None


# -- Kalais -----------------------------------------------------------------------------------------------------------
class GaleLanding(Power):
    """When an activation with a fast flight ends, he moves an enemy of his area by an area, for a card."""

    of, key, rule, alone = "kalais", "gale_landing", "MB-UNI-011", ("activation_end",)

    def may_activation_end(self, s: State, me: Bearer, unit: int) -> bool | No:
        if unit != me.unit or s.activation is None or not s.activation.did(FLEW) or s.place[unit] < 0:
            return False
        return affordable(self, s, me) if self._swept(s, me) else No("nobody there can be moved")

    async def activation_end(self, s: State, me: Bearer, unit: int) -> None:
        await pay_for(self, s, me)
        seat = s.commander(unit)
        target = await choose(seat, "unit", self._swept(s, me), self, "who is moved", argument="unit")
        for _ in range(self.figure(s, "areas")):
            if s.ended or s.place[target] < 0:
                return
            await displace(s, target, around(s, target), seat, self)

    def _swept(self, s: State, me: Bearer) -> list[int]:
        """The enemies of his area that can be moved somewhere."""
        here = s.enemies_in(s.place[me.unit], s.owner[me.unit])
        return [unit for unit in here if movable(s, unit) and around(s, unit)]


class Tailwind(Power):
    """Evade costs nothing for him."""

    of, key, rule, about = "kalais", "tailwind", "MB-UNI-011", (Manoeuvre.EVADE,)

    def cost_of(self, s: State, me: Bearer, what: CostOf | Manoeuvre, unit: int) -> Change | None:
        return set_to(self.figure(s, "price")) if unit == me.unit else None


# -- Abaris -----------------------------------------------------------------------------------------------------------
def arrow(s: State, what: str) -> int:
    """How far the arrow flies at least, and at most."""
    n: int = s.config.figure("unit.abaris.power.golden_arrow.figures", what)
    return n


class RideTheGoldenArrow(ActivePower):
    """He is placed in an area that he sees, at distance 1 to 3, with room and of a terrain that lets him in; before or
    between actions, and not after an attack.
    """

    of, key, rule = "abaris", "golden_arrow", "MB-UNI-011"
    printed = "Ride the Golden Arrow"
    verb, shape, phrase = "ride", ("area",), "Ride the arrow to {}"
    needs = (
        one_left(),
        not_done(ATTACKED, "It has not attacked yet"),
        Requirement(
            "MB-UNI-011",
            "{0} is at a distance that the arrow flies",
            lambda s, me, area: arrow(s, "least") <= distance(s, acting(s), area) <= arrow(s, "range"),
            lambda s, me, area: f"{distance(s, acting(s), area)} of {arrow(s, 'range')}",
        ),
        Requirement(
            "MB-UNI-011", "It is visible", lambda s, me, area: visible(s, acting(s), area),
            fault=lambda s, me, area: hidden_by(s, Shot(acting(s), s.place[acting(s)], area)),
        ),
        Requirement(
            "MB-WALK-003",
            "{0} is not full",
            lambda s, me, area: room(s, acting(s), area),
            lambda s, me, area: f"{s.bodies(area)} of {s.config.map.areas[area].capacity}",
        ),
        Requirement(
            "MB-UNI-011", "The terrain lets it in", lambda s, me, area: not closed(s, acting(s), Step(-1, area, MOVED)),
            fault=lambda s, me, area: (closed(s, acting(s), Step(-1, area, MOVED)) or NOTHING).why,
            ruled=lambda s, me, area: (closed(s, acting(s), Step(-1, area, MOVED)) or NOTHING).rule,
        ),
    )  # fmt: skip

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        (area,) = args
        assert isinstance(area, int)
        await enter(s, me.unit, area, MOVED, self)
        s.halted = False


class HealingSong(ActivePower):
    """All tokens that enemies have put on an ally near by go back to their pools."""

    of, key, rule = "abaris", "healing_song", "MB-UNI-011"
    verb, shape, phrase = "sing", ("unit",), "Sing for {}"
    needs = (
        Requirement("MB-UNI-001", "{0} is an ally", lambda s, me, unit: s.friends(acting(s), unit)),
        Requirement("MB-TOK-001", "Enemies have put a token on {0}", lambda s, me, unit: bool(curses(s, unit))),
        Requirement(
            "MB-BRD-004",
            "{0} stands in a visible area of its surroundings",
            lambda s, me, unit: surrounds(s, acting(s), s.place[unit]),
        ),
    )

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        (unit,) = args
        assert isinstance(unit, int)
        for token in curses(s, unit):
            s.lift(token, unit)
            told = name(s, unit), s.config.tokens[token].key
            report(s, self.rule, "{} loses its {} token", *told, who=me.seat, touched=(f"piece:{unit}",))


def curses(s: State, unit: int) -> list[int]:
    """The kinds of token on a unit that enemies of it have put there."""
    return [t for t, bearer in s.tokens if bearer == unit and not s.friends(s.config.tokens[t].maker, unit)]


# -- Kaineus ----------------------------------------------------------------------------------------------------------
class IronSkin(Power):
    """Attacked, before the dice: for a card the attacker makes no second assault in this attack on him."""

    of, key, rule, lasts, about = "kaineus", "iron_skin", "MB-UNI-011", True, (Limit.SECOND,)

    def may_pre_battle(self, s: State, me: Bearer, fight: Fight) -> bool | No:
        if me.unit != fight.asking or fight.target != me.unit or not available(self, s, me.unit):
            return False
        return affordable(self, s, me)

    async def pre_battle(self, s: State, me: Bearer, fight: Fight) -> None:
        await pay_for(self, s, me)
        s.last(self, me, fight.attacker, FOR_ATTACK)

    def limit(self, s: State, me: Bearer, what: Limit | How, unit: int) -> Change | None:
        fight = s.fight
        holds_off = fight is not None and fight.target == me.unit and s.lasts(self, me.unit, unit)
        return at_most(0) if holds_off else None


class NeverYield(Power):
    """+1 offence when he retaliates."""

    of, key, rule = "kaineus", "never_yield", "MB-UNI-011"

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        mine = fight.attacker == me.unit and fight.manner == RETALIATION
        return add(self.figure(s, "offence")) if mine else None
