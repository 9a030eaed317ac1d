"""The talents of the list (MB-TAL-001 to MB-TAL-028).

A talent that only adds to a value is used without asking; where two of one name would act on the same unit one does.
"""

from __future__ import annotations

from ....engine.runtime.ability import Bearer, No
from ....engine.runtime.decision import Answer, choose, yes
from ....engine.runtime.layers import Change, add
from ....engine.runtime.requirement import Action, Menu, Requirement
from ....engine.runtime.trace import report
from ..rules import assault
from ..rules.actions import SIMPLE, acting, on_board, unit_limit
from ..rules.arguments import ARGUMENT_TYPES
from ..rules.battle import may_retaliate, retaliate
from ..rules.cards import card_of, fetch, holds, left, shuffle
from ..rules.config import MONSTER, TYPES
from ..rules.manoeuvres import lacking
from ..rules.maps import SCENERY, TERRAINS
from ..rules.movement import around, displace
from ..rules.sight import surroundings
from ..rules.state import FOR_ACTIVATION, FOR_ATTACK, NORMAL, RETALIATION, Fight, State
from ..rules.timings import RUN, VOCABULARY, WALK, Choice, Shot, Talent, barred_by, ignored
from ..rules.topics import Adjacent, How, Ignores, MayAct, Obstacle
from ..rules.wounds import movable, name
from .common import attacks, rolls_again

BLOWS = (NORMAL, RETALIATION)  # a retaliation is resolved as a normal attack (MB-RET-001)


def ally_beside(s: State, me: Bearer, *, troop: bool = False) -> bool:
    """Is an allied unit (an allied troop) in the same area? Itself by a ruling alone (MB-TAL-026)."""
    units = s.config.units
    for unit in s.units_in(s.place[me.unit]):
        if units[unit].is_token or not s.friends(me.unit, unit) or (troop and not units[unit].is_troop):
            continue
        if unit != me.unit or s.config.rulings.self_is_ally:
            return True
    return False


def in_force(s: State, talent: Talent, unit: int) -> bool:
    """Has a unit this talent just now: not in water, not as the last of a troop, not in a complex action?"""
    borne = s.config.abilities[unit]
    return talent in borne and s.speaks(unit, borne.index(talent))


class Archer(Talent):
    """+1 offence in a normal attack of range 1 or more."""

    key, rule, standing = "archer", "MB-TAL-003", False

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or fight.close or fight.manner not in BLOWS:
            return None
        return add(self.figure(s, "offence"))


class Block(Talent):
    """Enemies in its area neither walk nor run, and claim no stone that lies there; another Block ignores it."""

    key, rule, standing, about = "block", "MB-TAL-004", True, (WALK, RUN, MayAct.CLAIM, Ignores.BLOCK)

    def may_act(self, s: State, me: Bearer, what: MayAct | How, unit: int) -> No | None:
        if what is MayAct.CLAIM:
            area, claimer = unit, s.activation.unit if s.activation is not None else -1
        else:
            area, claimer = s.place[unit], unit
        if claimer < 0 or s.place[me.unit] != area or s.friends(me.unit, claimer) or ignored(s, Ignores.BLOCK, claimer):
            return None
        return No(f"{s.config.units[me.unit].name} blocks it")

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        return unit == me.unit


class Bolster(Talent):
    """Allied troops in its area have +1 offence and +1 defence in normal and area attacks."""

    key, rule, standing = "bolster", "MB-TAL-007", True

    def _bolsters(self, s: State, me: Bearer, unit: int) -> bool:
        """Is this an allied troop in the area of the bearer?"""
        if unit == me.unit and not s.config.rulings.self_is_ally:
            return False
        return s.config.units[unit].is_troop and s.place[unit] == s.place[me.unit] and s.friends(me.unit, unit)

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "offence")) if self._bolsters(s, me, fight.attacker) else None

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "defence")) if self._bolsters(s, me, fight.target) else None


class Climb(Talent):
    """It walks into rocks and cliffs, crosses escarpments in a walk, and chains do not end its walk."""

    key, rule, ashore = "climb", "MB-TAL-008", True
    about = (Obstacle.ROCK, Obstacle.CLIFF, Obstacle.ESCARPMENT, Obstacle.CHAINS)

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        return unit == me.unit and how == WALK


class BladeTalent(Talent, abstract=True):
    """+1 offence that comes with a normal attack of range 0, and stays until the end of the activation.

    It comes once: a later attack of the same activation has it too, and not twice. In a retaliation it is for that
    attack alone.
    """

    lasts, forced = True, True

    def _gains(self, s: State, me: Bearer, fight: Fight) -> bool:
        """Does this attack bring the bonus?"""
        if fight.attacker != me.unit or not fight.close or fight.manner not in BLOWS:
            return False
        return fight.manner == NORMAL or not s.config.rulings.no_talent_bonus_in_retaliation

    def may_pre_battle(self, s: State, me: Bearer, fight: Fight) -> bool:
        return acting(s) == me.unit and self._gains(s, me, fight)

    async def pre_battle(self, s: State, me: Bearer, fight: Fight) -> None:
        s.last(self, me, me.unit, FOR_ACTIVATION)

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or not (s.lasts(self, me.unit) or self._gains(s, me, fight)):
            return None
        return add(self.figure(s, "offence"))


class CloseCombat(BladeTalent):
    """+1 offence in a normal attack of range 0, until the end of the activation."""

    key, rule = "close_combat", "MB-TAL-009"


class CloseProtection(Talent):
    """+1 defence in normal and area attacks while an ally is in its area."""

    key, rule, standing = "close_protection", "MB-TAL-010", True

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "defence")) if fight.target == me.unit and ally_beside(s, me) else None


class ForceOfNature(Talent, Action[State]):
    """Before it chooses the target of an attack it takes a 3D element of its area off the board: +1 offence and +1
    range until the end of the activation. The attack follows at once.
    """

    key, rule, lasts, alone, printed = "force_of_nature", "MB-TAL-011", True, ("range",), "Force of Nature"
    verb, phrase, when = "force of nature", "Force of Nature: take an element off the board and attack", SIMPLE
    requirements = (
        on_board(),
        Requirement(
            "MB-TAL-001",
            "The talent is not at work yet",
            lambda s, me: not s.lasts(force_of_nature(), acting(s)),
        ),
        Requirement(
            "MB-TAL-011",
            "A tree or column stands in its area",
            lambda s, me: element_at(s, acting(s)),
        ),
        Requirement(
            "MB-TER-018",
            "Nothing silences its talents",
            lambda s, me: in_force(s, force_of_nature(), acting(s)),
            fault=lambda s, me: barred_by(s, MayAct.TALENTS, acting(s)),
        ),
        Requirement("MB-TAL-011", "There is something that it can attack then", lambda s, me: can_attack_then(s, me)),
    )

    async def do(self, s: State, me: int, *args: object) -> None:
        unit = acting(s)
        uproot(s, Bearer(s.owner[unit], unit), FOR_ACTIVATION)
        known = attacks(s, me)

        def ways() -> tuple[Answer, ...]:
            return tuple(Menu(ARGUMENT_TYPES, s, me).all(*known)) or ("none",)

        answer = await choose(
            me, "action", ways if len(known) > 1 else ways(), self, "attack",  # alone it is no matter of cards
            private=len(known) > 1, names={"none": "Attack nobody"},
        )  # fmt: skip
        if answer == "none":  # its price went for something else
            return
        action = next(action for action in known if action.verb == answer[0])
        await action.do(s, me, *answer[1:])

    def may_pre_battle(self, s: State, me: Bearer, fight: Fight) -> bool:
        back = fight.manner == RETALIATION and fight.asking == me.unit == fight.attacker
        return back and s.config.rulings.force_of_nature_retaliates and element_at(s, me.unit)

    async def pre_battle(self, s: State, me: Bearer, fight: Fight) -> None:
        uproot(s, me, FOR_ATTACK)

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        at_work = fight.attacker == me.unit and s.lasts(self, me.unit)
        return add(self.figure(s, "offence")) if at_work else None

    def range(self, s: State, me: Bearer, shot: Shot) -> Change | None:
        at_work = shot.unit == me.unit and s.lasts(self, me.unit)
        return add(self.figure(s, "range")) if at_work else None


def force_of_nature() -> Talent:
    """The talent."""
    found = VOCABULARY.named("Force of Nature")
    assert isinstance(found, Talent)
    return found


def element_at(s: State, unit: int) -> bool:
    """Does a tree or column stand in the area of a unit (MB-TER-002)?"""
    return s.terrain(s.place[unit]) in SCENERY


def uproot(s: State, me: Bearer, until: int) -> None:
    """A 3D element of its area leaves the board, and a unit is the stronger for it (MB-TAL-011)."""
    area = s.place[me.unit]
    terrain = TERRAINS[s.terrain(area)]
    s.strip(area)
    s.last(force_of_nature(), me, me.unit, until)
    report(
        s, "MB-TAL-011", "{} takes {} of {} off the board", name(s, me.unit),
        "a tree" if terrain == "forest" else "a column", s.config.map.names[area], who=me.seat,
        figure=f"{s.elements[area]} left", touched=(f"area:{area}",),
    )  # fmt: skip


def can_attack_then(s: State, me: int) -> bool:
    """Would there be an attack to make with a 3D element less, and a range of 1 more? Without an element that is asked
    apart."""
    unit = acting(s)
    if not element_at(s, unit):
        return True
    then = s.copy()
    then.trace = None
    then.strip(then.place[unit])
    then.last(force_of_nature(), Bearer(s.owner[unit], unit), unit, FOR_ACTIVATION)
    return bool(Menu(ARGUMENT_TYPES, then, me).any(*attacks(then, me)))


class GemCollector(Talent):
    """In its activation it claims a stone from any area of its surroundings that it sees."""

    key, rule, about = "gem_collector", "MB-TAL-012", (Adjacent.CLAIM,)

    def adjacent(self, s: State, me: Bearer, unit: int, what: Adjacent) -> int:
        return sum(1 << area for area in surroundings(s, unit)) if unit == me.unit else 0


class Guard(Talent):
    """When an enemy has chosen an ally in its area as the target of an attack, it may become the target instead."""

    key, rule, standing = "guard", "MB-TAL-013", True

    def may_would_be_targeted(self, s: State, me: Bearer, event: Choice) -> bool:
        return (  # the side of the target alone is asked
            event.target != me.unit
            and not event.guarded
            and s.place[me.unit] == s.place[event.target]
            and not s.config.units[event.target].is_token
            and not event.spared >> me.unit & 1
            and (not event.kinds or s.config.units[me.unit].kind in event.kinds)
        )

    def would_be_targeted(self, s: State, me: Bearer, event: Choice) -> Choice:
        return event._replace(target=me.unit, guarded=True)


class Initiative(Talent):
    """Chosen as the target of a normal attack of range 0 it may retaliate before that attack is resolved, unless the
    attacker has this talent too.
    """

    key, rule, standing = "initiative", "MB-TAL-015", True

    def may_battle_declared(self, s: State, me: Bearer, fight: Fight) -> bool | No:
        if fight.target != me.unit or not may_retaliate(s, fight):
            return False
        if in_force(s, self, fight.attacker):
            return No("the attacker has it too")
        seat = s.commander(me.unit)
        return holds(s, seat, me.unit) or lacking(s, seat, "no activation card is in hand")

    async def battle_declared(self, s: State, me: Bearer, fight: Fight) -> None:
        await retaliate(s, fight)


class Leader(Talent):
    """At the end of its activation its player may search the deck for a card of an allied troop in its surroundings
    that it sees, and activate that troop at once. A partner's troop obeys him until the turn ends.
    """

    key, rule, asks_itself, alone = "leader", "MB-TAL-018", True, ("activation_end",)

    def _troops(self, s: State, me: Bearer) -> list[int]:
        """The allied troops that it sees in its surroundings, whose deck holds a card."""
        return [
            unit
            for area in surroundings(s, me.unit)
            for unit in s.units_in(area)
            if s.config.units[unit].is_troop and s.friends(me.unit, unit) and left(s, s.owner[unit])
        ]

    def may_activation_end(self, s: State, me: Bearer, unit: int) -> bool:
        return unit == me.unit and bool(self._troops(s, me))

    async def activation_end(self, s: State, me: Bearer, unit: int) -> None:
        seat = s.commander(unit)

        def troops() -> list[int]:  # a player knows what his own deck holds, and not what a partner's does
            return [u for u in self._troops(s, me) if s.owner[u] != seat or card_of(u) in whole(s, seat)]

        if not troops() and not s.config.rulings.everybody_pauses:  # else that would tell that none is in the deck
            return
        troop = await choose(
            seat, "unit", lambda: (*troops(), "none"), self, "leader", argument="unit", private=True, quiet=True,
            names={"none": "No card"},
        )  # fmt: skip
        if troop == "none":
            return
        owner, card = s.owner[troop], card_of(troop)
        if card not in whole(s, owner):
            shuffle(s, owner)
            report(s, self.rule, "finds no card of {}", name(s, troop), who=seat)
            return
        fetch(s, owner, card, seat)
        report(s, self.rule, "shows a card of {} from the deck and takes it", name(s, troop), who=seat, figure="+1")
        await self._order(s, seat, troop)

    async def _order(self, s: State, seat: int, troop: int) -> None:
        """The troop acts next, for one of its cards and none of Art of War (MB-TAL-019, MB-TAL-020)."""
        if s.units_done >= unit_limit(s) or s.acted >> troop & 1 or barred_by(s, MayAct.ACTIVATE, troop):
            return
        if await yes(seat, "MB-TAL-019", "activate the troop", prompt=f"Activate {name(s, troop)} at once?"):
            s.owed += (troop,)
            if s.owner[troop] != seat:
                s.lent += ((troop, seat),)
                report(s, "MB-TAL-020", "controls {} until the turn ends", name(s, troop), who=seat)
                s.touch()


def whole(s: State, seat: int) -> tuple[int, ...]:
    """All cards of a deck, those that are known on top too."""
    return (*s.decks[seat], *s.tops[seat])


class MightyThrow(Talent):
    """When the dice of the first assault lie there with enough blanks, it may throw the target one area. The attack
    goes on.
    """

    key, rule = "mighty_throw", "MB-TAL-021"

    def may_dice_rolled(self, s: State, me: Bearer, fight: Fight) -> bool | No:
        if fight.asking != me.unit or fight.attacker != me.unit or s.config.units[fight.target].is_token:
            return False
        blanks = assault.blanks(fight.rolled)
        needed = self.figure(s, TYPES[s.config.units[fight.target].kind])
        if blanks < needed or (blanks > needed and s.config.rulings.throw_needs_exact_blanks):
            return No(f"it takes {needed} blank{'' if needed == 1 else 's'}, not {blanks}")
        if not movable(s, fight.target):
            return No("nothing moves a huge unit")
        return bool(around(s, fight.target)) or No("no area lets it in")

    async def dice_rolled(self, s: State, me: Bearer, fight: Fight) -> None:
        target = fight.target
        report(s, self.rule, "{} throws {}", name(s, me.unit), name(s, target), who=fight.by)
        for _ in range(self.figure(s, "areas")):
            if s.place[target] >= 0 and not s.ended:
                await displace(s, target, around(s, target), fight.by, self)


class Mobility(Talent):
    """It may walk even after an attack."""

    key, rule, about = "mobility", "MB-TAL-024", (Ignores.ATTACKED,)

    def ignores(self, s: State, me: Bearer, what: Obstacle | Ignores, unit: int, how: How | None) -> bool:
        return unit == me.unit


class MonsterSlayer(Talent):
    """Against a monster it may roll up to two dice of the first assault again, before the blanks go."""

    key, rule = "monster_slayer", "MB-TAL-025"

    def may_dice_rolled(self, s: State, me: Bearer, fight: Fight) -> bool:
        mine = fight.asking == me.unit == fight.attacker
        return mine and s.config.units[fight.target].kind == MONSTER and bool(fight.rolled)

    async def dice_rolled(self, s: State, me: Bearer, fight: Fight) -> None:
        await rolls_again(s, fight, self, me)


class Phalanx(Talent):
    """+1 offence and +1 defence in normal and area attacks while an allied troop is in its area."""

    key, rule, standing = "phalanx", "MB-TAL-026", True

    def strength(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "offence")) if self._closed(s, me, fight.attacker) else None

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        return add(self.figure(s, "defence")) if self._closed(s, me, fight.target) else None

    def _closed(self, s: State, me: Bearer, unit: int) -> bool:
        """Does a troop stand beside the bearer?"""
        return unit == me.unit and ally_beside(s, me, troop=True)


class SneakAttack(BladeTalent):
    """+1 offence in a normal attack of range 0 with an ally in its area, until the end of the activation."""

    key, rule = "sneak_attack", "MB-TAL-027"

    def _gains(self, s: State, me: Bearer, fight: Fight) -> bool:
        return super()._gains(s, me, fight) and ally_beside(s, me)


class Torment(Talent):
    """The target of its normal attack of range 0 has -1 defence until the attack is over."""

    key, rule = "torment", "MB-TAL-028"

    def defence(self, s: State, me: Bearer, fight: Fight) -> Change | None:
        if fight.attacker != me.unit or not fight.close or fight.manner not in BLOWS:
            return None
        return add(-self.figure(s, "defence"))
