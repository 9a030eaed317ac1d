"""The common and the unlimited actions, and the ritual. Legal means that none of an action's needs fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from ...engine import need
from ...engine.ability import words_of
from ...engine.ask import Ask
from ...engine.need import Menu, Need
from ...engine.table import Target
from ...engine.trace import say
from .battle import combat, muster
from .box import CULTIST, GOO, KINDS, MONSTER
from .common import (
    Unit,
    arrive,
    arrow,
    earn,
    eliminate,
    gain_doom,
    gain_signs,
    keepers,
    pick,
    piece,
    price_of,
    tell,
    title,
    units_in,
)
from .state import ACTION, AFTER, BEFORE, DOOM, HELD, KEEPER, KIND, NO_GATE, OPEN_GATE, POOL, ROW, SECOND, State
from .timings import CARD_BIT, VOCABULARY, Power, Slot
from .words import WORDS

COMMON, UNIQUE, REQUIREMENT, UNLIMITED, RITUAL = "common", "unique", "requirement", "unlimited", "ritual"


# -- requirements of the moment ---------------------------------------------------------------------------------------
def _moment(s: State, me: int) -> str:
    return ("before the main action", "second action of a pair", "after the main action")[s.stage]


YOUR_TURN = Need(
    "CW-ACT-001",
    "It is your turn",
    lambda s, me: s.active == me and s.phase == ACTION,
    fact=lambda s, me: f"turn of {title(s, s.active)}",
)
MAIN_OPEN = Need("CW-ACT-003", "Your main action is still to come", lambda s, me: s.stage != AFTER, fact=_moment)
NOT_IN_PAIR = Need(
    "CW-UNL-003", "You are not between two actions of a pair", lambda s, me: s.stage != SECOND, fact=_moment
)
HAS_POWER = Need(
    "CW-ACT-005",
    "You have Power left",
    lambda s, me: can_act(s, me),
    fact=lambda s, me: s.power[me],
)
TURN_BEGUN = Need(
    "CW-ACT-005",
    "You have Power, or had some in this turn",
    lambda s, me: s.power[me] > 0 or has_begun(s),
    fact=lambda s, me: s.power[me],
)
BATTLE_OPEN = Need(
    "CW-UNL-011",
    "Your main action is still to come, or your spellbooks unlock Unlimited Battle",
    lambda s, me: s.stage != AFTER or s.unlimited_battle(me),
    fact=lambda s, me: f"{s.count_books(me)} of {s.box.books[1]} spellbooks",
)
BATTLE_POWER = HAS_POWER._replace(test=lambda s, me: s.stage == AFTER or can_act(s, me))  # later its price says so


def has_begun(s: State) -> bool:
    """Has the active player done anything in this turn?"""
    return s.stage != BEFORE or s.fought > 0 or bool(s.barred)


def can_act(s: State, me: int) -> bool:
    """Has the player Power for a main action? The ruling `zero_cost` lets a turn go on that began with Power."""
    return s.power[me] > 0 or ((s.stage != BEFORE or s.fought > 0) and s.box.rulings["zero_cost"] == "yes")


def holds_book(name: str, bit: int) -> Need:
    """The spellbook of a unique action is on the card."""
    return Need("CW-ABI-001", f"You have earned the spellbook {name}", lambda s, me: s.has_book(me, bit))


def may_be_second(verb: str) -> Need:
    """The first action of a pair bars some from being the second."""
    return Need("CW-YS-021", "It may follow the first action of the pair", lambda s, me: verb not in s.barred)


class Act(need.Action):
    """An action of this game. `category` is one of the four of the rulebook; `double`: a second action follows at
    once.
    """

    category: ClassVar[str] = UNIQUE
    unlimited: ClassVar[bool] = False
    double: ClassVar[bool] = False
    _coin: ClassVar[str] = ""  # its price in the data files

    def __init_subclass__(cls, **more: Any) -> None:
        cls._coin = cls.verb.replace(" ", "_")
        if "when" not in vars(cls):
            own = () if cls.unlimited else (MAIN_OPEN, HAS_POWER)
            cls.when = (YOUR_TURN, *((NOT_IN_PAIR, TURN_BEGUN) if cls.unlimited else own))
            if issubclass(cls, Power) and cls.bit < CARD_BIT:
                cls.when += (holds_book(cls.printed or words_of(cls.__name__), cls.bit),)
            if cls.double:
                cls.when += (may_be_second(cls.verb),)
        super().__init_subclass__(**more)

    def price(self, s: State, me: int) -> int:
        return s.box.prices.get(self._coin, 0)

    def purse(self, s: State, me: int) -> int:
        return s.power[me]


class SlotAct(Act):
    """The action of a requirement slot that begins with "As your Action": a whole action, once a game."""

    category: ClassVar[str] = REQUIREMENT

    async def do(self, s: State, me: int, *args: Any) -> None:
        """The slot is filled; what else is printed comes before."""
        tell(s, "action", me, self.verb)


def slot_open(*slots: type[Slot]) -> Need:
    """All these slots are still open (CW-ACT-014)."""
    mask = sum(1 << slot.bit for slot in slots)
    text = "This requirement is not covered yet" if len(slots) == 1 else "These requirements are not covered yet"
    return Need("CW-ACT-014", text, lambda s, me: s.open >> 8 * me & mask == mask)


# -- requirements that many share -------------------------------------------------------------------------------------
IN_POOL = Need(
    "CW-UNI-006",
    "A Cultist is in your pool",
    lambda s, me: s.has(me, s.box.cultists[me], POOL),
    fault=lambda s, me: "All your Cultists are on the map, or captives.",
)
OWN_UNIT = Need(
    "CW-REC-002",
    "A unit of yours is in {0} (or you have none on the map)",
    lambda s, me, area: s.here(me, area) or not s.on[me],
    granted=("haven",),
)


def guard(s: State, seat: int, area: int) -> int:
    """The highest rank of a seat's units there, or -1."""
    if not s.on[seat] >> area & 1:
        return -1
    units, at, box = s.units, seat * ROW + area * KINDS, s.box
    for kind in box.goos[seat]:
        if units[at + kind]:
            return GOO
    for kind in box.monsters[seat]:
        if units[at + kind]:
            return MONSTER
    return CULTIST


class Recruit(Act):
    """Recruit a Cultist: from the pool into an area with a unit of yours, or anywhere when you have none."""

    verb, rule, shape, category = "recruit", "CW-REC-001", ("haven",), COMMON
    phrase = "Recruit a Cultist in {}"
    needs = (IN_POOL, OWN_UNIT)

    async def do(self, s: State, me: int, area: int) -> None:
        free = [k for k in s.box.cultists[me] if s.n(me, k, POOL)]
        await arrive(s, me, free[0], area, "recruit", self.rule)


class Summon(Act):
    """Summon a Monster: at its price, where you control a gate."""

    verb, rule, shape, category = "summon", "CW-SUM-001", ("my gate", "monster"), COMMON
    phrase = "Summon at {}: {}"
    needs = (
        Need(
            "CW-SUM-002",
            "You control the gate in {0}",
            lambda s, me, area: s.keeper(me, area) >= 0,
            granted=("my gate",),
        ),
        Need(
            "CW-SUM-001",
            "{1} is a Monster",
            lambda s, me, area, fid: s.box.rank[me][fid & 7] == MONSTER,
            granted=("monster",),
        ),
        Need(
            "CW-UNI-006",
            "A {1} is in your pool",
            lambda s, me, area, fid: s.n(me, fid & 7, POOL) > 0,
            fact=lambda s, me, area, fid: f"{s.n(me, fid & 7, POOL)} of {s.box.limit[me][fid & 7]}",
            granted=("monster",),
        ),
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        return price_of(s, me, "summon", fid & 7, s.box.cost[me][fid & 7])

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        await arrive(s, me, fid & 7, area, "summon", self.rule)
        most, done = 1, 1
        for _, _, limit in s.mine(me, "limit"):
            most = limit(s, me, "summons", fid & 7, most)
        while done < most:
            more = [option[1:] for option in Menu(WORDS, s, me).options(self)]
            if not more:
                break
            answer = await Ask(me, "choice", [*more, "done"], "CW-BG-002", "summon more", word="summons")
            if answer == "done":
                break
            s.power[me] -= self.price(s, me, *answer)
            await arrive(s, me, answer[1] & 7, answer[0], "summon", self.rule)
            done += 1
            if s.box.rulings["requirements"] == "each_unit":
                await earn(s)


class CreateGate(Act):
    """Create a Gate where you have a Cultist and there is none."""

    verb, rule, shape, category = "gate", "CW-CRG-001", ("site",), COMMON
    phrase = "Create a gate in {}"
    needs = (
        Need(
            "CW-CMP-002",
            "A gate is left in the supply",
            lambda s, me: (
                len(s.gate) - s.gate.count(NO_GATE) < s.box.supply or s.box.rulings["gate_supply"] == "endless"
            ),
        ),
        Need("CW-GAT-004", "No gate is in {0}", lambda s, me, area: s.gate[area] == NO_GATE, granted=("site",)),
        Need(
            "CW-CRG-001",
            "A Cultist of yours is in {0}",
            lambda s, me, area: s.has(me, keepers(s, me), area),
            granted=("site",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.gate[area] = OPEN_GATE
        if s.trace is not None:
            say(s, self.rule, "A gate opens in {}", s.box.earth.names[area], who=me, touched=(f"place:{area}:gate",))


class Move(Act):
    """Move any number of units into adjacent areas, 1 Power each, each unit once."""

    verb, rule, category = "move", "CW-MOV-001", COMMON
    phrase = "Move units"
    needs = (
        Need("CW-MOV-001", "A unit of yours is on the map", lambda s, me: bool(s.on[me])),
        Need(
            "CW-MOV-003",
            "One of them may still move in this turn",
            lambda s, me: s.stage != SECOND or bool(rested(s, me, Counter(s.moved))),
        ),
    )

    async def do(self, s: State, me: int) -> None:
        step, steps = self.price(s, me), 1  # the first unit is paid already
        for _, _, reach in s.mine(me, "reach"):
            steps = max(steps, reach(s, me))
        near = s.box.earth.within(steps)
        arrived = Counter(s.moved)  # a unit moves once a turn (CW-MOV-003)
        first = True
        while (first or s.power[me] >= step) and (units := rested(s, me, arrived)):
            unit = await Ask(me, "unit", units if first else [*units, "done"], self.rule, "unit to move")
            if unit == "done":
                break
            _, a, code = unit
            b = await Ask(me, "area", near[a], "CW-CC-002" if steps > 1 else self.rule, "move to")
            if not first:
                s.power[me] -= step
            first = False
            s.move(me, code, a, b)
            kind = code & KIND
            arrived[kind, b] += 1
            if s.trace is not None:
                names = s.box.earth.names
                say(
                    s,
                    self.rule,
                    "{} moves from {} to {}",
                    s.box.name[me][kind],
                    names[a],
                    names[b],
                    who=me,
                    arrow=arrow(a, b),
                    touched=(piece(s, me, a, code), piece(s, me, b, kind)),
                )
                if code & KEEPER:
                    say(s, "CW-UNL-007", "The gate in {} is abandoned", names[a], who=me, touched=(f"place:{a}:gate",))
            if s.box.rulings["requirements"] == "each_unit":
                await earn(s)


def rested(s: State, me: int, arrived: Mapping[tuple[int, int], int]) -> list[Unit]:
    """The classes of units that may still move; `arrived`: how many of a kind came to an area in this turn.

    Who leaves a gate abandons it first, and between two actions of a pair nobody does (CW-UNL-003, CW-UNL-007).
    """
    bound = s.stage == SECOND and s.box.rulings["keeper_in_pair"] == "no"
    return [
        (me, a, c)
        for a in s.areas(me)
        for c in s.codes(me, a)
        if (not bound if c & KEEPER else free(s, me, c, a) > arrived.get((c, a), 0))
    ]


def free(s: State, seat: int, kind: int, area: int) -> int:
    """Units of a kind beside the gate."""
    return s.n(seat, kind, area) - (s.keeper(seat, area) == kind)


class Battle(Act):
    """Battle one enemy faction in one area, with at least 1 Combat there."""

    verb, rule, shape, category = "battle", "CW-BTA-001", ("front", "foe there"), COMMON
    phrase = "Battle in {} against {}"
    when = (YOUR_TURN, BATTLE_OPEN, BATTLE_POWER)
    needs = (
        Need(
            "CW-UNL-014",
            "You have begun no battle in {0} this turn",
            lambda s, me, area: not s.fought >> area & 1,
        ),
        Need(
            "CW-BTA-001",
            "{1} has a unit in {0}",
            lambda s, me, area, foe: s.here(foe, area),
            granted=("foe there",),
        ),
        Need("CW-BTA-001", "You have a unit in {0}", lambda s, me, area: s.here(me, area), granted=("front",)),
        Need(
            "CW-BTA-003",
            "You have at least 1 Combat in {0}",
            lambda s, me, area, foe: combat(s, area, me, foe) > 0,
            fact=lambda s, me, area, foe: combat(s, area, me, foe),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        s.fought |= 1 << area
        s.battle = muster(s, area, me, foe)  # the flow goes on with it


class Capture(Act):
    """Capture an enemy Cultist that no unit of its own faction of your rank or more protects."""

    verb, rule, shape, category = "capture", "CW-CAP-001", ("front", "foe there"), COMMON
    phrase = "Capture a Cultist in {} from {}"
    needs = (
        Need(
            "CW-CAP-003", "You have a Monster or Great Old One in {0}", lambda s, me, area: guard(s, me, area) > CULTIST
        ),
        Need(
            "CW-CAP-001",
            "{1} has a Cultist in {0}",
            lambda s, me, area, foe: s.has(foe, s.box.cultists[foe], area),
        ),
        Need(
            "CW-CAP-004",
            "Your highest unit in {0} outranks every unit of {1} there",
            lambda s, me, area, foe: guard(s, me, area) > guard(s, foe, area),
            fault=lambda s, me, area, foe: (
                f"A {('Cultist', 'Monster', 'Great Old One')[guard(s, foe, area)]} guards it."
            ),
            against=lambda s, me, area, foe: guards(s, foe, area),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        unit = await pick(s, foe, units_in(s, foe, area, s.box.cultists[foe]), "CW-CAP-007", "captured")
        await eliminate(s, foe, unit[2], area, me, self.rule, to=HELD + me)
        tell(s, "captured", me, foe)


def guards(s: State, seat: int, area: int) -> tuple[Target, ...]:
    """The units that protect Cultists there."""
    top = guard(s, seat, area)
    return tuple(piece(s, seat, area, c) for c in s.codes(seat, area) if s.box.rank[seat][c & KIND] == top)


class Control(Act):
    """Control a Gate: one of your Cultists steps onto a gate that nobody holds."""

    verb, rule, shape, unlimited, category = "control", "CW-UNL-004", ("open gate", "keeper"), True, UNLIMITED
    phrase = "Control the gate in {} with: {}"
    needs = (
        Need(
            "CW-UNL-004",
            "A gate that nobody holds is in {0}",
            lambda s, me, area: s.gate[area] == OPEN_GATE,
            granted=("open gate",),
        ),
        Need(
            "CW-UNL-004",
            "A unit of yours is in {0}",
            lambda s, me, area: s.here(me, area),
            granted=("open gate",),
        ),
        Need(
            "CW-UNL-004",
            "You have a {1} in {0}",
            lambda s, me, area, fid: s.n(me, fid & 7, area) > 0,
            granted=("keeper",),
        ),
        Need(
            "CW-GAT-003",
            "A {1} may hold gates",
            lambda s, me, area, fid: fid & 7 in keepers(s, me),
            granted=("keeper",),
        ),
    )

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        s.hold(me, fid & 7, area)
        if s.trace is not None:
            say(
                s,
                self.rule,
                "{} controls the gate in {}",
                title(s, me),
                s.box.earth.names[area],
                who=me,
                touched=(f"place:{area}:gate",),
            )


class Abandon(Act):
    """Abandon a Gate: its keeper steps off and stays in the area."""

    verb, rule, shape, unlimited, category = "abandon", "CW-UNL-006", ("my gate",), True, UNLIMITED
    phrase = "Abandon the gate in {}"
    needs = (
        Need(
            "CW-UNL-006",
            "You control the gate in {0}",
            lambda s, me, area: s.keeper(me, area) >= 0,
            granted=("my gate",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.gate[area] = OPEN_GATE
        if s.trace is not None:
            say(
                s,
                self.rule,
                "The gate in {} is abandoned",
                s.box.earth.names[area],
                who=me,
                touched=(f"place:{area}:gate",),
            )


class GreatOldOne(Act):
    """Awakening: printed steps, a price, a place. The subclasses stand with their factions."""

    kind: ClassVar[int] = 4
    shape: ClassVar[tuple[str, ...]] = ("area",)
    phrase: ClassVar[str] = ""
    category: ClassVar[str] = COMMON

    def price(self, s: State, me: int) -> int:
        return price_of(s, me, "awaken", self.kind, s.box.cost[me][self.kind])

    async def steps(self, s: State, me: int, area: int) -> None:
        """What else is printed, before the figure comes."""

    async def do(self, s: State, me: int, area: int) -> None:
        await self.steps(s, me, area)
        s.awoken |= 1 << (8 * me + self.kind)
        tell(s, "awakened", me, self.kind)
        await arrive(s, me, self.kind, area, "awaken", self.rule)


def asleep(kind: int) -> Need:
    """The figure is in the pool (CW-AWK-004)."""
    return Need("CW-AWK-004", "It is in your pool", lambda s, me: s.n(me, kind, POOL) > 0)


def awake(kind: int, name: str, rule: str) -> Need:
    """The figure is on the map."""
    return Need(rule, f"{name} is on the map", lambda s, me: s.home(me, kind) < POOL)


OWN_GATE = Need(
    "CW-AWK-001",
    "You control the gate in {0}",
    lambda s, me, area: s.keeper(me, area) >= 0,
    granted=("my gate",),
)


class Ritual(Act):
    """A Ritual of Annihilation: pay the marker's space, move it on, Doom for gates and Elder Signs for Great Old
    Ones.
    """

    verb, rule, category = "ritual", "CW-RIT-001", RITUAL
    phrase = "Ritual of Annihilation"
    when = (
        Need("CW-DOM-003", "It is your slot of the Doom phase", lambda s, me: s.phase == DOOM and s.active == me),
        Need("CW-DOM-003", "You have performed no ritual in this phase", lambda s, me: "ritual" not in (s.slot or ())),
    )

    def price(self, s: State, me: int) -> int:
        return s.ritual_cost()

    async def do(self, s: State, me: int) -> None:
        """The price is paid already."""
        s.ritual = min(s.ritual + 1, len(s.box.track))
        gain_doom(s, me, len(s.gates(me)), "CW-RIT-003", "one for each gate")
        if s.instant_death and s.trace is not None:
            say(s, "CW-RIT-006", "Instant Death: the game ends with this Doom phase", who=me, touched=("track:ritual",))
        await gain_signs(s, me, sum(s.total(me, k) > 0 for k in s.box.goos[me]), "CW-RIT-004")


BASIC: tuple[Act, ...] = (Recruit(), Summon(), CreateGate(), Move(), Battle(), Capture(), Control(), Abandon())
RITUAL_ACT = Ritual()


# -- what may be done -------------------------------------------------------------------------------------------------
def offered(s: State, me: int) -> tuple[Act, ...]:
    """Actions that may be taken at this point of the turn, whatever their needs."""
    six, barred, power = s.unlimited_battle(me), s.barred, can_act(s, me)
    unique = tuple(a for _, a, _ in s.mine(me, "do") if isinstance(a, Act))
    if s.stage == AFTER:
        return tuple(a for a in BASIC + unique if a.unlimited or (six and a.verb == "battle"))
    if s.stage == SECOND:
        return tuple(a for a in BASIC + unique if not a.unlimited and a.verb not in barred) if power else ()
    if power:
        return BASIC + unique
    return tuple(a for a in BASIC + unique if a.unlimited) if has_begun(s) else ()


def affordable(s: State, me: int) -> dict[str, Act]:
    """Those offered whose fixed price is not too high, so that the menu need not look at the others, by their verbs.

    Remembered.
    """
    power, box = s.power[me], s.box
    if power > box.dearest:
        power = box.dearest
    at = s.key.seats[me], me, s.stage, s.barred, s.fought > 0, power, s.unlimited_battle(me)
    found: dict[str, Act] | None = box.menus.get(at)
    if found is None:
        prices = box.prices
        found = {a.verb: a for a in offered(s, me) if type(a).price is not Act.price or prices.get(a._coin, 0) <= power}
        VOCABULARY.remember(box, at, found)
    return found


def known(s: State, me: int) -> tuple[Act, ...]:
    """Every action that this seat could ever take: what "why not?" knows."""
    slug = s.box.slugs[me]
    lent = {name for seat, name in s.lent if seat == me}
    own = [
        power
        for power in VOCABULARY.abilities
        if isinstance(power, Act) and (getattr(power, "faction", "") == slug or power.name in lent)
    ]
    return (*BASIC, *own, RITUAL_ACT)


def idle(s: State, me: int) -> bool:
    """Is nothing left but to end the turn?"""
    return not s.gates(me) and not Menu(WORDS, s, me).any(*affordable(s, me).values())


def verbs(slug: str) -> tuple[str, ...]:
    """The verbs of a faction: the common ones and its own."""
    own = [a.verb for a in VOCABULARY.abilities if isinstance(a, Act) and getattr(a, "faction", "") == slug]
    return (*(a.verb for a in BASIC), *own, RITUAL_ACT.verb)


def menu(s: State, me: int) -> list[Any]:
    """All that the active player may do now; a word ends the turn or drops the Power to 0."""
    walker = Menu(WORDS, s, me)
    found: list[Any] = []
    main = False
    for action in affordable(s, me).values():
        options = walker.options(action)
        if options:
            found += options
            main = main or not action.unlimited
    if s.stage == SECOND:
        return ["no second", *found]
    if s.stage == AFTER or s.fought:
        return ["end", *found]
    if main and (s.box.two or "pass" in s.barred):  # a main action must follow (CW-2PL-018, CW-UNL-009)
        return found
    return ["pass", *found]
