"""The common and the unlimited actions, and the ritual. Legal means that none of an action's needs fails."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from ....engine.runtime import requirement
from ....engine.runtime.ability import Ability, Hook, words_of
from ....engine.runtime.decision import Answer, Decision, checkpoint, choose
from ....engine.runtime.layers import Total, fold
from ....engine.runtime.requirement import Menu, Requirement, depth, plan
from ....engine.runtime.trace import report
from ....engine.tabletop.table import Target
from .arguments import ARGUMENT_TYPES, held_gates
from .commanded import commands, led, obeys, out_of_reach, prisoners
from .common import (
    Unit,
    arrive,
    arrow,
    barring,
    bars_holding,
    control_changed,
    earn,
    gain_doom,
    gain_signs,
    gained,
    gate_left,
    keepers,
    may_act,
    may_hold,
    needs_no_power,
    pick,
    piece,
    price_of,
    ritual_price,
    says,
    tell,
    title,
    unit_name,
    windows,
)
from .config import GUARDS, MOST_KINDS, NEUTRAL, Config
from .domains import ACTION, AFTER, BEFORE, DOOM, HELD, KEEPER, KIND, NO_GATE, OPEN_GATE, POOL, SECOND, figure, kind_of
from .fight import combat, declare, takes_part
from .leaving import eliminate
from .state import State
from .timings import CARD_BIT, SLOTS, VOCABULARY, Power, SpellbookSlot
from .topics import CostOf, CountsAs, GainOf, Ignores, Limit, MayPlace, Watches
from .ways import goals, leads_over

COMMON, UNIQUE, REQUIREMENT, UNLIMITED, RITUAL = "common", "unique", "requirement", "unlimited", "ritual"
MOVING = "moving"  # what is done once the first unit of a Move has come


# -- requirements of the moment ---------------------------------------------------------------------------------------
def _moment(s: State, me: int) -> str:
    return ("before the main action", "second action of a pair", "after the main action")[s.stage]


YOUR_TURN = Requirement(
    "CW-ACT-001",
    "It is your turn",
    lambda s, me: s.guest == me if s.guest >= 0 else s.active == me and s.phase == ACTION,
    fact=lambda s, me: f"turn of {title(s, s.active)}" + (f", {title(s, s.guest)} may act" if s.guest >= 0 else ""),
)
MAIN_OPEN = Requirement("CW-ACT-003", "Your main action is still to come", lambda s, me: s.stage != AFTER, fact=_moment)
NOT_IN_PAIR = Requirement(
    "CW-UNL-003", "You are not between two actions of a pair", lambda s, me: s.stage != SECOND, fact=_moment
)
HAS_POWER = Requirement(
    "CW-ACT-005",
    "You have Power left",
    lambda s, me: s.guest == me or can_act(s, me),
    fact=lambda s, me: s.power[me],
)
TURN_BEGUN = Requirement(
    "CW-ACT-005",
    "You have Power, or had some in this turn",
    lambda s, me: s.guest == me or s.power[me] > 0 or has_begun(s),
    fact=lambda s, me: s.power[me],
)
BATTLE_OPEN = Requirement(
    "CW-UNL-011",
    "Your main action is still to come, or your spellbooks unlock Unlimited Battle",
    lambda s, me: s.stage != AFTER and not s.outer if s.guest >= 0 else s.stage != AFTER or s.unlimited_battle(me),
    fact=lambda s, me: (
        "not besides another action or battle"
        if s.guest >= 0
        else f"{s.count_books(me)} of {s.config.books[1]} spellbooks"
    ),
)
BATTLE_POWER = HAS_POWER._replace(
    test=lambda s, me: s.stage == AFTER or s.guest == me or can_act(s, me)
)  # later its price says so


def has_begun(s: State) -> bool:
    """Has the active player done anything in this turn?"""
    return s.stage != BEFORE or s.fought > 0 or bool(s.barred)


def can_act(s: State, me: int) -> bool:
    """Has the player Power for a main action? The ruling `zero_cost` lets a turn go on that began with Power."""
    return s.power[me] > 0 or ((s.stage != BEFORE or s.fought > 0) and s.config.rulings.free_at_zero)


def holds_book(name: str, bit: int) -> Requirement:
    """The spellbook of a unique action is on the card."""
    return Requirement(
        "CW-ABI-001",
        f"You have earned the spellbook {name}",
        lambda s, me: s.has_book(me, bit) and not s.is_silent(me, name),
        fault=lambda s, me: "It is silent for now." if s.has_book(me, bit) else "",
    )


def holds_neutral(thing: str, name: str) -> Requirement:
    """The spellbook of an action, which is no faction's, is on the card."""

    def bits_of(s: State, me: int) -> list[int]:
        return [bit for bit, book in enumerate(s.config.factions[me].books) if book.on == thing]

    return Requirement(
        "CW-ABI-001",
        f"You have earned the spellbook {name}",
        lambda s, me: any(s.has_book(me, bit) for bit in bits_of(s, me)) and not s.is_silent(me, name),
        fault=lambda s, me: "It is silent for now." if any(s.has_book(me, bit) for bit in bits_of(s, me)) else "",
    )


def holds_card(key: str) -> Requirement:
    """The card of an action lies before its player."""

    def test(s: State, me: int) -> bool:
        return any(card.key == key and holder == me for card, holder in zip(s.config.cards, s.cards, strict=True))

    return Requirement("CW-ABI-001", f"You have the card {words_of(key.title().replace('_', ''))}", test)


def speaks(name: str) -> Requirement:
    """The special ability of a Great Old One is not silent where it is."""
    text = "No power silences it where its Great Old One is"
    return Requirement("CW-ABI-004", text, lambda s, me: not s.is_silent(me, name))


def may_be_second(verb: str) -> Requirement:
    """The first action of a pair bars some from being the second."""
    return Requirement("CW-ACT-003", "It may follow the first action of the pair", lambda s, me: verb not in s.barred)


def holds_book_of(key: str) -> Requirement:
    """The spellbook of an action lies on the card, and the card before its player."""

    def test(s: State, me: int) -> bool:
        return any(card.key == key and s.has_earned(me, i) for i, card in enumerate(s.config.cards))

    name = words_of(key.title().replace("_", ""))
    return Requirement("CW-ABI-001", f"You have earned the spellbook on the card {name}", test)


class Act(requirement.Action):
    """An action of this game. `category` is one of the four of the rulebook; `double`: a second action follows at
    once.
    """

    category: ClassVar[str] = UNIQUE
    unlimited: ClassVar[bool] = False
    double: ClassVar[bool] = False
    costs: ClassVar[CostOf] = CostOf.ACTION  # what its price is called where that is the one of the data files
    paid_late: ClassVar[bool] = False  # it costs more as it goes on: told when all is paid
    in_doom: ClassVar[bool] = False  # no action of a turn: it is done in the own slot of the Doom phase
    joins: ClassVar[str] = ""  # of one that brings figures: the verb of an action which may bring some of these too
    _coin: ClassVar[str] = ""  # its price in the data files

    def __init_subclass__(cls, **more: Any) -> None:
        cls._coin, cls.fixed = cls.verb.replace(" ", "_"), cls.price is Act.price
        if "when" not in vars(cls):
            own = () if cls.unlimited else (MAIN_OPEN, HAS_POWER)
            cls.when = (YOUR_TURN, *((NOT_IN_PAIR, TURN_BEGUN) if cls.unlimited else own))
            if issubclass(cls, Power) and cls.bit < CARD_BIT:
                cls.when += (holds_book(cls.printed or words_of(cls.__name__), cls.bit),)
            if issubclass(cls, Power) and cls.on.startswith("card."):
                cls.when += (holds_card(cls.on.removeprefix("card.")),)
            if issubclass(cls, Power) and cls.on.startswith("book."):
                cls.when += (holds_book_of(cls.on.removeprefix("book.")),)
            if issubclass(cls, Power) and cls.on.startswith(f"{NEUTRAL}."):
                cls.when += (holds_neutral(cls.on, cls.printed or words_of(cls.__name__)),)
            if issubclass(cls, Power) and cls.special:
                cls.when += (speaks(cls.printed or words_of(cls.__name__)),)
            if cls.double:
                cls.when += (may_be_second(cls.verb),)
        super().__init_subclass__(**more)

    def price(self, s: State, me: int) -> int:
        return s.config.prices.get(self._coin, 0)

    def in_use(self, config: Config) -> bool:
        """Is there such an action at this table? One that a ruling brings says so."""
        return True

    def ends(self, s: State, me: int, *args: Answer) -> int | tuple[int, ...]:
        """The area where the action takes place or ends, or several, for powers that change prices there; -1: none, or
        not yet.
        """
        words = [ARGUMENT_TYPES[word].base or word for word in self.shape]
        area: int = next((args[i] for i, word in enumerate(words) if word == "area" and i < len(args)), -1)
        return area

    async def brings(self, s: State, me: int, area: int, fid: int) -> None:
        """One figure comes, of an action that brings some."""
        await arrive(s, me, kind_of(fid), area, "summon", self.rule)

    def due(self, s: State, me: int, args: Sequence[Answer], priced: int) -> int:
        return due(s, me, self, args)

    def purse(self, s: State, me: int) -> int:
        return s.power[me]


class SlotAct(Act):
    """The action of a requirement slot that begins with "As your Action": a whole action, once a game."""

    category: ClassVar[str] = REQUIREMENT

    async def do(self, s: State, me: int, *args: Answer) -> None:
        """The slot is filled; what else is printed comes before."""
        tell(s, Watches.ACTION, me, self.verb)


def slot_open(*slots: type[SpellbookSlot]) -> Requirement:
    """All these slots are still open (CW-ACT-014)."""
    mask = sum(1 << slot.bit for slot in slots)
    text = "This requirement is not covered yet" if len(slots) == 1 else "These requirements are not covered yet"
    return Requirement("CW-ACT-014", text, lambda s, me: s.open[me] & mask == mask)


# -- requirements that many share -------------------------------------------------------------------------------------
YOUR_SLOT = Requirement(
    "CW-DOM-003", "It is your slot of the Doom phase", lambda s, me: s.phase == DOOM and s.active == me
)
IN_POOL = Requirement(
    "CW-UNI-006",
    "A Cultist is in your pool",
    lambda s, me: (
        bool(recruits(s, me))
        if len(s.config.recruited[me]) > 1
        else s.has(me, s.config.recruited[me], POOL) and (not barring_recruits(s) or bool(in_pool(s, me)))
    ),
    fault=lambda s, me: "All your Cultists are on the map, or captives.",
)
OWN_UNIT = Requirement(
    "CW-REC-002",
    "A unit of yours is in {0} (or you have none on the map)",
    lambda s, me, area: s.here(me, area) or not s.on[me],
    implied_by=("haven",),
)


def unbarred(verb: str) -> Requirement:
    """No power bars the whole action, wherever it be."""
    return Requirement(
        "CW-ABI-004",
        "No power bars you from it",
        lambda s, me: may_act(s, me, verb),
        ruled=lambda s, me: barring(s, me, verb),
    )


def guard(s: State, seat: int, area: int) -> int:
    """How strong the strongest of a seat's units is there against captures (0: Cultists alone), or -1."""
    if not s.on[seat] >> area & 1:
        return -1
    units, at = s.units, s.row(seat, area)
    for strength, kinds in s.config.guarding[seat]:
        for kind in kinds:
            if units[at + kind]:
                return strength
    return 0


def captor(s: State, seat: int, area: int) -> int:
    """The same of those that may capture: some guard alone. The menu asks it for every area, so it looks itself."""
    if not s.on[seat] >> area & 1:
        return -1
    units, at = s.units, s.row(seat, area)
    for strength, kinds in s.config.capturing[seat]:
        for kind in kinds:
            if units[at + kind]:
                return strength
    return 0


def recruits(s: State, me: int, area: int = -1) -> list[int]:
    """Kinds of Cultists in the pool that the player can pay for, there or (-1) wherever that may be."""
    config, power = s.config, s.power[me]
    if area >= 0:  # what it costs more there comes on top, whoever is recruited
        power -= price_of(s, me, CostOf.RECRUIT, -1, recruit_price(s), area) - recruit_price(s)
    return [k for k in in_pool(s, me) if max(config.cost[me][k], recruit_price(s)) <= power]


def in_pool(s: State, me: int) -> list[int]:
    """Kinds of Cultists that may be recruited from the pool: powers may bar some of them."""
    found, hooks = [k for k in s.config.recruited[me] if s.n(me, k, POOL)], barring_recruits(s)
    if not hooks:
        return found
    what = MayPlace.RECRUITED
    return [k for k in found if not any(said(s, f, me, what, k) is False for f, _, said in hooks)]


def barring_recruits(s: State) -> tuple[Hook, ...]:
    """Powers that bar some Cultists from being recruited."""
    found: tuple[Hook, ...] | None = s.key.topics.get("recruited")
    if found is None:
        found = VOCABULARY.about(s.key, "may_place", MayPlace.RECRUITED)
        s.key.topics["recruited"] = found
    return found


def recruit_price(s: State) -> int:
    """What an Acolyte costs, and at least anybody else."""
    return s.config.prices["recruit"]


class Recruit(Act):
    """Recruit a Cultist: from the pool into an area with a unit of yours, or anywhere when you have none."""

    verb, rule, shape, category = "recruit", "CW-REC-001", ("haven",), COMMON
    also = ("hire", "recruit acolyte", "hire acolyte")
    phrase = "Recruit a Cultist in {}"
    costs = CostOf.RECRUIT
    requirements = (
        unbarred("recruit"),
        IN_POOL,
        OWN_UNIT,
        Requirement(
            "CW-ACT-002",
            "You can pay for a Cultist of your pool in {0}",
            lambda s, me, area: len(s.config.recruited[me]) == 1 or not tolls(s) or bool(recruits(s, me, area)),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        await self._one(s, me, area)
        if "limit" not in VOCABULARY.spoken or not (hooks := s.mine(me, "limit")):
            return
        most, done = fold(1, hooks, s, me, Limit.RECRUITS, -1), 1
        while done < most.value:
            s.tolled |= 1 << area
            more = [option[1] for option in Menu(ARGUMENT_TYPES, s, me).options(self)]
            if not more:
                break
            by = most.rule(self.rule)
            answer = await Decision(
                me, "area", [*more, "done"], by, "recruit more", prompt="Recruit another one where?"
            )
            if answer == "done":
                break
            area, done = answer, done + 1
            s.power[me] -= due(s, me, self, (area,))
            await self._one(s, me, area)
            if s.config.rulings.each_unit_counts:
                await earn(s)
        s.tolled = 0

    async def _one(self, s: State, me: int, area: int) -> None:
        free = in_pool(s, me)
        paid, cost = recruit_price(s), s.config.cost[me]
        if len(free) > 1 or cost[free[0]] > paid:
            free = [k for k in free if cost[k] - paid <= s.power[me]]
        options = [figure(me, k) for k in free]
        fid = await choose(me, "choice", options, self, "who is recruited", argument="figure")
        more, before = max(cost[kind_of(fid)] - paid, 0), s.power[me]  # an Acolyte's price is paid already
        s.power[me] -= more
        told = f"{before} → {s.power[me]}" if more and s.trace is not None else ""
        await arrive(s, me, kind_of(fid), area, "recruit", self.rule, told)


class Summon(Act):
    """Summon a Monster: at its price, where you control a gate."""

    verb, rule, shape, category = "summon", "CW-SUM-001", ("my gate", "monster"), COMMON
    also = ("call", "bring", "summon gate", "put gate")
    phrase = "Summon at {}: {}"
    requirements = (
        Requirement(
            "CW-SUM-002",
            "You control the gate in {0}",
            lambda s, me, area: s.is_portal(me, area),
            implied_by=("my gate",),
        ),
        Requirement(
            "CW-SUM-001",
            "{1} is a Monster",
            lambda s, me, area, fid: kind_of(fid) in s.config.summoned[me],
            implied_by=("monster",),
        ),
        Requirement(
            "CW-UNI-006",
            "A {1} is in your pool",
            lambda s, me, area, fid: s.n(me, kind_of(fid), POOL) > 0,
            fact=lambda s, me, area, fid: f"{s.n(me, kind_of(fid), POOL)} of {s.config.limit[me][kind_of(fid)]}",
            implied_by=("monster",),
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars you from summoning a {1}",
            lambda s, me, area, fid: not keeping_back(s, me, kind_of(fid)),
            ruled=lambda s, me, area, fid: keeping_back(s, me, kind_of(fid)),
        ),
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        there = -1 if s.tolled >> area & 1 else area
        return price_of(s, me, CostOf.SUMMON, kind_of(fid), s.config.cost[me][kind_of(fid)], there)

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        await self.brings(s, me, area, fid)
        await bring_more(s, me, area, fid, self.rule)


async def bring_more(s: State, me: int, area: int, fid: int, rule: str) -> None:
    """Where a power lets one Summon bring several figures, whoever else may come by it or by what joins it, each for
    its price.
    """
    most, done = together(s, me, fid), 1
    kin = joining(s, me, SUMMON) if most.value > 1 else []
    while done < most.value:
        s.tolled |= 1 << area
        found = {option[1:]: action for action in kin for option in Menu(ARGUMENT_TYPES, s, me).options(action)}
        more = [pair for pair in found if done < together(s, me, pair[1]).value]
        if not more:
            break
        answer = await Decision(me, "choice", [*more, "done"], most.rule(rule), "summon more", argument="summons")
        if answer == "done":
            break
        action = found[answer]
        s.power[me] -= due(s, me, action, answer)
        area, fid = answer
        await action.brings(s, me, area, fid)
        done += 1
        if s.config.rulings.each_unit_counts:
            await earn(s)
    s.tolled = 0


def joining(s: State, me: int, first: Act) -> list[Act]:
    """An action, and those of a seat that join it: one of them may bring figures of all."""
    own = (action for _, action, _ in s.mine(me, "do") if isinstance(action, Act))
    return [first, *(action for action in own if action.joins == first.verb and action.in_use(s.config))]


def keeping_back(s: State, me: int, kind: int) -> str:
    """The rule of the power that bars a seat from summoning such a Monster now; "" for none."""
    if "may_place monster" not in VOCABULARY.spoken:
        return ""
    what, hooks = MayPlace.MONSTER, VOCABULARY.about(s.key, "may_place", MayPlace.MONSTER)
    return next((by.rule for seat, by, said in hooks if said(s, seat, me, what, kind) is False), "")


def together(s: State, me: int, fid: Any) -> Total:
    """How many figures one Summon may bring, if such a one is among them."""
    return fold(1, s.mine(me, "limit"), s, me, Limit.SUMMONS, kind_of(fid))


class CreateGate(Act):
    """Create a Gate where you have a Cultist and there is none."""

    verb, rule, shape, category = "gate", "CW-CRG-001", ("site",), COMMON
    also = ("build gate", "create gate", "make gate", "place gate")
    phrase = "Create a gate in {}"
    costs = CostOf.GATE
    requirements = (
        Requirement(
            "CW-CMP-002",
            "A gate is left in the supply",
            lambda s, me: gate_left(s),
        ),
        Requirement(
            "CW-GAT-004", "No gate is in {0}", lambda s, me, area: s.gate[area] == NO_GATE, implied_by=("site",)
        ),
        Requirement(
            "CW-CRG-001",
            "A Cultist of yours is in {0}",
            lambda s, me, area: s.has(me, keepers(s, me), area),
            implied_by=("site",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.open_gate(area)
        if s.trace is not None:
            report(
                s, self.rule, "A gate opens in {}", s.config.map.names[area], who=me, touched=(f"place:{area}:gate",)
            )


class Move(Act):
    """Move any number of units into adjacent areas, 1 Power each, each unit once."""

    verb, rule, category, paid_late = "move", "CW-MOV-001", COMMON, True
    also = ("march", "walk", "send", "go")
    phrase = "Move units"
    costs = CostOf.MOVE
    requirements = (
        Requirement("CW-MOV-001", "A unit of yours is on the map", lambda s, me: bool(s.on[me] or shared(s, me))),
        Requirement(
            "CW-MOV-003",
            "One of them may still move in this turn",
            lambda s, me: (
                (s.stage != SECOND and s.begins < 0 and not s.config.borne[me]) or bool(rested(s, me) or shared(s, me))
            ),
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars all of them from moving",
            lambda s, me: not (s.hooks("may_move") or followed(s)) or MOVE.is_open(s, me),
        ),
    )

    async def do(self, s: State, me: int) -> None:
        """One unit after the other, each a mark from which the state alone goes on; the first is paid already."""
        step, steps = due(s, me, self, ()), fold(1, s.mine(me, "reach"), s, me)
        while (units := self.movable(s, me)) and (s.doing == self.verb or s.power[me] >= step):
            first = s.doing == self.verb
            names = {(f, a, c): other_name(s, f, a, c) for f, a, c in units if not obeys(s, f, a, c)}
            unit = await Decision(
                me, "unit", units if first else [*units, "done"], self.rule, "unit to move", names=names or None
            )
            if unit == "done":
                break
            owner, a, code = unit
            spare = s.power[me] - (0 if first else step)
            reach = self._reach(s, me, unit, steps)
            near = self._goals(s, me, unit, reach.value)
            if tolls(s):
                near = [b for b in near if toll(s, me, self, b) <= spare]
            b = await Decision(me, "area", near, reach.rule(self.rule), "move to")
            more = toll(s, me, self, b) if tolls(s) else 0
            s.power[me] = spare - more
            s.tolled |= bool(more) << b
            if s.hooks("on_pay"):
                s.paid += more + (0 if first else step)
            s.doing = MOVING
            if followed(s):
                s.ended |= 1 << b
            await travel(s, owner, code, a, b, self.rule, step + more, mover=me)
            if s.config.rulings.each_unit_counts:
                await earn(s)
            await checkpoint()
        s.doing, s.tolled = self.verb, 0
        if s.paid:
            await tell_paid(s, me, self.verb)

    def movable(self, s: State, me: int) -> list[Unit]:
        """Units that may move, and have somewhere to go."""
        units = rested(s, me) + shared(s, me)
        if not tolls(s) and not s.hooks("adjacent") and not s.hooks("may_move") and not followed(s):
            return units
        steps = fold(1, s.mine(me, "reach"), s, me)
        spare = s.power[me] - (0 if s.doing == self.verb else due(s, me, self, ()))
        near = ((u, self._goals(s, me, u, self._reach(s, me, u, steps).value)) for u in units)
        return [u for u, areas in near if any(toll(s, me, self, b) <= spare for b in areas)]

    def _reach(self, s: State, me: int, unit: Unit, steps: Total) -> Total:
        """How many steps a unit goes: one of another as its owner's powers say, one that is commanded a single one."""
        owner, area, code = unit
        if owner == me:
            return steps
        return fold(1, s.mine(owner, "reach"), s, owner) if obeys(s, owner, area, code) else Total(1)

    def is_open(self, s: State, me: int) -> bool:
        """Of those that may move, has any one somewhere to go? True, if there is none: that is said otherwise."""
        return not (rested(s, me) or shared(s, me)) or bool(self.movable(s, me))

    def _goals(self, s: State, me: int, unit: Unit, steps: int) -> Sequence[int]:
        """Where a unit may go, its own or one that all may move, and no power bars the action from ending."""
        owner, area, code = unit
        near = goals(s, owner, code, area, steps)
        return [b for b in near if may_act(s, me, self.verb, b)] if followed(s) else near


def toll(s: State, me: int, action: Act, area: int) -> int:
    """What an action of several areas costs more because it ends in this one, too: once an action (`State.tolled`)."""
    if s.tolled >> area & 1:
        return 0
    base = s.config.prices.get(action._coin, 0)
    return price_of(s, me, action.costs, -1, base, area) - price_of(s, me, action.costs, -1, base)


async def travel(
    s: State,
    me: int,
    code: int,
    a: int,
    b: int,
    rule: str,
    paid: int = 0,
    *,
    mover: int | None = None,
    carried: bool = False,
) -> None:
    """One unit moves, and has moved this turn (CW-MOV-003): in the action, or with others, for nothing, by a power.
    `mover`: who moves it, if it may be another than its owner; `carried`: through the air, over nothing.
    """
    kind, by = code & KIND, me if mover is None else mover
    if s.config.ending:
        s.note_trek(by, me, kind, a, b, over=not carried and leads_over(s, me, kind, a, b))
    s.move(me, code, a, b)
    s.moved += ((mark_of(s, by, me, kind), b),)
    if s.trace is not None:
        names = s.config.map.names
        report(
            s,
            rule,
            "{} moves from {} to {}",
            s.config.name[me][kind],
            names[a],
            names[b],
            who=by,
            arrow=arrow(a, b),
            touched=(piece(s, me, a, code), piece(s, me, b, kind)),
        )
        if code & KEEPER:
            report(s, "CW-UNL-007", "The gate in {} is abandoned", names[a], who=me, touched=(f"place:{a}:gate",))
    if "on_move" in VOCABULARY.spoken and s.hooks("on_move"):
        await windows(s, "on_move", s.order(by), me, kind, a, b, paid)


def on_card_of(s: State, seat: int, owner: int, kind: int) -> int:
    """The number that a neutral kind of an owner has for another seat."""
    config = s.config
    return config.neutral[seat][config.neutral[owner].index(kind)]


def mark_of(s: State, by: int, owner: int, kind: int) -> int:
    """By which number `State.moved` knows a unit that a seat has moved: one of another by that of its own card, or by
    one that also names the owner.
    """
    if by == owner:
        return kind
    return on_card_of(s, by, owner, kind) if kind in s.config.neutral[owner] else MOST_KINDS + figure(owner, kind)


def other_name(s: State, owner: int, area: int, code: int) -> str:
    """A unit of another, for whoever moves it."""
    return f"{unit_name(s, owner, code)} of {title(s, owner)}, {s.config.map.names[area]}"


def shared(s: State, me: int) -> list[Unit]:
    """Units of others that a power lets any player move, or this one alone, and that have not moved in this action."""
    seats = s.unit_gates(CountsAs.SHARED) if "counts_as shared" in VOCABULARY.spoken else ()
    found: list[Unit] = []
    for f in seats:
        kinds = s.gate_kinds(f, CountsAs.SHARED) if f != me else ()
        for kind in kinds:
            there = [a for a in s.where(f, kind) if s.begins in (-1, a)]
            found += [(f, a, kind) for a in there if (on_card_of(s, me, f, kind), a) not in s.moved]
    for f, a, kind in led(s, me) if commands(s) else ():
        if s.begins in (-1, a) and s.moved.count((mark_of(s, me, f, kind), a)) < free(s, f, kind, a):
            found.append((f, a, kind))
    return found


def due(s: State, me: int, action: Act, args: Sequence[Answer]) -> int:
    """The price of an action with its arguments, after all powers that change it."""
    if not action.fixed:
        return action.price(s, me, *args[: plan(action).priced])
    price = action.price(s, me)
    if not tolls(s):
        return price
    areas = action.ends(s, me, *args)
    if isinstance(areas, int):
        return price_of(s, me, action.costs, -1, price, areas)
    return max(price_of(s, me, action.costs, -1, price, area) for area in areas)  # once, however many it is


async def note_paid(s: State, me: int, action: Act, price: int) -> None:
    """The price of an action is paid, though perhaps not all of it."""
    s.paid = price
    if not action.paid_late:
        await tell_paid(s, me, action.verb)


async def tell_paid(s: State, me: int, verb: str) -> None:
    """An action is paid: powers may speak."""
    n, s.paid = s.paid, 0
    if n and s.hooks("on_pay"):
        await windows(s, "on_pay", s.order(me), me, n, verb)


def rested(s: State, me: int) -> list[Unit]:
    """The classes of units that may still move: of each kind more stand in an area than came there in this turn. Where
    the action must begin in one area (`State.begins`), those there.

    Who leaves a gate abandons it first, and between two actions of a pair nobody does (CW-UNL-003, CW-UNL-007).
    """
    moved, bound, bows = s.moved, s.stage == SECOND and s.config.rulings.keeper_is_bound, bool(commands(s))
    return [
        (me, a, c)
        for a in s.areas(me)
        if s.begins in (-1, a)
        for c in s.codes(me, a, s.config.movers[me])
        if (not bound if c & KEEPER else (c, a) not in moved or free(s, me, c, a) > moved.count((c, a)))
        and (not bows or obeys(s, me, a, c))
    ]


def free(s: State, seat: int, kind: int, area: int) -> int:
    """Units of a kind beside the gate."""
    return s.n(seat, kind, area) - (s.keeper(seat, area) == kind)


class Battle(Act):
    """Battle one enemy faction in one area, with at least 1 Combat there."""

    verb, rule, shape, category = "battle", "CW-BTA-001", ("field", "side there"), COMMON
    also = ("fight", "attack")
    phrase = "Battle in {} against {}"
    when = (YOUR_TURN, BATTLE_OPEN, BATTLE_POWER)
    costs = CostOf.BATTLE
    requirements = (
        Requirement(
            "CW-UNL-014",
            "You have begun no battle in {0} this turn",
            lambda s, me, area: not s.fought >> area & 1,
        ),
        Requirement(
            "CW-BTA-001",
            "{1} has a unit in {0}",
            lambda s, me, area, foe: s.here(foe, area),
            implied_by=("side there",),
        ),
        Requirement(
            "CW-BTA-001", "You have a unit in {0}", lambda s, me, area: s.here(me, area), implied_by=("field",)
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars you from it in {0}",
            lambda s, me, area: may_act(s, me, "battle", area),
            implied_by=("field",),  # the menu looks at it last (`open_to`)
        ),
        Requirement(
            "CW-ABI-004",
            "No power keeps you from a battle with {1} in {0}",
            lambda s, me, area, foe: shield(s, me, foe, area) is None,
            ruled=lambda s, me, area, foe: by.rule if (by := shield(s, me, foe, area)) is not None else "",
        ),
        Requirement(
            "CW-BAT-002",
            "Somebody of {1} takes part in a battle in {0}",
            lambda s, me, area, foe: (
                not (s.hooks("takes_part") or commands(s)) or not s.here(foe, area) or takes_part(s, area, me, foe)
            ),
        ),
        Requirement(
            "CW-BTA-003",
            "You have at least 1 Combat in {0}",
            lambda s, me, area, foe: combat(s, area, me, foe) > 0,
            fact=lambda s, me, area, foe: combat(s, area, me, foe),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        s.fought |= 1 << area
        declare(s, area, me, foe)  # the flow goes on with it


def shield(s: State, seat: int, foe: int, area: int) -> Ability | None:
    """The power that keeps a seat from a battle with an enemy there, or None."""
    if "may_battle" not in VOCABULARY.spoken:
        return None
    return next((by for me, by, said in s.hooks("may_battle") if said(s, me, seat, foe, area) is False), None)


class Capture(Act):
    """Capture an enemy Cultist that no unit of its own faction of your rank or more protects."""

    verb, rule, shape, category = "capture", "CW-CAP-001", ("front", "foe there"), COMMON
    also = ("seize", "grab", "take prisoner")
    phrase = "Capture a Cultist in {} from {}"
    costs = CostOf.CAPTURE
    requirements = (
        Requirement(
            "CW-CAP-003", "You have a Monster or Great Old One in {0}", lambda s, me, area: captor(s, me, area) > 0
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars you from it in {0}",
            lambda s, me, area: may_act(s, me, "capture", area),
            implied_by=("front",),
        ),
        Requirement(
            "CW-CAP-001",
            "{1} has a Cultist in {0}",
            lambda s, me, area, foe: (
                s.has(
                    foe, s.config.captured[foe] if "ignores" not in VOCABULARY.spoken else prey(s, me, area, foe), area
                )
                and (not commands(s) or bool(prisoners(s, me, area, foe, prey(s, me, area, foe))))
            ),
            fault=lambda s, me, area, foe: out_of_reach(s, me, area, foe, prey(s, me, area, foe)),
        ),
        Requirement(
            "CW-CAP-004",
            "Your highest unit in {0} outranks every unit of {1} there",
            lambda s, me, area, foe: captor(s, me, area) > guard(s, foe, area),
            fault=lambda s, me, area, foe: (
                f"A {('Cultist', 'Monster', 'Great Old One')[guard(s, foe, area)]} guards it."
            ),
            against=lambda s, me, area, foe: guards(s, foe, area),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        unit = await pick(s, foe, prisoners(s, me, area, foe, prey(s, me, area, foe)), "CW-CAP-007", "captured")
        await eliminate(s, foe, unit[2], area, me, self.rule, to=HELD + me)
        tell(s, Watches.CAPTURED, me, foe)


def prey(s: State, me: int, area: int, foe: int, kinds: Sequence[int] | None = None) -> Sequence[int]:
    """Kinds of units of an enemy there, Cultists or `kinds`, that a seat may capture, whoever guards them."""
    found = s.config.captured[foe] if kinds is None else kinds
    if "ignores" not in VOCABULARY.spoken or not (hooks := VOCABULARY.about(s.key, "ignores", Ignores.CAPTURE)):
        return found
    what = Ignores.CAPTURE
    return [k for k in found if not any(said(s, seat, foe, k, area, what, me) for seat, _, said in hooks)]


def guards(s: State, seat: int, area: int) -> tuple[Target, ...]:
    """The units that protect Cultists there."""
    top = guard(s, seat, area)
    rank = s.config.rank[seat]
    return tuple(piece(s, seat, area, c) for c in s.codes(seat, area) if GUARDS[rank[c & KIND]] == top)


class Control(Act):
    """Control a Gate: one of your Cultists steps onto a gate that nobody holds."""

    verb, rule, shape, unlimited, category = "control", "CW-UNL-004", ("open gate", "keeper"), True, UNLIMITED
    also = ("hold gate", "take gate", "occupy gate")
    phrase = "Control the gate in {} with: {}"
    costs = CostOf.CONTROL
    requirements = (
        Requirement(
            "CW-UNL-004",
            "A gate that nobody holds is in {0}",
            lambda s, me, area: s.gate[area] == OPEN_GATE,
            implied_by=("open gate",),
        ),
        Requirement(
            "CW-UNL-004",
            "A unit of yours is in {0}",
            lambda s, me, area: s.here(me, area),
            implied_by=("open gate",),
        ),
        Requirement(
            "CW-UNL-004",
            "You have a {1} in {0}",
            lambda s, me, area, fid: s.n(me, kind_of(fid), area) > 0,
            implied_by=("keeper",),
        ),
        Requirement(
            "CW-GAT-003",
            "A {1} may hold gates",
            lambda s, me, area, fid: kind_of(fid) in keepers(s, me) and may_hold(s, me, kind_of(fid), area),
            fault=lambda s, me, area, fid: (
                by.text if (by := bars_holding(s, me, kind_of(fid), area)) and kind_of(fid) in keepers(s, me) else ""
            ),
            implied_by=("keeper",),
        ),
    )

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        s.hold(me, kind_of(fid), area)
        says(s, self.rule, me, "controls the gate in {}", s.config.map.names[area], touched=(f"place:{area}:gate",))
        if "on_control" in VOCABULARY.spoken:
            await control_changed(s, area, -1)


class Abandon(Act):
    """Abandon a Gate: its keeper steps off and stays in the area."""

    verb, rule, shape, unlimited, category = "abandon", "CW-UNL-006", ("held gate",), True, UNLIMITED
    also = ("give up gate",)
    phrase = "Abandon the gate in {}"
    costs = CostOf.CONTROL
    requirements = (
        Requirement(
            "CW-UNL-006",
            "You control the gate in {0}",
            lambda s, me, area: s.holder(area) == me,
            implied_by=("held gate",),
        ),
        Requirement(
            "CW-UNL-006",
            "The gate in {0} may be left",
            lambda s, me, area: not s.is_fixed(area),
            implied_by=("held gate",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.open_gate(area)
        if s.trace is not None:
            report(
                s,
                self.rule,
                "The gate in {} is abandoned",
                s.config.map.names[area],
                who=me,
                touched=(f"place:{area}:gate",),
            )
        if "on_control" in VOCABULARY.spoken:
            await control_changed(s, area, me)


class GreatOldOne(Act):
    """Awakening: printed steps, a price, a place. The subclasses stand with their factions."""

    kind: ClassVar[int] = 4
    also = ("awaken great old one", "wake")
    shape: ClassVar[tuple[str, ...]] = ("area",)
    phrase: ClassVar[str] = ""
    category: ClassVar[str] = COMMON
    # which of its requirements, by their order, ask for what is given up: they hold wherever a power lets it come; all
    # others that look at the area are limits of the place
    gives_up: ClassVar[tuple[int, ...]] = ()

    def price(self, s: State, me: int, area: int = -1) -> int:
        return price_of(s, me, CostOf.AWAKEN, self.kind, s.config.cost[me][self.kind], area)

    async def steps(self, s: State, me: int, area: int) -> None:
        """What else is printed, before the figure comes."""

    async def do(self, s: State, me: int, area: int) -> None:
        await self.steps(s, me, area)
        s.awake(me, self.kind)
        tell(s, Watches.AWAKENED, me, self.kind)
        await arrive(s, me, self.kind, area, "awaken", self.rule)


def may_awaken(s: State, me: int, action: GreatOldOne, area: int) -> tuple[bool, bool]:
    """May a seat awaken one of its own there, its price apart: but for limits of the place, and within these too?"""
    free = fixed = True
    for i, wanted in enumerate(action.requirements):
        at = depth(wanted.test)
        holds = bool(wanted.test(s, me, *(area,)[:at]))
        fixed = fixed and holds
        free = free and (holds or (at > 0 and i not in action.gives_up))
    among = ARGUMENT_TYPES[action.shape[0]].candidates(s, me) if action.shape else ()
    return free, fixed and area in among


def asleep(kind: int) -> Requirement:
    """The figure is in the pool (CW-AWK-004)."""
    return Requirement("CW-AWK-004", "It is in your pool", lambda s, me: s.n(me, kind, POOL) > 0)


def awake(kind: int, name: str, rule: str) -> Requirement:
    """The figure is on the map."""
    return Requirement(rule, f"{name} is on the map", lambda s, me: s.home(me, kind) < POOL)


OWN_GATE = Requirement(
    "CW-AWK-001",
    "You control the gate in {0}",
    lambda s, me, area: s.is_portal(me, area),
    implied_by=("my gate",),
)


class Ritual(Act):
    """A Ritual of Annihilation: pay the marker's space, move it on, Doom for gates and Elder Signs for Great Old
    Ones.
    """

    verb, rule, category = "ritual", "CW-RIT-001", RITUAL
    option = (verb,)  # as an option of a question of actions
    also = ("perform ritual", "annihilation")
    phrase = "Ritual of Annihilation"
    when = (
        YOUR_SLOT,
        Requirement(
            "CW-DOM-003", "You have performed no ritual in this phase", lambda s, me: "ritual" not in (s.slot or ())
        ),
        unbarred("ritual"),
    )

    def price(self, s: State, me: int) -> int:
        return ritual_price(s, me)

    async def do(self, s: State, me: int) -> None:
        """The price is paid already."""
        s.ritual = min(s.ritual + 1, len(s.config.track))
        gates = s.count_gates(me)
        n = await gained(s, me, GainOf.RITUAL_DOOM, gates)
        gain_doom(s, me, n, "CW-RIT-003", "one for each gate" if n == gates else "")  # a power may have changed it
        if s.instant_death and s.trace is not None:
            report(
                s, "CW-RIT-006", "Instant Death: the game ends with this Doom phase", who=me, touched=("track:ritual",)
            )
        n = await gained(s, me, GainOf.RITUAL_SIGNS, sum(s.total(me, k) > 0 for k in s.config.favoured[me]))
        await gain_signs(s, me, n, "CW-RIT-004")
        for seat in s.order(me) if Watches.RITUAL in SLOTS.watched else ():
            tell(s, Watches.RITUAL, seat, me)


MOVE: Move = Move()
SUMMON: Summon = Summon()
BASIC: tuple[Act, ...] = (Recruit(), SUMMON, CreateGate(), MOVE, Battle(), Capture(), Control(), Abandon())
RITUAL_ACT = Ritual()
PLACED = (Battle.verb, Capture.verb)


# -- what may be done -------------------------------------------------------------------------------------------------
def offered(s: State, me: int) -> tuple[Act, ...]:
    """Actions that may be taken at this point of the turn, whatever their needs."""
    six, barred, power = s.unlimited_battle(me), s.barred, can_act(s, me)
    unique = tuple(a for _, a, _ in s.mine(me, "do") if isinstance(a, Act) and a.in_use(s.config) and not a.in_doom)
    if s.stage == AFTER:
        return tuple(a for a in BASIC + unique if a.unlimited or (six and a.verb == "battle"))
    if s.stage == SECOND:
        return tuple(a for a in BASIC + unique if not a.unlimited and a.verb not in barred) if power else ()
    if power:
        return BASIC + unique
    begun = has_begun(s)
    return tuple(a for a in BASIC + unique if needs_no_power(s, me, a.verb) or (begun and a.unlimited))


def in_doom(s: State, me: int) -> tuple[Act, ...]:
    """What is done in the own slot of the Doom phase beside powers; nothing, where a ritual is all that there is."""
    if not s.config.market:
        return ()
    found = tuple(a for _, a, _ in s.mine(me, "do") if isinstance(a, Act) and a.in_doom)
    return (*found, RITUAL_ACT) if found and "ritual" not in (s.slot or ()) else found


def affordable(s: State, me: int) -> dict[str, Act]:
    """Those offered whose fixed price is not too high, so that the menu need not look at the others, by their verbs.

    Remembered.
    """
    power, config = s.power[me], s.config
    if power > config.dearest:
        power = config.dearest
    both = config.two and s.unlimited_battle(me)  # the own books are in the key
    at = s.key.seats[me], me, s.stage, s.barred, s.fought > 0, power, both
    found: dict[str, Act] | None = config.memory.get(at)
    if found is None:
        prices = config.prices
        found = {a.verb: a for a in offered(s, me) if not a.fixed or prices.get(a._coin, 0) <= power}
        VOCABULARY.remember(config, at, found)
    if s.key.topics.get("tolls", True) and tolls(s):
        found = {a.verb: a for a in offered(s, me) if not a.fixed or cheapest(s, me, a) <= s.power[me]}
    if "may_act" in VOCABULARY.spoken and s.hooks("may_act"):
        return {verb: action for verb, action in found.items() if may_act(s, me, verb)}
    return found


FIXED = frozenset(
    {CostOf.RECRUIT, CostOf.GATE, CostOf.MOVE, CostOf.BATTLE, CostOf.CAPTURE, CostOf.CONTROL, CostOf.ACTION}
)


def tolls(s: State) -> tuple[Hook, ...]:
    """Powers that change prices which are otherwise fixed."""
    found = s.key.topics.get("tolls")
    if found is None:
        hooks = s.hooks("cost_of")
        found = tuple([h for h in hooks if not (about := getattr(h[1], "about", ())) or FIXED.intersection(about)])
        s.key.topics["tolls"] = found
    return found


def cheapest(s: State, me: int, action: Act) -> int:
    """The least that a fixed price may come to, in any area."""
    base, most = action.price(s, me), len(s.gate)
    return min(price_of(s, me, action.costs, -1, base, area) for area in range(-1, most))


def in_hand(s: State, me: int) -> tuple[Act, ...]:
    """The actions that a seat has, in whoever's turn: for a power that allows one of them (`within.act_within`)."""
    own = (a for _, a, _ in s.mine(me, "do") if isinstance(a, Act) and a.in_use(s.config) and not a.in_doom)
    found = (*BASIC, *own)
    return tuple(a for a in found if may_act(s, me, a.verb))


def known(s: State, me: int) -> tuple[Act, ...]:
    """Every action that this seat could ever take: what "why not?" knows."""
    return (*BASIC, *unique(s.config, me, {name for seat, name in s.lent if seat == me}), RITUAL_ACT)


def idle(s: State, me: int) -> bool:
    """Is nothing left but to end the turn?"""
    if "may_act" in VOCABULARY.spoken and not may_act(s, me):
        return True
    left = held_gates(s, me) if s.sorts else s.gates(me)
    return not left and not Menu(ARGUMENT_TYPES, s, me, paid=True).any(*affordable(s, me).values())


def verbs(config: Config, seat: int) -> tuple[str, ...]:
    """The verbs of a seat: the common ones and its own."""
    return tuple(a.verb for a in (*BASIC, *unique(config, seat), RITUAL_ACT))


def unique(config: Config, seat: int, lent: Collection[str] = ()) -> list[Act]:
    """The actions that are not everybody's: of the own card, of other things in the box, and those that are lent."""
    powers: list[Power] | None = config.memory.get("unique actions")
    if powers is None:
        found = [power for power in VOCABULARY.abilities if isinstance(power, Power)]
        powers = [power for power in found if isinstance(power, Act) and power.in_use(config)]
        VOCABULARY.remember(config, "unique actions", powers)
    own: set[Power] | None = config.memory.get(("own actions", seat))
    if own is None:
        own = {power for power in powers if config.has(power, seat)}
        VOCABULARY.remember(config, ("own actions", seat), own)
    return [a for a in powers if isinstance(a, Act) and (a in own or a.name in lent)]


def followed(s: State) -> bool:
    """Does a power bar actions by where they end?"""
    found: bool | None = s.key.topics.get("bars")
    if found is None:
        found = any(getattr(power, "bars", False) for _, power, _ in s.hooks("may_act"))
        s.key.topics["bars"] = found
    return found


def note_end(s: State, me: int, action: Act, args: Sequence[Answer]) -> None:
    """Where an action ends, for powers that ask."""
    for area in ends_in(s, me, action, args):
        s.ended |= 1 << area


def ends_in(s: State, me: int, action: Act, args: Sequence[Answer]) -> list[int]:
    """The areas where an action takes place or ends; a Move says so itself."""
    areas = action.ends(s, me, *args)
    return [area for area in ((areas,) if isinstance(areas, int) else areas) if area >= 0]


def open_to(
    s: State, me: int, found: list[tuple[Answer, ...]], acts: Mapping[str, Act] | None = None
) -> list[tuple[Answer, ...]]:
    """These options without the battles and captures that a power bars in their areas; of those of `acts`, any others
    that it bars there.
    """
    if not s.hooks("may_act"):
        return found
    if acts is not None and followed(s):
        barred = {(o[0], a) for o in found for a in ends_in(s, me, acts[str(o[0])], o[1:])}
        barred = {(verb, a) for verb, a in barred if not may_act(s, me, str(verb), a)}
        return [o for o in found if not any((o[0], a) in barred for a in ends_in(s, me, acts[str(o[0])], o[1:]))]
    return [o for o in found if o[0] not in PLACED or may_act(s, me, str(o[0]), int(o[1]))]


def menu(s: State, me: int, offers: Mapping[str, Act]) -> list[Answer]:
    """What the active player may do now of what is offered; a word ends the turn or drops the Power to 0."""
    found = Menu(ARGUMENT_TYPES, s, me, paid=True).all(*offers.values())
    if "may_act" in VOCABULARY.spoken:
        found = open_to(s, me, found, offers)
    if s.key.topics.get("tolls", True) and tolls(s):
        found = [o for o in found if not offers[o[0]].fixed or due(s, me, offers[o[0]], o[1:]) <= s.power[me]]
    if s.stage == SECOND:
        return ["no second", *found]
    if s.stage == AFTER or s.fought:
        return ["end", *found]
    if s.config.two or "pass" in s.barred:  # a main action must follow (CW-2PL-018, CW-UNL-009)
        if any(not offers[option[0]].unlimited for option in found):
            return found
    if followed(s) and found and not may_act(s, me, "pass"):  # what must be done is done first
        return found
    return ["pass", *found]
