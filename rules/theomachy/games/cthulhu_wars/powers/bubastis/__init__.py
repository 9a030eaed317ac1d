"""Bubastis: Cats, the Moon, and Bastet, who is an Elder God."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .....engine.runtime.ability import MUST, No
from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from ...rules.act import Act, SlotAct, slot_open
from ...rules.awakening import GreatOldOne, asleep, awake
from ...rules.common import (
    arrive,
    arrow,
    control_changed,
    everywhere,
    gain_doom,
    gain_power,
    pick,
    piece,
    price_of,
    says,
    title,
    unit_name,
)
from ...rules.config import Config
from ...rules.domains import KEEPER, KILL, KIND, PAIN, POOL, SETUP, kind_of
from ...rules.fight import DICE, EXEMPT, Resolution, Scored
from ...rules.leaving import eliminate
from ...rules.state import State
from ...rules.timings import AwakeningSlot, Power, SpellbookSlot
from ...rules.topics import Adjacent, CostOf, FixedResults, GainOf, Watches
from ..high_priests import KEY as PRIEST
from ..high_priests import with_priests

SLUG = "bubastis"
EARTH, MARS, SATURN, URANUS, BASTET = range(5)
CATS = (EARTH, MARS, SATURN, URANUS)


# -- the Moon ---------------------------------------------------------------------------------------------------------
def moon(s: State) -> int:
    """The area beside the board."""
    return s.config.map.index["moon"]


class Moon(Power):
    """Your units go by a Move, or in retreat, between the Moon and any area; those of others only from the Moon. For
    powers it is next to every area.
    """

    rule, faction, forced = "CW-BB-006", SLUG, True
    about = (Adjacent.MOVE, Adjacent.RETREAT, Adjacent.TRAVEL, Adjacent.POWER)

    async def setup(self, s: State, me: int) -> None:
        there = moon(s)
        s.begin_in(me, there)
        n = s.n(me, EARTH, POOL)
        for _ in range(n):
            s.move(me, EARTH, POOL, there)
        says(s, "CW-BB-003", me, "has {} Earth Cats on the Moon", n, touched=(piece(s, me, there, EARTH),))

    def adjacent(self, s: State, me: int, seat: int, area: int, what: Adjacent) -> tuple[int, int] | None:
        there = 1 << moon(s)
        if 1 << area == there:
            return (1 << len(s.gate)) - 1 & ~there, 0
        return (there, 0) if seat == me or what in (Adjacent.TRAVEL, Adjacent.POWER) else None


# -- the card ---------------------------------------------------------------------------------------------------------
class CatsByTheBook(Power):
    """What Cats cost and give where the rulings follow the rulebook's column."""

    rule, faction, about = "CW-BB-013", SLUG, (CostOf.SUMMON,)
    printed, aside = "Cats by the book", True

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        low = s.config.rulings.cats_cost_their_combat
        other = seat == me and what is CostOf.SUMMON and kind in (MARS, SATURN, URANUS)
        return set_to(s.config.combat[me][kind]) if low and other else None

    def income(self, s: State, me: int) -> Changes:
        if not s.config.rulings.cats_give_their_combat:
            return None
        combat = s.config.combat[me]
        return add(sum(s.total(me, k) * (combat[k] - 1) for k in (SATURN, URANUS)))


class PowerForPriests(Power):
    """You have no High Priest; in a game with High Priests you gather 1 Power more."""

    rule, faction, printed, comes_with = "CW-BB-004", SLUG, "Power for priests", PRIEST

    def income(self, s: State, me: int) -> Changes:
        with_them = with_priests(s) and s.config.rulings.power_for_priests
        return add(s.config.amounts["for_priests"]) if with_them else None


def all_varieties(s: State, me: int) -> bool:
    """Is a Cat of each kind in play?"""
    return all(s.total(me, k) for k in CATS)


class AwakenBastet(GreatOldOne, Power):
    """With a Cat of each kind in play, for 6 Power, in an area without enemies. She rolls no dice: her side scores a
    Kill, and one Kill of the enemy's dice does not count.
    """

    rule, faction, verb, kind, shape = "CW-BB-016", SLUG, "awaken bastet", BASTET, ("area",)
    phrase = "Awaken Bastet in {}"
    requirements = (
        asleep(BASTET),
        Requirement("CW-BB-016", "A Cat of each kind is in play", all_varieties),
        Requirement(
            "CW-BB-016",
            "No enemy is in {0}",
            lambda s, me, area: not any(s.here(foe, area) for foe in s.config.foes[me]),
        ),
    )
    about = (FixedResults.KILL,)
    as_dice = True
    priority = 5

    def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> Changes:
        here = what is FixedResults.KILL and fight.count(me, BASTET) > 0
        return add(fight.s.config.amounts["bastet_kills"]) if here else None

    def may_would_score(self, s: State, me: int, event: Scored) -> bool | No:
        return MUST if event.foe == me and event.fight.count(me, BASTET) > 0 else False

    def would_score(self, s: State, me: int, event: Scored) -> Scored:
        if (me, Zagazig.__name__) in event.fight.b.used:  # first the dice are exchanged, then she looks at them
            event = exchanged(event)
        left, rows = s.config.amounts["bastet_spares"], []
        rolled = rolled_by(event)
        for what, n, by in event.rows:
            gone = min(left, n) if what == KILL and by in rolled else 0
            left -= gone
            if n > gone:
                rows.append((what, n - gone, by))
            if gone:
                says(s, "CW-BB-017", me, "has Bastet turn away a Kill")
        return event._replace(rows=tuple(rows))


def attended(s: State, me: int) -> int:
    """Bastet's area if the enemy there is such as Requires Attention wants; -1: no."""
    home = s.home(me, BASTET)
    if home >= POOL:
        return -1
    any_unit = s.config.rulings.any_unit_attends
    for foe in s.config.foes[me]:
        if s.here(foe, home) if any_unit else s.has(foe, s.config.cultists[foe], home):
            return home
    return -1


class RequiresAttention(Power):
    """With Bastet beside an enemy Cultist a Ritual of Annihilation gives exactly 4 Doom; an Elder Sign for an enemy's
    gate there, and two for an enemy's Great Old One.
    """

    rule, faction, about = "CW-BB-018", SLUG, (GainOf.RITUAL_DOOM, GainOf.RITUAL_SIGNS)
    special = "bastet"

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        if seat != me or what not in self.about or (home := attended(s, me)) < 0:
            return None
        foes, amounts = s.config.foes[me], s.config.amounts
        if what is GainOf.RITUAL_DOOM:
            return set_to(amounts["attention"])
        gate = any(s.count_gates_in(home, foe) for foe in foes)
        god = any(s.has(foe, s.config.goos[foe], home) for foe in foes)
        return add(amounts["attention_gate"] * gate + amounts["attention_great_old_one"] * god)


# -- spellbooks -------------------------------------------------------------------------------------------------------
def scoring(s: State, me: int) -> list[int]:
    """Kinds of Cats off the Moon that share an area with an enemy; by the ruling those without one too."""
    there, alone = moon(s), s.config.rulings.lone_cats_score
    enemies = 0
    for foe in s.config.foes[me]:
        enemies |= s.on[foe]
    return [k for k in CATS if any(a != there and (alone or enemies >> a & 1) for a in s.where(me, k))]


class Ailurophobia(Power):
    """Doom phase: 1 Doom for each kind of Cat that shares an area with an enemy. The Moon counts not."""

    rule, faction, bit = "CW-BB-029", SLUG, 0

    def may_in_phase(self, s: State, me: int) -> bool:
        return bool(scoring(s, me))

    async def in_phase(self, s: State, me: int) -> None:
        gain_doom(s, me, s.config.amounts["ailurophobia"] * len(scoring(s, me)), self.rule)


EARTH_CAT_THERE = Requirement(
    "CW-BB-031", "An Earth Cat is in {0}", lambda s, me, area: s.has(me, s.alike(me, EARTH, Catabolism), area)
)


class Catabolism(Act, Power):
    """Action: a Cat comes to an area with an Earth Cat of yours, at its price; no gate is needed. Or, as
    others read the card, an enemy's gate is taken away there, for 1 Power.
    """

    rule, faction, bit, verb, shape = "CW-BB-031", SLUG, 1, "catabolism", ("my area", "monster")
    phrase, speaks_of = "Recruit in {}: {}", "Earth Cat"

    def in_use(self, config: Config) -> bool:
        return not config.rulings.catabolism_destroys_gates

    requirements = (
        EARTH_CAT_THERE,
        Requirement(
            "CW-BB-031",
            "{1} is a Cat",
            lambda s, me, area, fid: kind_of(fid) in CATS,
            implied_by=("monster",),
        ),
        Requirement(
            "CW-UNI-006",
            "A {1} is in your pool",
            lambda s, me, area, fid: s.n(me, kind_of(fid), POOL) > 0,
            implied_by=("monster",),
        ),
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        kind = kind_of(fid)
        return price_of(s, me, CostOf.SUMMON, kind, s.config.cost[me][kind], area)

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        await arrive(s, me, kind_of(fid), area, "recruit", self.rule)


class CatabolismOfGates(Act, Power):
    """Action, 1 Power: a gate that an enemy controls in an area with an Earth Cat of yours is taken away."""

    rule, faction, bit, verb, shape = "CW-BB-031", SLUG, 1, "destroy gate", ("my area",)
    printed, phrase, aside = "Catabolism of gates", "Take away the gate in {}", True
    requirements = (
        EARTH_CAT_THERE,
        Requirement(
            "CW-BB-031",
            "An enemy controls the gate in {0}",
            lambda s, me, area: s.holder(area) in s.config.foes[me],
        ),
    )

    def in_use(self, config: Config) -> bool:
        return config.rulings.catabolism_destroys_gates

    async def do(self, s: State, me: int, area: int) -> None:
        before, names = s.holder(area), s.config.map.names
        s.close_gate(area)
        says(s, self.rule, me, "takes away the gate in {}", names[area], touched=(f"place:{area}:gate",))
        await control_changed(s, area, before)


def nappers(s: State, me: int) -> list[int]:
    """Who has units beside Bastet that may go to the Moon."""
    home = s.home(me, BASTET)
    if home >= POOL or home == moon(s):
        return []
    return [f for f in s.order(me) if any(c & KIND != BASTET or f != me for c in s.codes(f, home))]


class Catnapping(Act, Power):
    """Action, 1 Power: all units of factions that you choose go from Bastet's area to the Moon, but not Bastet. What
    others pay to move away from there you gain.
    """

    rule, faction, bit, verb, phrase = "CW-BB-028", SLUG, 2, "catnapping", "Catnapping"
    requirements = (
        awake(BASTET, "Bastet", "CW-BB-028"),
        Requirement("CW-BB-028", "Others are with Bastet, and not on the Moon", lambda s, me: bool(nappers(s, me))),
    )

    def ends(self, s: State, me: int, *args: Any) -> tuple[int, ...]:
        home = s.home(me, BASTET)
        return (moon(s), home) if home < POOL else (moon(s),)  # units come to the one, by what is done to the other

    async def do(self, s: State, me: int) -> None:
        chosen = 0
        while people := nappers(s, me):
            if chosen and s.config.rulings.one_faction_naps:
                return
            who = await choose(
                me, "player", [*people, "done"] if chosen else people, self, "who naps", argument="player",
                prompt="Whose units go to the Moon?", names={"done": "Nobody else"} if chosen else None,
            )  # fmt: skip
            if who == "done":
                return
            self._carry(s, me, who)
            chosen += 1

    def _carry(self, s: State, me: int, who: int) -> None:
        home, there = s.home(me, BASTET), moon(s)
        for code in s.codes(who, home):
            if who == me and code & KIND == BASTET:
                continue
            n = 1 if code & KEEPER else s.n(who, code & KIND, home) - (s.keeper(who, home) == code & KIND)
            for _ in range(n):
                s.move(who, code, home, there)
            name = unit_name(s, who, code & KIND)
            says(
                s, self.rule, me, "has {} go to the Moon", f"{n} × {title(s, who)}'s {name}",
                arrow=arrow(home, there), touched=(piece(s, who, there, code & KIND),),
            )  # fmt: skip

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool | No:
        return MUST if seat != me and area == moon(s) and paid else False

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        gain_power(s, me, paid, self.rule)


def lost_kinds(fight: Resolution, me: int) -> Counter[int]:
    """The kinds of enemy units that are gone from the battle for good and are to be found elsewhere, with how many."""
    s, foe = fight.s, fight.foe(me)
    side = fight.side(foe)
    gone = {c & KIND for f, c, fate, to in fight.b.fates if f == side and to < 0 and fate != EXEMPT}
    return Counter({k: s.on_map(foe, (k,)) for k in sorted(gone) if s.on_map(foe, (k,))})


class Predator(Power):
    """After a battle with a Cat from Uranus in it: choose an enemy unit that was lost; another one of its kind is
    eliminated, wherever it is.
    """

    rule, faction, bit, asks_itself, speaks_of = "CW-BB-033", SLUG, 3, True, "Cat from Uranus"

    def may_battle_end(self, fight: Resolution, me: int) -> bool | No:
        if not fight.fights(me):
            return False
        side, kinds = fight.side(me), fight.s.alike(me, URANUS, self)
        took = fight.count_of(me, kinds) or any(f == side and c & KIND in kinds for f, c, _, _ in fight.b.fates)
        return bool(took and lost_kinds(fight, me))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, foe = fight.s, fight.foe(me)
        options: list[Any] = ["done", *(unit for k in lost_kinds(fight, me) for unit in everywhere(s, foe, (k,))[:1])]
        names = {unit: unit_name(s, foe, unit[2] & KIND) for unit in options[1:]}
        answer = await choose(
            me, "unit", options, self, "predator", names={**names, "done": "None"},
            prompt="Predator: one more of which kind is eliminated?",
        )  # fmt: skip
        if answer == "done":
            return
        fight.note(me, self)
        chooser, units = foe, everywhere(s, foe, (answer[2] & KIND,))
        if s.config.rulings.bubastis_picks_the_prey:  # no enemy's power reaches a card (CW-SL-035)
            chooser, units = me, [unit for unit in units if unit[1] < POOL]
        _, area, code = await pick(s, chooser, units, self, "eliminated too")
        await eliminate(s, foe, code, area, me, self.rule)


class Savagery(Power):
    """Before a battle, for 1 Power: each Cat from Saturn in it has 4 dice more."""

    rule, faction, bit, spends, speaks_of = "CW-BB-032", SLUG, 4, True, "Cat from Saturn"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        if not fight.count_of(me, fight.s.alike(me, SATURN, self)):
            return No("no Cat from Saturn takes part")
        return fight.s.power[me] >= fight.s.config.amounts["savagery_costs"] or No("you have no Power")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        gain_power(fight.s, me, -fight.s.config.amounts["savagery_costs"], self.rule)
        fight.note(me, self)

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind not in fight.s.alike(me, SATURN, self) or (me, self.name) not in fight.b.used:
            return None
        return add(n * fight.s.config.amounts["savagery"])


def rolled_by(event: Scored) -> set[str]:
    """The sources of results that dice have given."""
    return {DICE, *(source for _, source, _, _, _ in event.fight.b.pools)}


def exchanged(event: Scored) -> Scored:
    """The same with Kills for Pains and Pains for Kills, as far as dice have given them."""
    other, rolled = {KILL: PAIN, PAIN: KILL}, rolled_by(event)
    rows = tuple((other.get(what, what) if by in rolled else what, n, by) for what, n, by in event.rows)
    return event._replace(rows=rows)


class Zagazig(Power):
    """Before a battle with a Cat from Mars in it: Kills that are rolled count as Pains and Pains as Kills, for both
    sides.
    """

    rule, faction, bit, priority, speaks_of = "CW-BB-030", SLUG, 5, 1, "Cat from Mars"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return fight.count_of(me, fight.s.alike(me, MARS, self)) > 0 or No("no Cat from Mars takes part")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        fight.note(me, self)

    def may_would_score(self, s: State, me: int, event: Scored) -> bool | No:
        """Where Bastet turns a Kill away she looks at what this has made of the dice, and sees to it herself."""
        hers = event.foe == me and event.fight.count(me, BASTET) > 0
        return MUST if (me, self.name) in event.fight.b.used and not hers else False

    def would_score(self, s: State, me: int, event: Scored) -> Scored:
        return exchanged(event)


# -- requirements -----------------------------------------------------------------------------------------------------
class Payment(SpellbookSlot):
    """As your action pay 2 Power."""

    rule, faction, bit, watches = "CW-BB-022", SLUG, 0, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == Pay.verb


class Pay(SlotAct, Power):
    """As your action pay 2 Power."""

    rule, faction, verb, phrase = "CW-BB-022", SLUG, "pay for a spellbook", "Pay for a spellbook"
    requirements = (slot_open(Payment),)

    def price(self, s: State, me: int) -> int:
        return s.config.amounts["bubastis_pays"]


class OffTheMoon(SpellbookSlot):
    """No Earth Cats are on the Moon."""

    rule, faction, bit, printed = "CW-BB-023", SLUG, 1, "No Earth Cat on the Moon"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return s.phase != SETUP and not s.n(me, EARTH, moon(s))


class CatsEverywhere(SpellbookSlot):
    """A Cat is in the start area of every enemy: 1 Power for each of them comes too."""

    rule, faction, bit, printed = "CW-BB-024", SLUG, 2, "Cats in all start areas"

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        homes = [s.start[foe] for foe in s.config.foes[me]]
        return sum(home < 0 or not s.has(me, CATS, home) for home in homes)

    async def on_gain(self, s: State, me: int) -> None:
        gain_power(s, me, s.config.amounts["start_areas"] * len(s.config.foes[me]), self.rule)


class MarsOrSaturnLost(SpellbookSlot):
    """A Cat from Mars or from Saturn is killed or eliminated."""

    rule, faction, bit, watches = "CW-BB-025", SLUG, 3, Watches.LOST
    printed = "Cat from Mars or Saturn lost"

    def requirement_met(self, s: State, me: int, thing: tuple[int, ...]) -> bool:
        return MARS in thing or SATURN in thing


class UranusLost(SpellbookSlot):
    """A Cat from Uranus is killed or eliminated."""

    rule, faction, bit, watches, printed = "CW-BB-026", SLUG, 4, Watches.LOST, "Cat from Uranus lost"

    def requirement_met(self, s: State, me: int, thing: tuple[int, ...]) -> bool:
        return URANUS in thing


class BastetAwake(AwakeningSlot):
    """Awaken Bastet."""

    rule, faction, bit, kind = "CW-BB-027", SLUG, 5, BASTET
