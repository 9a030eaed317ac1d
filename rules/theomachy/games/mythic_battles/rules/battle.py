"""An attack: target, effective values, two assaults, wounds, retaliation (MB-TGT-001, MB-ATK-001 to MB-ATK-011)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.ability import window
from ....engine.runtime.decision import Ruled, choose, number, roll, rule_of
from ....engine.runtime.layers import Total, folded, replaced, sources
from ....engine.runtime.trace import group, report
from ....engine.tabletop.table import Arrow
from . import assault
from .cards import card_of, discard, funds, holds, priced
from .dice import the_dice
from .domains import EVADE
from .manoeuvres import bought, evade_price
from .sight import Spec, distance, fits, manners, range_of, targets, visible, within
from .state import (
    AREA_ATTACK,
    AT_FIRST,
    AT_RETALIATION,
    AT_SECOND,
    AT_TARGET,
    AT_VALUES,
    AT_WOUNDS,
    FOR_ATTACK,
    NORMAL,
    RETALIATION,
    STRUCK,
    Fight,
    begun,
)
from .timings import VOCABULARY, Choice, Wounds, barred_by
from .topics import Limit, Manoeuvre, MayAct
from .values import defence, offence
from .wounds import does, harm, name, plural

if TYPE_CHECKING:
    from .state import State


# -- the two kinds of attack ------------------------------------------------------------------------------------------
async def normal_attack(s: State, spec: Spec, target: int, at: int, by: Ruled | str) -> bool:
    """A normal attack on one unit, at a range of its own or as if in its full area (MB-TGT-001).

    True if it was carried out; False where it was evaded and no other target was found, or the attacker can no longer.
    """
    attacker, seat = spec.unit, s.commander(spec.unit)
    arrow = Arrow(s.place[attacker], s.place[target], "attack")
    with group(
        s, rule_of(by), does(s, attacker, "{} attacks {}"), name(s, attacker), name(s, target), who=seat, arrow=arrow
    ):
        fight = open_fight(s, spec, target, at, seat)
        carried_out = await _carried_out(s, spec, fight)
        close_fight(s, fight)
    return carried_out


async def _carried_out(s: State, spec: Spec, fight: Fight) -> bool:
    """A normal attack from the choice of its target to the retaliation; False where it ends before the dice."""
    attacker, seat = fight.attacker, fight.by
    await _guarded(s, fight, spec)
    if not await _evaded(s, fight, spec):
        return False
    for unit in (attacker, fight.target):
        fight.asking = unit
        player = seat if unit == attacker else s.commander(unit)
        await window(s, VOCABULARY, "battle_declared", player, s, player, fight, among=(s.owner[unit],), quiet=True)
        if not _goes_on(s, fight):
            return False
    if fight.manner == NORMAL and not _still_in_reach(s, spec, fight):
        report(
            s,
            "MB-TAL-016",
            does(s, fight.target, "{} is out of reach now: the attack ends"),
            name(s, fight.target),
            who=seat,
        )
        return False
    await strike(s, fight)
    await answered(s, fight)
    await _over(s, fight)
    if fight.close and s.activation is not None and s.activation.unit == attacker:
        s.activation.do(STRUCK)
    return True


async def attack_from_its_start(s: State) -> None:
    """A normal attack that has been opened, to its end: where a position begins in it."""
    fight = s.fights[0]
    await _carried_out(s, Spec(fight.attacker), fight)
    close_fight(s, fight)


async def attack_from_its_wounds(s: State) -> None:
    """The same when both assaults of the last attack under way are done: its wounds, and what follows."""
    first, last = s.fights[0], s.fights[-1]
    await _wounds(s, last)
    if last is first:
        await answered(s, first)
    else:
        await _over(s, last)
        s.fights = [f for f in s.fights if f is not last]
    await _over(s, first)
    close_fight(s, first)


def close_fight(s: State, fight: Fight) -> None:
    """An attack is over. No `finally` does it: who looks back drops a step half done, and nothing must change then."""
    s.fights = [f for f in s.fights if f is not fight]
    s.expire(FOR_ATTACK)


def open_fight(s: State, spec: Spec, target: int, at: int, by: int) -> Fight:
    """A new attack on top of those under way."""
    fight = begun(s.config, Fight)
    fight.attacker, fight.target, fight.named, fight.by = spec.unit, target, target, by
    fight.manner, fight.power, fight.dice, fight.aerial = spec.manner, spec.power, spec.dice, spec.aerial
    fight.origin, fight.where = s.place[spec.unit], s.place[target]
    fight.distance = at
    fight.inside = at == 0 and fight.origin != fight.where
    fight.step = AT_TARGET
    s.fights = [*s.fights, fight]
    return fight


def _goes_on(s: State, fight: Fight) -> bool:
    """Are both still there?"""
    return not s.ended and s.place[fight.attacker] >= 0 and s.place[fight.target] >= 0


def _still_in_reach(s: State, spec: Spec, fight: Fight) -> bool:
    """Has nothing carried attacker and target apart before the dice (MB-TAL-016)?"""
    if (s.place[fight.attacker], s.place[fight.target]) == (fight.origin, fight.where):
        return True
    far = distance(s, fight.attacker, s.place[fight.target])
    return far <= range_of(s, spec, s.place[fight.target], fight.target).value


async def area_attack(s: State, spec: Spec, area: int, by: Ruled | str) -> bool:
    """Every unit of an area but the attacker, one after the other; nobody retaliates (MB-AREA-001 to MB-AREA-005)."""
    seat, attacker = s.commander(spec.unit), spec.unit
    arrow = Arrow(s.place[attacker], area, "attack")
    told = s.config.map.names[area]
    with group(
        s, rule_of(by), does(s, attacker, "{} attacks all in {}"), name(s, attacker), told, who=seat, arrow=arrow
    ):
        left = [unit for unit in s.units_in(area) if unit != attacker and is_struck(s, spec, unit)]
        struck = 0
        while left and not s.ended and s.place[attacker] >= 0:
            unit = await choose(seat, "unit", left, "MB-AREA-003", "next target", argument="unit")
            left.remove(unit)
            guard = await _area_target(s, spec, unit, struck)
            struck |= 1 << guard
            if s.config.rulings.guard_is_struck_once and guard != unit:
                left = [other for other in left if other != guard]
            left = [other for other in left if s.place[other] >= 0]  # wherever a throw has carried them
    return True


def is_struck(s: State, spec: Spec, unit: int) -> bool:
    """Is a unit of the area a target of this attack?"""
    if s.allied(s.owner[spec.unit], s.owner[unit]):
        return spec.allies and not s.config.units[unit].is_token
    return fits(s, spec, unit)


async def _area_target(s: State, spec: Spec, unit: int, struck: int) -> int:
    """One target of an area attack; returns the unit that was struck at last."""
    attacker = spec.unit
    at = distance(s, attacker, s.place[unit])
    by = s.commander(attacker)
    if s.friends(attacker, unit):
        by = await _enemy_in_charge(s, attacker)
    fight = open_fight(s, spec, unit, at, by)
    if not s.friends(attacker, unit):
        await _guarded(s, fight, spec, struck)
        if s.config.rulings.evade_answers_every_attack and await _dodges(s, fight):
            close_fight(s, fight)
            return unit
    with group(
        s, "MB-AREA-003", does(s, fight.target, "{} is struck"), name(s, fight.target), who=s.owner[fight.target]
    ):
        await strike(s, fight)
        await _over(s, fight)
    close_fight(s, fight)
    return fight.target


async def _enemy_in_charge(s: State, attacker: int) -> int:
    """Who resolves an attack of one's own unit on an ally (MB-AREA-004)."""
    enemies = [seat for seat in s.order(s.owner[attacker]) if not s.allied(seat, s.owner[attacker])]
    if s.config.rulings.attacker_names_the_enemy:
        return int(
            await choose(s.commander(attacker), "player", enemies, "MB-AREA-004", "which enemy", argument="player")
        )
    return enemies[0]


async def _guarded(s: State, fight: Fight, spec: Spec, struck: int = 0) -> None:
    """Who steps into the place of the target (MB-TAL-013), of those that the attack may hit (MB-GEN-002)."""
    if s.friends(fight.attacker, fight.target):
        return
    owner = s.owner[fight.target]
    spared = struck if s.config.rulings.guard_is_struck_once else 0
    choice = Choice(fight.attacker, fight.target, fight.manner == AREA_ATTACK, spared, spec.kinds)
    for seat in s.order(owner):  # each says it of his own units
        if s.allied(seat, owner):
            choice = await replaced(s, VOCABULARY, "would_be_targeted", seat, choice, seats=(seat,)) or choice
    if choice.target != fight.target:
        fight.target = choice.target
        report(
            s,
            "MB-TAL-013",
            does(s, fight.target, "{} becomes the target"),
            name(s, fight.target),
            who=s.owner[fight.target],
        )


# -- evading ----------------------------------------------------------------------------------------------------------
def may_evade(s: State, fight: Fight) -> bool:
    """May evade be bought for the target (MB-MAN-001, MB-MAN-004)? It must be paid besides."""
    unit, seat = fight.target, s.commander(fight.target)
    card = s.config.units[unit]
    if "flying" not in card.classes or card.is_troop or not fight.close or s.friends(fight.attacker, unit):
        return False
    return not s.manoeuvres[seat] >> EVADE & 1


async def _dodges(s: State, fight: Fight) -> bool:
    """Does the target evade? Whoever could is asked, with or without cards in hand: the question tells nothing."""
    if not may_evade(s, fight):
        return False
    unit, seat, price = fight.target, s.commander(fight.target), evade_price(s, fight.target)
    given = await choose(
        seat, "yes_no", lambda: ("yes", "no") if funds(s, seat) >= price else ("no",), "MB-MAN-004", "evade",
        prompt=f"Does {name(s, unit)} evade?", private=True, names={"yes": priced("Evade", price), "no": "Stay"},
    )  # fmt: skip
    if given == "no":
        return False
    await bought(s, seat, Manoeuvre.EVADE, EVADE, price, unit)
    report(s, "MB-MAN-004", does(s, unit, "{} evades"), name(s, unit), who=seat)
    return True


async def _evaded(s: State, fight: Fight, spec: Spec) -> bool:
    """The target may evade; then another target within range, who may evade too, or the attack is wasted. False: it is
    (MB-MAN-004).
    """
    seat = s.commander(spec.unit)
    gone: set[int] = set()
    while await _dodges(s, fight):
        gone.add(fight.target)
        if s.config.rulings.evaded_attack_needs_no_sight:
            others = [
                (unit, distance(s, spec.unit, area))
                for unit, area in enumerate(s.place)
                if area >= 0 and fits(s, spec, unit) and within(s, spec, area, unit)
            ]
        else:
            others = targets(s, spec)
        options = [*(pair for pair in others if pair[0] not in gone), "none"]
        given = await choose(
            seat, "choice", options, "MB-MAN-004", "another target", argument="target", names={"none": "Nobody"}
        )
        if given == "none":
            report(s, "MB-MAN-004", "finds no other target: the attack is wasted", who=seat)
            return False
        fight.target, fight.distance = given
        fight.named, fight.where = fight.target, s.place[fight.target]
        fight.inside = fight.distance == 0 and fight.origin != fight.where
        await _guarded(s, fight, spec)
    return True


# -- one resolution ---------------------------------------------------------------------------------------------------
async def strike(s: State, fight: Fight) -> None:
    """The resolution of an attack on one unit: values, two assaults, wounds (MB-ATK-001)."""
    for unit in (fight.attacker, fight.target):
        fight.asking = unit
        player = fight.by if unit == fight.attacker else s.commander(unit)
        await window(s, VOCABULARY, "pre_battle", player, s, player, fight, among=(s.owner[unit],), quiet=True)
    fight.step = AT_VALUES
    dice, wall = offence(s, fight), defence(s, fight)
    fight.offence, fight.defence = dice.value, wall.value
    _tell(s, fight, dice, wall)
    await _first_assault(s, fight)
    if not _goes_on(s, fight):  # thrown into lava, and dead
        return
    await _second_assault(s, fight)
    await _wounds(s, fight)


def _tell(s: State, fight: Fight, dice: Total, wall: Total) -> None:
    report(
        s, "MB-ATK-001", "{} dice against a defence of {}", dice.value, wall.value, who=fight.by,
        figure=f"{dice.value} : {wall.value}", why=[*sources(dice), *sources(wall)],
    )  # fmt: skip


async def _first_assault(s: State, fight: Fight) -> None:
    """Dice are thrown; powers change them; blanks go; others are discarded for +1 each (MB-ATK-004 to 006)."""
    fight.step = AT_FIRST
    fight.rolled = await throw(s, fight.offence, "MB-ATK-004", "first assault")
    for unit in await _dice_order(s, fight):
        fight.asking = unit
        player = fight.by if unit == fight.attacker else s.commander(unit)
        await window(s, VOCABULARY, "dice_rolled", player, s, player, fight, among=(s.owner[unit],), quiet=True)
        if not _goes_on(s, fight):
            return
    pool = assault.kept(fight.rolled, fight.defence)
    fight.pool, fight.card = pool.dice, pool.card
    fight.lifts = await _discards(s, fight, "first discards")


async def _dice_order(s: State, fight: Fight) -> tuple[int, ...]:
    """Whose powers change the dice first: where both sides have some, the active player says (MB-GEN-005)."""
    attacker, target = fight.attacker, fight.target
    if not (_changes_dice(s, fight, attacker) and _changes_dice(s, fight, target)):
        return attacker, target
    first = await choose(
        s.active, "unit", (attacker, target), "MB-GEN-005", "whose powers on the dice first", argument="unit"
    )
    return first, (target if first == attacker else attacker)


def _changes_dice(s: State, fight: Fight, unit: int) -> bool:
    """Has a unit a power that may be used on the dice as they lie?"""
    fight.asking = unit
    hooks = VOCABULARY.mine(s.key, "dice_rolled", s.owner[unit])
    return any(ability.may_dice_rolled(s, holder, fight) for holder, ability, _ in hooks)  # type: ignore[attr-defined]


async def _discards(s: State, fight: Fight, what: str) -> tuple[tuple[int, int], ...]:
    """Any number of dice go, each for +1 on another (MB-ATK-005)."""
    done: tuple[tuple[int, int], ...] = ()
    while options := assault.discards(assault.Pool(fight.pool, fight.card)):
        given = await choose(fight.by, "choice", (*options, "done"), "MB-ATK-005", what, argument="discard")
        if given == "done":
            break
        spent, raised = given
        pool = assault.discard(assault.Pool(fight.pool, fight.card), spent, raised, fight.defence)
        fight.pool, fight.card = pool.dice, pool.card
        done += (given,)
        if what == "first discards":  # the picture of the attack follows while it is decided
            fight.lifts = done
        else:
            fight.spent = done
    return done


async def _second_assault(s: State, fight: Fight) -> None:
    """Fives may be thrown again, and what they show is added (MB-ATK-007 to 010)."""
    pool = assault.Pool(fight.pool, fight.card)
    locked = not s.config.rulings.wounding_dice_roll_again
    most = assault.fives(pool, locked=locked)
    most = min(most, folded(most, VOCABULARY.about(s.key, "limit", Limit.SECOND), s, -1, Limit.SECOND, fight.attacker))
    if most <= 0:
        return
    fight.step = AT_SECOND
    fight.again = await number(fight.by, 0, most, "MB-ATK-008", "second assault")
    if not fight.again:
        return
    fight.thrown = await throw(s, fight.again, "MB-ATK-009", "second assault dice")
    pool = assault.second(pool, fight.thrown, fight.defence, locked=locked)
    fight.pool, fight.card = pool.dice, pool.card
    fight.spent = await _discards(s, fight, "second discards")


async def throw(s: State, n: int, rule: str, what: str) -> assault.Roll:
    """So many dice of the game, sorted; a blank is 0 (MB-ATK-003)."""
    dice = the_dice(s.config)
    counts = await roll(dice, n, rule, what)
    assert isinstance(counts, tuple)
    if n:
        report(s, rule, "{}", dice.say(counts), dice=(dice, n, counts), who=-1)
    return assault.of_counts(counts, [good[0] for _, good in dice.groups])


async def _wounds(s: State, fight: Fight) -> None:
    """Each die on the card is a wound, unless a power says otherwise (MB-ATK-011)."""
    fight.step = AT_WOUNDS
    fight.wounds = len(fight.card)
    if not fight.wounds:
        report(s, "MB-ATK-011", "inflicts no wound", who=fight.by)
        return
    unit, owner = fight.target, s.owner[fight.target]
    seats = [seat for seat in s.order(owner) if s.allied(seat, owner)]
    left = await replaced(
        s, VOCABULARY, "would_take_result", s.commander(unit), Wounds(unit, fight.wounds), seats=seats, quiet=True
    )
    n = 0 if left is None else max(left.n, 0)
    fight.wounds = n
    if n > 0:
        await harm(s, unit, n, "MB-ATK-011", fight.attacker)
        if s.place[unit] >= 0:
            player = s.commander(unit)
            await window(s, VOCABULARY, "result_assigned", player, s, player, fight, among=(s.owner[unit],), quiet=True)


# -- retaliation ------------------------------------------------------------------------------------------------------
def may_retaliate(s: State, fight: Fight) -> bool:
    """May the target of a normal attack strike back (MB-RET-001, MB-RET-003)? A card is needed besides."""
    unit = fight.target
    if not fight.close or not _goes_on(s, fight) or s.config.units[unit].is_token:
        return False
    if s.struck_back >> unit & 1 or barred_by(s, MayAct.RETALIATE, unit):
        return False
    area = s.place[fight.attacker]
    if (area, s.place[unit]) == (fight.origin, fight.where) or not s.config.rulings.thrown_unit_cannot_retaliate:
        return True
    return within(s, Spec(unit), area)


async def answered(s: State, fight: Fight) -> None:
    """The target may strike back after the wounds (MB-RET-001).

    Its player is asked with or without a card in hand: so the question tells nothing, and he may search for one.
    """
    if not may_retaliate(s, fight):
        return
    fight.step = AT_RETALIATION
    unit, seat = fight.target, s.commander(fight.target)
    given = await choose(
        seat, "yes_no", lambda: ("yes", "no") if holds(s, seat, unit) else ("no",), "MB-RET-001", "retaliate",
        prompt=f"{'Do' if plural(s, unit) else 'Does'} {name(s, unit)} strike back at {name(s, fight.attacker)}?",
        private=True, names={"yes": "Strike back for an activation card", "no": "Do not strike back"},
    )  # fmt: skip
    if given == "yes":
        await retaliate(s, fight)


async def retaliate(s: State, fight: Fight) -> None:
    """The roles swap, for one activation card; nobody answers that (MB-RET-002, MB-RET-003)."""
    unit, seat = fight.target, s.commander(fight.target)
    discard(s, seat, card_of(unit))
    s.struck_back |= 1 << unit
    back = open_fight(s, Spec(unit, RETALIATION), fight.attacker, 0, seat)
    back.inside = False
    with group(s, "MB-RET-001", does(s, unit, "{} retaliates for an activation card"), name(s, unit), who=seat):
        if not (s.config.rulings.evade_answers_every_attack and await _dodges(s, back)):
            await strike(s, back)
            await _over(s, back)
        s.fights = [f for f in s.fights if f is not back]


async def _over(s: State, fight: Fight) -> None:
    """What powers do when an attack is over."""
    if s.ended:
        return
    for unit in dict.fromkeys((fight.attacker, fight.target)):
        fight.asking = unit
        player = fight.by if unit == fight.attacker else s.commander(unit)
        await window(s, VOCABULARY, "battle_end", player, s, player, fight, among=(s.owner[unit],), quiet=True)


__all__ = ["area_attack", "manners", "normal_attack", "retaliate", "strike", "visible"]
