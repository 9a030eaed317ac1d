"""The powers of the gods, in the order of the rulebook."""

from __future__ import annotations

from ....engine.runtime.ability import Bearer, No
from ....engine.runtime.decision import choose
from ....engine.runtime.layers import Change, Changes, add, set_to
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from ..rules.actions import acting, strike_at
from ..rules.battle import area_attack
from ..rules.cards import UNITS, card_of, fetch, left, look, regain, reorder
from ..rules.config import TOKEN
from ..rules.maps import AQUATIC
from ..rules.movement import around, displace, journey, next_areas, travel
from ..rules.sight import Spec, area_fits, surroundings, surrounds, targets
from ..rules.state import AREA_ATTACK, ATTACKED, ATTACKED_AGAIN, FOR_TURN, STRUCK, WALKED, WALKED_AGAIN, Fight, State
from ..rules.timings import WALK, Death, Draw, Power, barred_by
from ..rules.topics import CostOf, How, Limit, Manoeuvre, MayAct
from ..rules.wounds import heal, in_pool, movable
from .common import ActivePower, AreaPower, AttackPower, affordable, pay_for, spec_of


# -- Ares -------------------------------------------------------------------------------------------------------------
def _did(s: State, *deeds: int) -> bool:
    return s.activation is not None and all(s.activation.did(deed) for deed in deeds)


def _ways_on(s: State, unit: int) -> list[int]:
    """Where a further walk may begin."""
    return [] if barred_by(s, WALK, unit) else next_areas(s, journey(s, unit, WALK))


class Frenzy(ActivePower):
    """After a walk and an attack of this activation: one further walk, then one further normal attack. Either may be
    left out; they are no actions, and the rules on equal actions and on walking after an attack are not asked.
    """

    of, key, rule = "ares", "frenzy", "MB-UTL-002"
    verb, phrase = "frenzy", "Frenzy"
    needs = (
        Requirement("MB-UTL-002", "He has walked and attacked", lambda s, me: _did(s, WALKED, ATTACKED)),
        Requirement(
            "MB-UTL-002",
            "There is an area to walk to, or an enemy to attack",
            lambda s, me: _ways_on(s, acting(s)) or targets(s, Spec(acting(s))),
        ),
    )

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        assert s.activation is not None
        unit, seat = me.unit, s.commander(me.unit)
        if ways := _ways_on(s, unit):
            area = await choose(
                seat, "area", (*ways, "done"), self, "further walk", argument="area", names={"done": "No walk"}
            )
            if area != "done":
                s.activation.do(WALKED_AGAIN)
                await travel(s, journey(s, unit, WALK), area, self)
        if s.ended or s.place[unit] < 0:
            return
        if found := targets(s, Spec(unit)):
            target = await choose(
                seat, "choice", (*found, "none"), self, "further attack", argument="target",
                names={"none": "No attack"},
            )  # fmt: skip
            if target != "none":
                s.activation.do(ATTACKED_AGAIN)
                await strike_at(s, Spec(unit), target, self)


class AresWrath(ActivePower):
    """After a normal attack of range 0 of his own activation: an area attack with X dice on his area, allies too. It is
    no action.
    """

    of, key, rule, printed = "ares", "ares_wrath", "MB-UTL-003", "Ares' Wrath"
    verb, phrase = "wrath", "Ares' Wrath"

    def _aim(self, s: State) -> Spec:
        return spec_of(self, s, acting(s))._replace(manner=AREA_ATTACK)

    needs = (
        Requirement("MB-UTL-003", "A normal attack of range 0 is over", lambda s, me: _did(s, STRUCK)),
        Requirement(
            "MB-AREA-001",
            "An enemy is in his area",
            lambda s, me: area_fits(s, Spec(acting(s), AREA_ATTACK), s.place[acting(s)]),
        ),
    )

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        await area_attack(s, self._aim(s), s.place[me.unit], self)


# -- Hades ------------------------------------------------------------------------------------------------------------
class SoulCulling(Power):
    """Whenever another unit of any side is destroyed while he is on the board, he regains vitality, and his player
    takes an activation card.
    """

    of, key, rule, forced = "hades", "soul_culling", "MB-UTL-005", True

    def _cards(self, s: State, me: Bearer) -> list[int]:
        """The activation cards that his player may take."""
        rulings, own = s.config.rulings, card_of(me.unit)
        if rulings.culling_from_deck:
            return [own] if own in s.decks[me.seat] or own in s.tops[me.seat] else []
        pile = s.discards[me.seat]
        if rulings.culling_any_card:
            return sorted({card for card in pile if card >= UNITS})
        return [own] if own in pile else []

    def may_on_elimination(self, s: State, me: Bearer, death: Death) -> bool | No:
        if death.unit == me.unit or s.place[me.unit] < 0:
            return False
        if s.vitality[me.unit] < s.config.units[me.unit].most or self._cards(s, me):
            return True
        return No("he is unhurt, and there is no card to take")

    async def on_elimination(self, s: State, me: Bearer, death: Death) -> None:
        heal(s, me.unit, self.figure(s, "heal"), self)
        for _ in range(self.figure(s, "cards")):
            if not (cards := self._cards(s, me)):
                return
            card = await choose(
                me.seat, "card", cards if len(cards) == 1 else lambda: self._cards(s, me) or ["none"], self,
                "card of the dead", argument="card", names={"none": "No card"},
            )  # fmt: skip
            if card == "none":  # while it was asked all decks were made anew
                return
            if s.config.rulings.culling_from_deck:
                fetch(s, me.seat, card)
            else:
                regain(s, me.seat, card)
            report(s, self.rule, "takes an activation card of {}", s.config.units[card - UNITS].name, who=me.seat,
                   figure="+1")  # fmt: skip


class Inferno(AreaPower):
    """An area attack with X dice on his own area or one next door that he sees; allies are struck too."""

    of, key, rule = "hades", "inferno", "MB-UTL-006"
    verb, phrase = "inferno", "Inferno in {}"


# -- Athena -----------------------------------------------------------------------------------------------------------
class Strategist(ActivePower):
    """If she is the first unit of the turn: besides her two more units may act in it, without Art of War cards."""

    of, key, rule, lasts, about = "athena", "strategist", "MB-UTL-008", True, (Limit.UNITS, CostOf.ANOTHER)
    verb, phrase = "strategist", "Strategist"
    needs = (Requirement("MB-UTL-008", "She is the first unit of this turn", lambda s, me: s.acted == 1 << acting(s)),)

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        s.last(self, me, me.unit, FOR_TURN)
        report(s, self.rule, "may activate {} further units", self.figure(s, "units"), who=me.seat)

    def limit(self, s: State, me: Bearer, what: Limit | How, unit: int) -> Change | None:
        return set_to(1 + self.figure(s, "units")) if what is Limit.UNITS and s.lasts(self, me.unit) else None

    def cost_of(self, s: State, me: Bearer, what: CostOf | Manoeuvre, unit: int) -> Changes:
        return set_to(0) if what is CostOf.ANOTHER and s.lasts(self, me.unit) else None


class AthenasOwl(AttackPower):
    """A normal attack with X dice on an enemy at range 1 to 3."""

    of, key, rule, printed = "athena", "athenas_owl", "MB-UTL-009", "Athena's Owl"
    verb, phrase = "owl", "Athena's Owl on {}"


# -- Zeus -------------------------------------------------------------------------------------------------------------
class Lightning(AttackPower):
    """A normal attack with X dice and range 3."""

    of, key, rule = "zeus", "lightning", "MB-UTL-011"
    verb, phrase = "lightning", "Lightning on {}"


class Patriarch(Power):
    """At the draw of the turn his player may look at the top three cards of the own deck: one of them is drawn, the
    others go back on top in any order.
    """

    of, key, rule = "zeus", "patriarch", "MB-UTL-012"

    def may_would_gain(self, s: State, me: Bearer, event: Draw) -> bool | No:
        if event.seat != me.seat:
            return False
        return True if left(s, me.seat) else No("the deck is empty")

    async def would_gain(self, s: State, me: Bearer, event: Draw) -> Draw:
        seen = await look(s, me.seat, self.figure(s, "cards"), self)
        told = "1 card" if len(seen) == 1 else f"{len(seen)} cards"
        report(s, self.rule, "looks at {} on top of the deck", told, who=me.seat)
        rest, order = sorted(seen), list[int]()
        while len(rest) > 1:  # as many questions as cards: alike cards are not told by one that is not asked
            card = await choose(
                me.seat, "card", lambda: tuple(dict.fromkeys(rest)), self, "next on top" if order else "card to draw",
                argument="card", private=True, owner=me.seat,
            )  # fmt: skip
            rest.remove(card)
            order.append(card)
        reorder(s, me.seat, [*order, *rest])
        return event


# -- Glaukos ----------------------------------------------------------------------------------------------------------
class Undertow(ActivePower):
    """An enemy in a visible area of his surroundings drops its stone and moves one area, wherever he likes and it can
    go.
    """

    of, key, rule = "glaukos", "undertow", "MB-POW-009"
    verb, shape, phrase = "undertow", ("unit",), "Undertow on {}"
    needs = (
        Requirement("MB-UNI-001", "{0} is an enemy", lambda s, me, unit: not s.friends(acting(s), unit)),
        Requirement(
            "MB-BRD-004",
            "It is in an area of his surroundings that he sees",
            lambda s, me, unit: surrounds(s, acting(s), s.place[unit]),
        ),
        Requirement(
            "MB-CLS-007",
            "It can be moved by others",
            lambda s, me, unit: movable(s, unit),
            fault=lambda s, me, unit: barred_by(s, MayAct.MOVE, unit),
        ),
        Requirement(
            "MB-WALK-003",
            "An area next to it lets it in",
            lambda s, me, unit: s.place[unit] >= 0 and around(s, unit),
        ),
    )

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        unit = args[0]
        assert isinstance(unit, int)
        for _ in range(self.figure(s, "areas")):
            if s.ended or s.place[unit] < 0:
                return
            await displace(s, unit, around(s, unit), s.commander(me.unit), self)


def by_the_water(s: State, area: int) -> bool:
    """Is an area aquatic, or next to one that is?"""
    return any(s.terrain(near) in AQUATIC for near in (area, *s.config.map.near[area]))


class Breaker(AreaPower):
    """An area attack with X dice and range 2 on an area that is aquatic, or next to one that is."""

    of, key, rule = "glaukos", "breaker", "MB-POW-010"
    verb, phrase = "breaker", "Breaker on {}"
    needs = (
        Requirement(
            "MB-POW-010", "{0} is aquatic, or next to an aquatic area", lambda s, me, area: by_the_water(s, area)
        ),
    )


# -- Hestia -----------------------------------------------------------------------------------------------------------
def hearths(s: State, hestia: int) -> list[int]:
    """The areas with a hearth, of whichever side."""
    units = s.config.units
    return [
        area
        for unit, area in enumerate(s.place)
        if area >= 0 and units[unit].kind == TOKEN and units[units[unit].maker].key == units[hestia].key
    ]


def _pool(s: State, hestia: int) -> int:
    return sum(in_pool(s, token) for token, kind in enumerate(s.config.tokens) if kind.maker == hestia)


class Kindle(ActivePower):
    """A hearth comes into her area, or one next door that she sees. Allies there have +1 defence; an enemy may attack
    it as a unit of its own defence and vitality.
    """

    of, key, rule, lasts = "hestia", "kindle", "MB-POW-009", True
    verb, shape, phrase = "kindle", ("area",), "Kindle a hearth in {}"
    needs = (
        Requirement("MB-TOK-001", "A hearth is left in the pool", lambda s, me: _pool(s, acting(s)) > 0),
        Requirement(
            "MB-BRD-004",
            "{0} is an area of her surroundings that she sees",
            lambda s, me, area: s.place[acting(s)] >= 0 and surrounds(s, acting(s), area),
        ),
        Requirement("MB-POW-009", "No hearth is in {0}", lambda s, me, area: area not in hearths(s, acting(s))),
    )

    async def work(self, s: State, me: Bearer, *args: object) -> None:
        area = args[0]
        assert isinstance(area, int)
        units = s.config.units
        token = next(u for u in range(len(units)) if units[u].maker == me.unit and s.place[u] < 0)
        s.put(token, area)
        report(s, self.rule, "kindles a hearth in {}", s.config.map.names[area], who=me.seat, touched=(f"area:{area}",))

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if s.config.units[fight.target].is_token or not s.friends(me.unit, fight.target):
            return None
        here = s.place[fight.target]
        warm = any(s.place[token] == here for token in s.standing_tokens(me.unit))
        return add(self.figure(s, "defence")) if warm else None


class Embers(Power):
    """At the end of her activation another ally in an area of her surroundings that she sees regains a vitality point
    or a miniature.
    """

    of, key, rule, alone = "hestia", "embers", "MB-POW-008", ("activation_end",)

    def _hurt(self, s: State, me: Bearer) -> list[int]:
        """Whom she may help."""
        near = surroundings(s, me.unit)
        return [
            unit
            for area in near
            for unit in s.units_in(area)
            if unit != me.unit and s.friends(me.unit, unit) and not s.config.units[unit].is_token
            and not s.complete(unit)
        ]  # fmt: skip

    def may_activation_end(self, s: State, me: Bearer, unit: int) -> bool | No:
        if unit != me.unit or s.place[unit] < 0:
            return False
        return affordable(self, s, me) if self._hurt(s, me) else No("no ally near her is hurt")

    async def activation_end(self, s: State, me: Bearer, unit: int) -> None:
        seat = s.commander(me.unit)
        await pay_for(self, s, me)
        ally = await choose(seat, "unit", self._hurt(s, me), self, "warmed ally", argument="unit")
        heal(s, ally, self.figure(s, "heal"), self)
